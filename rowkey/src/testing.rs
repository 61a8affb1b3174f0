//! Functions that test the laws of keys (feature `testing`), such as "the bytes sort as the values do". One line tests
//! a key type or a codec of your own. [`Violation::law`] lists the laws.
//!
//! | function | tests |
//! |---|---|
//! | [`keys`], [`codec`], [`text_codec`] | the laws, with all pairs of your samples |
//! | [`keys_of`], [`codec_of`] | the laws, with pairs from a proptest strategy |
//! | [`format`](fn@format) | whether a format of fields keeps what its table promises |
//! | `values` | whether a format gives back the values of records; needs the feature `records` |
//! | [`in_order`] | the order in which rows are stored |
//! | [`ranges`] | whether the ranges of a query contain exactly the matching keys |
//!
//! Derived keys and the codecs of this crate obey the laws. Test your own code where the compiler cannot check a law,
//! such as a [`Codec`] that promises `InOrder`.
//!
//! ```
//! use rowkey::{Codec, CodecError, codecs::InOrder, testing};
//!
//! /// Promises `InOrder`, but the bytes do not sort as the numbers do.
//! struct LittleEndian;
//!
//! impl Codec<u16> for LittleEndian {
//!     type Encoded = InOrder<[u8; 2]>;
//!     const NAME: &'static str = "u16, little-endian";
//!
//!     fn encode(value: &u16) -> InOrder<[u8; 2]> {
//!         InOrder(value.to_le_bytes())
//!     }
//!
//!     fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
//!         Ok(u16::from_le_bytes(bytes))
//!     }
//! }
//!
//! let violation = testing::codec::<LittleEndian, u16>([1, 255, 256]).unwrap_err();
//! assert_eq!(violation.to_string(), "order: 1 < 256, but their bytes are 0100 and 0001");
//! ```

mod format;

pub use self::format::format;

use crate::codec::BoundPlace;
use crate::codec::custom::Codec;
use crate::codec::error::{CodecError, OutOfRange};
use crate::codec::output::{
    CodecContent, CodecOutput, Descending, InOrder, NeedsNoTerminator, SelfDelimited, SortedOutput, StartsAlike,
    TerminatedByKey, Without,
};
use crate::error::debug_as_message;
use crate::key::{DecodeKey, RowKey};
use crate::layout::{Encoding, FieldLayout};
use crate::range::KeyRange;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

/// A violation of a law: the law, and the values that violate it.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    law: &'static str,
    details: String,
}

impl Violation {
    /// Returns the name of the law:
    ///
    /// | name | law |
    /// |---|---|
    /// | `round trip` | an encoded value decodes as an equal value |
    /// | `canonical` | if bytes can be decoded, the decoded key encodes to the same bytes |
    /// | `order` | the bytes sort as the values do |
    /// | `identity` | values with the same bytes are equal |
    /// | `prefix` | the ranges of a query contain exactly the matching keys, and each key is in only one range |
    /// | `without` | the bytes do not contain the character of [`Without`] |
    /// | `start` | see [`text_codec`] |
    /// | `end` | see [`codec`] |
    /// | `descending`, `widths`, `nearest`, `null`, `table` | see [`format`](fn@format) |
    /// | `strategy` | not a law: proptest failed, for example because the strategy yields no values or your code panics |
    pub fn law(&self) -> &'static str {
        self.law
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.details)
    }
}

impl core::error::Error for Violation {}

debug_as_message!(Violation);

