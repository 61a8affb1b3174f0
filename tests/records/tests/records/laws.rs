//! Tests the laws of records and their indexes, with random records and random sequences of operations.
//!
//! The tests cite the laws by these numbers. `a`, `b` and `c` are states of a record: a value, or no record.
//!
//! 1. The changes from `a` to `b`, applied to the rows of `a`, give exactly the rows of `b`.
//! 2. There are no changes from `a` to `a`. Changes never delete and put the same row.
//! 3. The changes from `a` to `b` and then those from `b` to `c` give the same rows as the changes from `a` to `c`.
//! 4. After any sequence of operations, the rows equal the rows of a rebuild from the records alone.
//! 5. Every entry contains the key of a record that exists, and this record has the entry.
//! 6. A scan through an index returns the records that the index selects, sorted, with and without a salt, in both
//!    directions.
//! 7. The values that a covering index stores equal the values computed from the records.
//! 8. A write violates a unique index exactly if another record has the entry. The write is then rejected, and writes
//!    nothing. A record without an entry never violates the index.
//! 9. A change of a primary key is a removal and an insertion, in one batch and in either order. The entries move with
//!    the record.
//! 10. Changes that are applied twice have the same effect as once. If only the first changes are applied, however
//!     many, no entry is missing.
//! 11. The pages of a query, of any size, together return the rows of its scan. Rows that are inserted or removed
//!     before the cursor do not change the following pages.
//! 12. A rebuild leaves exactly the entries of the records that exist at its end, even if records are written between
//!     its steps.
//! 13. The fingerprint of a kind of records covers the key, the indexes, and what the indexes store.

use crate::counted::Counted;
use crate::forged::{content_len, forged};
use crate::model::{
    ByDigest, ByEmail, ByName, ByScore, ByTag, Model, Summary, User, UserKey, any_key, any_operation, any_user, apply,
    apply_first, email, store_of,
};
use rowkey::RowKey;
use rowkey::record::{Index, Record};
use rowkey::store::{
    ComparedAtBegin, CursorError, Memory, Page, Progress, Read, RemovedIndex, Rows, RowsError, Scan, ScanRow, Write,
};
use std::fmt::Debug;

const SEED: u64 = 7;

fn any_state() -> Option<User> {
    (fastrand::u8(..4) > 0).then(any_user)
}

fn store_with(key: &UserKey, state: Option<&User>) -> Memory {
    store_of(&state.map(|user| (key.clone(), user.clone())).into_iter().collect())
}

/// Laws 1, 2, 3 and 10.
#[test]
fn changes_turn_one_state_into_the_other() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(2000) {
        let key = any_key();
        let states: [_; 3] = std::array::from_fn(|_| any_state());
        let [a, b, c] = states.each_ref().map(Option::as_ref);
        let change = |from, to| key.changes(from, to).unwrap();
        assert!(change(a, a).is_empty());

        let mut store = store_with(&key, a);
        apply(&mut store, &change(a, b));
        assert_eq!(store, store_with(&key, b));
        // Applying the changes a second time is permitted and has no effect.
        for entry in change(a, b).unique_entries() {
            assert!(entry.permits(store.get(entry.table, entry.key).unwrap()));
        }
        apply(&mut store, &change(a, b));
        assert_eq!(store, store_with(&key, b));
        apply(&mut store, &change(b, c));
        assert_eq!(store, store_with(&key, c));

        let mut changed: Vec<_> =
            change(a, b).iter().map(|change| (change.table.name(), change.key.to_vec())).collect();
        changed.sort();
        changed.dedup();
        assert_eq!(changed.len(), change(a, b).len(), "a row is changed twice");
    }
}

