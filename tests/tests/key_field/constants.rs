//! Tests constants and other expressions in attributes: they give the same layout, bytes and ranges as literals with
//! their values.

use super::CustomerId;
use rowkey::{KeyField, RowKey};

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
    fn give_the_bytes_of_literals() {
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

const DIGITS: usize = 6;

mod widths {
    pub const NAME: usize = 8;
}

/// Numbers from constants, whose values the derive does not know.
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
        #[rowkey(codec = rowkey_formats::IntegerBytes<{ DIGITS / 2 }>)]
        pub a: u32,
        #[rowkey(codec = rowkey_formats::LittleEndian<{ widths::NAME }>)]
        pub b: i64,
        #[descending]
        #[rowkey(codec = rowkey_formats::IntegerBytes<DIGITS>)]
        pub c: i64,
    }
}

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
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        pub a: u32,
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        pub b: i64,
        #[descending]
        #[rowkey(codec = rowkey_formats::IntegerBytes<6>)]
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

    // `1 << 24` does not fit into three bytes, so both are errors.
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

mod protocol {
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
}
