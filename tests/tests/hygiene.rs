//! Derived code compiles next to any code of a user. Each module has other names, methods or lints in scope.

#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]

use rowkey::RowKey;

mod without_a_prelude {
    #![no_implicit_prelude]

    use ::rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(delimiter = '\0', namespace = "n", max_len = 100)]
    struct FixedKey {
        #[salt(md5, 2)]
        #[pad(10)]
        customer: u32,
        #[descending]
        paid_at: i64,
        #[reverse]
        payment: u64,
    }

    #[derive(RowKey)]
    #[rowkey(salt(with = spread, buckets = 16))]
    struct OpenKey<'a> {
        name: ::std::string::String,
        borrowed: &'a str,
    }

    #[derive(RowKey)]
    struct HashKey {
        #[hash(sha256, 4, hex)]
        name: ::std::option::Option<u8>,
    }

    #[derive(::rowkey::KeyField)]
    struct Newtype(u32);

    #[derive(::rowkey::KeyField)]
    struct Structure<'a, 'b> {
        #[descending]
        one: ::std::borrow::Cow<'a, str>,
        two: ::std::borrow::Cow<'b, str>,
    }

    #[derive(::core::clone::Clone, ::core::marker::Copy, ::rowkey::KeyField)]
    enum Codes {
        #[code(1)]
        One,
        #[code(2)]
        Two,
    }

    #[derive(RowKey)]
    #[rowkey(namespace = "f", salt(random, buckets = 3))]
    struct FieldsKey<'a, 'b> {
        newtype: Newtype,
        structure: Structure<'a, 'b>,
        codes: Codes,
    }

    #[derive(::rowkey::KeySpace)]
    enum Space<'a, 'b> {
        Fixed(FixedKey),
        Fields(FieldsKey<'a, 'b>),
    }

    fn spread(bytes: &[u8]) -> u64 {
        bytes.len() as u64
    }

    #[::core::prelude::v1::test]
    fn works() {
        let key = FixedKey { customer: 1, paid_at: 2, payment: 3 };
        let range = FixedKey::prefix().customer(1).paid_at_in(..).range();
        ::std::assert!(range.contains(&key.encode()));
        let key = OpenKey { name: ::std::convert::Into::into("a"), borrowed: "b" };
        ::std::assert!(OpenKey::decode(&key.encode()).is_ok());
        let _ = HashKey { name: ::std::option::Option::None }.encode();
    }
}

mod among_other_meanings_of_common_names {
    use ::rowkey::RowKey;

    struct Result;
    struct Option;
    struct Vec;
    struct String;
    struct Box;
    struct Self_;
    struct Ok;
    struct Err;
    struct Some;
    struct None;
    struct Prefix;
    struct Layout;
    struct Codec;
    trait Clone {}
    trait Debug {}
    trait Into {}
    trait AsRef {}
    trait RangeBounds {}
    trait Sized {}
    type u8 = ();
    type u16 = ();
    type u32 = ();
    type u64 = ();
    type usize = ();
    type bool = ();
    type str = ();
    mod core {}
    mod std {}
    mod alloc {}
    mod rowkey {}
    #[allow(unused_macros)]
    macro_rules! panic {
        () => {};
    }
    #[allow(unused_macros)]
    macro_rules! concat {
        () => {};
    }

    #[derive(::rowkey::KeyField)]
    struct Newtype(::core::primitive::u32);

    #[derive(::rowkey::KeyField)]
    struct Structure {
        bytes: ::std::vec::Vec<::core::primitive::u8>,
    }

    #[derive(::core::clone::Clone, ::core::marker::Copy, ::rowkey::KeyField)]
    enum Codes {
        #[code("a")]
        A,
    }

    #[derive(RowKey)]
    #[rowkey(salt(random, buckets = 2))]
    struct FieldsKey {
        newtype: Newtype,
        structure: Structure,
        codes: Codes,
    }

    #[derive(::rowkey::KeySpace)]
    enum Space {
        Fields(FieldsKey),
    }

