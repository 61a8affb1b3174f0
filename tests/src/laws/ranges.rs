//! Law 4: what a range holds.

use std::ops::{Bound, RangeBounds};

use rowkey::KeyRange;

use super::Subject;
use super::table::{Columns, Table, spread};
use crate::golden::hex;
use crate::model::{Bucket, Field, Form, Kind, Layout, Query, Source, Then, Value, encode, is_field_ordered};

/// The ranges of every step hold exactly the keys that are asked for: all bounds of every field, beginnings and ends
/// too.
pub fn ranges_hold_what_is_asked_for(subject: &Subject) {
    let columns = Columns::of(&subject.model);
    let asked = Asked { subject, table: columns.table() };
    asked.whole_table();
    for step in 0..subject.model.fields.len() {
        for (turn, equal) in asked.leading(&columns, step).into_iter().enumerate() {
            let is_thorough = step == 0 || turn == 0;
            asked.bounds(&equal, &columns.some(step, if is_thorough { 12 } else { 6 }));
            asked.parts(&equal, columns.all(step));
            asked.check(&Query::equal(equal));
        }
    }
    for value in columns.all(0) {
        asked.check(&Query::equal([value.clone()]));
    }
    let rows: Vec<&Vec<Value>> = asked.table.values().collect();
    for key in spread(&rows, 40) {
        asked.check(&Query::equal(key.as_slice()));
    }
    for key in columns.keys().iter().filter(|key| encode(&subject.model, key).is_err()).take(20) {
        asked.check(&Query::equal(key.as_slice()));
    }
}

struct Asked<'s> {
    subject: &'s Subject,
    table: Table,
}

impl Asked<'_> {
    fn whole_table(&self) {
        let namespace = &self.subject.model.namespace;
        assert_eq!(self.found([self.subject.all.clone()]).len(), self.table.len(), "{}", self.subject);
        for stranger in [&[][..], &[0xFF; 40], b"n", b"nt", &namespace[..namespace.len().saturating_sub(1)]] {
            let is_ours = stranger.starts_with(namespace);
            assert_eq!(self.subject.all.contains(stranger), is_ours, "{} in {}", hex(stranger), self.subject);
        }
    }

    /// Some values of the fields in front of a step: of keys in the table, and of one that cannot be encoded.
    fn leading(&self, columns: &Columns, step: usize) -> Vec<Vec<Value>> {
        if step == 0 {
            return vec![Vec::new()];
        }
        let mut leading: Vec<&[Value]> = self.table.values().map(|key| &key[..step]).collect();
        leading.dedup();
        let mut leading: Vec<Vec<Value>> = spread(&leading, 4).into_iter().map(|values| values.to_vec()).collect();
        let refused = |key: &&Vec<Value>| {
            encode(&self.subject.model, key).is_err_and(|refusal| refusal.field < step)
        };
        leading.extend(columns.keys().iter().find(refused).map(|key| key[..step].to_vec()));
        leading
    }

    /// The field behind `equal` within any two of these bounds, the wrong way round too.
    fn bounds(&self, equal: &[Value], values: &[Value]) {
        let field = equal.len();
        let is_there = is_field_ordered(&self.subject.model, field);
        let bounds: Vec<Bound<Value>> = values
            .iter()
            .flat_map(|value| [Bound::Included(value.clone()), Bound::Excluded(value.clone())])
            .chain([Bound::Unbounded])
            .collect();
        let holds = |bound: (Bound<Value>, Bound<Value>)| self.asked_for(&Query::equal(equal).and_in(bound));
        let from: Vec<Vec<bool>> = bounds.iter().map(|start| holds((start.clone(), Bound::Unbounded))).collect();
        let to: Vec<Vec<bool>> = bounds.iter().map(|end| holds((Bound::Unbounded, end.clone()))).collect();
        for (start, from) in bounds.iter().zip(&from) {
            for (end, to) in bounds.iter().zip(&to) {
                let query = Query::equal(equal).and_in((start.clone(), end.clone()));
                let Some(ranges) = self.ranges(&query, is_there) else { return };
                let found = self.found(ranges);
                let expected = from.iter().zip(to).zip(self.table.keys()).filter(|((from, to), _)| **from && **to);
                self.compare(&query, &found, expected.map(|(_, bytes)| bytes));
            }
        }
    }

    /// The field behind `equal` begins or ends with one of these values or with a beginning of one.
    fn parts(&self, equal: &[Value], values: &[Value]) {
        let field = &self.subject.model.fields[equal.len()];
        let [starts, ends] = has_parts(field);
        for part in values.iter().flat_map(parts_of) {
            for (query, is_there) in [
                (Query::equal(equal).and_starts_with(part.clone()), starts),
                (Query::equal(equal).and_ends_with(part), ends),
            ] {
                self.check_if(&query, is_there);
            }
        }
    }

    fn check(&self, query: &Query) {
        self.check_if(query, true);
    }

    fn check_if(&self, query: &Query, is_there: bool) {
        if let Some(ranges) = self.ranges(query, is_there) {
            let expected = self.asked_for(query).into_iter().zip(self.table.keys()).filter(|(is_asked_for, _)| *is_asked_for);
            self.compare(query, &self.found(ranges), expected.map(|(_, bytes)| bytes));
        }
    }

    fn compare<'k>(&self, query: &Query, found: &[&Vec<u8>], expected: impl Iterator<Item = &'k Vec<u8>>) {
        if !found.iter().copied().eq(expected) {
            let found: Vec<String> = found.iter().map(|bytes| hex(bytes)).collect();
            let expected: Vec<&Vec<Value>> = self.table.values().filter(|key| query.holds(key)).collect();
            panic!(
                "{query:?} of {}\nfound {found:?}\nin {:?}\nbut should have found {expected:?}",
                self.subject,
                (self.subject.ranges)(query),
            );
        }
    }

    /// The ranges of a question, which the key answers exactly when it should.
    fn ranges(&self, query: &Query, is_there: bool) -> Option<Vec<KeyRange>> {
        let ranges = (self.subject.ranges)(query);
        let is_there = is_there && is_in_few_ranges(&self.subject.model, query.equal.len());
        assert_eq!(ranges.is_some(), is_there, "{query:?} of {}", self.subject);
        ranges
    }

    /// The keys that a store finds in these ranges.
    fn found(&self, ranges: impl IntoIterator<Item = KeyRange>) -> Vec<&Vec<u8>> {
        let mut found = Vec::new();
        for range in ranges {
            assert!(range.end().is_none_or(|end| range.start() <= end), "{range:?} of {}", self.subject);
            let view = range.as_ref();
            found.extend(self.table.range(range.clone()).map(|(bytes, _)| bytes).inspect(|bytes| {
                assert!(range.contains(bytes) && RangeBounds::<&[u8]>::contains(&view, &bytes.as_slice()));
            }));
        }
        found
    }

    /// Whether each key of the table is asked for.
    fn asked_for(&self, query: &Query) -> Vec<bool> {
        self.table.values().map(|key| query.holds(key)).collect()
    }
}

