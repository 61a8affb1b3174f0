//! Faults of servers: a server that a test kills, pauses and starts again, a proxy that loses answers, and writers that run
//! meanwhile.
//!
//! The tests of the async stores whose clients run on tokio include this file as a module.

use super::remote::{self, NoteKey, Told};
use fastrand::Rng;
use futures_util::future::{self, Either, join_all};
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError, AsyncStore};
use std::cell::{Cell, RefCell};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener as StdListener, TcpStream as StdStream};
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Returns the file of a server's program: the value of the variable, or the file that `.ci` keeps in the folder of caches.
/// Without a file, prints that the test is skipped.
#[allow(dead_code, reason = "not every server is a program outside of the repository")]
pub(crate) fn program(variable: &str, name: &str) -> Option<PathBuf> {
    if let Some(file) = std::env::var_os(variable) {
        return Some(file.into());
    }
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)?;
    let file = cache.join("rowkey").join(name);
    if file.exists() {
        return Some(file);
    }
    eprintln!("!! NOT CHECKED: there is no {}, and {variable} is not set, so no fault was tested", file.display());
    None
}

/// A server in a process of its own, which ends with the test.
pub(crate) struct Server {
    #[allow(dead_code, reason = "not every server keeps its rows, and is started again")]
    command: Command,
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server with a free port. `command` returns the command for an address.
    pub(crate) fn start(command: impl FnOnce(SocketAddr) -> Command) -> io::Result<Self> {
        // Not a port that the system gives to clients. Such a client could take the port while the server is down.
        let mut ports = (0..100).map(|_| SocketAddr::from((Ipv4Addr::LOCALHOST, fastrand::u16(20_000..32_000))));
        let address = ports.find(|address| StdListener::bind(address).is_ok()).ok_or(io::ErrorKind::AddrInUse)?;
        let mut command = command(address);
        let process = command.spawn()?;
        let mut server = Self { command, process, address };
        server.wait_until_ready()?;
        Ok(server)
    }

    fn wait_until_ready(&mut self) -> io::Result<()> {
        while StdStream::connect(self.address).is_err() {
            if let Some(status) = self.process.try_wait()? {
                return Err(io::Error::other(format!("the server has ended: {status}")));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Starts the server again after it was killed.
    #[allow(dead_code, reason = "not every server keeps its rows, and is started again")]
    pub(crate) fn restart(&mut self) -> io::Result<()> {
        self.process = self.command.spawn()?;
        self.wait_until_ready()
    }

    #[allow(dead_code, reason = "not every server is stopped")]
    fn signal(&self, signal: &str) -> io::Result<()> {
        let status = Command::new("kill").args([signal, &self.process.id().to_string()]).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("kill {signal}: {status}"))) }
    }

    /// Stops the server until [`resume`](Self::resume). It still has its connections, whose requests wait.
    #[allow(dead_code, reason = "not every server is stopped")]
    pub(crate) fn stop(&self) -> io::Result<()> {
        self.signal("-STOP")
    }

    #[allow(dead_code, reason = "not every server is stopped")]
    pub(crate) fn resume(&self) -> io::Result<()> {
        self.signal("-CONT")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.kill();
    }
}

/// Returns the length of the first frame of a protocol, and whether it is a request or the beginning of an answer. Returns
/// `None` if the bytes end before the frame does.
pub(crate) type Frame = fn(&[u8]) -> Option<(usize, bool)>;

/// A proxy before a server. It cuts connections after the server has answered, and does not forward the answer.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    lost_percent: AtomicU8,
    requests: AtomicU32,
    lost_answers: AtomicU32,
}

impl Proxy {
    pub(crate) async fn start(server: SocketAddr, frame: Frame) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let proxy = Self { address: listener.local_addr()?, counts: Arc::default() };
        let counts = Arc::clone(&proxy.counts);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward_both(client, server, frame, Arc::clone(&counts)));
            }
        });
        Ok(proxy)
    }

    /// Sets how many percent of the answers are lost. Answers that wait for the same connection are lost with them.
    pub(crate) fn lose(&self, percent: u8) {
        self.counts.lost_percent.store(percent, Ordering::SeqCst);
    }

    /// Returns the number of requests until now.
    pub(crate) fn requests(&self) -> u32 {
        self.counts.requests.load(Ordering::SeqCst)
    }

    /// Returns the number of answers at which a connection was cut.
    pub(crate) fn lost_answers(&self) -> u32 {
        self.counts.lost_answers.load(Ordering::SeqCst)
    }
}

