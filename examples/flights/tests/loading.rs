//! Tests loading: which files and rows are rejected, skipped or left unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, TableDefinition};
use rowkey_examples::flights::command::{Data, OnError, Question};
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::queries::{Answer, answer};
use rowkey_examples::flights::store::{Source, Store};
use tempfile::TempDir;

const HEADER: &str = "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,\
    flight,tailnum,origin,dest,air_time,distance,hour,minute,time_hour";
const FIRST: &str = "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z";
const SECOND: &str = "2013,1,1,533,529,4,850,830,20,UA,1714,N24211,LGA,IAH,227,1416,5,29,2013-01-01T10:00:00Z";

/// A temporary folder with a CSV file. Loading the file creates the database in the same folder.
struct Files(TempDir);

impl Files {
    fn new(rows: &[&str]) -> Self {
        let files = Self(TempDir::new().expect("there is a temporary folder"));
        files.write(rows);
        files
    }

    fn write(&self, rows: &[&str]) {
        fs::write(self.data(), [&[HEADER], rows, &[""]].concat().join("\n")).expect("the folder is ours");
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("flights.csv")
    }

    fn db(&self) -> PathBuf {
        self.0.path().join("flights.redb")
    }

    fn open(&self, on_error: OnError) -> anyhow::Result<Store> {
        ensure_loaded(&Data { data: Some(self.data()), on_error }, Some(&self.db()))
    }

    /// Loads the file and returns all its flights: every flight in these tests goes to Houston.
    fn load(&self, on_error: OnError) -> anyhow::Result<Answer> {
        let store = self.open(on_error)?;
        answer(&Question::To { start: "IAH".into() }, &store.read()?)
    }

    fn count(&self, on_error: OnError) -> usize {
        self.load(on_error).unwrap_or_else(|error| panic!("{error:#}")).flights.len()
    }

    fn rejection(&self, on_error: OnError) -> String {
        format!("{:#}", self.load(on_error).expect_err("this cannot be loaded"))
    }
}

/// Loads a file with `row` as line 3, between two valid rows. Returns the error message about `row`.
fn rejected_line_3(row: &str) -> String {
    let files = Files::new(&[FIRST, row, SECOND]);
    let message = files.rejection(OnError::Reject);
    let start = format!("cannot load {}: line 3: ", files.data().display());
    let end = "\nNothing was loaded; --on-error skip loads the other rows";
    let problem = message.strip_prefix(&start).and_then(|rest| rest.strip_suffix(end));
    let problem = problem.unwrap_or_else(|| panic!("{message}")).to_owned();
    assert_eq!(files.count(OnError::Skip), 2, "the other rows load");
    problem
}

#[test]
fn a_broken_row_is_rejected_or_skipped() {
    assert_eq!(rejected_line_3(""), "the row is missing: the line is empty");
    assert_eq!(
        rejected_line_3(&FIRST.replace(",11,", ",x,")),
        "column `arr_delay`: `x` is not a whole number in range"
    );
}

#[test]
fn a_code_too_long_for_its_key_is_an_error_of_the_key() {
    let problem = rejected_line_3(&FIRST.replace(",UA,", ",UAL,"));
    assert!(problem.starts_with("field `carrier`: "), "{problem}");
}

#[test]
fn a_second_row_with_the_same_key_is_rejected_and_never_replaces_the_first() {
    let again = FIRST.replace("N14228", "N99999");
    assert_eq!(rejected_line_3(&again), "an earlier row has the same key: UA 1545 from EWR at 2013-01-01 05:15");

    let files = Files::new(&[FIRST, &again]);
    let answer = files.load(OnError::Skip).expect("the other row loads");
    assert_eq!(answer.flights[0].plane.as_deref(), Some("N14228"));
}

#[test]
fn the_same_number_may_leave_another_airport_at_the_same_time() {
    let files = Files::new(&[FIRST, &FIRST.replace("EWR", "JFK")]);
    assert_eq!(files.count(OnError::Reject), 2);
}

#[test]
fn new_data_replace_old_data_and_broken_data_do_not() {
    let files = Files::new(&[FIRST]);
    assert_eq!(files.count(OnError::Reject), 1);
    files.write(&[FIRST, SECOND]);
    assert_eq!(files.count(OnError::Reject), 2);
    files.write(&["", SECOND]);
    files.rejection(OnError::Reject);
    files.write(&[FIRST, SECOND]);
    let source = Source::new(files.data()).expect("the file is there");
    let store = Store::open(&files.db()).expect("the database is there");
    assert_eq!(store.skipped(&source).expect("the database can be read"), Some(0), "still loaded");
}

#[test]
fn the_number_of_skipped_rows_is_stored() {
    let files = Files::new(&[FIRST, ""]);
    assert_eq!(files.count(OnError::Skip), 1);
    assert_eq!(files.count(OnError::Skip), 1);
    assert!(files.rejection(OnError::Reject).contains("line 3: the row is missing"));
}

#[test]
fn a_file_of_another_version_is_left_unchanged() {
    let files = Files::new(&[FIRST]);
    assert_eq!(files.count(OnError::Reject), 1);
    let tables = || {
        let database = Database::open(files.db()).expect("no other program has it open");
        let read = database.begin_read().expect("the database is not damaged");
        read.list_tables().expect("the database is not damaged").count()
    };
    let before = tables();
    let database = Database::open(files.db()).expect("no other program has it open");
    let write = database.begin_write().expect("nobody else writes");
    let about: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
    write
        .open_table(about)
        .and_then(|mut table| Ok(table.insert("fingerprint", "0x0").map(drop)?))
        .expect("the example has this table");
    write.commit().expect("there is room");
    drop(database);
    assert!(files.rejection(OnError::Reject).ends_with("delete the file to load the flights again"));
    assert_eq!(tables(), before);
}

#[test]
fn files_of_other_programs_are_left_unchanged() {
    let files = Files::new(&[FIRST]);
    let recipes: TableDefinition<'_, &str, &str> = TableDefinition::new("recipes");
    let other = Database::create(files.db()).expect("the folder is ours");
    let write = other.begin_write().expect("nobody else writes");
    write.open_table(recipes).and_then(|mut table| Ok(table.insert("a", "b").map(drop)?)).expect("a new table");
    write.commit().expect("there is room");
    drop(other);
    let start = format!("cannot use the database {} (--db names another): ", files.db().display());
    assert_eq!(
        files.rejection(OnError::Reject),
        format!("{start}it holds a table `recipes`, so it belongs to something else")
    );

    fs::write(files.db(), "a letter").expect("the folder is ours");
    assert!(files.rejection(OnError::Reject).starts_with(&start));
    assert_eq!(fs::read(files.db()).expect("the file is unchanged"), b"a letter");
}

#[test]
fn a_database_in_use_is_an_error() {
    let files = Files::new(&[FIRST]);
    let _store = files.open(OnError::Reject).expect("the flight loads");
    assert!(files.rejection(OnError::Reject).ends_with("another program has it open"));
}

#[test]
fn a_missing_file_is_named_and_leaves_no_database() {
    let files = Files::new(&[]);
    let missing = Data { data: Some(Path::new("no/such/file").into()), on_error: OnError::Reject };
    let error = ensure_loaded(&missing, Some(&files.db())).expect_err("there is no such file");
    assert!(format!("{error:#}").starts_with("cannot read the flights in no/such/file: "));
    assert!(!files.db().exists());
    assert!(files.rejection(OnError::Reject).ends_with("there are no flights in it"));
}
