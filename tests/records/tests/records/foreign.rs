//! Tests rows that another program stored without recording their layout.

use crate::recorded::{IntoRows, Recorded};
use rowkey::RowKey;
use rowkey::store::{Memory, Rows, RowsError};

/// The key with which another program wrote its rows.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "n")]
struct ForeignKey {
    note: u16,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "n", indexes(ByText))]
struct NoteKey {
    note: u16,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(index_of = NoteKey)]
struct ByText {
    #[rowkey(from = value)]
    text: String,
    note: u16,
}

/// The key of rows in the same table that do not belong to the records.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "x")]
struct OtherKey {
    other: u16,
}

fn text(note: u16) -> String {
    format!("text {}", note % 3)
}

/// Returns the notes that the index finds, in ascending order, or `None` if the index is not built.
fn notes_in_index(rows: &Rows<Recorded>) -> Option<Vec<u16>> {
    let found = rows.records(ByText::prefix()).map(|row| row.map(|(key, _)| key.note)).collect::<Result<Vec<_>, _>>();
    match found {
        Ok(mut found) => {
            found.sort_unstable();
            Some(found)
        }
        Err(RowsError::NotBuilt { index, .. }) => {
            assert_eq!(index.name(), "ByText");
            assert!(rows.count(ByText::prefix()).is_err());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// An index has no entries for rows that another program wrote, so the index cannot be read before a rebuild. It does
/// not matter whether the program first reads or first writes.
#[test]
fn an_index_of_rows_from_another_program_must_be_built() {
    for (foreign, other, writes_first) in
        [0, 1, 5].into_iter().flat_map(|n| [(n, 0, true), (n, 0, false), (n, 2, true), (n, 2, false)])
    {
        let mut memory = Rows::new(Memory::new());
        for note in 0..foreign {
            memory.put(&ForeignKey { note }, &text(note)).unwrap();
        }
        for id in 0..other {
            memory.put(&OtherKey { other: id }, &text(id)).unwrap();
        }
        let mut store = Recorded::default();
        store.memory = memory.into_store().unwrap();
        let mut rows = store.opened();
        let mut notes: Vec<u16> = (0..foreign).collect();
        let is_built = foreign == 0;
        if !writes_first {
            assert_eq!(notes_in_index(&rows), is_built.then(|| notes.clone()));
        }
        rows.put(&NoteKey { note: 100 }, &text(100)).unwrap();
        notes.push(100);
        assert_eq!(notes_in_index(&rows), is_built.then(|| notes.clone()));
        let mut rows = rows.into_store().unwrap().reopened().opened();
        assert_eq!(notes_in_index(&rows), is_built.then(|| notes.clone()));
        let built = rows.rebuild::<ByText>(None, usize::MAX).unwrap();
        assert_eq!((built.missing, built.next), (foreign.into(), None));
        assert_eq!(notes_in_index(&rows), Some(notes));
        assert!(rows.verify::<NoteKey>(None, usize::MAX).unwrap().is_clean());
    }
}
