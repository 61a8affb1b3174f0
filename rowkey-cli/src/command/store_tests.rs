//! Tests the commands that open stores, from their arguments to their exit codes.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rowkey::record::{Index, Record};
use rowkey::store::Write as _;
use rowkey::{Json, Raw, RowKey};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) author: String,
    pub(crate) text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = Message, format = Json, table = "messages", indexes(MessageByAuthor))]
pub(crate) struct MessageKey {
    conversation: u32,
    #[descending]
    sent_at: Timestamp,
    message: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = MessageKey, table = "messages.author", salt(md5, buckets = 4, of(author)))]
pub(crate) struct MessageByAuthor {
    #[rowkey(from = value.author.clone())]
    author: String,
    sent_at: Timestamp,
    conversation: u32,
    message: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "users", indexes(UserByMail))]
struct UserKey {
    user: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = UserKey, table = "users.mail", unique)]
struct UserByMail {
    #[rowkey(from = value.clone())]
    mail: String,
}

/// Rows of several kinds in one table, with namespaces.
#[derive(Debug, RowKey)]
#[rowkey(value = Vec<u8>, format = Raw, table = "mixed", namespace = "a/", indexes(ByOption))]
struct MixedKey {
    #[salt(md5, 1)]
    name: String,
    #[pad(6)]
    number: u32,
    parent: Option<i16>,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = MixedKey, table = "mixed", namespace = "i/", stores = value)]
struct ByOption {
    parent: Option<i16>,
    #[descending]
    name: String,
    number: u32,
}

const TABLES: [&rowkey::store::Table; 3] = [MessageKey::TABLE, UserKey::TABLE, MixedKey::TABLE];

/// Writes the same rows to a store of any kind. `$write` is a method such as `database.write`.
macro_rules! fill {
    ($database:expr, $count:expr) => {
        $database.write(|rows| {
            let authors = ["ada", "bob", "eve"];
            for message in 1..=$count {
                let sent_at = Timestamp::from_second(1_772_366_400 + 60 * i64::from(message)).unwrap();
                let author = authors[usize::from(message) % 3].to_owned();
                let key = MessageKey { conversation: u32::from(message % 3), sent_at, message };
                rows.put(&key, &Message { author, text: format!("message {message}") })?;
            }
            for (user, name) in (1..).zip(authors) {
                rows.put(&UserKey { user }, &format!("{name}@example.com"))?;
            }
            Ok(())
        })
    };
}

macro_rules! fill_mixed {
    ($database:expr, $count:expr) => {
        $database.write(|rows| {
            let mut random = fastrand::Rng::with_seed(31);
            for _ in 0..$count {
                let name: String = (0..random.usize(..6)).map(|_| random.char('\0'..'\u{300}')).collect();
                let parent = random.bool().then(|| random.i16(..));
                let value: Vec<u8> = (0..random.usize(..9)).map(|_| random.u8(..)).collect();
                rows.put(&MixedKey { name, number: random.u32(..1_000_000), parent }, &value)?;
            }
            Ok(())
        })
    };
}

const KINDS: &[&str] =
    if cfg!(feature = "rocksdb") { &["redb", "fjall", "lmdb", "rocksdb"] } else { &["redb", "fjall", "lmdb"] };

/// Writes all kinds of rows.
#[cfg(any(feature = "bigtable", feature = "dynamodb", feature = "hbase", feature = "mongodb"))]
pub(crate) fn fill_all(database: &rowkey_redb::Database, messages: u16) {
    fill!(database, messages).unwrap();
    fill_mixed!(database, 20).unwrap();
}

pub(crate) struct Finished {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the command. Arguments that name a file are in the folder.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Finished {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let is_file = |arg: &str| {
        ["redb", "fjall", "lmdb", "rocksdb", "jsonl", "json", "svg"].iter().any(|end| arg.ends_with(&format!(".{end}")))
    };
    let arg = |arg: &&str| if is_file(arg) { folder.join(arg).into_os_string() } else { OsString::from(arg) };
    let args = std::iter::once(OsString::from("rowkey")).chain(args.iter().map(arg));
    let code = crate::run(args, &b""[..], &mut out, &mut err, None);
    let folder = format!("{}/", folder.display());
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder, "");
    Finished { code, out: text(out), err: text(err) }
}

