//! The laws of keys as functions, to prove a codec of your own or a layout in one line of a test (feature `testing`).
//!
//! [`keys`] and [`codec`] take samples and try all pairs; [`keys_of`] and [`codec_of`] draw them from a proptest
//! strategy; [`in_order`] asks whether rows stand as they should, and [`ranges`] whether a prefix finds what it should.
//! What the derive and the codecs of this crate promise, they keep: these are for what the compiler cannot see, such as
//! whether a [`Codec`] that says `InOrder` is.
//!
//! ```
//! use rowkey::{Codec, InOrder, testing};
//!
//! /// Claims an order that its bytes have not.
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
//!     fn decode(bytes: [u8; 2]) -> Result<u16, String> {
//!         Ok(u16::from_le_bytes(bytes))
//!     }
//! }
//!
//! let broken = testing::codec::<LittleEndian, u16>([1, 255, 256]).unwrap_err();
//! assert_eq!(broken.to_string(), "order: 1 < 256, but their bytes are 0100 and 0001");
//! ```

use crate::codec::custom::{Codec, CodecOutput};
use crate::key::{DecodeKey, RowKey};
use crate::range::KeyRange;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

/// A law that does not hold, and the values that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    law: &'static str,
    how: String,
}

impl Broken {
    /// The law's name: `round trip`, `canonical`, `order`, `identity` or `prefix`; `strategy` where a proptest strategy
    /// gives no values.
    pub fn law(&self) -> &'static str {
        self.law
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.how)
    }
}

impl core::error::Error for Broken {}

