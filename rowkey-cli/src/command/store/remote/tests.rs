//! Tests the commands, and a program, on a store on another machine. `.ci/check-command` says which, in the variable
//! `ROWKEY_STORE`: the address of a place without tables of rowkey. Without the variable, nothing is tested.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::{self, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rowkey::record::Record;
use rowkey::{Raw, RowKey};
use rowkey_async::AsyncStore;
use tempfile::TempDir;

use super::*;
use crate::store_tests::{Finished, Message, MessageByAuthor, MessageKey, fill_all, run, run_ok};

/// Stores such as DynamoDB and HBase's wide rows find a row by the two parts of this key. A field before the sort key has a
/// variable length.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "readings")]
struct ReadingKey {
    station: String,
    #[rowkey(sort_key)]
    at: u32,
}

const TABLES: &[&str] = &["messages", "messages.author", "mixed", "readings"];
const MESSAGES: u16 = 30;
const OPEN: &str = "ROWKEY_STORE";
const FOLDER: &str = "ROWKEY_IMPORT_FOLDER";

fn import(folder: &Path, address: &str) -> Finished {
    run(folder, &["import", address, "a.jsonl", "--memory", "0"])
}

/// Writes the rows to a file, and an export of them.
fn export(folder: &Path) {
    let database = rowkey_redb::Database::create(folder.join("a.redb")).unwrap();
    fill_all(&database, MESSAGES);
    let put_readings = database.write(|rows| {
        for (station, at) in [("", 1), ("Graz", 1), ("Graz", 2), ("Gr\0az", 3), ("Wien", u32::MAX)] {
            rows.put(&ReadingKey { station: station.into(), at }, &format!("{station} {at}"))?;
        }
        Ok(())
    });
    put_readings.unwrap();
    drop(database);
    run_ok(folder, &["export", "a.redb", "--output", "all.jsonl"]);
    run_ok(folder, &[&["export", "a.redb"], TABLES, &["--output", "a.jsonl"]].concat());
}

#[test]
fn the_commands_read_and_write_a_store_on_another_machine() {
    let Ok(address) = env::var(OPEN) else { return };
    if let Some(folder) = env::var_os(FOLDER) {
        let Finished { code, err, .. } = import(Path::new(&folder), &address);
        assert_eq!(code, 0, "{err}");
        return;
    }
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    export(folder);
    let kind = Kind::of(Path::new(&address)).unwrap();
    if kind.has_unfinished_changes() {
        let Finished { err, .. } = run(folder, &["import", &address, "all.jsonl"]);
        assert!(err.contains("cannot keep the index `users.mail` unique"), "{err}");
    }

    import_and_kill(folder, &address);
    let again = import(folder, &address);
    assert!(again.err.contains("the store has rows in the table"), "{}", again.err);
    let exported = run_ok(folder, &[&["export", &address[..]], TABLES].concat());
    assert!(exported == fs::read_to_string(folder.join("a.jsonl")).unwrap(), "{exported}");

    // Tests of the adapter may leave a damaged layout, which the exit code reports.
    let listed = run(folder, &["ls", &address]).out;
    assert!(listed.lines().any(|line| line.starts_with("messages ") && line.contains(" 30 ")), "{listed}");
    let compared = run(folder, &["diff", "a.redb", &address]);
    for table in ["messages", "messages.author", "mixed:a/", "mixed:i/", "readings"] {
        let equal = format!("{table}: equal");
        assert!(compared.out.lines().any(|line| line == equal), "{table}: {}{}", compared.out, compared.err);
    }
    for args in [
        &["scan", "messages"][..],
        &["scan", "messages", "conversation=1"],
        &["scan", "messages", "message=7"],
        &["scan", "messages.author"],
        &["scan", "messages.author", "author=bob", "--limit", "3"],
        &["scan", "mixed:a/"],
        &["scan", "mixed:i/", "parent=-10000..10000"],
        &["scan", "readings"],
        &["scan", "readings", "station=Graz"],
        &["scan", "readings", "station^=G"],
        &["scan", "readings", "station=Graz", "at=2.."],
        &["get", "readings", "station=Wien", "at=4294967295"],
        &["get", "readings", "station=Wien", "at=1"],
        &["stats", "messages"],
        &["guess", "--table", "messages.author"],
        &["explain", "--table", "readings", "4772617a000000000001"],
    ] {
        let directions: &[&[&str]] = if args[0] == "scan" { &[&[], &["--rev"]] } else { &[&[]] };
        for direction in directions {
            let of = |store: &str| run(folder, &[&args[..1], &[store], &args[1..], *direction].concat());
            let (found, expected) = (of(&address), of("a.redb"));
            assert_eq!((found.code, &found.out, &found.err), (expected.code, &expected.out, &expected.err), "{args:?}");
        }
    }
    match kind {
        #[cfg(feature = "bigtable")]
        Kind::Bigtable => work(bigtable::open(crate::store::after_scheme(Path::new(&address)), &[MessageKey::TABLE])),
        #[cfg(feature = "dynamodb")]
        Kind::Dynamodb => work(dynamodb::open(&address, &[MessageKey::TABLE])),
        #[cfg(feature = "hbase")]
        Kind::Hbase => work(hbase::open(crate::store::after_scheme(Path::new(&address)), &[MessageKey::TABLE])),
        #[cfg(feature = "mongodb")]
        Kind::Mongodb => work(mongodb::open(&address, &[MessageKey::TABLE])),
        _ => panic!("the command was compiled without this store"),
    }
    let verified = run(folder, &["verify", &address]);
    for line in
        ["messages: 29 rows, 0 problems", "messages.author: 29 rows, 0 problems", "mixed:i/: 20 rows, 0 problems"]
    {
        assert!(verified.out.lines().any(|printed| printed == line), "{}{}", verified.out, verified.err);
    }
}

