//! A key's layout as data: what stands where, how wide, and whether it sorts.

mod canonical;
#[cfg(feature = "serde")]
pub(crate) mod clash;
mod const_table;
pub(crate) mod description;
mod encoding;
#[cfg(feature = "serde")]
pub(crate) mod file_values;
mod fingerprint;
pub mod limit;
mod message;
mod salt;
mod siphash;
mod split;
mod table;
mod value;

pub use encoding::{Code, Encoding, Part, Separator};
pub(crate) use salt::RANDOM;
pub use salt::{KeySalt, SaltForm, SaltLayout};
pub use split::RegionCountError;
pub use value::ValueKind;

/// In place of the length of keys that have none.
pub(crate) const VARIABLE: usize = usize::MAX;

/// The bytes of a key type, described: `K::LAYOUT`.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct PaymentKey {
///     #[salt(md5, 2)]
///     #[pad(6)]
///     customer: u32,
///     #[descending]
///     paid_at: i64,
///     note: String,
/// }
///
/// assert_eq!(PaymentKey::LAYOUT.to_string(), "\
/// PaymentKey
/// part      offset  width  encoding                      order
/// salt      0       2      md5, first bytes              by salt
/// customer  2       6      decimal digits                ascending
/// paid_at   8       8      signed integer, complemented  descending
/// note      16      0..    string, to the key's end      ascending
/// ");
/// assert_eq!(PaymentKey::LAYOUT.min_len(), 16);
/// assert_eq!(PaymentKey::LAYOUT.max_len(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    name: &'static str,
    namespace: &'static [u8],
    separator: Separator,
    salt: Option<KeySalt>,
    parts: &'static [Part],
    /// So many bytes are room for most prefixes. Kept, since every prefix asks for it.
    room: usize,
}

/// So that a prefix with strings seldom has to grow.
pub(crate) const ROOM_FOR_TEXT: usize = 24;

impl Layout {
    #[doc(hidden)]
    pub const fn __new(
        name: &'static str,
        namespace: &'static [u8],
        separator: Separator,
        salt: Option<(SaltLayout, &'static [usize])>,
        parts: &'static [Part],
    ) -> Self {
        let salt = match salt {
            Some((layout, of)) => Some(KeySalt { layout, of }),
            None => None,
        };
        let mut layout = Self { name, namespace, separator, salt, parts, room: 0 };
        layout.room = layout.min_len() + layout.open_fields() * ROOM_FOR_TEXT;
        layout
    }

    /// The name of the struct.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The bytes in front of every key.
    pub const fn namespace(&self) -> &'static [u8] {
        self.namespace
    }

    /// What stands between fields.
    pub const fn separator(&self) -> Separator {
        self.separator
    }

    /// The salt behind the namespace.
    pub const fn salt(&self) -> Option<KeySalt> {
        self.salt
    }

    /// Whether the bytes do not follow from the fields, because the salt is random.
    pub const fn has_random_salt(&self) -> bool {
        match self.salt {
            Some(salt) => salt.layout.is_random(),
            None => false,
        }
    }

    /// The fields in order.
    pub const fn parts(&self) -> &'static [Part] {
        self.parts
    }

    const fn salt_width(&self) -> usize {
        match self.salt {
            Some(salt) => salt.layout.width,
            None => 0,
        }
    }

    /// Where the first field stands: behind the namespace and the salt.
    ///
    /// From there on keys compare as a scan orders them, so that [`merge`](crate::merge()) takes this as its `skip`.
    pub const fn fields_at(&self) -> usize {
        self.namespace.len() + self.salt_width()
    }

    const fn open_fields(&self) -> usize {
        let mut count = 0;
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            if part.encoding.max_width().is_none() {
                count += 1;
            }
            parts = rest;
        }
        count
    }

    /// Whether a field is decimal digits.
    pub(crate) const fn has_digits(&self) -> bool {
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            let mut encoding = &part.encoding;
            while let Encoding::Descending(inner) | Encoding::Reversed(inner) = encoding {
                encoding = inner;
            }
            if let Encoding::Digits { .. } = encoding {
                return true;
            }
            parts = rest;
        }
        false
    }

    /// The bytes for which a prefix makes room.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// The part that byte `at` of a fixed-width key belongs to: its field, where it starts and how wide it is.
    pub(crate) fn part_at(&self, at: usize) -> Option<(Option<&'static str>, usize, usize)> {
        let mut start = self.fields_at();
        if at < start {
            return Some((None, 0, start));
        }
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            let width = part.encoding.min_width() + self.least_after(part, parts.peek().is_none());
            if at < start + width {
                return Some((Some(part.name), start, width));
            }
            start += width;
        }
        None
    }

    /// What follows a part, at least: its end, or a delimiter. An option that may have no end counts without.
    const fn least_after(&self, part: &Part, last: bool) -> usize {
        if part.encoding.is_open() && (!last || part.encoding.is_descending()) {
            self.separator.end_width()
        } else if last {
            0
        } else {
            self.separator.delimiter_width()
        }
    }

    /// The bytes of the shortest key.
    pub const fn min_len(&self) -> usize {
        let mut len = self.namespace.len() + self.salt_width();
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            len += part.encoding.min_width() + self.least_after(part, rest.is_empty());
            parts = rest;
        }
        len
    }

    /// The bytes of the longest key; `None` when a field has no width, so that there is no limit.
    pub const fn max_len(&self) -> Option<usize> {
        let mut len = self.namespace.len() + self.salt_width();
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            match part.encoding.max_width() {
                Some(width) => len += width + self.least_after(part, rest.is_empty()),
                None => return None,
            }
            parts = rest;
        }
        Some(len)
    }

    /// The bytes of every key, when all are equally long: such a key encodes to an array.
    pub const fn fixed_len(&self) -> Option<usize> {
        match self.max_len() {
            Some(len) if len == self.min_len() => Some(len),
            _ => None,
        }
    }

    /// Whether keys compare as bytes the way their fields do one after the other: no salt, no hash, nothing reversed,
    /// no pad but `\0`, no delimiter or terminator but `\0` behind a string.
    pub const fn is_ordered(&self) -> bool {
        if self.salt.is_some() {
            return false;
        }
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            let ended = !rest.is_empty() || part.encoding.is_descending();
            if !part.encoding.sorts(!ended || self.separator.sorts()) {
                return false;
            }
            parts = rest;
        }
        true
    }
}

#[doc(hidden)]
impl Layout {
    /// The length of every key, or what stands in its place.
    pub const fn __len_or_variable(&self) -> usize {
        match self.fixed_len() {
            Some(len) => len,
            None => VARIABLE,
        }
    }

    /// The bytes of a key that are none of its fields', or a close guess.
    pub const fn __overhead(&self) -> usize {
        self.fields_at() + self.parts.len() * self.separator.delimiter_width()
    }
}

/// A field of a key, encoded by `C`.
#[doc(hidden)]
pub const fn part<C: crate::codec::FieldCodec<T>, T>(name: &'static str) -> Part {
    Part::__new(name, C::ENCODING)
}
