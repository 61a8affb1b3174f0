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

/// The kinds of a key space are told apart by constants after leading fields, by codes, or by their lengths.
mod kinds_of_a_key_space {
    use super::*;
    use rowkey::DecodeErrorKind;
    use std::fmt::Debug;

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct LogKey {
        region: u64,
        #[rowkey(before = 0x01)]
        index: u64,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct StateKey {
        #[rowkey(after = 0x02)]
        region: u64,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct SnapshotKey {
        region: u64,
        kind: Snapshot,
        name: String,
    }

    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Snapshot {
        #[code(b"\x03")]
        Full,
        #[code(b"\x04\x01")]
        Delta,
    }

    /// Longer than all others.
    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01")]
    struct HashKey {
        hash: [u8; 64],
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum Raft {
        Log(LogKey),
        State(StateKey),
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum WithSnapshots {
        Log(LogKey),
        Snapshot(SnapshotKey),
        State(StateKey),
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum ByLength {
        Log(LogKey),
        Hash(HashKey),
        State(StateKey),
    }

    /// Checks that a row of a key space decodes to itself. Its damaged bytes decode to a row that has these bytes, or
    /// not at all, and the explanation agrees.
    fn is_told_apart<S: for<'a> rowkey::DecodeSpace<'a> + rowkey::TotalSpace + Debug + PartialEq>(rows: &[S]) {
        for row in rows {
            let bytes = row.encode();
            assert_eq!(S::decode(&bytes).as_ref(), Ok(row));
            assert!(S::all().contains(&bytes));
            for damaged in rowkey_proof::domain::damaged(&bytes) {
                let explained = S::explain(&damaged);
                match S::decode(&damaged) {
                    Ok(row) => assert_eq!((row.encode(), explained.problem()), (damaged, None)),
                    Err(error) => assert_eq!(explained.problem().unwrap().to_string(), error.to_string()),
                }
            }
        }
    }

    const EDGES: [u64; 4] = [0, 0x0102_0102_0102_0102, 0x0303_0303_0303_0303, u64::MAX];

    #[test]
    fn by_constants_and_codes() {
        let rows = EDGES.iter().flat_map(|region| {
            let region = *region;
            let log = EDGES.map(|index| LogKey { region, index });
            let snapshots = [Snapshot::Full, Snapshot::Delta]
                .map(|kind| SnapshotKey { region, kind, name: "\x01\x02".repeat(4) }.into());
            let state: [WithSnapshots; 1] = [StateKey { region }.into()];
            log.map(WithSnapshots::from).into_iter().chain(snapshots).chain(state)
        });
        is_told_apart(&rows.collect::<Vec<_>>());
    }

    #[test]
    fn by_length() {
        let logs = EDGES.map(|index| ByLength::from(LogKey { region: index, index }));
        let states = EDGES.map(|region| ByLength::from(StateKey { region }));
        let hashes = [0, 2, 0xFF].map(|byte| ByLength::from(HashKey { hash: [byte; 64] }));
        is_told_apart(&[&logs[..], &states, &hashes].concat());
    }

    /// A key that is too short is reported as a key of the kind that its constants show.
    #[test]
    fn a_short_key_is_of_the_kind_that_its_constants_show() {
        let bytes = Raft::from(LogKey { region: 7, index: 8 }).encode();
        let error = Raft::decode(&bytes[..15]).unwrap_err();
        assert_eq!((error.field(), error.offset()), (Some("index"), 11));
        // Without the constant it can be of either kind.
        let error = Raft::decode(&bytes[..10]).unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::NoKind), "{error}");
    }
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

    /// Returns the rows with a random salt, in the order of `BUCKETS`, and the `encode_in` of their keys.
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

/// A constant expression gives the layout, the bytes and the ranges of the literal that it evaluates to.
mod constants_by_name {
    use super::*;
    use rowkey::TextKey;

    const NAMESPACE: &str = "orders/";
    const MARK: &[u8] = b"_r";

    struct Names;

    impl Names {
        const END: &'static [u8; 2] = b"!\0";
    }

    macro_rules! key {
        ($key:ident, $inner:ident, $namespace:expr, $mark:expr, $end:expr) => {
            #[derive(Debug, Clone, PartialEq, KeyField)]
            struct $inner {
                #[rowkey(before = $mark)]
                area: u8,
                #[rowkey(after = $end)]
                name: String,
            }

            #[derive(Debug, Clone, PartialEq, RowKey)]
            #[rowkey(namespace = $namespace, salt(md5, 1, of(place, id)))]
            struct $key {
                #[rowkey(after = $mark)]
                place: $inner,
                #[rowkey(before = $end, after = $mark)]
                id: u32,
            }
        };
    }

    key!(Named, NamedInner, NAMESPACE, MARK, Names::END);
    key!(Literal, LiteralInner, "orders/", "_r", b"!\0");

    #[test]
    fn are_the_same_bytes() {
        assert_eq!(Named::LAYOUT.fingerprint(), Literal::LAYOUT.fingerprint());
        for (area, name, id) in [(0, "", 0), (7, "a\0", 258), (255, "_r", u32::MAX)] {
            let named = Named { place: NamedInner { area, name: name.into() }, id };
            let literal = Literal { place: LiteralInner { area, name: name.into() }, id };
            let bytes = named.encode();
            assert_eq!(bytes, literal.encode());
            assert_eq!(Named::decode(&bytes).as_ref(), Ok(&named));
            assert_eq!(
                Named::prefix().place(&named.place).id_in(id..).ranges().collect::<Vec<_>>(),
                Literal::prefix().place(&literal.place).id_in(id..).ranges().collect::<Vec<_>>()
            );
            for damaged in rowkey_proof::domain::damaged(&bytes) {
                let [named, literal] = [Named::decode(&damaged).err(), Literal::decode(&damaged).err()];
                assert_eq!(named, literal);
            }
        }
    }

    #[test]
    fn give_a_fixed_width_and_text() {
        #[derive(RowKey)]
        #[rowkey(namespace = concat!("orders", "/"))]
        struct OrderKey {
            #[pad(10)]
            #[rowkey(before = MARK)]
            order: u32,
        }
        fn text<K: TextKey + rowkey::TotalKey>(key: &K) -> String {
            key.encode_text()
        }
        let bytes: [u8; 19] = OrderKey { order: 7 }.encode();
        assert_eq!(text(&OrderKey { order: 7 }).as_bytes(), bytes);
        assert_eq!(&bytes, b"orders/_r0000000007");
    }
}

/// A struct whose strings the key contains unchanged, unless the struct is descending: then decoding is a compile error.
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

const DIGITS: usize = 6;

mod widths {
    pub const NAME: usize = 8;
}

/// Numbers from constants, which only the compiler knows.
mod from_constants {
    use super::{CustomerId, DIGITS, widths};
    use rowkey::{KeyField, RowKey};

    #[derive(Debug, Clone, PartialEq, KeyField)]
    pub struct Part<'a> {
        #[pad(widths::NAME)]
        pub name: &'a str,
        #[descending]
        #[pad({ DIGITS + 1 })]
        pub number: i32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(delimiter = '_', max_len = { 16 * widths::NAME })]
    pub struct PaddedKey<'a> {
        #[salt(md5, 2)]
        #[pad(DIGITS)]
        pub customer: u32,
        #[pad(widths::NAME, 'x')]
        pub host: String,
        #[reverse]
        #[pad(DIGITS)]
        pub again: CustomerId,
        #[pad({ 2 * DIGITS })]
        #[descending]
        pub last: std::borrow::Cow<'a, str>,
        pub part: Part<'a>,
    }

    #[derive(RowKey)]
    #[rowkey(max_len = widths::NAME)]
    pub struct Hashed {
        #[hash(md5, DIGITS)]
        pub a: String,
        #[hash(sha256, { DIGITS - 5 }, hex)]
        pub b: String,
    }

    #[derive(Debug, Clone, Copy, PartialEq, RowKey)]
    pub struct Integers {
        #[bytes({ DIGITS / 2 })]
        pub a: u32,
        #[bytes(widths::NAME)]
        #[little_endian]
        pub b: i64,
        #[descending]
        #[bytes(DIGITS)]
        pub c: i64,
    }
}

/// The same numbers as literals.
mod from_literals {
    use super::CustomerId;
    use rowkey::{KeyField, RowKey};

    #[derive(Debug, Clone, PartialEq, KeyField)]
    pub struct Part<'a> {
        #[pad(8)]
        pub name: &'a str,
        #[descending]
        #[pad(7)]
        pub number: i32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(delimiter = '_', max_len = 128)]
    pub struct PaddedKey<'a> {
        #[salt(md5, 2)]
        #[pad(6)]
        pub customer: u32,
        #[pad(8, 'x')]
        pub host: String,
        #[reverse]
        #[pad(6)]
        pub again: CustomerId,
        #[pad(12)]
        #[descending]
        pub last: std::borrow::Cow<'a, str>,
        pub part: Part<'a>,
    }

