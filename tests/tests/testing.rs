//! Tests that `rowkey::testing` finds codecs and layouts that break their promises.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::prelude::*;
use rowkey::{
    Codec, CodecError, DecodeError, KeyField, RowKey,
    codecs::{InOrder, OutOfRange, SelfDelimited},
    format::{BoundPlace, ByteCount, Format, Kind, Reader, Sink, Type, Unencodable},
    testing,
};
use rowkey_formats::Leb128;

/// Defines codecs of a `Copy` type by their encode and decode functions.
macro_rules! codecs {
    ($($(#[$doc:meta])* $name:ident: $type:ty as [u8; $width:literal],
        |$value:ident| $to:expr, |$bytes:ident| $from:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        struct $name;

        impl Codec<$type> for $name {
            type Encoded = InOrder<[u8; $width]>;
            const NAME: &'static str = stringify!($name);

            fn encode(&$value: &$type) -> InOrder<[u8; $width]> {
                InOrder($to)
            }

            fn decode($bytes: [u8; $width]) -> Result<$type, CodecError> {
                $from
            }
        }
    )*};
}

codecs! {
    BigEndian: u16 as [u8; 2], |value| value.to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes));
    LittleEndian: u16 as [u8; 2], |value| value.to_le_bytes(), |bytes| Ok(u16::from_le_bytes(bytes));
    /// Sorts negative numbers after all others.
    SignKept: i16 as [u8; 2], |value| value.to_be_bytes(), |bytes| Ok(i16::from_be_bytes(bytes));
    /// Sorts the greatest number first.
    Complemented: u16 as [u8; 2], |value| (!value).to_be_bytes(), |bytes| Ok(!u16::from_be_bytes(bytes));
    /// Sorts as `BigEndian` does, except for the last number, which comes first.
    Wrapped: u16 as [u8; 2], |value| value.wrapping_add(1).to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes).wrapping_sub(1));
    /// Keeps only the high byte, so that 256 numbers have the same encoding.
    HighByte: u16 as [u8; 1], |value| [(value >> 8).to_le_bytes()[0]], |bytes| Ok(u16::from(bytes[0]) << 8);
    /// Rejects some bytes that it writes.
    Hesitant: u16 as [u8; 2], |value| value.to_be_bytes(), |bytes| match u16::from_be_bytes(bytes) {
        1000.. => Err("too much".into()),
        value => Ok(value),
    };
}

/// Stores a string after its length, so that "b" sorts before "aa".
#[derive(Debug)]
struct LengthFirst;

impl Codec<String> for LengthFirst {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "length, text";

    fn encode(text: &String) -> InOrder<Vec<u8>> {
        InOrder([&text.len().to_be_bytes()[..], text.as_bytes()].concat())
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        let text = bytes.get(size_of::<usize>()..).ok_or("too short")?.to_vec();
        Ok(String::from_utf8(text)?)
    }
}

