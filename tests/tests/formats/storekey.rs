//! Tests the format of the crate `storekey`: the bytes compared with the crate, and the laws of the codecs of lists.

use rowkey::RowKey;
use rowkey::testing;
use rowkey_formats::Storekey;
use rowkey_proof::domain;
use storekey::{decode_borrow, encode_vec};

macro_rules! assert_same {
    ($($type:ty: $values:expr;)+) => {$({
        #[derive(RowKey)]
        struct Key {
            #[rowkey(codec = Storekey)]
            value: $type,
            next: u8,
        }
        for value in $values {
            let value: $type = value;
            let expected = encode_vec(&(&value, 0_u8)).unwrap();
            let key = Key { value: value.clone(), next: 0 };
            let bytes = crate::laws::owned(key.try_encode().unwrap());
            assert_eq!(bytes, expected, "{value:?}");
            let decoded = Key::decode(&expected).unwrap().value;
            let read: ($type, u8) = decode_borrow(&expected).unwrap();
            assert_eq!(encode_vec(&decoded).unwrap(), encode_vec(&read.0).unwrap(), "{value:?}");
            for damaged in crate::laws::some(domain::damaged(&bytes)) {
                crate::laws::assert_same_verdict::<Key>(&damaged, |key| crate::laws::owned(key.try_encode().unwrap()));
            }
        }
    })+};
}

fn lists<T: Clone>(values: &[T]) -> Vec<Vec<T>> {
    let pairs = values.iter().flat_map(|first| values.iter().map(|second| vec![first.clone(), second.clone()]));
    [vec![]].into_iter().chain(values.iter().map(|value| vec![value.clone()])).chain(pairs).collect()
}

#[test]
fn bytes_are_those_of_the_crate() {
    assert_same! {
        u8: domain::integers::<u8>();
        u64: domain::integers::<u64>();
        i16: domain::integers::<i16>();
        i128: domain::integers::<i128>();
        f32: domain::f32s();
        f64: domain::f64s();
        bool: domain::bools();
        char: domain::chars();
        String: domain::strings();
        Option<String>: domain::options(domain::strings());
        Option<i64>: domain::options(domain::integers::<i64>());
        Option<bool>: domain::options(domain::bools());
        Vec<u8>: domain::bytes();
        Vec<u16>: lists(&domain::integers::<u16>());
        Vec<i8>: lists(&domain::integers::<i8>());
        Vec<i64>: lists(&domain::integers::<i64>());
        Vec<String>: lists(&["a", "\0", "\u{1}", "b\u{1}"].map(String::from));
    }
}

#[test]
fn the_codec_of_lists_keeps_its_promises() {
    testing::codec::<Storekey, Vec<u16>>(lists(&domain::integers::<u16>())).unwrap();
    testing::codec::<Storekey, Vec<i64>>(lists(&domain::integers::<i64>())).unwrap();
    testing::codec::<Storekey, Vec<String>>(lists(&["", "a", "\0", "\u{1}"].map(String::from))).unwrap();
}

/// `storekey` writes an empty text as 00, and reads this 00 as the end of the list.
#[test]
fn an_empty_text_in_a_list_is_an_error() {
    #[derive(Debug, RowKey)]
    struct PathKey {
        #[rowkey(codec = Storekey)]
        path: Vec<String>,
    }

    let path = vec![String::new(), "a".into()];
    let written = encode_vec(&path).unwrap();
    assert!(decode_borrow::<Vec<String>>(&written).is_err());
    let error = PathKey { path }.try_encode().unwrap_err();
    assert_eq!(error.to_string(), "field `path`: an empty text in a list: storekey writes the 00 that ends the list");
    assert!(PathKey::decode(&written).is_err());
}

/// Different types have different bytes, so the names differ, too.
#[test]
fn names_of_lists_contain_the_type() {
    use rowkey::Codec;
    assert_ne!(<Storekey as Codec<Vec<u32>>>::NAME, <Storekey as Codec<Vec<i32>>>::NAME);
}