    #[derive(RowKey)]
    #[rowkey(max_len = 8)]
    pub struct Hashed {
        #[hash(md5, 6)]
        pub a: String,
        #[hash(sha256, 1, hex)]
        pub b: String,
    }

    #[derive(Debug, Clone, Copy, PartialEq, RowKey)]
    pub struct Integers {
        #[bytes(3)]
        pub a: u32,
        #[bytes(8)]
        #[little_endian]
        pub b: i64,
        #[descending]
        #[bytes(6)]
        pub c: i64,
    }
}

#[test]
fn a_number_from_a_constant_has_the_bytes_of_the_literal() {
    macro_rules! key {
        ($module:ident) => {
            $module::PaddedKey {
                customer: 123,
                host: "host1".into(),
                again: CustomerId(45),
                last: "end".into(),
                part: $module::Part { name: "n", number: 7 },
            }
        };
    }
    let bytes: [u8; 53] = key!(from_constants).try_encode().unwrap();
    assert_eq!(bytes, key!(from_literals).try_encode().unwrap());
    assert_eq!(from_constants::PaddedKey::decode(&bytes).unwrap(), key!(from_constants));
    assert!(from_constants::PaddedKey::prefix().customer(123).host("host1").range().contains(&bytes));
    assert_eq!(from_constants::PaddedKey::LAYOUT.fingerprint(), from_literals::PaddedKey::LAYOUT.fingerprint());
    let (a, b) = (String::from("a"), String::from("b"));
    let hashed: [u8; 8] = from_constants::Hashed { a: a.clone(), b: b.clone() }.encode();
    assert_eq!(hashed, from_literals::Hashed { a, b }.encode());
    assert_eq!(from_constants::Hashed::LAYOUT.fingerprint(), from_literals::Hashed::LAYOUT.fingerprint());

    // A value that does not fit fails in both.
    for a in [0, 7, (1 << 24) - 1, 1 << 24] {
        let literals = from_literals::Integers { a, b: -5, c: 9 };
        let constants = from_constants::Integers { a, b: -5, c: 9 };
        let bytes = constants.try_encode().ok();
        assert_eq!(bytes, literals.try_encode().ok());
        assert_eq!(bytes.is_some(), a < 1 << 24);
        assert!(bytes.is_none_or(|bytes: [u8; 17]| from_constants::Integers::decode(&bytes).unwrap() == constants));
    }
    assert_eq!(from_constants::Integers::LAYOUT.fingerprint(), from_literals::Integers::LAYOUT.fingerprint());
}