/// Law 10: if only the first changes are applied, however many, no entry is missing.
#[test]
fn no_entry_is_missing_after_a_part_of_the_changes() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(1000) {
        let key = any_key();
        let [a, b] = std::array::from_fn(|_| any_state());
        let changes = key.changes(a.as_ref(), b.as_ref()).unwrap();
        for count in 0..=changes.len() {
            let mut store = store_with(&key, a.as_ref());
            apply_first(&mut store, &changes, count);
            let rows = Rows::new(store);
            // An entry may store a newer value than the record has, but no entry is missing.
            assert_eq!(rows.verify::<UserKey>(None, 100).unwrap().missing, 0);
        }
    }
}

/// Collects the rows of a scan.
pub fn all_rows<S: Read, R: ScanRow>(scan: Scan<'_, S, R>) -> Vec<R::Row> {
    scan.collect::<Result<_, _>>().unwrap()
}

/// Compares scans in both directions, and their pages, with the expected rows.
pub fn check_scan<'s, S: Read + 's, R: ScanRow<Row: Debug + PartialEq + Clone>>(
    scan: impl Fn() -> Scan<'s, S, R>,
    mut expected: Vec<R::Row>,
) {
    assert_eq!(all_rows(scan()), expected);
    for backward in [false, true] {
        if backward {
            expected.reverse();
            assert_eq!(all_rows(scan().rev()), expected);
        }
        let size = fastrand::usize(1..4);
        let (mut paged, mut cursor) = (Vec::new(), None);
        loop {
            let scan = if backward { scan().rev() } else { scan() };
            let Page { rows, next } = scan.page(cursor.as_deref(), size).unwrap();
            assert!(rows.len() == size || next.is_none());
            assert!(!rows.is_empty() || next.is_none());
            paged.extend(rows);
            cursor = next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(paged, expected);
    }
}

/// Returns the records in the order of their sort keys. A record occurs once for each sort key that `sort_keys` returns
/// for it.
fn sorted<T: Ord>(model: &Model, sort_keys: impl Fn(&UserKey, &User) -> Vec<T>) -> Vec<(T, (UserKey, User))> {
    let mut rows = Vec::new();
    for (key, user) in model {
        rows.extend(sort_keys(key, user).into_iter().map(|sort_key| (sort_key, (key.clone(), user.clone()))));
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows
}

fn without_sort_keys<T>(rows: Vec<(T, (UserKey, User))>) -> Vec<(UserKey, User)> {
    rows.into_iter().map(|(_, record)| record).collect()
}

/// Compares all ways to read with filtered and sorted lists of the model: laws 6, 7 and 11.
fn check_reads<S: Read>(rows: &Rows<S>, model: &Model) {
    check_scan(|| rows.scan(UserKey::prefix()), model.clone().into_iter().collect());
    let of_tenant = model.clone().into_iter().filter(|(key, _)| key.tenant == "a").collect();
    check_scan(|| rows.scan(UserKey::prefix().tenant("a")), of_tenant);
    assert_eq!(rows.count(UserKey::prefix()).unwrap(), model.len() as u64);

    let by_tag = sorted(model, |key, user| {
        let mut tags = user.tags.clone();
        tags.sort();
        tags.dedup();
        tags.into_iter().map(|tag| (tag, 255 - key.user, key.tenant.clone())).collect()
    });
    let red: Vec<_> = by_tag.iter().filter(|((tag, ..), _)| tag == "red").cloned().collect();
    assert_eq!(rows.count(ByTag::prefix().tag("red")).unwrap(), red.len() as u64);
    check_scan(|| rows.records(ByTag::prefix().tag("red")), without_sort_keys(red));
    check_scan(|| rows.records(ByTag::prefix()), without_sort_keys(by_tag));

    let by_score = sorted(model, |key, user| vec![(-user.score, key.tenant.clone(), key.user)]);
    let some = by_score.iter().filter(|((score, ..), _)| (-1..1).contains(&-score)).cloned().collect();
    check_scan(|| rows.records(ByScore::prefix().score_in(-1..1)), without_sort_keys(some));
    assert_eq!(rows.count(ByScore::prefix()).unwrap(), by_score.len() as u64);
    check_scan(|| rows.records(ByScore::prefix()), without_sort_keys(by_score));

    let by_name = sorted(model, |key, user| vec![(key.tenant.clone(), user.name.clone(), key.user)]);
    let covered = by_name
        .into_iter()
        .map(|((tenant, name, number), (_, user))| (ByName { tenant, name, user: number }, Summary::from(&user)));
    check_scan(|| rows.covered(ByName::prefix()), covered.collect());

    let by_email = sorted(model, |_, user| email(user).into_iter().collect());
    let covered = by_email.iter().map(|(email, (_, user))| (ByEmail { email: email.clone() }, Summary::from(user)));
    check_scan(|| rows.covered(ByEmail::prefix()), covered.collect());
    for (email, record) in &by_email {
        assert_eq!(rows.find(&ByEmail { email: email.clone() }).unwrap().as_ref(), Some(record));
    }
    check_scan(|| rows.records(ByEmail::prefix()), without_sort_keys(by_email));
    assert_eq!(rows.find(&ByEmail { email: "nobody".into() }).unwrap(), None);

    let mut ada: Vec<_> = all_rows(rows.records(ByDigest::prefix().digest("Ada")));
    ada.retain(|(_, user)| user.name == "Ada");
    let named = model.clone().into_iter().filter(|(_, user)| user.name == "Ada");
    assert_eq!(ada, named.collect::<Vec<_>>());

    for (key, user) in model {
        assert_eq!(rows.get(key).unwrap().as_ref(), Some(user));
    }
}

/// Laws 4 to 9 and 11: after any sequence of operations, the stored rows only depend on the records.
#[test]
fn operations_agree_with_a_list_of_records() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(25) {
        let (mut rows, mut model) = (Rows::new(Counted::default()), Model::new());
        for step in 0..200 {
            any_operation(&mut rows, &mut model);
            if step % 50 == 0 {
                check_reads(&rows, &model);
            }
            assert_eq!(rows.store().memory, store_of(&model));
        }
        check_reads(&rows, &model);
    }
}

/// A write that fails, at any position, makes the transaction fail, even if the error is ignored.
#[test]
fn a_failed_write_cannot_be_committed() {
    fastrand::seed(SEED);
    for round in 0..200 {
        let (mut rows, mut model) = (Rows::new(Counted::default()), Model::new());
        for _ in 0..20 {
            any_operation(&mut rows, &mut model);
        }
        let mut store = rows.into_store().unwrap();
        store.writes = 0;
        store.fails_after = Some(round % 10);
        let mut rows = Rows::new(store);
        let failed = loop {
            match rows.put(&any_key(), &any_user()) {
                Err(RowsError::Store(_)) => break true,
                _ if rows.store().writes > 20 => break false,
                _ => {}
            }
        };
        assert!(failed);
        assert!(matches!(rows.put(&any_key(), &any_user()), Err(RowsError::Poisoned)));
        // A removal of a record that does not exist writes nothing.
        assert!(matches!(rows.take(&any_key()), Err(RowsError::Poisoned) | Ok(None)));
        assert!(matches!(rows.into_store(), Err(RowsError::Poisoned)));
    }
}

/// A read that fails, at any position of an operation, leaves the store unchanged or makes the transaction fail.
#[test]
fn a_failed_read_changes_nothing_or_cannot_be_committed() {
    type Operation = fn(&mut Rows<Counted>, &UserKey) -> Result<(), RowsError<crate::counted::Failed>>;
    let operations: [Operation; 5] = [
        |rows, key| rows.put(key, &any_user()),
        |rows, key| rows.take(key).map(drop),
        |rows, key| rows.update(key, |user| *user = any_user()).map(drop),
        |rows, key| rows.remove_all(UserKey::prefix().tenant(&key.tenant)).map(drop),
        |rows, key| rows.batch(|batch| batch.put(key, &any_user()).and_then(|()| batch.take(key).map(drop))),
    ];
    fastrand::seed(SEED);
    let mut unchanged = 0;
    for _ in 0..crate::cases(20) {
        let (mut rows, mut model) = (Rows::with_layouts(Memory::new(), ComparedAtBegin::default()), Model::new());
        while model.len() < 5 {
            any_operation(&mut rows, &mut model);
        }
        let before = rows.into_store().unwrap();
        for (operation, key) in operations.iter().zip(model.keys().cycle()) {
            for gets in 0.. {
                let store = Counted { memory: before.clone(), gets_fail_after: Some(gets), ..Counted::default() };
                // Another program, which has not compared the layouts yet.
                let mut rows = Rows::with_layouts(store, ComparedAtBegin::default());
                match operation(&mut rows, key) {
                    Err(RowsError::Store(_)) => {}
                    Err(RowsError::Taken { .. }) | Ok(()) => break,
                    Err(error) => panic!("{error}"),
                }
                if let Ok(store) = rows.into_store() {
                    assert_eq!(store.memory, before, "{gets} gets");
                    unchanged += 1;
                }
            }
        }
    }
    assert!(unchanged > 0);
}

/// A read that fails during `clear` makes the transaction fail, because some rows may be deleted already.
#[test]
fn a_failed_clear_cannot_be_committed() {
    fastrand::seed(SEED);
    let mut model = Model::new();
    for ranges in 0.. {
        model.insert(any_key(), any_user());
        let store = Counted { memory: store_of(&model), ranges_fail_after: Some(ranges), ..Counted::default() };
        let mut rows = Rows::new(store);
        if rows.clear::<UserKey>().is_ok() {
            // One range for the records, and one for each index.
            assert_eq!(ranges, 1 + UserKey::TABLE.indexes().len());
            break;
        }
        assert!(matches!(rows.into_store(), Err(RowsError::Poisoned)));
    }
}

/// Law 11: rows that are inserted or removed before the cursor do not change the following pages.
#[test]
fn pages_continue_while_rows_change_before_the_cursor() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(100) {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
        for _ in 0..40 {
            any_operation(&mut rows, &mut model);
        }
        let expected: Vec<_> = all_rows(rows.records(ByScore::prefix()));
        let (mut paged, mut cursor) = (Vec::new(), None);
        loop {
            let page = rows.records(ByScore::prefix()).page(cursor.as_deref(), 2).unwrap();
            paged.extend(page.rows);
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
            // Inserts a record whose score sorts before all others, and removes the first record that was read.
            let _ = rows.insert(
                &UserKey { tenant: "new".into(), user: fastrand::u8(..) },
                &User { score: 9, email: None, ..any_user() },
            );
            if let Some((read, _)) = paged.first() {
                rows.take(read).unwrap();
            }
        }
        assert_eq!(paged, expected);
    }
}

