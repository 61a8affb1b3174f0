//! A scan that is read in pages returns the same rows and errors as a scan that is read at once. Some keys of the
//! tables cannot be decoded.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rowkey::{
    KeyRange, RangeQuery, Ranges, RowKey,
    scan::{CursorError, ScanError, ScanErrorKind},
};

use rowkey_proof::laws::is_thorough;

use crate::layouts::{
    Conditions, Fields, ModuloOfLast, MoreThanAByte, NAMES, One, QueryVisitor, RandomDigits, Reversed, SITES, Salted,
    Seven, Sixteen, TIMES, Two,
};
use crate::store::Store;

/// A change of the bytes of a key. Most changes make bytes that are not a key.
#[derive(Clone, Debug)]
enum Damage {
    None,
    CutAt(Index),
    Append(u8),
    Set(Index, u8),
}

impl Damage {
    fn apply(&self, key: &mut Vec<u8>) {
        match self {
            Damage::None => {}
            Damage::CutAt(at) => key.truncate(at.index(key.len())),
            Damage::Append(byte) => key.push(*byte),
            // Only the first four bytes, so that many rows are in a wrong bucket.
            Damage::Set(at, byte) => *key.get_mut(at.index(4)).expect("a key has more bytes") = *byte,
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        2 => Just(Damage::None),
        1 => any::<Index>().prop_map(Damage::CutAt),
        1 => select(&[0, b'0', 0xFF][..]).prop_map(Damage::Append),
        2 => (any::<Index>(), select(&[0, 1, 2, 3, b'0', b'1', b'7', b'm', 0xFF][..])).prop_map(|(at, byte)| Damage::Set(at, byte)),
    ]
}

fn fields() -> impl Strategy<Value = Fields> {
    let fields = (select(&SITES[..]), select(&NAMES[..]), select(&TIMES[..]));
    fields.prop_map(|(site, name, at)| Fields { site, name: name.into(), at })
}

macro_rules! layouts {
    ($($layout:ident)*) => {$(
        #[test]
        #[allow(non_snake_case, reason = "each test has the name of its layout")]
        fn $layout() {
            check::<$layout>();
        }
    )*};
}

mod pages_put_together_are_the_scan {
    use super::*;

