//! [`RowKey`], the trait that `#[derive(RowKey)]` implements, and traits that only some key types have, such as
//! [`TotalKey`].

pub(crate) mod bounds;
pub(crate) mod bytes;
mod capabilities;
pub(crate) mod read;
pub(crate) mod space;
pub(crate) mod write;

pub use self::capabilities::{DecodeKey, OwnedKey, RandomSalt, Spreads, TextKey, TotalKey};

use crate::codec::checks::Checks;
use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::explain::Explanation;
use crate::explain::walk::explain;
use crate::key::bytes::KeyBytes;
use crate::key::read::open;
use crate::key::write::panic_with;
use crate::layout::{Layout, RegionCountError};
use crate::range::KeyRange;
#[cfg(not(feature = "random"))]
use crate::salt::random::{HasRandomSource, ThisBuild};
use crate::wire::sink::Buffer;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

/// A row key: a struct whose encoded fields, one after the other, are the bytes under which a row is stored.
///
/// Implement this trait with `#[derive(RowKey)]`. [`attributes`](crate::guide::attributes) describes the attributes, and
/// [`byte_layout`](crate::guide::byte_layout) the bytes.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(Debug, Clone, PartialEq, RowKey)]
/// struct PaymentKey {
///     #[salt(md5, 2)] // first two MD5 bytes of `customer`, before all fields
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
/// [`prefix()`](Self::prefix) returns a prefix without fields. Set the fields in declared order: the methods of a field
/// exist once all earlier fields are set.
///
/// | method | matches keys whose field | methods of further fields |
/// |---|---|---|
/// | `customer(123)` | equals the value; a float has the same bits, so that `0.0` does not match `-0.0` | those of the next field |
/// | `paid_at_in(0..100)` | is in the range, of any `RangeBounds` type; for floats in total order, in which `-0.0` is less than `0.0` | none |
/// | `host_starts_with("www.")` | begins with the argument, for strings and bytes | none |
/// | `host_ends_with(".com")` | ends with the argument, for strings and bytes under `#[reverse]` | none |
///
/// After each of these methods, you can call:
///
/// | method | returns |
/// |---|---|
/// | `range()` | the [`KeyRange`] that contains exactly the matching keys; in a salted key, only after all salted fields are set |
/// | `ranges()` | the [`Ranges`](crate::Ranges) that together contain exactly the matching keys: one range per bucket of the salt |
/// | `scan(rows_in)` | a [`Scan`](crate::scan::Scan) over the decoded rows of a store, in order |
///
/// Once an [unterminated](crate::guide::attributes::fields#unterminated) field is set or bounded, there is only `scan`, until all fields are set.
///
/// These methods never fail. A value that cannot be encoded matches no key, so its range is empty. Bounds outside the
/// field's range of values are clamped. If a table has several kinds of keys, [`KeySpace`](trait@crate::KeySpace) says when
/// a range contains only one kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    label = "not a row key",
    note = "write `#[derive(rowkey::RowKey)]` on the struct"
)]
pub trait RowKey: Sized {
    /// The type of an encoded key: `[u8; N]` if all fields have a fixed width, otherwise `Vec<u8>`.
    type Bytes: AsRef<[u8]> + Into<Vec<u8>> + Clone + Ord + Hash + fmt::Debug + KeyBytes;

    /// The prefix without fields: the return type of [`prefix`](Self::prefix).
    type Prefix;

    /// The layout of the encoded key: its fields with their positions, widths and encodings.
    const LAYOUT: &'static Layout;

    #[doc(hidden)]
    const __CHECKS: Checks;

    // Hidden functions are named `__rowkey_..`, so that rustc does not propose them: for `key.write()`, rustc would
    // propose `__write`.
    #[doc(hidden)]
    fn __rowkey_write<B: Buffer>(&self, out: &mut B) -> Result<(), EncodeError>;