    #[derive(RowKey)]
    #[rowkey(terminator = '\0', fingerprint = "0xc9c36bb859de323e")]
    struct Key<'a> {
        #[salt(modulo, buckets = 300, digits)]
        #[pad(3)]
        customer: ::core::primitive::u8,
        name: ::std::borrow::Cow<'a, ::core::primitive::str>,
        #[descending]
        note: ::core::option::Option<::std::string::String>,
        bytes: &'a [::core::primitive::u8],
    }

    #[test]
    fn works() {
        let key = Key { customer: 7, name: "a".into(), note: ::core::option::Option::None, bytes: b"b" };
        let bytes = key.try_encode().unwrap();
        assert_eq!(bytes, b"007007a\0\xFFb");
        assert!(Key::decode(&bytes).is_ok());
        assert!(Key::prefix().customer(7).name_starts_with("a").range().contains(&bytes));
    }
}

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

    /// Has the name of a lifetime.
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

mod beside_methods_of_the_same_names {
    use super::RowKey;

    #[derive(Debug, Clone, Copy, PartialEq, RowKey)]
    struct Key {
        #[salt(md5, 1)]
        #[pad(3)]
        id: u8,
    }

    impl Key {
        const LAYOUT: () = ();
        fn encode(self) {}
        fn try_encode(self) {}
        fn encode_into(self) {}
        fn decode() {}
        fn prefix() {}
        fn all() {}
        fn write(self) {}
        fn __write(self) {}
        fn __size(self) {}
        fn __read() {}
        fn __prefix() {}
    }

    /// Gives all types methods that the runtime has.
    trait Everywhere {
        fn encode(&self) {}
        fn decode(&self) {}
        fn put(&self) {}
        fn patch(&self) {}
        fn range(&self) {}
        fn arg(&self) {}
        fn size(&self) {}
        fn of(&self) {}
        fn modulo(&self) {}
        fn finish(&self) {}
        fn into(&self) {}
        fn as_ref(&self) {}
    }

    impl<T: ?Sized> Everywhere for T {}

    #[test]
    fn works() {
        let key = Key { id: 7 };
        let bytes = RowKey::encode(&key);
        assert_eq!(<Key as RowKey>::decode(&bytes), Ok(key));
        assert!(<Key as RowKey>::prefix().id(7).range().contains(&bytes));
        assert!(<Key as RowKey>::all().contains(&bytes));
        assert_eq!(<Key as RowKey>::LAYOUT.fixed_len(), Some(4));
    }
}

mod made_by_macros {
    use super::RowKey;

    macro_rules! key {
        ($(#[$attr:meta])* $vis:vis $name:ident<$life:lifetime> {
            $first:ident: $first_type:ty, $second:ident, $width:literal, $pad:literal, $buckets:literal, $size:expr, $limit:literal
        }) => {
            $(#[$attr])*
            #[rowkey(max_len = $limit)]
            $vis struct $name<$life> {
                #[salt(md5, buckets = $buckets)]
                #[pad($width)]
                $first: $first_type,
                #[pad($width, $pad)]
                $second: &$life str,
                #[descending]
                named_in_the_macro: Option<u32>,
                array: [u8; $size],
            }
        };
    }

    key! {
        #[derive(Debug, PartialEq, RowKey)]
        #[rowkey(prefix = "OtherName")]
        pub(super) Key<'de> { customer: u32, name, 10, 'x', 16, 2, 40 }
    }

    macro_rules! whole_key {
        ($namespace:literal, $delimiter:literal, $algorithm:ident, $of:ident, $method:literal, $codec:path) => {
            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(namespace = $namespace, delimiter = $delimiter, salt($algorithm, 2, of($of, two)))]
            struct Whole {
                #[rowkey(method = $method, codec = $codec)]
                $of: u32,
                two: $crate::made_by_macros::Alias,
                #[hash($algorithm, 2)]
                three: <$crate::made_by_macros::Alias as ToOwned>::Owned,
            }
        };
    }