pub(crate) fn run_ok(folder: &Path, args: &[&str]) -> String {
    let Finished { code, out, err } = run(folder, args);
    assert_eq!(code, 0, "{args:?}: {out}{err}");
    out
}

fn chat(folder: &Path) -> PathBuf {
    let path = folder.join("chat.redb");
    let database = rowkey_redb::Database::create(&path).unwrap();
    fill!(database, 12).unwrap();
    path
}

/// The page shows what the commands print. `ROWKEY_BLESS=1` writes the page again.
#[test]
fn the_page_shows_what_the_commands_print() {
    let folder = TempDir::new().unwrap();
    chat(folder.path());
    let page_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/look_at_your_data.md");
    let page = fs::read_to_string(&page_path).unwrap();
    let logged = MessageKey { conversation: 1, sent_at: Timestamp::from_second(1_772_366_820).unwrap(), message: 7 };
    assert!(
        page.contains(&rowkey_cli::Notation::Hex.write(&logged.encode())),
        "{}",
        rowkey_cli::Notation::Hex.write(&logged.encode())
    );
    let (mut expected, mut is_console) = (String::new(), false);
    for line in page.lines() {
        match line {
            "```console" => is_console = true,
            "```" => is_console = false,
            _ => {}
        }
        let Some(command) = line.strip_prefix("$ rowkey ") else {
            // The output of a command is replaced.
            if !is_console || line == "```console" {
                writeln!(expected, "{line}").unwrap();
            }
            continue;
        };
        if !expected.ends_with("```console\n") {
            writeln!(expected).unwrap();
        }
        let args: Vec<_> = command.split(' ').collect();
        let Finished { code, out, err } = run(folder.path(), &args);
        assert_eq!(code, 0, "{command}: {err}");
        write!(expected, "{line}\n{out}{err}").unwrap();
    }
    if std::env::var_os("ROWKEY_BLESS").is_some() {
        fs::write(page_path, &expected).unwrap();
    }
    assert_eq!(page, expected, "run the test with ROWKEY_BLESS=1");
}

pub(crate) fn open_lmdb(folder: &Path) -> heed::Env<heed::WithoutTls> {
    fs::create_dir_all(folder).unwrap();
    let mut options = heed::EnvOpenOptions::new().read_txn_without_tls();
    options.max_dbs(16).map_size(1 << 30);
    // SAFETY: only this test opens the folder, and no command while the test has it open for writing.
    #[allow(unsafe_code, reason = "LMDB maps the file")]
    let env = unsafe { options.open(folder).unwrap() };
    env
}

#[test]
fn an_import_of_an_export_has_the_same_bytes_in_every_kind_of_store() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    {
        let database = rowkey_redb::Database::create(path.join("a.redb")).unwrap();
        fill!(database, 100).unwrap();
        fill_mixed!(database, 500).unwrap();
        let database = rowkey_fjall::Database::open(path.join("a.fjall")).unwrap();
        fill!(database, 100).unwrap();
        fill_mixed!(database, 500).unwrap();
        let env = open_lmdb(&path.join("a.lmdb"));
        let database = rowkey_heed::Database::new(&env, &TABLES).unwrap();
        fill!(database, 100).unwrap();
        fill_mixed!(database, 500).unwrap();
    }
    let mut exports = Vec::new();
    for from in ["redb", "fjall", "lmdb"] {
        let (store, export) = (format!("a.{from}"), format!("{from}.jsonl"));
        run_ok(path, &["export", &store, "--output", &export]);
        for to in KINDS {
            let copy = format!("{from}-copy.{to}");
            run_ok(path, &["import", &copy, &export, "--kind", to]);
            run_ok(path, &["diff", &store, &copy]);
            run_ok(path, &["verify", &copy]);
            let again = run_ok(path, &["export", &copy]);
            assert!(again == fs::read_to_string(path.join(&export)).unwrap(), "from {from} to {to}");
        }
        exports.push(fs::read_to_string(path.join(&export)).unwrap());
    }
    assert!(exports.windows(2).all(|pair| pair[0] == pair[1]), "the rows do not depend on the store");
    // A program reads the copy.
    let copy = rowkey_redb::Database::create(path.join("fjall-copy.redb")).unwrap();
    let rows = copy.read().unwrap();
    assert_eq!(rows.records(MessageByAuthor::prefix()).map(Result::unwrap).count(), 100);
    assert_eq!(rows.find(&UserByMail { mail: "bob@example.com".into() }).unwrap().unwrap().0.user, 2);
}

