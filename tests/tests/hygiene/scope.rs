//! Tests keys next to items and methods of the user whose names derived code also uses.

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
    struct NameKey<'a> {
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
        let key = NameKey { name: ::std::convert::Into::into("a"), borrowed: "b" };
        ::std::assert!(NameKey::decode(&key.encode()).is_ok());
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
        fn __rowkey_write(self) {}
        fn __rowkey_size(self) {}
        fn __rowkey_read() {}
        fn __prefix() {}
    }

    /// Gives all types methods whose names the library also uses.
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

/// The attribute `#[codec(..)]` belongs to another derive here, although `codec` is also an argument of
/// `#[rowkey(..)]`.
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

/// Constants and types with names of parameters in derived code, such as `value` and `STEP`.
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

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, indexes(ByText))]
    struct Record {
        value: u32,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(index_of = Record, stores = value, filter = !value.is_empty())]
    struct ByText {
        #[rowkey(from = value)]
        start: String,
        value: u32,
    }

    #[test]
    fn words_of_attributes_are_not_taken_for_constants() {
        let mut rows = rowkey::store::Rows::new(rowkey::store::Memory::new());
        rows.put(&Record { value: 7 }, &"a".into()).unwrap();
        let found = rows.covered(ByText::prefix().start("a").value(7)).next().unwrap().unwrap();
        assert_eq!(found, (ByText { start: "a".into(), value: 7 }, "a".into()));
    }

    #[test]
    fn parameters_are_not_taken_for_patterns() {
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

mod among_modules_with_names_of_derived_code {
    use rowkey::{KeyField, RowKey};

    #[allow(non_snake_case)]
    mod field_of_Key {
        #[derive(Clone, Copy, Debug, PartialEq, rowkey::KeyField)]
        pub(super) struct Id(pub u32);
    }

    #[derive(Clone, Copy, Debug, PartialEq, KeyField)]
    struct Other(u8);

    #[derive(Debug, PartialEq, RowKey)]
    struct Key {
        id: field_of_Key::Id,
        other: Other,
    }

    #[test]
    fn the_types_of_the_user_are_found() {
        let key = Key { id: field_of_Key::Id(1), other: Other(2) };
        assert_eq!(Key::decode(&key.encode()), Ok(key));
        assert_eq!(Key::prefix().id(field_of_Key::Id(1)).range().start(), [0, 0, 0, 1]);
    }
}

/// The name that a prefix type would get is taken: by a type of the user, and by the prefix type of another key.
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
