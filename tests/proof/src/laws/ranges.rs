//! Checks laws 4 and 5 of `laws/mod.rs`: the ranges and the scan of a query contain exactly the keys that match the
//! query.
//!
//! `leading_count` is the number of leading fields that a query sets. The optional bound of the query is on the next
//! field. For example, `prefix().a(7).b_in(1..3)` has a `leading_count` of 1 and a bound on the field `b`.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound;

use rowkey::KeyRange;

use super::bytes::is_total_kind;
use super::table::{BOUNDS, Columns, Row, sample};
use super::{Reading, Subject, Table, is_thorough};
use crate::hex::hex;
use crate::model::{Field, Foreign, Form, Kind, Layout, Query, Salt, SaltInput, Then, Value, encode, is_field_ordered};

/// Checks that the ranges of many queries contain exactly the keys that match each query. The queries set every
/// possible number of leading fields. Some queries have no bound on the next field, some have bounds of every kind, and
/// some require the next field to start or end with a text.
pub fn ranges_contain_exactly_the_matching_keys(subject: &Subject) {
    let columns = Columns::of(&subject.model);
    let checker = QueryChecker::of(subject, &columns);
    let rejected = columns.rejected();
    let [bound_count, text_count, key_count] =
        if is_thorough() { [BOUNDS, usize::MAX, usize::MAX] } else { [BOUNDS / 2, 12, 6] };
    let some = |values: &[Value], count: usize| sample(values, count).into_iter().cloned().collect::<Vec<Value>>();
    checker.check_whole_table();
    for leading_count in 0..subject.model.fields.len() {
        let methods = range_methods(&subject.model, leading_count);
        let is_cheap = !matches!(methods, RangeMethods::Ranges(count) if count > MAX_CHEAP_RANGES);
        for (turn, equal) in checker.leading_values(&rejected, leading_count).into_iter().enumerate() {
            // To save time, only the first combination of leading values is queried with many bounds.
            match (turn, is_cheap) {
                (0, true) => {
                    checker.check_bounds(&equal, &columns.some(leading_count, bound_count));
                    checker.check_parts(&equal, &some(columns.all(leading_count), text_count));
                }
                (_, true) => {
                    checker.check_bounds(&equal, &columns.some(leading_count, BOUNDS / 3));
                    checker.check_parts(&equal, &columns.some(leading_count, BOUNDS / 3));
                }
                (0, false) => {
                    checker.check_bounds(&equal, &columns.some(leading_count, 2));
                    checker.check_parts(&equal, &columns.some(leading_count, 2));
                }
                (_, false) => {}
            }
            checker.check(&Query::equal(equal), true);
        }
    }
    for value in some(columns.all(0), text_count) {
        checker.check(&Query::equal([value]), true);
    }
    for row in sample(&checker.rows, key_count.min(40)) {
        checker.check(&Query::equal(row.key.as_slice()), true);
    }
    for (_, key) in rejected.iter().take(key_count.min(20)) {
        checker.check(&Query::equal(key.as_slice()), true);
    }
}

/// To save time, a prefix with more ranges than this is queried less often.
const MAX_CHEAP_RANGES: u64 = 16;

/// Compares the ranges and the scan of a query with those rows of a table that match the query in the model.
pub(super) struct QueryChecker<'s> {
    subject: &'s Subject,
    /// Keys in byte order.
    rows: Vec<Row>,
    /// The same keys in a store, with their indexes in `rows`.
    store: Table,
}