fn broken(law: &'static str, how: String) -> Result<(), Broken> {
    Err(Broken { law, how })
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The laws of a key type over all pairs of `samples`: round trip, canonical, identity, and order where
/// [`is_ordered`](crate::Layout::is_ordered) says so and no field descends.
///
/// The order of keys with a descending field is not that of the type: [`in_order`] is for them.
///
/// Samples that cannot be encoded are passed over. Canonical is tried on each key cut short at every byte, with every
/// bit turned, and with a byte behind it.
///
/// # Errors
/// The first law that does not hold.
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
/// # Ok::<(), testing::Broken>(())
/// ```
pub fn keys<K>(samples: impl IntoIterator<Item = K>) -> Result<(), Broken>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + PartialOrd + fmt::Debug,
{
    let encoded = |key: K| key.try_encode().ok().map(|bytes| (key, bytes.into()));
    let keys: Vec<(K, Vec<u8>)> = samples.into_iter().filter_map(encoded).collect();
    for (key, bytes) in &keys {
        round_trip(key, bytes)?;
        for damaged in damaged(bytes) {
            canonical::<K>(&damaged)?;
        }
    }
    let ordered = K::LAYOUT.is_ordered() && !K::LAYOUT.parts().iter().any(|part| part.encoding.is_descending());
    all_pairs(&keys, |(a, a_bytes), (b, b_bytes)| {
        if ordered {
            order(a, a_bytes, b, b_bytes)?;
        }
        identity(a, a_bytes, b, b_bytes)
    })
}

/// As [`keys`], over pairs drawn from a proptest strategy; the values that break a law are made as small as can be.
///
/// # Errors
/// A law that does not hold.
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
/// # Ok::<(), testing::Broken>(())
/// ```
pub fn keys_of<K>(strategy: impl Strategy<Value = K>) -> Result<(), Broken>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + PartialOrd + fmt::Debug,
{
    pairs_of(strategy, |a, b| keys([a, b]))
}

/// The laws of a codec over all pairs of `samples`: round trip, identity, and order where it says `InOrder`. Canonical and
/// the width need no test: a key refuses what does not encode to the same bytes again, and the width is part of the type.
///
/// Samples that cannot be encoded are passed over. Take the least and the greatest values, neighbours, and those where
/// another byte begins to count (255 and 256): a wrong order often shows there first.
///
/// # Errors
/// The first law that does not hold. An example is at the [module](self).
pub fn codec<C, T>(samples: impl IntoIterator<Item = T>) -> Result<(), Broken>
where
    C: Codec<T>,
    T: PartialEq + PartialOrd + fmt::Debug,
{
    let encoded = |value: T| {
        let bytes = C::encode(&value).into_bytes().ok()?;
        Some((value, bytes.as_ref().to_vec()))
    };
    let values: Vec<(T, Vec<u8>)> = samples.into_iter().filter_map(encoded).collect();
    for (value, _) in &values {
        match C::encode(value).into_bytes().and_then(C::decode) {
            Ok(again) if again == *value => {}
            Ok(again) => return broken("round trip", format!("{value:?} comes back as {again:?}")),
            Err(error) => return broken("round trip", format!("{value:?} does not come back: {error}")),
        }
    }
    all_pairs(&values, |(a, a_bytes), (b, b_bytes)| {
        if C::Encoded::SORTS {
            order(a, a_bytes, b, b_bytes)?;
        }
        identity(a, a_bytes, b, b_bytes)
    })
}

/// As [`codec`], over pairs drawn from a proptest strategy; the values that break a law are made as small as can be.
///
/// # Errors
/// A law that does not hold.
///
/// ```
/// use proptest::prelude::any;
/// use rowkey::{Codec, InOrder, testing};
///
/// /// Claims an order that its bytes have not: the sign bit puts -1 behind 0.
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
///     fn decode(bytes: [u8; 2]) -> Result<i16, String> {
///         Ok(i16::from_be_bytes(bytes))
///     }
/// }
///
/// let broken = testing::codec_of::<SignKept, i16>(any::<i16>()).unwrap_err();
/// assert_eq!(broken.law(), "order");
/// ```
pub fn codec_of<C, T>(strategy: impl Strategy<Value = T>) -> Result<(), Broken>
where
    C: Codec<T>,
    T: PartialEq + PartialOrd + fmt::Debug,
{
    pairs_of(strategy, |a, b| codec::<C, T>([a, b]))
}

/// The order of a table, as you expect it: the keys are stored as `samples` stand, the first in front.
///
/// For keys with a descending field, and for salted ones with samples of one bucket.
///
/// # Errors
/// Two samples that follow each other, and whose keys do not; or one that has no key.
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
/// // By host, and of one host the newest first.
/// testing::in_order([event("a", 7), event("a", 0), event("a", -1), event("ab", 7), event("b", 8)])?;
///
/// let broken = testing::in_order([event("a", 0), event("a", 7)]).unwrap_err();
/// assert_eq!(broken.law(), "order");
/// # Ok::<(), testing::Broken>(())
/// ```
pub fn in_order<K: RowKey + fmt::Debug>(samples: impl IntoIterator<Item = K>) -> Result<(), Broken> {
    let mut before: Option<(K, Vec<u8>)> = None;
    for key in samples {
        let bytes: Vec<u8> = match key.try_encode() {
            Ok(bytes) => bytes.into(),
            Err(error) => return broken("order", format!("{key:?} has no bytes: {error}")),
        };
        if let Some((earlier, earlier_bytes)) = &before {
            if *earlier_bytes >= bytes {
                let (earlier_bytes, bytes) = (Hex(earlier_bytes), Hex(&bytes));
                return broken(
                    "order",
                    format!(
                        "{earlier:?} does not stand in front of {key:?}: their bytes are {earlier_bytes} and {bytes}"
                    ),
                );
            }
        }
        before = Some((key, bytes));
    }
    Ok(())
}

/// The law of prefixes: of `samples`, exactly those that `asked` says were asked for are in the ranges, and each in one of
/// them alone.
///
/// `ranges` are what [`ranges()`](crate::Query::ranges) of a prefix gives, or the one of `range()` in brackets.
///
/// # Errors
/// The first sample that is missing, that was not asked for, or that is in two ranges.
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
/// # Ok::<(), testing::Broken>(())
/// ```
pub fn ranges<K: RowKey + fmt::Debug>(
    ranges: impl IntoIterator<Item = KeyRange>,
    samples: impl IntoIterator<Item = K>,
    asked: impl Fn(&K) -> bool,
) -> Result<(), Broken> {
    let ranges: Vec<KeyRange> = ranges.into_iter().collect();
    for key in samples {
        let Ok(bytes) = key.try_encode() else { continue };
        let found = ranges.iter().filter(|range| range.contains(bytes.as_ref())).count();
        match (found, asked(&key)) {
            (0, false) | (1, true) => {}
            (0, true) => return broken("prefix", format!("{key:?} is in none of the ranges")),
            (_, false) => return broken("prefix", format!("{key:?} is in a range, and was not asked for")),
            (found, true) => return broken("prefix", format!("{key:?} is in {found} of the ranges")),
        }
    }
    Ok(())
}

fn all_pairs<T>(samples: &[T], check: impl Fn(&T, &T) -> Result<(), Broken>) -> Result<(), Broken> {
    samples.iter().try_for_each(|a| samples.iter().try_for_each(|b| check(a, b)))
}

fn pairs_of<T: fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    check: impl Fn(T, T) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let last = core::cell::RefCell::new(None);
    let pairs = (&strategy, &strategy);
    // What fails here fails in the user's test, whose file only that knows.
    let config = Config { failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&pairs, |(a, b)| {
        check(a, b).map_err(|broken| {
            let how = broken.to_string();
            last.replace(Some(broken));
            TestCaseError::fail(how)
        })
    });
    match (result, last.into_inner()) {
        (Ok(()), _) => Ok(()),
        (Err(TestError::Fail(..)), Some(broken)) => Err(broken),
        (Err(error), _) => broken("strategy", error.to_string()),
    }
}