fn violation(law: &'static str, details: String) -> Result<(), Violation> {
    Err(Violation { law, details })
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Tests the laws of a key type with all pairs of `samples`.
///
/// The laws are "round trip", "canonical" and "identity". The law "order" is tested only if the layout
/// [`is_ordered`](crate::Layout::is_ordered), and nothing in it is descending: no field, and no part of a struct, enum,
/// option or array. For keys with a descending field, use [`in_order`].
///
/// Samples that cannot be encoded are ignored. "canonical" is tested with damaged copies of each encoded key: truncated
/// at each byte, with one bit flipped, or with one byte appended.
///
/// # Errors
/// The first violation of a law.
///
/// ```
/// use rowkey::{RowKey, testing};
///
/// #[derive(Debug, PartialEq, PartialOrd, RowKey)]
/// struct HostKey {
///     host: String,
///     port: u16,
/// }
///
/// let host = |host: &str, port| HostKey { host: host.into(), port };
/// testing::keys([host("", 0), host("a", 255), host("a\0", 256), host("ab", 1)])?;
/// # Ok::<(), testing::Violation>(())
/// ```
pub fn keys<K>(samples: impl IntoIterator<Item = K>) -> Result<(), Violation>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + PartialOrd + fmt::Debug,
{
    let with_bytes = |key: K| key.try_encode().ok().map(|bytes| (key, bytes.into()));
    let keys: Vec<(K, Vec<u8>)> = samples.into_iter().filter_map(with_bytes).collect();
    for (key, bytes) in &keys {
        check_round_trip(key, bytes)?;
        for damaged in damaged_copies(bytes) {
            check_canonical::<K>(&damaged)?;
        }
    }
    let is_ordered = K::LAYOUT.is_ordered() && !has_descending_part(K::LAYOUT.fields());
    check_all_pairs(&keys, |(a, a_bytes), (b, b_bytes)| {
        if is_ordered {
            check_order(a.partial_cmp(b), a, a_bytes, b, b_bytes)?;
        }
        check_identity(a, a_bytes, b, b_bytes)
    })
}

/// Checks whether a field, or a part of its value, sorts in descending order. `PartialOrd` ignores `#[descending]`.
fn has_descending_part(fields: &[FieldLayout]) -> bool {
    fn is_descending(encoding: &Encoding) -> bool {
        match encoding {
            Encoding::Struct { fields } => has_descending_part(fields),
            Encoding::Variants { variants } => variants.iter().any(|variant| has_descending_part(variant.fields())),
            Encoding::Optional { of } | Encoding::Elements { of, .. } | Encoding::Repeated { of, .. } => {
                is_descending(of)
            }
            Encoding::Format { format, of } => format.facts.descending || is_descending(of),
            encoding => encoding.sorts_in_reverse(),
        }
    }
    fields.iter().any(|field| is_descending(field.encoding()))
}

/// Tests the laws of a key type, like [`keys`], with pairs of keys from a proptest strategy. Proptest then shrinks keys
/// that violate a law.
///
/// # Errors
/// A violation of a law.
///
/// ```
/// use proptest::prelude::*;
/// use rowkey::{RowKey, testing};
///
/// #[derive(Debug, PartialEq, PartialOrd, RowKey)]
/// struct HostKey {
///     host: String,
///     port: u16,
/// }
///
/// testing::keys_of(any::<(String, u16)>().prop_map(|(host, port)| HostKey { host, port }))?;
/// # Ok::<(), testing::Violation>(())
/// ```
pub fn keys_of<K>(strategy: impl Strategy<Value = K>) -> Result<(), Violation>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + PartialOrd + fmt::Debug,
{
    check_pairs_of(strategy, |a, b| keys([a, b]))
}

/// Tests whether a [format](crate::record::ValueFormat) gives back the values of a type: the law "round trip".
///
/// A store gives back what the format reads, and computes index entries from it. So a format that rounds a number, or an
/// attribute such as `#[serde(skip)]`, changes records and their entries without an error. A value whose bytes cannot be
/// read is an error of every write. This function finds both before the program runs.
///
/// Samples that the format does not write are ignored.
///
/// # Errors
/// The first value that the format gives back otherwise, or cannot read.
///
/// ```
/// use rowkey::record::{ValueFormat, FormatError};
/// use rowkey::testing;
///
/// /// Degrees, in tenths.
/// struct Tenths;
///
/// impl ValueFormat<f64> for Tenths {
///     const NAME: &'static str = "tenths";
///
///     fn write(degrees: &f64, out: &mut Vec<u8>) -> Result<(), FormatError> {
///         let tenths = (degrees * 10.0).round() as i16;
///         out.extend(tenths.to_be_bytes());
///         Ok(())
///     }
///
///     fn read(bytes: &[u8]) -> Result<f64, FormatError> {
///         bytes.try_into().map(|bytes| f64::from(i16::from_be_bytes(bytes)) / 10.0).map_err(FormatError::new)
///     }
/// }
///
/// testing::values::<Tenths, f64>([0.0, 21.5])?;
/// let violation = testing::values::<Tenths, f64>([21.55]).unwrap_err();
/// assert_eq!(violation.to_string(), "round trip: the format `tenths` gives back 21.55 as 21.6");
/// # Ok::<(), testing::Violation>(())
/// ```
#[cfg(feature = "records")]
pub fn values<F, V>(samples: impl IntoIterator<Item = V>) -> Result<(), Violation>
where
    F: crate::record::ValueFormat<V>,
    V: PartialEq + fmt::Debug,
{
    let name = F::NAME;
    for value in samples {
        let mut bytes = Vec::new();
        if F::write(&value, &mut bytes).is_err() {
            continue;
        }
        let read = match F::read(&bytes) {
            Ok(read) => read,
            Err(error) => {
                return violation(
                    "round trip",
                    format!("the format `{name}` writes {value:?}, but cannot read it: {error}"),
                );
            }
        };
        #[allow(clippy::eq_op, reason = "NaN differs from itself")]
        let is_comparable = value == value;
        let is_same = if is_comparable {
            read == value
        } else {
            let mut again = Vec::new();
            F::write(&read, &mut again).is_ok() && again == bytes
        };
        if !is_same {
            return violation("round trip", format!("the format `{name}` gives back {value:?} as {read:?}"));
        }
    }
    Ok(())
}

/// Tests the laws of a codec with all pairs of `samples`.
///
/// The laws are "round trip" and "identity". The law "order" is also tested if the output is `InOrder` or `Descending`,
/// "without" if the output is `Without`, and "end" if the output is `SelfDelimited`. The law "widths" means that all bytes
/// have the widths that [`Codec::WIDTHS`] promises. For an output that is `StartsAlike`, use [`text_codec`]. The law "canonical" is not tested, because a key itself rejects bytes that the
/// codec would not produce. The values need `PartialOrd` only if the output is `InOrder` or `Descending`.
///
/// The law "end" means: given the bytes of a sample and any bytes after them, [`Codec::end`] returns the length of the
/// sample. If the bytes of the sample are truncated, `end` returns `None`, or a length that is greater than the number
/// of given bytes.
///
/// Samples that the codec rejects are ignored, unless the error is [`OutOfRange`]: this error says that the sample is
/// below or above all values that the codec can encode, which is tested with the other samples. Pass samples that often
/// show a wrong order: the least and the greatest value, neighboring values, and values on both sides of a byte
/// boundary, such as 255 and 256.
///
/// # Errors
/// The first violation of a law. The [module](self) has an example.
pub fn codec<C, T>(samples: impl IntoIterator<Item = T>) -> Result<(), Violation>
where
    C: Codec<T, Encoded: Compares<T>>,
    T: PartialEq + fmt::Debug,
{
    let mut values: Vec<(T, Vec<u8>)> = Vec::new();
    let mut rejected: Vec<(T, BoundPlace)> = Vec::new();
    for value in samples {
        let place = C::encode(&value).__place();
        match (C::encode(&value).into_bytes(), place) {
            (Ok(bytes), _) => values.push((value, bytes.as_ref().to_vec())),
            (Err(_), Some(place)) => rejected.push((value, place)),
            (Err(_), None) => {}
        }
    }
    for (outside, place) in &rejected {
        check_outside_of_all::<C, T>(outside, *place, &values)?;
    }
    for (value, bytes) in &values {
        if let Some(character) = C::Encoded::__violation(bytes) {
            return violation("without", format!("the bytes {} of {value:?} contain {character:?}", Hex(bytes)));
        }
        match C::encode(value).into_bytes().and_then(C::decode) {
            Ok(decoded) if decoded == *value => {}
            Ok(decoded) => return violation("round trip", format!("{value:?} decodes as {decoded:?}")),
            Err(error) => {
                let error = error.message();
                return violation("round trip", format!("{value:?} cannot be decoded: {error}"));
            }
        }
    }
    let (min, max) = C::WIDTHS;
    for (value, bytes) in &values {
        let len = bytes.len();
        if len < min || max.is_some_and(|max| len > max) {
            return violation("widths", format!("{value:?} has {len} bytes, but `WIDTHS` is ({min}, {max:?})"));
        }
    }
    if C::Encoded::SELF_DELIMITED {
        values.iter().try_for_each(|(value, bytes)| check_end::<C, T>(value, bytes, &values))?;
    }
    check_all_pairs(&values, |(a, a_bytes), (b, b_bytes)| {
        check_order(C::Encoded::__compare(a, b), a, a_bytes, b, b_bytes)?;
        check_identity(a, a_bytes, b, b_bytes)
    })
}

/// The output of a codec that [`codec`] can test. If the output is `InOrder` or `Descending`, `T` must implement
/// `PartialOrd`.
#[diagnostic::on_unimplemented(
    message = "the samples of this codec must be compared, because its output is `InOrder` or `Descending`: `{T}` needs `PartialOrd`",
    label = "the output of the codec is `{Self}`",
    note = "derive `PartialOrd` for `{T}`"
)]
pub trait Compares<T>: CodecOutput {
    /// Returns the order that the bytes of two values must have: for `Descending`, the reverse of the order of the
    /// values. Returns `None` if the codec does not promise an order.
    #[doc(hidden)]
    fn __compare(a: &T, b: &T) -> Option<Ordering>;

