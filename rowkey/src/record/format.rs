//! Formats, which convert the values of records to bytes and back, such as [`Raw`].

#![cfg_attr(
    feature = "postcard",
    allow(
        clippy::inline_always,
        reason = "without inlining, each call copies the value, which took 1 % of the time of a scan"
    )
)]

use crate::error::debug_as_message;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// Writes and reads the values of records as bytes.
///
/// [`Postcard`] and [`Json`] are formats for all types of serde, and [`Raw`] stores bytes and strings unchanged. A format of
/// your own takes about ten lines:
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::record::{ValueFormat, FormatError, Record};
///
/// /// A temperature as two big-endian bytes.
/// struct TwoBytes;
///
/// impl ValueFormat<i16> for TwoBytes {
///     const NAME: &'static str = "two bytes";
///
///     fn write(value: &i16, out: &mut Vec<u8>) -> Result<(), FormatError> {
///         out.extend(value.to_be_bytes());
///         Ok(())
///     }
///
///     fn read(bytes: &[u8]) -> Result<i16, FormatError> {
///         bytes.try_into().map(i16::from_be_bytes).map_err(FormatError::new)
///     }
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(value = i16, format = TwoBytes)]
/// struct ReadingKey {
///     sensor: u16,
/// }
///
/// let changes = ReadingKey { sensor: 7 }.changes(None, Some(&-2))?;
/// let change = changes.iter().next().unwrap();
/// assert_eq!((change.key, change.value), (&[0, 7][..], Some(&[0xFF, 0xFE][..])));
/// # Ok::<(), rowkey::record::ChangeError>(())
/// ```
///
#[cfg_attr(feature = "json", doc = "[`Json`]: crate::Json")]
#[cfg_attr(not(feature = "json"), doc = "[`Json`]: crate#features")]
#[cfg_attr(feature = "postcard", doc = "[`Postcard`]: crate::Postcard")]
#[cfg_attr(not(feature = "postcard"), doc = "[`Postcard`]: crate#features")]
#[diagnostic::on_unimplemented(
    message = "the format `{Self}` cannot write a `{V}`",
    label = "not a format for `{V}`",
    note = "`rowkey::Postcard` and `rowkey::Json` need `#[derive(serde::Serialize, serde::Deserialize)]` on the value; `rowkey::Raw` is for `Vec<u8>`, `[u8; N]` and `String`",
    note = "for a format of your own, implement `rowkey::record::ValueFormat`"
)]
pub trait ValueFormat<V> {
    /// The name of the format. The name is part of the [fingerprint](crate::store::Table::fingerprint) of a table, so
    /// that opening a table whose values have another format is an error.
    const NAME: &'static str;

    /// True if [`read`](Self::read) gives back an identical value for every value that [`write`](Self::write) accepts, as
    /// [`Raw`] does. The default is `false`.
    ///
    /// Index entries must be those of the value that the store gives back. So unless this constant is `true`, every write of
    /// a record reads the new value back from its bytes, computes the entries from the value that it has read, and fails if
    /// the bytes cannot be read. Set the constant only if no value is rounded, no field is skipped, and no value such as NaN
    /// is written as something else. If the promise is wrong, indexes have entries that no record has. [`Exact`] sets the
    /// constant for another format.
    const IS_EXACT: bool = false;

    /// Appends the bytes of a value. Equal values should have equal bytes. Otherwise, an update that changes nothing
    /// can still write the record. A value has several spellings if it contains a `HashMap` or a `HashSet`: implement
    /// `PartialEq` for the type of the value, so that [`Rows::copy`](crate::store::Rows::copy) and
    /// [`Rows::verify`](crate::store::Rows::verify) find two spellings equal.
    ///
    /// # Errors
    /// The format cannot represent the value.
    fn write(value: &V, out: &mut Vec<u8>) -> Result<(), FormatError>;

    /// Returns the value whose bytes [`write`](Self::write) has written. For the same bytes, always returns the same value.
    ///
    /// # Errors
    /// The bytes are not a value in this format.
    fn read(bytes: &[u8]) -> Result<V, FormatError>;
}

