//! Checks the text form of values: what the command prints of a field selects exactly the rows with this value.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::random::key;
use super::ranges::has_order;
use super::table::{Columns, sample};
use super::{Subject, is_thorough};
use crate::model::{Kind, Value, encode};
use crate::random::Random;
use crate::untyped::Untyped;
use rowkey::KeyRange;
use rowkey::explain::{Explanation, PartKind};
use rowkey_cli::{Condition, Selection, Value as Shown};

const ROWS: usize = 40;

struct Row {
    key: Vec<Value>,
    bytes: Vec<u8>,
    explanation: Explanation,
    shown: Vec<Option<Shown>>,
}

/// The bytes of rows in a table.
type Found<'t> = BTreeSet<&'t [u8]>;

/// For each row and field: the printed value as a condition finds exactly the rows with the same value, alone and after the
/// values of all earlier fields. As the start or the end of a range, it finds the rows of this range. Different values print
/// differently, in each form, and JSON has the value.
pub fn printed_values_select_their_rows(subject: &Subject) {
    let mut random = Random::of(subject.source);
    let columns = Columns::of(&subject.model);
    let mut keys: Vec<Vec<Value>> = sample(&columns.keys(), ROWS / 2).into_iter().cloned().collect();
    while keys.len() < ROWS {
        let drawn = key(&mut random, subject, &columns, &keys);
        keys.push(drawn);
    }
    keys.sort();
    keys.dedup();
    let rows: Vec<Row> = keys.into_iter().filter_map(|key| row(subject, key)).collect();
    let numbers: Vec<usize> = (0..rows.len()).collect();
    for number in sample(&numbers, if is_thorough() { 16 } else { 6 }) {
        for index in 0..subject.model.fields.len() {
            let row = &rows[*number];
            if let Some(shown) = &row.shown[index] {
                check_forms(subject, &rows, row, index, shown);
                check_conditions(subject, &rows, row, index, shown);
            }
        }
    }
}

fn row(subject: &Subject, key: Vec<Value>) -> Option<Row> {
    let bytes = encode(&subject.model, &key).ok()?;
    let explanation = subject.layout.explain(&bytes);
    assert!(explanation.is_ok(), "{key:?} of {subject}\n{explanation}");
    let shown = Shown::of_fields(subject.layout, &explanation);
    Some(Row { key, bytes, explanation, shown })
}

/// Checks that JSON has the value, and that no other value of the field has the same form.
fn check_forms(subject: &Subject, rows: &[Row], row: &Row, index: usize, shown: &Shown) {
    let context = || format!("{shown:?} of field {index} of {subject}");
    let json = shown.to_json();
    let parsed: &serde_json::value::RawValue =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert_eq!(parsed.get(), json);
    let field = &subject.model.fields[index];
    if field.hash.is_some() {
        return;
    }
    if !field.own_codec && field.foreign.is_none_or(|foreign| !matches!(foreign, crate::model::Foreign::Codec(_))) {
        let (value, is_optional) = match &row.key[index] {
            Value::Opt(Some(value)) => (&**value, true),
            value => (value, false),
        };
        match value {
            Value::U(number, _) => assert_eq!(json, number.to_string(), "{}", context()),
            Value::I(number, _) => assert_eq!(json, number.to_string(), "{}", context()),
            Value::Bool(value) => assert_eq!(json, value.to_string(), "{}", context()),
            Value::F64(bits) if f64::from_bits(*bits).is_finite() => {
                assert_eq!(json.parse::<f64>().map(f64::to_bits), Ok(*bits), "{}", context());
            }
            Value::F32(bits) if f32::from_bits(*bits).is_finite() => {
                assert_eq!(json.parse::<f32>().map(f32::to_bits), Ok(*bits), "{}", context());
            }
            Value::Str(text) => {
                assert_eq!(serde_json::from_str::<String>(&json).as_ref().ok(), Some(text), "{}", context());
                assert!(is_optional || shown.to_csv() == *text, "{}", context());
            }
            Value::Opt(None) if !is_optional => assert_eq!(json, "null", "{}", context()),
            _ => {}
        }
    }
    for other in rows {
        let Some(other_shown) = &other.shown[index] else { continue };
        let is_same = row.key[index] == other.key[index];
        for form in [Shown::to_string, Shown::to_json, Shown::to_csv] {
            assert_eq!(form(shown) == form(other_shown), is_same, "{other_shown:?}: {}", context());
        }
    }
}

