//! Tests law 5 of `rowkey_proof::laws`: the ranges of a query do not overlap and together contain exactly the matching
//! keys, and a scan returns each matching key once, in order.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Bound;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use rowkey::{KeyRange, RangeQuery, Ranges};
use rowkey_proof::laws::is_thorough;

use crate::layouts::{Conditions, Fields, NAMES, QueryVisitor, SITES, Salted, TIMES, domain, test_each_layout};
use crate::store::{Counts, Store};

mod ranges_contain_exactly_the_matching_keys_and_scans_return_each_once_in_order {
    use super::{check, test_each_layout};

    test_each_layout!(check);
}

fn check<K: Salted>() {
    // Keys with many buckets have many ranges per query, so fewer cases are enough.
    let cases = if K::BUCKETS <= 16 { 14 } else { 4096 / K::BUCKETS as u32 / 4 + 1 };
    let cases = if is_thorough() { cases } else { cases.div_ceil(2) };
    on_any(K::NAME, cases, |rows, conditions, limit| K::queries(conditions, &mut Law::<K>::of(rows, limit)));
}

/// Separate from [`check`], so that it is not compiled for each layout.
fn on_any(name: &str, cases: u32, check: fn(Vec<(Fields, u64)>, &Conditions, usize)) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&(table(), conditions(), 2..20usize), |(rows, conditions, limit)| {
        check(rows, &conditions, limit);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{name}: {error}");
    }
}

/// Returns rows, each with the number that selects the bucket of a random salt.
fn table() -> impl Strategy<Value = Vec<(Fields, u64)>> {
    prop::collection::vec((fields(), any::<u64>()), 0..40)
}

fn fields() -> impl Strategy<Value = Fields> {
    let fields = (select(&SITES[..]), select(&NAMES[..]), select(&TIMES[..]));
    fields.prop_map(|(site, name, at)| Fields { site, name: name.into(), at })
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let names = NAMES.map(str::to_owned).to_vec();
    (fields(), bounds(SITES.to_vec()), bounds(names), bounds(TIMES.to_vec()), select(&NAMES[..]))
        .prop_map(|(equal, sites, names, times, part)| Conditions { equal, sites, names, times, part: part.into() })
}

fn bounds<T: Clone + Debug + 'static>(values: Vec<T>) -> impl Strategy<Value = (Bound<T>, Bound<T>)> {
    let bound = || {
        prop_oneof![
            1 => Just(Bound::Unbounded),
            2 => select(values.clone()).prop_map(Bound::Included),
            2 => select(values.clone()).prop_map(Bound::Excluded),
        ]
    };
    (bound(), bound())
}

/// Sorts the indexes of rows. A separate function, so that it is not compiled for each layout.
fn sorted(mut indexes: Vec<usize>, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    indexes.sort_by(|a, b| order(*a, *b));
    indexes
}

fn check_in_order_and_disjoint(ranges: &[KeyRange], buckets: u64, all: &KeyRange, query: &dyn Debug) {
    assert!(ranges.len() as u64 <= buckets);
    assert!(ranges.iter().all(|range| !range.is_empty()), "{query:?}: {ranges:?}");
    for pair in ranges.windows(2) {
        let end = pair[0].end().expect("only the last range goes to the table's end");
        assert!(end <= pair[1].start(), "{query:?}: {pair:?} overlap");
    }
    for range in ranges {
        assert!(all.start() <= range.start(), "{query:?}: {range:?}");
        let is_within = all.end().is_none_or(|all| range.end().is_some_and(|end| end <= all));
        assert!(is_within, "{query:?}: {range:?}");
    }
}

/// Checks whether one of the ranges contains the key. The ranges are sorted, so only the last range that starts at or
/// before the key can contain it.
fn any_contains(ranges: &[KeyRange], key: &[u8]) -> bool {
    let index = ranges.partition_point(|range| range.start() <= key);
    index > 0 && ranges[index - 1].contains(key)
}

fn assert_no_more_rows_are_read_than_necessary(counts: Counts, rows: usize, limit: Option<usize>) {
    assert_eq!(counts.open, 0, "every range is closed in the end");
    match limit {
        Some(limit) => assert!(counts.max_open <= limit, "{} open, not {limit}", counts.max_open),
        None => {
            let mut opened = counts.opened;
            let all = opened.len();
            opened.sort_by(|a, b| a.start().cmp(b.start()));
            opened.dedup();
            assert_eq!(opened.len(), all, "each range is opened once");
            assert_eq!(counts.rows, rows, "each row is read once");
        }
    }
}

/// A query without its type, so that the law is compiled once for all query types.
trait AnyQuery<K>: Debug {
    fn all_ranges(&self) -> Ranges;

    fn read(&self, law: &Law<K>, is_backward: bool, after: Option<&[u8]>, limit: Option<usize>) -> Vec<(K, u32)>;
}

impl<K: Salted, Q: RangeQuery<Key = K> + Clone + Debug> AnyQuery<K> for Q {
    fn all_ranges(&self) -> Ranges {
        self.clone().ranges()
    }

    fn read(&self, law: &Law<K>, is_backward: bool, after: Option<&[u8]>, limit: Option<usize>) -> Vec<(K, u32)> {
        let open: &dyn Fn(KeyRange) -> _ = &|range| law.store.open(range);
        let mut scan = if is_backward { self.clone().scan(open).rev() } else { self.clone().scan(open) };
        if let Some(key) = after {
            scan = scan.after(key);
        }
        if let Some(limit) = limit {
            scan = scan.max_open_ranges(limit);
        }
        law.run(scan, limit)
    }
}

