//! The connections to a Thrift gateway, and the repetition of requests.

use crate::error::{StoreError, is_final, is_missing_table};
use hbase_thrift::hbase::HbaseSyncClient;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{
    ReadHalf, TBufferedReadTransport, TBufferedWriteTransport, TIoChannel as _, TTcpChannel, WriteHalf,
};

type Input = TBinaryInputProtocol<TBufferedReadTransport<ReadHalf<TTcpChannel>>>;
type Output = TBinaryOutputProtocol<TBufferedWriteTransport<WriteHalf<TTcpChannel>>>;
pub(crate) type Connection = HbaseSyncClient<Input, Output>;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longer than the minute for which the gateway itself waits for a region server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(90);
/// With the waits between them, about half a minute: HBase needs up to 20 seconds to notice that a server has stopped.
const ATTEMPTS: u32 = 12;
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const BUFFER: usize = 64 * 1024;

/// The address of a gateway, and the connections that are not in use.
pub(crate) struct Gateway {
    address: Arc<str>,
    idle: Mutex<Vec<Connection>>,
    /// Counts the connections that were broken, so that scanners of the gateway that has restarted are not used.
    generation: AtomicU64,
}

impl Gateway {
    pub(crate) fn new(address: String) -> Self {
        Self { address: address.into(), idle: Mutex::default(), generation: AtomicU64::new(0) }
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    pub(crate) fn error(&self, error: thrift::Error) -> StoreError {
        StoreError::Gateway { address: Arc::clone(&self.address), error }
    }

    /// Sends a request once.
    pub(crate) fn once<T>(&self, run: impl FnOnce(&mut Connection) -> thrift::Result<T>) -> thrift::Result<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = idle.map_or_else(|| connect(&self.address), Ok)?;
        let result = run(&mut connection);
        // After these errors, the rest of an answer may still arrive on the connection, and the next request would read it.
        if matches!(result, Err(thrift::Error::Transport(_) | thrift::Error::Protocol(_))) {
            self.generation.fetch_add(1, Ordering::Relaxed);
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        } else {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        result
    }

    /// Sends a request until it succeeds, up to `ATTEMPTS` times. The request must have the same effect if it is sent again.
    pub(crate) fn repeat<T>(&self, mut run: impl FnMut(&mut Connection) -> thrift::Result<T>) -> thrift::Result<T> {
        let mut wait = FIRST_WAIT;
        for _ in 1..ATTEMPTS {
            match self.once(&mut run) {
                // For a missing table, HBase says that the request can be sent again.
                Err(error) if !is_final(&error) && !is_missing_table(&error) => sleep(wait),
                result => return result,
            }
            wait = (2 * wait).min(LONGEST_WAIT);
        }
        self.once(run)
    }
}

fn connect(address: &str) -> thrift::Result<Connection> {
    let (input, output) = TTcpChannel::with_stream(stream(address)?).split()?;
    let input = TBufferedReadTransport::with_capacity(BUFFER, input);
    let output = TBufferedWriteTransport::with_capacity(BUFFER, output);
    Ok(HbaseSyncClient::new(TBinaryInputProtocol::new(input, true), TBinaryOutputProtocol::new(output, true)))
}

/// For the command `rowkey`: a connection to a gateway, without the repetition of requests.
#[doc(hidden)]
#[allow(missing_debug_implementations, reason = "the client does not implement it")]
pub struct __Connection {
    address: Arc<str>,
    connection: Connection,
}

impl __Connection {
    /// Connects to a gateway.
    ///
    /// # Errors
    /// The gateway does not answer.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let address = Arc::from(address);
        match connect(&address) {
            Ok(connection) => Ok(Self { address, connection }),
            Err(error) => Err(StoreError::Gateway { address, error }),
        }
    }

    /// Sends a request once.
    ///
    /// # Errors
    /// The gateway does not answer, or HBase has rejected the request.
    pub fn send<T>(
        &mut self,
        request: impl FnOnce(&mut HbaseSyncClient<Input, Output>) -> thrift::Result<T>,
    ) -> Result<T, StoreError> {
        request(&mut self.connection).map_err(|error| StoreError::Gateway { address: Arc::clone(&self.address), error })
    }
}

fn stream(address: &str) -> io::Result<TcpStream> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
                stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
                return Ok(stream);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
