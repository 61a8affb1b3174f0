//! The law of values: what a store gives back is what the indexes saw.
//!
//! A format can give back another value than the one that was written, and some values have several spellings. For
//! every format and every value, each write has one of two results:
//!
//! - The write is `Ok`. Then `get` returns a value, the stored entries are the entries of this value, and `verify` finds
//!   nothing. A copy that is made twice is the same as a copy that is made once.
//! - The write is an error that names the record and the format. Then nothing has changed.

use crate::laws::all_rows;
use rowkey::record::{FormatError, Record, ValueFormat};
use rowkey::store::{Memory, MemoryError, Rows, RowsError};
use rowkey::{Json, OwnedKey, Postcard, Raw, RowKey, testing};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

const SEED: u64 = 7;

/// A value with everything that the formats of serde change, reject or spell in several ways.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hard {
    x: f64,
    y: Option<f32>,
    nested: Option<Option<u8>>,
    names: HashMap<String, u8>,
    set: HashSet<u16>,
    name: String,
    #[serde(skip)]
    skipped: u8,
    /// Postcard cannot read a value without this field.
    #[serde(skip_serializing_if = "is_seven")]
    sometimes: u8,
}

fn is_seven(number: &u8) -> bool {
    *number == 7
}

/// A part of the value that has several spellings, too.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    names: HashMap<String, u8>,
    y: Option<f32>,
}

impl From<&Hard> for Part {
    fn from(value: &Hard) -> Self {
        Self { names: value.names.clone(), y: value.y }
    }
}

fn any_x() -> f64 {
    match fastrand::u8(..16) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -0.0,
        3 => f64::from_bits(fastrand::u64(..)),
        4..10 => f64::from(fastrand::u8(..3)),
        _ => fastrand::f64() * 100.0,
    }
}

fn any_value() -> Hard {
    let value = Hard {
        x: any_x(),
        y: fastrand::bool().then(|| if fastrand::u8(..8) == 0 { f32::NAN } else { fastrand::f32() }),
        nested: [None, Some(None), Some(Some(fastrand::u8(..3)))][fastrand::usize(..3)],
        names: (0..fastrand::u8(..5)).map(|name| (name.to_string(), name)).collect(),
        set: (0..fastrand::u16(..5)).collect(),
        name: ["", "Ada", " Ada", "ada "][fastrand::usize(..4)].into(),
        skipped: fastrand::u8(..3),
        sometimes: if fastrand::u8(..8) == 0 { 7 } else { 1 },
    };
    comparable(value)
}

/// A value that differs from itself, because it contains NaN, and has several spellings cannot be compared: the page of records
/// says so. Removes the spellings of such a value.
fn comparable(mut value: Hard) -> Hard {
    if value != value.clone() {
        value.names.retain(|_, number| *number == 0);
        value.set.retain(|number| *number == 0);
    }
    value
}

/// A format that gives back other values than it has written: trims texts, rounds floats, and cannot read some of what
/// it writes.
pub struct Rounded;

impl ValueFormat<Hard> for Rounded {
    const NAME: &'static str = "rounded";

    fn write(value: &Hard, out: &mut Vec<u8>) -> Result<(), FormatError> {
        let rounded = Hard { x: value.x.round(), name: value.name.trim().into(), ..value.clone() };
        Json::write(&rounded, out)
    }

    fn read(bytes: &[u8]) -> Result<Hard, FormatError> {
        let value: Hard = Json::read(bytes)?;
        if value.x == 2.0 { Err(FormatError::new("two cannot be read")) } else { Ok(value) }
    }
}

impl ValueFormat<Part> for Rounded {
    const NAME: &'static str = "rounded";

    fn write(value: &Part, out: &mut Vec<u8>) -> Result<(), FormatError> {
        Json::write(value, out)
    }

    fn read(bytes: &[u8]) -> Result<Part, FormatError> {
        Json::read(bytes)
    }
}

