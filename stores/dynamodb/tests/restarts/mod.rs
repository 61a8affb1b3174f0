//! Writers while the server is killed and started again.

use super::remote::{self, Told};
use super::{TestResult, client, wait_for_words};
use fastrand::Rng;
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey::store::remote::AsyncError;
use rowkey_dynamodb::{Database, create_table, open};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const RESTARTS: u32 = 4;
/// The number of words that are written before each restart, and after the last one.
const WORDS: usize = 40;

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "accounts", indexes(AccountByName))]
struct AccountKey {
    account: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = AccountKey, table = "accounts.name", unique)]
struct AccountByName {
    #[rowkey(from = value)]
    name: String,
}

/// A process of DynamoDB Local, whose tables are in a folder.
struct Server(Child);

impl Server {
    fn start(port: u16, folder: &Path) -> Self {
        let mut run = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/server/run"));
        let mut server = run
            .arg(port.to_string())
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("server/run runs");
        let mut ready = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut ready).unwrap();
        assert!(ready.starts_with("READY"), "the server did not start: {ready}");
        Self(server)
    }
}

impl Drop for Server {
    /// Kills the server: `server/run` does when its standard input ends.
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("rowkey-dynamodb-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Gives accounts random names of a few, so that most attempts would give a name to two accounts.
async fn write_accounts(database: &Database, mut random: Rng, unique: &AtomicU32) {
    loop {
        let account = AccountKey { account: random.u16(..6) };
        let name = ["ada", "bob", "eve", "kim"][random.usize(..4)].to_owned();
        let written = match random.u8(..4) {
            0 => database.write(|rows| rows.take(&account)).await.map(drop),
            _ => database.write(|rows| rows.put(&account, &name)).await,
        };
        match written {
            Ok(()) | Err(RowsError::Store(AsyncError::Unknown(_) | AsyncError::Store(_))) => {}
            Err(RowsError::Taken { .. }) => drop(unique.fetch_add(1, Ordering::Relaxed)),
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_lose_nothing_while_the_server_is_killed_and_started_again() -> TestResult {
    if Command::new("java").arg("-version").stderr(Stdio::null()).status().is_err() {
        // `println` would be shown only if the test failed.
        writeln!(std::io::stderr(), "\n!! NOT TESTED: java is not on the PATH, so no server was killed\n")?;
        return Ok(());
    }
    let folder = Folder::new();
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut server = Some(Server::start(port, &folder.0));
    let client = client(format!("http://127.0.0.1:{port}"));
    create_table(&client, "restarts").await?;
    let database = Arc::new(open(client, "restarts"));
    database.write(|rows| rows.put(&AccountKey { account: 0 }, &"ada".into())).await?;

    let (told, taken) = (Arc::new(Mutex::new(Told::default())), Arc::new(AtomicU32::new(0)));
    let mut random = Rng::with_seed(7);
    let mut writers = Vec::new();
    for writer in 0..4 {
        let (database, told, random) = (Arc::clone(&database), Arc::clone(&told), Rng::with_seed(random.u64(..)));
        writers.push(tokio::spawn(async move {
            remote::write_words(&database, writer, u32::MAX, random, |tell| tell(&mut told.lock().unwrap())).await;
        }));
    }
    for _ in 0..2 {
        let (database, taken, random) = (Arc::clone(&database), Arc::clone(&taken), Rng::with_seed(random.u64(..)));
        writers.push(tokio::spawn(async move { write_accounts(&database, random, &taken).await }));
    }
    let (start, mut counts) = (Instant::now(), vec![0]);
    for restart in 0..=RESTARTS {
        let goal = counts.last().unwrap_or(&0) + WORDS;
        counts.push(wait_for_words(&told, goal).await);
        if restart < RESTARTS {
            tokio::time::sleep(Duration::from_millis(random.u64(..500))).await;
            drop(server.take());
            tokio::time::sleep(Duration::from_millis(random.u64(..500))).await;
            server = Some(Server::start(port, &folder.0));
        }
    }
    writers.iter().for_each(tokio::task::JoinHandle::abort);
    for writer in writers {
        assert!(writer.await.err().is_none_or(|error| error.is_cancelled()));
    }
    // Requests of the writers can still be on their way.
    tokio::time::sleep(Duration::from_millis(500)).await;

    let told = std::mem::take(&mut *told.lock().unwrap());
    println!(
        "{RESTARTS} restarts in {:.0?}; words written until each: {counts:?}; {} unknown, {} failures, {} names taken",
        start.elapsed(),
        told.count_unknown(),
        told.failures,
        taken.load(Ordering::Relaxed),
    );
    remote::check_words(&database, &told).await?;
    assert_eq!(told.conflicts, 0, "writes that gave up");
    assert!(told.failures > 0 && told.count_unknown() > 0, "requests failed: {told:?}");

    let accounts: Vec<(AccountKey, String)> = database.scan(AccountKey::prefix()).collect().await?;
    let names: BTreeSet<_> = accounts.iter().map(|(_, name)| name).collect();
    assert_eq!(names.len(), accounts.len(), "{accounts:?}");
    let checked = database.read(|rows| rows.verify::<AccountKey>(None, usize::MAX)).await?;
    assert!(checked.is_clean(), "{checked:?}");
    drop(server);
    Ok(())
}
