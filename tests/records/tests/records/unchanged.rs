//! Tests that an update does not compute the index entries that depend only on unchanged fields of the value, and that
//! it writes an entry if any bit of a field that the entry depends on has changed.

use crate::model::apply;
use rowkey::record::Record;
use rowkey::store::{Memory, Rows};
use rowkey::{KeyField, RowKey};
use serde::{Deserialize, Serialize};
use std::cell::Cell;

thread_local! {
    static CLONES: Cell<usize> = const { Cell::new(0) };
}

/// A newtype that counts its clones. An entry is computed from a clone.
#[derive(Debug, PartialEq, Serialize, Deserialize, KeyField)]
struct Name(String);

impl Clone for Name {
    fn clone(&self) -> Self {
        CLONES.set(CLONES.get() + 1);
        Self(self.0.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Person {
    name: Name,
    nickname: Option<Name>,
    aliases: Vec<Name>,
    age: u8,
}

#[derive(RowKey)]
#[rowkey(value = Person, format = rowkey::Postcard, indexes(ByName, ByNickname, ByAlias))]
struct PersonKey {
    person: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = PersonKey)]
struct ByName {
    #[rowkey(from = value.name)]
    name: Name,
    person: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = PersonKey)]
struct ByNickname {
    #[rowkey(from = value.nickname?)]
    nickname: Name,
    person: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = PersonKey)]
struct ByAlias {
    #[rowkey(from_each = value.aliases)]
    alias: Name,
    person: u8,
}

fn person(age: u8) -> Person {
    let name = |text: &str| Name(text.into());
    Person { name: name("Ada"), nickname: Some(name("A")), aliases: vec![name("B"), name("C")], age }
}

#[test]
fn entries_of_unchanged_fields_are_not_computed() {
    let mut rows = Rows::new(Memory::new());
    let key = PersonKey { person: 1 };
    rows.put(&key, &person(36)).unwrap();
    assert_eq!(CLONES.take(), 4);
    rows.put(&key, &person(37)).unwrap();
    assert_eq!(CLONES.take(), 0);
    // Computes the two aliases of the old value, and the three of the new value.
    let mut changed = person(37);
    changed.aliases.push(Name("D".into()));
    rows.put(&key, &changed).unwrap();
    assert_eq!(CLONES.take(), 5);
    rows.batch(|batch| batch.put(&key, &person(38))).unwrap();
    assert_eq!(CLONES.take(), 5);
    rows.batch(|batch| batch.put(&key, &person(39))).unwrap();
    assert_eq!(CLONES.take(), 0);
    assert!(key.changes(Some(&person(39)), Some(&person(39))).unwrap().is_empty());
    assert_eq!(CLONES.take(), 0);
    // An update in place computes as few entries.
    rows.update(&key, |person| person.age = 40).unwrap();
    assert_eq!(CLONES.take(), 0);
    rows.update(&key, |person| person.aliases.push(Name("D".into()))).unwrap();
    assert_eq!(CLONES.take(), 5);
}

/// A text that is equal to the same letters in the other case.
#[derive(Debug, Clone, Serialize, Deserialize, KeyField)]
struct AnyCase(String);

impl PartialEq for AnyCase {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Loose(u8);

impl PartialEq for Loose {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Reading {
    float: f64,
    text: AnyCase,
    loose: Loose,
    list: Vec<Loose>,
    pair: (u8, Option<u8>),
    flag: bool,
}

#[derive(RowKey)]
#[rowkey(value = Reading, format = rowkey::Postcard)]
#[rowkey(indexes(ByFloat, ByText, ByLoose, ByList, ByPair, ByTwoFields, ByCode, ByFlag))]
struct ReadingKey {
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByFloat {
    #[rowkey(from = value.float)]
    float: f64,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByText {
    #[rowkey(from = value.text)]
    text: AnyCase,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByLoose {
    #[rowkey(from = value.loose.0)]
    loose: u8,
    #[rowkey(from = value.clone().loose.0)]
    cloned: u8,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByList {
    #[rowkey(from_each = value.list.iter().map(|loose| loose.0))]
    loose: u8,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByPair {
    #[rowkey(from = value.pair.1?)]
    second: u8,
    #[rowkey(from = value.pair.0)]
    first: u8,
    id: u8,
}

/// The entries depend on two fields, and both must be unchanged.
#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByTwoFields {
    #[rowkey(from = u16::from(value.pair.0) + u16::from(value.loose.0))]
    sum: u16,
    id: u8,
}

/// The derive does not see which fields a block or a macro reads.
#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByCode {
    #[rowkey(from = { let value = &value.pair; value.0 })]
    block: u8,
    #[rowkey(from = format!("{}", value.loose.0))]
    text: String,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ReadingKey)]
struct ByFlag {
    #[rowkey(from = key.id < 100 && value.flag)]
    flag: bool,
    id: u8,
}

fn any<T: Clone>(values: &[T]) -> T {
    fastrand::choice(values).unwrap().clone()
}

fn any_reading() -> Reading {
    Reading {
        float: any(&[0.0, -0.0, f64::NAN, -f64::NAN]),
        text: AnyCase(any(&["a", "A"]).into()),
        loose: Loose(fastrand::u8(..2)),
        list: (0..fastrand::u8(..3)).map(|_| Loose(fastrand::u8(..2))).collect(),
        pair: (fastrand::u8(..2), fastrand::bool().then_some(0)),
        flag: fastrand::bool(),
    }
}

/// Law 1 of `laws.rs`: the changes from `old` to `new` give the rows of `new`. The value is replaced, or changes in
/// place. Some fields are equal by `PartialEq`, but have different entries.
#[test]
fn entries_of_changed_fields_are_written() {
    fastrand::seed(7);
    let key = ReadingKey { id: 1 };
    for _ in 0..crate::cases(5000) {
        let [old, new] = std::array::from_fn(|_| any_reading());
        let mut expected = Memory::new();
        apply(&mut expected, &key.changes(None, Some(&new)).unwrap());
        let mut store = Memory::new();
        apply(&mut store, &key.changes(None, Some(&old)).unwrap());
        apply(&mut store, &key.changes(Some(&old), Some(&new)).unwrap());
        assert_eq!(store, expected, "{old:?} {new:?}");

        let (mut rows, mut batched) = (Rows::new(Memory::new()), Rows::new(Memory::new()));
        for rows in [&mut rows, &mut batched] {
            rows.put(&key, &old).unwrap();
        }
        rows.update(&key, |value| value.clone_from(&new)).unwrap();
        batched.batch(|batch| batch.update(&key, |value| value.clone_from(&new))).unwrap();
        for rows in [rows, batched] {
            assert_eq!(*rows.store(), expected, "in place: {old:?} {new:?}");
        }
    }
}