/// Declares a kind of records with the indexes of the law, and the key type to which its records are copied.
macro_rules! kind {
    ($kind:ident: $format:ty) => {
        mod $kind {
            use super::*;

            macro_rules! records {
                ($key:ident $by_x:ident $by_nested:ident $by_name:ident $whole:ident $part:ident $by_element:ident, $table:literal) => {
                    #[derive(Debug, Clone, PartialEq, RowKey)]
                    #[rowkey(
                        value = Hard,
                        format = $format,
                        table = $table,
                        indexes($by_x, $by_nested, $by_name, $whole, $part, $by_element)
                    )]
                    pub struct $key {
                        pub id: u8,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key, unique)]
                    pub struct $by_x {
                        #[rowkey(from = value.x)]
                        x: f64,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key)]
                    pub struct $by_nested {
                        #[rowkey(from = value.nested?)]
                        nested: Option<u8>,
                        #[rowkey(from = value.skipped)]
                        skipped: u8,
                        id: u8,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key, filter = value.skipped == 0)]
                    pub struct $by_name {
                        #[rowkey(from = value.name)]
                        name: String,
                        id: u8,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key, stores = value)]
                    pub struct $whole {
                        #[rowkey(from = value.name.len() as u64)]
                        len: u64,
                        id: u8,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key, stores = Part)]
                    pub struct $part {
                        id: u8,
                    }

                    #[derive(RowKey)]
                    #[rowkey(index_of = $key)]
                    pub struct $by_element {
                        #[rowkey(from_each = value.set.iter().copied())]
                        element: u16,
                        id: u8,
                    }
                };
            }
            records!(Key ByX ByNested ByName Whole ByPart ByElement, "records");
            records!(NewKey NewByX NewByNested NewByName NewWhole NewByPart NewByElement, "records.2");

            impl Kind for Key {
                fn new(id: u8) -> Self {
                    Self { id }
                }

                fn id(&self) -> u8 {
                    self.id
                }

                fn records(rows: &Rows<&Memory>) -> Vec<(Self, Hard)> {
                    all_rows(rows.scan(Self::prefix()))
                }

                fn copied(rows: &Rows<&Memory>) -> usize {
                    let copied = all_rows(rows.scan(NewKey::prefix())).len();
                    assert!(rows.verify::<NewKey>(None, usize::MAX).unwrap().is_clean());
                    copied
                }

                fn read_indexes(rows: &Rows<&Memory>) {
                    all_rows(rows.records(ByX::prefix()));
                    all_rows(rows.records(ByNested::prefix()));
                    all_rows(rows.records(ByName::prefix()));
                    all_rows(rows.records(ByElement::prefix()));
                    all_rows(rows.covered(ByPart::prefix()));
                    for (entry, covered) in all_rows(rows.covered(Whole::prefix())) {
                        let stored = rows.get(&Self { id: entry.id }).unwrap().unwrap();
                        // `==` would find that NaN differs from itself.
                        assert!(stored == covered || stored.x.is_nan() || stored.y.is_some_and(f32::is_nan));
                    }
                }

                fn copy(rows: &mut Rows<&mut Memory>) -> Result<u64, MemoryError> {
                    let copied = rows.copy(Self::prefix(), None, usize::MAX, |key, value| {
                        Some((NewKey { id: key.id }, value))
                    });
                    copied.map(|copied| copied.moved)
                }
            }
        }
    };
}

kind!(json: Json);
kind!(postcard: Postcard);
kind!(rounded: Rounded);

pub trait Kind: Record<Value = Hard> + OwnedKey + Debug {
    fn new(id: u8) -> Self;
    fn id(&self) -> u8;
    fn records(rows: &Rows<&Memory>) -> Vec<(Self, Hard)>;
    /// Checks the records that [`copy`](Self::copy) has copied, and returns their number.
    fn copied(rows: &Rows<&Memory>) -> usize;
    /// Reads all records through all indexes.
    fn read_indexes(rows: &Rows<&Memory>);
    fn copy(rows: &mut Rows<&mut Memory>) -> Result<u64, MemoryError>;
}

/// Writes a random value with a random operation. Returns whether the record must exist afterwards.
fn write<K: Kind>(rows: &mut Rows<&mut Memory>, key: &K) -> Result<bool, MemoryError> {
    let value = any_value();
    match fastrand::u8(..8) {
        0 | 1 => rows.put(key, &value).map(|()| true),
        2 => rows.insert(key, &value).map(|()| true),
        3 => rows.update(key, |stored| *stored = value).map(|found| found.is_some()),
        // The closure changes one field, so that some indexes are skipped.
        4 => rows
            .update(key, |stored| *stored = comparable(Hard { x: value.x, ..stored.clone() }))
            .map(|found| found.is_some()),
        5 => rows.upsert(key, Hard::default, |stored| stored.nested = value.nested).map(|()| true),
        6 => rows.take(key).map(|_| false),
        _ => rows.batch(|batch| {
            batch.put(key, &value)?;
            batch.update(key, |stored| stored.name.push('!')).map(|found| found.is_some())
        }),
    }
}