/// A table, and the expected rows of a scan.
struct Law<K> {
    store: Store,
    /// The stored rows and their bytes, in key order; rows with equal keys are in bucket order.
    rows: Vec<(K, u32, Vec<u8>)>,
    /// All keys of the domain, stored or not, and their bytes.
    domain_keys: Vec<(K, Vec<u8>)>,
    /// The maximum number of open ranges in some of the scans.
    limit: usize,
}

impl<K: Salted> Law<K> {
    fn of(rows: Vec<(Fields, u64)>, limit: usize) -> Self {
        let mut keys = Vec::new();
        // The later of two rows with the same key replaces the earlier.
        let mut indexes = BTreeMap::new();
        for (fields, random_number) in rows {
            let key = K::new(fields);
            if let Some(bytes) = key.stored(random_number) {
                indexes.insert(bytes, keys.len());
                keys.push(key);
            }
        }
        let store = Store::new(indexes.iter().map(|(bytes, index)| (bytes.clone(), *index as u32)));
        let mut bytes = vec![Vec::new(); keys.len()];
        indexes.iter().for_each(|(stored, index)| bytes[*index].clone_from(stored));
        let indexes = sorted(indexes.into_values().collect(), &|a, b| keys[a].order(&keys[b]));
        let rows = indexes.into_iter().map(|index| (keys[index].clone(), index as u32, bytes[index].clone())).collect();
        let domain_keys = domain().into_iter().zip(0..).filter_map(|(fields, random_number)| {
            let key = K::new(fields);
            let bytes = key.stored(random_number)?;
            Some((key, bytes))
        });
        Law { store, rows, domain_keys: domain_keys.collect(), limit }
    }

    /// Compares a forward and a backward scan with the expected rows. The scans begin after the key `after`, if it is
    /// given.
    fn check_scan(
        &self,
        query: &dyn AnyQuery<K>,
        matches: &dyn Fn(&K) -> bool,
        after: Option<(&K, &[u8])>,
        limit: Option<usize>,
    ) {
        let matching = |order: Ordering| {
            let is_expected = move |(key, _, bytes): &&(K, u32, Vec<u8>)| {
                matches(key)
                    && after.is_none_or(|after| key.order(after.0).then(bytes.as_slice().cmp(after.1)) == order)
            };
            self.rows.iter().filter(is_expected).map(|(key, value, _)| (key.clone(), *value))
        };
        let expected: Vec<_> = matching(Ordering::Greater).collect();
        let expected_back: Vec<_> = matching(Ordering::Less).rev().collect();
        for (is_backward, expected) in [(false, expected), (true, expected_back)] {
            let rows = query.read(self, is_backward, after.map(|(_, bytes)| bytes), limit);
            assert_eq!(rows, expected, "{query:?} after {after:?}, limit {limit:?}");
        }
    }

    fn run<E: Debug>(&self, scan: impl Iterator<Item = Result<(K, u32), E>>, limit: Option<usize>) -> Vec<(K, u32)> {
        self.store.reset_counts();
        let rows: Vec<_> = scan.map(|row| row.unwrap()).collect();
        assert_no_more_rows_are_read_than_necessary(self.store.counts(), rows.len(), limit);
        rows
    }
}

impl<K: Salted> QueryVisitor<K> for Law<K> {
    fn query<Q>(&mut self, query: Q, matches: impl Fn(&K) -> bool)
    where
        Q: RangeQuery<Key = K> + Clone + Debug,
    {
        self.check(&query, &matches);
    }

    fn one_range(&mut self, range: KeyRange, mut ranges: Ranges) {
        match ranges.next() {
            Some(only) => assert_eq!(range, only),
            None => assert!(range.is_empty()),
        }
        assert_eq!(ranges.next(), None);
    }
}

impl<K: Salted> Law<K> {
    fn check(&self, query: &dyn AnyQuery<K>, matches: &dyn Fn(&K) -> bool) {
        let ranges: Vec<KeyRange> = query.all_ranges().collect();
        assert_eq!(query.all_ranges().len(), ranges.len());
        check_in_order_and_disjoint(&ranges, K::BUCKETS, &K::all(), query);
        for (key, bytes) in &self.domain_keys {
            assert_eq!(any_contains(&ranges, bytes), matches(key), "{query:?}: {key:?}");
        }

        let mut limits = vec![None];
        if K::BUCKETS <= 257 {
            limits.extend([1, 2, self.limit].map(Some));
        }
        for limit in limits {
            self.check_scan(query, matches, None, limit);
        }
        let step = if K::BUCKETS <= 16 { 1 } else { 20 };
        let stored = self.rows.iter().map(|(key, _, bytes)| (key, &**bytes)).step_by(step);
        let domain_keys = self.domain_keys.iter().map(|(key, bytes)| (key, &**bytes)).step_by(step * 50);
        for after in stored.chain(domain_keys) {
            // An odd limit counts as none, so that scans with and without a limit are tested.
            let limit = (K::BUCKETS <= 16).then_some(self.limit);
            self.check_scan(query, matches, Some(after), limit.filter(|limit| limit % 2 == 0));
        }
    }
}
