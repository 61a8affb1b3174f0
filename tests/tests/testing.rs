//! `rowkey::testing` finds what it is for: codecs and layouts that do not keep what they promise.

use std::convert::Infallible;
use std::fmt::Debug;

use proptest::prelude::*;
use rowkey::{Codec, InOrder, RowKey, testing};

/// Codecs of a `Copy` type: what each writes and reads.
macro_rules! codecs {
    ($($(#[$doc:meta])* $name:ident: $type:ty as [u8; $width:literal],
        |$value:ident| $to:expr, |$bytes:ident| $from:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        struct $name;

        impl Codec<$type> for $name {
            type Arg<'a> = $type;
            type Bytes = [u8; $width];
            type Error = Infallible;
            type Order = InOrder;
            const NAME: &'static str = stringify!($name);

            fn arg(value: &$type) -> $type {
                *value
            }

            fn encode($value: $type) -> Result<[u8; $width], Infallible> {
                Ok($to)
            }

            fn decode($bytes: [u8; $width]) -> Result<$type, String> {
                $from
            }
        }
    )*};
}

codecs! {
    BigEndian: u16 as [u8; 2], |value| value.to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes));
    LittleEndian: u16 as [u8; 2], |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes));
    /// Negative numbers after all others.
    SignKept: i16 as [u8; 2], |value| value.to_be_bytes(), |bytes| Ok(i16::from_be_bytes(bytes));
    /// The greatest first.
    Complemented: u16 as [u8; 2], |value| (!value).to_be_bytes(), |bytes| Ok(!u16::from_be_bytes(bytes));
    /// As `BigEndian`, but for the last number alone.
    Wrapped: u16 as [u8; 2], |value| value.wrapping_add(1).to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes).wrapping_sub(1));
    /// Two numbers of one byte each.
    Halved: u16 as [u8; 1], |value| [(value >> 8).to_le_bytes()[0]], |bytes| Ok(u16::from(bytes[0]) << 8);
    /// Reads less than it writes.
    Hesitant: u16 as [u8; 2], |value| value.to_be_bytes(), |bytes| match u16::from_be_bytes(bytes) {
        1000.. => Err("too much".into()),
        value => Ok(value),
    };
}

/// A string with its length in front, as formats for other purposes have it: "b" before "aa".
#[derive(Debug)]
struct LengthFirst;

impl Codec<String> for LengthFirst {
    type Arg<'a> = &'a str;
    type Bytes = Vec<u8>;
    type Error = Infallible;
    type Order = InOrder;
    const NAME: &'static str = "length, text";

    fn arg(value: &String) -> &str {
        value
    }

    fn encode(text: &str) -> Result<Vec<u8>, Infallible> {
        Ok([&text.len().to_be_bytes()[..], text.as_bytes()].concat())
    }

    fn decode(bytes: Vec<u8>) -> Result<String, String> {
        let text = bytes.get(size_of::<usize>()..).ok_or("too short")?.to_vec();
        String::from_utf8(text).map_err(|error| error.to_string())
    }
}