/// Checks that the stored entries are the entries of the stored values.
fn check_stored<K: Kind>(store: &Memory) {
    let rows = Rows::new(store);
    let verified = rows.verify::<K>(None, usize::MAX).unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    K::read_indexes(&rows);
    let mut expected = Vec::new();
    for (key, value) in K::records(&rows) {
        let changes = key.changes(None, Some(&value)).unwrap();
        expected.extend(changes.iter().map(|change| (change.table.name(), change.key.to_vec())));
    }
    let tables = [&[K::TABLE], K::TABLE.indexes()].concat();
    let stored = tables.iter().flat_map(|table| store.rows(table.name()).map(|(key, _)| (table.name(), key.to_vec())));
    let mut stored: Vec<_> = stored.collect();
    stored.sort();
    expected.sort();
    assert_eq!(stored, expected);
}

fn check_kind<K: Kind>(format: &str) {
    fastrand::seed(SEED);
    let (mut rejected, mut copied) = (0, 0);
    for _ in 0..crate::cases(60) {
        let mut store = Memory::new();
        for _ in 0..40 {
            let key = K::new(fastrand::u8(..4));
            let before = store.clone();
            match write(&mut Rows::new(&mut store), &key) {
                Ok(exists) => assert!(!exists || Rows::new(&store).get(&key).unwrap().is_some()),
                Err(error) => {
                    assert_eq!(store, before, "{error}");
                    if let RowsError::Change(_) = &error {
                        rejected += 1;
                        let text = error.to_string();
                        assert!(text.contains(&format!("id = {}", key.id())) && text.contains(format), "{text}");
                    }
                }
            }
            check_stored::<K>(&store);
        }
        let count = K::records(&Rows::new(&store)).len();
        let first = K::copy(&mut Rows::new(&mut store)).unwrap();
        // The second copy finds that all records are copied.
        let second = K::copy(&mut Rows::new(&mut store)).unwrap();
        assert_eq!((first, second, K::copied(&Rows::new(&store))), (count as u64, 0, count));
        copied += count;
    }
    assert!(rejected > 20 && copied > 20, "{rejected} {copied}");
}

#[test]
fn what_a_store_gives_back_is_what_the_indexes_saw() {
    check_kind::<json::Key>("json");
    check_kind::<postcard::Key>("postcard");
    check_kind::<rounded::Key>("rounded");
}

/// A value that the formats give back: the helper of users finds nothing. Each field of [`Hard`] by itself is found.
#[test]
fn the_helper_finds_values_that_are_not_given_back() {
    let good = || Hard { x: 26.915_735_306_341_702, nested: Some(Some(1)), ..Hard::default() };
    testing::values::<Json, _>([good(), Hard { names: HashMap::from([("a".into(), 1), ("b".into(), 2)]), ..good() }])
        .unwrap();
    testing::values::<Postcard, _>([good(), Hard { x: f64::NAN, nested: Some(None), ..good() }]).unwrap();
    testing::values::<Raw, _>(["\u{0}\u{FEFF} ".to_string()]).unwrap();
    let message = |found: Result<(), testing::Violation>| found.unwrap_err().to_string();
    let nan = message(testing::values::<Json, _>([Hard { x: f64::NAN, ..good() }]));
    assert!(nan.starts_with("round trip: the format `json` writes Hard { x: NaN,"), "{nan}");
    let nested = message(testing::values::<Json, _>([Hard { nested: Some(None), ..good() }]));
    assert!(nested.starts_with("round trip: the format `json` gives back Hard {"), "{nested}");
    message(testing::values::<Json, _>([Hard { skipped: 1, ..good() }]));
    message(testing::values::<Postcard, _>([Hard { sometimes: 7, ..good() }]));
    message(testing::values::<Rounded, _>([Hard { name: " ".into(), x: 1.0, ..good() }]));
}

/// The value of a record in the format [`Exact`] is not read back, and the table is the same.
mod exact {
    use rowkey::record::{Exact, Record};
    use rowkey::store::{Memory, Rows};
    use rowkey::{Json, RowKey};

    #[derive(RowKey)]
    #[rowkey(value = f64, format = Exact<Json>, table = "numbers")]
    struct ExactKey {
        id: u8,
    }

    #[derive(RowKey)]
    #[rowkey(value = f64, format = Json, table = "numbers")]
    struct CheckedKey {
        id: u8,
    }

    #[test]
    fn only_a_format_that_promises_it_is_not_read_back() {
        assert_eq!(ExactKey::TABLE.fingerprint(), CheckedKey::TABLE.fingerprint());
        let mut rows = Rows::new(Memory::new());
        // JSON writes NaN as `null`, which is not a number.
        rows.put(&ExactKey { id: 1 }, &f64::NAN).unwrap();
        assert!(rows.get(&ExactKey { id: 1 }).is_err());
        rows.put(&CheckedKey { id: 2 }, &f64::NAN).unwrap_err();
        assert_eq!(rows.get(&CheckedKey { id: 2 }).unwrap(), None);
    }
}