/// Whether the keys that share their first `step` fields lie in so few ranges that a key gives them.
fn is_in_few_ranges(layout: &Layout, step: usize) -> bool {
    const MOST: u64 = 4096;
    let Some(salt) = &layout.salt else { return true };
    let is_known = match &salt.source {
        Source::Key => step == layout.fields.len(),
        Source::Fields(of) => of.iter().all(|index| *index < step),
    };
    let buckets = match salt.form {
        Form::Buckets { count, .. } => Some(count),
        Form::Size { size, .. } => 256u64.checked_pow(u32::try_from(size).unwrap()),
    };
    is_known || buckets.is_some_and(|buckets| buckets <= MOST)
}

/// Whether a field has `_starts_with` and `_ends_with`.
fn has_parts(field: &Field) -> [bool; 2] {
    let is_fitting = field.hash.is_none() && field.pad.is_none_or(|pad| pad.fill == 0);
    let is_open = matches!(field.kind, Kind::Str | Kind::Bytes) && is_fitting;
    let is_array = matches!(field.kind, Kind::Array(_)) && is_fitting;
    [(is_open || is_array) && !field.reverse, is_open && field.reverse]
}

/// The text or bytes, and what they begin with: up to four characters of it, and all but one. Of an array, as bytes; of
/// anything else, nothing.
fn parts_of(value: &Value) -> Vec<Value> {
    match value {
        Value::Str(text) => {
            let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
            chosen(ends.collect()).map(|end| Value::Str(text[..end].to_owned())).collect()
        }
        Value::Bytes(bytes) | Value::Array(bytes) => {
            chosen((0..=bytes.len()).collect()).map(|end| Value::Bytes(bytes[..end].to_vec())).collect()
        }
        _ => Vec::new(),
    }
}

fn chosen(ends: Vec<usize>) -> impl Iterator<Item = usize> {
    let count = ends.len();
    ends.into_iter().enumerate().filter(move |(place, _)| *place < 5 || place + 2 >= count).map(|(_, end)| end)
}
