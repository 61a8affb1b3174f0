//! Tests migrations of records to another key, with readers and writers between the steps.

use crate::forged::{content_len, forged};
use crate::laws::all_rows;
use crate::model::{ByTag, Model, User, UserKey, any_key, any_operation, any_user, store_of};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{CursorError, Memory, Migrated, Rows, RowsError};
use std::cmp::Reverse;
use std::collections::BTreeMap;

const SEED: u64 = 7;

/// The key of users in a later version of the program, which sorts differently.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = User, format = rowkey::Postcard, table = "users.2", salt(md5, buckets = 2))]
#[rowkey(indexes(ByNewName, ByNewTag))]
struct NewUserKey {
    #[descending]
    user: u8,
    tenant: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = NewUserKey)]
struct ByNewName {
    #[rowkey(from = value.name)]
    name: String,
    user: u8,
    tenant: String,
}

/// Several entries for each record, in buckets.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = NewUserKey, salt(md5, buckets = 3))]
struct ByNewTag {
    #[descending]
    #[rowkey(from_each = value.tags)]
    tag: String,
    user: u8,
    tenant: String,
}

/// The change that the migration makes to a record. Leaves the records of the tenant `a\0` in place.
fn change(key: UserKey, user: User) -> Option<(NewUserKey, User)> {
    (key.tenant != "a\0").then_some((NewUserKey { user: key.user, tenant: key.tenant }, user))
}

/// Returns the records that a migration moves, under their new keys and in the order of these keys.
fn moved(model: &Model) -> Vec<(NewUserKey, User)> {
    let all = model.clone().into_iter().filter_map(|(key, user)| change(key, user));
    let sorted: BTreeMap<_, _> = all.map(|row| ((Reverse(row.0.user), row.0.tenant.clone()), row)).collect();
    sorted.into_values().collect()
}

fn any_records() -> (Memory, Model) {
    let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
    for _ in 0..40 {
        any_operation(&mut rows, &mut model);
    }
    (rows.into_store().unwrap(), model)
}

#[derive(Default)]
struct Job {
    cursor: Option<String>,
    done: bool,
    moved: u64,
    kept: u64,
}

impl Job {
    fn step(&mut self, rows: &mut Rows<Memory>, batch: usize) {
        if !self.done {
            let cursor = self.cursor.as_deref();
            let Migrated { moved, kept, next, .. } = rows.migrate(UserKey::prefix(), cursor, batch, change).unwrap();
            self.moved += moved;
            self.kept += kept;
            self.cursor = next.map(String::from);
            self.done = self.cursor.is_none();
        }
    }
}

/// At the end of a migration, each moved record is stored under its new key only.
#[test]
fn a_migration_loses_and_repeats_no_record() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(60) {
        let (store, mut model) = any_records();
        let mut rows = Rows::new(store);
        let planned = rows.plan_migration(UserKey::prefix(), None, 1000, change).unwrap();
        assert_eq!((planned.moved, planned.next), (moved(&model).len() as u64, None));
        assert_eq!(*rows.store(), store_of(&model));

        let mut job = Job::default();
        while !job.done {
            job.step(&mut rows, fastrand::usize(1..4));
            // Between the steps, a writer stores a record under the new key, and removes it from the old key.
            let (key, user) = (any_key(), User { email: None, ..any_user() });
            let plan = change(key.clone(), user.clone()).filter(|_| model.contains_key(&key) && fastrand::bool());
            if let Some((new, user)) = plan {
                rows.put(&new, &user).unwrap();
                let _ = rows.take(&key).unwrap();
                model.insert(key, user);
            }
        }
        assert!(job.moved <= planned.moved);
        assert_eq!(job.kept, planned.kept);
        let left: Model = model.clone().into_iter().filter(|(key, _)| key.tenant == "a\0").collect();
        assert_eq!(all_rows(rows.scan(UserKey::prefix())), left.into_iter().collect::<Vec<_>>());
        assert_eq!(all_rows(rows.scan(NewUserKey::prefix())), moved(&model));
        assert!(rows.verify::<ByNewName>(None, 1000).unwrap().is_clean());
    }
}