/// Defines varint codecs of `u16`: groups of seven bits, the least significant group first. The codecs differ in `end`,
/// the function that finds the end of a value.
macro_rules! varints {
    ($($(#[$doc:meta])* $name:ident: |$bytes:ident| $end:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        struct $name;

        impl Codec<u16> for $name {
            type Encoded = SelfDelimited;
            const NAME: &'static str = stringify!($name);

            fn encode(value: &u16) -> SelfDelimited {
                let mut bytes = vec![value.to_le_bytes()[0] & 0x7F];
                let mut rest = value >> 7;
                while rest > 0 {
                    *bytes.last_mut().unwrap() |= 0x80;
                    bytes.push(rest.to_le_bytes()[0] & 0x7F);
                    rest >>= 7;
                }
                SelfDelimited(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<u16, CodecError> {
                Ok(bytes.iter().rev().fold(0, |value, byte| value << 7 | u16::from(byte & 0x7F)))
            }

            fn end($bytes: &[u8]) -> Option<usize> {
                $end
            }
        }
    )*};
}

varints! {
    Varint: |bytes| bytes.iter().position(|byte| *byte < 0x80).map(|last| last + 1);
    /// Never finds a value of more than two bytes.
    UpToTwo: |bytes| bytes.iter().take(2).position(|byte| *byte < 0x80).map(|last| last + 1);
    /// Counts all bytes after the value as a part of the value.
    TakesAll: |bytes| Some(bytes.len());
    /// Finds the end of a complete value. If the value is cut off, finds an end after its first byte.
    Hasty: |bytes| Some(bytes.iter().position(|byte| *byte < 0x80).map_or(1, |last| last + 1));
}

/// Returns the law that the samples violate, and the law that random values of the strategy violate.
fn violated_laws<C, T>(samples: impl IntoIterator<Item = T>, any: impl Strategy<Value = T>) -> [Option<&'static str>; 2]
where
    C: Codec<T, Encoded: testing::Compares<T>>,
    T: PartialEq + Debug,
{
    [testing::codec::<C, T>(samples), testing::codec_of::<C, T>(any)]
        .map(|result| result.err().map(|violation| violation.law()))
}

#[test]
fn a_correct_codec_passes() {
    assert_eq!(violated_laws::<BigEndian, u16>(0..300, any::<u16>()), [None, None]);
}

#[test]
fn a_codec_that_claims_a_wrong_order_is_found() {
    let order = [Some("order"); 2];
    assert_eq!(violated_laws::<LittleEndian, u16>([1, 255, 256], any::<u16>()), order);
    assert_eq!(violated_laws::<SignKept, i16>([-1, 0, 1], any::<i16>()), order);
    assert_eq!(violated_laws::<Complemented, u16>([7, 8], any::<u16>()), order);
    let texts = ["b", "aa", ""].map(String::from);
    assert_eq!(violated_laws::<LengthFirst, String>(texts, "[a-c]{0,4}"), order);
    // One value in 65,536 is wrong: samples find the mistake only if they include that value.
    assert_eq!(testing::codec::<Wrapped, u16>([0, u16::MAX - 1]), Ok(()));
    assert_eq!(testing::codec::<Wrapped, u16>([0, u16::MAX]).unwrap_err().law(), "order");
}

#[test]
fn a_codec_that_loses_something_is_found() {
    assert_eq!(violated_laws::<HighByte, u16>([256, 257], any::<u16>()), [Some("round trip"); 2]);
    assert_eq!(violated_laws::<Hesitant, u16>([999, 1000], any::<u16>()), [Some("round trip"); 2]);
    assert_eq!(
        testing::codec::<Hesitant, u16>([1000]).unwrap_err().to_string(),
        "round trip: 1000 cannot be decoded: too much"
    );
}

#[test]
fn a_codec_that_does_not_find_its_end_is_found() {
    let end = [Some("end"); 2];
    let samples = || [0, 127, 128, 16383, 16384, u16::MAX];
    assert_eq!(violated_laws::<Varint, u16>(samples(), any::<u16>()), [None, None]);
    assert_eq!(violated_laws::<UpToTwo, u16>(samples(), any::<u16>()), end);
    assert_eq!(violated_laws::<TakesAll, u16>(samples(), any::<u16>()), end);
    assert_eq!(violated_laws::<Hasty, u16>(samples(), any::<u16>()), end);
    assert_eq!(
        testing::codec::<Hasty, u16>([128]).unwrap_err().to_string(),
        "end: 128 has the bytes 8001, but `end` finds 1 in 80"
    );
}

/// A `u16` in one to three bytes, with other widths than it promises.
struct WrongWidths<const MIN: usize, const MAX: usize>;

impl<const MIN: usize, const MAX: usize> Codec<u16> for WrongWidths<MIN, MAX> {
    type Encoded = SelfDelimited;
    const NAME: &'static str = "wrong widths";
    const WIDTHS: (usize, Option<usize>) = (MIN, Some(MAX));

    fn encode(value: &u16) -> SelfDelimited {
        let mut bytes = Vec::new();
        Leb128::write(Kind::Unsigned { width: 2 }, &value.to_be_bytes(), false, &mut bytes);
        SelfDelimited(bytes)
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|byte| *byte < 0x80).map(|last| last + 1)
    }

    fn decode(bytes: Vec<u8>) -> Result<u16, CodecError> {
        let mut plain = Vec::new();
        Leb128::read(Kind::Unsigned { width: 2 }, false, &mut Reader::new(&bytes), &mut plain)?;
        Ok(u16::from_be_bytes(plain.try_into().map_err(|_| "not two bytes")?))
    }
}

#[test]
fn a_codec_with_other_widths_than_it_promises_is_found() {
    let widths = [Some("widths"); 2];
    let samples = || [0, 127, 128, 16383, 16384, u16::MAX];
    assert_eq!(violated_laws::<WrongWidths<1, 3>, u16>(samples(), any::<u16>()), [None, None]);
    assert_eq!(violated_laws::<WrongWidths<1, 2>, u16>(samples(), any::<u16>()), widths);
    assert_eq!(violated_laws::<WrongWidths<2, 3>, u16>(samples(), any::<u16>())[0], widths[0]);
    assert_eq!(
        testing::codec::<WrongWidths<1, 2>, u16>([16384]).unwrap_err().to_string(),
        "widths: 16384 has 3 bytes, but `WIDTHS` is (1, Some(2))"
    );
}

#[derive(Debug, PartialEq, PartialOrd, RowKey)]
struct ReadingKey {
    #[rowkey(codec = SignKept)]
    degrees: i16,
    sensor: u8,
}

/// The codec claims an order, so the layout of its key is ordered. Checking the key therefore finds the mistake, too.
#[test]
fn a_wrong_codec_is_found_through_its_key() {
    let key = |degrees, sensor| ReadingKey { degrees, sensor };
    let violation = testing::keys([key(-1, 0), key(1, 0)]).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "order: ReadingKey { degrees: -1, sensor: 0 } < ReadingKey { degrees: 1, sensor: 0 }, \
         but their bytes are ffff00 and 000100"
    );
    let violation =
        testing::keys_of(any::<(i16, u8)>().prop_map(|(degrees, sensor)| key(degrees, sensor))).unwrap_err();
    assert_eq!(violation.law(), "order");
    // Failures shrink to small values, because the values first drawn are hard to read.
    for small in ["degrees: 0, sensor: 0 }", "degrees: -1, sensor: 0 }"] {
        assert!(violation.to_string().contains(small), "{violation}");
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
fn ranges_with_extra_or_missing_keys_are_found() {
    let visits = || (0..40).flat_map(|visitor| [-1, 0, 1].map(|at| VisitKey { visitor, at }));
    let prefix = VisitKey::prefix;
    assert_eq!(testing::ranges([prefix().visitor(7).range()], visits(), |key: &VisitKey| key.visitor == 7), Ok(()));
    assert_eq!(testing::ranges(prefix().ranges(), visits(), |_: &VisitKey| true), Ok(()));

    let missing = testing::ranges([prefix().visitor(7).at_in(0..).range()], visits(), |key| key.visitor == 7);
    assert_eq!(
        missing.unwrap_err().to_string(),
        "prefix: VisitKey { visitor: 7, at: -1 } matches, but is not in any range"
    );
    let extra = testing::ranges([prefix().visitor(0).range()], visits(), |key| key.visitor == 0 && key.at != 1);
    assert_eq!(
        extra.unwrap_err().to_string(),
        "prefix: VisitKey { visitor: 0, at: 1 } does not match, but is in a range"
    );
    let twice = prefix().ranges().chain([prefix().visitor(0).range()]);
    let twice = testing::ranges(twice, visits(), |_: &VisitKey| true);
    assert_eq!(twice.unwrap_err().to_string(), "prefix: VisitKey { visitor: 0, at: -1 } is in 2 ranges");
}

#[test]
fn rows_in_an_unexpected_order_are_found() {
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
        "order: EventKey { host: 1, at: 2 } does not sort before EventKey { host: 1, at: 3 }: \
         their bytes are 30317ffd and 30317ffc"
    );
    assert_eq!(testing::in_order([event(1, 2), event(1, 2)]).unwrap_err().law(), "order");
    assert_eq!(
        testing::in_order([event(100, 2)]).unwrap_err().to_string(),
        "order: EventKey { host: 100, at: 2 } cannot be encoded: field `host`: 100 has 3 digits, but the key holds only 2"
    );
}

#[derive(Debug, PartialEq, PartialOrd, RowKey)]
struct HighByteKey {
    #[rowkey(codec = HighByte)]
    number: u16,
}

#[test]
fn keys_that_decode_to_other_keys_are_found() {
    assert_eq!(testing::keys([HighByteKey { number: 256 }, HighByteKey { number: 512 }]), Ok(()));
    assert_eq!(
        testing::keys([HighByteKey { number: 257 }]).unwrap_err().to_string(),
        "round trip: HighByteKey { number: 257 } decodes as HighByteKey { number: 256 }"
    );
    #[derive(Debug, PartialEq, PartialOrd, RowKey)]
    struct HesitantKey {
        #[rowkey(codec = Hesitant)]
        number: u16,
    }
    assert_eq!(
        testing::keys([HesitantKey { number: 1000 }]).unwrap_err().to_string(),
        "round trip: HesitantKey { number: 1000 } cannot be decoded: field `number` at byte 0: too much"
    );
}

/// A key whose numbers count as equal if they differ by at most 1, so that the lossy codec `Thirds` passes the check of
/// the round trip. The keys have no order, so that the codec also passes the check of the order. Only the law
/// `identity` can be violated.
#[derive(Debug, RowKey)]
struct NearKey {
    #[rowkey(codec = Thirds)]
    number: u16,
}

impl PartialEq for NearKey {
    fn eq(&self, other: &NearKey) -> bool {
        self.number.abs_diff(other.number) < 2
    }
}

impl PartialOrd for NearKey {
    fn partial_cmp(&self, _: &NearKey) -> Option<Ordering> {
        None
    }
}

codecs! {
    /// Maps three numbers to the middle one.
    Thirds: u16 as [u8; 2], |value| (value / 3 * 3 + 1).to_be_bytes(), |bytes| Ok(u16::from_be_bytes(bytes));
}

#[test]
fn two_keys_of_the_same_bytes_are_found() {
    assert_eq!(testing::keys([NearKey { number: 3 }, NearKey { number: 4 }]), Ok(()));
    assert_eq!(
        testing::keys([NearKey { number: 3 }, NearKey { number: 5 }]).unwrap_err().to_string(),
        "identity: NearKey { number: 3 } and NearKey { number: 5 } both have the bytes 0004"
    );
}

/// Order is not checked for keys whose layout is unordered or has a descending field, also within a struct.
#[test]
fn order_is_checked_only_for_keys_that_promise_it() {
    #[derive(Debug, PartialEq, PartialOrd, RowKey)]
    struct ReversedKey {
        #[reverse]
        number: u16,
    }
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, KeyField)]
    struct Visit {
        visitor: u16,
        #[descending]
        at: i16,
    }
    #[derive(Debug, PartialEq, PartialOrd, RowKey)]
    struct LogKey {
        visit: Option<Visit>,
    }
    let visits = [0, 1, 255, 256].map(|at| VisitKey { visitor: 7, at });
    assert_eq!(testing::keys(visits), Ok(()));
    assert_eq!(testing::keys([0, 1, 255, 256].map(|number| ReversedKey { number })), Ok(()));
    let in_struct = [0, 1, 255, 256].map(|at| LogKey { visit: Some(Visit { visitor: 7, at }) });
    assert_eq!(testing::keys(in_struct), Ok(()));
}

thread_local! {
    /// The bytes that [`Recorder`] was called to decode.
    static READ: RefCell<BTreeSet<Vec<u8>>> = const { RefCell::new(BTreeSet::new()) };
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

#[derive(Debug)]
struct Recorder;

impl Codec<Vec<u8>> for Recorder {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "recorder";

    fn encode(bytes: &Vec<u8>) -> InOrder<Vec<u8>> {
        InOrder(bytes.to_vec())
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        READ.with_borrow_mut(|read| read.insert(bytes.clone()));
        Ok(bytes)
    }
}

#[test]
fn every_damage_to_a_key_is_tried() {
    #[derive(Debug, PartialEq, PartialOrd, RowKey)]
    struct RecordedKey {
        #[rowkey(codec = Recorder)]
        bytes: Vec<u8>,
    }
    assert_eq!(testing::keys([RecordedKey { bytes: vec![0x00, 0x5A, 0xFF] }]), Ok(()));
    let mut expected: BTreeSet<Vec<u8>> =
        [&[][..], &[0x00], &[0x00, 0x5A], &[0x00, 0x5A, 0xFF], &[0x00, 0x5A, 0xFF, 0x00], &[0x00, 0x5A, 0xFF, 0xFF]]
            .map(Vec::from)
            .into();
    for bit in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80] {
        expected.extend([[bit, 0x5A, 0xFF], [0x00, 0x5A ^ bit, 0xFF], [0x00, 0x5A, 0xFF ^ bit]].map(Vec::from));
    }
    assert_eq!(READ.take(), expected);
}

/// A function that is unusable for a salt, because its result changes from call to call.
fn drifting(_: &[u8]) -> u64 {
    let calls = CALLS.get();
    CALLS.set(calls + 1);
    calls.saturating_sub(1)
}

#[derive(Debug, PartialEq, PartialOrd, RowKey)]
#[rowkey(salt(with = drifting, buckets = 8))]
struct DriftingKey {
    number: u8,
}

/// The calls of `drifting` return 0 to encode the key, 0 to decode it, 1 to decode the bytes with bit 0x01 of the salt
/// flipped, and 2 to encode the decoded key again.
#[test]
fn bytes_that_are_read_as_a_key_of_other_bytes_are_found() {
    assert_eq!(
        testing::keys([DriftingKey { number: 7 }]).unwrap_err().to_string(),
        "canonical: 0107 decodes to DriftingKey { number: 7 }, which encodes to 0207"
    );
}

#[test]
fn a_strategy_without_values_is_reported() {
    let none = any::<u16>().prop_filter("never", |_| false);
    let violation = testing::codec_of::<BigEndian, u16>(none).unwrap_err();
    assert_eq!(violation.law(), "strategy");
}

/// Values without an order. [`Letter`] stores them as a byte that does not sort.
#[derive(Debug, PartialEq)]
enum Color {
    Red,
    Blue,
}

struct Letter;

impl Codec<Color> for Letter {
    type Encoded = [u8; 1];
    const NAME: &'static str = "letter";

    fn encode(color: &Color) -> [u8; 1] {
        [if *color == Color::Red { b'r' } else { b'b' }]
    }

    fn decode(letter: [u8; 1]) -> Result<Color, CodecError> {
        match &letter {
            b"r" => Ok(Color::Red),
            // The mistake that the test finds.
            b"b" => Ok(Color::Red),
            _ => Err("not a letter".into()),
        }
    }
}

#[test]
fn values_of_a_codec_that_does_not_sort_need_no_order() {
    testing::codec::<Letter, Color>([Color::Red]).unwrap();
    let violation = testing::codec::<Letter, Color>([Color::Red, Color::Blue]).unwrap_err();
    assert_eq!(violation.to_string(), "round trip: Blue decodes as Red");
}

/// Encodes even numbers only, and rejects odd numbers as greater than all even ones.
struct Even;

impl Codec<u8> for Even {
    type Encoded = Result<InOrder<[u8; 1]>, OutOfRange>;
    const NAME: &'static str = "even";

    fn encode(number: &u8) -> Self::Encoded {
        if number.is_multiple_of(2) { Ok(InOrder([*number])) } else { Err(OutOfRange::above("not even")) }
    }

    fn decode([number]: [u8; 1]) -> Result<u8, CodecError> {
        Ok(number)
    }
}

#[test]
fn a_rejected_value_on_the_wrong_side_violates_the_order() {
    testing::codec::<Even, u8>([0, 2, 3, 5]).unwrap();
    let violation = testing::codec::<Even, u8>([0, 2, 3, 4]).unwrap_err();
    assert_eq!(violation.to_string(), "order: 3 is rejected as above all others, but 4 is encoded");
}

/// A format of texts that end in 00 or with the key, with a row that may be wrong.
struct Texts<const CASE: u8>;

const ENDS_WITH_KEY: u8 = 0;
const FORGETS_END: u8 = 1;
const TAGS_IN_THE_MIDDLE: u8 = 2;

impl<const CASE: u8> Format for Texts<CASE> {
    const NAME: &'static str = "texts";
    const TYPES: &'static [Type] = match CASE {
        FORGETS_END => &[Type::new(Kind::Text).some_values()],
        _ => &[Type::new(Kind::Text).some_values().ends_with_key().starts_alike()],
    };

    fn write<S: Sink>(_: Kind, plain: &[u8], last: bool, out: &mut S) {
        if CASE == TAGS_IN_THE_MIDDLE && !last {
            out.put(b"t");
        }
        out.put(plain);
        if !last {
            out.put(&[0]);
        }
    }

    fn read<S: Sink>(_: Kind, last: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        if CASE == TAGS_IN_THE_MIDDLE && !last {
            reader.expect(b't', "the tag of a text")?;
        }
        plain.put(&if last { reader.bytes(reader.remaining())? } else { reader.until(0)? });
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        if CASE == TAGS_IN_THE_MIDDLE {
            out.put(b"t");
        }
        out.put(beginning);
        !beginning.contains(&0)
    }

    fn unencodable(_: Kind, plain: &[u8]) -> Option<Unencodable> {
        let zero = plain.iter().position(|byte| *byte == 0)?;
        Some(Unencodable::after(&plain[..zero], "a text cannot contain 00"))
    }
}