/// The format `F`, for values that it is known to give back: writes do not read them back.
///
/// Reading back costs up to a tenth of the instructions of a `put`: see the [performance page](crate::guide::performance). Use
/// `Exact` where this matters, and after `rowkey::testing::values` (feature `testing`) has found nothing in values of all
/// kinds. `Exact` sets [`ValueFormat::IS_EXACT`], whose documentation says what is promised. The stored bytes and the name of the
/// format stay the same, so a program can add and remove `Exact` at any time.
///
#[cfg_attr(feature = "postcard", doc = "```")]
#[cfg_attr(not(feature = "postcard"), doc = "```ignore")]
/// use rowkey::RowKey;
/// use rowkey::record::{Exact, ValueFormat, Record};
///
/// #[derive(RowKey)]
/// #[rowkey(value = u64, format = Exact<rowkey::Postcard>)]
/// struct CounterKey {
///     counter: u16,
/// }
///
/// assert_eq!(CounterKey::TABLE.format(), <rowkey::Postcard as ValueFormat<u64>>::NAME);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Exact<F>(PhantomData<F>);

#[diagnostic::do_not_recommend]
impl<V, F: ValueFormat<V>> ValueFormat<V> for Exact<F> {
    const NAME: &'static str = F::NAME;
    const IS_EXACT: bool = true;

    #[inline]
    fn write(value: &V, out: &mut Vec<u8>) -> Result<(), FormatError> {
        F::write(value, out)
    }

    #[inline]
    fn read(bytes: &[u8]) -> Result<V, FormatError> {
        F::read(bytes)
    }
}

/// Writes a value, and reads it back unless the format [is exact](ValueFormat::IS_EXACT). Returns the value that was read if it
/// was read.
///
/// # Errors
/// The value cannot be written, or its bytes cannot be read.
#[inline]
pub fn write_checked<F: ValueFormat<V>, V>(value: &V, out: &mut Vec<u8>) -> Result<Option<V>, ValueError> {
    let start = out.len();
    F::write(value, out).map_err(ValueError::Rejected)?;
    if F::IS_EXACT {
        return Ok(None);
    }
    F::read(out.get(start..).unwrap_or_default()).map(Some).map_err(ValueError::Unreadable)
}

/// The cause why a value cannot be stored.
#[derive(Debug)]
pub enum ValueError {
    /// The format does not write the value.
    Rejected(FormatError),
    /// The format cannot read what it has written.
    Unreadable(FormatError),
}

/// Returns whether two byte strings are the same value in several spellings, such as a `HashMap` that was written in two
/// orders. Two spellings have the same bytes in another order, and the values that `is_equal` compares are equal.
pub(super) fn is_same_value<V>(
    [a, b]: [&[u8]; 2],
    read: impl Fn(&[u8]) -> Result<V, FormatError>,
    is_equal: impl FnOnce(&V, &V) -> bool,
) -> bool {
    let sorted = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes.sort_unstable();
        bytes
    };
    if a.len() != b.len() || sorted(a) != sorted(b) {
        return false;
    }
    matches!((read(a), read(b)), (Ok(a), Ok(b)) if is_equal(&a, &b))
}

/// The error of a [`ValueFormat`], which contains a message.
#[derive(Clone, PartialEq, Eq)]
pub struct FormatError {
    message: String,
}

impl FormatError {
    /// Returns an error with this message. In a function that returns a `FormatError`, `?` also converts a `&str`, as in
    /// `value.ok_or("expected 2 bytes")?`.
    ///
    /// ```
    /// use rowkey::record::FormatError;
    ///
    /// assert_eq!(FormatError::new("expected 2 bytes").to_string(), "expected 2 bytes");
    /// ```
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string() }
    }
}

