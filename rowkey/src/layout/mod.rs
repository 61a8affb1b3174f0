//! [`Layout`], the description of a key's encoded bytes, with its widths and offsets. The modules below print a layout,
//! check it, hash it, and read it from a file.

mod canonical;
pub mod compile_time;
mod encoding;
pub(crate) mod facts;
mod fault;
mod fingerprint;
pub(crate) mod format;
pub(crate) mod kind;
mod part;
#[cfg(feature = "records")]
pub(crate) mod read;
mod salt;
mod separator;
pub(crate) mod siphash;
mod split;
mod table;
pub(crate) mod text_writer;
mod value;

pub use crate::code::{Code, CodeValue};
pub use crate::wire::length::LengthForm;
pub use encoding::{Encoding, FieldLayout, Nested, Variant, Widths};
#[cfg(feature = "records")]
pub use read::InvalidLayout;
pub(crate) use salt::RANDOM;
pub use salt::{KeySalt, SaltForm, SaltLayout};
pub use separator::Separator;
pub use split::RegionCountError;
pub use value::ValueKind;

use crate::constant::{slice, text};
use alloc::borrow::Cow;

/// Used instead of a length if the keys of a key type have different lengths.
pub(crate) const VARIABLE: usize = usize::MAX;

/// A description of the encoded bytes of a key type: `K::LAYOUT`.
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
/// salt      0       2      md5 of customer, first bytes  by salt
/// customer  2       6      decimal digits                ascending
/// paid_at   8       8      signed integer, complemented  descending
/// note      16      0..    string, to the key's end      ascending
/// ");
/// assert_eq!(PaymentKey::LAYOUT.min_len(), 16);
/// assert_eq!(PaymentKey::LAYOUT.max_len(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    name: Cow<'static, str>,
    namespace: Cow<'static, [u8]>,
    separator: Separator,
    salt: Option<KeySalt>,
    fields: Cow<'static, [FieldLayout]>,
    /// The index of the field with which the sort key begins.
    sort_key: Option<usize>,
    /// See [`Self::capacity`]. Stored, because every prefix of a key needs it.
    capacity: usize,
}

/// The bytes that [`Layout::capacity`] contains for each variable-length field, so that a prefix with strings seldom
/// has to grow.
pub(crate) const TEXT_CAPACITY: usize = 24;

/// The name of a part of a key in error messages.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PartName<'a> {
    Field(&'a str),
    Salt,
    /// The namespace, or constant bytes before or after a field. These bytes have no name.
    Constant,
}

impl Layout {
    const fn unchecked(
        name: Cow<'static, str>,
        namespace: Cow<'static, [u8]>,
        separator: Separator,
        salt: Option<KeySalt>,
        fields: Cow<'static, [FieldLayout]>,
    ) -> Self {
        let mut layout = Self { name, namespace, separator, salt, fields, sort_key: None, capacity: 0 };
        layout.capacity = layout.capacity_of_prefixes();
        layout
    }

    const fn capacity_of_prefixes(&self) -> usize {
        self.min_len().saturating_add(self.count_variable_fields().saturating_mul(TEXT_CAPACITY))
    }

    /// Returns the name of the struct.
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// Returns the namespace: the bytes that every key begins with.
    pub const fn namespace(&self) -> &[u8] {
        slice(&self.namespace)
    }

    #[doc(hidden)]
    pub const fn separator(&self) -> Separator {
        self.separator
    }

    #[doc(hidden)]
    pub const fn salt(&self) -> Option<&KeySalt> {
        self.salt.as_ref()
    }

    /// Returns the index of the field with which the sort key begins: `#[rowkey(sort_key)]`. `None` if no field has this
    /// attribute.
    pub const fn sort_key(&self) -> Option<usize> {
        self.sort_key
    }

    /// Checks whether the salt is random, so that the fields do not determine the bytes.
    pub const fn has_random_salt(&self) -> bool {
        match &self.salt {
            Some(salt) => salt.layout.is_random(),
            None => false,
        }
    }

    #[doc(hidden)]
    pub const fn fields(&self) -> &[FieldLayout] {
        slice(&self.fields)
    }