    type Alias = u16;

    whole_key!("n/", '\0', crc32, one, "first", rowkey_proof::foreign::Decimal);

    rowkey_proof::key_of_another_crate!(Foreign, id);

    #[test]
    fn works() {
        let key = Key { customer: 1, name: "a", named_in_the_macro: None, array: [0; 2] };
        let bytes = key.try_encode().unwrap();
        assert_eq!(Key::decode(&bytes), Ok(key));
        let prefix: OtherName<_> = Key::prefix().customer(1);
        assert!(prefix.name("a").named_in_the_macro_in(..).range().contains(&bytes));

        let key = Whole { one: 12, two: 3, three: 4 };
        let bytes = key.try_encode().unwrap();
        assert!(Whole::prefix().first(12).two(3).range().contains(&bytes));

        let key = Foreign { id: 1, decimal: 2 };
        assert_eq!(Foreign::decode(&key.try_encode().unwrap()), Ok(key));
    }
}

mod in_functions {
    use super::RowKey;

    #[test]
    fn works() {
        type Local = u16;

        #[derive(RowKey)]
        struct Key {
            #[salt(md5, 2)]
            customer: Local,
        }

        let one = {
            #[derive(RowKey)]
            struct Key {
                customer: Local,
            }
            Key { customer: 1 }.encode()
        };
        assert_eq!(one, [0, 1]);
        assert_eq!(Key { customer: 1 }.encode()[2..], one);
        assert!(Key::prefix().customer(1).range().contains(&Key { customer: 1 }.encode()));
    }
}

mod with_visibilities {
    use super::RowKey;

    mod deeper {
        use super::RowKey;

        struct Private(u8);
        struct PrivateCodec;

        impl rowkey::Codec<Private> for PrivateCodec {
            type Encoded = rowkey::InOrder<[u8; 1]>;
            const NAME: &'static str = "private";

            fn encode(arg: &Private) -> Self::Encoded {
                rowkey::InOrder([arg.0])
            }

            fn decode([byte]: [u8; 1]) -> Result<Private, rowkey::CodecError> {
                Ok(Private(byte))
            }
        }

        #[derive(RowKey)]
        pub struct Public {
            #[rowkey(codec = PrivateCodec)]
            private: Private,
            pub(in crate::with_visibilities) number: u8,
        }

        #[derive(RowKey)]
        pub(super) struct Super {
            pub(super) id: u8,
        }

        #[derive(RowKey)]
        pub(in crate::with_visibilities) struct In {
            pub(super) id: u8,
        }

        #[derive(RowKey)]
        pub(crate) struct Crate {
            pub(crate) id: self::Alias,
            pub(crate) other: super::Alias,
        }

        type Alias = u8;

        impl Public {
            pub fn new(number: u8) -> Self {
                let _ = Self::prefix().private(&Private(1)).number_in(..).range();
                Self { private: Private(1), number }
            }
        }
    }

    type Alias = u16;

    #[test]
    fn works() {
        assert_eq!(deeper::Public::new(2).encode(), [1, 2]);
        let prefix: deeper::SuperPrefix<_> = deeper::Super::prefix().id(1);
        assert!(prefix.range().contains(&deeper::Super { id: 1 }.encode()));
        assert!(deeper::In::prefix().id_in(..).range().contains(&deeper::In { id: 1 }.encode()));
        assert_eq!(deeper::Crate { id: 1, other: 2 }.encode(), [1, 0, 2]);
    }
}

mod with_types_of_every_spelling {
    use super::RowKey;

    type Customer = u32;
    type Widest = u128;
    type Optional<T> = Option<T>;

    macro_rules! small {
        () => {
            u8
        };
    }

