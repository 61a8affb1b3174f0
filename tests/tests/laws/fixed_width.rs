//! Tests the laws for fixed-width fields: `bool`, `char`, floats, arrays, padded strings and hashed fields.
//! [`places!`](rowkey_proof::places) explains the notation. `integers.rs` tests integers.
#![recursion_limit = "256"]

use std::borrow::Cow;

use rowkey_proof::places;

places! {
    scalars:
        alone [],
        before_and_after [],
        before_and_after [#[rowkey(delimiter = '\0')]];
    [
        { bool => [in] }
        { #[descending] bool => [in] }
        { char => [in] }
        { #[descending] char => [in] }
        { f32 => [in] }
        { #[descending] f32 => [in] }
        { f64 => [in] }
        { #[descending] f64 => [in] }
    ]
}

places! {
    arrays:
        alone [],
        before_and_after [],
        before_and_after [#[rowkey(terminator = '|')]];
    [
        { [u8; 0] => [in starts] }
        { #[descending] [u8; 0] => [in starts] }
        { #[reverse] [u8; 0] => [] }
        { [u8; 2] => [in starts] }
        { #[descending] [u8; 2] => [in starts] }
        { #[reverse] [u8; 2] => [] }
        { [u8; 16] => [in starts] }
        { #[descending] [u8; 16] => [in starts] }
        { #[reverse] [u8; 16] => [] }
    ]
}

places! {
    padded_strings:
        alone [],
        before_and_after [],
        before_and_after [#[rowkey(delimiter = 'x')]];
    [
        { #[pad(1)] String => [in starts] }
        { #[pad(8)] String => [in starts] }
        { #[pad(8)] #[descending] String => [in starts] }
        { #[pad(8)] #[reverse] String => [ends] }
        { #[pad(3, '\0')] Box<str> => [in starts] }
        { #[pad(3, '\0')] #[descending] Box<str> => [in starts] }
        { #[pad(3, '\0')] #[reverse] Box<str> => [ends] }
        { #[pad(3, 'x')] String => [] }
        { #[pad(3, 'x')] #[descending] String => [] }
        { #[pad(3, 'x')] #[reverse] String => [] }
        { #[pad(300)] String => [in starts] }
    ]
}

places! {
    borrowed_padded_strings<'a>:
        alone [],
        before_and_after [],
        before_and_after [#[rowkey(terminator = '\0')]];
    [
        { #[pad(17)] &'a str => [in starts] }
        { #[pad(17)] #[descending] &'a str => [in starts] }
        { #[pad(17)] #[reverse] &'a str => [ends] }
        { #[pad(2, 'a')] &'a str => [] }
        { #[pad(17)] Cow<'a, str> => [in starts] }
        { #[pad(17)] #[descending] Cow<'a, str> => [in starts] }
        { #[pad(17)] #[reverse] Cow<'a, str> => [ends] }
    ]
}

places! {
    fixed_width_options:
        alone [],
        before_and_after [],
        doubled [#[rowkey(delimiter = '_')]];
    [
        { Option<u8> => [in] }
        { #[descending] Option<u8> => [in] }
        { Option<u128> => [in] }
        { Option<i16> => [in] }
        { #[descending] Option<i64> => [in] }
        { Option<bool> => [in] }
        { #[descending] Option<char> => [in] }
        { Option<f32> => [in] }
        { #[descending] Option<f64> => [in] }
        { Option<[u8; 0]> => [in] }
        { #[descending] Option<[u8; 2]> => [in] }
        { Option<Option<u8>> => [in] }
        { #[descending] Option<Option<[u8; 0]>> => [in] }
    ]
}

// The types and directions that `fixed_width_options` leaves out.
places! {
    other_fixed_width_options:
        before_and_after [];
    [
        { Option<u16> => [in] }
        { #[descending] Option<u16> => [in] }
        { Option<u32> => [in] }
        { #[descending] Option<u32> => [in] }
        { Option<u64> => [in] }
        { #[descending] Option<u64> => [in] }
        { #[descending] Option<u128> => [in] }
        { Option<i8> => [in] }
        { #[descending] Option<i8> => [in] }
        { #[descending] Option<i16> => [in] }
        { Option<i32> => [in] }
        { #[descending] Option<i32> => [in] }
        { Option<i64> => [in] }
        { Option<i128> => [in] }
        { #[descending] Option<i128> => [in] }
        { #[descending] Option<bool> => [in] }
        { Option<char> => [in] }
        { #[descending] Option<f32> => [in] }
        { Option<f64> => [in] }
        { Option<[u8; 2]> => [in] }
    ]
}

places! {
    hashed:
        alone [],
        before_and_after [],
        before_and_after [#[rowkey(delimiter = '_')]];
    [
        { #[hash(md5, 4)] u64 => [] }
        { #[hash(md5, 16, hex)] i8 => [] }
        { #[hash(sha256, 32)] bool => [] }
        { #[hash(xxh3, 8)] char => [] }
        { #[hash(xxh3, 5, hex)] f64 => [] }
        { #[hash(crc32, 4)] [u8; 3] => [] }
        { #[hash(murmur3, 4)] String => [] }
        { #[hash(crc32, 4, hex)] Vec<u8> => [] }
        { #[hash(sha256, 9)] Option<u16> => [] }
        { #[hash(md5, 7)] Option<String> => [] }
        { #[hash(murmur3, 4, hex)] Option<Option<Vec<u8>>> => [] }
    ]
}

#[test]
fn no_macro_drops_a_key() {
    let groups = [
        scalars,
        arrays,
        padded_strings,
        borrowed_padded_strings,
        fixed_width_options,
        other_fixed_width_options,
        hashed,
    ];
    assert_eq!(groups.iter().map(|keys| keys().len()).sum::<usize>(), 197);
}
