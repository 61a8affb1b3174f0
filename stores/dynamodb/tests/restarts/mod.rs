//! Writers while the server is killed and started again, and while a proxy loses answers.

use super::faults::{self, Proxy, Server};
use super::remote::{self, Told};
use super::{TestResult, client, config, wait_for_words};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use fastrand::Rng;
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey_async::AsyncError;
use rowkey_dynamodb::{Database, create_table, open};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
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

/// A process of the server with an empty folder, which is deleted with it.
struct Restarted {
    server: Server,
    folder: PathBuf,
}

impl Restarted {
    fn start(name: &str) -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("rowkey-dynamodb-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        // Cargo has built the program with the tests, in a folder beside theirs.
        let mut program = std::env::current_exe()?;
        program.pop();
        program.set_file_name("examples");
        program.push("server");
        let server = Server::start(|address| {
            let mut command = Command::new(program);
            command.arg(address.to_string()).arg(folder.join("tables.sqlite")).stdout(Stdio::null());
            command
        })?;
        Ok(Self { server, folder })
    }

    /// Returns a client that sends each request once. DynamoDB recognises a transaction that is sent again by its token, but
    /// this server forgets the tokens when it is killed.
    fn client(&self) -> Client {
        let config = config(format!("http://{}", self.server.address)).retry_config(RetryConfig::disabled());
        Client::from_conf(config.build())
    }
}

impl Drop for Restarted {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
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
    let mut restarted = Restarted::start("killed")?;
    let client = restarted.client();
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
            restarted.server.kill()?;
            tokio::time::sleep(Duration::from_millis(random.u64(..500))).await;
            restarted.server.restart()?;
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
    Ok(())
}

/// Returns the length of a message of HTTP. Each is a request or an answer.
fn frame(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let head = str::from_utf8(&bytes[..end]).ok()?.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length = end + length.map_or(0, |length| length.trim().parse().unwrap());
    (bytes.len() >= length).then_some((length, true))
}

/// Starts a proxy before the server. Returns it, and a database on each side.
async fn with_proxy(restarted: &Restarted, table: &str) -> Result<(Proxy, [Database; 2]), Box<dyn std::error::Error>> {
    let proxy = Proxy::start(restarted.server.address, frame).await?;
    let [through_proxy, direct] =
        [proxy.address, restarted.server.address].map(|address| client(format!("http://{address}")));
    create_table(&direct, table).await?;
    Ok((proxy, [through_proxy, direct].map(|client| open(client, table))))
}

#[tokio::test]
async fn writers_lose_nothing_while_answers_are_lost() -> TestResult {
    let restarted = Restarted::start("lost")?;
    let (proxy, [database, _]) = with_proxy(&restarted, "lost").await?;
    let settle = async || tokio::time::sleep(Duration::from_millis(500)).await;
    faults::writers_lose_nothing_while_answers_are_lost(&database, &proxy, 60, settle).await
}

#[tokio::test]
async fn a_write_without_answers_ends() -> TestResult {
    let restarted = Restarted::start("unanswered")?;
    let (proxy, [database, _]) = with_proxy(&restarted, "unanswered").await?;
    faults::a_write_without_answers_ends(&database, &proxy, 3).await
}

#[tokio::test]
async fn a_put_without_an_answer_does_not_replace_a_later_change() -> TestResult {
    let restarted = Restarted::start("put")?;
    let (proxy, [database, other]) = with_proxy(&restarted, "put").await?;
    faults::a_put_without_an_answer_is_not_sent_again(&database, &other, &proxy).await
}