/// A name that the prefix type of the enum would otherwise take.
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
    use rowkey::KeyPart;
    let nodes: NodesWith = Node::prefix();
    let range = NodeKey::prefix().node_in(nodes.named().starts_with("a")).range();
    assert!(range.contains(&NodeKey { node: Node::Named("ab".into()) }.encode()));
    assert!(!range.contains(&NodeKey { node: Node::Numbered(NodePrefix(b'a')) }.encode()));
}

/// Declares a key whose number of buckets is an expression of the caller.
macro_rules! spread_key {
    ($buckets:expr) => {
        #[derive(RowKey)]
        struct SpreadKey {
            #[salt(md5, buckets = $buckets)]
            id: u32,
        }
    };
}

#[test]
fn a_macro_passes_an_expression_for_the_buckets() {
    const BUCKETS: u64 = 3;
    spread_key!(BUCKETS + 1);
    assert_eq!(SpreadKey::prefix().ranges().count(), 4);
    assert_eq!(SpreadKey::prefix().id(7).ranges().count(), 1);
}

/// The codes of a protocol that the program also uses elsewhere.
mod protocol {
    pub const OPEN: &str = "op";
    pub const CLOSED: &[u8; 2] = b"cl";
    pub const LOST: &[u8] = b"lo";
    pub const BASE: u16 = 256;
}

