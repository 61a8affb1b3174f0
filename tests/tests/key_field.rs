//! Derived field types: newtypes, structs, enums with codes.
#![allow(missing_docs)]

use rowkey::{KeyField, KeySpace, RowKey, Shard};

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, KeyField)]
struct CustomerId(u32);

#[derive(Debug, Clone, PartialEq, KeyField)]
struct Name(String);

#[derive(Debug, Clone, PartialEq, KeyField)]
struct Borrowed<'a>(&'a str);

#[derive(Debug, Clone, PartialEq, KeyField)]
struct Place {
    city: String,
    #[descending]
    floor: i16,
    room: Option<Name>,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Channel {
    #[code("tb")]
    Taobao,
    #[code("tm")]
    Tmall,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum State {
    #[code(9)]
    Open,
    #[code(2)]
    Closed,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Key {
    #[salt(modulo, buckets = 4)]
    #[pad(6)]
    customer: CustomerId,
    #[descending]
    name: Name,
    place: Place,
    channel: Channel,
    #[descending]
    state: State,
    #[reverse]
    again: CustomerId,
    shard: Shard<300>,
    last: Name,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Last<'a> {
    id: CustomerId,
    text: Borrowed<'a>,
}

fn key() -> Key {
    Key {
        customer: CustomerId(123),
        name: Name("n".into()),
        place: Place { city: "c\0".into(), floor: -1, room: Some(Name("r".into())) },
        channel: Channel::Tmall,
        state: State::Open,
        again: CustomerId(1),
        shard: Shard::new(299).unwrap(),
        last: Name("l".into()),
    }
}

#[test]
fn derived_types_have_the_bytes_of_their_fields() {
    let bytes = key().try_encode().unwrap();
    assert_eq!(
        bytes,
        [
            &b"\x03000123"[..],
            b"\x91\xFF\xFF",
            b"c\0\xFF\0\0\x80\x00\x01r\0\0",
            b"tm",
            b"\xF6",
            b"\x01\0\0\0",
            b"\x01\x2B",
            b"l"
        ]
        .concat()
    );
    assert_eq!(Key::decode(&bytes).unwrap(), key());
}

#[test]
fn prefixes_take_copies_or_references() {
    let bytes = key().try_encode().unwrap();
    let prefix = Key::prefix().customer(CustomerId(123)).name(&Name("n".into()));
    assert!(prefix.clone().range().contains(&bytes));
    assert!(prefix.clone().place_in(&key().place..).range().contains(&bytes));
    let channel = prefix.place(&key().place);
    assert!(channel.clone().channel_in(Channel::Taobao..=Channel::Tmall).range().contains(&bytes));
    assert!(!channel.channel_in(..Channel::Tmall).range().contains(&bytes));
    assert!(Key::prefix().customer(CustomerId(123)).name_starts_with("n").range().contains(&bytes));
}

#[test]
fn a_borrowing_newtype_borrows() {
    let key = Last { id: CustomerId(1), text: Borrowed("x") };
    let bytes = key.encode();
    assert_eq!(Last::decode(&bytes).unwrap(), key);
}

#[test]
fn unknown_codes_are_refused() {
    let mut bytes = key().try_encode().unwrap();
    let at = bytes.windows(2).position(|two| two == b"tm").unwrap();
    bytes[at + 1] = b'x';
    assert_eq!(
        Key::decode(&bytes).unwrap_err().to_string(),
        format!("field `channel` at byte {at}: expected one of the codes \"tb\" \"tm\"")
    );
}

#[test]
fn the_layout_shows_the_parts_of_derived_types() {
    println!("{}", Key::LAYOUT);
    assert!(Key::LAYOUT.to_string().contains("code Taobao \"tb\", Tmall \"tm\""));
}

macro_rules! coded {
    ($name:ident $first:literal $second:literal) => {
        #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
        enum $name {
            #[code($first)]
            First,
            #[code($second)]
            Second,
        }
    };
}

coded!(ByText "one" "two");
coded!(ByBytes b"\xFF\x00" b"\xFF\x01");
coded!(ByCharacter '1' 'ß');
coded!(ByNumber 1 255);
coded!(ByByte 1u8 255u8);
coded!(ByTwoBytes 1u16 300u16);
coded!(ByFourBytes 1u32 70_000u32);

/// Text is encoded as it is, characters as UTF-8, and numbers big-endian in the width of their type, which is one byte
/// for numbers without a type.
#[test]
fn codes_of_every_kind() {
    macro_rules! assert_code {
        ($name:ident $first:literal $second:literal) => {{
            #[derive(Debug, PartialEq, RowKey)]
            struct CodeKey {
                code: $name,
                next: u8,
            }

            for (code, bytes) in [($name::First, &$first[..]), ($name::Second, &$second[..])] {
                let key = CodeKey { code, next: 7 };
                let stored: Vec<u8> = key.encode().into();
                assert_eq!(stored, [bytes, &[7]].concat());
                assert_eq!(CodeKey::decode(&stored), Ok(key));
            }
        }};
    }
    assert_code!(ByText b"one" b"two");
    assert_code!(ByBytes b"\xFF\x00" b"\xFF\x01");
    assert_code!(ByCharacter b"1" b"\xC3\x9F");
    assert_code!(ByNumber b"\x01" b"\xFF");
    assert_code!(ByByte b"\x01" b"\xFF");
    assert_code!(ByTwoBytes b"\x00\x01" b"\x01\x2C");
    assert_code!(ByFourBytes b"\x00\x00\x00\x01" b"\x00\x01\x11\x70");
}

/// A decoded field borrows bytes that are stored unchanged, in a struct and in a key space too.
#[test]
fn fields_of_a_struct_in_a_key_space_borrow_from_the_bytes() {
    #[derive(Debug, PartialEq, KeyField)]
    struct Label<'a> {
        #[pad(4)]
        name: &'a str,
        floor: u8,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "l/")]
    struct LabelKey<'a> {
        label: Label<'a>,
        note: &'a str,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row<'a> {
        Label(LabelKey<'a>),
    }
    let key = LabelKey { label: Label { name: "ab", floor: 7 }, note: "note" };
    let bytes = key.try_encode().unwrap();
    assert_eq!(bytes, b"l/ab\0\0\x07note");
    let Row::Label(read) = Row::decode(&bytes).unwrap();
    assert_eq!(read, key);
    assert!(bytes.as_ptr_range().contains(&read.label.name.as_ptr()));
    assert!(bytes.as_ptr_range().contains(&read.note.as_ptr()));
}

mod random_salt_in_a_key_space {
    use super::*;
    use rowkey::EncodeError;

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "fixed/", salt(random, buckets = 300))]
    struct FixedKey {
        at: u32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "digits/", salt(random, buckets = 12, digits))]
    struct DigitsKey {
        #[pad(3)]
        at: u16,
        name: String,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "hashed/")]
    struct HashedKey {
        #[salt(md5, buckets = 4)]
        at: u32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "plain/")]
    struct PlainKey {
        at: u32,
    }

    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Fixed(FixedKey),
        Digits(DigitsKey),
        Hashed(HashedKey),
        Plain(PlainKey),
    }

    const BUCKETS: [u64; 2] = [300, 12];

    /// The rows with a random salt, in the order of `BUCKETS`, and the `encode_in` of their keys.
    #[allow(clippy::type_complexity)]
    fn salted_rows(at: u16) -> [(Row, Box<dyn Fn(u64) -> Result<Vec<u8>, EncodeError>>); 2] {
        let fixed = FixedKey { at: at.into() };
        let digits = DigitsKey { at, name: "a\0b".into() };
        [
            (Row::Fixed(fixed.clone()), Box::new(move |bucket| fixed.encode_in(bucket).map(Vec::from))),
            (Row::Digits(digits.clone()), Box::new(move |bucket| digits.encode_in(bucket))),
        ]
    }

    fn rows_without_a_choice(at: u32) -> [(Row, Vec<u8>); 2] {
        let (hashed, plain) = (HashedKey { at }, PlainKey { at });
        let bytes = [hashed.encode().to_vec(), plain.encode().to_vec()];
        [(Row::Hashed(hashed), bytes[0].clone()), (Row::Plain(plain), bytes[1].clone())]
    }

    #[test]
    fn each_bucket_has_the_bytes_of_the_key() {
        for at in [0, 7, 999] {
            for ((row, encode_in), buckets) in salted_rows(at).into_iter().zip(BUCKETS) {
                for bucket in (0..buckets).chain([buckets, buckets + 1, u64::MAX]) {
                    let bytes = row.encode_in(bucket);
                    assert_eq!(bytes, encode_in(bucket));
                    assert_eq!(bytes.is_ok(), bucket < buckets);
                    if let Ok(bytes) = bytes {
                        assert_eq!(Row::decode(&bytes).unwrap(), row);
                    }
                }
            }
        }
    }

    #[test]
    fn a_random_bucket_is_one_of_the_buckets() {
        for ((row, encode_in), buckets) in salted_rows(7).into_iter().zip(BUCKETS) {
            let all: Vec<_> = (0..buckets).map(|bucket| encode_in(bucket).unwrap()).collect();
            let drawn: Vec<_> = (0..100).map(|_| row.encode_random().unwrap()).collect();
            assert!(drawn.iter().all(|bytes| all.contains(bytes)));
            assert!(drawn.iter().any(|bytes| *bytes != drawn[0]), "100 draws from {buckets} buckets are all alike");
        }
    }

    #[test]
    fn a_key_without_a_random_salt_ignores_the_bucket() {
        for (row, bytes) in rows_without_a_choice(7) {
            let encodings = [row.try_encode(), row.encode_in(0), row.encode_in(u64::MAX), row.encode_random()];
            assert_eq!(encodings, [(); 4].map(|()| Ok(bytes.clone())));
        }
    }

    #[test]
    fn an_error_leaves_the_buffer_unchanged() {
        let too_wide = DigitsKey { at: 1000, name: String::new() };
        assert!(Row::Digits(too_wide.clone()).encode_in(3).is_err());
        assert!(Row::Digits(too_wide).encode_random().is_err());
        for (row, _) in salted_rows(7) {
            let mut out = vec![1, 2];
            let error = row.encode_into(&mut out).unwrap_err();
            assert_eq!(row.try_encode(), Err(error.clone()));
            assert!(error.to_string().contains("encode_in"), "{error}");
            assert_eq!(out, [1, 2]);
        }
    }
}

