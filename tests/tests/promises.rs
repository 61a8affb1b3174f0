//! Tests the promises that a codec makes by its output type, and what a key gets from them. `StartsAlike` gives methods
//! such as `text_starts_with`, and `Without<'/', _>` gives `encode` to a key with the delimiter `/`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rowkey::{
    Codec, CodecError, KeyField, RowKey,
    codecs::{InOrder, OutOfRange, SelfDelimited, StartsAlike, Without},
    testing,
};

/// Stores `~` as `~1` and `/` as `~0`. The bytes do not sort as the texts do: `/` sorts before `a`, but `~0` sorts
/// after `a`.
struct Escaped;

fn escaped(text: &str) -> Vec<u8> {
    text.replace('~', "~1").replace('/', "~0").into()
}

fn unescaped(bytes: Vec<u8>) -> Result<String, CodecError> {
    Ok(String::from_utf8(bytes)?.replace("~0", "/").replace("~1", "~"))
}

impl Codec<String> for Escaped {
    type Encoded = StartsAlike<Without<'/', Vec<u8>>>;
    const NAME: &'static str = "~0 and ~1";

    fn encode(text: &String) -> Self::Encoded {
        StartsAlike(Without(escaped(text)))
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        unescaped(bytes)
    }
}

/// Stores text unchanged, and promises that the bytes sort and start as the texts do.
struct Text;

impl Codec<String> for Text {
    type Encoded = InOrder<StartsAlike<Vec<u8>>>;
    const NAME: &'static str = "text";

    fn encode(text: &String) -> Self::Encoded {
        InOrder(StartsAlike(text.clone().into()))
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        Ok(String::from_utf8(bytes)?)
    }
}

#[derive(Debug, Clone, PartialEq, KeyField)]
#[rowkey(codec = Escaped)]
struct Name(String);

const TEXTS: [&str; 16] =
    ["", "/", "//", "~", "~0", "~1", "/~", "a", "a/", "a/b", "a~", "ab", "a\0", "b", "\u{e9}", "\u{e9}/"];

