//! The trait that derived keys implement.

pub(crate) mod bounds;
pub(crate) mod bytes;
pub(crate) mod read;
pub(crate) mod space;
pub(crate) mod write;

use crate::codec::checks::Checks;
use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::explain::Explanation;
use crate::key::bounds::{DecodeFields, OwnedFields, SpreadStart, TextFields, TotalFields};
use crate::key::bytes::KeyBytes;
use crate::layout::{Layout, RegionCountError};
use crate::range::KeyRange;
#[cfg(not(feature = "random"))]
use crate::salt::chance::{HasChance, ThisBuild};
use crate::wire::sink::Buffer;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

/// A row key: a struct whose fields, one after the other, are the bytes under which a row is stored.
///
/// Derive it: the attributes are described in [`attributes`](crate::attributes), the bytes in
/// [`format`](crate::format).
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(Debug, Clone, PartialEq, RowKey)]
/// struct PaymentKey {
///     #[salt(md5, 2)] // first two MD5 bytes of `customer`, in front of the key
///     #[pad(6)] // six decimal digits: 123 -> "000123"
///     customer: u32,
///     #[descending] // newest first
///     paid_at: i64,
///     payment: u64,
/// }
///
/// let key = PaymentKey { customer: 123, paid_at: 1_364_248_490_000, payment: 7 };
/// let bytes: [u8; 24] = key.try_encode()?; // fixed width: an array, no allocation
/// assert_eq!(PaymentKey::decode(&bytes)?, key);
///
/// let range = PaymentKey::prefix().customer(123).paid_at_in(1_364_000_000_000..).range();
/// assert!(range.contains(&bytes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Prefixes
///
/// [`prefix()`](Self::prefix) gives a prefix without fields. Each field has its methods, which are there once the fields in
/// front of it are set:
///
/// | method | the field | then |
/// |---|---|---|
/// | `customer(123)` | equals this | the next field's methods |
/// | `paid_at_in(0..100)` | lies in this range, of any kind | no more fields |
/// | `host_starts_with("www.")` | a string or bytes, begins with this | no more fields |
/// | `host_ends_with(".com")` | a string or bytes under `#[reverse]`, ends with this | no more fields |
///
/// And each step has these:
///
/// | method | gives |
/// |---|---|
/// | `range()` | the one [`KeyRange`] that holds exactly the keys asked for; where the key is salted, once the salted fields are set |
/// | `ranges()` | the [`Ranges`](crate::Ranges) that together do: one for each salt |
/// | `scan(open)` | the rows of a store, decoded and in order: a [`Scan`](crate::Scan), which also runs backward, continues after a key, and limits how many ranges are open |
///
/// Ranges never fail. A value that no key can hold gives an empty range, and a bound that none can hold moves to the
/// nearest value that one can.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    label = "not a row key",
    note = "write `#[derive(rowkey::RowKey)]` on the struct"
)]
pub trait RowKey: Sized {
    /// The bytes of a key: `[u8; N]` when every part has a fixed width, else `Vec<u8>`.
    type Bytes: AsRef<[u8]> + Into<Vec<u8>> + Clone + Ord + Hash + fmt::Debug + KeyBytes;

    /// The empty prefix, from which typed scans start.
    type Prefix;

    /// What stands where in the bytes.
    const LAYOUT: &'static Layout;

    #[doc(hidden)]
    const __CHECKS: Checks;

    #[doc(hidden)]
    fn __write<B: Buffer>(&self, out: &mut B) -> Result<(), EncodeError>;

    /// The capacity of the buffer. A key of fixed width is written to an array, which needs none.
    #[doc(hidden)]
    #[inline]
    fn __size(&self) -> usize {
        0
    }

    #[doc(hidden)]
    fn __first_step() -> Self::Prefix;

    /// The bytes of this key, where every value has some: see [`TotalKey`].
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: i16,
    /// }
    ///
    /// assert_eq!(PointKey { x: 1, y: -1 }.encode(), [0x00, 0x01, 0x7F, 0xFF]);
    /// ```
    #[inline]
    fn encode(&self) -> Self::Bytes
    where
        Self: TotalKey,
    {
        match self.try_encode() {
            Ok(bytes) => bytes,
            Err(error) => refused(&error),
        }
    }