#[test]
fn a_format_that_forgets_that_values_end_with_the_key_is_found() {
    testing::format::<Texts<ENDS_WITH_KEY>>().unwrap();
    let violation = testing::format::<Texts<FORGETS_END>>().unwrap_err();
    assert_eq!(
        violation.to_string(),
        "table: the Text with the plain bytes `` has the bytes 00, but  at the end of a key: its row lacks `ends_with_key`"
    );
}

#[test]
fn a_format_whose_beginnings_are_wrong_in_the_last_field_is_found() {
    let violation = testing::format::<Texts<TAGS_IN_THE_MIDDLE>>().unwrap_err();
    assert_eq!(
        violation.to_string(),
        "start: the bounds 74 and 74 of the beginning `` do not contain the Text with the plain bytes ``, whose bytes are "
    );
}

/// A format that stores plain numbers. Its table promises that a number has the same bytes in all types, or (`TWICE`) has a row
/// that is never used.
struct Plain<const TWICE: bool>;

impl<const TWICE: bool> Format for Plain<TWICE> {
    const NAME: &'static str = "plain";
    const TYPES: &'static [Type] = if TWICE {
        &[Type::unsigned(1..=8), Type::unsigned(4..=8)]
    } else {
        &[Type::unsigned(1..=2).same_at_any_width(false)]
    };

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put(plain);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        plain.put(&reader.bytes(kind.width().unwrap())?);
        Ok(())
    }
}