impl From<&str> for FormatError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<String> for FormatError {
    fn from(message: String) -> Self {
        Self { message }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for FormatError {}

debug_as_message!(FormatError);

/// The format that stores bytes and strings unchanged: `Vec<u8>`, `[u8; N]` and `String`. The value `()` has no bytes.
///
/// ```
/// use rowkey::record::ValueFormat;
/// use rowkey::Raw;
///
/// let mut out = Vec::new();
/// Raw::write(&"up".to_string(), &mut out)?;
/// assert_eq!(out, b"up");
/// let text: String = Raw::read(b"up")?;
/// assert_eq!(text, "up");
/// # Ok::<(), rowkey::record::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Raw {}

impl ValueFormat<Vec<u8>> for Raw {
    const NAME: &'static str = "bytes";
    const IS_EXACT: bool = true;

    fn write(value: &Vec<u8>, out: &mut Vec<u8>) -> Result<(), FormatError> {
        out.extend_from_slice(value);
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
        Ok(bytes.into())
    }
}

impl<const N: usize> ValueFormat<[u8; N]> for Raw {
    const NAME: &'static str = "bytes";
    const IS_EXACT: bool = true;

    fn write(value: &[u8; N], out: &mut Vec<u8>) -> Result<(), FormatError> {
        out.extend_from_slice(value);
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<[u8; N], FormatError> {
        bytes.try_into().map_err(|_| FormatError::new(format_args!("expected {N} bytes, found {}", bytes.len())))
    }
}

impl ValueFormat<String> for Raw {
    const NAME: &'static str = "text";
    const IS_EXACT: bool = true;

    fn write(value: &String, out: &mut Vec<u8>) -> Result<(), FormatError> {
        out.extend_from_slice(value.as_bytes());
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<String, FormatError> {
        core::str::from_utf8(bytes).map(String::from).map_err(FormatError::new)
    }
}

impl ValueFormat<()> for Raw {
    const NAME: &'static str = "nothing";
    const IS_EXACT: bool = true;

    fn write((): &(), _: &mut Vec<u8>) -> Result<(), FormatError> {
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<(), FormatError> {
        if bytes.is_empty() {
            return Ok(());
        }
        Err(FormatError::new(format_args!("expected no bytes, found {}", bytes.len())))
    }
}

/// The format [postcard](https://postcard.jamesmunns.com): compact, for all types of serde. postcard stores no field
/// names. If you add, remove or reorder fields of the type, reading a stored value fails or returns another value.
///
/// ```
/// use rowkey::Postcard;
/// use rowkey::record::ValueFormat;
///
/// let mut out = Vec::new();
/// Postcard::write(&(7u32, "up".to_string()), &mut out)?;
/// assert_eq!(out, b"\x07\x02up");
/// let value: (u32, String) = Postcard::read(&out)?;
/// assert_eq!(value, (7, "up".into()));
/// # Ok::<(), rowkey::record::FormatError>(())
/// ```
#[cfg(feature = "postcard")]
#[derive(Debug, Clone, Copy)]
pub enum Postcard {}

#[cfg(feature = "postcard")]
#[diagnostic::do_not_recommend]
impl<V: serde::Serialize + serde::de::DeserializeOwned> ValueFormat<V> for Postcard {
    const NAME: &'static str = "postcard";

    #[inline]
    fn write(value: &V, out: &mut Vec<u8>) -> Result<(), FormatError> {
        // postcard extends the vector itself, so that no second buffer is needed.
        *out = postcard::to_extend(value, core::mem::take(out)).map_err(FormatError::new)?;
        Ok(())
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Result<V, FormatError> {
        let mut reader = postcard::Deserializer::from_bytes(bytes);
        let value = V::deserialize(&mut reader);
        // The value can be large. It stays within `value` until the end, so that it is moved only once.
        if value.is_ok() {
            match reader.finalize() {
                Ok([]) => {}
                Ok(rest) => return Err(FormatError::new(format_args!("{} bytes follow the value", rest.len()))),
                Err(error) => return Err(FormatError::new(error)),
            }
        }
        value.map_err(FormatError::new)
    }
}

/// The format JSON: readable, for all types of serde. If you add a field with `#[serde(default)]` to the type, stored
/// values can still be read.
///
/// ```
/// use rowkey::Json;
/// use rowkey::record::ValueFormat;
///
/// let mut out = Vec::new();
/// Json::write(&(7u32, "up".to_string()), &mut out)?;
/// assert_eq!(out, br#"[7,"up"]"#);
/// let value: (u32, String) = Json::read(&out)?;
/// assert_eq!(value, (7, "up".into()));
/// # Ok::<(), rowkey::record::FormatError>(())
/// ```
#[cfg(feature = "json")]
#[derive(Debug, Clone, Copy)]
pub enum Json {}

#[cfg(feature = "json")]
#[diagnostic::do_not_recommend]
impl<V: serde::Serialize + serde::de::DeserializeOwned> ValueFormat<V> for Json {
    const NAME: &'static str = "json";

    fn write(value: &V, out: &mut Vec<u8>) -> Result<(), FormatError> {
        serde_json::to_writer(out, value).map_err(FormatError::new)
    }

    fn read(bytes: &[u8]) -> Result<V, FormatError> {
        serde_json::from_slice(bytes).map_err(FormatError::new)
    }
}