mod codes_from_constants {
    use super::protocol::{self, BASE};
    use rowkey::{KeyField, RowKey};

    #[derive(Debug, Clone, PartialEq, KeyField)]
    pub enum State {
        #[code(protocol::CLOSED)]
        Closed,
        #[code(protocol::LOST)]
        Lost,
        #[code(concat!("o", "p"))]
        Open,
        #[code("zz")]
        Unknown,
    }

    #[derive(Debug, Clone, PartialEq, PartialOrd, KeyField)]
    pub enum Term {
        #[code(7u16)]
        Blank,
        #[code(BASE)]
        Iri(String),
        #[code({ BASE + 1 })]
        Literal { value: String, language: u8 },
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    pub struct Key {
        #[descending]
        pub state: State,
        pub term: Term,
        pub last: Option<State>,
    }
}

/// The same codes as literals.
mod codes_from_literals {
    use rowkey::{KeyField, RowKey};

    #[derive(Debug, Clone, PartialEq, KeyField)]
    pub enum State {
        #[code("cl")]
        Closed,
        #[code("lo")]
        Lost,
        #[code("op")]
        Open,
        #[code("zz")]
        Unknown,
    }

    #[derive(Debug, Clone, PartialEq, PartialOrd, KeyField)]
    pub enum Term {
        #[code(7u16)]
        Blank,
        #[code(256u16)]
        Iri(String),
        #[code(257u16)]
        Literal { value: String, language: u8 },
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    pub struct Key {
        #[descending]
        pub state: State,
        pub term: Term,
        pub last: Option<State>,
    }
}

#[test]
fn a_code_from_a_constant_has_the_bytes_of_the_literal() {
    macro_rules! keys {
        ($module:ident) => {{
            use $module::{Key, State, Term};
            let states = [State::Closed, State::Lost, State::Open, State::Unknown];
            let terms = [
                Term::Blank,
                Term::Iri("a\0".into()),
                Term::Iri(String::new()),
                Term::Literal { value: "b".into(), language: 7 },
            ];
            let mut keys = Vec::new();
            for (index, state) in states.iter().enumerate() {
                for term in &terms {
                    let last = states.get(index + 1).cloned();
                    let key = Key { state: state.clone(), term: term.clone(), last };
                    assert_eq!(Key::decode(&key.encode()).unwrap(), key);
                    let found = Key::prefix().state(state).term_in(term..).range();
                    assert!(found.contains(&key.encode()), "codes that ascend have `_in`");
                    keys.push(key.encode());
                }
            }
            keys
        }};
    }
    assert_eq!(keys!(codes_from_constants), keys!(codes_from_literals));
    assert_eq!(codes_from_constants::Key::LAYOUT.fingerprint(), codes_from_literals::Key::LAYOUT.fingerprint());
    assert_eq!(
        codes_from_constants::Key::decode(b"xx").unwrap_err().to_string(),
        codes_from_literals::Key::decode(b"xx").unwrap_err().to_string(),
    );
    assert_eq!(
        codes_from_constants::Key::prefix().state(&codes_from_constants::State::Open).range().start(),
        [!b'o', !b'p']
    );
    assert_eq!(protocol::OPEN, "op");
}
