//! Tests the laws for every integer of 8 and 16 bits, and for every short byte string and text of a few different bytes
//! or characters, with the attributes that these types can have.
//!
//! Only neighboring keys are compared. If each key is less than the next key, all pairs are in order, because the order
//! of bytes is transitive. For an encoding without order, decoding each key shows that no two keys have the same bytes.

use std::ops::Bound;

use rowkey_proof::domain;
use rowkey_proof::key;
use rowkey_proof::laws::{Subject, given_keys_are_encoded_as_the_model_does};
use rowkey_proof::model::{Kind, Query, Value, compare, is_ordered};

/// Keys of one integer in binary, in all its digits (`$all`) and in fewer digits (`$fewer`), in every direction, and
/// with a salt.
macro_rules! integers {
    ($int:ident $all:tt $fewer:tt) => {
        vec![
            key! { bytes_only struct { a: $int => range [in] } },
            key! { bytes_only struct { #[descending] a: $int => range [in] } },
            key! { bytes_only struct { #[reverse] a: $int => range [] } },
            key! { bytes_only struct { #[pad($all)] a: $int => range [in] } },
            key! { bytes_only struct { #[pad($all)] #[descending] a: $int => range [in] } },
            key! { bytes_only struct { #[pad($all)] #[reverse] a: $int => range [] } },
            key! { bytes_only struct { #[pad($fewer)] a: $int => range [in] } },
            key! { bytes_only struct { #[pad($fewer)] #[descending] a: $int => range [in] } },
            key! { bytes_only struct { #[pad($fewer)] #[reverse] a: $int => range [] } },
            key! { bytes_only struct { #[salt(modulo, buckets = 7)] a: $int => ranges [in] } },
            key! { bytes_only struct { #[salt(modulo, buckets = 300, digits)] #[descending] a: $int => ranges [in] } },
        ]
    };
}

#[test]
fn integers_of_8_bits() {
    for subject in integers!(u8 3 2) {
        given_keys_are_encoded_as_the_model_does(&subject, (0..=u8::MAX).map(|number| vec![number.into()]));
    }
    for subject in integers!(i8 3 2) {
        given_keys_are_encoded_as_the_model_does(&subject, (i8::MIN..=i8::MAX).map(|number| vec![number.into()]));
    }
}

#[test]
fn optional_integers_of_8_bits() {
    for subject in [
        key! { bytes_only struct { a: Option<u8> => range [in] } },
        key! { bytes_only struct { #[descending] a: Option<u8> => range [in] } },
        key! { bytes_only struct { a: Option<Option<u8>> => range [in] } },
    ] {
        let inner = (0..=u8::MAX).map(|number| Some(number.into())).chain([None]);
        let options = inner.map(|value: Option<Value>| Value::Opt(value.map(Box::new)));
        let is_nested = subject.source.contains("Option<Option");
        let keys = options.map(|value| if is_nested { Value::Opt(Some(Box::new(value))) } else { value });
        given_keys_are_encoded_as_the_model_does(&subject, keys.map(|value| vec![value]));
    }
}

#[test]
fn integers_of_16_bits() {
    for subject in integers!(u16 5 4) {
        assert_in_order(&subject, (0..=u16::MAX).map(Value::from));
    }
    for subject in integers!(i16 5 3) {
        assert_in_order(&subject, (i16::MIN..=i16::MAX).map(Value::from));
    }
}

#[test]
fn optional_integers_of_16_bits() {
    fn options<T: Into<Value>>(all: impl Iterator<Item = T>) -> impl Iterator<Item = Value> {
        [None].into_iter().chain(all.map(Some)).map(Value::from)
    }
    for subject in [
        key! { bytes_only struct { a: Option<u16> => range [in] } },
        key! { bytes_only struct { #[descending] a: Option<u16> => range [in] } },
    ] {
        assert_in_order(&subject, options(0..=u16::MAX));
    }
    for subject in [
        key! { bytes_only struct { a: Option<i16> => range [in] } },
        key! { bytes_only struct { #[descending] a: Option<i16> => range [in] } },
    ] {
        assert_in_order(&subject, options(i16::MIN..=i16::MAX));
    }
}

/// Checks that ascending values have bytes that ascend or descend as the model says, and that the bytes decode. Values
/// that cannot be encoded are skipped.
fn assert_in_order(subject: &Subject, values: impl Iterator<Item = Value>) {
    let mut previous: Option<(Vec<Value>, Vec<u8>)> = None;
    for key in values.map(|value| vec![value]) {
        let Ok(bytes) = (subject.encode)(&key).tried else { continue };
        assert_eq!((subject.decode)(&bytes).map(Result::ok), Some(Some(key.clone())), "{subject}");
        if let Some((other, other_bytes)) = previous.filter(|_| is_ordered(&subject.model)) {
            let order = compare(&subject.model, &other, &key);
            assert_eq!(other_bytes.cmp(&bytes), order, "{other:?}, {key:?} of {subject}");
        }
        previous = Some((key, bytes));
    }
}

/// A range with any two bounds, even if the first is greater, contains exactly the numbers between the bounds.
#[test]
fn ranges_of_integers_of_8_bits() {
    for subject in [
        key! { struct { a: u8 => range [in] } },
        key! { struct { #[descending] a: u8 => range [in] } },
        key! { struct { #[pad(2)] a: u8 => range [in] } },
        key! { struct { #[pad(3)] #[descending] a: u8 => range [in] } },
    ] {
        let encoded = |number: u8| (subject.encode)(&[number.into()]).tried.ok();
        let keys: Vec<(u8, Vec<u8>)> =
            (0..=u8::MAX).filter_map(|number| encoded(number).map(|bytes| (number, bytes))).collect();
        for start in 0..=u8::MAX {
            for end in 0..=u8::MAX {
                let bounds: (Bound<Value>, Bound<Value>) = (Bound::Included(start.into()), Bound::Excluded(end.into()));
                let ranges = subject.ranges(&Query::equal([]).and_in(bounds)).expect("an ordered field");
                let [range] = ranges.as_slice() else { panic!("{ranges:?} of {subject}") };
                // The keys are in order, so it is enough to test those at the bounds and next to the bounds.
                for number in [start.wrapping_sub(1), start, start.wrapping_add(1), end.wrapping_sub(1), end] {
                    if let Some((_, bytes)) = keys.get(usize::from(number)) {
                        let is_within = (start..end).contains(&number);
                        assert_eq!(range.contains(bytes), is_within, "{number} in {start}..{end} of {subject}");
                    }
                }
            }
        }
    }
}

/// Keys with a field of bytes: alone, before a fixed-width field, after one, and before another field of bytes.
/// `$words` lists the prefix methods of the field before other fields, and `$last` those of the field in last position.
macro_rules! byte_strings {
    ([$($key:tt)*] { $(#[$($attr:tt)*])* $type:ty => $words:tt $last:tt }) => {
        vec![
            key! { bytes_only $($key)* struct { $(#[$($attr)*])* a: $type => range $last } },
            key! { bytes_only $($key)* struct { $(#[$($attr)*])* a: $type => range $words, b: u8 => range [in] } },
            key! { bytes_only $($key)* struct { a: u8 => range [in], $(#[$($attr)*])* b: $type => range $last } },
            key! { bytes_only $($key)* struct { $(#[$($attr)*])* a: $type => range $words, b: Vec<u8> => range [in starts] } },
        ]
    };
}

macro_rules! byte_strings_before_descending_ones {
    ([$($key:tt)*] { $(#[$($attr:tt)*])* $type:ty => $words:tt $last:tt }) => {
        vec![key! { bytes_only $($key)* struct {
            $(#[$($attr)*])* a: $type => range $words,
            #[descending] b: Vec<u8> => range [in starts],
        } }]
    };
}

macro_rules! every_byte_string {
    ($([$($name:ident $key:tt)+] $keys:tt $fields:tt)+) => {$($(
        #[test]
        fn $name() {
            let groups = every_byte_string!(@fields $key $keys $fields);
            groups.iter().flatten().flatten().for_each(assert_over_byte_strings);
        }
    )+)+};
    (@fields $key:tt $keys:tt [$($field:tt)+]) => { [$(every_byte_string!(@field $key $keys $field)),+] };
    (@field $key:tt [$($keys:ident)+] $field:tt) => { vec![$($keys!($key $field)),+] };
}

every_byte_string! {
    [
        byte_strings_that_are_escaped []
        byte_strings_that_are_delimited_in_order [#[rowkey(delimiter = '\0')]]
        byte_strings_that_are_terminated_in_order [#[rowkey(terminator = '\0')]]
    ]
    [byte_strings byte_strings_before_descending_ones]
    [
        { Vec<u8> => [in starts] [in starts] }
        { #[descending] Vec<u8> => [in starts] [in starts] }
        { #[reverse] Vec<u8> => [ends] [ends] }
        { Option<Vec<u8>> => [in] [in] }
        { #[descending] Option<Vec<u8>> => [in] [in] }
    ]
    // Separators that occur in the strings. The byte 00 sorts before these separators, so they do not keep the order.
    [
        byte_strings_that_are_delimited [#[rowkey(delimiter = '\x01')]]
        byte_strings_that_are_terminated [#[rowkey(terminator = '\x7F')]]
    ]
    [byte_strings]
    [
        { Vec<u8> => [starts] [in starts] }
        { #[reverse] Vec<u8> => [ends] [ends] }
        { Option<Vec<u8>> => [] [in] }
    ]
}

/// Checks every string of up to 3 bytes from [`domain::OCTETS`], alone, and before or after a few other values.
fn assert_over_byte_strings(subject: &Subject) {
    let byte_strings = |kind: &Kind, longest: usize| -> Vec<Value> {
        let strings = domain::byte_strings(longest).into_iter();
        match kind {
            Kind::Opt(_) => [None].into_iter().chain(strings.map(Some)).map(Value::from).collect(),
            _ => strings.map(Value::from).collect(),
        }
    };
    let neighbors = || [0x00u8, 0x01, 0xFE, 0xFF].map(Value::from).to_vec();
    let columns: Vec<Vec<Value>> = match &subject.model.fields[..] {
        [field] => vec![byte_strings(&field.kind, 3)],
        [first, second] if !second.is_variable_length() => vec![byte_strings(&first.kind, 3), neighbors()],
        [first, second] if !first.is_variable_length() => vec![neighbors(), byte_strings(&second.kind, 3)],
        [first, second] => vec![byte_strings(&first.kind, 3), byte_strings(&second.kind, 1)],
        other => panic!("no keys of {} fields", other.len()),
    };
    given_keys_are_encoded_as_the_model_does(subject, products(&columns));
}

/// Returns every key that takes one value from each column.
fn products(columns: &[Vec<Value>]) -> Vec<Vec<Value>> {
    columns.iter().fold(vec![Vec::new()], |keys, column| {
        let longer = |key: &Vec<Value>| {
            let key = key.clone();
            column.iter().map(move |value| [&key[..], std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        keys.iter().flat_map(longer).collect()
    })
}

/// Checks every text of up to 3 characters of one or two bytes, including the pad character.
#[test]
fn padded_texts_of_up_to_3_characters() {
    const LETTERS: [char; 5] = ['\0', '\u{1}', '\u{7F}', '\u{80}', 'ÿ'];
    let mut texts = vec![String::new()];
    for length in 0..3 {
        let longest: Vec<String> = texts.iter().filter(|text| text.chars().count() == length).cloned().collect();
        texts.extend(longest.iter().flat_map(|text| LETTERS.map(|letter| format!("{text}{letter}"))));
    }
    let texts: Vec<Value> = texts.into_iter().map(Value::from).collect();
    let neighbors = [0x00u8, 0x01, 0xFE, 0xFF].map(Value::from).to_vec();
    for subject in [
        key! { bytes_only struct { #[pad(3)] a: String => range [in starts], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(6)] a: String => range [in starts], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(4)] #[descending] a: String => range [in starts], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(4)] #[reverse] a: String => range [ends], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(4, '\x01')] a: String => range [], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(4, '\x7F')] #[descending] a: String => range [], b: u8 => range [in] } },
        key! { bytes_only struct { #[pad(3, '\x7F')] #[reverse] a: String => range [], b: u8 => range [in] } },
        key! { bytes_only #[rowkey(delimiter = '\x7F')] struct { #[pad(4)] a: String => range [in starts], b: u8 => range [in] } },
    ] {
        given_keys_are_encoded_as_the_model_does(&subject, products(&[texts.clone(), neighbors.clone()]));
    }
}