#[test]
fn a_format_whose_integers_are_not_the_same_at_any_width_is_found() {
    let violation = testing::format::<Plain<false>>().unwrap_err();
    assert_eq!(
        violation.to_string(),
        "table: the Unsigned { width: 1 } with the plain bytes `00` has the bytes 00, but the same number as Unsigned { \
         width: 2 } has 0000"
    );
}

/// A format whose texts are longer than its table says.
struct Short;

impl Format for Short {
    const NAME: &'static str = "short";
    const TYPES: &'static [Type] = &[Type::new(Kind::Text)
        .widths(ByteCount::exact(0), Some(ByteCount::exact(255)))
        .only_last("a text has no end", "")];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put(plain);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        plain.put(&reader.bytes(reader.remaining())?);
        Ok(())
    }
}

#[test]
fn a_format_whose_texts_have_no_greatest_width_is_found() {
    let violation = testing::format::<Short>().unwrap_err();
    assert!(violation.to_string().ends_with("has the width 300, but its row says 0 to 255"), "{violation}");
}

/// A format that reads its bytes as they are stored, even in a descending field.
struct Raw;

impl Format for Raw {
    const NAME: &'static str = "raw";
    const TYPES: &'static [Type] = &[Type::new(Kind::Bool)];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put(plain);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        plain.put(reader.raw(1)?);
        Ok(())
    }
}

#[test]
fn a_format_that_cannot_read_descending_values_is_found() {
    let violation = testing::format::<Raw>().unwrap_err();
    assert_eq!(violation.law(), "descending", "{violation}");
}

#[test]
fn a_row_that_is_never_used_is_found() {
    assert_eq!(
        testing::format::<Plain<true>>().unwrap_err().to_string(),
        "table: two rows have the kind Unsigned { width: 8 }, and only the first one is used"
    );
}