impl QueryChecker<'_> {
    fn of<'s>(subject: &'s Subject, columns: &Columns) -> QueryChecker<'s> {
        QueryChecker::in_table(subject, columns.table())
    }

    pub(super) fn of_keys(subject: &Subject, keys: impl IntoIterator<Item = Vec<Value>>) -> QueryChecker<'_> {
        let row = |key: Vec<Value>| encode(&subject.model, &key).ok().map(|bytes| Row { bytes, key });
        let mut rows: Vec<Row> = keys.into_iter().filter_map(row).collect();
        rows.sort_by(|a, b| a.bytes.cmp(&b.bytes));
        rows.dedup();
        QueryChecker::in_table(subject, rows)
    }

    fn in_table(subject: &Subject, rows: Vec<Row>) -> QueryChecker<'_> {
        let store = rows.iter().enumerate().map(|(index, row)| (row.bytes.clone(), index)).collect();
        QueryChecker { subject, rows, store }
    }

    fn check_whole_table(&self) {
        let namespace = &self.subject.model.namespace;
        assert_eq!(self.found(std::slice::from_ref(&self.subject.all)).len(), self.rows.len(), "{}", self.subject);
        for key in [&[][..], &[0xFF; 40], b"n", b"nt", &namespace[..namespace.len().saturating_sub(1)]] {
            let is_expected = key.starts_with(namespace);
            assert_eq!(self.subject.all.contains(key), is_expected, "{} in {}", hex(key), self.subject);
        }
    }

    /// Returns some values of the first `leading_count` fields, from keys in the table and from a key that cannot be
    /// encoded.
    fn leading_values(&self, rejected: &[(usize, Vec<Value>)], leading_count: usize) -> Vec<Vec<Value>> {
        if leading_count == 0 {
            return vec![Vec::new()];
        }
        let mut leading: Vec<&[Value]> = self.rows.iter().map(|row| &row.key[..leading_count]).collect();
        leading.dedup();
        // A range that is too long contains keys whose field continues the value of the query, such as "a\0" for "a".
        let is_continued = |values: &&[Value]| leading.iter().any(|other| continues(other, values));
        let continued: Vec<&[Value]> = leading.iter().copied().filter(is_continued).collect();
        let chosen: BTreeSet<&[Value]> =
            [sample(&leading, 4), sample(&continued, 2)].concat().into_iter().copied().collect();
        let mut leading: Vec<Vec<Value>> = chosen.into_iter().map(<[Value]>::to_vec).collect();
        leading.extend(
            rejected.iter().find(|(field, _)| *field < leading_count).map(|(_, key)| key[..leading_count].to_vec()),
        );
        leading
    }

    /// Queries the field after `equal` with any two of these values as bounds, in both orders.
    fn check_bounds(&self, equal: &[Value], values: &[Value]) {
        let has_method = has_order(&self.subject.model, equal.len());
        let both = |value: &Value| [Bound::Included(value.clone()), Bound::Excluded(value.clone())];
        let bounds: Vec<Bound<Value>> = values.iter().flat_map(both).chain([Bound::Unbounded]).collect();
        let matches = |start: &Bound<Value>, end: &Bound<Value>| {
            let query = Query::equal(equal).and_in((start.clone(), end.clone()));
            self.rows.iter().map(|row| query.matches(&row.key)).collect()
        };
        let from: Vec<Vec<bool>> = bounds.iter().map(|start| matches(start, &Bound::Unbounded)).collect();
        let to: Vec<Vec<bool>> = bounds.iter().map(|end| matches(&Bound::Unbounded, end)).collect();
        for (start, from) in bounds.iter().zip(&from) {
            for (end, to) in bounds.iter().zip(&to) {
                let query = Query::equal(equal).and_in((start.clone(), end.clone()));
                let Some(ranges) = self.ranges(&query, has_method) else { return };
                self.assert_contain(&ranges, &query, |index| from[index] && to[index]);
            }
        }
    }

    /// Queries the field after `equal` for texts that start or end with one of these values, or with a prefix of one of
    /// these values.
    fn check_parts(&self, equal: &[Value], values: &[Value]) {
        let next = &self.subject.model.fields[equal.len()];
        let [starts, ends] = has_starts_and_ends(next);
        let parts: BTreeSet<Value> = values.iter().flat_map(parts_of).collect();
        for part in parts {
            self.check(&Query::equal(equal).and_starts_with(part.clone()), starts);
            self.check(&Query::equal(equal).and_ends_with(part), ends);
        }
    }

    /// Checks that the ranges of a query contain exactly the matching rows. `has_method` says whether the derive
    /// generates a method for the bound of the query, such as `a_in` for bounds on a field `a`.
    pub(super) fn check(&self, query: &Query, has_method: bool) {
        if let Some(ranges) = self.ranges(query, has_method) {
            let matches: Vec<bool> = self.rows.iter().map(|row| query.matches(&row.key)).collect();
            self.assert_contain(&ranges, query, |index| matches[index]);
        }
    }

    /// Returns the ranges of a query, or `None` if the key has no method for the query. Checks that the key has the
    /// method exactly if the model expects the method. For `has_method`, see [`check`](Self::check).
    fn ranges(&self, query: &Query, has_method: bool) -> Option<Vec<KeyRange>> {
        let ranges = self.subject.ranges(query);
        let leading_count = query.equal.len();
        // The query of `a_starts_with` can only be scanned if the field `a` is unterminated.
        let only_scans =
            matches!(query.then, Then::StartsWith(_)) && self.subject.model.fields[leading_count].unterminated;
        let has_method =
            has_method && !only_scans && range_methods(&self.subject.model, leading_count) != RangeMethods::None;
        assert_eq!(ranges.is_some(), has_method, "{query:?} of {}", self.subject);
        ranges
    }

    fn assert_contain(&self, ranges: &[KeyRange], query: &Query, matches: impl Fn(usize) -> bool) {
        let found = self.found(ranges);
        let expected: Vec<usize> = (0..self.rows.len()).filter(|index| matches(*index)).collect();
        if found != expected {
            let shown = |indexes: &[usize]| -> Vec<String> {
                let rows = indexes.iter().map(|index| &self.rows[*index]);
                rows.map(|row| format!("{} {:?}", hex(&row.bytes), row.key)).collect()
            };
            let (found, expected) = (shown(&found), shown(&expected));
            panic!("{query:?} of {}\nfound {found:#?}\nin {ranges:?}\nnot {expected:#?}", self.subject);
        }
    }

    /// Checks that a scan reads each matching key once, in order. If `reading.after` is a key, the scan begins after
    /// that key.
    pub(super) fn check_scan<'t>(&'t self, query: &Query, mut reading: impl FnMut(&'t Table) -> Reading<'t>) {
        let reading = reading(&self.store);
        let Some(answer) = (self.subject.answer)(query, Some(&reading)) else { return };
        let has_scan =
            !is_borrowing(self.subject) && self.subject.model.fields.iter().all(|field| field.hash.is_none());
        assert_eq!(answer.rows.is_some(), has_scan, "{query:?} of {}", self.subject);
        let Some(found) = answer.rows else { return };
        let model = &self.subject.model;
        // A scan merges the buckets, so it returns the keys in the order of the bytes after the salt.
        let skip = model.namespace.len() + model.salt.as_ref().map_or(0, Salt::width);
        let mut expected: Vec<&Row> = self.rows.iter().filter(|row| query.matches(&row.key)).collect();
        if let Some(records) = answer.records {
            let removed: Vec<&Vec<u8>> = expected.iter().map(|row| &row.bytes).collect();
            assert_eq!(records.removed.iter().collect::<Vec<_>>(), removed, "{query:?} of {}", self.subject);
            assert_eq!(records.count, removed.len() as u64, "{query:?} of {}", self.subject);
        }
        expected.sort_by_key(|row| &row.bytes[skip..]);
        if let Some(after) = reading.after {
            let later = if reading.is_backward { Ordering::Less } else { Ordering::Greater };
            expected.retain(|row| row.bytes[skip..].cmp(&after[skip..]) == later);
        }
        if reading.is_backward {
            expected.reverse();
        }
        let expected: Vec<&Vec<Value>> = expected.into_iter().map(|row| &row.key).collect();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query:?}, {reading:?} of {}", self.subject);
    }

    /// Returns the keys in these ranges, as indexes into the table. Checks each range against the store.
    fn found(&self, ranges: &[KeyRange]) -> Vec<usize> {
        let mut found = Vec::new();
        for range in ranges {
            let is_in_order = range.end().is_none_or(|end| range.start() < end);
            assert_eq!(range.is_empty(), !is_in_order, "{range:?} of {}", self.subject);
            // All empty ranges are the same range.
            assert!(
                is_in_order || (range.start(), range.end()) == (&b"\0"[..], Some(&b"\0"[..])),
                "{range:?} of {}",
                self.subject
            );
            let start = self.rows.partition_point(|row| row.bytes.as_slice() < range.start());
            let end = self.rows.partition_point(|row| range.end().is_none_or(|end| row.bytes.as_slice() < end));
            let first = self.store.range(range.clone()).next().map(|(_, index)| *index);
            assert_eq!(first, Some(start).filter(|start| *start < end), "{range:?} of {}", self.subject);
            assert!(!range.is_empty() || first.is_none(), "{range:?} of {}", self.subject);
            found.extend(start..end);
        }
        found
    }
}

