//! Test values of each field type. Values of these kinds have revealed errors in key encodings: extremes; bytes that
//! look like separators, escapes or padding; texts that are prefixes of other texts; and lengths just below and above
//! those at which code takes another branch, such as 8 bytes.

use std::ops::RangeInclusive;

use crate::model::{Field, Kind, Value};

/// The characters that [`strings`] uses: NUL and the next character, two letters, a character of two UTF-8 bytes, and
/// the last character of Unicode, which has four.
pub const LETTERS: [char; 6] = ['\0', '\u{1}', 'a', 'b', 'ÿ', '\u{10FFFF}'];

/// The bytes that [`bytes`] combines: the smallest and the largest byte, their neighbors, and the two bytes around the
/// sign bit. Longer byte strings also contain `a`.
pub const OCTETS: [u8; 6] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF];

/// The short lengths, in characters or bytes. For these lengths, [`strings`] contains every combination of [`LETTERS`],
/// and [`bytes`] every combination of [`OCTETS`].
const SHORT: RangeInclusive<usize> = 0..=2;

/// The long lengths, in bytes: around one word of 8 bytes, just above two words, and above the size of any small
/// buffer.
const LONG: [usize; 5] = [7, 8, 9, 17, 300];

/// Returns every text of up to two [`LETTERS`]. For each letter, also returns longer texts that begin with the letter,
/// end with the letter, or repeat the letter. The other characters are `a`.
pub fn strings() -> Vec<String> {
    let mut strings: Vec<String> = SHORT.flat_map(|length| words(&LETTERS, length)).map(String::from_iter).collect();
    for length in LONG {
        for letter in LETTERS {
            let width = letter.len_utf8();
            let others = "a".repeat(length - width);
            strings.push(format!("{letter}{others}"));
            strings.push(format!("{others}{letter}"));
            strings.push(letter.to_string().repeat(length / width) + &"a".repeat(length % width));
        }
    }
    distinct(strings)
}

/// Returns byte strings like the texts of [`strings`], with [`OCTETS`] in place of [`LETTERS`].
pub fn bytes() -> Vec<Vec<u8>> {
    let mut bytes: Vec<Vec<u8>> = SHORT.flat_map(|length| words(&OCTETS, length)).collect();
    for length in LONG {
        for octet in OCTETS {
            let others = vec![b'a'; length - 1];
            bytes.push([&[octet][..], &others].concat());
            bytes.push([&others[..], &[octet]].concat());
            bytes.push(vec![octet; length]);
        }
    }
    distinct(bytes)
}

/// Returns every byte string of up to `longest` [`OCTETS`].
pub fn byte_strings(longest: usize) -> Vec<Vec<u8>> {
    (0..=longest).flat_map(|length| words(&OCTETS, length)).collect()
}

/// Returns every array of [`OCTETS`] if `N` is at most 2. For a greater `N`, returns arrays that begin with an octet,
/// end with an octet, or repeat an octet.
pub fn arrays<const N: usize>() -> Vec<[u8; N]> {
    let to_array = |bytes: Vec<u8>| <[u8; N]>::try_from(bytes).expect("bytes of this length");
    if SHORT.contains(&N) {
        return words(&OCTETS, N).into_iter().map(to_array).collect();
    }
    let mut arrays = Vec::new();
    for octet in OCTETS {
        arrays.push([octet; N]);
        for index in [0, N - 1] {
            let mut array = [b'a'; N];
            array[index] = octet;
            arrays.push(array);
        }
    }
    distinct(arrays)
}

/// An integer type.
pub trait Integer: Copy + Ord + TryFrom<i128> {
    /// The smallest and the largest value.
    const BOUNDS: [Self; 2];
}

macro_rules! integer {
    ($($int:ident)+) => {$(
        impl Integer for $int {
            const BOUNDS: [$int; 2] = [$int::MIN, $int::MAX];
        }
    )+};
}

integer! { u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 }

/// Returns integers in ascending order: the smallest, the largest, and the integers around 0, ±256 and ±65,536, where
/// adding 1 changes more than one byte.
pub fn integers<T: Integer>() -> Vec<T> {
    const AROUND_CARRIES: [i128; 13] = [-65_537, -65_536, -257, -256, -255, -2, -1, 0, 1, 255, 256, 65_535, 65_536];
    let around_carries = AROUND_CARRIES.iter().filter_map(|integer| T::try_from(*integer).ok());
    distinct(around_carries.chain(T::BOUNDS).collect())
}

/// Returns both booleans.
pub fn bools() -> Vec<bool> {
    vec![false, true]
}

/// Returns [`LETTERS`], the last and the first character of each UTF-8 length, and the characters around the
/// surrogates.
pub fn chars() -> Vec<char> {
    let around_widths = ['\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{D7FF}', '\u{E000}', '\u{FFFF}', '\u{10000}'];
    distinct(LETTERS.into_iter().chain(around_widths).collect())
}

