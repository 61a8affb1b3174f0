//! Checks the laws of `laws/mod.rs` with random keys and queries.
//!
//! Many of the random keys have the same values in their first fields, or differ only by neighboring values such as
//! `7u8` and `8u8`. Such keys find most errors in ranges.

use crate::untyped::Untyped;
use std::ops::Bound;

use super::bytes::given_keys_are_encoded_as_the_model_does;
use super::ranges::{QueryChecker, has_order, has_starts_and_ends};
use super::table::Columns;
use super::{Reading, Subject};
use crate::domain::{LETTERS, OCTETS};
use crate::model::{Field, Foreign, Kind, Query, Separator, Then, Value, encode};
use crate::random::Random;

/// Checks laws 1, 3, 4, 5, 6 and 8 over random keys and random queries.
pub fn random_keys_keep_the_laws(subject: &Subject) {
    Trial::of(subject).run(&mut Random::of(subject.source), 80, 80);
}

/// A test of a subject with random keys and random queries. Checks the bytes, their order, the contents of ranges,
/// scans from any key in both directions, and explanations.
#[derive(Debug)]
pub struct Trial<'s> {
    subject: &'s Subject,
    columns: Columns,
}

impl<'s> Trial<'s> {
    /// Prepares a trial that can run any number of times.
    pub fn of(subject: &'s Subject) -> Trial<'s> {
        Trial { subject, columns: Columns::of(&subject.model) }
    }

    /// Runs the trial with up to `keys` keys and `queries` queries.
    pub fn run(&self, random: &mut Random<'_>, keys: usize, queries: usize) {
        let (subject, columns) = (self.subject, &self.columns);
        let mut drawn: Vec<Vec<Value>> = Vec::new();
        for _ in 0..keys {
            let key = key(random, subject, columns, &drawn);
            if !drawn.contains(&key) {
                drawn.push(key);
            }
        }
        given_keys_are_encoded_as_the_model_does(subject, drawn.iter().cloned());
        let table = QueryChecker::of_keys(subject, drawn.iter().cloned());
        let encodable: Vec<&Vec<Value>> = drawn.iter().filter(|key| encode(&subject.model, key).is_ok()).collect();
        let stored: Vec<Vec<u8>> = encodable.iter().filter_map(|key| encode(&subject.model, key).ok()).collect();
        for _ in 0..queries {
            let query = query(random, subject, columns, &drawn);
            table.check(&query, true);
            if matches!(query.then, Then::Anything) {
                assert_text_has_the_same_ranges(subject, &query, &encodable);
            }
            let after = (!stored.is_empty() && random.once_in(2)).then(|| random.one_of(&stored).as_slice());
            let max_open_ranges = *random.one_of(&[1, 2, usize::MAX]);
            table.check_scan(&query, |rows| Reading {
                table: rows,
                after,
                is_backward: random.once_in(2),
                max_open_ranges,
            });
        }
        assert_explanations_agree(random, subject, &encodable);
    }
}

/// Damages the keys, and checks that `explain` and `decode` accept the same bytes. Where `decode` returns an error,
/// `explain` must report a problem in the same field and at the same offset. Unlike `decode`, `explain` has only the
/// layout.
fn assert_explanations_agree(random: &mut Random<'_>, subject: &Subject, keys: &[&Vec<Value>]) {
    if !explains_every_field(subject) {
        return;
    }
    let layout = subject.layout;
    for key in keys {
        let Ok(mut bytes) = encode(&subject.model, key) else { continue };
        for damage in 0..4 {
            match damage {
                0 => {}
                1 if !bytes.is_empty() => {
                    let offset = random.within(0..bytes.len());
                    bytes[offset] = octets(random, 1)[0];
                }
                2 => bytes.extend(octets(random, 1)),
                _ => bytes.truncate(random.within(0..bytes.len() + 1)),
            }
            let Some(decoded) = (subject.decode)(&bytes) else { return };
            let explanation = layout.explain(&bytes);
            assert!(!explanation.to_string().is_empty(), "an explanation of any bytes prints a text");
            let context = || format!("{bytes:02x?} of {subject}\n{explanation}");
            match decoded {
                Ok(_) => assert!(explanation.is_ok(), "{}", context()),
                Err(error) => {
                    let problem = explanation.problem().unwrap_or_else(|| panic!("{error}: {}", context()));
                    let positions = [(problem.field(), problem.offset()), (error.field(), error.offset())];
                    assert_eq!(positions[0], positions[1], "{error}: {}", context());
                }
            }
        }
    }
}

/// Checks whether `Layout::explain` can check the bytes of every field. It cannot check a field with a codec, because a
/// layout does not contain the code of the codec.
pub fn explains_every_field(subject: &Subject) -> bool {
    !subject.model.fields.iter().any(has_codec)
}

fn has_codec(field: &Field) -> bool {
    matches!(field.foreign, Some(Foreign::Codec(_)))
}

/// Checks that `Layout::ranges` returns the ranges of a query without a bound, if it is given the values as text. The text
/// is what `explain` prints for a key that matches the query.
fn assert_text_has_the_same_ranges(subject: &Subject, query: &Query, keys: &[&Vec<Value>]) {
    let matching = keys.iter().find(|key| query.matches(key)).and_then(|key| encode(&subject.model, key).ok());
    let (Some(bytes), true, Some(expected)) = (matching, explains_every_field(subject), subject.ranges(query)) else {
        return;
    };
    if subject.model.fields.iter().any(|field| field.hash.is_some() || field.own_codec) {
        return;
    }
    let explanation = subject.layout.explain(&bytes);
    let fields = explanation.parts().iter().filter(|part| part.kind() == rowkey::explain::PartKind::Field);
    let leading: Vec<(&str, &str)> =
        fields.filter_map(|part| Some((part.name(), part.value()?))).take(query.equal.len()).collect();
    let ranges = subject.layout.ranges(&leading).unwrap_or_else(|error| panic!("{error}: {query:?} of {subject}"));
    assert_eq!(ranges, expected, "{leading:?}: {query:?} of {subject}");
}

/// Returns a random key, which may share its first fields with another key.
pub(super) fn key(random: &mut Random<'_>, subject: &Subject, columns: &Columns, others: &[Vec<Value>]) -> Vec<Value> {
    let mut key: Vec<Value> = Vec::new();
    if !others.is_empty() && random.once_in(3) {
        // All other fields are equal, so that only the neighbor decides whether a query finds the key.
        let mut key = random.one_of(others).clone();
        let index = random.within(0..key.len());
        key[index] = neighbor_of(random, &key[index]);
        return key;
    }
    if !others.is_empty() && random.once_in(2) {
        let other = random.one_of(others);
        key.extend_from_slice(&other[..random.within(0..other.len())]);
    }
    for index in key.len()..subject.model.fields.len() {
        let value = value(random, subject, columns, index, others);
        key.push(value);
    }
    key
}

/// Returns a value for the field with this index. The value may be the value of this field in one of the keys `others`,
/// or its neighbor.
fn value(random: &mut Random<'_>, subject: &Subject, columns: &Columns, index: usize, others: &[Vec<Value>]) -> Value {
    match random.within(0..6) {
        0 => random.one_of(columns.all(index)).clone(),
        1 if !others.is_empty() => random.one_of(others)[index].clone(),
        2 if !others.is_empty() => {
            let other = &random.one_of(others)[index];
            neighbor_of(random, other)
        }
        _ => any(random, &subject.model.fields[index], subject.model.separator),
    }
}

/// Returns a random query that sets the first `leading_count` fields. The query may have a bound on the next field.
fn query(random: &mut Random<'_>, subject: &Subject, columns: &Columns, keys: &[Vec<Value>]) -> Query {
    let fields = &subject.model.fields;
    let leading_count = random.within(0..fields.len() + 1);
    let equal = &random.one_of(keys)[..leading_count];
    let query = Query::equal(equal);
    if leading_count == fields.len() {
        return query;
    }
    let next = if random.once_in(3) {
        value(random, subject, columns, leading_count, keys)
    } else {
        random.one_of(keys)[leading_count].clone()
    };
    let [starts, ends] = has_starts_and_ends(&fields[leading_count]);
    match random.within(0..4) {
        0 => query,
        1 if starts || fields[leading_count].unterminated => query.and_starts_with(part(random, &next, false)),
        1 if ends => query.and_ends_with(part(random, &next, true)),
        _ if has_order(&subject.model, leading_count) => {
            let other = value(random, subject, columns, leading_count, keys);
            let [start, end] = [next, other].map(|value| match random.within(0..6) {
                0 | 1 => Bound::Unbounded,
                2 | 3 => Bound::Excluded(value),
                _ => Bound::Included(value),
            });
            query.and_in((start, end))
        }
        _ => query,
    }
}

/// Returns a random prefix of the value, or a random suffix if `is_end` is true.
fn part(random: &mut Random<'_>, value: &Value, is_end: bool) -> Value {
    match value {
        Value::Str(text) => {
            let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
            let offset = *random.one_of(&offsets);
            Value::from(if is_end { &text[offset..] } else { &text[..offset] })
        }
        Value::Bytes(bytes) | Value::Array(bytes) => {
            let offset = random.within(0..bytes.len() + 1);
            Value::from(if is_end { &bytes[offset..] } else { &bytes[..offset] })
        }
        Value::List(list) => Value::List(list[..random.within(0..list.len() + 1)].to_vec()),
        other => panic!("{other:?} has no parts"),
    }
}

/// Returns a neighbor of this value: a number that is greater or less by one, or a string that is longer or shorter by
/// one letter or byte.
fn neighbor_of(random: &mut Random<'_>, value: &Value) -> Value {
    let is_more = random.once_in(2);
    match value {
        Value::U(number, width) => {
            let max = u128::MAX >> (128 - 8 * width);
            let number = if is_more { number.saturating_add(1).min(max) } else { number.saturating_sub(1) };
            Value::U(number, *width)
        }
        Value::I(number, width) => {
            let [min, max] = [i128::MIN, i128::MAX].map(|end| end >> (128 - 8 * width));
            let number = if is_more { number.saturating_add(1).min(max) } else { number.saturating_sub(1).max(min) };
            Value::I(number, *width)
        }
        Value::Str(text) if is_more => Value::Str(format!("{text}{}", random.one_of(&LETTERS))),
        Value::Str(text) => {
            let mut text = text.clone();
            text.pop();
            Value::Str(text)
        }
        Value::Bytes(bytes) if is_more => Value::Bytes([&bytes[..], &[*random.one_of(&OCTETS)]].concat()),
        Value::Bytes(bytes) => Value::Bytes(bytes[..bytes.len().saturating_sub(1)].to_vec()),
        Value::Opt(Some(inner)) => Value::Opt(Some(Box::new(neighbor_of(random, inner)))),
        Value::Descending(inner) => Value::Descending(Box::new(neighbor_of(random, inner))),
        Value::Struct(values) | Value::DataVariant(_, values) | Value::List(values) if !values.is_empty() => {
            let mut values = values.clone();
            let index = random.within(0..values.len());
            values[index] = neighbor_of(random, &values[index]);
            match value {
                Value::Struct(_) => Value::Struct(values),
                Value::DataVariant(variant, _) => Value::DataVariant(*variant, values),
                _ => Value::List(values),
            }
        }
        other => other.clone(),
    }
}

/// Returns a random value of the field's type. Not every layout can encode the value.
fn any(random: &mut Random<'_>, field: &Field, separator: Separator) -> Value {
    let letters: Vec<char> = match (field.pad, separator) {
        (Some(pad), _) => vec![char::from(pad.fill), 'b', '\u{7F}', 'ÿ'],
        (None, Separator::Delimiter(end) | Separator::Terminator(end)) => {
            // The separator is rare, because most values that contain it cannot be encoded.
            vec!['\u{1}', 'a', 'b', 'ÿ', '\u{FFFF}', if random.once_in(8) { char::from(end) } else { '~' }]
        }
        (None, Separator::None) => LETTERS.to_vec(),
    };
    let value = any_of(random, &field.kind, &letters);
    match (value, field.pad) {
        // Shortens the value to the pad width, because most random integers and texts are too long.
        (Value::U(number, width), Some(pad)) => Value::U(number % power_of_10(pad.width), width),
        (Value::I(number, width), Some(pad)) => {
            let positive = if number < 0 { !number } else { number };
            Value::I((positive.cast_unsigned() % power_of_10(pad.width)).cast_signed(), width)
        }
        (Value::Str(text), Some(pad)) => {
            let ends = text.char_indices().map(|(offset, _)| offset).chain([text.len()]);
            let end = ends.take_while(|end| *end <= pad.width).last().unwrap_or(0);
            Value::from(&text[..end])
        }
        (value, _) => value,
    }
}

/// Returns `u128::MAX` if the power is greater.
fn power_of_10(digits: usize) -> u128 {
    10u128.checked_pow(u32::try_from(digits).expect("a number of digits")).unwrap_or(u128::MAX)
}

fn any_of(random: &mut Random<'_>, kind: &Kind, letters: &[char]) -> Value {
    const MAX_LENGTH: usize = 12;
    // Chooses the number of bits first, so that small numbers are as likely as large numbers.
    let mut bits = |max: usize| {
        (u128::from(random.number()) << 64 | u128::from(random.number())) >> (128 - random.within(1..max + 1))
    };
    match kind {
        Kind::U(width) => Value::U(bits(8 * width), *width),
        Kind::I(width) => {
            let number = bits(8 * width - 1).cast_signed();
            Value::I(if random.once_in(2) { !number } else { number }, *width)
        }
        Kind::Bool => Value::Bool(random.once_in(2)),
        Kind::Char => loop {
            let scalar = u32::try_from(bits(21)).expect("21 bits");
            if let Some(character) = char::from_u32(scalar) {
                break Value::Char(character);
            }
        },
        Kind::F32 => Value::F32(u32::try_from(random.number() >> 32).expect("32 bits")),
        Kind::F64 => Value::F64(random.number()),
        Kind::Str => {
            let length = random.within(0..MAX_LENGTH);
            Value::Str((0..length).map(|_| *random.one_of(letters)).collect())
        }
        Kind::Bytes => {
            let length = random.within(0..MAX_LENGTH);
            Value::Bytes(octets(random, length))
        }
        Kind::Array(width) => Value::Array(octets(random, *width)),
        Kind::Opt(_) if random.once_in(4) => Value::Opt(None),
        Kind::Opt(inner) => Value::Opt(Some(Box::new(any_of(random, inner, letters)))),
        Kind::List(element) => {
            Value::List((0..random.within(0..4)).map(|_| any_of(random, element, letters)).collect())
        }
        Kind::Elements(element, count) => Value::List((0..*count).map(|_| any_of(random, element, letters)).collect()),
        Kind::Struct(fields) => Value::Struct(any_of_each(random, fields)),
        Kind::DataEnum(variants) => {
            let index = random.within(0..variants.len());
            Value::DataVariant(index, any_of_each(random, &variants[index].1))
        }
        Kind::UnitEnum(codes) => Value::UnitVariant(random.within(0..codes.len())),
    }
}

fn any_of_each(random: &mut Random<'_>, fields: &[Field]) -> Vec<Value> {
    let value = |field: &Field| {
        let value = any(random, field, Separator::None);
        if field.descending { Value::Descending(Box::new(value)) } else { value }
    };
    fields.iter().map(value).collect()
}

fn octets(random: &mut Random<'_>, length: usize) -> Vec<u8> {
    let mut octet = || if random.once_in(2) { *random.one_of(&OCTETS) } else { random.number().to_be_bytes()[0] };
    (0..length).map(|_| octet()).collect()
}