    layouts!(One Two Seven Sixteen MoreThanAByte ModuloOfLast RandomDigits Reversed);
}

fn check<K: Salted>() {
    on_any(
        |fields, random_number| K::new(fields).stored(random_number),
        |conditions, store, size| K::queries(conditions, &mut Law { store, size }),
    );
}

/// Runs all queries of a key type on a store, and reads the rows in pages of this size.
type Queries = fn(&Conditions, Store, usize);

/// Separate from [`check`], so that it is not compiled for each layout.
fn on_any(stored: fn(Fields, u64) -> Option<Vec<u8>>, queries: Queries) {
    let rows = vec((fields(), any::<u64>(), damage()), 0..24);
    proptest!(ProptestConfig { cases: if is_thorough() { 24 } else { 12 }, failure_persistence: None, ..ProptestConfig::default() }, |(
        rows in rows,
        equal in fields(),
        size in 1..6_usize,
    )| {
        let keys = rows.into_iter().filter_map(|(fields, random_number, damage)| {
            let mut key = stored(fields, random_number)?;
            damage.apply(&mut key);
            Some(key)
        });
        let keys: BTreeSet<_> = keys.collect();
        let store = Store::new(keys.into_iter().zip(0..));
        let at = equal.at;
        let name = equal.name.clone();
        let conditions = Conditions {
            sites: (std::ops::Bound::Included(equal.site), std::ops::Bound::Unbounded),
            names: (std::ops::Bound::Included(name.clone()), std::ops::Bound::Unbounded),
            times: (std::ops::Bound::Included(at), std::ops::Bound::Unbounded),
            part: name,
            equal,
        };
        queries(&conditions, store, size);
    });
}

/// The law of this file: pages of `size` rows, put together, are the whole scan.
struct Law {
    store: Store,
    size: usize,
}

/// The stored key of each row, with the error of a key that cannot be decoded.
type Items = Vec<(Vec<u8>, Option<ScanErrorKind<std::convert::Infallible>>)>;

impl Law {
    fn items<K>(&self, rows: impl IntoIterator<Item = Result<(K, u32), ScanError<std::convert::Infallible>>>) -> Items {
        let key = |value| self.store.rows().nth(value as usize).unwrap().0.to_vec();
        let item = |row| match row {
            Ok((_, value)) => (key(value), None),
            Err(error) => {
                let error: ScanError<_> = error;
                (error.key().unwrap().to_vec(), Some(error.into_kind()))
            }
        };
        rows.into_iter().map(item).collect()
    }
}

impl<K: Salted> QueryVisitor<K> for Law {
    fn query<Q>(&mut self, query: Q, _: impl Fn(&K) -> bool)
    where
        Q: RangeQuery<Key = K> + Clone + Debug,
    {
        let sort_key = |key: &[u8]| (key[K::LAYOUT.fields_offset()..].to_vec(), key.to_vec());
        let ranges: Vec<_> = query.clone().ranges().collect();
        let is_in = |key: &[u8]| ranges.iter().any(|range| range.contains(key));
        let mut expected: Vec<_> = self.store.rows().map(|(key, _)| key.to_vec()).filter(|key| is_in(key)).collect();
        expected.sort_by_key(|key| sort_key(key));
        for backward in [false, true] {
            if backward {
                expected.sort_by_key(|key| Reverse(sort_key(key)));
            }
            let expected: Items =
                expected.iter().map(|key| (key.clone(), K::decode(key).err().map(ScanErrorKind::Key))).collect();
            let open: &dyn Fn(KeyRange) -> _ = &|range| self.store.open(range);
            let scan = || {
                let scan = query.clone().scan(open).max_open_ranges(self.size);
                if backward { scan.rev() } else { scan }
            };
            assert_eq!(self.items(scan()), expected, "{query:?}");

            let (mut found, mut position) = (Items::new(), None);
            loop {
                let mut rows = match &position {
                    None => scan(),
                    Some(position) => scan().after(position),
                };
                let page = self.items(rows.by_ref().take(self.size));
                if page.is_empty() {
                    break;
                }
                position = rows.cursor();
                assert_eq!(position.as_ref(), page.last().map(|(key, _)| key));
                found.extend(page);
                assert!(found.len() <= expected.len(), "{query:?}: {position:?}");
            }
            assert_eq!(found, expected, "{query:?}, pages of {}", self.size);

            let (mut found, mut cursor) = (Items::new(), None);
            loop {
                let page = scan().page(cursor.as_deref(), self.size).unwrap();
                found.extend(self.items(page.rows));
                assert!(found.len() <= expected.len(), "{query:?}: {cursor:?}");
                assert_eq!(page.next.is_none(), found.len() == expected.len(), "{query:?}");
                cursor = page.next;
                let Some(cursor) = &cursor else { break };
                let other_direction = scan().rev().page(Some(cursor), 1).unwrap_err();
                assert_eq!(other_direction.kind(), &ScanErrorKind::Cursor(CursorError::OtherDirection));
            }
            assert_eq!(found, expected, "{query:?}, pages of {}", self.size);
        }
    }

    fn one_range(&mut self, _: KeyRange, _: Ranges) {}
}

#[test]
fn a_cursor_of_another_query_is_an_error() {
    #[derive(RowKey)]
    struct PointKey {
        series: u8,
        at: u8,
    }

    #[derive(RowKey)]
    struct OtherKey {
        series: u8,
        #[descending]
        at: u8,
    }

    let store = Store::new([(vec![1, 0], 0), (vec![1, 1], 1), (vec![1, 1, 9], 2), (vec![1, 2], 3), (vec![2, 0], 4)]);
    let pages = |series, cursor: Option<&str>| {
        let scan = PointKey::prefix().series(series).scan(|range| store.open(range));
        scan.page(cursor, 3).map_err(ScanError::into_kind)
    };
    let first = pages(1, None).unwrap();
    assert!(first.rows[2].is_err(), "the last row of the page cannot be decoded");
    let cursor = first.next.unwrap();
    let second = pages(1, Some(&cursor)).unwrap();
    assert_eq!((second.rows.len(), second.next), (1, None));

    let rejected = |error| Some(ScanErrorKind::Cursor(error));
    assert_eq!(pages(2, Some(&cursor)).err(), rejected(CursorError::OutsideOfQuery));
    // A cursor that was cut is not another position.
    for at in 0..cursor.len() {
        assert_eq!(pages(1, Some(&cursor[..at])).err(), rejected(CursorError::Damaged));
        assert_eq!(pages(1, Some(&cursor[at + 1..])).err(), rejected(CursorError::Damaged));
    }
    let other = OtherKey::prefix().series(1).scan(|range| store.open(range)).page(Some(&cursor), 3);
    assert_eq!(other.err().map(ScanError::into_kind), rejected(CursorError::OtherTable));
}