/// The bits of the positive floats that [`f32s`] returns, in ascending order: zero, subnormals, normal numbers,
/// infinity, NaNs.
const F32: [u32; 11] = [
    0x0000_0000,
    0x0000_0001,
    0x007F_FFFF,
    0x0080_0000,
    0x3F80_0000,
    0x3F80_0001,
    0x7F7F_FFFF,
    0x7F80_0000,
    0x7F80_0001,
    0x7FC0_0000,
    0x7FFF_FFFF,
];

/// The bits of the positive floats that [`f64s`] returns, of the same classes as [`F32`].
const F64: [u64; 11] = [
    0x0000_0000_0000_0000,
    0x0000_0000_0000_0001,
    0x000F_FFFF_FFFF_FFFF,
    0x0010_0000_0000_0000,
    0x3FF0_0000_0000_0000,
    0x3FF0_0000_0000_0001,
    0x7FEF_FFFF_FFFF_FFFF,
    0x7FF0_0000_0000_0000,
    0x7FF0_0000_0000_0001,
    0x7FF8_0000_0000_0000,
    0x7FFF_FFFF_FFFF_FFFF,
];

/// Returns floats of every class and both signs, in total order. Each sign has zero, subnormals, the smallest normal
/// float, 1.0 and its neighbor, the largest finite float, infinity, and signalling and quiet NaNs.
pub fn f32s() -> Vec<f32> {
    let negative = F32.iter().rev().map(|bits| f32::from_bits(bits | 1 << 31));
    negative.chain(F32.iter().map(|bits| f32::from_bits(*bits))).collect()
}

/// Returns floats of the same classes as [`f32s`].
pub fn f64s() -> Vec<f64> {
    let negative = F64.iter().rev().map(|bits| f64::from_bits(bits | 1 << 63));
    negative.chain(F64.iter().map(|bits| f64::from_bits(*bits))).collect()
}

/// Returns `None`, and `Some` of each value.
pub fn options<T>(values: impl IntoIterator<Item = T>) -> Vec<Option<T>> {
    [None].into_iter().chain(values.into_iter().map(Some)).collect()
}

/// Returns the test values of a kind.
///
/// Panics for integer widths and array lengths that no test uses.
pub fn values(kind: &Kind) -> Vec<Value> {
    fn all<T: Into<Value>>(values: Vec<T>) -> Vec<Value> {
        values.into_iter().map(Into::into).collect()
    }
    match kind {
        Kind::U(1) => all(integers::<u8>()),
        Kind::U(2) => all(integers::<u16>()),
        Kind::U(4) => all(integers::<u32>()),
        Kind::U(8) => all(integers::<u64>()),
        Kind::U(16) => all(integers::<u128>()),
        Kind::I(1) => all(integers::<i8>()),
        Kind::I(2) => all(integers::<i16>()),
        Kind::I(4) => all(integers::<i32>()),
        Kind::I(8) => all(integers::<i64>()),
        Kind::I(16) => all(integers::<i128>()),
        Kind::Bool => all(bools()),
        Kind::Char => all(chars()),
        Kind::F32 => all(f32s()),
        Kind::F64 => all(f64s()),
        Kind::Str => all(strings()),
        Kind::Bytes => all(bytes()),
        Kind::Array(0) => all(arrays::<0>()),
        Kind::Array(1) => all(arrays::<1>()),
        Kind::Array(2) => all(arrays::<2>()),
        Kind::Array(3) => all(arrays::<3>()),
        Kind::Array(4) => all(arrays::<4>()),
        Kind::Array(8) => all(arrays::<8>()),
        Kind::Array(16) => all(arrays::<16>()),
        Kind::Opt(inner) => options(values(inner)).into_iter().map(|value| Value::Opt(value.map(Box::new))).collect(),
        Kind::Elements(element, count) => {
            let all = values(element);
            let arrays = all.iter().zip(all.iter().rev()).flat_map(|(a, b)| {
                [0, count.saturating_sub(1)].map(|index| {
                    let mut array = vec![a.clone(); *count];
                    if let Some(element) = array.get_mut(index) {
                        *element = b.clone();
                    }
                    array
                })
            });
            arrays.map(Value::List).collect()
        }
        Kind::List(element) => {
            let all = values(element);
            let lists = all.iter().zip(all.iter().rev()).flat_map(|(a, b)| {
                [
                    vec![a.clone()],
                    vec![a.clone(), a.clone()],
                    vec![a.clone(), b.clone()],
                    vec![a.clone(), b.clone(), a.clone()],
                ]
            });
            std::iter::once(Vec::new()).chain(lists).map(Value::List).collect()
        }
        Kind::Struct(fields) => structs(fields).into_iter().map(Value::Struct).collect(),
        Kind::DataEnum(variants) => {
            let cases = |(index, (_, fields)): (usize, &(Vec<u8>, Vec<Field>))| {
                structs(fields).into_iter().map(move |values| Value::DataVariant(index, values))
            };
            variants.iter().enumerate().flat_map(cases).collect()
        }
        Kind::UnitEnum(codes) => (0..codes.len()).map(Value::UnitVariant).collect(),
        other => panic!("no domain for {other:?}"),
    }
}

