//! Records with indexes of all kinds, a model of these records (a map without indexes), and random operations on the
//! records and on the model.

use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{Memory, Read, Rows, RowsError, Write};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct User {
    pub name: String,
    pub email: Option<String>,
    pub tags: Vec<String>,
    pub score: i64,
}

/// The part of a user that covering indexes store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub name: String,
    pub score: i64,
}

impl From<&User> for Summary {
    fn from(user: &User) -> Self {
        Self { name: user.name.clone(), score: user.score }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = User, format = rowkey::Postcard, salt(md5, buckets = 3))]
#[rowkey(indexes(ByEmail, ByTag, ByScore, ByName, ByDigest))]
pub struct UserKey {
    pub tenant: String,
    pub user: u8,
}

/// A unique, sparse and covering index without the fields of the primary key.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = UserKey, unique, stores = Summary)]
pub struct ByEmail {
    #[rowkey(from = value.email.as_ref()?.to_lowercase())]
    pub email: String,
}

/// An index with several entries for each record.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = UserKey, table = "tags")]
pub struct ByTag {
    #[rowkey(from_each = value.tags)]
    pub tag: String,
    #[descending]
    pub user: u8,
    pub tenant: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = UserKey, salt(md5, buckets = 4))]
pub struct ByScore {
    #[descending]
    #[rowkey(from = value.score)]
    pub score: i64,
    pub tenant: String,
    pub user: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = UserKey, stores = Summary)]
pub struct ByName {
    pub tenant: String,
    #[rowkey(from = value.name)]
    pub name: String,
    pub user: u8,
}

/// An index whose entries cannot be decoded, because they contain only a digest of the name.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = UserKey)]
pub struct ByDigest {
    #[hash(md5, 1)]
    #[rowkey(from = value.name)]
    pub digest: String,
    pub tenant: String,
    pub user: u8,
}

pub type Model = BTreeMap<UserKey, User>;

fn one_of<'t>(texts: &[&'t str]) -> &'t str {
    texts[fastrand::usize(..texts.len())]
}

pub fn any_key() -> UserKey {
    UserKey { tenant: one_of(&["", "a", "a\0", "ab"]).into(), user: fastrand::u8(..4) }
}

pub fn any_user() -> User {
    User {
        name: one_of(&["", "Ada", "Ada\0", "Bob"]).into(),
        email: fastrand::bool().then(|| one_of(&["a@x", "A@x", "b@x", "c@x", "d@x", "e@x"]).into()),
        tags: (0..fastrand::usize(..4)).map(|_| one_of(&["red", "green", "blue"]).into()).collect(),
        score: fastrand::i64(-2..3),
    }
}

/// Returns a store that contains only these records and their entries.
pub fn store_of(model: &Model) -> Memory {
    let mut store = Memory::new();
    for (key, user) in model {
        apply(&mut store, &key.changes(None, Some(user)).unwrap());
    }
    store
}

pub fn apply(store: &mut Memory, changes: &rowkey::record::Changes) {
    apply_first(store, changes, usize::MAX);
}

/// Applies only the first `count` changes, like a store that crashes before the next change.
pub fn apply_first(store: &mut Memory, changes: &rowkey::record::Changes, count: usize) {
    for change in changes.iter().take(count) {
        match change.value {
            Some(value) => store.put(change.table, change.key, value).unwrap(),
            None => store.delete(change.table, change.key).unwrap(),
        }
    }
}

pub fn email(user: &User) -> Option<String> {
    user.email.as_ref().map(|email| email.to_lowercase())
}

/// Returns the key of another record with the e-mail of `user`, if there is one.
pub fn other_with_email(model: &Model, key: &UserKey, user: &User) -> Option<UserKey> {
    let email = email(user)?;
    let same = |(other, value): &(&UserKey, &User)| *other != key && self::email(value).as_ref() == Some(&email);
    model.iter().find(same).map(|(other, _)| other.clone())
}