/// Checks whether the last value of `longer` begins with the last value of `values`, and all other values are equal.
fn continues(longer: &[Value], values: &[Value]) -> bool {
    let [(Some((longer, others)), Some((value, before)))] = [(longer.split_last(), values.split_last())] else {
        return false;
    };
    let is_longer = match (longer, value) {
        (Value::Str(longer), Value::Str(value)) => longer != value && longer.starts_with(value.as_str()),
        (Value::Bytes(longer), Value::Bytes(value)) => longer != value && longer.starts_with(value),
        _ => false,
    };
    is_longer && others == before
}

/// Checks whether the key has a lifetime. Such keys cannot be scanned.
fn is_borrowing(subject: &Subject) -> bool {
    ["'a ", "'a,", "'a>"].iter().any(|lifetime| subject.source.contains(lifetime))
}

/// The methods of a prefix that return ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeMethods {
    /// `range` and `ranges`, which return the same range.
    Range,
    /// Only `ranges`, which returns this number of ranges, one per bucket.
    Ranges(u64),
    /// No method, because there would be too many ranges, or because the prefix sets an unterminated field.
    None,
}

/// Returns the methods that a prefix of this layout has after its first `leading_count` fields are set.
pub fn range_methods(layout: &Layout, leading_count: usize) -> RangeMethods {
    const MAX_RANGES: u64 = 4096;
    if leading_count < layout.fields.len() && layout.fields[..leading_count].iter().any(|field| field.unterminated) {
        return RangeMethods::None;
    }
    let Some(salt) = &layout.salt else { return RangeMethods::Range };
    let is_known = match &salt.input {
        SaltInput::Key => leading_count == layout.fields.len(),
        SaltInput::Fields(of) => of.iter().all(|index| *index < leading_count),
    };
    let buckets = match salt.form {
        _ if is_known => return RangeMethods::Range,
        Form::Buckets { count, .. } => Some(count),
        Form::Size { size, .. } => 256u64.checked_pow(u32::try_from(size).unwrap()),
    };
    buckets.filter(|buckets| *buckets <= MAX_RANGES).map_or(RangeMethods::None, RangeMethods::Ranges)
}

