//! Tests the texts of errors and cursors, fields that are read by reference, and stores that are passed by reference.

use crate::laws::all_rows;
use crate::model::{ByName, Model, any_operation, store_of};
use crate::recorded::Recorded;
use rowkey::RowKey;
use rowkey::record::{FormatError, Record, ValueFormat};
use rowkey::store::{ComparedTables, LayoutChanged, Memory, MemoryError, NewRecords, Rows};
use std::sync::Arc;

/// A value with an optional name, which the index reads by reference.
#[derive(Debug, Clone, PartialEq)]
struct Named {
    name: Option<String>,
}

/// Stores the name, and rejects the name "?".
enum NameFormat {}

impl ValueFormat<Named> for NameFormat {
    const NAME: &'static str = "name";

    fn write(value: &Named, out: &mut Vec<u8>) -> Result<(), FormatError> {
        if value.name.as_deref() == Some("?") {
            return Err(FormatError::new("a question mark is not a name"));
        }
        out.extend(value.name.iter().flat_map(|name| name.bytes()));
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<Named, FormatError> {
        let name = String::from_utf8(bytes.to_vec()).map_err(|error| FormatError::new(error.to_string()))?;
        Ok(Named { name: Some(name).filter(|name| !name.is_empty()) })
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = Named, format = NameFormat, indexes(ByReference), delimiter = '/')]
struct NameKey {
    folder: String,
    number: u8,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(index_of = NameKey)]
struct ByReference {
    #[rowkey(from = value.name?)]
    name: String,
    folder: String,
    number: u8,
}

/// A record has an entry if the `Option` in its value is `Some`. The expression reads the `Option` by reference.
#[test]
fn an_option_gives_an_entry_for_some() {
    let mut rows = Rows::new(Memory::new());
    for (number, name) in [(1, Some("Ada")), (2, None), (3, Some("Bob"))] {
        let key = NameKey { folder: "a".into(), number };
        rows.put(&key, &Named { name: name.map(Into::into) }).unwrap();
    }
    let found = all_rows(rows.records(ByReference::prefix()));
    assert_eq!(found.iter().map(|(key, _)| key.number).collect::<Vec<_>>(), [1, 3]);
    assert!(rows.verify::<ByReference>(None, 100).unwrap().is_clean());
}

/// An error of `changes` names the table, and then contains the error of the key or of the format.
#[test]
fn an_error_of_a_change_says_what_is_wrong_in_which_table() {
    let value = Named { name: None };
    let error = NameKey { folder: "a/b".into(), number: 1 }.changes(None, Some(&value)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "key of `NameKey`: field `folder`: the value contains '/' at byte 1, which ends the field in this key"
    );
    let key = NameKey { folder: "a".into(), number: 1 };
    let error = key.changes(None, Some(&Named { name: Some("?".into()) })).unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `NameKey`, record folder = \"a\", number = 1: the format `name` cannot write the value: a question mark is not a name"
    );
}

/// All forms of a cursor are the same text.
#[test]
fn a_cursor_is_the_same_text_in_every_form() {
    let mut rows = Rows::new(Memory::new());
    for number in 0..3 {
        rows.put(&NameKey { folder: "a".into(), number }, &Named { name: None }).unwrap();
    }
    let cursor = rows.scan(NameKey::prefix()).page(None, 1).unwrap().next.unwrap();
    let text: String = cursor.clone().into();
    assert!(!text.is_empty());
    let displayed = format!("{cursor}");
    assert_eq!([cursor.as_str(), &*cursor, cursor.as_ref(), &displayed], [text.as_str(); 4]);
    let next = rows.scan(NameKey::prefix()).page(Some(&text), 1).unwrap();
    assert_eq!(next.rows[0].0.number, 1);
}

/// A `Rows` over a reference to a store writes the same rows as a `Rows` over the store itself.
#[test]
fn operations_through_a_reference_are_those_of_the_store() {
    fastrand::seed(7);
    let (mut store, mut model) = (Memory::new(), Model::new());
    for _ in 0..300 {
        any_operation(&mut Rows::new(&mut store), &mut model);
        assert_eq!(store, store_of(&model));
    }
}

/// A rebuild through a reference to a store records that the index is built.
#[test]
fn a_rebuild_through_a_reference_records_the_index() {
    fastrand::seed(7);
    let (mut store, mut model) = (Recorded::default(), Model::new());
    let compared = Arc::<ComparedTables>::default();
    for _ in 0..50 {
        any_operation(&mut Rows::with_layouts(&mut store, compared.begin(|| ()).0), &mut model);
    }
    let mut cursor = None;
    loop {
        let step =
            Rows::with_layouts(&mut store, compared.begin(|| ()).0).rebuild::<ByName>(cursor.as_deref(), 3).unwrap();
        assert_eq!((step.missing, step.stale), (0, 0));
        cursor = step.next;
        if cursor.is_none() {
            break;
        }
    }
    assert!(Rows::with_layouts(&store, compared.begin(|| ()).0).is_built::<ByName>().unwrap());
    assert_eq!(store.reopened().memory.rows("ByName").count(), model.len());
}

/// A load and a rebuild whose temporary file cannot be created.
#[test]
fn an_error_of_the_temporary_file_prints_its_cause() {
    let create_file = || Err(std::io::Error::other("no space is left"));
    let message = "the temporary file of sorted rows could not be written or read: no space is left";
    let key = |number| NameKey { folder: "a".into(), number };
    let named = |name: &str| Named { name: Some(name.to_owned()) };
    let mut records = NewRecords::new(0, create_file);
    let error = records.add::<LayoutChanged>(&key(1), &named("Ada")).unwrap_err();
    assert_eq!(error.to_string(), message);

    let mut rows = Rows::new(Memory::new());
    rows.put(&key(1), &named("Ada")).unwrap();
    rows.put(&key(2), &named("Bob")).unwrap();
    let mut rebuild = |memory| rows.rebuild_at_once::<NameKey, MemoryError>(memory, create_file, |_| Ok(()));
    assert_eq!(rebuild(0).unwrap_err().to_string(), message);
    assert_eq!(rebuild(1 << 20).unwrap().checked, 4);
}