    /// Returns the names of the fields in order.
    pub fn field_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.fields().iter().map(FieldLayout::name)
    }

    #[doc(hidden)]
    pub fn fields_and_last(&self) -> impl Iterator<Item = (&FieldLayout, bool)> {
        let last = self.fields().len().saturating_sub(1);
        self.fields().iter().enumerate().map(move |(index, field)| (field, index == last && field.after().is_none()))
    }

    const fn salt_width(&self) -> usize {
        match &self.salt {
            Some(salt) => salt.layout.width,
            None => 0,
        }
    }

    /// Returns the offset of the first field, after the namespace and the salt.
    ///
    /// A scan sorts keys by their bytes from this offset on. Pass this offset to [`merge`](crate::scan::merge()) as `skip`.
    pub const fn fields_offset(&self) -> usize {
        self.namespace().len().saturating_add(self.salt_width())
    }

    const fn count_variable_fields(&self) -> usize {
        let mut count = 0;
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            if field.encoding().max_width().is_none() {
                count += 1;
            }
            fields = rest;
        }
        count
    }

    pub(crate) const fn has_digits(&self) -> bool {
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            let mut encoding = field.encoding();
            while let Encoding::Descending { of } | Encoding::Reversed { of } | Encoding::NonZero { of } = encoding {
                encoding = of.get();
            }
            if let Encoding::Digits { .. } = encoding {
                return true;
            }
            fields = rest;
        }
        false
    }

    /// Returns a capacity in bytes that most prefixes do not exceed.
    #[inline]
    pub(crate) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the part of a fixed-width key that contains the byte at `offset`: its name, its offset, and its width.
    pub(crate) fn part_at(&self, offset: usize) -> Option<(PartName<'_>, usize, usize)> {
        let parts = self.fields_and_last().flat_map(|(field, last)| {
            let width = field.encoding().min_width().saturating_add(self.min_separator_width(field, last));
            let (before, after) = (field.before().len(), field.bytes_after().len());
            [(PartName::Constant, before), (PartName::Field(field.name()), width), (PartName::Constant, after)]
        });
        let first = [(PartName::Constant, self.namespace().len()), (PartName::Salt, self.salt_width())];
        let mut start = 0usize;
        for (name, width) in first.into_iter().chain(parts) {
            let end = start.saturating_add(width);
            if offset < end {
                return Some((name, start, width));
            }
            start = end;
        }
        None
    }

    pub(crate) const fn min_separator_width(&self, field: &FieldLayout, last: bool) -> usize {
        self.separator.min_width(field, last)
    }

    pub(crate) const fn max_separator_width(&self, field: &FieldLayout, last: bool) -> usize {
        if field.encoding().may_be_terminated() && (!last || field.encoding().is_descending()) {
            self.separator.terminator_width()
        } else {
            self.min_separator_width(field, last)
        }
    }

    /// Returns a lower bound for the length of keys, which is usually the length of the shortest key. The shortest key
    /// can be longer: for example, a variable-length value of a [`Codec`](crate::Codec) counts as 0 bytes.
    pub const fn min_len(&self) -> usize {
        min_len_of_fields(self.fields(), self.separator).saturating_add(self.fields_offset())
    }

    /// Returns the number of bytes after the content of the field at `index`, if all later fields have fixed widths.
    #[doc(hidden)]
    pub fn tail(&self, index: usize) -> usize {
        match self.fields().get(index..) {
            Some([field, rest @ ..]) => tail(field.after(), rest, self.separator),
            _ => 0,
        }
    }

    /// Returns an upper bound for the length of keys, which is usually the length of the longest key. Returns `None` if
    /// a field has no maximum width.
    pub const fn max_len(&self) -> Option<usize> {
        let mut len = self.fields_offset();
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            match field.encoding().max_width() {
                Some(width) => {
                    let separator_width = self.max_separator_width(field, field.ends_key(rest));
                    len = len
                        .saturating_add(field.constants_width())
                        .saturating_add(width)
                        .saturating_add(separator_width);
                }
                None => return None,
            }
            fields = rest;
        }
        Some(len)
    }

    /// Returns the length of all keys, or `None` if the lengths of keys differ. Keys of a fixed length are encoded to
    /// arrays.
    pub const fn fixed_len(&self) -> Option<usize> {
        match self.max_len() {
            Some(len) if len == self.min_len() => Some(len),
            _ => None,
        }
    }

    /// Returns the length of a prefix that most queries set, in bytes. The prefix consists of the namespace, the salt and
    /// the first fields. It ends before the last field, or before the first field whose width varies.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// #[derive(RowKey)]
    /// #[rowkey(salt(md5, 2))]
    /// struct PaymentKey {
    ///     customer: u32,
    ///     currency: [u8; 3],
    ///     shop: String,
    ///     payment: u64,
    /// }
    ///
    /// assert_eq!(PaymentKey::LAYOUT.fixed_prefix_len(), 2 + 4 + 3);
    /// ```
    pub const fn fixed_prefix_len(&self) -> usize {
        let mut len = self.fields_offset();
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            let separator_width = self.min_separator_width(field, false);
            match field.encoding().max_width() {
                Some(width)
                    if !rest.is_empty()
                        && width == field.encoding().min_width()
                        && separator_width == self.max_separator_width(field, false) =>
                {
                    len = len
                        .saturating_add(field.constants_width())
                        .saturating_add(width)
                        .saturating_add(separator_width);
                }
                _ => return len,
            }
            fields = rest;
        }
        len
    }

    /// Checks whether the bytes of keys sort like the tuple of their fields, where the values of a descending field
    /// sort in reverse.
    ///
    /// This is the case if the layout has no salt, and the bytes of each field sort as its values do. The bytes of
    /// hashes and of reversed or little-endian integers do not sort. Strings do not sort if their pad, delimiter or
    /// terminator is another byte than `\0`.
    pub const fn is_ordered(&self) -> bool {
        if self.salt.is_some() {
            return false;
        }
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            if !self.sorts(field, field.ends_key(rest)) {
                return false;
            }
            fields = rest;
        }
        true
    }

    /// Checks whether all keys are text, as those of a [`TextKey`](crate::TextKey).
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// #[derive(RowKey)]
    /// #[rowkey(delimiter = '_')]
    /// struct OrderKey {
    ///     shop: String,
    ///     #[pad(4)]
    ///     order: u16,
    /// }
    ///
    /// assert!(OrderKey::LAYOUT.is_text());
    /// ```
    pub const fn is_text(&self) -> bool {
        if let Some(salt) = &self.salt
            && !salt.layout.is_text()
        {
            return false;
        }
        let separator_is_text = match self.separator {
            Separator::Escape => true,
            Separator::Delimiter(separator) | Separator::Terminator(separator) => separator.is_ascii(),
        };
        let mut is_text = separator_is_text && crate::constant::is_text(self.namespace());
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            let verbatim = field.ends_key(rest) || !matches!(self.separator, Separator::Escape);
            is_text = is_text
                && field.encoding().__rowkey_is_text(verbatim)
                && crate::constant::is_text(field.before())
                && crate::constant::is_text(field.bytes_after());
            fields = rest;
        }
        is_text
    }
}

