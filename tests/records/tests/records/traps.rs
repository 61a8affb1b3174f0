//! Tests for mistakes that other libraries made. Each test is named after what must hold. Its comment names the
//! libraries that are known for the mistake, with the numbers of the issues.

use crate::counted::Counted;
use crate::model::{ByEmail, ByScore, ByTag, User, UserKey, any_user};
use crate::recorded::{IntoRows, Recorded};
use rowkey::RowKey;
use rowkey::record::{Index, Record};
use rowkey::store::{ComparedAtBegin, Memory, Rows, RowsError, Table, Write};

fn key(user: u8) -> UserKey {
    UserKey { tenant: "a".into(), user }
}

fn user(email: &str) -> User {
    User { name: "Ada".into(), email: Some(email.into()), tags: vec!["red".into()], score: 1 }
}

/// An index whose key consists of two parts of the value.
#[derive(RowKey)]
#[rowkey(value = (String, u32), format = rowkey::Postcard, indexes(ByBoth))]
struct PartKey {
    part: u32,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(index_of = PartKey)]
struct ByBoth {
    #[rowkey(from = format!("{}/{}", value.0, value.1))]
    both: String,
    part: u32,
}

/// dynamodb-toolbox (issues 205 and 1138), onetable (301), electrodb (286).
#[test]
fn an_update_of_a_part_updates_the_composed_index_key() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&PartKey { part: 1 }, &("a".into(), 1)).unwrap();
    rows.update(&PartKey { part: 1 }, |value| value.1 = 2).unwrap();
    let entries: Vec<_> = rows.store().rows("ByBoth").map(|(key, _)| ByBoth::decode(key).unwrap()).collect();
    assert_eq!(entries, [ByBoth { both: "a/2".into(), part: 1 }]);
}

/// native_db (issue 265).
#[test]
fn overwriting_a_record_replaces_its_entries() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&key(1), &user("a@x")).unwrap();
    rows.put(&key(1), &user("b@x")).unwrap();
    assert!(rows.find(&ByEmail { email: "a@x".into() }).unwrap().is_none());
    assert!(rows.find(&ByEmail { email: "b@x".into() }).unwrap().is_some());
}

/// cw-storage-plus, native_db.
#[test]
fn a_write_that_violates_a_unique_index_writes_nothing() {
    let mut rows = Rows::new(Counted::default());
    rows.put(&key(1), &user("a@x")).unwrap();
    let before = (rows.store().memory.clone(), rows.store().writes);
    assert!(matches!(rows.put(&key(2), &user("a@x")), Err(RowsError::Taken { .. })));
    assert!(matches!(rows.insert(&key(2), &user("A@X")), Err(RowsError::Taken { .. })));
    assert_eq!((rows.store().memory.clone(), rows.store().writes), before);
    // The error is not a failed write of the store, so the transaction can continue.
    rows.put(&key(2), &user("b@x")).unwrap();
    rows.into_store().unwrap();
}

/// cw-storage-plus.
#[test]
fn removing_through_a_unique_index_removes_the_record_of_the_entry() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&key(1), &user("a@x")).unwrap();
    rows.put(&key(2), &user("b@x")).unwrap();
    assert_eq!(rows.remove_all(ByEmail::prefix().email("b@x")).unwrap(), 1);
    assert!(rows.get(&key(1)).unwrap().is_some());
    assert!(rows.get(&key(2)).unwrap().is_none());
}

/// harper (issue 1968).
#[test]
fn several_writes_of_a_record_leave_only_the_last_entry() {
    let mut rows = Rows::new(Memory::new());
    for email in ["a@x", "b@x", "c@x"] {
        rows.put(&key(1), &user(email)).unwrap();
    }
    assert_eq!(rows.store().rows("ByEmail").count(), 1);
}