fn round_trip<K>(key: &K, bytes: &[u8]) -> Result<(), Broken>
where
    K: RowKey + for<'a> DecodeKey<'a> + PartialEq + fmt::Debug,
{
    match K::decode(bytes) {
        Ok(again) if again == *key => Ok(()),
        Ok(again) => broken("round trip", format!("{key:?} comes back as {again:?}")),
        Err(error) => broken("round trip", format!("{key:?} does not come back: {error}")),
    }
}

fn canonical<K>(bytes: &[u8]) -> Result<(), Broken>
where
    K: RowKey + for<'a> DecodeKey<'a> + fmt::Debug,
{
    let Ok(key) = K::decode(bytes) else { return Ok(()) };
    match key.try_encode() {
        Ok(again) if again.as_ref() == bytes => Ok(()),
        Ok(again) => {
            let again = again.as_ref();
            broken("canonical", format!("{} decodes to {key:?}, which encodes to {}", Hex(bytes), Hex(again)))
        }
        Err(error) => broken("canonical", format!("{} decodes to {key:?}, which has no bytes: {error}", Hex(bytes))),
    }
}

fn order<T: PartialOrd + fmt::Debug>(a: &T, a_bytes: &[u8], b: &T, b_bytes: &[u8]) -> Result<(), Broken> {
    match a.partial_cmp(b) {
        None => Ok(()),
        Some(expected) if expected == a_bytes.cmp(b_bytes) => Ok(()),
        Some(expected) => {
            let sign = match expected {
                Ordering::Less => "<",
                Ordering::Equal => "=",
                Ordering::Greater => ">",
            };
            broken("order", format!("{a:?} {sign} {b:?}, but their bytes are {} and {}", Hex(a_bytes), Hex(b_bytes)))
        }
    }
}

fn identity<T: PartialEq + fmt::Debug>(a: &T, a_bytes: &[u8], b: &T, b_bytes: &[u8]) -> Result<(), Broken> {
    if a_bytes == b_bytes && a != b {
        return broken("identity", format!("{a:?} and {b:?} both have the bytes {}", Hex(a_bytes)));
    }
    Ok(())
}

fn damaged(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let cut = (0..bytes.len()).filter_map(|len| bytes.get(..len).map(<[u8]>::to_vec));
    let turned = (0..bytes.len() * 8).map(|bit| {
        let mut turned = bytes.to_vec();
        if let Some(byte) = turned.get_mut(bit / 8) {
            *byte ^= 1 << (bit % 8);
        }
        turned
    });
    let longer = [0x00, 0xFF].map(|byte| [bytes, &[byte]].concat());
    cut.chain(turned).chain(longer)
}