/// The scan of a table with conditions is the filter of all rows.
#[test]
fn a_scan_has_the_rows_that_meet_the_conditions() {
    let folder = TempDir::new().unwrap();
    let database = rowkey_redb::Database::create(folder.path().join("a.redb")).unwrap();
    fill!(database, 90).unwrap();
    fill_mixed!(database, 300).unwrap();
    drop(database);
    let scan = |args: &[&str]| -> Vec<serde_json::Value> {
        let out = run_ok(folder.path(), &[&["scan", "a.redb"], args, &["--json"]].concat());
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let check = |args: &[&str], expected: &dyn Fn(&serde_json::Value) -> bool| {
        let all = scan(&args[..1]);
        let expected: Vec<_> = all.into_iter().filter(expected).collect();
        assert!(!expected.is_empty(), "{args:?} selects nothing");
        let mut found = scan(args);
        assert_eq!(found, expected, "{args:?}");
        found.reverse();
        let mut backward = scan(&[args, &["--rev"]].concat());
        // The buckets follow each other in reverse, too.
        assert_eq!(backward, found, "{args:?} --rev");
        backward = scan(&[args, &["--limit", "3"]].concat());
        found.reverse();
        found.truncate(3);
        assert_eq!(backward, found, "{args:?} --limit 3");
    };
    let time = |row: &serde_json::Value| row["sent_at"].as_str().unwrap().to_owned();
    check(&["messages", "conversation=1"], &|row| row["conversation"] == 1);
    check(&["messages", "conversation=1..=2"], &|row| row["conversation"] != 0);
    check(&["messages", "conversation=1.."], &|row| row["conversation"] != 0);
    check(&["messages", "conversation=..1"], &|row| row["conversation"] == 0);
    let (first, last) = ("2026-03-01T12:10:00Z", "2026-03-01T12:40:00Z");
    for (range, includes_end) in [
        ("sent_at=2026-03-01T12:10Z..2026-03-01T12:40Z", false),
        ("sent_at=2026-03-01T12:10Z..=2026-03-01T12:40Z", true),
    ] {
        let is_in = |row: &serde_json::Value| {
            let time = time(row);
            (first..last).contains(&time.as_str()) || (includes_end && time == last)
        };
        check(&["messages", "conversation=1", range], &|row| row["conversation"] == 1 && is_in(row));
        check(&["messages.author", "author=bob", range], &|row| row["author"] == "bob" && is_in(row));
    }
    check(&["messages", "conversation=2", "sent_at=2026-03-01T12:40Z.."], &|row| {
        row["conversation"] == 2 && time(row).as_str() >= last
    });
    check(&["messages", "message=7"], &|row| row["message"] == 7);
    check(&["messages", "message=7..9"], &|row| row["message"] == 7 || row["message"] == 8);
    check(&["messages.author", "author=b..c"], &|row| row["author"] == "bob");
    check(&["users.mail", "mail^=b"], &|row| row["mail"].as_str().unwrap().starts_with('b'));
    check(&["mixed:i/", "parent=-10000..10000"], &|row| {
        row["parent"].as_i64().is_some_and(|parent| (-10000..10000).contains(&parent))
    });
}

#[test]
fn what_cannot_be_selected_is_an_error_that_says_what_to_write() {
    let folder = TempDir::new().unwrap();
    chat(folder.path());
    for (args, message) in [
        (
            &["scan", "chat.redb", "nope"][..],
            "there is no table `nope`; the tables are messages, messages.author, users, users.mail",
        ),
        (&["scan", "chat.redb", "users", "name=1"], "there is no field `name`; the fields are user"),
        (&["scan", "chat.redb", "users", "user=x"], "`x` is not a whole number from 0 to 65535"),
        (&["scan", "chat.redb", "users", "user^=1"], "neither text nor bytes"),
        (&["scan", "chat.redb", "users", "user=1", "user=2"], "field `user` has two conditions"),
        (&["scan", "chat.redb", "messages", "message=x..2"], "field `message`: `x` is not a whole number"),
        (&["get", "chat.redb", "messages", "conversation=1"], "several rows match"),
        (&["ls", "nothing.redb"], "there is no file or folder nothing.redb"),
        (&["import", "new", "missing.jsonl"], "cannot read missing.jsonl"),
        (&["explain", "chat.redb", "--table", "nope", "00"], "there is no table `nope`"),
    ] {
        let Finished { code, err, .. } = run(folder.path(), args);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    let missing = run(folder.path(), &["get", "chat.redb", "users", "user=99"]);
    assert_eq!((missing.code, missing.err.as_str()), (1, "no row of `users` matches\n"));
}

/// Copies of all files and their contents.
fn files_of(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    if path.is_file() {
        return vec![(path.to_owned(), fs::read(path).unwrap())];
    }
    let mut files: Vec<_> = fs::read_dir(path).unwrap().flat_map(|file| files_of(&file.unwrap().path())).collect();
    files.sort();
    files
}

#[test]
fn reading_changes_no_file() {
    let folder = TempDir::new().unwrap();
    chat(folder.path());
    run_ok(folder.path(), &["export", "chat.redb", "--output", "chat.jsonl"]);
    run_ok(folder.path(), &["import", "chat.lmdb", "chat.jsonl", "--kind", "lmdb"]);
    fs::remove_file(folder.path().join("chat.lmdb/lock.mdb")).unwrap();
    let before = files_of(folder.path());
    for store in ["chat.redb", "chat.lmdb"] {
        for command in [
            &["ls", store][..],
            &["scan", store, "users"],
            &["verify", store],
            &["stats", store],
            &["diff", store, "chat.redb"],
        ] {
            run_ok(folder.path(), command);
        }
    }
    assert!(files_of(folder.path()) == before);
}

#[test]
fn a_store_that_a_program_has_open_is_an_error() {
    let folder = TempDir::new().unwrap();
    let database = rowkey_redb::Database::create(folder.path().join("open.redb")).unwrap();
    let Finished { code, err, .. } = run(folder.path(), &["ls", "open.redb"]);
    assert_eq!(code, 2);
    assert!(err.contains("another process has it open for writing"), "{err}");
    drop(database);
    let _database = rowkey_fjall::Database::open(folder.path().join("open.fjall")).unwrap();
    let Finished { code, err, .. } = run(folder.path(), &["ls", "open.fjall"]);
    assert_eq!(code, 2);
    assert!(err.contains("another process has it open"), "{err}");
}

#[test]
fn damaged_rows_are_named_and_the_rest_is_shown() {
    let folder = TempDir::new().unwrap();
    let path = chat(folder.path());
    let database = rowkey_redb::Database::create(&path).unwrap();
    database
        .write(|rows| {
            let store = rows.store_mut();
            store.put(MessageKey::TABLE, b"\0\0\0\x01short", b"{}")?;
            store.put(UserKey::TABLE, &[0, 9], b"\xFF not text")?;
            // An entry without a record, and a damaged layout.
            store.put(<UserByMail as Index>::TABLE, b"gone@example.com", &[0, 77])?;
            // The first entry has a damaged key. The others are shown with their own records.
            store.put(<UserByMail as Index>::TABLE, b"A\xFF", &[0, 77])?;
            store.put(&rowkey::store::LAYOUTS, b"broken", b"\x01")?;
            Ok(())
        })
        .unwrap();
    drop(database);
    let listed = run(folder.path(), &["ls", "chat.redb"]);
    assert_eq!(listed.code, 1);
    assert!(
        listed.out.contains("users.mail") && listed.err.contains("table `broken`: the recorded layout is cut off"),
        "{}",
        listed.err
    );
    let scanned = run(folder.path(), &["scan", "chat.redb", "messages", "conversation=1"]);
    assert_eq!((scanned.code, scanned.out.lines().count()), (1, 1 + 4 + 1), "{}", scanned.out);
    assert!(scanned.err.contains(r"row \x00\x00\x00\x01short: field `sent_at`"), "{}", scanned.err);
    assert!(run(folder.path(), &["scan", "chat.redb", "users"]).out.contains("9     10 bytes 0xff"));
    let entries = run(folder.path(), &["scan", "chat.redb", "users.mail"]);
    assert_eq!((entries.code, entries.out.lines().count()), (1, 6), "{}", entries.out);
    for mail in ["ada@example.com", "bob@example.com", "eve@example.com"] {
        // In the entry, and in its record.
        let is_whole = |line: &str| line.starts_with(mail) && line.matches(mail).count() == 2;
        assert!(entries.out.lines().any(is_whole), "{}", entries.out);
    }
    assert!(entries.err.contains("row gone@example.com: the record of this entry does not exist"), "{}", entries.err);
    let database = rowkey_redb::Database::create(&path).unwrap();
    let index = <UserByMail as Index>::TABLE;
    database.write(|rows| rows.store_mut().delete(index, b"A\xFF").map_err(rowkey_redb::Error::Store)).unwrap();
    drop(database);

    let verified = run(folder.path(), &["verify", "chat.redb"]);
    assert_eq!(verified.code, 1);
    assert!(verified.out.contains("users.mail: 4 rows, 1 problems"), "{}", verified.out);
    let repaired = run(folder.path(), &["verify", "chat.redb", "--repair"]);
    assert!(repaired.out.contains("deleted 1 entries"), "{}", repaired.out);
    let scanned = run(folder.path(), &["scan", "chat.redb", "users.mail"]);
    assert_eq!((scanned.code, scanned.out.lines().count()), (0, 4), "{}", scanned.err);
    let state = run(folder.path(), &["ls", "chat.redb"]);
    assert!(state.out.contains("not built: a program must call `rebuild`"), "{}", state.out);
    // The program builds the index again.
    let database = rowkey_redb::Database::create(&path).unwrap();
    assert!(database.read().unwrap().find(&UserByMail { mail: "ada@example.com".into() }).is_err());
    database.write(|rows| rows.store_mut().delete(UserKey::TABLE, &[0, 9]).map_err(rowkey_redb::Error::Store)).unwrap();
    database.run_steps("mail", |rows, cursor| rows.rebuild::<UserByMail>(cursor, 100)).unwrap();
    assert!(database.read().unwrap().find(&UserByMail { mail: "ada@example.com".into() }).unwrap().is_some());
}

#[test]
fn tables_of_others_are_listed_and_not_shown() {
    let folder = TempDir::new().unwrap();
    let database = redb::Database::create(folder.path().join("foreign.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(redb::TableDefinition::<&str, u64>::new("settings")).unwrap().insert("a", 1).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let listed = run_ok(folder.path(), &["ls", "foreign.redb"]);
    assert!(listed.contains("settings  1     not of rowkey"), "{listed}");
    let scanned = run(folder.path(), &["scan", "foreign.redb", "settings"]);
    assert_eq!(scanned.code, 2);
    assert!(scanned.err.contains("rowkey has recorded no layout for the table `settings`"), "{}", scanned.err);
    fs::write(folder.path().join("text.redb"), "not a store").unwrap();
    assert!(run(folder.path(), &["ls", "text.redb"]).err.contains("is not a store that this command knows"));
    fs::write(folder.path().join("cut.redb"), &fs::read(folder.path().join("foreign.redb")).unwrap()[..100]).unwrap();
    assert_eq!(run(folder.path(), &["ls", "cut.redb"]).code, 2);
}

#[test]
fn guess_reads_tables_of_every_kind_of_store() {
    let folder = TempDir::new().unwrap();
    chat(folder.path());
    run_ok(folder.path(), &["export", "chat.redb", "--output", "chat.jsonl"]);
    for kind in KINDS {
        let store = format!("copy.{kind}");
        run_ok(folder.path(), &["import", &store, "chat.jsonl", "--kind", kind]);
        // The entries of this index are in a redb table of another type than those of others.
        let guessed = run_ok(folder.path(), &["guess", &store, "--table", "messages.author"]);
        assert!(guessed.contains("struct GuessedKey"), "{guessed}");
        let missing = run(folder.path(), &["guess", &store, "--table", "nope"]);
        assert!(missing.err.contains("there is no table `nope`; the tables are"), "{}", missing.err);
    }
    // A table that rowkey did not write.
    let database = fjall::SingleWriterTxDatabase::builder(folder.path().join("foreign.fjall")).open().unwrap();
    let rows = database.keyspace("rows", fjall::KeyspaceCreateOptions::default).unwrap();
    (0..20_u8).for_each(|number| rows.insert([b'n', number], b"").unwrap());
    drop((rows, database));
    let guessed = run_ok(folder.path(), &["guess", "foreign.fjall", "--table", "rows"]);
    assert!(guessed.contains("number_1: u8"), "{guessed}");
}

#[test]
fn an_address_of_no_store_or_without_its_feature_is_an_error_that_says_what_to_write() {
    let folder = TempDir::new().unwrap();
    for (address, message) in [
        ("redis://localhost", "is not a store that this command knows; it knows a redb file"),
        ("hbase:localhost:9090", "there is no file or folder hbase:localhost:9090"),
        #[cfg(not(feature = "dynamodb"))]
        ("dynamodb://app", "compiled without DynamoDB; help: cargo install --path rowkey-cli --features dynamodb"),
        #[cfg(feature = "dynamodb")]
        ("dynamodb://eu-central-1/a/b", "write the table: dynamodb://TABLE, dynamodb://REGION/TABLE"),
        #[cfg(feature = "dynamodb")]
        ("dynamodb+http://localhost", "write the table: dynamodb://TABLE, dynamodb://REGION/TABLE"),
        #[cfg(feature = "bigtable")]
        ("bigtable://project", "write the project and the instance: bigtable://PROJECT/INSTANCE"),
        #[cfg(feature = "hbase")]
        ("hbase://localhost", "write the host and the port of the gateway, such as hbase://localhost:9090"),
        #[cfg(feature = "mongodb")]
        ("mongodb://localhost", "write the database: mongodb://HOST:PORT/DATABASE"),
    ] {
        let Finished { code, err, .. } = run(folder.path(), &["ls", address]);
        assert_eq!(code, 2, "{address}: {err}");
        assert!(err.contains(message), "{address}: {err}");
    }
    let secret = run(folder.path(), &["ls", "mongodb://ada:secret@localhost:1/app?directConnection=x"]);
    assert!(
        secret.err.contains("mongodb://ada:***@localhost:1/app") && !secret.err.contains("secret"),
        "{}",
        secret.err
    );
}

/// An import that was interrupted: indexes count as not built, and the next import continues.
#[test]
fn an_import_continues_where_it_was_interrupted() {
    let folder = TempDir::new().unwrap();
    let database = rowkey_redb::Database::create(folder.path().join("a.redb")).unwrap();
    fill!(database, 12_000).unwrap();
    drop(database);
    run_ok(folder.path(), &["export", "a.redb", "--bytes-only", "--output", "a.jsonl"]);
    let export = fs::read_to_string(folder.path().join("a.jsonl")).unwrap();
    // A line in the middle that cannot be read ends the import there.
    let mut lines: Vec<_> = export.lines().collect();
    lines[15_000] = "cut off";
    fs::write(folder.path().join("cut.jsonl"), lines.join("\n")).unwrap();
    let cut = run(folder.path(), &["import", "b.redb", "cut.jsonl", "--memory", "1"]);
    assert_eq!(cut.code, 2);
    assert!(cut.err.contains("line 15001 is not a row of an export"), "{}", cut.err);
    let listed = run_ok(folder.path(), &["ls", "b.redb"]);
    assert!(listed.contains("not built"), "{listed}");
    let database = rowkey_redb::Database::create(folder.path().join("b.redb")).unwrap();
    let by_author = database.read().unwrap().records(MessageByAuthor::prefix()).next().unwrap();
    assert!(matches!(by_author, Err(rowkey_redb::Error::NotBuilt { .. })), "{by_author:?}");
    drop(database);

    // Another export cannot continue, whether its lines are others or too few.
    let is_row = |line: &&str| !line.contains("\"table\":\"rowkey.");
    let header: Vec<_> = export.lines().take_while(|line| !is_row(line) || line.contains("rowkey_export")).collect();
    let others: Vec<_> = export.lines().skip(header.len() + 1).collect();
    for rows in [&others[..], &others[..100]] {
        fs::write(folder.path().join("other.jsonl"), [&header, rows].concat().join("\n")).unwrap();
        let other = run(folder.path(), &["import", "b.redb", "other.jsonl"]);
        assert!(other.err.contains("the first part of another export"), "{}", other.err);
    }

    let resumed = run(folder.path(), &["import", "b.redb", "a.jsonl"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let (_, line) = resumed.err.split_once("continues after line ").expect(&resumed.err);
    assert!(line.split_once('\n').unwrap().0.parse::<u32>().unwrap() > 1000, "{line}");
    assert!(run_ok(folder.path(), &["export", "b.redb", "--bytes-only"]) == export);
    let again = run(folder.path(), &["import", "b.redb", "a.jsonl"]);
    assert!(again.err.contains("the store has rows in the table `messages` already"), "{}", again.err);
}

/// The test starts itself as a child process that imports, and kills the child at random moments. Each child continues the
/// import of the one before. At the end, the store has the rows of the export.
#[test]
fn an_import_that_is_killed_at_any_moment_can_be_continued() {
    const STORE: &str = "ROWKEY_IMPORT_STORE";
    const FOLDER: &str = "ROWKEY_IMPORT_FOLDER";
    fn import(folder: &Path, kind: &str) -> Finished {
        run(folder, &["import", &format!("copy.{kind}"), "a.jsonl", "--kind", kind, "--memory", "1"])
    }
    if let (Some(folder), Ok(kind)) = (std::env::var_os(FOLDER), std::env::var(STORE)) {
        assert_eq!(import(Path::new(&folder), &kind).code, 0);
        return;
    }
    let folder = TempDir::new().unwrap();
    let database = rowkey_redb::Database::create(folder.path().join("a.redb")).unwrap();
    fill!(database, 20_000).unwrap();
    drop(database);
    run_ok(folder.path(), &["export", "a.redb", "--output", "a.jsonl"]);
    let export = fs::read_to_string(folder.path().join("a.jsonl")).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for kind in KINDS {
        let copy = format!("copy.{kind}");
        let mut is_complete = false;
        for _ in 0..6 {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["store_tests::an_import_that_is_killed_at_any_moment_can_be_continued", "--exact"])
                .env(FOLDER, folder.path())
                .env(STORE, kind)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(std::time::Duration::from_millis(random.u64(..400)));
            child.kill().unwrap();
            is_complete = child.wait().unwrap().success();
            if is_complete {
                break;
            }
        }
        if !is_complete {
            // The last child can also have finished the import, and then been killed before it ended.
            let last = import(folder.path(), kind);
            assert!(last.code == 0 || last.err.contains("the store has rows in the table"), "{}", last.err);
        }
        assert!(run_ok(folder.path(), &["export", &copy]) == export, "{kind}");
        let listed = run_ok(folder.path(), &["ls", &copy]);
        assert!(!listed.contains("not built"), "{listed}");
    }
}

#[test]
fn a_diff_shows_rows_and_layouts_that_differ() {
    let folder = TempDir::new().unwrap();
    let path = chat(folder.path());
    fs::copy(&path, folder.path().join("other.redb")).unwrap();
    let database = rowkey_redb::Database::create(folder.path().join("other.redb")).unwrap();
    database
        .write(|rows| {
            rows.take(&UserKey { user: 1 })?;
            rows.put(&UserKey { user: 2 }, &"new@example.com".into())?;
            rows.put(&UserKey { user: 4 }, &"dan@example.com".into())
        })
        .unwrap();
    drop(database);
    let diff = run(folder.path(), &["diff", "chat.redb", "other.redb"]);
    assert_eq!(diff.code, 1);
    for line in [
        "messages: equal",
        r#"- users \x00\x01: "ada@example.com""#,
        r#"~ users \x00\x02: "bob@example.com" -> "new@example.com""#,
        r#"+ users \x00\x04: "dan@example.com""#,
        "users: 1 rows only in chat.redb, 1 only in other.redb, 1 changed",
    ] {
        assert!(diff.out.lines().any(|printed| printed == line), "{line} is not in\n{}", diff.out);
    }
    fs::write(
        folder.path().join("layout.json"),
        serde_json::to_string(&rowkey_cli::FileLayout(UserKey::LAYOUT.clone())).unwrap(),
    )
    .unwrap();
    assert_eq!(run_ok(folder.path(), &["diff", "chat.redb", "layout.json"]), "users: equal to `UserKey`\n");
}

#[test]
fn the_shell_and_the_manual_know_the_commands() {
    let folder = TempDir::new().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run_ok(folder.path(), &["completions", shell]).contains("verify"));
    }
    assert!(run_ok(folder.path(), &["man"]).contains("rowkey\\-verify"));
}