/// Law 12: a rebuild leaves no wrong, extra or missing entries, even if records are written between its steps.
#[test]
fn a_rebuild_between_writes_leaves_exactly_the_entries_of_the_records() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(100) {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
        for _ in 0..40 {
            any_operation(&mut rows, &mut model);
        }
        let mut store = rows.into_store().unwrap();
        damage::<ByTag>(&mut store);
        let mut rows = Rows::new(store);
        let mut cursor: Option<String> = None;
        loop {
            let batch = fastrand::usize(..4);
            cursor = rows.rebuild::<ByTag>(cursor.as_deref(), batch).unwrap().next.map(String::from);
            if cursor.is_none() {
                break;
            }
            let (key, user) = (any_key(), User { email: None, ..any_user() });
            rows.put(&key, &user).unwrap();
            model.insert(key, user);
        }
        let expected = store_of(&model);
        assert!(rows.store().rows("tags").eq(expected.rows("tags")));
        assert!(rows.verify::<ByTag>(None, 1000).unwrap().is_clean());
    }
}

/// Deletes and changes some entries, and adds some that no record has.
fn damage<I: Index>(store: &mut Memory) {
    let entries: Vec<_> = store.rows(I::TABLE.name()).map(|(key, _)| key.to_vec()).collect();
    for key in entries {
        match fastrand::u8(..4) {
            0 => store.delete(I::TABLE, &key).unwrap(),
            1 => store.put(I::TABLE, &key, b"wrong").unwrap(),
            _ => {}
        }
        // This is usually an entry of no record, or bytes that cannot be decoded.
        let another: Vec<_> = key.iter().map(|byte| byte.wrapping_add(fastrand::u8(..3))).collect();
        if fastrand::u8(..4) == 0 && store.get(I::TABLE, &another).unwrap().is_none() {
            store.put(I::TABLE, &another, b"").unwrap();
        }
    }
    store.put(I::TABLE, b"not a key", b"").unwrap();
}