/// While `copy` runs, a writer changes each record under both keys. At the end, the new records are those that a copy of
/// the final records would be, with all their entries, and a second copy changes nothing.
#[test]
fn a_copy_beside_a_writer_ends_as_a_copy_after_the_writer() {
    fastrand::seed(SEED);
    let mut found_copied = 0;
    for _ in 0..crate::cases(60) {
        let (store, mut model) = any_records();
        let mut rows = Rows::new(store);
        let mut cursor = None;
        loop {
            let step = rows.copy(UserKey::prefix(), cursor.as_deref(), fastrand::usize(1..4), change).unwrap();
            cursor = step.next;
            if cursor.is_none() {
                break;
            }
            let (key, user) = (any_key(), User { email: None, ..any_user() });
            let new = change(key.clone(), user.clone());
            if fastrand::bool() {
                let _ = rows.take(&key).unwrap();
                model.remove(&key);
                if let Some((new, _)) = new {
                    let _ = rows.take(&new).unwrap();
                }
            } else {
                rows.put(&key, &user).unwrap();
                model.insert(key, user);
                if let Some((new, user)) = new {
                    rows.put(&new, &user).unwrap();
                    found_copied += 1;
                }
            }
        }
        assert_eq!(all_rows(rows.scan(UserKey::prefix())), model.clone().into_iter().collect::<Vec<_>>());
        assert_eq!(all_rows(rows.scan(NewUserKey::prefix())), moved(&model));
        assert!(rows.verify::<ByNewName>(None, 1000).unwrap().is_clean());
        let before = rows.store().clone();
        assert_eq!(rows.copy(UserKey::prefix(), None, 1000, change).unwrap().moved, 0);
        assert_eq!(*rows.store(), before);
    }
    assert!(found_copied > 0);
}

/// If another value is stored under the new key, `copy` is an error, and the value stays.
#[test]
fn a_copy_never_replaces_another_value() {
    let change = |key: UserKey, user: User| Some((UniqueUserKey { user: key.user, tenant: "a".into() }, user));
    let mut rows = Rows::new(Memory::new());
    for (tenant, score) in [("a", 0), ("b", 1)] {
        let user = User { name: "Ada".into(), email: None, tags: Vec::new(), score };
        rows.put(&UserKey { tenant: tenant.into(), user: 1 }, &user).unwrap();
    }
    let error = rows.copy(UserKey::prefix(), None, 1000, change).unwrap_err();
    let RowsError::Exists { old: Some(old), .. } = error else { panic!("{error}") };
    assert_eq!(UserKey::decode(&old.key).unwrap().tenant, "b");
    assert_eq!(rows.get(&UniqueUserKey { user: 1, tenant: "a".into() }).unwrap().unwrap().score, 0);
    assert!(matches!(rows.into_store(), Err(RowsError::Poisoned)));
}

/// The key of users in another version of the program. It has a unique index, and two old keys can have the same new
/// key.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = User, format = rowkey::Postcard, table = "users.3", indexes(ByNameAndScore, ByWord))]
struct UniqueUserKey {
    user: u8,
    tenant: String,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = UniqueUserKey, unique)]
struct ByNameAndScore {
    #[rowkey(from = value.name.trim_end_matches('\0').to_owned())]
    name: String,
    #[rowkey(from = value.score)]
    score: i64,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = UniqueUserKey, unique)]
struct ByWord {
    #[rowkey(from_each = value.tags.iter().filter(|_| value.score == 2).map(|tag| tag.to_uppercase()))]
    word: String,
}