/// Returns structs with every combination of up to four values of each field. Also returns, for each field, structs in
/// which this field has each of its test values, and the other fields have their first values.
fn structs(fields: &[Field]) -> Vec<Vec<Value>> {
    const VALUES_PER_FIELD: usize = 4;
    // A column is the list of all test values of one field.
    let column = |field: &Field| {
        let directed = |value: Value| if field.descending { Value::Descending(Box::new(value)) } else { value };
        values(&field.kind).into_iter().map(directed).collect()
    };
    let columns: Vec<Vec<Value>> = fields.iter().map(column).collect();
    let few = |column: &Vec<Value>| {
        let step = column.len().div_ceil(VALUES_PER_FIELD);
        column.iter().step_by(step).cloned().collect::<Vec<Value>>()
    };
    let mut structs = vec![Vec::new()];
    for column in &columns {
        let longer = |values: &Vec<Value>| {
            let values = values.clone();
            few(column).into_iter().map(move |value| [&values[..], &[value]].concat()).collect::<Vec<_>>()
        };
        structs = structs.iter().flat_map(longer).collect();
    }
    let first = structs[0].clone();
    for (index, column) in columns.iter().enumerate() {
        structs.extend(column.iter().map(|value| {
            let mut values = first.clone();
            values[index] = value.clone();
            values
        }));
    }
    structs
}

/// Returns damaged copies of a key: cut at every offset, with one bit or all bits of a byte flipped, or with an extra
/// byte. A decoder must reject each copy or decode it as another key.
pub fn damaged(key: &[u8]) -> Vec<Vec<u8>> {
    let mut damaged: Vec<Vec<u8>> = (0..key.len()).map(|length| key[..length].to_vec()).collect();
    let flips: Vec<u8> = (0..8).map(|bit| 1 << bit).chain([0xFF]).collect();
    for offset in 0..key.len() {
        for flip in &flips {
            let mut flipped = key.to_vec();
            flipped[offset] ^= flip;
            damaged.push(flipped);
        }
    }
    damaged.extend(OCTETS.map(|octet| [key, &[octet]].concat()));
    damaged
}

/// Returns every sequence of `length` letters of the alphabet.
fn words<T: Copy>(alphabet: &[T], length: usize) -> Vec<Vec<T>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        let longer = |word: Vec<T>| alphabet.iter().map(move |letter| [&word[..], &[*letter]].concat());
        words = words.into_iter().flat_map(longer).collect();
    }
    words
}

fn distinct<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};

    use super::*;

    #[test]
    fn a_domain_has_texts_and_bytes_of_every_listed_length() {
        let expected: Vec<usize> = SHORT.chain(LONG).collect();
        for length in &expected {
            assert!(bytes().iter().any(|bytes| bytes.len() == *length), "{length} bytes");
            assert!(strings().iter().any(|text| text.len() == *length), "{length} bytes of text");
        }
        assert_eq!(strings().iter().filter(|text| text.chars().count() <= 2).count(), 1 + 6 + 36);
        assert_eq!(bytes().iter().filter(|bytes| bytes.len() <= 2).count(), 1 + 6 + 36);
    }

    #[test]
    fn a_domain_of_integers_has_the_bounds_of_the_type() {
        assert_eq!(integers::<u8>(), [0, 1, 255]);
        assert_eq!(integers::<i8>(), [-128, -2, -1, 0, 1, 127]);
        assert_eq!(integers::<u32>(), [0, 1, 255, 256, 65_535, 65_536, u32::MAX]);
        assert_eq!(integers::<i128>().len(), 15);
    }

    #[test]
    fn floats_are_in_total_order() {
        assert!(f32s().is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
        assert!(f64s().is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
        let classes = |class| f64s().iter().filter(|float| float.classify() == class).count();
        assert_eq!([Nan, Infinite, Zero, Subnormal, Normal].map(classes), [6, 2, 2, 4, 8]);
    }

    #[test]
    fn a_domain_has_no_duplicates() {
        fn is_distinct<T: Ord>(values: Vec<T>) -> bool {
            let count = values.len();
            values.into_iter().collect::<std::collections::BTreeSet<T>>().len() == count
        }
        assert!(is_distinct(strings()));
        assert!(is_distinct(bytes()));
        assert!(is_distinct(arrays::<2>()));
        assert!(is_distinct(arrays::<4>()));
        assert!(is_distinct(chars()));
        assert!(is_distinct(values(&Kind::Opt(Box::new(Kind::F64)))));
    }

    #[test]
    fn damaged_keys_differ_from_the_key() {
        let key = b"key";
        let damaged = damaged(key);
        assert!(damaged.iter().all(|other| other != key));
        assert_eq!(damaged.len(), 3 + 3 * 9 + 6);
    }
}