/// Runs all steps of a check, of a rebuild or of a removal, with batches of this size. Returns the counts of all steps
/// together: for example, `missing` is the sum of the `missing` of all steps.
fn in_steps(batch: usize, mut step: impl FnMut(Option<&str>, usize) -> Progress) -> Progress {
    let mut total = step(None, batch);
    while let Some(next) = total.next.take() {
        let Progress { checked, missing, wrong, stale, next, .. } = step(Some(&next), batch);
        assert!(checked as usize <= batch);
        total.checked += checked;
        total.missing += missing;
        total.wrong += wrong;
        total.stale += stale;
        total.next = next;
    }
    total
}

/// `verify` of a primary key finds what `verify` of its indexes finds, in steps of any size, and reads each row once.
/// `rebuild` of a primary key repairs all its indexes.
#[test]
fn verifying_a_primary_key_verifies_all_its_indexes() {
    fastrand::seed(SEED);
    let mut found = [0; 3];
    for _ in 0..60 {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
        for _ in 0..40 {
            any_operation(&mut rows, &mut model);
        }
        let mut store = rows.into_store().unwrap();
        damage::<ByEmail>(&mut store);
        damage::<ByTag>(&mut store);
        damage::<ByScore>(&mut store);
        damage::<ByName>(&mut store);
        damage::<ByDigest>(&mut store);
        let stored: usize = store.tables().map(|table| store.rows(table).count()).sum();
        let mut rows = Rows::new(Counted { memory: store, ..Counted::default() });

        let of_indexes = [
            rows.verify::<ByEmail>(None, 1000),
            rows.verify::<ByTag>(None, 1000),
            rows.verify::<ByScore>(None, 1000),
            rows.verify::<ByName>(None, 1000),
            rows.verify::<ByDigest>(None, 1000),
        ];
        let of_indexes = of_indexes.map(Result::unwrap);
        let sum = |count: fn(&Progress) -> u64| of_indexes.iter().map(count).sum::<u64>();
        let expected = [sum(|of| of.missing), sum(|of| of.wrong), sum(|of| of.stale)];
        // Each damaged row is counted once.
        let repaired = store_of(&model);
        let count = |of: &Memory, to: &Memory, compares_values: bool| {
            let rows = of.tables().flat_map(|table| of.rows(table).map(move |(key, value)| (table, key, value)));
            let is_in = |table: &str, key: &[u8], value: &[u8]| {
                to.rows(table).any(|(other, stored)| other == key && (!compares_values || stored == value))
            };
            rows.filter(|(table, key, value)| !is_in(table, key, value)).count() as u64
        };
        let damaged = &rows.store().memory;
        let [additional, missing] = [count(damaged, &repaired, false), count(&repaired, damaged, false)];
        let wrong = count(&repaired, damaged, true) - missing;
        assert_eq!(expected.iter().sum::<u64>(), additional + missing + wrong, "{expected:?}");
        let batch = fastrand::usize(1..20);
        rows.store().rows.set(0);
        let verified = in_steps(batch, |cursor, batch| rows.verify::<UserKey>(cursor, batch).unwrap());
        assert_eq!([verified.missing, verified.wrong, verified.stale], expected);
        assert_eq!(verified.checked, stored as u64);
        assert_eq!(rows.store().rows.get(), stored);
        found = std::array::from_fn(|kind| found[kind] + expected[kind]);

        in_steps(batch, |cursor, batch| rows.rebuild::<UserKey>(cursor, batch).unwrap());
        assert_eq!(rows.store().memory, store_of(&model));
    }
    assert!(found.iter().all(|found| *found > 100), "{found:?}");
}

