//! Chooses the keys with which the laws are tested. The keys combine test values of each field.

use std::collections::BTreeSet;

use super::is_thorough;
use crate::domain;
use crate::model::{Field, Kind, Layout, Separator, Value, decode, encode};

/// A key and its bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) bytes: Vec<u8>,
    pub(super) key: Vec<Value>,
}

/// The test values of each field of a layout. A column is the list of values of one field.
#[derive(Debug)]
pub(super) struct Columns {
    layout: Layout,
    all: Vec<Vec<Value>>,
    /// One or two keys that can be encoded. All other keys differ from one of these base keys in one or two fields.
    bases: Vec<Vec<Value>>,
}

impl Columns {
    pub(super) fn of(layout: &Layout) -> Columns {
        let all: Vec<Vec<Value>> = layout.fields.iter().map(|field| values(layout, field)).collect();
        let bases = bases(layout, &all);
        Columns { layout: layout.clone(), all, bases }
    }

    pub(super) fn all(&self, index: usize) -> &[Value] {
        &self.all[index]
    }

    /// Returns up to `count` short values of a field.
    pub(super) fn some(&self, index: usize, count: usize) -> Vec<Value> {
        let short: Vec<Value> = self.all[index].iter().filter(|value| length_of(value) <= SHORT).cloned().collect();
        sample(&short, count).into_iter().cloned().collect()
    }

    /// Returns keys that differ from a base key in one field, which takes all its values, or in two adjacent fields,
    /// which take pairs of their short values.
    pub(super) fn keys(&self) -> Vec<Vec<Value>> {
        self.keys_of(usize::MAX, if is_thorough() { [4, 30] } else { [2, 8] })
    }

    pub(super) fn key(&self) -> &[Value] {
        &self.bases[0]
    }

    /// Returns keys that cannot be encoded, each with the index of the first field that cannot be encoded.
    pub(super) fn rejected(&self) -> Vec<(usize, Vec<Value>)> {
        let keys = self.keys_of(usize::MAX, [0, 0]).into_iter();
        keys.filter_map(|key| Some((encode(&self.layout, &key).err()?.field, key))).collect()
    }

    /// Returns rows sorted by their bytes: some of [`keys`](Self::keys), and further keys whose bytes are similar to
    /// theirs.
    pub(super) fn table(&self) -> Vec<Row> {
        let keys = if self.all.len() == 1 { self.keys() } else { self.keys_of(BOUNDS, [3, 6]) };
        let encoded = |key: Vec<Value>| encode(&self.layout, &key).ok().map(|bytes| Row { bytes, key });
        let mut rows: Vec<Row> = keys.into_iter().filter_map(encoded).collect();
        let is_decodable = self.layout.fields.iter().all(|field| field.hash.is_none());
        if is_decodable {
            // Long keys have too many similar keys.
            let short: Vec<&Row> = rows.iter().filter(|row| row.bytes.len() < 24).collect();
            let similar = sample(&short, 12).into_iter().flat_map(|row| similar_bytes(&row.bytes));
            let decoded = |bytes: Vec<u8>| decode(&self.layout, &bytes).ok().map(|key| Row { bytes, key });
            let similar: Vec<Row> = similar.filter_map(decoded).take(MAX_SIMILAR).collect();
            rows.extend(similar);
        }
        rows.sort_by(|a, b| a.bytes.cmp(&b.bytes));
        rows.dedup();
        rows
    }

    /// Returns keys like [`keys`](Self::keys). A field that alone differs from the base key takes at most `alone`
    /// values. Of two adjacent fields that differ, one takes at most `few` values, and the other at most `many`.
    fn keys_of(&self, alone: usize, [few, many]: [usize; 2]) -> Vec<Vec<Value>> {
        let mut keys = Vec::new();
        for base in &self.bases {
            for (index, all) in self.all.iter().enumerate() {
                let values = if alone < all.len() { self.some(index, alone) } else { all.clone() };
                keys.extend(values.iter().map(|value| replaced(base, index, &[value])));
            }
            for index in 1..self.all.len() {
                keys.extend(self.pairs(base, index - 1, [few, many]));
                keys.extend(self.pairs(base, index - 1, [many, few]));
            }
        }
        distinct(keys)
    }

    fn pairs(&self, base: &[Value], index: usize, [left, right]: [usize; 2]) -> Vec<Vec<Value>> {
        let (left, right) = (self.some(index, left), self.some(index + 1, right));
        left.iter().flat_map(|left| right.iter().map(|right| replaced(base, index, &[left, right]))).collect()
    }
}

fn bases(layout: &Layout, all: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let count = if all.len() == 1 { 1 } else { 2 };
    let first: Vec<Value> = all.iter().map(|values| values[0].clone()).collect();
    let mut bases = vec![first; count];
    for (index, values) in all.iter().enumerate() {
        let is_encodable = |value: &&Value| {
            let key = replaced(&bases[0], index, &[value]);
            // The values of later fields may be invalid, because they are chosen later.
            encode(layout, &key).map_or_else(|rejection| rejection.field > index, |_| true)
        };
        let encodable: Vec<&Value> = values.iter().filter(is_encodable).collect();
        let values: Vec<Value> = sample(&encodable, count).into_iter().map(|value| (*value).clone()).collect();
        for (number, base) in bases.iter_mut().enumerate() {
            base[index] = values[number % values.len()].clone();
        }
    }
    bases
}