const fn min_len_of_fields(mut fields: &[FieldLayout], separator: Separator) -> usize {
    let mut len = 0usize;
    while let [field, rest @ ..] = fields {
        let separator_width = separator.min_width(field, field.ends_key(rest));
        let width = field.encoding().min_width();
        len = len.saturating_add(field.constants_width()).saturating_add(width).saturating_add(separator_width);
        fields = rest;
    }
    len
}

/// Returns the number of bytes after the content of an unterminated field, if all later fields have fixed widths.
/// `after` is the constant after the field, if there is one. `rest` are the later fields.
#[doc(hidden)]
pub const fn tail(after: Option<&[u8]>, rest: &[FieldLayout], separator: Separator) -> usize {
    let (constant, ends_key) = match after {
        Some(after) => (after.len(), false),
        None => (0, rest.is_empty()),
    };
    let delimiter = if ends_key { 0 } else { separator.delimiter_width() };
    min_len_of_fields(rest, separator).saturating_add(constant).saturating_add(delimiter)
}

#[doc(hidden)]
impl Layout {
    /// Checks whether the bytes of a field sort as its values do, or in reverse if the field is descending. `last` is true if
    /// the key ends after the field.
    pub const fn sorts(&self, field: &FieldLayout, last: bool) -> bool {
        let has_terminator = !last || field.encoding().is_descending();
        field.encoding().sorts(!has_terminator || self.separator.sorts())
    }

    pub const fn __rowkey_len_or_variable(&self) -> usize {
        match self.fixed_len() {
            Some(len) => len,
            None => VARIABLE,
        }
    }

    /// Returns a size hint for the bytes of a key that do not belong to a field.
    pub const fn __rowkey_size_without_fields(&self) -> usize {
        let delimiters = self.fields().len().saturating_mul(self.separator.delimiter_width());
        let mut len = self.fields_offset().saturating_add(delimiters);
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            len = len.saturating_add(field.constants_width());
            fields = rest;
        }
        len
    }
}