/// A cursor of `verify` is accepted only by `verify` of the same index or primary key, and a cursor of `rebuild` only
/// by `rebuild`.
#[test]
fn the_cursor_of_another_check_is_an_error() {
    fastrand::seed(SEED);
    let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
    while model.len() < 3 {
        any_operation(&mut rows, &mut model);
    }
    let of_tags = rows.verify::<ByTag>(None, 1).unwrap().next.unwrap();
    let of_all = rows.verify::<UserKey>(None, 1).unwrap().next.unwrap();
    let of_page = rows.scan(UserKey::prefix()).page(None, 1).unwrap().next.unwrap();
    let is_of_another = |result: Result<_, _>| matches!(result, Err(RowsError::Cursor(CursorError::OtherTable)));
    assert!(rows.verify::<ByTag>(Some(&of_tags), 1).is_ok() && rows.verify::<UserKey>(Some(&of_all), 1).is_ok());
    for cursor in [&of_all, &of_page] {
        assert!(is_of_another(rows.verify::<ByTag>(Some(cursor), 1)));
    }
    for cursor in [&of_tags, &of_page] {
        assert!(is_of_another(rows.rebuild::<UserKey>(Some(cursor), 1)));
    }
    assert!(is_of_another(rows.verify::<ByScore>(Some(&of_tags), 1)));
    // A rebuild that continued from a cursor of `verify` would skip the rows that `verify` has only read.
    assert!(is_of_another(rows.rebuild::<ByTag>(Some(&of_tags), 1)));
}