/// The maximum number of values of a field that serve as bounds of ranges. [`Columns::table`] has keys with all these
/// values.
pub(super) const BOUNDS: usize = 7;

const MAX_SIMILAR: usize = 60;

/// The maximum number of bytes in the texts of a short value. Only short values are combined with values of other
/// fields.
const SHORT: usize = 8;

/// Returns byte strings similar to `bytes`: extensions by one byte, all shorter prefixes, and the strings in which one
/// byte is greater or less by one. The byte wraps around.
fn similar_bytes(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut similar: Vec<Vec<u8>> = [0x00, 0x01, 0xFE, 0xFF].iter().map(|byte| [bytes, &[*byte]].concat()).collect();
    similar.extend((0..bytes.len()).map(|length| bytes[..length].to_vec()));
    for difference in [1, u8::MAX] {
        for (index, byte) in bytes.iter().enumerate() {
            let mut changed = bytes.to_vec();
            changed[index] = byte.wrapping_add(difference);
            similar.push(changed);
        }
    }
    similar
}

/// Returns the test values of a field: the values of its type, and special cases for its attributes and for the
/// separator of the layout.
fn values(layout: &Layout, field: &Field) -> Vec<Value> {
    let mut values = domain::values(&field.kind);
    let special = match (&field.kind, field.pad) {
        (Kind::U(_) | Kind::I(_), Some(pad)) => around_digits(pad.width, &field.kind),
        (Kind::Str, Some(pad)) => around_width(pad.width, pad.fill),
        (kind, None) if kind.is_variable_length() => around_separator(layout.separator, kind),
        _ => Vec::new(),
    };
    values.extend(special);
    distinct(values)
}

fn distinct<T: Clone + Ord>(mut items: Vec<T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    items.retain(|item| seen.insert(item.clone()));
    items
}

/// Returns the numbers at which the count of digits changes: 9, 10, 99, 100 and so on, up to `width + 2` digits.
fn around_digits(width: usize, kind: &Kind) -> Vec<Value> {
    let powers = (1..=width + 1).filter_map(|digits| 10u128.checked_pow(u32::try_from(digits).unwrap()));
    let numbers = powers.flat_map(|power| [power - 1, power]);
    let value = |number: u128| match *kind {
        Kind::U(bytes) if number <= u128::MAX >> (128 - 8 * bytes) => Some(Value::U(number, bytes)),
        Kind::I(bytes) if number <= u128::MAX >> (129 - 8 * bytes) => Some(Value::I(number.cast_signed(), bytes)),
        _ => None,
    };
    numbers.filter_map(value).collect()
}

/// Returns texts of the padded width, of one byte less, and of one byte more. Also returns longer texts, and short
/// texts with the pad character at the start, at the end and within.
fn around_width(width: usize, fill: u8) -> Vec<Value> {
    let fill = char::from(fill);
    let mut texts = Vec::new();
    for length in [width - 1, width, width + 1] {
        for letter in ['b', fill, '\u{10FFFF}'] {
            let others = "b".repeat(length.saturating_sub(letter.len_utf8()));
            texts.extend([format!("{others}{letter}"), format!("{letter}{others}"), letter.to_string().repeat(length)]);
        }
    }
    texts.extend([
        fill.to_string(),
        format!("a{fill}"),
        format!("{fill}a"),
        format!("a{fill}b"),
        format!("a{fill}{fill}b"),
    ]);
    texts.into_iter().map(Value::Str).collect()
}

fn around_separator(separator: Separator, kind: &Kind) -> Vec<Value> {
    let sep = match separator {
        // Without a separator, 0x00 is the byte that is escaped.
        Separator::None => 0,
        Separator::Delimiter(byte) | Separator::Terminator(byte) => byte,
    };
    match kind {
        Kind::Str => {
            let sep = char::from(sep);
            let texts =
                [format!("{sep}"), format!("a{sep}"), format!("{sep}a"), format!("a{sep}b"), format!("{sep}{sep}")];
            texts.into_iter().map(Value::Str).collect()
        }
        Kind::Bytes => {
            let texts: [&[u8]; 7] =
                [&[sep], b"a", &[b'a', sep], &[sep, b'a'], &[sep, sep], &[!sep], &[!sep, sep, 0xFF]];
            texts.into_iter().map(|bytes| Value::Bytes(bytes.to_vec())).collect()
        }
        Kind::Opt(inner) => {
            around_separator(separator, inner).into_iter().map(|value| Value::Opt(Some(Box::new(value)))).collect()
        }
        other => panic!("{other:?} is not of variable length"),
    }
}

fn length_of(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Opt(Some(inner)) | Value::Descending(inner) => length_of(inner),
        Value::List(values) | Value::Struct(values) | Value::DataVariant(_, values) => {
            values.iter().map(length_of).sum()
        }
        _ => 0,
    }
}

fn replaced(base: &[Value], index: usize, values: &[&Value]) -> Vec<Value> {
    let mut key = base.to_vec();
    for (slot, value) in key[index..].iter_mut().zip(values) {
        *slot = (*value).clone();
    }
    key
}

/// Returns up to `count` of the items, spread evenly, including the first and, if `count` is at least 2, the last.
pub(super) fn sample<T>(items: &[T], count: usize) -> Vec<&T> {
    if items.len() <= count {
        return items.iter().collect();
    }
    if count == 1 {
        return items.first().into_iter().collect();
    }
    (0..count).map(|step| &items[step * (items.len() - 1) / (count - 1)]).collect()
}