/// rocksdb (issue 14674).
#[test]
fn removing_through_an_index_counts_each_record_once() {
    // Each record has two entries in the query, so that removing it changes what is scanned. Both entries are in one
    // batch if there are few records, and in two batches if there are many.
    for count in [3u16, 3000] {
        let mut rows = Rows::new(Memory::new());
        for number in 0..count {
            let key = UserKey { tenant: number.to_string(), user: 0 };
            rows.put(&key, &User { email: None, tags: vec!["red".into(), "blue".into()], ..any_user() }).unwrap();
        }
        assert_eq!(rows.remove_all(ByTag::prefix()).unwrap(), u64::from(count));
        assert_eq!(rows.store().tables().count(), 0);
    }
}

/// yugabyte-db (issue 32126).
#[test]
fn records_without_an_entry_do_not_violate_uniqueness() {
    let mut rows = Rows::new(Memory::new());
    for number in 0..3 {
        rows.insert(&key(number), &User { email: None, ..user("") }).unwrap();
    }
    assert_eq!(rows.store().rows("ByEmail").count(), 0);
}

/// cube (issue 10553).
#[test]
fn a_rebuild_adds_no_entry_for_a_record_that_has_none() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&key(1), &User { email: None, ..user("") }).unwrap();
    rows.put(&key(2), &user("a@x")).unwrap();
    assert_eq!(rows.rebuild::<ByEmail>(None, 100).unwrap().next, None);
    assert_eq!(rows.store().rows("ByEmail").count(), 1);
}

/// Returns a store with two records that have the same e-mail, and no entries of `ByEmail`, which is not built.
fn store_with_duplicates() -> Counted {
    let mut store = Counted::default();
    for number in [1, 2] {
        for change in &key(number).changes(None, Some(&user("a@x"))).unwrap() {
            if change.table.name() != "ByEmail" {
                store.put(change.table, change.key, change.value.unwrap()).unwrap();
            }
        }
    }
    store
}

/// fdb-record-layer (issue 1371).
#[test]
fn a_unique_index_with_duplicates_is_not_marked_as_built() {
    let mut rows = Rows::with_layouts(store_with_duplicates(), ComparedAtBegin::default());
    let find =
        |rows: &Rows<Counted>| rows.find(&ByEmail { email: "a@x".into() }).map(|found| found.map(|(key, _)| key));
    assert!(matches!(find(&rows), Err(RowsError::NotBuilt { index, .. }) if index.name() == "ByEmail"));
    let Err(RowsError::Taken { record, rejected, .. }) = rows.rebuild::<ByEmail>(None, 100) else {
        panic!("two records have the entry");
    };
    assert_eq!([record, rejected], [1, 2].map(|number| key(number).encode()), "both records are named");
    assert!(matches!(find(&rows), Err(RowsError::NotBuilt { .. })));
    assert!(matches!(rows.covered(ByEmail::prefix()).next(), Some(Err(RowsError::NotBuilt { .. }))));
    assert!(matches!(rows.remove_all(ByEmail::prefix()), Err(RowsError::NotBuilt { .. })));
    rows.update(&key(2), |user| user.email = None).unwrap();
    assert_eq!(rows.rebuild::<ByEmail>(None, 100).unwrap().next, None);
    assert_eq!(find(&rows).unwrap(), Some(key(1)));
}

/// Records removed before an error must not be committed without the others. The rows of few records are only removed after
/// the last record was read.
#[test]
fn a_removal_that_fails_in_the_middle_cannot_be_committed() {
    for (records, is_poisoned) in [(3, false), (30, true)] {
        let tenant = "a".repeat(20_000);
        let mut store = Memory::new();
        for number in 1..=records {
            let key = UserKey { tenant: tenant.clone(), user: number };
            for change in &key.changes(None, Some(&user(&number.to_string()))).unwrap() {
                store.put(change.table, change.key, change.value.unwrap()).unwrap();
            }
        }
        let damaged = UserKey { tenant: "b".into(), user: 0 };
        store.put(UserKey::TABLE, &damaged.encode(), b"").unwrap();
        let before = store.clone();
        let mut rows = Rows::new(store);
        assert!(matches!(rows.remove_all(UserKey::prefix()), Err(RowsError::Value { .. })));
        assert_eq!(rows.store().rows("UserKey").eq(before.rows("UserKey")), !is_poisoned);
        assert_eq!(matches!(rows.put(&key(4), &user("4")), Err(RowsError::Poisoned)), is_poisoned);
        assert_eq!(rows.into_store().is_err(), is_poisoned);
    }
}