    /// The bytes of this key.
    ///
    /// # Errors
    /// A field holds a value that its form in the key cannot: more digits than `#[pad(N)]` has, a string with the
    /// delimiter in it. And always when the salt is random: such a key takes [`encode_in`](Self::encode_in).
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct CustomerKey {
    ///     #[pad(6)]
    ///     customer: u32,
    /// }
    ///
    /// assert_eq!(CustomerKey { customer: 123 }.try_encode().unwrap(), *b"000123");
    /// assert!(CustomerKey { customer: 1_234_567 }.try_encode().is_err());
    /// ```
    #[inline]
    fn try_encode(&self) -> Result<Self::Bytes, EncodeError> {
        if Self::LAYOUT.has_random_salt() {
            return Err(EncodeError::salt(EncodeErrorKind::NoBucketChosen));
        }
        self.__to_bytes()
    }

    #[doc(hidden)]
    #[inline]
    fn __to_bytes(&self) -> Result<Self::Bytes, EncodeError> {
        let mut buffer = Self::Bytes::buffer(self.__size());
        self.__write(&mut buffer)?;
        Ok(Self::Bytes::finish(buffer))
    }

    /// Appends the bytes of this key to `out`; on an error `out` is as it was.
    ///
    /// # Errors
    /// As [`try_encode`](Self::try_encode).
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: u16,
    /// }
    ///
    /// let mut out = vec![0xAA];
    /// PointKey { x: 1, y: 2 }.encode_into(&mut out)?;
    /// assert_eq!(out, [0xAA, 0, 1, 0, 2]);
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    #[inline]
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if Self::LAYOUT.has_random_salt() {
            return Err(EncodeError::salt(EncodeErrorKind::NoBucketChosen));
        }
        self.__append(out)
    }

    #[doc(hidden)]
    #[inline]
    fn __append(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        // Digits are written a few bytes at a time. A copy of all bytes at once would have to wait for those writes.
        if const { Self::LAYOUT.fixed_len().is_some() && !Self::LAYOUT.has_digits() } {
            out.extend_from_slice(self.__to_bytes()?.as_ref());
            return Ok(());
        }
        let len = out.len();
        let written = Self::Bytes::append(out, |buffer| self.__write(buffer));
        if written.is_err() {
            out.truncate(len);
        }
        written
    }

    /// The key as text, where all its parts are: for the `_id` of a JSON table.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct UserKey {
    ///     #[pad(10)]
    ///     user: u32,
    ///     mail: String,
    /// }
    ///
    /// let key = UserKey { user: 7, mail: "a@b.example".into() };
    /// assert_eq!(key.encode_text(), "0000000007a@b.example");
    /// ```
    fn encode_text(&self) -> String
    where
        Self: TextKey + TotalKey,
    {
        text(self.encode().into())
    }

    /// As [`encode_text`](Self::encode_text), for keys that may refuse a value.
    ///
    /// # Errors
    /// As [`try_encode`](Self::try_encode).
    fn try_encode_text(&self) -> Result<String, EncodeError>
    where
        Self: TextKey,
    {
        self.try_encode().map(|bytes| text(bytes.into()))
    }