/// A removed index is dropped in steps of any size. Rows of another namespace in the same table remain.
#[test]
fn a_removed_index_is_dropped_and_nothing_else() {
    #[derive(RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "all", namespace = "n")]
    struct NoteKey {
        note: u8,
    }

    static REMOVED: RemovedIndex = RemovedIndex::new("all", b"t", NoteKey::TABLE);

    for (entries, batch) in [(0, 1), (1, 1), (5, 2), (6, 2), (2500, usize::MAX)] {
        let mut rows = Rows::new(Memory::new());
        rows.put(&NoteKey { note: 1 }, &"a".into()).unwrap();
        let kept = rows.store().clone();
        for entry in 0..entries {
            rows.store_mut().put(REMOVED.table(), format!("t{entry}").as_bytes(), b"").unwrap();
        }
        let dropped = in_steps(batch, |cursor, batch| rows.drop_index(&REMOVED, cursor, batch).unwrap());
        assert_eq!((dropped.checked, dropped.stale), (entries, entries));
        assert_eq!(*rows.store(), kept);
    }
    let mut rows = Rows::new(Memory::new());
    rows.put(&NoteKey { note: 1 }, &"a".into()).unwrap();
    let cursor = rows.verify::<NoteKey>(None, 1).unwrap().next.unwrap();
    let dropped = rows.drop_index(&REMOVED, Some(&cursor), 1);
    assert!(matches!(dropped, Err(RowsError::Cursor(CursorError::OtherTable))));
}