    /// If the codec rejected a value with [`OutOfRange`], returns whether the value is before or after all values that
    /// the codec can encode.
    #[doc(hidden)]
    fn __place(self) -> Option<BoundPlace>;
}

macro_rules! compares {
    ($([$($parameter:tt)*] $output:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, $($parameter)*> Compares<T> for $output {
            fn __compare(_: &T, _: &T) -> Option<Ordering> {
                None
            }

            fn __place(self) -> Option<BoundPlace> {
                None
            }
        }
    )*};
    (descends: $([$($parameter:tt)*] $output:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: PartialOrd, $($parameter)*> Compares<T> for $output {
            fn __compare(a: &T, b: &T) -> Option<Ordering> {
                b.partial_cmp(a)
            }

            fn __place(self) -> Option<BoundPlace> {
                self.into_bound().err()
            }
        }
    )*};
    (sorts: $([$($parameter:tt)*] $output:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: PartialOrd, $($parameter)*> Compares<T> for $output {
            fn __compare(a: &T, b: &T) -> Option<Ordering> {
                a.partial_cmp(b)
            }

            fn __place(self) -> Option<BoundPlace> {
                self.into_bound().err()
            }
        }
    )*};
}

compares! {
    [const N: usize] [u8; N];
    [] Vec<u8>;
    [] SelfDelimited;
    [const C: char, B: TerminatedByKey] Without<C, B>;
    [B: TerminatedByKey] StartsAlike<B>;
    [B: CodecContent, E: Into<CodecError>] Result<B, E>;
}