pub fn any_operation<S: Read + Write>(rows: &mut Rows<S>, model: &mut Model) {
    let (key, user) = (any_key(), any_user());
    match fastrand::u8(..11) {
        0..3 => check_write(rows.put(&key, &user), other_with_email(model, &key, &user), || {
            model.insert(key, user);
        }),
        3 => match rows.insert(&key, &user) {
            Err(RowsError::Exists { .. }) => assert!(model.contains_key(&key)),
            result => {
                assert!(!model.contains_key(&key));
                check_write(result, other_with_email(model, &key, &user), || {
                    model.insert(key, user);
                });
            }
        },
        4..6 => {
            let change = fastrand::u8(..4);
            let edit = |old: &mut User| match change {
                0 => old.score = user.score,
                1 => old.tags.clone_from(&user.tags),
                2 => old.email.clone_from(&user.email),
                _ => {}
            };
            let Some(mut changed) = model.get(&key).cloned() else {
                assert!(rows.update(&key, edit).unwrap().is_none());
                return;
            };
            edit(&mut changed);
            let result = rows.update(&key, edit).map(|found| assert!(found.is_some()));
            check_write(result, other_with_email(model, &key, &changed), || {
                model.insert(key, changed);
            });
        }
        6 => assert_eq!(rows.take(&key).unwrap(), model.remove(&key)),
        7 => {
            let changed = User { score: 7, ..model.get(&key).unwrap_or(&user).clone() };
            let result = rows.upsert(&key, || user, |user| user.score = 7);
            check_write(result, other_with_email(model, &key, &changed), || {
                model.insert(key, changed);
            });
        }
        8 => {
            if fastrand::u8(..8) == 0 {
                assert_eq!(rows.clear::<UserKey>().unwrap(), model.len() as u64);
                model.clear();
            }
        }
        9 => move_record(rows, model, key),
        _ => {
            let limit = fastrand::u64(..3);
            let tag = "red".to_string();
            let mut tagged: Vec<_> = model.iter().filter(|(_, user)| user.tags.contains(&tag)).collect();
            tagged.sort_by(|(a, _), (b, _)| b.user.cmp(&a.user).then_with(|| a.tenant.cmp(&b.tenant)));
            let first: Vec<_> = tagged.into_iter().take(limit as usize).map(|(key, _)| key.clone()).collect();
            assert_eq!(rows.remove_some(ByTag::prefix().tag("red"), limit).unwrap(), first.len() as u64);
            model.retain(|key, _| !first.contains(key));
        }
    }
}

/// Moves the record under `old_key` to a random key, in one batch: removes the record and inserts it, or inserts it and
/// removes it. If the random key is taken, nothing moves.
fn move_record<S: Read + Write>(rows: &mut Rows<S>, model: &mut Model, old_key: UserKey) {
    let (new_key, inserts_first) = (any_key(), fastrand::bool());
    let result = rows.batch(|batch| {
        let Some(user) = batch.get(&old_key)? else { return Ok(false) };
        if inserts_first {
            batch.insert(&new_key, &user)?;
        }
        assert_eq!(batch.take(&old_key)?.as_ref(), Some(&user));
        if !inserts_first {
            batch.insert(&new_key, &user)?;
        }
        Ok(true)
    });
    // A record that is removed first can be inserted under the same key again.
    let is_taken = model.contains_key(&new_key) && (inserts_first || new_key != old_key);
    match result {
        Ok(false) => assert!(!model.contains_key(&old_key)),
        Ok(true) => {
            assert!(!is_taken);
            let user = model.remove(&old_key).unwrap();
            model.insert(new_key, user);
        }
        Err(error) => {
            assert_eq!(error.existing::<UserKey>(), Some(new_key), "{error}");
            assert!(is_taken && model.contains_key(&old_key));
        }
    }
}

/// Checks that a write fails if and only if another record already has the unique entry. `taken` is the key of that
/// record. If the write succeeded, calls `update_model`.
fn check_write<E: std::fmt::Debug>(
    result: Result<(), RowsError<E>>,
    taken: Option<UserKey>,
    update_model: impl FnOnce(),
) {
    match (result, taken) {
        (Ok(()), None) => update_model(),
        (Err(error), Some(other)) if error.is_taken::<ByEmail>() => {
            let taken = error.taken::<ByEmail>().unwrap();
            assert_eq!(taken.record, other);
            assert_ne!(taken.record, taken.rejected);
            assert_eq!(error.existing::<UserKey>(), None);
        }
        (result, taken) => panic!("{result:?}, but {taken:?} has the entry"),
    }
}