/// The law that samples break, and the one that values of a strategy do.
fn laws_broken<C, T>(samples: impl IntoIterator<Item = T>, any: impl Strategy<Value = T>) -> [Option<&'static str>; 2]
where
    C: Codec<T>,
    T: PartialEq + PartialOrd + Debug,
{
    [testing::codec::<C, T>(samples), testing::codec_of::<C, T>(any)].map(|kept| kept.err().map(|broken| broken.law()))
}

#[test]
fn a_codec_that_is_right_passes() {
    assert_eq!(laws_broken::<BigEndian, u16>(0..300, any::<u16>()), [None, None]);
}

#[test]
fn a_codec_that_claims_an_order_it_has_not_is_found() {
    let order = [Some("order"); 2];
    assert_eq!(laws_broken::<LittleEndian, u16>([1, 255, 256], any::<u16>()), order);
    assert_eq!(laws_broken::<SignKept, i16>([-1, 0, 1], any::<i16>()), order);
    assert_eq!(laws_broken::<Complemented, u16>([7, 8], any::<u16>()), order);
    let texts = ["b", "aa", ""].map(String::from);
    assert_eq!(laws_broken::<LengthFirst, String>(texts, "[a-c]{0,4}"), order);
    // One value in 65,536: samples find it only if it is among them.
    assert_eq!(testing::codec::<Wrapped, u16>([0, u16::MAX - 1]), Ok(()));
    assert_eq!(testing::codec::<Wrapped, u16>([0, u16::MAX]).unwrap_err().law(), "order");
}

#[test]
fn a_codec_that_loses_something_is_found() {
    assert_eq!(laws_broken::<Halved, u16>([256, 257], any::<u16>()), [Some("round trip"); 2]);
    assert_eq!(laws_broken::<Hesitant, u16>([999, 1000], any::<u16>()), [Some("round trip"); 2]);
    assert_eq!(
        testing::codec::<Hesitant, u16>([1000]).unwrap_err().to_string(),
        "round trip: 1000 does not come back: too much"
    );
}

#[derive(Debug, PartialEq, PartialOrd, RowKey)]
struct ReadingKey {
    #[rowkey(codec = SignKept)]
    degrees: i16,
    sensor: u8,
}

/// The codec's claim makes the layout ordered, so that it is found through the key as well.
#[test]
fn a_wrong_codec_is_found_through_its_key() {
    let key = |degrees, sensor| ReadingKey { degrees, sensor };
    let broken = testing::keys([key(-1, 0), key(1, 0)]).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "order: ReadingKey { degrees: -1, sensor: 0 } < ReadingKey { degrees: 1, sensor: 0 }, \
         but their bytes are ffff00 and 000100"
    );
    let broken = testing::keys_of(any::<(i16, u8)>().prop_map(|(degrees, sensor)| key(degrees, sensor))).unwrap_err();
    assert_eq!(broken.law(), "order");
    // Made small: no reader wants to see the first values that chance drew.
    for small in ["degrees: 0, sensor: 0 }", "degrees: -1, sensor: 0 }"] {
        assert!(broken.to_string().contains(small), "{broken}");
    }
}

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct VisitKey {
    #[salt(md5, buckets = 3)]
    visitor: u16,
    #[descending]
    at: i16,
}

#[test]
fn ranges_that_hold_others_or_too_few_are_found() {
    let visits = || (0..40).flat_map(|visitor| [-1, 0, 1].map(|at| VisitKey { visitor, at }));
    let prefix = VisitKey::prefix;
    assert_eq!(testing::ranges([prefix().visitor(7).range()], visits(), |key: &VisitKey| key.visitor == 7), Ok(()));
    assert_eq!(testing::ranges(prefix().ranges(), visits(), |_: &VisitKey| true), Ok(()));

    let recent = testing::ranges([prefix().visitor(7).at_in(0..).range()], visits(), |key| key.visitor == 7);
    assert_eq!(recent.unwrap_err().to_string(), "prefix: VisitKey { visitor: 7, at: -1 } is in none of the ranges");
    let all = testing::ranges([prefix().visitor(0).range()], visits(), |key| key.visitor == 0 && key.at != 1);
    assert_eq!(
        all.unwrap_err().to_string(),
        "prefix: VisitKey { visitor: 0, at: 1 } is in a range, and was not asked for"
    );
    let twice = prefix().ranges().chain([prefix().visitor(0).range()]);
    let twice = testing::ranges(twice, visits(), |_: &VisitKey| true);
    assert_eq!(twice.unwrap_err().to_string(), "prefix: VisitKey { visitor: 0, at: -1 } is in 2 of the ranges");
}

#[test]
fn rows_that_do_not_stand_as_expected_are_found() {
    #[derive(Debug, Clone, PartialEq, RowKey)]
    struct EventKey {
        #[pad(2)]
        host: u8,
        #[descending]
        at: i16,
    }
    let event = |host, at| EventKey { host, at };
    assert_eq!(testing::in_order([event(1, 300), event(1, 2), event(1, -1), event(2, 7)]), Ok(()));
    assert_eq!(
        testing::in_order([event(1, 300), event(1, 2), event(1, 3)]).unwrap_err().to_string(),
        "order: EventKey { host: 1, at: 2 } does not stand in front of EventKey { host: 1, at: 3 }: \
         their bytes are 30317ffd and 30317ffc"
    );
    assert_eq!(testing::in_order([event(1, 2), event(1, 2)]).unwrap_err().law(), "order");
    assert_eq!(
        testing::in_order([event(100, 2)]).unwrap_err().to_string(),
        "order: EventKey { host: 100, at: 2 } has no bytes: field `host`: 100 has 3 digits, the key holds 2"
    );
}

#[test]
fn a_strategy_that_gives_nothing_is_said_to() {
    let none = any::<u16>().prop_filter("never", |_| false);
    let broken = testing::codec_of::<BigEndian, u16>(none).unwrap_err();
    assert_eq!(broken.law(), "strategy");
}