#[test]
fn a_value_that_cannot_be_read_is_named_with_its_row() {
    let mut store = Memory::new();
    let key = UserKey { tenant: "a".into(), user: 7 };
    store.put(UserKey::TABLE, &key.encode(), b"\x09").unwrap();
    let entry = ByName { tenant: "a".into(), name: "Ada".into(), user: 7 };
    store.put(ByName::TABLE, &entry.encode(), b"\x09").unwrap();
    let rows = Rows::new(store);
    let of_record = rows.get(&key).unwrap_err().to_string();
    let of_entry = rows.covered(ByName::prefix()).next().unwrap().unwrap_err().to_string();
    let names = "table `UserKey`, key tenant = \"a\", user = 7: the value cannot be read: ";
    assert!(of_record.starts_with(names), "{of_record}");
    assert!(of_record.contains("\nhelp: if the type has changed since this row was written, let the new type"));
    assert!(of_entry.starts_with("table `ByName`, key tenant = \"a\", name = \"Ada\", user = 7: "), "{of_entry}");
    assert!(of_entry.contains("\nhelp: if the type has changed since this row was written, give the index another"));
}

#[test]
fn an_entry_without_a_record_is_named() {
    let entry = ByName { tenant: "a".into(), name: "Ada".into(), user: 7 };
    let mut store = Memory::new();
    store.put(ByName::TABLE, &entry.encode(), b"").unwrap();
    let mut rows = Rows::new(store);
    let of_read = rows.records(ByName::prefix()).next().unwrap().unwrap_err();
    let of_removal = rows.remove_all(ByName::prefix()).unwrap_err();
    for error in [of_read, of_removal] {
        let message =
            "index `ByName`, entry tenant = \"a\", name = \"Ada\", user = 7: the record of this entry does not exist";
        assert_eq!(error.to_string(), message);
    }
}

/// Law 13: each difference in the key, in an index or in the stored values changes the fingerprint.
#[test]
fn the_fingerprint_covers_key_indexes_and_what_they_store() {
    macro_rules! fingerprint {
        (($($record:tt)*), ($($index:tt)*), $id:ty, $format:ty) => {{
            #[derive(RowKey)]
            #[rowkey(value = String, format = $format, table = "notes", $($record)*)]
            struct NoteKey {
                note: $id,
            }

            #[derive(RowKey)]
            #[rowkey(index_of = NoteKey, table = "by_text", $($index)*)]
            struct ByText {
                #[rowkey(from = value)]
                text: String,
                note: $id,
            }

            NoteKey::TABLE.fingerprint()
        }};
    }
    let base = fingerprint!((indexes(ByText)), (), u32, rowkey::Postcard);
    assert_eq!(base, fingerprint!((indexes(ByText)), (), u32, rowkey::Postcard));
    let covering = fingerprint!((indexes(ByText)), (stores = String), u32, rowkey::Postcard);
    {
        // Another name of the stored type, with the same bytes.
        type Text = String;
        assert_eq!(covering, fingerprint!((indexes(ByText)), (stores = Text), u32, rowkey::Postcard));
    }
    let others = [
        covering,
        fingerprint!((indexes(ByText)), (), u64, rowkey::Postcard),
        fingerprint!((indexes(ByText)), (), u32, rowkey::Raw),
        fingerprint!((indexes(ByText)), (unique), u32, rowkey::Postcard),
        fingerprint!((indexes(ByText)), (unique, stores = String), u32, rowkey::Postcard),
        fingerprint!((indexes(ByText)), (namespace = "t"), u32, rowkey::Postcard),
        fingerprint!((indexes(ByText), namespace = "n"), (), u32, rowkey::Postcard),
    ];
    for (index, other) in others.iter().enumerate() {
        assert_ne!(base, *other, "{index}");
        assert!(!others[..index].contains(other), "{index}");
    }
}