/// A dry run of all records fails exactly if the migration fails, and with the same error.
#[test]
fn a_dry_run_finds_the_conflicts_of_the_migration() {
    fastrand::seed(SEED);
    let change = |key: UserKey, user: User| {
        let tenant = key.tenant.trim_end_matches('\0').to_owned();
        Some((UniqueUserKey { user: key.user, tenant }, user))
    };
    let [mut exists, mut taken, mut moved] = [0; 3];
    for _ in 0..300 {
        let mut rows = Rows::new(Memory::new());
        for _ in 0..fastrand::usize(..6) {
            let _ = rows.put(&any_key(), &any_user());
        }
        if fastrand::bool() {
            rows.put(&UniqueUserKey { user: fastrand::u8(..4), tenant: "a".into() }, &any_user()).unwrap();
        }
        let before = rows.store().clone();
        let planned = rows.plan_migration(UserKey::prefix(), None, usize::MAX, change);
        assert_eq!(*rows.store(), before);
        let migrated = rows.migrate(UserKey::prefix(), None, usize::MAX, change);
        assert_eq!(format!("{planned:?}"), format!("{migrated:?}"));
        match planned {
            Ok(_) => moved += 1,
            Err(RowsError::Exists { key, old, .. }) => {
                // `old` names the record that moves to the existing key.
                let old = old.unwrap();
                let user = Rows::new(&before).get(&UserKey::decode(&old.key).unwrap()).unwrap().unwrap();
                let (new, _) = change(UserKey::decode(&old.key).unwrap(), user).unwrap();
                assert_eq!((old.table, new.encode()), (UserKey::TABLE, key));
                exists += 1;
            }
            Err(RowsError::Taken { .. }) => taken += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(moved > 50 && exists > 20 && taken > 20, "{moved} {exists} {taken}");
}

/// The cursor of a migration contains the key of a record. A cursor with other bytes is rejected.
#[test]
fn a_cursor_that_contains_no_key_is_an_error() {
    fastrand::seed(SEED);
    let (store, model) = any_records();
    let mut rows = Rows::new(store);
    let cursor = rows.plan_migration(UserKey::prefix(), None, 1, change).unwrap().next.unwrap();
    let mut rejected = 0;
    // In the cursor, the key follows the version, the direction and the fingerprint.
    for offset in 10..content_len(&cursor) {
        let changed = forged(&cursor, |content| content[offset] ^= 0x5F);
        match rows.plan_migration(UserKey::prefix(), Some(&changed), 1000, change) {
            Ok(planned) => assert!(planned.moved + planned.kept < model.len() as u64),
            Err(RowsError::Cursor(CursorError::Damaged)) => rejected += 1,
            Err(error) => assert!(matches!(error, RowsError::Cursor(_)), "{error}"),
        }
    }
    assert!(rejected > 0);
    let error = rows.migrate(UserKey::prefix(), Some("?"), 1, change).unwrap_err();
    assert!(matches!(error, RowsError::Cursor(CursorError::Damaged)));
    assert_eq!(rows.store(), &store_of(&model));
}

/// While `rebuild` or `verify` reads records, its cursor contains the key of a record. Later, the cursor contains the
/// key of an entry, which can be any bytes.
#[test]
fn a_cursor_of_an_index_that_contains_no_key_is_an_error() {
    fastrand::seed(SEED);
    let (store, model) = any_records();
    let mut rows = Rows::new(store);
    let (mut cursor, mut rejected, mut steps) = (None, 0, 0);
    while let Some(text) = rows.verify::<ByTag>(cursor.as_deref(), 1).unwrap().next {
        // The changed bytes are another key or not a key. The key follows the version, the direction, the fingerprint,
        // the generation and the stage.
        for offset in 12..content_len(&text) {
            let changed = forged(&text, |content| content[offset] ^= 0x5F);
            let verified = rows.verify::<ByTag>(Some(&changed), 1).map(drop);
            let rebuilt = rows.rebuild::<ByTag>(Some(&changed), 1).map(drop);
            for result in [verified, rebuilt] {
                rejected += usize::from(matches!(result, Err(RowsError::Cursor(CursorError::Damaged))));
            }
        }
        steps += 1;
        cursor = Some(text);
    }
    assert!(rejected > 0 && steps > model.len());
}

/// If a step fails after it moved some records, these must not be committed without the other records of the step.
#[test]
fn a_step_that_fails_in_the_middle_cannot_be_committed() {
    #[derive(RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    struct OldKey {
        order: u8,
    }

    #[derive(RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    struct NewKey {
        order: u8,
    }

    for (existing, is_poisoned) in [(1, false), (2, true)] {
        let mut rows = Rows::new(Memory::new());
        for order in 1..=3 {
            rows.put(&OldKey { order }, &"tea".into()).unwrap();
        }
        rows.put(&NewKey { order: existing }, &"milk".into()).unwrap();
        let result = rows.migrate(OldKey::prefix(), None, 10, |key, value| Some((NewKey { order: key.order }, value)));
        assert_eq!(
            result.unwrap_err().to_string(),
            format!(
                "table `orders.2`, key order = {existing}: the record exists already, so the record with the old \
                 key table `orders`, key order = {existing} cannot move to this key"
            )
        );
        assert_eq!(matches!(rows.put(&OldKey { order: 9 }, &"tea".into()), Err(RowsError::Poisoned)), is_poisoned);
        assert_eq!(rows.into_store().is_err(), is_poisoned);
    }
}