    /// Returns the capacity for the buffer that the key is written to. The default is for keys of fixed width, whose
    /// buffer is an array.
    #[doc(hidden)]
    #[inline]
    fn __rowkey_size(&self) -> usize {
        0
    }

    #[doc(hidden)]
    fn __rowkey_empty_prefix() -> Self::Prefix;

    /// Returns the encoded key. This method is only for key types that can encode every value: see [`TotalKey`].
    ///
    /// Other keys have [`try_encode`](Self::try_encode).
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
            Err(error) => panic_with(&error),
        }
    }

    /// Returns the encoded key.
    ///
    /// # Errors
    /// A field has a value that cannot be encoded, such as a number with more digits than `#[pad(N)]` allows, or a
    /// string that contains the delimiter. A key with a random salt always returns an error: call
    /// [`encode_in`](Self::encode_in) instead.
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
        self.__rowkey_to_bytes()
    }

    #[doc(hidden)]
    #[inline]
    fn __rowkey_to_bytes(&self) -> Result<Self::Bytes, EncodeError> {
        let mut buffer = Self::Bytes::buffer(self.__rowkey_size());
        self.__rowkey_write(&mut buffer)?;
        Ok(Self::Bytes::finish(buffer))
    }

    /// Appends the encoded key to `out`. On an error, `out` is unchanged.
    ///
    /// # Errors
    /// The same as [`try_encode`](Self::try_encode).
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
        self.__rowkey_append(out)
    }

    #[doc(hidden)]
    #[inline]
    fn __rowkey_append(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        // A fixed-width key is written to an array, and copied to `out`. If the key has digits, it is written directly
        // to `out`: digits are written a few bytes at a time, and the copy of the array would have to wait for these
        // writes.
        if const { Self::LAYOUT.fixed_len().is_some() && !Self::LAYOUT.has_digits() } {
            out.extend_from_slice(self.__rowkey_to_bytes()?.as_ref());
            return Ok(());
        }
        let len = out.len();
        let written = Self::Bytes::append(out, |buffer| self.__rowkey_write(buffer));
        if written.is_err() {
            out.truncate(len);
        }
        written
    }

    /// Returns the encoded key as a string, for example for the `_id` of a document. This method is only for keys whose
    /// parts are all text: see [`TextKey`].
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

    /// Returns the encoded key as a string, like [`encode_text`](Self::encode_text), but returns an error for a value
    /// that cannot be encoded.
    ///
    /// # Errors
    /// The same as [`try_encode`](Self::try_encode).
    fn try_encode_text(&self) -> Result<String, EncodeError>
    where
        Self: TextKey,
    {
        self.try_encode().map(|bytes| text(bytes.into()))
    }

    /// Decodes a key.
    ///
    /// # Errors
    /// `encode` could not have produced the bytes: they are too short or too long, the salt does not match the fields, or a
    /// field has invalid bytes.
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
    ///     "field `y` at byte 2: expected 2 bytes, but the key ends after 1 of them"
    /// );
    /// ```
    #[inline]
    fn decode<'a>(bytes: &'a [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeKey<'a>,
    {
        Self::__rowkey_read(open::<Self>(bytes)?, None)
    }

    /// Explains the bytes of a key part by part, and reports what is wrong with them.
    ///
    /// The reported problem is the error of [`decode`](Self::decode), because both run the same code. `explain` never fails,
    /// and also explains keys that cannot be decoded.
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
    ///     "field `y` at byte 2: expected 2 bytes, but the key ends after 1 of them"
    /// );
    /// ```
    fn explain(bytes: &[u8]) -> Explanation {
        explain(Self::LAYOUT, bytes, &Self::__CHECKS)
    }

    /// Returns a prefix without fields, which matches all keys. Set fields in declared order, then call `range()`, `ranges()`
    /// or `scan(..)`.
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
        Self::__rowkey_empty_prefix()
    }

    /// Returns the range of all keys that begin with the namespace, in all buckets of the salt. Without a namespace,
    /// the range is the whole table.
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

    /// Returns the encoded key in bucket number `bucket`, for keys with a random salt.
    ///
    /// # Errors
    /// A field has a value that cannot be encoded, or `bucket` is out of range: buckets are numbered from 0.
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
            return self.__rowkey_to_bytes();
        };
        let count = salt.layout.bucket_count();
        if bucket >= count {
            return Err(EncodeError::salt(EncodeErrorKind::NoSuchBucket { bucket, count }));
        }
        let mut bytes = self.__rowkey_to_bytes()?;
        salt.layout.write_bucket(bucket, bytes.bytes_mut(), Self::LAYOUT.namespace().len());
        Ok(bytes)
    }

    /// Returns the encoded key in a random bucket, for keys with a random salt.
    ///
    /// # Errors
    /// A field has a value that cannot be encoded.
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
        for<'x> ThisBuild: HasRandomSource<'x>,
    {
        self.encode_in(0)
    }

    /// Returns all encoded keys under which a row may be stored: one per bucket of the random salt.
    ///
    /// If a field has a value that cannot be encoded, there are no keys.
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
        PossibleKeys::new(self.__rowkey_to_bytes().ok(), Self::LAYOUT)
    }

    /// Returns the `regions - 1` keys that split a table into regions. Use them to split a table before its first row is written.
    /// A region gets at most one bucket more than another. Of 40 regions with 64 buckets, 24 get two buckets and 16 get one. So
    /// choose a number of buckets that is a multiple of the number of regions, or much greater.
    ///
    /// `split_points` is for keys that begin, after the namespace, with a salt, a hash, or reversed digits or integers.
    /// `split_points` assumes that the first bytes take all values equally often. This is true of the digests of this
    /// crate. It must also be true of a hash function of your own, as in `#[hash(with = path, N)]`, and of the numbers
    /// of a `modulo` salt: otherwise some regions get most of the rows. For example, with 16 buckets, times in
    /// milliseconds that are multiples of 10,000 all have the same bucket.
    ///
    /// The split points contain the namespace, and are only for keys of this type. If keys with another namespace share
    /// the table, as during a [change of the layout](crate::guide::evolution#leave-room-for-the-next-layout), also split the
    /// table at the split points of the other type, and at the other namespace. For the command in `hbase shell`, see
    /// [choosing](crate::guide::choosing#how-to-spread-the-writes).
    ///
    /// # Errors
    /// `regions` is 0, greater than 2^20, or greater than the number of buckets of the salt or of values of the field.
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
    /// let split_points = EventKey::split_points(3)?;
    /// assert_eq!(split_points, [b"55555555", b"aaaaaaaa"]);
    ///
    /// // How even the regions will be: count the keys of each region in a sample of your own keys.
    /// let mut rows = [0; 3];
    /// for at in 0..3_000 {
    ///     let key = EventKey { at }.encode();
    ///     rows[split_points.partition_point(|point| point[..] <= key[..])] += 1;
    /// }
    /// assert_eq!(rows, [951, 1025, 1024]);
    /// # Ok::<(), rowkey::RegionCountError>(())
    /// ```
    fn split_points(regions: usize) -> Result<Vec<Vec<u8>>, RegionCountError>
    where
        Self: Spreads,
    {
        Self::LAYOUT.split_points(regions)
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// An iterator over the encoded keys under which a row with a random salt may be stored: the return type of
/// [`RowKey::possible_keys`].
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(salt(random, buckets = 3))]
/// struct EventKey {
///     at: u16,
/// }
///
/// let keys = EventKey { at: 258 }.possible_keys();
/// assert_eq!(keys.collect::<Vec<_>>(), [[0, 1, 2], [1, 1, 2], [2, 1, 2]]);
/// ```
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
        let remaining = usize::try_from(self.buckets.end - self.buckets.start).unwrap_or(usize::MAX);
        (remaining, Some(remaining))
    }
}

impl<B: Clone + KeyBytes> ExactSizeIterator for PossibleKeys<B> {}
