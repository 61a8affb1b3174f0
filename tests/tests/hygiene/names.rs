//! Tests that keys, fields and lifetimes can have any name, even a name that derived code uses.

use rowkey::RowKey;

mod with_raw_names {
    use super::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(salt(md5, 1, of(r#type, r#fn)))]
    struct r#struct {
        r#type: u8,
        r#in: String,
        r#fn: u8,
        #[rowkey(method = "r#match")]
        r#as: u8,
        r#plain: u8,
    }

    #[test]
    fn works() {
        let key = r#struct { r#type: 1, r#in: "a".into(), r#fn: 2, r#as: 3, plain: 4 };
        let bytes = key.encode();
        assert_eq!(r#struct::decode(&bytes), Ok(key));
        assert_eq!(r#struct::LAYOUT.name(), "struct");
        let prefix: structPrefix<_> = r#struct::prefix().r#type(1).r#in("a").r#fn(2);
        assert!(prefix.clone().range().contains(&bytes));
        assert!(prefix.clone().match_in(3..4).range().contains(&bytes));
        assert!(prefix.r#match(3).plain_in(..).range().contains(&bytes));
    }
}

mod with_fields_named_like_what_derived_code_uses {
    use super::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    struct Locals {
        self_: u8,
        out: u8,
        buf: u8,
        key: u8,
        value: u8,
        bounds: u8,
        start: u8,
        end: u8,
        reader: u8,
        bytes: u8,
        STEP: u8,
        __out: u8,
        __reader: u8,
        __bytes: u8,
        __prefix: u8,
        __LAYOUT: u8,
        __asked: u8,
        prefix: u8,
        encode: u8,
        try_encode: u8,
        encode_into: u8,
        decode: u8,
        all: u8,
        write: u8,
        clone: u8,
        fmt: u8,
        into: u8,
        as_ref: u8,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(salt(md5, 1, of(u8)))]
    struct Types {
        u8: u8,
        u16: u16,
        usize: u64,
        bool: bool,
        str: String,
        String: u8,
        Option: Option<u8>,
        Result: u8,
        Vec: u8,
        core: u8,
        std: u8,
        rowkey: u8,
        __rk: u8,
        __rowkey: u8,
        T: u8,
        P: u8,
        C: u8,
        F: u8,
        N: u8,
        Types: u8,
        TypesPrefix: u8,
    }

    #[derive(RowKey)]
    struct Salt {
        #[salt(md5, 1)]
        id: u8,
    }

    #[derive(RowKey)]
    struct SaltedByPath {
        #[salt(with = spread::by_length, buckets = 4)]
        spread: u8,
    }

    mod spread {
        pub(super) fn by_length(bytes: &[u8]) -> u64 {
            bytes.len() as u64
        }
    }

    #[test]
    fn works() {
        let bytes: Vec<u8> = (0..28).collect();
        let key = Locals::decode(&bytes).unwrap();
        assert_eq!(RowKey::encode(&key)[..], bytes);
        let prefix = Locals::prefix().self_(0).out(1).buf(2).key(3).value(4).bounds(5).start(6).end(7).reader(8);
        let prefix = prefix.bytes(9).STEP(10).__out(11).__reader(12).__bytes(13).__prefix(14).__LAYOUT(15).__asked(16);
        let prefix = prefix.prefix(17).encode(18).try_encode(19).encode_into(20).decode(21).all(22).write(23);
        assert!(Clone::clone(&prefix).clone_in(24..25).range().contains(&bytes));
        assert!(prefix.clone(24).fmt(25).into(26).as_ref(27).range().contains(&bytes));
        let _ = Types::prefix().u8(1).u16(2).usize(3).bool(true).str("a").range();
        assert_eq!(SaltedByPath { spread: 9 }.encode(), [1, 9]);
        assert!(Salt::prefix().id(1).range().contains(&Salt { id: 1 }.encode()));
    }
}

mod with_lifetimes_of_any_name {
    use super::RowKey;
    use std::borrow::Cow;

    /// A module with the name of the lifetime `'b`.
    mod b {
        pub(super) type Bytes<'b> = &'b [u8];
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '|')]
    struct Named<'a, 'de: 'a, 'x, 'b>
    where
        'x: 'b,
    {
        a: &'a str,
        de: Cow<'de, str>,
        x: &'x str,
        b: b::Bytes<'b>,
        fixed: &'static str,
    }

    #[derive(Debug, PartialEq, RowKey)]
    struct Tuple<'key>(u8, #[pad(4)] &'key str, Option<Cow<'key, [u8]>>, &'key str);

    #[test]
    fn works() {
        let key = Named { a: "a", de: "b".into(), x: "c", b: b"d", fixed: "e" };
        let bytes = key.try_encode().unwrap();
        assert_eq!(bytes, b"a|b|c|d|e");
        let leaked: &'static [u8] = Vec::leak(bytes);
        assert_eq!(Named::decode(leaked), Ok(key));
        let text = String::from("text");
        let key = Tuple(1, &text, None, "");
        assert_eq!(Tuple::decode(&key.try_encode().unwrap()), Ok(key));
        let _ = Tuple::prefix().field_0(1).field_1(&text).field_2_in(..).range();
    }
}

mod with_keys_of_the_same_name {
    mod user {
        #[derive(Debug, PartialEq, rowkey::RowKey)]
        #[rowkey(namespace = "u/")]
        pub struct Key {
            pub id: u32,
        }
    }

    mod order {
        #[derive(Debug, PartialEq, rowkey::RowKey)]
        #[rowkey(namespace = "o/")]
        pub struct Key {
            pub id: u32,
        }
    }

    #[derive(Debug, PartialEq, rowkey::KeySpace)]
    enum Row {
        User(user::Key),
        Order(order::Key),
    }

    #[test]
    fn works() {
        use rowkey::KeySpace;

        for row in [Row::User(user::Key { id: 7 }), Row::Order(order::Key { id: 7 })] {
            assert_eq!(Row::decode(&row.try_encode().unwrap()).unwrap(), row);
        }
    }
}

/// A module and its parent each define a key named `Key`, and the module has `use super::*`.
mod with_a_key_that_hides_an_imported_one {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        a: u8,
    }

    mod inner {
        use super::*;

        #[derive(RowKey)]
        struct Key {
            b: u16,
        }

        #[test]
        fn each_name_means_the_nearest_key() {
            assert_eq!(Key::prefix().b(1).range().start(), Key { b: 1 }.encode());
            assert_eq!(super::Key::prefix().a(1).range().start(), super::Key { a: 1 }.encode());
        }
    }

    /// Here, both keys also have the same definition.
    mod copy {
        use super::*;

        #[derive(RowKey)]
        struct Key {
            a: u8,
        }

        #[test]
        fn each_name_means_the_nearest_key() {
            assert_eq!(Key::prefix().a(1).range().start(), Key { a: 1 }.encode());
            assert_eq!(super::Key::prefix().a(1).range().start(), super::Key { a: 1 }.encode());
        }
    }
}

/// A scan has methods with these names, but a prefix does not.
mod with_fields_named_like_methods_of_scans {
    #[derive(Clone, Debug, PartialEq, rowkey::RowKey)]
    struct Key {
        after: u8,
        rev: u8,
        cursor: u8,
    }

    #[test]
    fn works() {
        use rowkey::RowKey;

        let key = Key { after: 1, rev: 2, cursor: 3 };
        let table = std::collections::BTreeMap::from([(key.encode(), ())]);
        let rows = Key::prefix().after(1).rev(2).cursor_in(3..).scan(|range| table.range(range)).rev().after([1, 2, 4]);
        assert!(rows.map(|row| row.unwrap().0).eq([key]));
    }
}

mod with_functions_named_like_the_parameters_of_derived_methods {
    use super::RowKey;

    fn start(_: &[u8]) -> u64 {
        7
    }

    fn end(_: &[u8]) -> [u8; 1] {
        [8]
    }

    const fn bounds() -> usize {
        3
    }

    const fn value() -> u64 {
        16
    }

    #[derive(RowKey)]
    struct Salted {
        #[salt(with = start, buckets = { value() })]
        name: String,
        #[pad({ bounds() })]
        number: u8,
    }

    #[derive(RowKey)]
    struct Hashed {
        #[hash(with = end, 1)]
        name: String,
        number: u8,
    }

    #[test]
    fn the_attributes_mean_these_functions() {
        let key = Salted { name: "a".into(), number: 5 };
        assert_eq!(key.try_encode().unwrap(), b"\x07a\0\x00005");
        assert!(Salted::prefix().name("a").number_in(5..).range().contains(&key.try_encode().unwrap()));
        let key = Hashed { name: "a".into(), number: 5 };
        assert_eq!(key.encode(), [8, 5]);
        assert!(Hashed::prefix().name("a").number(5).range().contains(&key.encode()));
    }
}
