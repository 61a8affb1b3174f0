//! Tests the laws for types that derive `KeyField`, alone and before and after another field, with a selection of the
//! attributes.
//!
//! [`places!`](rowkey_proof::places) describes the positions, such as `before_and_after`, and
//! [`key!`](rowkey_proof::key) the words after `=>`, such as `ranges [in]`.

use std::borrow::Cow;

use rowkey_proof::laws::Subject;
use rowkey_proof::{key, key_enum, key_newtype, key_struct, key_variants, laws, places};

key_newtype!(Number(u32) Copy);
key_newtype!(Signed(i16) Copy);
key_newtype!(Name(String));
key_newtype!(Blob(Vec<u8>));
key_newtype!(Text<'a>(Cow<'a, str>));
key_newtype!(Borrowed<'a>(&'a str) Copy);
key_newtype!(Maybe(Option<String>));
key_newtype!(Outer(Name));

key_struct!(Point {
    x: u16,
    #[descending]
    y: i8
});
key_struct!(Place { city: String, #[descending] floor: i16, room: Option<Name> });
key_struct!(Path { name: Vec<u8>, #[descending] rest: Vec<u8> });
key_struct!(AllDescending { #[descending] name: Option<String>, #[descending] place: Point });
key_struct!(Digits {
    #[pad(3)]
    a: u8,
    #[pad(2)]
    #[descending]
    b: i8
});
key_struct!(EnoughDigits {
    #[pad(3)]
    #[descending]
    a: u8,
    b: f32
});
key_struct!(Reversed {
    #[reverse]
    a: String,
    #[reverse]
    b: u16
});
key_struct!(OnlyName { name: Name });
key_struct!(BorrowedFields<'a> { name: Cow<'a, str>, #[reverse] bytes: Cow<'a, [u8]> });

key_enum!(Channel { "tb" b"tb" Taobao, "tm" b"tm" Tmall, "x" b"x" Other });
key_enum!(State { 9 b"\x09" Open, 2 b"\x02" Closed, 255 b"\xFF" Lost });

key_struct!(Mixed {
    state: State,
    #[descending]
    channel: Channel,
    name: Name
});

key_variants!(Term<'a> {
    1 b"\x01" Iri { text: String }
    2 b"\x02" Number { #[descending] number: i16 }
    3 b"\x03" Literal { value: Cow<'a, str>, #[descending] language: Option<String>, place: Point }
});
key_variants!(Unsorted {
    "b" b"b" Some { number: u8, #[rowkey(before = "/")] name: Name }
    "ax" b"ax" Padded { #[pad(2)] digits: u8 }
    "c" b"c" Nothing
});
key_variants!(Fixed { 0 b"\x00" Small { a: u8, b: u8 } 7 b"\x07" Large { a: u16 } });
key_struct!(TwoFixed { fixed: Fixed, #[descending] again: Option<Fixed> });

in_laws! {
    places! {
        newtypes:
            before_and_after [];
        [
            { Number => [in] }
            { #[descending] Number => [in] }
            { #[pad(6)] Number => [in] }
            { #[pad(3)] #[descending] Signed => [in] }
            { Name => [in starts] }
            { #[descending] Name => [in starts] }
            { #[reverse] Name => [ends] }
            { #[pad(8)] Name => [in starts] }
            { #[hash(md5, 8)] Name => [] }
            { Option<Name> => [in] }
            { #[descending] Option<Outer> => [in] }
        ]
    }

    places! {
        borrowed_newtypes<'a>:
            before_and_after [#[rowkey(terminator = '\0')]];
        [
            { Text<'a> => [in starts] }
            { #[descending] Text<'a> => [in starts] }
            { Borrowed<'a> => [in starts] }
            { BorrowedFields<'a> => [] }
        ]
    }

    places! {
        structs:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { Point => [in] }
            { #[descending] Point => [in] }
            { Place => [in] }
            { #[descending] Place => [in] }
            { Option<Place> => [in] }
            { Path => [in] }
            { Digits => [] }
            { Reversed => [] }
            { #[hash(sha256, 8)] Place => [] }
        ]
    }

    places! {
        enums:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { Channel => [in] }
            { #[descending] Channel => [in] }
            { Option<Channel> => [in] }
            { State => [] }
            { #[hash(crc32, 4)] State => [] }
            { Mixed => [] }
        ]
    }

    places! {
        variants:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { Fixed => [in] }
            { #[descending] Fixed => [in] }
            { TwoFixed => [in] }
            { Unsorted => [] }
        ]
    }

    places! {
        borrowed_variants<'a>:
            before_and_after [#[rowkey(terminator = 'a')]];
        [
            { Term<'a> => [in] }
            { Option<Term<'a>> => [in] }
        ]
    }

    fn salted() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, 1)] a: Unsorted => ranges [], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 7)] #[pad(6)] a: Number => ranges [in], b: Name => range [in starts] } },
            key! { #[rowkey(delimiter = '_')] #[rowkey(salt(crc32, 1, of(c, a)))] struct {
                a: Maybe => ranges [],
                b: Channel => ranges [in],
                #[descending] c: AllDescending => ranges [in],
            } },
        ]
    }

    laws! { salted }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [newtypes, borrowed_newtypes, structs, enums, variants, borrowed_variants, salted];
        assert_eq!(groups.map(|keys| keys().len()), [11, 4, 9, 6, 4, 2, 3]);
    }
}

in_combinations! {
    places! {
        newtypes:
            before_and_after [];
        [
            { #[reverse] Number => [] }
            { #[pad(10)] #[descending] Number => [in] }
            { #[pad(6)] #[reverse] Number => [] }
            { #[pad(8)] #[descending] Name => [in starts] }
            { #[descending] Blob => [in starts] }
            { #[reverse] Blob => [ends] }
            { Maybe => [in] }
            { #[descending] Maybe => [in] }
            { #[descending] Outer => [in starts] }
            { Option<Number> => [in] }
            { Option<Maybe> => [in] }
        ]
    }

    places! {
        borrowed_newtypes<'a>:
            before_and_after [#[rowkey(terminator = '\0')]];
        [
            { #[reverse] Text<'a> => [ends] }
            { Option<Borrowed<'a>> => [in] }
            { #[pad(8)] Borrowed<'a> => [in starts] }
            { #[descending] BorrowedFields<'a> => [] }
        ]
    }

    places! {
        borrowed_newtypes_without_separator<'a>:
            before_and_after [];
        [
            { #[reverse] Text<'a> => [ends] }
            { Option<Borrowed<'a>> => [in] }
            { #[pad(8)] Borrowed<'a> => [in starts] }
            { #[descending] BorrowedFields<'a> => [] }
        ]
    }

    places! {
        structs:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { Option<Point> => [in] }
            { #[descending] Option<Place> => [in] }
            { #[descending] Path => [in] }
            { AllDescending => [in] }
            { #[descending] AllDescending => [in] }
            { #[descending] Digits => [] }
            { EnoughDigits => [in] }
            { #[descending] EnoughDigits => [in] }
            { #[descending] Reversed => [] }
            { OnlyName => [in] }
            { #[hash(sha256, 8)] Digits => [] }
        ]
    }

    places! {
        enums:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { #[descending] State => [] }
            { Option<State> => [] }
            { #[descending] Mixed => [] }
        ]
    }

    places! {
        enums_alone:
            alone [];
        [
            { Channel => [in] }
            { #[descending] State => [] }
            { Mixed => [] }
        ]
    }

    places! {
        variants:
            before_and_after [#[rowkey(delimiter = '_')]];
        [
            { #[descending] Unsorted => [] }
            { #[hash(crc32, 4)] Unsorted => [] }
        ]
    }

    places! {
        variants_alone:
            alone [];
        [
            { Fixed => [in] }
            { #[descending] Unsorted => [] }
        ]
    }

    places! {
        borrowed_variants<'a>:
            before_and_after [#[rowkey(terminator = 'a')]];
        [
            { #[descending] Term<'a> => [in] }
        ]
    }

    places! {
        borrowed_variants_without_separator<'a>:
            before_and_after [];
        [
            { Term<'a> => [in] }
            { #[descending] Term<'a> => [in] }
            { Option<Term<'a>> => [in] }
        ]
    }

    fn salted() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(modulo, buckets = 7)] #[descending] a: Signed => ranges [in] } },
            key! { struct { #[salt(md5, 1)] a: Place => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(md5, 1)] #[descending] a: Name => ranges [in starts], b: u8 => range [in] } },
            key! { #[rowkey(salt(phoenix, buckets = 5, digits))] struct { a: State => ranges [], b: OnlyName => ranges [in] } },
        ]
    }

    laws! { salted }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [
            newtypes,
            borrowed_newtypes,
            borrowed_newtypes_without_separator,
            structs,
            enums,
            enums_alone,
            variants,
            variants_alone,
            borrowed_variants,
            borrowed_variants_without_separator,
            salted,
        ];
        assert_eq!(groups.map(|keys| keys().len()), [11, 4, 4, 11, 3, 3, 2, 2, 1, 3, 4]);
    }
}