async fn forward_both(client: TcpStream, server: SocketAddr, frame: Frame, counts: Arc<Counts>) -> io::Result<()> {
    let server = TcpStream::connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let requests = forward(from_client, to_server, frame, || {
        counts.requests.fetch_add(1, Ordering::SeqCst);
        true
    });
    let answers = forward(from_server, to_client, frame, || {
        let is_lost = fastrand::u8(..100) < counts.lost_percent.load(Ordering::SeqCst);
        counts.lost_answers.fetch_add(is_lost.into(), Ordering::SeqCst);
        !is_lost
    });
    // The first one that ends closes both connections.
    future::select(pin!(requests), pin!(answers)).await.factor_first().0
}

/// Forwards frames until a connection ends, or `is_forwarded` returns false for a message.
async fn forward(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    frame: Frame,
    mut is_forwarded: impl FnMut() -> bool,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    while from.read_buf(&mut bytes).await? > 0 {
        while let Some((len, is_message)) = frame(&bytes) {
            if is_message && !is_forwarded() {
                return Ok(());
            }
            let forwarded: Vec<u8> = bytes.drain(..len).collect();
            to.write_all(&forwarded).await?;
        }
    }
    Ok(())
}

/// The results of the writers of several rounds.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    /// Updates that succeeded.
    pub(crate) written: usize,
    /// Updates that were written or not, as the writers were told.
    pub(crate) unknown: usize,
    pub(crate) failures: u32,
    /// The number of records, in all rounds, whose `take`s all have a known result. Only these can find a lost update.
    pub(crate) known: u32,
}

/// Lets writers run while `disturb` runs, and checks what they leave, at least this many times and until `goal` updates are
/// written, however slow the server is. The faults have ended when `disturb` ends.
/// `settle` waits for the last requests of writers that were killed.
pub(crate) async fn writers_lose_nothing<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    rounds: usize,
    goal: usize,
    mut disturb: impl AsyncFnMut(&mut Rng) -> io::Result<()>,
    settle: impl AsyncFn(),
) -> Result<Sum, Box<dyn std::error::Error>> {
    let (mut random, mut sum) = (Rng::with_seed(7), Sum::default());
    for round in 0..8 * rounds {
        if round >= rounds && sum.known > 0 && sum.written >= goal {
            break;
        }
        let seeds = random.fork();
        let told = write_while(database, round, seeds, disturb(&mut random)).await?;
        settle().await;
        remote::check_words(database, &told).await?;
        assert_eq!(told.conflicts, 0);
        sum.written += told.count_written();
        sum.unknown += told.unknown.len();
        sum.failures += told.failures;
        sum.known += told.count_known();
        // The next writers begin without notes.
        while database.write(|rows| rows.remove_some(NoteKey::prefix(), 1)).await? > 0 {}
    }
    println!("{sum:?}");
    assert!(sum.known > 0 && sum.written >= goal);
    Ok(sum)
}

/// Like [`writers_lose_nothing`], while a proxy loses one answer in twenty. Also checks that the number of requests of an update
/// is bounded.
pub(crate) async fn writers_lose_nothing_while_answers_are_lost<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    proxy: &Proxy,
    goal: usize,
    settle: impl AsyncFn(),
) -> Result<(), Box<dyn std::error::Error>> {
    let disturb = async |_: &mut Rng| {
        proxy.lose(5);
        tokio::time::sleep(Duration::from_secs(3)).await;
        proxy.lose(0);
        Ok(())
    };
    let sum = writers_lose_nothing(database, 6, goal, disturb, settle).await?;
    println!("{} requests, {} answers lost", proxy.requests(), proxy.lost_answers());
    let requests_of_each = usize::try_from(proxy.requests())? / (sum.written + sum.unknown);
    assert!(requests_of_each < 40, "{requests_of_each}");
    assert!(proxy.lost_answers() > 5, "{sum:?}");
    Ok(())
}