    /// The key that these bytes are.
    ///
    /// # Errors
    /// They are the bytes of no key: too short, too long, a salt that the fields do not give, digits that are none.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: u16,
    /// }
    ///
    /// assert_eq!(PointKey::decode(&[0, 1, 0, 2]).unwrap(), PointKey { x: 1, y: 2 });
    /// assert_eq!(
    ///     PointKey::decode(&[0, 1, 0]).unwrap_err().to_string(),
    ///     "field `y` at byte 2: the key ends after 1 of 2 bytes"
    /// );
    /// ```
    #[inline]
    fn decode<'a>(bytes: &'a [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeKey<'a>,
    {
        Self::__read(bytes)
    }

    /// Says what each part of these bytes is, and what is wrong and where if they are no key: what [`decode`](Self::decode)
    /// says, decided by the same code. It never fails, and is there for keys without `decode` too.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: i16,
    /// }
    ///
    /// println!("{}", PointKey::explain(&[0, 1, 0x7F, 0xFF]));
    /// assert_eq!(PointKey::explain(&[0, 1, 0x7F, 0xFF]).parts()[1].value(), Some("-1"));
    /// assert_eq!(
    ///     PointKey::explain(&[0, 1, 0]).problem().unwrap().to_string(),
    ///     "field `y` at byte 2: the key ends after 1 of 2 bytes"
    /// );
    /// ```
    fn explain(bytes: &[u8]) -> Explanation {
        Self::LAYOUT.explain_with(bytes, Some(&Self::__CHECKS))
    }

    /// The prefix that all keys have: set its fields in order, then take its `range()`.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: u16,
    /// }
    ///
    /// let range = PointKey::prefix().x(1).y_in(5..=6).range();
    /// assert_eq!(range.start(), [0, 1, 0, 5]);
    /// assert_eq!(range.end(), Some(&[0, 1, 0, 7][..]));
    /// ```
    #[inline]
    fn prefix() -> Self::Prefix {
        Self::__first_step()
    }

    /// The range of the whole table, in stored order: all keys of the namespace.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(namespace = "orders/")]
    /// struct OrderKey {
    ///     order: u64,
    /// }
    ///
    /// assert_eq!(OrderKey::all().start(), b"orders/");
    /// assert_eq!(OrderKey::all().end(), Some(&b"orders0"[..]));
    /// ```
    fn all() -> KeyRange {
        KeyRange::beginning_with(Self::LAYOUT.namespace())
    }

    /// The bytes of this key in one bucket of its random salt.
    ///
    /// # Errors
    /// As [`try_encode`](Self::try_encode), and when there is no bucket of this number.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(salt(random, buckets = 4))]
    /// struct EventKey {
    ///     at: u32,
    /// }
    ///
    /// let key = EventKey { at: 7 };
    /// assert_eq!(key.encode_in(3)?, [3, 0, 0, 0, 7]);
    /// assert_eq!(EventKey::decode(&[3, 0, 0, 0, 7])?, key);
    /// assert!(key.encode_in(4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn encode_in(&self, bucket: u64) -> Result<Self::Bytes, EncodeError>
    where
        Self: RandomSalt,
    {
        let Some(salt) = Self::LAYOUT.salt() else {
            return self.__to_bytes();
        };
        let count = salt.layout.bucket_count();
        if bucket >= count {
            return Err(EncodeError::salt(EncodeErrorKind::NoSuchBucket { bucket, count }));
        }
        let mut bytes = self.__to_bytes()?;
        salt.layout.write_bucket(bucket, bytes.bytes_mut(), Self::LAYOUT.namespace().len());
        Ok(bytes)
    }

    /// The bytes of this key in a bucket that chance picks.
    ///
    /// # Errors
    /// As [`try_encode`](Self::try_encode).
    #[cfg(feature = "random")]
    fn encode_random(&self) -> Result<Self::Bytes, EncodeError>
    where
        Self: RandomSalt,
    {
        let count = Self::LAYOUT.salt().map_or(1, |salt| salt.layout.bucket_count());
        self.encode_in(fastrand::u64(0..count))
    }

    #[doc(hidden)]
    #[cfg(not(feature = "random"))]
    fn encode_random(&self) -> Result<Self::Bytes, EncodeError>
    where
        Self: RandomSalt,
        for<'x> ThisBuild: HasChance<'x>,
    {
        self.encode_in(0)
    }

    /// The keys under which a row may stand, one for each bucket of its random salt. None if the fields have no bytes.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(salt(random, buckets = 3, digits))]
    /// struct EventKey {
    ///     name: String,
    /// }
    ///
    /// let keys: Vec<_> = EventKey { name: "start".into() }.possible_keys().collect();
    /// assert_eq!(keys, [b"0start", b"1start", b"2start"]);
    /// ```
    fn possible_keys(&self) -> PossibleKeys<Self::Bytes>
    where
        Self: RandomSalt,
    {
        PossibleKeys::new(self.__to_bytes().ok(), Self::LAYOUT)
    }

    /// Returns the `regions - 1` keys that split a table into this many regions, as evenly as bucket boundaries allow.
    /// Use them to split a table before its first row is written.
    ///
    /// It is for keys that begin with a salt, a hash, or reversed digits or integers (after a namespace).
    ///
    /// # Errors
    /// `regions` is 0, or more than 2^20, or more than the salt has buckets or the field has values.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(salt(md5, 4, hex))]
    /// struct EventKey {
    ///     at: u64,
    /// }
    ///
    /// assert_eq!(EventKey::split_points(3)?, [b"55555555", b"aaaaaaaa"]);
    /// # Ok::<(), rowkey::RegionCountError>(())
    /// ```
    fn split_points(regions: usize) -> Result<Vec<Vec<u8>>, RegionCountError>
    where
        Self: Spreads,
    {
        Self::LAYOUT.split_points(regions)
    }
}

/// Text by the proof of [`TextKey`].
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cold]
#[allow(clippy::panic, reason = "a total key refuses no value: to get here is a mistake in this crate, not in data")]
fn refused(error: &EncodeError) -> ! {
    panic!("a key that can always be encoded was refused, which is a mistake in rowkey: {error}")
}