/// The derive names the codec of a type that is spelled `u32` or `String`, and leaves out the bounds of its field. An alias
/// hides the spelling, so that the compiler looks at the type. Both must give the same bytes, widths and ranges.
mod spelled_and_aliased_types {
    use rowkey::RowKey;

    type Unsigned = u32;
    type Signed = i16;
    type Flag = bool;
    type Letter = char;
    type Float = f64;
    type Text = String;
    type Bytes = Vec<u8>;
    type Array = [u8; 3];
    type Optional = Option<u16>;
    type OptionalText = Option<String>;

    macro_rules! both {
        ($module:ident: $($on_the_struct:tt)*) => {
            mod $module {
                use super::*;

                #[derive(Debug, PartialEq, RowKey)]
                #[rowkey($($on_the_struct)*)]
                struct Spelled {
                    unsigned: u32,
                    #[descending]
                    signed: i16,
                    flag: bool,
                    text: String,
                    letter: char,
                    #[descending]
                    bytes: Vec<u8>,
                    array: [u8; 3],
                    #[reverse]
                    host: String,
                    #[pad(10)]
                    digits: u32,
                    #[pad(8)]
                    name: String,
                    float: f64,
                    optional: Option<u16>,
                    optional_text: Option<String>,
                }

                #[derive(Debug, PartialEq, RowKey)]
                #[rowkey($($on_the_struct)*)]
                struct Aliased {
                    unsigned: Unsigned,
                    #[descending]
                    signed: Signed,
                    flag: Flag,
                    text: Text,
                    letter: Letter,
                    #[descending]
                    bytes: Bytes,
                    array: Array,
                    #[reverse]
                    host: Text,
                    #[pad(10)]
                    digits: Unsigned,
                    #[pad(8)]
                    name: Text,
                    float: Float,
                    optional: Optional,
                    optional_text: OptionalText,
                }

                #[test]
                fn are_one_layout() {
                    assert_eq!(Spelled::LAYOUT.fingerprint(), Aliased::LAYOUT.fingerprint());
                    assert_eq!(Spelled::LAYOUT.max_len(), Aliased::LAYOUT.max_len());
                }

                #[test]
                fn have_the_same_bytes_and_ranges() {
                    let prefixes = (Spelled::prefix().unsigned(7), Aliased::prefix().unsigned(7));
                    assert_eq!(prefixes.0.clone().signed_in(-3..9).range(), prefixes.1.clone().signed_in(-3..9).range());
                    let prefixes = (prefixes.0.signed(-3).flag(true), prefixes.1.signed(-3).flag(true));
                    assert_eq!(prefixes.0.clone().text_in("a".."b").range(), prefixes.1.clone().text_in("a".."b").range());
                    assert_eq!(
                        prefixes.0.clone().text_starts_with("a").range(),
                        prefixes.1.clone().text_starts_with("a").range()
                    );
                    let prefixes = (prefixes.0.text("ab").letter('x'), prefixes.1.text("ab").letter('x'));
                    let prefixes = (prefixes.0.bytes(b"\xFE"), prefixes.1.bytes(b"\xFE"));
                    let prefixes = (prefixes.0.array([1, 2, 3]), prefixes.1.array([1, 2, 3]));
                    assert_eq!(
                        prefixes.0.clone().host_ends_with(".com").range(),
                        prefixes.1.clone().host_ends_with(".com").range()
                    );
                    let prefixes = (prefixes.0.host("a.com").digits(5), prefixes.1.host("a.com").digits(5));
                    let prefixes = (prefixes.0.name("n").float(-0.5), prefixes.1.name("n").float(-0.5));
                    let prefixes = (prefixes.0.optional(Some(1)), prefixes.1.optional(Some(1)));
                    let ranges = [prefixes.0.optional_text(Some("t")).range(), prefixes.1.optional_text(Some("t")).range()];
                    assert_eq!(ranges[0], ranges[1]);

                    let key = Spelled::decode(ranges[0].start()).unwrap();
                    assert_eq!(key.text, "ab");
                    assert_eq!(key.try_encode().unwrap(), ranges[0].start());
                    let same = Aliased::decode(ranges[0].start()).unwrap();
                    assert_eq!(same.try_encode().unwrap(), ranges[0].start());
                }
            }
        };
    }

    both! { escaped: namespace = "n/" }
    both! { terminated: terminator = '\0' }
    both! { delimited: delimiter = '\0' }
}