    #[allow(unused_parens, unused_braces)]
    #[derive(Debug, PartialEq, RowKey)]
    struct Key {
        #[pad(10)]
        alias: Customer,
        #[pad(39)]
        wide_alias: Widest,
        #[descending]
        generic_alias: Optional<Customer>,
        parenthesized: (u8),
        by_macro: small!(),
        projected: <Customer as ToOwned>::Owned,
        array: [u8; { 1 + 1 }],
        nested: std::option::Option<std::primitive::i8>,
        #[cfg(any())]
        gone: std::collections::HashMap<u8, u8>,
    }

    #[test]
    fn works() {
        let key = Key {
            alias: 1,
            wide_alias: 1,
            generic_alias: Some(2),
            parenthesized: 3,
            by_macro: 4,
            projected: 5,
            array: [6, 7],
            nested: None,
        };
        assert_eq!(Key::decode(&key.encode()), Ok(key));
    }
}

/// The lints that a type allows for its names do not warn about derived code either.
mod with_lints_that_the_type_allows {
    #![deny(warnings, non_camel_case_types, non_snake_case, non_upper_case_globals, deprecated)]

    use rowkey::{KeyField, KeySpace};

    #[deprecated]
    #[derive(KeyField)]
    pub struct DeprecatedNewtype(u32);

    #[deprecated]
    #[derive(KeyField)]
    pub struct DeprecatedStructure {
        #[deprecated]
        one: u32,
        two: u32,
    }

    #[deprecated]
    #[derive(KeyField)]
    pub enum DeprecatedCodes {
        #[code(1)]
        One,
    }

    #[derive(KeyField)]
    pub enum Codes {
        #[code(1)]
        #[deprecated]
        Deprecated,
        #[code(2)]
        Two,
    }

    #[allow(non_camel_case_types)]
    #[derive(KeyField)]
    pub struct snake_newtype(u32);

    #[allow(non_camel_case_types, non_snake_case)]
    #[derive(KeyField)]
    pub struct snake_structure {
        Camel: u32,
        SHOUTED: u32,
    }

    #[allow(non_camel_case_types)]
    #[derive(KeyField)]
    pub enum snake_codes {
        #[code("a")]
        snake_variant,
    }

    #[derive(rowkey::RowKey)]
    #[rowkey(namespace = "a/")]
    pub struct AKey {
        a: u32,
    }

    #[derive(rowkey::RowKey)]
    #[rowkey(namespace = "b/")]
    pub struct BKey {
        b: u32,
    }

    #[deprecated]
    #[derive(KeySpace)]
    pub enum DeprecatedSpace {
        #[deprecated]
        A(AKey),
        B(BKey),
    }

    #[allow(non_camel_case_types)]
    #[derive(KeySpace)]
    pub enum snake_space {
        snake_variant(AKey),
    }
}

/// Other derives have helper attributes with the names of arguments of `#[rowkey(..)]`.
mod beside_attributes_of_other_derives {
    #[derive(rowkey::KeyField)]
    pub struct Balance {
        #[codec(compact)]
        amount: u32,
        #[codec(encoded_as = "u32")]
        rest: u32,
    }

    #[derive(rowkey::RowKey)]
    #[codec(crate = codec)]
    pub struct BalanceKey {
        #[codec(skip)]
        balance: Balance,
    }
}

/// A key space may hold two keys of one name from two modules.
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

/// A key of a module and one of its parent have the same name, and the module imports all of the parent.
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
}

/// Methods of a scan are not methods of a prefix.
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

/// Constants and types of the user with the names of parameters and of the step in derived code.
mod among_constants_and_types_with_names_of_derived_code {
    #![allow(non_upper_case_globals, non_camel_case_types, dead_code, clippy::upper_case_acronyms)]

    use rowkey::RowKey;

    const bounds: u32 = 1;
    const value: u32 = 2;
    const start: &str = "a";
    const end: &str = "b";
    struct STEP;
    struct NoField;

    #[derive(Debug, PartialEq, RowKey)]
    struct Next {
        after: u32,
        #[reverse]
        host: String,
        path: String,
        bounds: u8,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(prefix = "Next_", salt(md5, 1, of(value)))]
    struct Value {
        value: u32,
        end: String,
    }

