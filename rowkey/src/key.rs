//! The trait that derived keys implement.

use crate::codec::sink::Buffer;
use crate::error::{DecodeError, EncodeError};
use crate::facts::{DecodeFields, TotalFields};
use crate::layout::Layout;
use crate::range::{KeyRange, successor};
use crate::write::KeyBytes;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

/// A row key: a struct whose fields, one after the other, are the bytes under which a row is stored.
///
/// Derive it; the attributes are described in [`attributes`](crate::attributes), the bytes in
/// [`layout`](crate::format).
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row key",
    label = "not a row key",
    note = "write `#[derive(rowkey::RowKey)]` on the struct"
)]
pub trait RowKey: Sized {
    /// The bytes of a key: `[u8; N]` when every part has a fixed width, else `Vec<u8>`.
    type Bytes: AsRef<[u8]> + Into<Vec<u8>> + Clone + Ord + Hash + fmt::Debug + KeyBytes;

    /// The empty prefix, from which typed scans start.
    type Prefix;

    /// What stands where in the bytes.
    const LAYOUT: Layout;

    #[doc(hidden)]
    fn __write<B: Buffer>(&self, out: &mut B) -> Result<(), EncodeError>;

    #[doc(hidden)]
    fn __size(&self) -> usize;

    #[doc(hidden)]
    fn __prefix() -> Self::Prefix;

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
    /// delimiter in it.
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
        let before = out.len();
        self.__write(out).inspect_err(|_| out.truncate(before))
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
        Self::__prefix()
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
        let namespace = Self::LAYOUT.namespace();
        KeyRange::new(namespace.into(), successor(namespace.into()))
    }
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
pub trait TotalKey: RowKey {}

impl<K: RowKey + TotalFields> TotalKey for K {}

/// A key type that can be decoded from bytes that live for `'a`; keys that own their fields can be from any bytes.
///
/// The derive sees to it, except for keys with a hashed field or with a borrowed one that does not stand verbatim.
pub trait DecodeKey<'a>: RowKey + DecodeFields<'a> {}

impl<'a, K: RowKey + DecodeFields<'a>> DecodeKey<'a> for K {}
