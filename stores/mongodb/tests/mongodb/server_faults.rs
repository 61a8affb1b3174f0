//! A server of these tests is killed and started again, or stopped for a while, and a proxy loses answers. It is FerretDB, whose
//! program is the value of `FERRETDB`, or `rowkey/ferretdb` in the folder of caches.

use super::faults::{self, Proxy, Server};
use super::{OneAtATime, TestResult};
use fastrand::Rng;
use mongodb::Client;
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError, RowByRow};
use rowkey_mongodb::MongoDb;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::time::sleep;

const HOUR: Duration = Duration::from_secs(3600);

/// A server with an empty folder, which is deleted with it.
struct FerretDb {
    server: Server,
    folder: PathBuf,
}

impl FerretDb {
    /// Returns `None` if there is no program.
    fn start(name: &str) -> std::io::Result<Option<Self>> {
        let Some(program) = faults::program("FERRETDB", "ferretdb") else { return Ok(None) };
        let folder = std::env::temp_dir().join(format!("rowkey-mongodb-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let server = Server::start(|address| {
            let mut command = Command::new(program);
            command.arg(address.to_string()).arg(&folder).stdout(Stdio::null());
            command
        })?;
        Ok(Some(Self { server, folder }))
    }
}

impl Drop for FerretDb {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A client that notices within a second that the server does not answer.
async fn store(address: SocketAddr) -> Result<MongoDb, mongodb::error::Error> {
    let options = "serverSelectionTimeoutMS=3000&connectTimeoutMS=1000&heartbeatFrequencyMS=500";
    let client = Client::with_uri_str(format!("mongodb://{address}/?{options}")).await?;
    Ok(MongoDb::new(client.database("faults")))
}

/// Returns the length of a message of MongoDB, and whether it is a command, or the answer to one.
#[allow(clippy::little_endian_bytes, reason = "MongoDB's messages have little-endian numbers")]
fn frame(bytes: &[u8]) -> Option<(usize, bool)> {
    const OP_MSG: u32 = 2013;
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let frame = bytes.get(..usize::try_from(number(0)?).ok()?)?;
    // The client also asks whether the server is there.
    let is_greeting = |name: &[u8]| {
        frame.get(26..).is_some_and(|command| command.starts_with(name))
            || frame.windows(14).any(|field| field == b"maxWireVersion")
    };
    Some((frame.len(), number(12) == Some(OP_MSG) && !is_greeting(b"hello") && !is_greeting(b"isMaster")))
}

#[tokio::test]
async fn writers_lose_nothing_while_the_server_is_killed() -> TestResult {
    let Some(mut ferretdb) = FerretDb::start("killed")? else { return Ok(()) };
    let store = OneAtATime::new(store(ferretdb.server.address).await?);
    let database = AsyncDatabase::new(RowByRow::new(store));
    let disturb = async |random: &mut Rng| {
        for _ in 0..3 {
            sleep(Duration::from_millis(random.u64(300..1000))).await;
            ferretdb.server.kill()?;
            sleep(Duration::from_millis(random.u64(..500))).await;
            ferretdb.server.restart()?;
        }
        sleep(Duration::from_secs(1)).await;
        Ok(())
    };
    let settle = async || database.store().rows().settle().await;
    faults::writers_lose_nothing(&database, 6, 20, disturb, settle).await?;
    Ok(())
}

#[tokio::test]
async fn writers_lose_nothing_while_answers_are_lost() -> TestResult {
    let Some(ferretdb) = FerretDb::start("answers")? else { return Ok(()) };
    let proxy = Proxy::start(ferretdb.server.address, frame).await?;
    let store = OneAtATime::new(store(proxy.address).await?);
    let database = AsyncDatabase::new(RowByRow::new(store));
    let settle = async || database.store().rows().settle().await;
    faults::writers_lose_nothing_while_answers_are_lost(&database, &proxy, 20, settle).await
}

#[tokio::test]
async fn the_number_of_requests_is_bounded() -> TestResult {
    let Some(ferretdb) = FerretDb::start("bounded")? else { return Ok(()) };
    let proxy = Proxy::start(ferretdb.server.address, frame).await?;
    let database = AsyncDatabase::new(RowByRow::new(store(proxy.address).await?)).remember_layouts_for(HOUR);
    // Five times a write, and a read that the client sends again once.
    faults::a_write_without_answers_ends(&database, &proxy, 5 * (1 + 2)).await?;
    let other = AsyncDatabase::new(RowByRow::new(store(ferretdb.server.address).await?));
    faults::a_put_without_an_answer_is_not_sent_again(&database, &other, &proxy).await
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "flags", indexes(FlagByText))]
struct FlagKey {
    flag: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = FlagKey, table = "flags.text")]
struct FlagByText {
    #[rowkey(from = value)]
    text: String,
    flag: u8,
}

/// A server that accepts requests and does not answer is an error after a while.
#[tokio::test]
async fn a_stopped_server_is_an_error() -> TestResult {
    let Some(ferretdb) = FerretDb::start("stopped")? else { return Ok(()) };
    let database = AsyncDatabase::new(RowByRow::new(store(ferretdb.server.address).await?));
    database.write(|rows| rows.put(&FlagKey { flag: 1 }, &"red".into())).await?;
    let begin = Instant::now();
    let written = database.write(|rows| {
        rows.put(&FlagKey { flag: 1 }, &"blue".into())?;
        ferretdb.server.stop().unwrap();
        Ok(())
    });
    let written = written.await;
    println!("{written:?} after {:?}", begin.elapsed());
    assert!(matches!(written, Err(RowsError::Store(AsyncError::Store(_) | AsyncError::Unknown(_)))));
    assert!(begin.elapsed() < Duration::from_secs(10));
    ferretdb.server.resume()?;
    sleep(Duration::from_secs(1)).await;
    let checked = database.read(|rows| rows.verify::<FlagKey>(None, usize::MAX)).await?;
    assert_eq!(checked.missing, 0);
    let mut flags = 0;
    for text in ["red", "blue"] {
        flags += database.records(FlagByText::prefix().text(text)).collect::<Vec<_>>().await?.len();
    }
    assert_eq!(flags, 1);
    Ok(())
}