/// Checks whether the derive generates the query method `a_in` for a field `a`. A field whose type is a struct has this
/// method only if all values of the struct can be encoded.
pub fn has_order(layout: &Layout, index: usize) -> bool {
    is_total_kind(&layout.fields[index].kind) && is_field_ordered(layout, index)
}

/// Checks whether the derive generates the query methods `a_starts_with` and `a_ends_with` for a field `a`. Returns
/// false twice for an unterminated field: the query of its `a_starts_with` has no ranges, and can only be scanned.
pub fn has_starts_and_ends(field: &Field) -> [bool; 2] {
    let is_content_in_key = !field.own_codec
        && field.hash.is_none()
        && field.foreign.is_none()
        && !field.unterminated
        && field.pad.is_none_or(|pad| pad.fill == 0)
        && field.format.is_none_or(|format| format.is_ordered(&field.kind));
    let is_variable_length = matches!(field.kind, Kind::Str | Kind::Bytes) && is_content_in_key;
    let is_array = matches!(field.kind, Kind::Array(_) | Kind::Elements(..)) && is_content_in_key;
    let is_list = field.foreign == Some(Foreign::List);
    [(is_variable_length || is_array || is_list) && !field.reverse, is_variable_length && field.reverse]
}

/// Returns the text, byte string or list itself, its prefixes of up to four elements, and the prefix without the last
/// element. An element is a character, a byte or an element of the list. The parts of a byte array are byte strings.
/// Other types have no parts.
fn parts_of(value: &Value) -> Vec<Value> {
    match value {
        Value::Str(text) => {
            let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
            first_and_last(ends.collect()).map(|end| Value::Str(text[..end].to_owned())).collect()
        }
        Value::Bytes(bytes) | Value::Array(bytes) => {
            first_and_last((0..=bytes.len()).collect()).map(|end| Value::Bytes(bytes[..end].to_vec())).collect()
        }
        Value::List(list) => {
            first_and_last((0..=list.len()).collect()).map(|end| Value::List(list[..end].to_vec())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the first five and the last two lengths.
fn first_and_last(ends: Vec<usize>) -> impl Iterator<Item = usize> {
    let count = ends.len();
    ends.into_iter().enumerate().filter(move |(index, _)| *index < 5 || index + 2 >= count).map(|(_, end)| end)
}
