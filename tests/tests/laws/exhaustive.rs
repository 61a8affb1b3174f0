//! Every integer of 8 and of 16 bits, and every short byte string, in every form.
//!
//! That each key is less than the next in the order of values shows the order of all pairs.

use std::ops::Bound;

use rowkey_tests::domain;
use rowkey_tests::key;
use rowkey_tests::laws::{Subject, these_are_those_of_the_model};
use rowkey_tests::model::{Field, Query, Value, compare, is_ordered};

/// An integer as binary and as digits, in every direction, beside others.
macro_rules! integers {
    ($int:ident $all:tt $fewer:tt) => {
        vec![
            key! { struct { a: $int => range [in] } },
            key! { struct { #[descending] a: $int => range [in] } },
            key! { struct { #[reverse] a: $int => range [] } },
            key! { struct { #[pad($all)] a: $int => range [in] } },
            key! { struct { #[pad($all)] #[descending] a: $int => range [in] } },
            key! { struct { #[pad($all)] #[reverse] a: $int => range [] } },
            key! { struct { #[pad($fewer)] a: $int => range [in] } },
            key! { struct { #[pad($fewer)] #[descending] a: $int => range [in] } },
            key! { struct { #[pad($fewer)] #[reverse] a: $int => range [] } },
            key! { struct { #[salt(modulo, buckets = 7)] a: $int => ranges [in] } },
            key! { struct { #[salt(modulo, buckets = 300, digits)] #[descending] a: $int => ranges [in] } },
        ]
    };
}

#[test]
fn integers_of_8_bits() {
    for subject in integers!(u8 3 2) {
        these_are_those_of_the_model(&subject, (0..=u8::MAX).map(|number| vec![number.into()]));
    }
    for subject in integers!(i8 3 2) {
        these_are_those_of_the_model(&subject, (i8::MIN..=i8::MAX).map(|number| vec![number.into()]));
    }
}

#[test]
fn optional_integers_of_8_bits() {
    for subject in [
        key! { struct { a: Option<u8> => range [in] } },
        key! { struct { #[descending] a: Option<u8> => range [in] } },
        key! { struct { a: Option<Option<u8>> => range [in] } },
    ] {
        let inner = (0..=u8::MAX).map(|number| Some(number.into())).chain([None]);
        let options = inner.map(|value: Option<Value>| Value::Opt(value.map(Box::new)));
        let is_nested = subject.source.contains("Option<Option");
        let keys = options.map(|value| if is_nested { Value::Opt(Some(Box::new(value))) } else { value });
        these_are_those_of_the_model(&subject, keys.map(|value| vec![value]));
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

/// The values, which rise, have bytes that rise or fall as the model says, and that decode. Those that have none are
/// passed over.
fn assert_in_order(subject: &Subject, values: impl Iterator<Item = Value>) {
    let mut before: Option<(Vec<Value>, Vec<u8>)> = None;
    for key in values.map(|value| vec![value]) {
        let Ok(bytes) = (subject.encode)(&key).tried else { continue };
        assert_eq!((subject.decode)(&bytes).map(Result::ok), Some(Some(key.clone())), "{subject}");
        if let Some((other, other_bytes)) = before.filter(|_| is_ordered(&subject.model)) {
            let order = compare(&subject.model, &other, &key);
            assert_eq!(other_bytes.cmp(&bytes), order, "{other:?}, {key:?} of {subject}");
        }
        before = Some((key, bytes));
    }
}

/// Each two bounds, the wrong way round too, hold the numbers from the one to the other.
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
                let ranges = (subject.ranges)(&Query::equal([]).and_in(bounds)).expect("an ordered field");
                let [range] = ranges.as_slice() else { panic!("{ranges:?} of {subject}") };
                // The keys at the bounds and beside them tell all others apart.
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

/// Bytes in front of a fixed field, last behind one, and in front of bytes in both directions.
macro_rules! byte_strings {
    ([$($key:tt)*] [$($direction:tt)*] [$($word:tt)*]) => {
        [
            key! { $($key)* struct { $($direction)* a: Vec<u8> => range [$($word)*], b: u8 => range [in] } },
            key! { $($key)* struct { a: u8 => range [in], $($direction)* b: Vec<u8> => range [$($word)*] } },
            key! { $($key)* struct {
                $($direction)* a: Vec<u8> => range [$($word)*],
                b: Vec<u8> => range [in starts],
            } },
            key! { $($key)* struct {
                $($direction)* a: Vec<u8> => range [$($word)*],
                #[descending] b: Vec<u8> => range [in starts],
            } },
        ]
    };
}

macro_rules! byte_strings_in_every_direction {
    ($($key:tt)+) => {
        [$(
            byte_strings!($key [] [in starts]),
            byte_strings!($key [#[descending]] [in starts]),
            byte_strings!($key [#[reverse]] [ends]),
        )+]
    };
}

#[test]
fn byte_strings_of_up_to_3_bytes() {
    let groups = byte_strings_in_every_direction! {
        []
        [#[rowkey(delimiter = '\0')]]
        [#[rowkey(terminator = '\0')]]
    };
    for subject in groups.iter().flatten() {
        let bytes = |longest: usize| domain::byte_strings(longest).into_iter().map(Value::from).collect();
        let neighbours = [0x00u8, 0x01, 0xFE, 0xFF].map(Value::from).to_vec();
        let is_open: Vec<bool> = subject.model.fields.iter().map(Field::is_open).collect();
        let [first, second]: [Vec<Value>; 2] = match is_open[..] {
            [true, true] => [bytes(3), bytes(1)],
            [true, false] => [bytes(3), neighbours],
            _ => [neighbours, bytes(3)],
        };
        let keys = first.iter().flat_map(|a| second.iter().map(|b| vec![a.clone(), b.clone()]));
        these_are_those_of_the_model(subject, keys);
    }
}