/// `.ci/check-hbase` runs this test after programs have written their tables.
#[cfg(feature = "hbase")]
#[test]
fn the_commands_read_tables_of_programs_on_another_machine() {
    let Ok(address) = env::var(OPEN) else { return };
    let Some(gateway) = address.strip_prefix("hbase://") else { return };
    let folder = TempDir::new().unwrap();
    let run_ok = |args: &[&str]| run_ok(folder.path(), args);
    let listed = run(folder.path(), &["ls", &address]).out;
    let is_index = |line: &str| line.starts_with("law_notes.word ") && line.contains("index of law_notes");
    assert!(listed.lines().any(|line| is_index(line) && line.contains("complete")), "{listed}");
    assert_eq!(run_ok(&["scan", &address, "law_notes.word", "--limit", "3"]).lines().count(), 4);
    // A wide row, from its last column.
    let wide = run_ok(&["scan", &address, "law_names", "group=5", "kind=39", "--rev", "--limit", "3"]);
    assert!(wide.contains("ff'767"), "{wide}");
    // Fields of `PlaneKey` in examples/flights/keys.rs, found in the keys alone.
    let guessed = run_ok(&["guess", "--hbase", gateway, "--table", "by_plane"]);
    assert!(guessed.contains(" time_2: i64,") && guessed.contains(" number_4: u16,"), "{guessed}");
    let guessed = run_ok(&["guess", "--hbase", gateway, "--table", "law_names", "--wide"]);
    assert!(guessed.contains("#[rowkey(sort_key)]"), "{guessed}");
    let missing = run(folder.path(), &["guess", "--hbase", gateway, "--table", "nope"]);
    assert!(missing.err.contains("there is no table `nope`; the tables are"), "{}", missing.err);
}

/// Kills some imports at random moments. Each continues the one before. The last one finishes.
fn import_and_kill(folder: &Path, address: &str) {
    let mut random = fastrand::Rng::new();
    for _ in 0..4 {
        let mut child = process::Command::new(env::current_exe().unwrap())
            .args(["the_commands_read_and_write_a_store_on_another_machine"])
            .env(FOLDER, folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(random.u64(..600)));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            return;
        }
        let listed = run(folder, &["ls", address]).out;
        let mut index = listed.lines().filter(|line| line.starts_with("messages.author "));
        assert!(index.all(|line| line.contains("not built")), "{listed}");
    }
    let last = import(folder, address);
    // The child before can have finished the import, and then been killed before it ended.
    assert!(last.code == 0 || last.err.contains("the store has rows in the table"), "{}", last.err);
}

/// Reads and changes imported records as a program does. A change finds the entries of the old record, and deletes them.
fn work<S: AsyncStore>(opened: Result<Remote<S>>) {
    let remote = opened.unwrap();
    let mut first = None;
    let all = KeyRange::beginning_with(b"");
    let visited = remote.scan(MessageKey::TABLE, &all, Direction::Forward, &mut |key, value| {
        first = Some((key.to_vec(), value.to_vec()));
        Ok(ControlFlow::Break(()))
    });
    visited.unwrap();
    let (key, value) = first.unwrap();
    let write = |value| remote.write(&[Change { table: MessageKey::TABLE, key: key.clone(), value: Some(value) }], &[]);
    write(value).unwrap();
    let error = write(b"{}".to_vec()).unwrap_err().to_string();
    assert!(error.contains("the table `messages` has a row with the key"), "{error}");

    let Remote { runtime, database, .. } = remote;
    let done = runtime.block_on(async {
        assert_eq!(database.count(MessageByAuthor::prefix().author("bob")).await?, 10);
        let mut all = database.records(MessageByAuthor::prefix().author("bob"));
        let (key, message) = all.next().await.unwrap()?;
        let text = message.text;
        database.write(|rows| rows.update(&key, |message| message.author = "zoe".into())).await?;
        let mut found = database.records(MessageByAuthor::prefix().author("zoe"));
        assert_eq!(found.next().await.unwrap()?.1, Message { author: "zoe".into(), text });
        let (key, _) = all.next().await.unwrap()?;
        assert!(database.write(|rows| rows.take(&key)).await?.is_some());
        let checked: rowkey::store::Progress =
            database.run_steps("check", |rows, cursor| rows.verify::<MessageByAuthor>(cursor, 100)).await?;
        assert_eq!((checked.missing, checked.stale), (0, 0));
        Ok::<_, rowkey::store::RowsError<rowkey_async::AsyncError<S::Error>>>(())
    });
    done.unwrap();
}