/// A key type all of whose values have an encoding, so that [`RowKey::encode`] cannot fail.
///
/// It holds where the types of the fields prove it. `#[pad(N)]` is total from the digits of the type's
/// largest value on (`u32`: 10), and never for signed integers; a padded, delimited or terminated string never is.
#[diagnostic::on_unimplemented(
    message = "some values of `{Self}` may have no encoding: call `try_encode` instead of `encode`",
    label = "`encode` is only there for keys that always have bytes",
    note = "in code for any key write the bound `rowkey::TotalKey`"
)]
pub trait TotalKey: RowKey {}

impl<K: RowKey + TotalFields> TotalKey for K {}

/// A key type that can be decoded from bytes that live for `'a`; keys that own their fields can be from any bytes.
///
/// The derive sees to it, except for keys with a hashed field or with a borrowed one that does not stand verbatim. A
/// `Cow<'static, str>` is a borrowed field too, and decodes from `'static` bytes alone: give the struct a lifetime, or write
/// `String`.
///
/// ```
/// use rowkey::RowKey;
/// use std::borrow::Cow;
///
/// #[derive(RowKey)]
/// struct FileKey<'a> {
///     folder: Cow<'a, str>,
///     file: &'a str,
/// }
///
/// let stored = FileKey { folder: "src".into(), file: "lib.rs" }.encode();
/// let key = FileKey::decode(&stored)?; // lives as long as `stored`, of which it copies nothing
/// assert!(matches!(key.folder, Cow::Borrowed("src")));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded",
    label = "this key cannot be decoded",
    note = "in code for any key write the bound `rowkey::DecodeKey<'a>`, or `for<'a> rowkey::DecodeKey<'a>` for one that owns its fields"
)]
pub trait DecodeKey<'a>: RowKey + DecodeFields<'a> {}

impl<'a, K: RowKey + DecodeFields<'a>> DecodeKey<'a> for K {}

/// A key type that owns its fields, so that a decoded key can outlive the bytes it was decoded from.
///
/// The derive implements it for structs without lifetimes whose fields can all be decoded. Scans need it.
#[diagnostic::on_unimplemented(
    message = "a scan needs a key that owns its fields, but `{Self}` borrows fields or cannot be decoded",
    label = "this key cannot be scanned",
    note = "write `String` instead of `&str` or `Cow<str>`, and `#[salt(..)]` instead of `#[hash(..)]`, which cannot be decoded; or read the rows of each range of `ranges()` yourself"
)]
pub trait OwnedKey: for<'a> DecodeKey<'a> {}

impl<K: RowKey + OwnedFields + for<'a> DecodeFields<'a>> OwnedKey for K {}

/// A key type whose salt is random: the writer chooses the bucket.
///
/// The derive implements it for `salt(random, ..)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no random salt, so it has no bucket to choose",
    label = "only for keys with `salt(random, ..)`",
    note = "call `encode` or `try_encode`"
)]
pub trait RandomSalt: RowKey {}

/// A key type whose first bytes spread evenly: a salt, a hash, or reversed digits or integers.
#[diagnostic::on_unimplemented(
    message = "the keys of `{Self}` do not spread evenly, so they have no split points",
    label = "no split points for this key"
)]
pub trait Spreads: RowKey {}

impl<K: RowKey + SpreadStart> Spreads for K {}

/// A key type all of whose parts are text: padded digits, strings without escapes, hashes and salts in hex or digits,
/// codes given as strings, a namespace in UTF-8.
#[diagnostic::on_unimplemented(
    message = "not all parts of `{Self}` are text",
    label = "this key has no text form",
    note = "a salt is text with `hex` or `digits`, as in `salt(md5, 2, hex)`, and a namespace if it is UTF-8; `encode` and `try_encode` give any key's bytes"
)]
pub trait TextKey: RowKey {}

impl<K: RowKey + TextFields> TextKey for K {}

/// The keys under which a row with a random salt may stand: what [`RowKey::possible_keys`] gives.
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy"]
pub struct PossibleKeys<B> {
    key: Option<B>,
    layout: &'static Layout,
    buckets: core::ops::Range<u64>,
}

impl<B> PossibleKeys<B> {
    fn new(key: Option<B>, layout: &'static Layout) -> Self {
        let count = layout.salt().map_or(1, |salt| salt.layout.bucket_count());
        Self { buckets: 0..if key.is_some() { count } else { 0 }, key, layout }
    }
}

impl<B: Clone + KeyBytes> Iterator for PossibleKeys<B> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        let bucket = self.buckets.next()?;
        let mut key = self.key.clone()?;
        if let Some(salt) = self.layout.salt() {
            salt.layout.write_bucket(bucket, key.bytes_mut(), self.layout.namespace().len());
        }
        Some(key)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.buckets.end - self.buckets.start).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl<B: Clone + KeyBytes> ExactSizeIterator for PossibleKeys<B> {}