compares! { sorts:
    [B: CodecContent] InOrder<B>;
    [B: CodecContent] Result<InOrder<B>, OutOfRange>;
}

compares! { descends:
    [B: NeedsNoTerminator] Descending<B>;
    [B: NeedsNoTerminator] Result<Descending<B>, OutOfRange>;
}

/// Tests that `outside`, which the codec rejected, is before or after all `values`, as `place` says.
fn check_outside_of_all<C, T>(outside: &T, place: BoundPlace, values: &[(T, Vec<u8>)]) -> Result<(), Violation>
where
    C: Codec<T, Encoded: Compares<T>>,
    T: fmt::Debug,
{
    let (expected, word) = match place {
        BoundPlace::Before => (Ordering::Less, "below"),
        BoundPlace::After => (Ordering::Greater, "above"),
    };
    for (value, _) in values {
        let order_of_bytes = C::Encoded::__compare(outside, value);
        let order = if C::Encoded::DESCENDING { order_of_bytes.map(Ordering::reverse) } else { order_of_bytes };
        if order.is_some_and(|order| order != expected) {
            return violation(
                "order",
                format!("{outside:?} is rejected as {word} all others, but {value:?} is encoded"),
            );
        }
    }
    Ok(())
}

/// Tests the laws of a codec of text whose output is [`StartsAlike`], with all pairs of `samples`. The beginnings of a
/// sample are also samples: "", "a" and "ab" for "abc".
///
/// The laws are those of [`codec`], and "start": the bytes of `v` begin with the bytes of `w` if and only if `v` begins
/// with `w`.
///
/// # Errors
/// The first violation of a law.
///
/// ```
/// use rowkey::{Codec, CodecError, codecs::StartsAlike, testing};
///
/// /// Promises `StartsAlike`, but the bytes begin with the length.
/// struct AfterLength;
///
/// impl Codec<String> for AfterLength {
///     type Encoded = StartsAlike<Vec<u8>>;
///     const NAME: &'static str = "text after its length";
///
///     fn encode(text: &String) -> Self::Encoded {
///         StartsAlike(format!("{:04}{text}", text.len()).into())
///     }
///
///     fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
///         Ok(String::from_utf8(bytes[4..].to_vec())?)
///     }
/// }
///
/// let violation = testing::text_codec::<AfterLength, String>(["ab".to_string()]).unwrap_err();
/// assert_eq!(violation.law(), "start");
/// ```
pub fn text_codec<C, T>(samples: impl IntoIterator<Item = T>) -> Result<(), Violation>
where
    C: Codec<T, Encoded: Compares<T>>,
    T: PartialEq + fmt::Debug + AsRef<str> + for<'p> From<&'p str>,
{
    let samples: Vec<T> = samples.into_iter().collect();
    let beginnings_of = |value: &T| {
        let text = value.as_ref();
        let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
        ends.filter_map(|end| text.get(..end)).map(T::from).collect::<Vec<T>>()
    };
    let values: Vec<T> = samples.iter().flat_map(beginnings_of).collect();
    let bytes_of = |value: &T| C::encode(value).into_bytes().ok().map(|bytes| bytes.as_ref().to_vec());
    check_all_pairs(&values, |a, b| {
        let (Some(a_bytes), Some(b_bytes)) = (bytes_of(a), bytes_of(b)) else { return Ok(()) };
        if a_bytes.starts_with(&b_bytes) == a.as_ref().starts_with(b.as_ref()) {
            return Ok(());
        }
        let bytes = format!("{} and {}", Hex(&a_bytes), Hex(&b_bytes));
        violation("start", format!("{a:?} and {b:?} have the bytes {bytes}, which do not start alike as the values do"))
    })?;
    codec::<C, T>(values)
}