    #[test]
    fn they_are_not_taken_for_patterns() {
        let key = Next { after: 1, host: "b.a".into(), path: "x".into(), bounds: 3 };
        let bytes = key.encode();
        let prefix = Next::prefix().after(1);
        assert!(prefix.clone().host_ends_with("a").range().contains(&bytes));
        assert!(!prefix.clone().host_ends_with("b").range().contains(&bytes));
        let prefix = prefix.host("b.a");
        assert!(prefix.clone().path_starts_with("x").range().contains(&bytes));
        assert!(!prefix.clone().path_in("y"..).range().contains(&bytes));
        assert!(prefix.path("x").bounds_in(3..).range().contains(&bytes));

        let bytes = Value { value: 7, end: "e".into() }.encode();
        assert!(Value::prefix().value(7).end("e").range().contains(&bytes));
        assert!(!Value::prefix().value(8).end("e").range().contains(&bytes));
    }
}

/// A key, and its prefix type, under lints that the user allows for the key alone.
mod with_a_deprecated_key_and_a_snake_case_key {
    #![deny(warnings, non_camel_case_types, non_snake_case, deprecated)]

    use rowkey::RowKey;

    #[deprecated]
    #[derive(RowKey)]
    pub struct OldKey {
        #[deprecated]
        pub id: u32,
        pub name: String,
    }

    #[allow(non_camel_case_types)]
    #[derive(RowKey)]
    pub struct snake_key {
        pub id: u32,
    }

    #[test]
    fn the_derived_code_does_not_warn() {
        assert_eq!(snake_key::prefix().id(1).range().start(), snake_key { id: 1 }.encode());
    }
}

/// A module with the name of the module in which derived code names the fields.
mod among_modules_with_names_of_derived_code {
    use rowkey::{KeyField, RowKey};

    mod next_field {
        #[derive(Clone, Copy, Debug, PartialEq, rowkey::KeyField)]
        pub(super) struct Id(pub u32);
    }

    #[derive(Clone, Copy, Debug, PartialEq, KeyField)]
    struct Other(u8);

    #[derive(Debug, PartialEq, RowKey)]
    struct Key {
        id: next_field::Id,
        other: Other,
    }

    #[test]
    fn the_types_of_the_user_are_found() {
        let key = Key { id: next_field::Id(1), other: Other(2) };
        assert_eq!(Key::decode(&key.encode()), Ok(key));
        assert_eq!(Key::prefix().id(next_field::Id(1)).range().start(), [0, 0, 0, 1]);
    }
}

/// Prefix types whose names are taken: by a type of the user's, and by the prefix type of another key.
mod among_types_with_the_names_of_prefixes {
    #![deny(warnings)]

    use rowkey::{KeyField, RowKey};

    #[derive(Clone, Copy, Debug, KeyField)]
    pub struct PointKeyPrefix(pub u8);

    #[derive(Debug, RowKey)]
    pub struct PointKey {
        pub x: PointKeyPrefix,
        pub y: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(prefix = "Lines")]
    pub struct LineKey {
        pub from: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(prefix = "Lines")]
    pub struct EdgeKey {
        pub from: u8,
        pub to: u8,
    }

    #[test]
    fn each_name_means_the_type_of_the_user() {
        assert_eq!(PointKey::prefix().x(PointKeyPrefix(1)).range().start(), [1]);
        assert_eq!(LineKey::prefix().from(2).range().start(), [2]);
        assert_eq!(EdgeKey::prefix().from(3).to(4).range().start(), [3, 4]);
    }

    #[test]
    fn each_name_means_the_type_of_the_user_in_functions() {
        struct RowPrefix;

        #[derive(RowKey)]
        struct Row {
            id: u8,
        }

        let _ = RowPrefix;
        assert_eq!(Row::prefix().id(Row { id: 5 }.id).range().start(), [5]);
    }
}
