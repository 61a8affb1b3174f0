//! Tests that derived code compiles with whatever names, methods and lints a user's code has in scope. Each module is
//! one case.

#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]

mod names;
mod scope;
mod version_1;
mod version_2;

use rowkey::RowKey;

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

    macro_rules! limited_key {
        ($name:ident, $limit:expr) => {
            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(max_len = $limit)]
            struct $name {
                id: u32,
            }
        };
    }

    const LIMIT: usize = 3;

    limited_key!(Literal, 4);
    limited_key!(Sum, LIMIT + 1);
    limited_key!(Product, 2 * (LIMIT - 1));

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

        // With a limit below 4, these keys would not compile.
        let limited = [Literal { id: 7 }.encode(), Sum { id: 7 }.encode(), Product { id: 7 }.encode()];
        assert_eq!(limited, [[0, 0, 0, 7]; 3]);

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
            type Encoded = rowkey::codecs::InOrder<[u8; 1]>;
            const NAME: &'static str = "private";

            fn encode(arg: &Private) -> Self::Encoded {
                rowkey::codecs::InOrder([arg.0])
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

/// A type allows lints about its own name. Derived code that uses the name must not warn either.
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

/// A key allows lints about its own name. Its prefix type must not warn either.
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

/// The fields of a packed struct can be borrowed if their types need no alignment.
mod packed_bytes {
    use rowkey::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[repr(C, packed)]
    struct PackedKey {
        kind: u8,
        digest: [u8; 4],
    }

    #[test]
    fn a_packed_struct_of_bytes_is_a_key() {
        let key = PackedKey { kind: 1, digest: [2, 3, 4, 5] };
        assert_eq!(key.encode(), [1, 2, 3, 4, 5]);
        assert_eq!(PackedKey::decode(&key.encode()).unwrap(), key);
    }
}
