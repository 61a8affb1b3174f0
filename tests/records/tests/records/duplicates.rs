//! Tests `Rows::duplicates`, which finds the records that would have the same entry in a unique index.

use crate::recorded::{IntoRows, Recorded};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{CursorError, Duplicates, Memory, Rows, RowsError, Write};
use std::collections::{BTreeMap, BTreeSet};

/// The earlier version of the key, without the index. The table also contains rows of another namespace.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "n")]
struct EarlierKey {
    #[salt(md5, buckets = 3)]
    folder: u8,
    note: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "n", indexes(ByWord, ByText))]
struct NoteKey {
    #[salt(md5, buckets = 3)]
    folder: u8,
    note: u8,
}

/// A note without words has no entry. A note with several words has several entries.
#[derive(Debug, RowKey)]
#[rowkey(index_of = NoteKey, unique)]
struct ByWord {
    folder: u8,
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = NoteKey, unique, stores = String)]
struct ByText {
    #[rowkey(from = value)]
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", namespace = "other")]
struct OtherKey {
    note: u8,
}

type Found = Vec<Duplicates<NoteKey, String>>;

/// Returns each entry that several records have, with these records.
fn expected<E: RowKey>(
    records: &[(NoteKey, String)],
    entries: impl Fn(&NoteKey, &String) -> Vec<E>,
) -> BTreeMap<Vec<u8>, Vec<(NoteKey, String)>> {
    let mut found = BTreeMap::<_, Vec<_>>::new();
    for (key, text) in records {
        let entries: BTreeSet<_> =
            entries(key, text).iter().map(|entry| entry.try_encode().unwrap().as_ref().to_vec()).collect();
        for entry in entries {
            found.entry(entry).or_default().push((key.clone(), text.clone()));
        }
    }
    found.retain(|_, records| records.len() > 1);
    found
}

/// Reads all pages. Checks that each entry is on the page of its first record.
fn read_pages(
    batch: usize,
    records: &[(NoteKey, String)],
    read: impl Fn(Option<&str>) -> rowkey::store::Page<Duplicates<NoteKey, String>>,
) -> Found {
    let (mut found, mut cursor, mut start) = (Vec::new(), None::<String>, 0);
    loop {
        let page = read(cursor.as_deref());
        let of_page = &records[start..records.len().min(start + batch)];
        assert!(page.rows.iter().all(|duplicates| of_page.contains(&duplicates.records[0])));
        found.extend(page.rows);
        start += batch;
        assert_eq!(page.next.is_some(), start < records.len());
        cursor = page.next.map(String::from);
        if cursor.is_none() {
            found.sort_by(|a, b| a.entry.cmp(&b.entry));
            return found;
        }
    }
}

/// Compares the duplicates with the expected records, and returns the number of entries.
fn check_found(found: Found, expected: BTreeMap<Vec<u8>, Vec<(NoteKey, String)>>) -> usize {
    let count = expected.len();
    let found: Vec<_> = found.into_iter().map(|duplicates| (duplicates.entry, duplicates.records)).collect();
    assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    count
}

/// Each entry that several records have is on exactly one page, with all these records. The size of a page does not
/// matter, nor do the entries that the index already has. A rebuild fails exactly if there are such entries.
#[test]
fn pages_contain_all_records_with_the_same_entry() {
    fastrand::seed(7);
    let (mut words, mut texts, mut built) = (0, 0, 0);
    for round in 0..150 {
        let mut rows = Recorded::default().opened();
        for note in 0..3 {
            rows.put(&OtherKey { note }, &"a".into()).unwrap();
        }
        let choices = 3 + fastrand::usize(..30);
        let any_word =
            || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ".chars().nth(fastrand::usize(..choices)).unwrap().to_string();
        for _ in 0..fastrand::usize(..12) {
            let text = (0..fastrand::usize(..4)).map(|_| any_word()).collect::<Vec<_>>().join(" ");
            rows.put(&EarlierKey { folder: fastrand::u8(..3), note: fastrand::u8(..4) }, &text).unwrap();
        }
        if round % 2 == 0 {
            let _ = rows.rebuild::<NoteKey>(None, fastrand::usize(1..9));
        }
        let mut records: Vec<_> = rows.scan(NoteKey::prefix()).collect::<Result<_, _>>().unwrap();
        records.sort_by_key(|(key, _)| key.encode());
        let batch = fastrand::usize(1..15);
        let found = read_pages(batch, &records, |cursor| rows.duplicates::<ByWord>(cursor, batch).unwrap());
        let by_word = |key: &NoteKey, text: &String| {
            text.split_whitespace().map(|word| ByWord { folder: key.folder, word: word.into() }).collect()
        };
        let duplicate_words = check_found(found, expected(&records, by_word));
        let found = read_pages(batch, &records, |cursor| rows.duplicates::<ByText>(cursor, batch).unwrap());
        let by_text = |_: &NoteKey, text: &String| vec![ByText { text: text.clone() }];
        let duplicate_texts = check_found(found, expected(&records, by_text));

        match rows.rebuild::<NoteKey>(None, 1000) {
            Ok(_) => assert_eq!(duplicate_words + duplicate_texts, 0),
            Err(RowsError::Taken { .. }) => assert_ne!(duplicate_words + duplicate_texts, 0),
            Err(error) => panic!("{error}"),
        }
        words += duplicate_words;
        texts += duplicate_texts;
        built += usize::from(duplicate_words + duplicate_texts == 0);
    }
    assert!(words > 30 && texts > 30 && built > 30, "{words} {texts} {built}");
}

/// A user can remove a duplicate, and then continue with a cursor that contains the key of the removed record.
#[test]
fn removing_the_last_record_of_a_page_hides_no_duplicates_of_the_next_page() {
    let mut rows = Rows::new(Memory::new());
    for (note, text) in [(0, "a"), (1, "a"), (2, "b"), (3, "b")] {
        rows.put(&EarlierKey { folder: 0, note }, &text.into()).unwrap();
    }
    let page = rows.duplicates::<ByText>(None, 2).unwrap();
    assert_eq!(page.rows.len(), 1);
    rows.take(&EarlierKey { folder: 0, note: 1 }).unwrap().unwrap();
    let page = rows.duplicates::<ByText>(page.next.as_deref(), 2).unwrap();
    assert_eq!(page.rows.len(), 1, "the notes 2 and 3 have the same text");
    assert_eq!(page.next, None);
}

#[test]
fn a_cursor_of_another_index_or_method_is_an_error() {
    let mut rows = Rows::new(Memory::new());
    for note in 0..3 {
        rows.put(&EarlierKey { folder: 0, note }, &"a".into()).unwrap();
    }
    let of_word = rows.duplicates::<ByWord>(None, 1).unwrap().next.unwrap();
    assert!(rows.duplicates::<ByWord>(Some(&of_word), 1).is_ok());
    let cursors = [
        of_word,
        rows.verify::<ByText>(None, 1).unwrap().next.unwrap(),
        rows.scan(NoteKey::prefix()).page(None, 1).unwrap().next.unwrap(),
    ];
    for cursor in cursors {
        let error = rows.duplicates::<ByText>(Some(&cursor), 1).unwrap_err();
        assert!(matches!(error, RowsError::Cursor(CursorError::OtherTable)), "{error}");
    }
}

/// A record that cannot be read is an error, not a record without entries.
#[test]
fn a_record_that_cannot_be_read_is_an_error() {
    let mut rows = Rows::new(Memory::new());
    rows.store_mut().put(NoteKey::TABLE, b"n", b"").unwrap();
    assert!(matches!(rows.duplicates::<ByText>(None, 1), Err(RowsError::Key { .. })));
}