/// Tests the laws of a codec, like [`codec`], with pairs of values from a proptest strategy. Proptest then shrinks
/// values that violate a law.
///
/// # Errors
/// A violation of a law.
///
/// ```
/// use proptest::prelude::any;
/// use rowkey::{Codec, CodecError, codecs::InOrder, testing};
///
/// /// Promises `InOrder`, but the sign bit makes -1 sort after 0.
/// struct SignKept;
///
/// impl Codec<i16> for SignKept {
///     type Encoded = InOrder<[u8; 2]>;
///     const NAME: &'static str = "i16, sign kept";
///
///     fn encode(value: &i16) -> InOrder<[u8; 2]> {
///         InOrder(value.to_be_bytes())
///     }
///
///     fn decode(bytes: [u8; 2]) -> Result<i16, CodecError> {
///         Ok(i16::from_be_bytes(bytes))
///     }
/// }
///
/// let violation = testing::codec_of::<SignKept, i16>(any::<i16>()).unwrap_err();
/// assert_eq!(violation.law(), "order");
/// ```
pub fn codec_of<C, T>(strategy: impl Strategy<Value = T>) -> Result<(), Violation>
where
    C: Codec<T, Encoded: Compares<T>>,
    T: PartialEq + fmt::Debug,
{
    check_pairs_of(strategy, |a, b| codec::<C, T>([a, b]))
}

