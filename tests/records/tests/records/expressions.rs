//! Tests indexes whose expressions, such as `from = value.to_lowercase()`, change from one version of a program to the
//! next, while the layouts of the indexes stay the same.

use crate::recorded::{IntoRows, Recorded};
use rowkey::record::Index;
use rowkey::store::{CursorError, Progress, Read, Rows, RowsError, Table, run_steps};
use std::collections::BTreeMap;

pub type RowsResult<T> = Result<T, RowsError<<Recorded as Read>::Error>>;

/// The texts of the records, by folder and note.
pub type Model = BTreeMap<(u16, u16), String>;

/// The records that a version reads through `ByName` and through `ByWord`, in the order of the entries.
pub type Found = (Vec<((u16, u16), String)>, Vec<((u16, u16), String)>);

pub type Rebuild = fn(&mut Rows<Recorded>, Option<&str>, usize) -> RowsResult<Progress>;

/// The calls of one version of the program.
pub struct Version {
    pub put: fn(&mut Rows<Recorded>, u16, u16, String) -> RowsResult<()>,
    pub take: fn(&mut Rows<Recorded>, u16, u16) -> RowsResult<Option<String>>,
    pub clear: fn(&mut Rows<Recorded>) -> RowsResult<u64>,
    pub found: fn(&Rows<Recorded>) -> RowsResult<Found>,
    pub rebuild: Rebuild,
    pub is_clean: fn(&Rows<Recorded>) -> bool,
    pub set_built: fn(&mut Rows<Recorded>) -> RowsResult<()>,
    pub tables: [&'static Table; 2],
}

/// Declares a version. `$first` and `$second` are the last two fields of `ByName`: `folder` and `note`, or swapped.
/// Both are `u16`, so the layout stays the same.
macro_rules! version {
    ($version:ident: $name:ident = $from:expr, $each:expr, [$first:ident, $second:ident] $(, filter = $filter:expr)?) => {
        pub mod $version {
            use super::*;
            use rowkey::RowKey;

            #[derive(Debug, Clone, PartialEq, RowKey)]
            #[rowkey(value = String, format = rowkey::Raw, table = "notes", indexes(ByName, ByWord))]
            pub struct NoteKey {
                pub folder: u16,
                pub note: u16,
            }

            #[derive(Debug, RowKey)]
            #[rowkey(index_of = NoteKey, table = "notes.name" $(, filter = $filter)?)]
            pub struct ByName {
                #[rowkey(from = $from)]
                pub $name: String,
                pub $first: u16,
                pub $second: u16,
            }

            #[derive(Debug, RowKey)]
            #[rowkey(index_of = NoteKey, table = "notes.word")]
            pub struct ByWord {
                #[rowkey(from_each = $each)]
                pub word: String,
                pub folder: u16,
                pub note: u16,
            }

            pub static VERSION: Version = Version {
                put: |rows, folder, note, text| rows.put(&NoteKey { folder, note }, &text),
                take: |rows, folder, note| rows.take(&NoteKey { folder, note }),
                clear: |rows| rows.clear::<NoteKey>(),
                found: |rows| {
                    let plain = |(key, text): (NoteKey, String)| ((key.folder, key.note), text);
                    let by_name = rows.records(ByName::prefix()).map(|row| row.map(plain)).collect::<Result<_, _>>()?;
                    let by_word = rows.records(ByWord::prefix()).map(|row| row.map(plain)).collect::<Result<_, _>>()?;
                    Ok((by_name, by_word))
                },
                rebuild: |rows, cursor, batch| rows.rebuild::<NoteKey>(cursor, batch),
                is_clean: |rows| rows.verify::<NoteKey>(None, 1000).unwrap().is_clean(),
                set_built: |rows| rows.set_built::<NoteKey>(),
                tables: [ByName::TABLE, ByWord::TABLE],
            };
        }
    };
}

version!(lower: name = value.to_lowercase(), value.split(' '), [folder, note]);
version!(formatted: name = value . to_lowercase( ), value
    .split(
        ' ',
    ), [folder, note]);
version!(renamed: title = value.to_lowercase(), value.split(' '), [folder, note]);
version!(case_kept: name = value.to_owned(), value.split(' '), [folder, note]);
version!(swapped: name = value.to_lowercase(), value.split(' '), [note, folder]);
version!(sparse: name = value.to_lowercase().strip_prefix('a').map(str::to_owned)?, value.split(' '), [folder, note]);
version!(filtered: name = value.to_lowercase(), value.split(' '), [folder, note], filter = !value.starts_with('A') || key.note == 0);
version!(split_at_two_spaces: name = value.to_lowercase(), value.split("  "), [folder, note]);

/// A version that lists no index.
pub mod plain {
    use rowkey::RowKey;
    use rowkey::record::Record;
    use rowkey::store::RemovedIndex;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "notes")]
    pub struct NoteKey {
        pub folder: u16,
        pub note: u16,
    }

    pub static REMOVED: [RemovedIndex; 2] =
        [RemovedIndex::new("notes.name", b"", NoteKey::TABLE), RemovedIndex::new("notes.word", b"", NoteKey::TABLE)];
}