/// A cursor of another table, direction or query is an error, and so is text that is not a cursor.
#[test]
fn cursors_belong_to_their_query() {
    use rowkey::store::CursorError::{Damaged, OtherDirection, OtherTable, OutsideOfQuery};
    fastrand::seed(SEED);
    let mut rows = Rows::new(Memory::new());
    for user in 0..4 {
        for tenant in ["a", "b"] {
            let key = UserKey { tenant: tenant.into(), user };
            rows.put(&key, &User { email: None, tags: vec!["red".into()], ..any_user() }).unwrap();
        }
    }
    let query = || UserKey::prefix().tenant("a");
    let cursor = rows.scan(query()).page(None, 2).unwrap().next.unwrap();
    let error = |result: Result<_, _>| result.map(|_: Scan<'_, Memory, _>| ()).unwrap_err();
    assert!(rows.scan(query()).after(&cursor).is_ok());
    assert_eq!(error(rows.scan(UserKey::prefix().tenant("b")).after(&cursor)), OutsideOfQuery);
    assert_eq!(error(rows.scan(query()).rev().after(&cursor)), OtherDirection);
    assert_eq!(rows.records(ByTag::prefix()).after(&cursor).map(|_| ()).unwrap_err(), OtherTable);
    assert_eq!(error(rows.scan(query()).after("")), Damaged);
    assert!(cursor.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    // A cursor that was cut, or whose characters were changed, is rejected.
    for at in 0..cursor.len() {
        assert_eq!(error(rows.scan(query()).after(&cursor[..at])), Damaged);
        for other in ["A", "b", "_", "", "é"] {
            let changed = [&cursor[..at], other, &cursor[at + 1..]].concat();
            if changed != *cursor {
                assert_eq!(error(rows.scan(query()).after(&changed)), Damaged, "{changed}");
            }
        }
    }
    // A forged cursor is rejected, or is a position within the query.
    for at in 0..content_len(&cursor) {
        for difference in 1..=255 {
            let changed = forged(&cursor, |content| content[at] ^= difference);
            if let Ok(scan) = rows.scan(query()).after(&changed) {
                assert!(all_rows(scan).iter().all(|(key, _)| key.tenant == "a"));
            }
        }
        let cut = forged(&cursor, |content| content.truncate(at));
        if let Ok(scan) = rows.scan(query()).after(&cut) {
            assert!(all_rows(scan).iter().all(|(key, _)| key.tenant == "a"));
        }
    }
    assert_eq!(forged(&cursor, |_| ()), *cursor);
}

/// A record whose key cannot be decoded, such as one in a wrong bucket, is an error of its page. No page leaves the
/// record out, and the iterator returns the rows before and after the error.
#[test]
fn no_page_leaves_out_a_record_that_cannot_be_read() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, salt(modulo, buckets = 3, of(at)))]
    struct EventKey {
        at: u8,
    }

    let mut rows = Rows::new(Memory::new());
    for at in 0..6 {
        rows.put(&EventKey { at }, &"up".into()).unwrap();
    }
    let mut store = rows.into_store().unwrap();
    // These rows have the fields of event 3, which belongs into bucket 0.
    for bucket in [1, 2] {
        store.put(EventKey::TABLE, &[bucket, 3], b"wrong bucket").unwrap();
    }
    let rows = Rows::new(store);
    for backward in [false, true] {
        let scan = || if backward { rows.scan(EventKey::prefix()).rev() } else { rows.scan(EventKey::prefix()) };
        let items: Vec<_> = scan().map(|row| row.ok().map(|(key, _)| key.at)).collect();
        let mut expected = [Some(0), Some(1), Some(2), Some(3), None, None, Some(4), Some(5)];
        if backward {
            expected.reverse();
        }
        assert_eq!(items, expected);

        for size in 1..9 {
            let (mut found, mut cursor) = (Vec::new(), None);
            let error = loop {
                match scan().page(cursor.as_deref(), size) {
                    Ok(page) => {
                        found.extend(page.rows.into_iter().map(|(key, _)| Some(key.at)));
                        cursor = page.next;
                        assert!(cursor.is_some(), "pages of {size} end before the rows that cannot be read");
                    }
                    Err(error) => break error,
                }
            };
            assert!(matches!(error, RowsError::Key { .. }), "{error:?}");
            let before = expected.iter().position(Option::is_none).unwrap();
            assert!(expected.starts_with(&found) && found.len() + size > before, "{found:?}, pages of {size}");
        }
    }
}