/// Tests that the encoded keys sort in the order of `samples`.
///
/// Use `in_order` for keys with a descending field. The samples of a salted key must be in one bucket.
///
/// # Errors
/// The first sample that does not sort after the sample before it, or that cannot be encoded.
///
/// ```
/// use rowkey::{RowKey, testing};
///
/// #[derive(Debug, RowKey)]
/// struct EventKey {
///     host: String,
///     #[descending]
///     at: i64,
/// }
///
/// let event = |host: &str, at| EventKey { host: host.into(), at };
/// // Sorted by host, then the newest event first.
/// testing::in_order([event("a", 7), event("a", 0), event("a", -1), event("ab", 7), event("b", 8)])?;
///
/// let violation = testing::in_order([event("a", 0), event("a", 7)]).unwrap_err();
/// assert_eq!(violation.law(), "order");
/// # Ok::<(), testing::Violation>(())
/// ```
pub fn in_order<K: RowKey + fmt::Debug>(samples: impl IntoIterator<Item = K>) -> Result<(), Violation> {
    let mut previous: Option<(K, Vec<u8>)> = None;
    for key in samples {
        let bytes: Vec<u8> = match key.try_encode() {
            Ok(bytes) => bytes.into(),
            Err(error) => return violation("order", format!("{key:?} cannot be encoded: {error}")),
        };
        if let Some((earlier, earlier_bytes)) = &previous
            && *earlier_bytes >= bytes
        {
            let (earlier_bytes, bytes) = (Hex(earlier_bytes), Hex(&bytes));
            return violation(
                "order",
                format!("{earlier:?} does not sort before {key:?}: their bytes are {earlier_bytes} and {bytes}"),
            );
        }
        previous = Some((key, bytes));
    }
    Ok(())
}

/// Tests the law "prefix": each sample for which `matches` returns true is in exactly one of the ranges, and no other
/// sample is in a range.
///
/// `ranges` is the result of [`ranges()`](crate::Query::ranges), or an array of the result of `range()`.
///
/// # Errors
/// The first sample that matches but is in no range, that does not match but is in a range, or that is in two ranges.
///
/// ```
/// use rowkey::{RowKey, testing};
///
/// #[derive(Debug, RowKey)]
/// struct HostKey {
///     host: String,
///     port: u16,
/// }
///
/// let key = |host: &str, port| HostKey { host: host.into(), port };
/// let samples = [key("host1", 0), key("host1", 80), key("host12", 80), key("host", u16::MAX)];
/// testing::ranges([HostKey::prefix().host("host1").range()], samples, |key| key.host == "host1")?;
/// # Ok::<(), testing::Violation>(())
/// ```
pub fn ranges<K: RowKey + fmt::Debug>(
    ranges: impl IntoIterator<Item = KeyRange>,
    samples: impl IntoIterator<Item = K>,
    matches: impl Fn(&K) -> bool,
) -> Result<(), Violation> {
    let ranges: Vec<KeyRange> = ranges.into_iter().collect();
    for key in samples {
        let Ok(bytes) = key.try_encode() else { continue };
        let count = ranges.iter().filter(|range| range.contains(bytes.as_ref())).count();
        match (count, matches(&key)) {
            (0, false) | (1, true) => {}
            (0, true) => return violation("prefix", format!("{key:?} matches, but is not in any range")),
            (_, false) => return violation("prefix", format!("{key:?} does not match, but is in a range")),
            (_, true) => return violation("prefix", format!("{key:?} is in {count} ranges")),
        }
    }
    Ok(())
}

fn check_all_pairs<T>(samples: &[T], check: impl Fn(&T, &T) -> Result<(), Violation>) -> Result<(), Violation> {
    samples.iter().try_for_each(|a| samples.iter().try_for_each(|b| check(a, b)))
}

fn check_pairs_of<T: fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    check: impl Fn(T, T) -> Result<(), Violation>,
) -> Result<(), Violation> {
    let last_violation = core::cell::RefCell::new(None);
    let pairs = (&strategy, &strategy);
    // Does not save failures: proptest would save them in a file next to this source file, not next to the user's test.
    let config = Config { failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&pairs, |(a, b)| {
        check(a, b).map_err(|violation| {
            let message = violation.to_string();
            last_violation.replace(Some(violation));
            TestCaseError::fail(message)
        })
    });
    match (result, last_violation.into_inner()) {
        (Ok(()), _) => Ok(()),
        (Err(TestError::Fail(..)), Some(violation)) => Err(violation),
        (Err(error), _) => violation("strategy", error.to_string()),
    }
}