/// Versions with the same expressions: they differ only in formatting, and in the name of a field of the index.
static SAME: [&Version; 3] = [&lower::VERSION, &formatted::VERSION, &renamed::VERSION];
/// Versions whose expressions differ from those of [`SAME`] and from each other.
static OTHERS: [&Version; 5] =
    [&case_kept::VERSION, &swapped::VERSION, &sparse::VERSION, &filtered::VERSION, &split_at_two_spaces::VERSION];

fn any_version() -> &'static Version {
    if fastrand::bool() { fastrand::choice(SAME).unwrap() } else { fastrand::choice(OTHERS).unwrap() }
}

fn any_text() -> String {
    let words = ["Ada", "ada", "Bob", "b", ""];
    let count = fastrand::usize(..3);
    (0..count).map(|_| fastrand::choice(words).unwrap()).collect::<Vec<_>>().join(" ")
}

/// Returns the rows that a version finds in a new database with these records.
pub fn expected(version: &Version, model: &Model) -> Found {
    let mut rows = Recorded::default().opened();
    for ((folder, note), text) in model {
        (version.put)(&mut rows, *folder, *note, text.clone()).unwrap();
    }
    (version.found)(&rows).unwrap()
}

/// Runs one step of the rebuild, and returns whether the rebuild has finished. All versions store their cursors under
/// the name `notes`.
fn rebuild_some(version: &Version, rows: &mut Rows<Recorded>) -> bool {
    let step = rows.run_step("notes", |rows, cursor| (version.rebuild)(rows, cursor, fastrand::usize(1..9)));
    step.unwrap().next.is_none()
}

fn rebuild(version: &Version, mut rows: Rows<Recorded>) -> Rows<Recorded> {
    while !rebuild_some(version, &mut rows) {
        rows = rows.into_store().unwrap().reopened().opened();
    }
    rows
}