/// Runs four writers on few records while `disturb` runs. Then kills those that still write.
async fn write_while<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    round: usize,
    mut seeds: Rng,
    disturb: impl Future<Output = io::Result<()>>,
) -> io::Result<Told> {
    let told = RefCell::new(Told::default());
    let writers = (round * 4..).take(4).map(|writer| {
        let random = seeds.fork();
        remote::write_words(database, writer, 1000, random, |tell| tell(&mut told.borrow_mut()))
    });
    match future::select(pin!(join_all(writers)), pin!(disturb)).await {
        Either::Left((_, disturb)) => disturb.await?,
        Either::Right((disturbed, _)) => disturbed?,
    }
    Ok(told.into_inner())
}

/// A key without indexes, so that a put of a record does not read it first.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_labels")]
pub(crate) struct LabelKey {
    label: u8,
}

/// Two programs load other values for the same keys at the same time. A load that succeeds has stored all its values.
pub(crate) async fn two_loads_of_the_same_keys_do_not_both_succeed<S: AsyncStore>(
    database: &AsyncDatabase<S>,
) -> Result<(), Box<dyn std::error::Error>> {
    for round in 0..5 {
        let texts = ["red", "blue"];
        let loads = texts.map(|text| database.load((0..20).map(|note| (NoteKey { folder: round, note }, text.into()))));
        let loaded = join_all(loads).await;
        assert!(loaded.iter().any(Result::is_err), "{loaded:?}");
        let stored: Vec<(NoteKey, String)> = database.scan(NoteKey::prefix().folder(round)).collect().await?;
        for (loaded, text) in loaded.iter().zip(texts) {
            match loaded {
                Ok(_) => assert!(stored.len() == 20 && stored.iter().all(|(_, stored)| stored == text)),
                Err(error) => assert!(error.existing::<NoteKey>().is_some(), "{error}"),
            }
        }
        assert_eq!(database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX)).await?.missing, 0);
    }
    Ok(())
}

/// A write whose answers are all lost ends after few requests, and says that the changes may be written. `database` sends its
/// requests through the proxy.
pub(crate) async fn a_write_without_answers_ends<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    proxy: &Proxy,
    most_requests: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let key = LabelKey { label: 1 };
    database.write(|rows| rows.put(&key, &"red".into())).await?;
    let before = Cell::new(0);
    let written = database.write(|rows| {
        rows.update(&key, |text| text.push_str(" blue"))?;
        // The record is read. From here on, the commit sends requests.
        proxy.lose(100);
        before.set(proxy.requests());
        Ok(())
    });
    let error = written.await.unwrap_err();
    let requests = proxy.requests() - before.get();
    proxy.lose(0);
    println!("{requests} requests");
    assert!(matches!(error, RowsError::Store(AsyncError::Unknown(_))), "{error:?}");
    assert!(requests <= most_requests, "{requests}");
    assert_eq!(database.read(|rows| rows.get(&key)).await?.as_deref(), Some("red blue"));
    Ok(())
}

/// A put of a record that was not read is not sent again after its answer was lost. Otherwise, it would replace the change that
/// another program has made meanwhile.
pub(crate) async fn a_put_without_an_answer_is_not_sent_again<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    other: &AsyncDatabase<S>,
    proxy: &Proxy,
) -> Result<(), Box<dyn std::error::Error>> {
    for label in 2..10 {
        let key = LabelKey { label };
        // The client finds the server again, and the layouts of the tables are recorded.
        database.write(|rows| rows.put(&LabelKey { label: 0 }, &"red".into())).await?;
        let is_put = Cell::new(false);
        let put = async {
            proxy.lose(100);
            let put = database.write(|rows| rows.put(&key, &"red".into())).await;
            proxy.lose(0);
            is_put.set(true);
            put
        };
        let append = async {
            loop {
                let is_last = is_put.get();
                let appended = other.write(|rows| rows.update(&key, |text| text.push_str(" blue"))).await;
                if is_last || !matches!(appended, Ok(None)) {
                    return appended;
                }
            }
        };
        let (put, appended) = future::join(put, append).await;
        assert!(matches!(put, Err(RowsError::Store(AsyncError::Unknown(_)))), "{put:?}");
        assert!(matches!(appended, Ok(Some(()))), "the put was not applied");
        assert_eq!(other.read(|rows| rows.get(&key)).await?.as_deref(), Some("red blue"));
    }
    Ok(())
}