/// `clear` decodes nothing, so that it also removes rows that no other method can remove.
#[test]
fn clear_removes_damaged_rows_and_stale_entries() {
    let mut store = store_with_duplicates();
    store.put(UserKey::TABLE, b"\x00not a key", b"not a value").unwrap();
    store.put(ByTag::TABLE, b"not an entry", b"").unwrap();
    let mut rows = Rows::new(store);
    assert!(rows.scan(UserKey::prefix()).any(|row| row.is_err()));
    assert_eq!(rows.clear::<UserKey>().unwrap(), 3);
    assert_eq!(rows.store().memory, Memory::new());
    // An index without entries is built if there are no records.
    assert!(rows.find(&ByEmail { email: "a@x".into() }).unwrap().is_none());
}

/// surrealdb (issues 7391 and 4629).
#[test]
fn a_build_can_be_resumed_and_misses_no_write() {
    let mut rows = Rows::with_layouts(store_with_duplicates(), ComparedAtBegin::default());
    rows.update(&key(2), |user| user.email = Some("b@x".into())).unwrap();
    let step = rows.rebuild::<ByEmail>(None, 1).unwrap();
    // A record before the cursor changes, and another program continues with the stored cursor.
    rows.update(&key(1), |user| user.email = Some("c@x".into())).unwrap();
    rows.update(&key(2), |user| user.email = Some("d@x".into())).unwrap();
    let mut rows = Rows::new(rows.into_store().unwrap());
    let mut next = step.next.map(String::from);
    while let Some(cursor) = next {
        next = rows.rebuild::<ByEmail>(Some(&cursor), 1).unwrap().next.map(String::from);
    }
    assert!(rows.verify::<ByEmail>(None, 100).unwrap().is_clean());
    assert_eq!(rows.store().memory.rows("ByEmail").count(), 2);
}

/// ExtendDB (issue 145).
#[test]
fn pages_lose_no_rows_with_equal_index_values() {
    let mut rows = Rows::new(Memory::new());
    for number in 0..10 {
        rows.put(&key(number), &User { email: None, ..user("") }).unwrap();
    }
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = rows.records(ByScore::prefix().score(1)).page(cursor.as_deref(), 3).unwrap();
        found.extend(page.rows.into_iter().map(|(key, _)| key.user));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, (0..10).collect::<Vec<_>>());
}

/// Phoenix (issue PHOENIX-7961).
#[test]
fn removing_expired_records_removes_all_their_entries() {
    let mut rows = Rows::new(Memory::new());
    for number in 0..10 {
        rows.put(&key(number), &User { score: i64::from(number), ..user(&number.to_string()) }).unwrap();
    }
    assert_eq!(rows.remove_some(ByScore::prefix().score_in(..5), 3).unwrap(), 3);
    assert_eq!(rows.remove_some(ByScore::prefix().score_in(..5), 3).unwrap(), 2);
    for table in ["UserKey", "ByEmail", "tags", "ByScore", "ByName", "ByDigest"] {
        assert_eq!(rows.store().rows(table).count(), 5, "{table}");
    }
}

/// If an index is added to existing records, a store that records layouts knows that the index is not built yet.
#[test]
fn an_added_index_is_not_readable_before_it_is_built() {
    static WITHOUT_INDEXES: Table = Table::new("UserKey", UserKey::LAYOUT, "postcard");
    let mut store = Memory::new();
    record(&mut store, &WITHOUT_INDEXES);
    assert_eq!(built(&store), [false; 2]);
    record(&mut store, ByTag::TABLE);
    assert_eq!(built(&store), [false; 2]);
    Rows::with_layouts(&mut store, ComparedAtBegin::default()).set_built::<ByTag>().unwrap();
    assert_eq!(built(&store), [true, false]);

    let mut fresh = Memory::new();
    assert_eq!(built(&fresh), [true; 2]);
    record(&mut fresh, ByEmail::TABLE);
    assert_eq!(built(&fresh), [true; 2]);
}