fn check_conditions(subject: &Subject, rows: &[Row], row: &Row, index: usize, shown: &Shown) {
    let name = subject.layout.field_names().nth(index).unwrap();
    let earlier: Vec<String> =
        (0..index).filter_map(|index| Some(equals(subject, index, row.shown[index].as_ref()?))).collect();
    let is_earlier =
        |other: &Row| (0..index).all(|index| row.shown[index].is_none() || is_same_field(row, other, index));
    let check = |condition: String, is_expected: &dyn Fn(&Row) -> bool| {
        for conditions in [vec![condition.clone()], [&earlier[..], std::slice::from_ref(&condition)].concat()] {
            let has_earlier = conditions.len() > 1;
            let found = match select(subject, &conditions, rows) {
                Ok(found) => found,
                Err(error) => {
                    assert!(
                        error.contains("does not sort by its value") && !has_order(&subject.model, index),
                        "{error}: {conditions:?} of {subject}"
                    );
                    return;
                }
            };
            // Only the program can read some values with a codec.
            for other in rows.iter().filter(|other| other.shown[index].is_some()) {
                let is_found = found.contains(&*other.bytes);
                let is_expected = is_expected(other) && (!has_earlier || is_earlier(other));
                assert_eq!(
                    is_found, is_expected,
                    "{:02x?} with {conditions:?} of {subject}\n{}",
                    other.bytes, other.explanation
                );
            }
        }
    };
    let text = shown.to_string();
    check(format!("{name}={text}"), &|other| is_same_field(row, other, index));
    let order = |other: &Row| other.key[index].order(&row.key[index]);
    check(format!("{name}={text}..={text}"), &|other| order(other) == Ordering::Equal);
    check(format!("{name}={text}..{text}"), &|_| false);
    check(format!("{name}={text}.."), &|other| order(other) != Ordering::Less);
    check(format!("{name}=..{text}"), &|other| order(other) == Ordering::Less);
    check(format!("{name}=..={text}"), &|other| order(other) != Ordering::Greater);
    if let (Shown::Text { text, .. }, false, false) =
        (shown, contains_char(&subject.model.fields[index].kind), subject.model.fields[index].hash.is_some())
    {
        let start: String = text.chars().take(text.chars().count().div_ceil(2)).collect();
        let shown_start = Shown::Text { text: start.clone(), is_optional: false };
        check(
            format!("{name}^={shown_start}"),
            &|other| matches!(&other.shown[index], Some(Shown::Text { text, .. }) if text.starts_with(&start)),
        );
    }
}

fn contains_char(kind: &Kind) -> bool {
    match kind {
        Kind::Opt(of) => contains_char(of),
        kind => *kind == Kind::Char,
    }
}

fn equals(subject: &Subject, index: usize, shown: &Shown) -> String {
    format!("{}={shown}", subject.layout.field_names().nth(index).unwrap())
}

/// Compares the stored bytes of a field, because a hashed field can be equal although the values differ.
fn is_same_field(row: &Row, other: &Row, index: usize) -> bool {
    let bytes = |row: &Row| {
        let mut fields = row.explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
        fields.nth(index).map(|part| part.bytes().to_vec())
    };
    bytes(row) == bytes(other)
}

/// Returns the rows that a scan with the conditions prints.
fn select<'t>(subject: &Subject, conditions: &[String], rows: &'t [Row]) -> Result<Found<'t>, String> {
    let parsed: Vec<Condition> = conditions.iter().map(|condition| Condition::parse(condition).unwrap()).collect();
    let selection = Selection::new(subject.layout, &parsed).map_err(|error| error.to_string())?;
    let ranges = selection.ranges();
    assert!(ranges.iter().filter(|range| !range.is_empty()).is_sorted_by_key(KeyRange::start), "{ranges:?}");
    let is_found = |row: &&Row| {
        let count = ranges.iter().filter(|range| range.contains(&row.bytes)).count();
        assert!(count < 2, "a row is printed twice");
        count == 1 && selection.matches(&row.explanation)
    };
    Ok(rows.iter().filter(is_found).map(|row| &*row.bytes).collect())
}
