//! Law 5: the ranges of a question do not overlap and together hold exactly the matching keys, and a scan gives each of
//! them once, in order.

use std::fmt::Debug;
use std::ops::Bound;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use rowkey::{KeyRange, Query, Ranges};

use crate::layouts::{ATS, Asked, Each, Fields, NAMES, SITES, Salted, domain, for_each_layout};
use crate::store::Store;

#[test]
fn ranges_hold_exactly_the_matching_keys_and_scans_give_each_once_in_order() {
    for_each_layout!(check);
}

fn check<K: Salted>() {
    let cases = if K::BUCKETS <= 16 { 24 } else { 4096 / K::BUCKETS as u32 / 4 + 1 };
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&(table(), asked(), 2..20usize), |(rows, asked, limit)| {
        let mut law = Law::<K>::of(rows, limit);
        K::ask(&asked, &mut law);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", K::NAME);
    }
}

/// Rows, each with the number that a random salt comes from.
fn table() -> impl Strategy<Value = Vec<(Fields, u64)>> {
    prop::collection::vec((fields(), any::<u64>()), 0..40)
}

fn fields() -> impl Strategy<Value = Fields> {
    let fields = (select(&SITES[..]), select(&NAMES[..]), select(&ATS[..]));
    fields.prop_map(|(site, name, at)| Fields { site, name: name.into(), at })
}

fn asked() -> impl Strategy<Value = Asked> {
    let names = NAMES.map(str::to_owned).to_vec();
    (fields(), bounds(SITES.to_vec()), bounds(names), bounds(ATS.to_vec()), select(&NAMES[..]))
        .prop_map(|(equal, sites, names, ats, part)| Asked { equal, sites, names, ats, part: part.into() })
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

/// A table, and what a scan of it should give.
struct Law<K> {
    store: Store,
    /// The rows that were stored, in the order of their keys; those in one place by their bucket.
    rows: Vec<(K, u32)>,
    /// Keys that are not stored, and their bytes.
    others: Vec<(K, Vec<u8>)>,
    limit: usize,
}

impl<K: Salted> Law<K> {
    fn of(rows: Vec<(Fields, u64)>, limit: usize) -> Self {
        let rows = rows.into_iter().zip(0..).filter_map(|((fields, chance), value)| {
            let key = K::new(fields);
            Some((key.stored(chance)?, value, key))
        });
        let mut rows: Vec<_> = rows.collect();
        // Of two rows under one key the later one stays.
        rows.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        rows.reverse();
        rows.dedup_by(|(a, ..), (b, ..)| a == b);
        rows.reverse();
        let store = Store::new(rows.iter().map(|(bytes, value, _)| (bytes.clone(), *value)));
        let mut rows: Vec<_> = rows.into_iter().map(|(_, value, key)| (key, value)).collect();
        rows.sort_by(|(a, _), (b, _)| a.order(b));
        let others = domain().into_iter().zip(0..).filter_map(|(fields, chance)| {
            let key = K::new(fields);
            let bytes = key.stored(chance)?;
            Some((key, bytes))
        });
        Law { store, rows, others: others.collect(), limit }
    }

    /// A scan from a place on, compared with the rows that should come.
    fn scan<Q>(&self, query: &Q, holds: &dyn Fn(&K) -> bool, after: Option<&K>, limit: Option<usize>)
    where
        Q: Query<Key = K> + Clone + Debug,
    {
        let open: &dyn Fn(KeyRange) -> _ = &|range| self.store.open(range);
        let mut forward = query.clone().scan(open);
        let mut backward = query.clone().scan_rev(open);
        if let Some(key) = after {
            (forward, backward) = (forward.after(key), backward.after(key));
        }
        if let Some(limit) = limit {
            (forward, backward) = (forward.open_at_most(limit), backward.open_at_most(limit));
        }
        let matching = || self.rows.iter().filter(|(key, _)| holds(key)).cloned();
        let behind = |(key, _): &(K, u32)| after.is_none_or(|after| after.order(key).is_lt());
        let in_front = |(key, _): &(K, u32)| after.is_none_or(|after| after.order(key).is_gt());
        let expected: Vec<_> = matching().filter(behind).collect();
        let expected_back: Vec<_> = matching().filter(in_front).rev().collect();
        for (rows, expected) in [(self.run(forward, limit), expected), (self.run(backward, limit), expected_back)] {
            assert_eq!(rows, expected, "{query:?} after {after:?}, limit {limit:?}");
        }
    }

    fn run<E: Debug>(&self, scan: impl Iterator<Item = Result<(K, u32), E>>, limit: Option<usize>) -> Vec<(K, u32)> {
        self.store.forget();
        let rows: Vec<_> = scan.map(|row| row.unwrap()).collect();
        let counts = self.store.counts();
        assert_eq!(counts.open, 0, "all are closed in the end");
        match limit {
            Some(limit) => assert!(counts.most_open <= limit, "{} open, not {limit}", counts.most_open),
            None => {
                let mut opened = counts.opened;
                let all = opened.len();
                opened.sort_by(|a, b| a.start().cmp(b.start()));
                opened.dedup();
                assert_eq!(opened.len(), all, "each is opened once");
                assert_eq!(counts.rows, rows.len(), "each row is read once");
            }
        }
        rows
    }
}

impl<K: Salted> Each<K> for Law<K> {
    fn question<Q>(&mut self, query: Q, holds: impl Fn(&K) -> bool)
    where
        Q: Query<Key = K> + Clone + Debug,
    {
        let ranges: Vec<KeyRange> = query.clone().ranges().collect();
        assert_eq!(query.clone().ranges().len(), ranges.len());
        assert!(ranges.len() as u64 <= K::BUCKETS);
        assert!(ranges.iter().all(|range| !range.is_empty()), "{query:?}: {ranges:?}");
        for pair in ranges.windows(2) {
            let end = pair[0].end().expect("only the last range goes to the table's end");
            assert!(end <= pair[1].start(), "{query:?}: {pair:?} overlap");
        }
        let all = K::all();
        for range in &ranges {
            assert!(all.start() <= range.start(), "{query:?}: {range:?}");
            let within = all.end().is_none_or(|all| range.end().is_some_and(|end| end <= all));
            assert!(within, "{query:?}: {range:?}");
        }
        // Ranges are in order, so that only the one that begins last before a key can hold it.
        let is_held = |key: &[u8]| {
            let place = ranges.partition_point(|range| range.start() <= key);
            place > 0 && ranges[place - 1].contains(key)
        };
        for (key, bytes) in &self.others {
            assert_eq!(is_held(bytes), holds(key), "{query:?}: {key:?}");
        }

        let mut limits = vec![None];
        if K::BUCKETS <= 257 {
            limits.extend([1, 2, self.limit].map(Some));
        }
        for limit in limits {
            self.scan(&query, &holds, None, limit);
        }
        let step = if K::BUCKETS <= 16 { 1 } else { 20 };
        let stored = self.rows.iter().map(|(key, _)| key).step_by(step);
        let others = self.others.iter().map(|(key, _)| key).step_by(step * 50);
        for key in stored.chain(others) {
            let limit = (K::BUCKETS <= 16).then_some(self.limit);
            self.scan(&query, &holds, Some(key), limit.filter(|limit| limit % 2 == 0));
        }
    }

    fn one_range(&mut self, range: KeyRange, mut ranges: Ranges) {
        match ranges.next() {
            Some(only) => assert_eq!(range, only),
            None => assert!(range.is_empty()),
        }
        assert_eq!(ranges.next(), None);
    }
}