/// Checks that each range of `text_starts_with` contains exactly the keys whose text begins with the given start.
macro_rules! starts_alike {
    ($name:ident: $key:ident { $($rest:ident)? }) => {
        #[test]
        fn $name() {
            let keys = TEXTS.map(|text| $key { text: text.to_string().into(), $($rest: 7)? });
            testing::keys(keys.clone()).unwrap();
            for start in TEXTS {
                let range = $key::prefix().text_starts_with(start).range();
                for key in &keys {
                    let text: &str = key.text.as_ref();
                    assert_eq!(range.contains(&key.encode()), text.starts_with(start), "{start:?} of {text:?}");
                }
            }
        }
    };
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
#[rowkey(delimiter = '/')]
struct Delimited {
    #[rowkey(codec = Escaped)]
    text: String,
    next: u8,
}
starts_alike!(starts_with_before_a_delimiter: Delimited { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
#[rowkey(terminator = '/')]
struct Terminated {
    #[rowkey(codec = Escaped)]
    text: String,
    next: u8,
}
starts_alike!(starts_with_before_a_terminator: Terminated { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct Last {
    #[rowkey(codec = Escaped)]
    text: String,
}
starts_alike!(starts_with_of_the_last_field: Last {});

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct BeforeAnother {
    #[rowkey(codec = Text)]
    text: String,
    next: u8,
}
starts_alike!(starts_with_before_another_field: BeforeAnother { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct TypeWithCodecKey {
    text: Name,
    next: u8,
}
starts_alike!(starts_with_of_a_type_with_a_codec: TypeWithCodecKey { next });

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingKey {
    #[rowkey(codec = Text)]
    #[descending]
    text: String,
    next: u8,
}

#[test]
fn a_descending_field_keeps_the_promise() {
    for (start, text) in TEXTS.iter().flat_map(|start| TEXTS.map(|text| (*start, text))) {
        let key = DescendingKey { text: text.into(), next: 7 }.encode();
        let range = DescendingKey::prefix().text_starts_with(start).range();
        assert_eq!(range.contains(&key), text.starts_with(start), "{start:?} of {text:?}");
    }
}

#[test]
fn an_ordered_codec_keeps_its_order_with_the_promise() {
    let key = |text: &str| BeforeAnother { text: text.into(), next: 7 }.encode();
    let [from, to] = ["a", "b"].map(String::from);
    let range = BeforeAnother::prefix().text_in(&from..&to).range();
    assert!(range.contains(&key("a")) && range.contains(&key("ab")) && !range.contains(&key("b")));
    assert!(BeforeAnother::LAYOUT.is_ordered() && !Delimited::LAYOUT.is_ordered());
}

#[test]
fn the_laws_find_broken_promises() {
    /// Breaks its promise: the stored text may contain `/`.
    struct Careless;
    impl Codec<String> for Careless {
        type Encoded = Without<'/', Vec<u8>>;
        const NAME: &'static str = "careless";
        fn encode(text: &String) -> Self::Encoded {
            Without(text.clone().into())
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            Ok(String::from_utf8(bytes)?)
        }
    }
    assert_eq!(testing::codec::<Careless, String>(["a".into()]), Ok(()));
    let broken = testing::codec::<Careless, String>(["a/b".into()]).unwrap_err();
    assert_eq!(broken.to_string(), "without: the bytes 612f62 of \"a/b\" contain '/'");
    testing::text_codec::<Escaped, String>(TEXTS.map(String::from)).unwrap();
    testing::text_codec::<Text, String>(TEXTS.map(String::from)).unwrap();
}

/// A codec for the numbers from -20 to 20 in one byte. `$content` is the type of the stored bytes, and `$wrap` converts
/// an array of one byte to it. `$end` is the codec's function `end`.
macro_rules! small_number {
    ($name:ident: $content:ty, $wrap:expr, $end:item) => {
        struct $name;

        impl Codec<i32> for $name {
            type Encoded = Result<InOrder<$content>, OutOfRange>;
            const NAME: &'static str = "-20 to 20";

            fn encode(value: &i32) -> Self::Encoded {
                match value {
                    ..-20 => Err(OutOfRange::below("less than -20")),
                    -20..=20 => Ok(InOrder($wrap([(value + 20) as u8]))),
                    _ => Err(OutOfRange::above("more than 20")),
                }
            }

            fn decode(bytes: <Self::Encoded as rowkey::codecs::CodecOutput>::Bytes) -> Result<i32, CodecError> {
                let [byte]: [u8; 1] = bytes.as_slice().try_into()?;
                Ok(i32::from(byte) - 20)
            }

            $end
        }
    };
}

small_number!(
    FixedNumber: [u8; 1],
    std::convert::identity,
    fn end(_: &[u8]) -> Option<usize> {
        Some(1)
    }
);
small_number!(
    VariableNumber: Vec<u8>,
    |bytes: [u8; 1]| bytes.to_vec(),
    fn end(_: &[u8]) -> Option<usize> {
        unreachable!("only for `SelfDelimited`")
    }
);
small_number!(
    DelimitedNumber: SelfDelimited,
    |bytes: [u8; 1]| SelfDelimited(bytes.to_vec()),
    fn end(_: &[u8]) -> Option<usize> {
        Some(1)
    }
);

/// Checks that the ranges of `number_in` contain exactly the numbers within the bounds, even if the codec rejects a
/// bound.
macro_rules! out_of_range {
    ($test:ident, $key:ident: $codec:ident, [$($attribute:tt)*]) => {
        #[derive(Debug, PartialEq, RowKey)]
        struct $key {
            before: u8,
            #[rowkey(codec = $codec)]
            $($attribute)*
            number: i32,
            after: u8,
        }

        #[test]
        fn $test() {
            const NUMBERS: [i32; 9] = [i32::MIN, -21, -20, -19, 0, 19, 20, 21, i32::MAX];
            testing::codec::<$codec, i32>(NUMBERS).unwrap();
            let keys = || NUMBERS.map(|number| $key { before: 7, number, after: 9 });
            for key in keys() {
                assert_eq!(key.try_encode().is_ok(), (-20..=20).contains(&key.number));
            }
            for low in NUMBERS {
                let range = $key::prefix().before(7).number_in(low..).range();
                testing::ranges([range], keys(), |key| key.number >= low).unwrap();
                let range = $key::prefix().before(7).number_in(..low).range();
                testing::ranges([range], keys(), |key| key.number < low).unwrap();
                for high in NUMBERS {
                    let range = $key::prefix().before(7).number_in(low..=high).range();
                    testing::ranges([range], keys(), |key| (low..=high).contains(&key.number)).unwrap();
                    let range = $key::prefix().before(7).number_in(low..high).range();
                    testing::ranges([range], keys(), |key| (low..high).contains(&key.number)).unwrap();
                }
                let none = $key::prefix().before(6).number_in(low..).range();
                testing::ranges([none], keys(), |_| false).unwrap();
            }
        }
    };
}

out_of_range!(rejected_bounds_of_a_fixed_width_are_clamped, FixedKey: FixedNumber, []);
out_of_range!(rejected_bounds_of_variable_length_are_clamped, VariableKey: VariableNumber, []);
out_of_range!(rejected_bounds_that_are_self_delimited_are_clamped, DelimitedKey: DelimitedNumber, []);
out_of_range!(rejected_bounds_of_descending_fields_are_clamped, NewestKey: FixedNumber, [#[descending]]);

/// A key with signed `#[decimal]` fields has `encode`, which cannot fail, if its delimiter or terminator is neither a
/// digit nor `-`.
macro_rules! decimals {
    ($($name:ident: $separator:ident = $character:literal;)*) => {$(
        #[test]
        fn $name() {
            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey($separator = $character)]
            struct Key {
                #[decimal]
                first: i64,
                #[decimal]
                second: std::num::NonZeroI8,
                #[decimal]
                third: Option<i128>,
            }

            let second = std::num::NonZeroI8::MIN;
            for (first, third) in [(0, None), (i64::MIN, Some(i128::MIN)), (i64::MAX, Some(-1))] {
                let key = Key { first, second, third };
                let bytes = key.encode();
                assert_eq!(Key::decode(&bytes).unwrap(), key);
                assert!(bytes.starts_with(format!("{first}{}-128", $character as char).as_bytes()));
            }
        }
    )*};
}

decimals! {
    decimals_before_a_slash: delimiter = '/';
    decimals_before_nul: delimiter = '\0';
    decimals_before_a_byte_below_the_minus: delimiter = ',';
    decimals_before_a_byte_after_the_digits: terminator = ':';
    decimals_before_del: terminator = '\x7F';
}

/// A negative number contains the delimiter `-`, so only the last field can be negative.
#[test]
fn negative_decimals_before_a_minus_are_rejected() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '-')]
    struct Key {
        #[decimal]
        first: i64,
        #[decimal]
        second: i64,
    }

    let key = |first, second| Key { first, second };
    assert_eq!(key(1, -2).try_encode().unwrap(), b"1--2");
    assert_eq!(Key::decode(b"1--2").unwrap(), key(1, -2));
    assert!(key(-1, 2).try_encode().is_err());
}