/// Versions of a program open a database one after another. Each read through an index finds what the version finds in
/// a new database with the same records, or is an error. After a rebuild, the read is not an error.
#[test]
fn an_index_with_other_expressions_is_never_read_silently() {
    fastrand::seed(7);
    let (mut read, mut outdated, mut not_built) = (0, 0, 0);
    let cases = crate::cases(150);
    for _ in 0..cases {
        let (mut rows, mut model) = (Recorded::default().opened(), Model::new());
        for _ in 0..12 {
            let version = any_version();
            if fastrand::bool() {
                rows = rows.into_store().unwrap().reopened().opened();
            }
            let (folder, note) = (fastrand::u16(..2), fastrand::u16(..3));
            match fastrand::u8(..9) {
                0..4 => {
                    let text = any_text();
                    (version.put)(&mut rows, folder, note, text.clone()).unwrap();
                    model.insert((folder, note), text);
                }
                4 => {
                    let taken = (version.take)(&mut rows, folder, note).unwrap();
                    assert_eq!(taken, model.remove(&(folder, note)));
                }
                5 if fastrand::bool() => {
                    (version.clear)(&mut rows).unwrap();
                    model.clear();
                    assert_eq!((version.found)(&rows).unwrap(), expected(version, &model));
                }
                5 | 7 => {
                    rows = rebuild(version, rows);
                    assert_eq!((version.found)(&rows).unwrap(), expected(version, &model));
                    assert!((version.is_clean)(&rows));
                }
                6 => drop(rebuild_some(version, &mut rows)),
                _ => {}
            }
            match (version.found)(&rows) {
                Ok(found) => {
                    assert_eq!(found, expected(version, &model));
                    read += 1;
                }
                Err(RowsError::NotBuilt { changed: Some(changed), .. }) => {
                    assert_ne!(changed.stored(), changed.current());
                    outdated += 1;
                }
                Err(RowsError::NotBuilt { changed: None, .. }) => not_built += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    // Each of the three outcomes must occur often.
    assert!(
        read > 2 * cases && 3 * outdated > 2 * cases && 15 * not_built > 2 * cases,
        "{read} {outdated} {not_built}"
    );
}

/// Versions of a program take turns. Each continues its own rebuild with the cursor that it has stored, whatever the
/// others have written, rebuilt and dropped between two steps. A read through an index is right or an error, and each
/// version can finish its rebuild.
#[test]
fn a_rebuild_continues_or_starts_again_after_another_version() {
    fastrand::seed(7);
    let versions = SAME.into_iter().chain(OTHERS).collect::<Vec<_>>();
    let (mut read, mut finished, mut not_built) = (0, 0, 0);
    let cases = crate::cases(120);
    for _ in 0..cases {
        let (mut rows, mut model) = (Recorded::default().opened(), Model::new());
        let active = [fastrand::choice(&versions).unwrap(), fastrand::choice(&versions).unwrap()];
        let (mut cursors, mut dropped) = ([None, None], None::<String>);
        for _ in 0..30 {
            if fastrand::bool() {
                rows = rows.into_store().unwrap().reopened().opened();
            }
            let turn = fastrand::usize(..2);
            let (version, cursor) = (active[turn], &mut cursors[turn]);
            let (folder, note, text) = (fastrand::u16(..2), fastrand::u16(..3), any_text());
            match fastrand::u8(..16) {
                0..3 => {
                    (version.put)(&mut rows, folder, note, text.clone()).unwrap();
                    model.insert((folder, note), text);
                }
                3 => {
                    let taken = (version.take)(&mut rows, folder, note).unwrap();
                    assert_eq!(taken, model.remove(&(folder, note)));
                }
                4 => {
                    rows.put(&plain::NoteKey { folder, note }, &text).unwrap();
                    model.insert((folder, note), text);
                }
                5 => {
                    let taken = rows.take(&plain::NoteKey { folder, note }).unwrap();
                    assert_eq!(taken, model.remove(&(folder, note)));
                }
                6 => {
                    let step = rows.drop_index(&plain::REMOVED, dropped.as_deref(), fastrand::usize(1..4)).unwrap();
                    dropped = step.next.map(String::from);
                }
                _ => {
                    let step = (version.rebuild)(&mut rows, cursor.as_deref(), fastrand::usize(1..6)).unwrap();
                    *cursor = step.next.map(String::from);
                    if cursor.is_none() {
                        assert_eq!((version.found)(&rows).unwrap(), expected(version, &model));
                        finished += 1;
                    }
                }
            }
            for version in active {
                match (version.found)(&rows) {
                    Ok(found) => {
                        assert_eq!(found, expected(version, &model));
                        read += 1;
                    }
                    Err(RowsError::NotBuilt { .. }) => not_built += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        for (version, mut cursor) in active.into_iter().zip(cursors) {
            loop {
                cursor = (version.rebuild)(&mut rows, cursor.as_deref(), 3).unwrap().next.map(String::from);
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!((version.found)(&rows).unwrap(), expected(version, &model));
            assert!((version.is_clean)(&rows));
        }
    }
    assert!(
        3 * read > 25 * cases && 3 * finished > 5 * cases && 3 * not_built > 25 * cases,
        "{read} {finished} {not_built}"
    );
}

/// If no other version runs in between, a rebuild continues where it has stopped, even after the program has been
/// restarted.
#[test]
fn a_rebuild_continues_in_the_next_program() {
    let (version, mut rows) = (&case_kept::VERSION, Recorded::default().opened());
    for note in 0..7 {
        (lower::VERSION.put)(&mut rows, 1, note, "Ada".into()).unwrap();
    }
    let mut steps = 0;
    loop {
        steps += 1;
        let step = rows.run_step("notes", |rows, cursor| (version.rebuild)(rows, cursor, 1)).unwrap();
        if step.next.is_none() {
            break;
        }
        (version.put)(&mut rows, 1, 6, "Bob".into()).unwrap();
        rows = rows.into_store().unwrap().reopened().opened();
    }
    // 7 records, and at least 7 entries in each of the two indexes. The other steps read outdated entries, and the
    // entries that the puts write. A rebuild that started again in each step would never finish.
    assert!((7 * 3..=7 * 5).contains(&steps), "{steps}");
}

/// A finished job deletes its cursor, so that the next run checks all rows again. A failed step leaves the cursor as it
/// is.
#[test]
fn a_finished_job_starts_again() {
    let (version, mut rows) = (&lower::VERSION, Recorded::default().opened());
    for note in 0..7 {
        (version.put)(&mut rows, 1, note, "Ada".into()).unwrap();
    }
    let step = |rows: &mut Rows<Recorded>| rows.run_step("notes", |rows, cursor| (version.rebuild)(rows, cursor, 2));
    let first = run_steps(|| step(&mut rows)).unwrap().checked;
    assert_eq!(first, 7 * 3);
    assert_eq!(run_steps(|| step(&mut rows)).unwrap().checked, first);

    let done = step(&mut rows).unwrap().checked;
    rows.run_step("notes", |_, cursor| {
        assert!(cursor.is_some());
        Err::<Progress, _>(RowsError::Poisoned)
    })
    .unwrap_err();
    assert_eq!(run_steps(|| step(&mut rows)).unwrap().checked, first - done);
}

/// Formatting, and the names of fields, do not change an index.
#[test]
fn the_same_expressions_are_read_without_a_rebuild() {
    for first in SAME {
        for then in SAME.into_iter().chain(OTHERS) {
            let mut rows = Recorded::default().opened();
            let model = Model::from([((1, 0), "Ada b".to_owned()), ((0, 2), "ada".to_owned())]);
            for ((folder, note), text) in &model {
                (first.put)(&mut rows, *folder, *note, text.clone()).unwrap();
            }
            let is_same = SAME.iter().any(|same| std::ptr::eq(*same, then));
            let rows = rows.into_store().unwrap().reopened().opened();
            assert_eq!((then.found)(&rows).is_ok(), is_same);
            // All versions have the same layouts: only the expressions differ.
            for (first, then) in first.tables.iter().zip(then.tables) {
                assert_eq!(first.rows_fingerprint(), then.rows_fingerprint());
            }
        }
    }
}

/// The message shows both expressions, also after a write by the later program, until a rebuild has finished.
#[test]
fn the_message_shows_both_expressions() {
    let mut rows = Recorded::default().opened();
    (lower::VERSION.put)(&mut rows, 1, 1, "Ada".into()).unwrap();
    let message = "\
index `notes.name` is outdated: its expressions have changed
in the store     from  name = value.to_lowercase()
in this program  from  name = value.to_owned()
help: rebuild it, with the struct of the index in place of `TheIndex`: \
`database.run_steps(\"rebuild notes.name\", |rows, cursor| rows.rebuild::<TheIndex>(cursor, 10_000))`";
    for _ in 0..2 {
        assert_eq!((case_kept::VERSION.found)(&rows).unwrap_err().to_string(), message);
        (case_kept::VERSION.put)(&mut rows, 1, 2, "Bob".into()).unwrap();
    }
    let step = (case_kept::VERSION.rebuild)(&mut rows, None, 1).unwrap();
    assert_eq!((case_kept::VERSION.found)(&rows).unwrap_err().to_string(), message);
    // A version rejects the cursor of another version's rebuild.
    let error = (sparse::VERSION.rebuild)(&mut rows, step.next.as_deref(), 1).unwrap_err();
    assert!(matches!(error, RowsError::Cursor(CursorError::OtherTable)), "{error}");
    while (case_kept::VERSION.rebuild)(&mut rows, None, 100).unwrap().next.is_some() {}
    assert!((case_kept::VERSION.found)(&rows).is_ok());

    let error = (split_at_two_spaces::VERSION.found)(&rows).unwrap_err().to_string();
    assert!(error.starts_with("index `notes.name` is outdated"), "{error}");
}

/// A program that knows that the entries stay the same can record its expressions without a rebuild.
#[test]
fn expressions_are_accepted_without_a_rebuild() {
    let mut rows = Recorded::default().opened();
    (case_kept::VERSION.put)(&mut rows, 1, 1, "in lower case".into()).unwrap();
    assert!((lower::VERSION.found)(&rows).is_err());
    (lower::VERSION.set_built)(&mut rows).unwrap();
    let rows = rows.into_store().unwrap().reopened().opened();
    assert!((lower::VERSION.found)(&rows).is_ok() && (lower::VERSION.is_clean)(&rows));
    assert!((case_kept::VERSION.found)(&rows).is_err());
}

/// The compiler puts an expression that a macro passes on into an invisible group. The derive looks into this
/// group, to clone a field of the value, and to leave out the entry if `?` finds `None`.
#[test]
fn an_expression_that_a_macro_passes_on_is_like_a_written_one() {
    use rowkey::RowKey;

    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Note {
        title: String,
        manager: Option<String>,
        words: Vec<String>,
    }

    macro_rules! indexed {
        ($title:expr, $manager:expr, $words:expr, $note:expr) => {
            #[derive(Debug, Clone, PartialEq, RowKey)]
            #[rowkey(value = Note, format = rowkey::Postcard, indexes(ByTitle, ByTitleField, ByManager, ByWord))]
            struct NoteKey {
                note: u16,
            }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(index_of = NoteKey)]
            struct ByTitle {
                #[rowkey(from = $title)]
                title: String,
                note: u16,
            }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(index_of = NoteKey)]
            struct ByTitleField {
                #[rowkey(from = $note.title)]
                title: String,
                note: u16,
            }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(index_of = NoteKey)]
            struct ByManager {
                #[rowkey(from = $manager)]
                manager: String,
                note: u16,
            }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(index_of = NoteKey)]
            struct ByWord {
                #[rowkey(from_each = $words)]
                word: String,
                note: u16,
            }
        };
    }
    indexed!(value.title, value.manager?, value.words, value);

    let mut rows = Rows::new(rowkey::store::Memory::new());
    for (note, manager) in [(1, None), (2, Some("Ada"))] {
        let words = vec!["x".to_owned(), format!("y{note}")];
        let value = Note { title: format!("t{note}"), manager: manager.map(str::to_owned), words };
        rows.put(&NoteKey { note }, &value).unwrap();
    }
    fn notes<T>(keys: impl Iterator<Item = Result<T, impl std::fmt::Debug>>, note: fn(&T) -> u16) -> Vec<u16> {
        keys.map(|key| note(&key.unwrap())).collect()
    }
    let note = |(key, _): &(NoteKey, Note)| key.note;
    assert_eq!(notes(rows.records(ByTitle::prefix().title("t2")), note), [2]);
    assert_eq!(notes(rows.records(ByTitleField::prefix().title("t1")), note), [1]);
    assert_eq!(notes(rows.records(ByManager::prefix()), note), [2]);
    assert_eq!(notes(rows.records(ByWord::prefix().word("x")), note), [1, 2]);
}

/// A field of the primary key gets the name that another field had. The layouts stay the same, and so does the text of
/// all expressions. If the two fields only swap their names, the table of the records is rejected first: see
/// `places.rs`.
#[test]
fn a_name_of_another_field_is_an_error_that_says_so() {
    mod before {
        #[derive(rowkey::RowKey)]
        #[rowkey(value = String, format = rowkey::Raw, table = "rooms", indexes(ByName))]
        pub struct RoomKey {
            pub house: u16,
            pub room: u16,
        }

        #[derive(rowkey::RowKey)]
        #[rowkey(index_of = RoomKey, unique, table = "rooms.name")]
        pub struct ByName {
            #[rowkey(from = value)]
            pub name: String,
            pub room: u16,
        }
    }
    mod after {
        #[derive(Debug, rowkey::RowKey)]
        #[rowkey(value = String, format = rowkey::Raw, table = "rooms", indexes(ByName))]
        pub struct RoomKey {
            pub room: u16,
            pub door: u16,
        }

        #[derive(rowkey::RowKey)]
        #[rowkey(index_of = RoomKey, unique, table = "rooms.name")]
        pub struct ByName {
            #[rowkey(from = value)]
            pub name: String,
            pub room: u16,
        }
    }
    use rowkey::RowKey as _;
    let mut rows = Recorded::default().opened();
    rows.put(&before::RoomKey { house: 1, room: 2 }, &"blue".into()).unwrap();
    let rows = rows.into_store().unwrap().reopened().opened();
    let error = rows.records(after::ByName::prefix()).next().unwrap().unwrap_err();
    let RowsError::NotBuilt { changed: Some(changed), .. } = &error else { panic!("{error}") };
    assert_eq!((changed.stored(), changed.current()), (&[][..], &[][..]));
    let said = "a field of the primary key now has the name that another field had before";
    assert!(error.to_string().contains(said), "{error}");
}

/// A renamed field of the primary key does not make an index outdated, so the message does not show it beside the
/// expression that does.
#[test]
fn the_message_shows_no_renamed_field_beside_a_changed_expression() {
    macro_rules! version {
        ($version:ident: $field:ident, $name:expr) => {
            pub mod $version {
                #[derive(Debug, rowkey::RowKey)]
                #[rowkey(value = String, format = rowkey::Raw, table = "rooms", indexes(ByName))]
                pub struct RoomKey {
                    pub $field: u16,
                }

                #[derive(Debug, rowkey::RowKey)]
                #[rowkey(index_of = RoomKey, table = "rooms.name")]
                pub struct ByName {
                    #[rowkey(from = $name)]
                    pub name: String,
                    pub $field: u16,
                }
            }
        };
    }
    version!(first: room, value);
    version!(renamed: number, value);
    version!(changed: number, value.to_lowercase());

    use rowkey::RowKey as _;
    let mut rows = Recorded::default().opened();
    rows.put(&first::RoomKey { room: 2 }, &"Blue".into()).unwrap();
    let rows = rows.into_store().unwrap().reopened().opened();
    assert_eq!(rows.records(renamed::ByName::prefix()).count(), 1);
    let error = rows.records(changed::ByName::prefix()).next().unwrap().unwrap_err();
    let RowsError::NotBuilt { changed: Some(changed), .. } = &error else { panic!("{error}") };
    let lines = "in the store     from  name = value\nin this program  from  name = value.to_lowercase()\n";
    assert_eq!(changed.to_string(), lines);
}

/// Both versions have the same layouts, but the first stores a value computed from the record's value, which could have
/// other bytes than the record's value.
#[test]
fn an_index_that_stored_a_part_of_the_value_is_rebuilt_before_it_stores_the_whole_value() {
    macro_rules! version {
        ($version:ident, $stored:ident) => {
            pub mod $version {
                #[derive(Debug, rowkey::RowKey)]
                #[rowkey(value = String, format = rowkey::Raw, table = "rooms", indexes(ByName))]
                pub struct RoomKey {
                    pub room: u16,
                }

                #[derive(Debug, rowkey::RowKey)]
                #[rowkey(index_of = RoomKey, table = "rooms.name", stores = $stored)]
                pub struct ByName {
                    #[rowkey(from = value)]
                    pub name: String,
                    pub room: u16,
                }
            }
        };
    }
    version!(part, String);
    version!(whole, value);

    use rowkey::RowKey as _;
    assert_eq!(part::ByName::TABLE.rows_fingerprint(), whole::ByName::TABLE.rows_fingerprint());
    let mut rows = Recorded::default().opened();
    rows.put(&part::RoomKey { room: 2 }, &"blue".into()).unwrap();
    let mut rows = rows.into_store().unwrap().reopened().opened();
    let error = rows.covered(whole::ByName::prefix()).next().unwrap().unwrap_err();
    let RowsError::NotBuilt { changed: Some(changed), .. } = &error else { panic!("{error}") };
    assert_eq!(changed.to_string(), "in the store     stores  not the whole value\nin this program  stores  value\n");
    while rows.rebuild::<whole::ByName>(None, 100).unwrap().next.is_some() {}
    let (entry, value) = rows.covered(whole::ByName::prefix()).next().unwrap().unwrap();
    assert_eq!((entry.name.as_str(), entry.room, value.as_str()), ("blue", 2, "blue"));
}