fn check_round_trip<K>(key: &K, bytes: &[u8]) -> Result<(), Violation>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + fmt::Debug,
{
    match K::decode(bytes) {
        Ok(decoded) if decoded == *key => Ok(()),
        Ok(decoded) => violation("round trip", format!("{key:?} decodes as {decoded:?}")),
        Err(error) => violation("round trip", format!("{key:?} cannot be decoded: {error}")),
    }
}

fn check_canonical<K>(bytes: &[u8]) -> Result<(), Violation>
where
    K: RowKey + for<'a> DecodeKey<'a> + fmt::Debug,
{
    let Ok(key) = K::decode(bytes) else { return Ok(()) };
    match key.try_encode() {
        Ok(reencoded) if reencoded.as_ref() == bytes => Ok(()),
        Ok(reencoded) => {
            let reencoded = reencoded.as_ref();
            violation("canonical", format!("{} decodes to {key:?}, which encodes to {}", Hex(bytes), Hex(reencoded)))
        }
        Err(error) => {
            violation("canonical", format!("{} decodes to {key:?}, which cannot be encoded: {error}", Hex(bytes)))
        }
    }
}

/// `expected` is `None` for values without an order.
fn check_order<T: fmt::Debug>(
    expected: Option<Ordering>,
    a: &T,
    a_bytes: &[u8],
    b: &T,
    b_bytes: &[u8],
) -> Result<(), Violation> {
    match expected {
        None => Ok(()),
        Some(expected) if expected == a_bytes.cmp(b_bytes) => Ok(()),
        Some(expected) => {
            let sign = match expected {
                Ordering::Less => "<",
                Ordering::Equal => "=",
                Ordering::Greater => ">",
            };
            violation("order", format!("{a:?} {sign} {b:?}, but their bytes are {} and {}", Hex(a_bytes), Hex(b_bytes)))
        }
    }
}

fn check_end<C, T>(value: &T, bytes: &[u8], values: &[(T, Vec<u8>)]) -> Result<(), Violation>
where
    C: Codec<T>,
    T: fmt::Debug,
{
    let len = bytes.len();
    let samples = values.iter().map(|(_, bytes)| bytes.as_slice());
    // `next` is what could follow the value in a key: nothing, more bytes 00 or FF than the widest integer has, or the
    // bytes of a sample.
    for next in [&[], [0x00; 17].as_slice(), &[0xFF; 17]].into_iter().chain(samples) {
        let found = C::end(&[bytes, next].concat());
        if found != Some(len) {
            let (bytes, next) = (Hex(bytes), Hex(next));
            return violation(
                "end",
                format!("{value:?} has the {len} bytes {bytes}, but `end` finds {found:?} if `{next}` follows"),
            );
        }
    }
    for shorter in (0..len).filter_map(|len| bytes.get(..len)) {
        if let Some(found) = C::end(shorter).filter(|found| *found <= shorter.len()) {
            let (bytes, shorter) = (Hex(bytes), Hex(shorter));
            return violation("end", format!("{value:?} has the bytes {bytes}, but `end` finds {found} in {shorter}"));
        }
    }
    Ok(())
}

fn check_identity<T: PartialEq + fmt::Debug>(a: &T, a_bytes: &[u8], b: &T, b_bytes: &[u8]) -> Result<(), Violation> {
    if a_bytes == b_bytes && a != b {
        return violation("identity", format!("{a:?} and {b:?} both have the bytes {}", Hex(a_bytes)));
    }
    Ok(())
}

fn damaged_copies(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let truncated = (0..bytes.len()).filter_map(|len| bytes.get(..len).map(<[u8]>::to_vec));
    let flipped = (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        if let Some(byte) = flipped.get_mut(bit / 8) {
            *byte ^= 1 << (bit % 8);
        }
        flipped
    });
    let longer = [0x00, 0xFF].map(|byte| [bytes, &[byte]].concat());
    truncated.chain(flipped).chain(longer)
}
