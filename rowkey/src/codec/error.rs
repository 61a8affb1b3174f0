//! The errors that codecs written by users return: [`CodecError`] and [`OutOfRange`].

use crate::codec::BoundPlace;
use alloc::string::{String, ToString};
use core::fmt;

/// The reason why a [`Codec`](crate::Codec) rejects a value or stored bytes, as text.
///
/// `?` and `into` convert strings, and all errors that implement `Display`, to a `CodecError`. For this reason,
/// `CodecError` itself does not implement `Display` or `Error`: its `From` impl would overlap with
/// `impl From<T> for T`. The key's `EncodeError` or `DecodeError` prints the text.
///
/// ```
/// use rowkey::CodecError;
///
/// fn number(digits: Vec<u8>) -> Result<u16, CodecError> {
///     if digits.is_empty() {
///         return Err("no digits".into());
///     }
///     Ok(String::from_utf8(digits)?.parse()?)
/// }
///
/// assert_eq!(number(b"17".to_vec()), Ok(17));
/// assert_eq!(number(vec![]).unwrap_err().message(), "no digits");
/// assert_eq!(number(b"x".to_vec()).unwrap_err().message(), "invalid digit found in string");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodecError {
    pub(crate) message: String,
    pub(crate) offset: usize,
}

impl CodecError {
    /// Says which stored byte of the value is wrong. `offset` counts from the first byte of the value, which is 0. The
    /// key's `DecodeError` prints the offset from the start of the key. Without a call of `at`, the error is about the
    /// first byte of the value.
    ///
    /// ```
    /// use rowkey::{Codec, CodecError, RowKey};
    ///
    /// struct Digits;
    ///
    /// impl Codec<[u8; 4]> for Digits {
    ///     type Encoded = [u8; 4];
    ///     const NAME: &'static str = "four digits";
    ///     fn encode(value: &[u8; 4]) -> [u8; 4] {
    ///         value.map(|digit| digit + b'0')
    ///     }
    ///     fn decode(bytes: [u8; 4]) -> Result<[u8; 4], CodecError> {
    ///         match bytes.iter().position(|byte| !byte.is_ascii_digit()) {
    ///             Some(wrong) => Err(CodecError::from("not a digit").at(wrong)),
    ///             None => Ok(bytes.map(|byte| byte - b'0')),
    ///         }
    ///     }
    /// }
    ///
    /// #[derive(Debug, RowKey)]
    /// struct DoorKey {
    ///     house: u16,
    ///     #[rowkey(codec = Digits)]
    ///     code: [u8; 4],
    /// }
    ///
    /// let error = DoorKey::decode(b"\x00\x0712x4").unwrap_err();
    /// assert_eq!(error.to_string(), "field `code` at byte 4: not a digit");
    /// ```
    #[must_use]
    pub fn at(self, offset: usize) -> Self {
        Self { offset, ..self }
    }

    /// Returns the reason as text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl<E: fmt::Display> From<E> for CodecError {
    fn from(error: E) -> Self {
        Self { message: error.to_string(), offset: 0 }
    }
}

/// The error of a [`Codec`](crate::Codec) that keeps the order of the values but cannot encode all of them. Every
/// rejected value must be less than all values that the codec can encode, or greater than all of them.
///
/// If a query has a rejected value as a bound, as in `used_in(80..=200)`, the bound moves to the nearest value that the
/// codec can encode. `testing::codec` tests that each rejected sample is less or greater than the encoded samples, as
/// its error says.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::{InOrder, OutOfRange}};
///
/// /// A percentage in one byte.
/// struct Percent;
///
/// impl Codec<i32> for Percent {
///     type Encoded = Result<InOrder<[u8; 1]>, OutOfRange>;
///     const NAME: &'static str = "percent";
///     fn encode(value: &i32) -> Self::Encoded {
///         match u8::try_from(*value) {
///             Ok(percent @ ..=100) => Ok(InOrder([percent])),
///             _ if *value < 0 => Err(OutOfRange::below("less than 0 percent")),
///             _ => Err(OutOfRange::above("more than 100 percent")),
///         }
///     }
///     fn decode([percent]: [u8; 1]) -> Result<i32, CodecError> { Ok(percent.into()) }
/// }
///
/// #[derive(RowKey)]
/// struct DiskKey {
///     #[rowkey(codec = Percent)]
///     used: i32,
///     disk: u16,
/// }
///
/// let disk = DiskKey { used: 90, disk: 7 }.try_encode()?;
/// assert_eq!(disk, [90, 0, 7]);
/// assert!(DiskKey::prefix().used_in(80..=200).range().contains(&disk));
/// assert!(DiskKey { used: 101, disk: 7 }.try_encode().is_err());
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfRange {
    pub(super) place: BoundPlace,
    pub(super) reason: CodecError,
}

impl OutOfRange {
    /// Creates the error for a value that is less than all values that the codec can encode.
    #[must_use]
    pub fn below(reason: impl Into<CodecError>) -> Self {
        Self { place: BoundPlace::Before, reason: reason.into() }
    }

    /// Creates the error for a value that is greater than all values that the codec can encode.
    #[must_use]
    pub fn above(reason: impl Into<CodecError>) -> Self {
        Self { place: BoundPlace::After, reason: reason.into() }
    }
}