/// Records the layout of a table, as the first write of a program does.
fn record(store: &mut Memory, table: &'static Table) {
    Rows::with_layouts(store, ComparedAtBegin::default()).record_layouts(&[table]).unwrap();
}

/// Returns whether `ByTag` and `ByEmail` are built, for a program that only reads.
fn built(store: &Memory) -> [bool; 2] {
    let rows = Rows::with_layouts(store, ComparedAtBegin::default());
    [rows.is_built::<ByTag>().unwrap(), rows.is_built::<ByEmail>().unwrap()]
}

/// A program without the index changes records, and a later program lists the index again.
#[test]
fn an_index_that_was_not_listed_for_a_while_must_be_built_again() {
    static WITHOUT_INDEXES: Table = Table::new("UserKey", UserKey::LAYOUT, "postcard");
    let mut store = Memory::new();
    record(&mut store, UserKey::TABLE);
    assert_eq!(built(&store), [true; 2]);
    record(&mut store, &WITHOUT_INDEXES);
    assert_eq!(built(&store), [false; 2]);
    record(&mut store, UserKey::TABLE);
    assert_eq!(built(&store), [false; 2]);
    Rows::with_layouts(&mut store, ComparedAtBegin::default()).set_built::<ByTag>().unwrap();
    record(&mut store, UserKey::TABLE);
    assert_eq!(built(&store), [true, false]);
}

/// While a unique index is built, two records can have the same entry without an error, and only one of them owns the
/// entry. If the other record is removed or changed, the entry stays.
#[test]
fn a_build_of_a_unique_index_loses_no_entry() {
    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "seats")]
    struct EarlierSeatKey {
        seat: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "seats", indexes(SeatByGuest))]
    struct SeatKey {
        seat: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(index_of = SeatKey, unique, stores = String)]
    struct SeatByGuest {
        #[rowkey(from = value.split(' ').next().map(str::to_owned)?)]
        guest: String,
    }

    fastrand::seed(7);
    let any_guest = || fastrand::choice(["Ada", "Bob", "Eve", "Eve 1", "Fay", "Gus", "Gus 1"]).unwrap().to_owned();
    let mut built = 0;
    for _ in 0..500 {
        let mut rows = Recorded::default().opened();
        for seat in 0..3 {
            rows.put(&EarlierSeatKey { seat }, &any_guest()).unwrap();
        }
        let mut cursor = None::<String>;
        let is_built = loop {
            let (seat, other) = (fastrand::u8(..4), fastrand::u8(..4));
            // A guest who has a seat already is an error, which changes nothing.
            let _ = match fastrand::u8(..4) {
                0 => rows.put(&SeatKey { seat }, &any_guest()),
                1 => rows.update(&SeatKey { seat }, |guest| *guest = any_guest()).map(drop),
                2 => rows.take(&SeatKey { seat }).map(drop),
                _ => rows.batch(|batch| {
                    batch.take(&SeatKey { seat })?;
                    batch.put(&SeatKey { seat: other }, &any_guest())
                }),
            };
            match rows.rebuild::<SeatByGuest>(cursor.as_deref(), 1) {
                Ok(step) => cursor = step.next.map(String::from),
                Err(RowsError::Taken { .. }) => break false,
                Err(error) => panic!("{error}"),
            }
            if cursor.is_none() {
                break true;
            }
        };
        if is_built {
            assert!(rows.verify::<SeatByGuest>(None, 100).unwrap().is_clean());
            built += 1;
        }
    }
    assert!(built > 100, "{built}");
}
