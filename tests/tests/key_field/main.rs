//! Tests field types that derive `KeyField`: newtypes, structs, and enums.
#![allow(missing_docs)]

mod constants;
mod key_spaces;

use rowkey::{KeyField, RowKey, Shard};

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
struct BorrowedTextKey<'a> {
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
    let up_to_place = prefix.place(&key().place);
    assert!(up_to_place.clone().channel_in(Channel::Taobao..=Channel::Tmall).range().contains(&bytes));
    assert!(!up_to_place.channel_in(..Channel::Tmall).range().contains(&bytes));
    assert!(Key::prefix().customer(CustomerId(123)).name_starts_with("n").range().contains(&bytes));
}

#[test]
fn a_borrowing_newtype_borrows() {
    let key = BorrowedTextKey { id: CustomerId(1), text: Borrowed("x") };
    let bytes = key.encode();
    assert_eq!(BorrowedTextKey::decode(&bytes).unwrap(), key);
}

#[test]
fn unknown_codes_are_rejected() {
    let mut bytes = key().try_encode().unwrap();
    let at = bytes.windows(2).position(|two| two == b"tm").unwrap();
    bytes[at + 1] = b'x';
    assert_eq!(
        Key::decode(&bytes).unwrap_err().to_string(),
        format!("field `channel` at byte {at}: expected one of the codes \"tb\" \"tm\"")
    );
}

#[test]
fn the_layout_shows_the_codes_of_an_enum() {
    let layout = Key::LAYOUT.to_string();
    assert!(layout.contains("code Taobao \"tb\", Tmall \"tm\""), "{layout}");
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

/// Strings are encoded as they are, characters as UTF-8, and numbers as big-endian in the width of their type. Numbers
/// without a type, such as `1`, have one byte.
#[test]
fn codes_of_every_kind_have_the_documented_bytes() {
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

/// The derive knows the codec of a type that is spelled `u32` or `String`, and generates no trait bounds for its field.
/// For an alias, rustc finds the codec. Both must give the same bytes, widths and ranges.
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

/// A struct with strings that are stored unchanged in the key, so that decoding can borrow them. A descending field of
/// this type is a compile error: nothing can be borrowed from complemented bytes.
#[derive(Debug, PartialEq, KeyField)]
struct Unescaped<'a> {
    #[length(u8)]
    city: &'a str,
    #[pad(4)]
    room: &'a str,
}

#[derive(Debug, PartialEq, KeyField)]
enum Target<'a> {
    #[code(1)]
    Named(#[length(u8)] &'a [u8]),
    #[code(2)]
    At(Unescaped<'a>),
}

#[derive(Debug, PartialEq, RowKey)]
struct BorrowingKey<'a> {
    place: Unescaped<'a>,
    maybe: Option<Unescaped<'a>>,
    target: Target<'a>,
}

#[test]
fn a_struct_borrows_strings_that_are_not_escaped() {
    let place = || Unescaped { city: "Ulm", room: "12" };
    let key = BorrowingKey { place: place(), maybe: Some(place()), target: Target::At(place()) };
    let bytes = key.try_encode().unwrap();
    assert_eq!(bytes, b"\x03Ulm12\0\0\x01\x03Ulm12\0\0\x02\x03Ulm12\0\0");
    assert_eq!(BorrowingKey::decode(&bytes).unwrap(), key);
    let named = BorrowingKey { place: place(), maybe: None, target: Target::Named(b"x") };
    assert_eq!(BorrowingKey::decode(&named.try_encode().unwrap()).unwrap(), named);
}

/// Without `prefix = "NodesWith"` on `Node`, the derive would generate a type with this name.
#[derive(Debug, PartialEq, KeyField)]
struct NodePrefix(u8);

#[derive(Debug, PartialEq, KeyField)]
#[rowkey(prefix = "NodesWith")]
enum Node {
    #[code(1)]
    Named(String),
    #[code(2)]
    Numbered(NodePrefix),
}

#[derive(Debug, PartialEq, RowKey)]
struct NodeKey {
    node: Node,
}

#[test]
fn an_enum_with_data_names_its_prefix_type() {
    use rowkey::CompositeField;
    let nodes: NodesWith = Node::prefix();
    let range = NodeKey::prefix().node_in(nodes.named().starts_with("a")).range();
    assert!(range.contains(&NodeKey { node: Node::Named("ab".into()) }.encode()));
    assert!(!range.contains(&NodeKey { node: Node::Numbered(NodePrefix(b'a')) }.encode()));
}
