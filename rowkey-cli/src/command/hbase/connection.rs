//! Opens Thrift connections, and converts Thrift errors to text.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use hbase_thrift::hbase::{HbaseSyncClient, IOError, IllegalArgument};
use thrift::TransportErrorKind;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{
    ReadHalf, TBufferedReadTransport, TBufferedWriteTransport, TIoChannel, TTcpChannel, WriteHalf,
};

type Input = TBinaryInputProtocol<TBufferedReadTransport<ReadHalf<TTcpChannel>>>;
type Output = TBinaryOutputProtocol<TBufferedWriteTransport<WriteHalf<TTcpChannel>>>;

pub(super) type Connection = HbaseSyncClient<Input, Output>;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Longer than the minute for which the gateway itself waits for a region server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(90);

pub(super) fn connect(address: &str) -> thrift::Result<Connection> {
    let (input, output) = TTcpChannel::with_stream(stream(address)?).split()?;
    let input = TBinaryInputProtocol::new(TBufferedReadTransport::new(input), true);
    let output = TBinaryOutputProtocol::new(TBufferedWriteTransport::new(output), true);
    Ok(HbaseSyncClient::new(input, output))
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

/// Returns the first line of the message of an error.
pub(super) fn reason(error: &thrift::Error) -> String {
    let text = match error {
        thrift::Error::Transport(error) if error.kind == TransportErrorKind::EndOfFile => {
            "the connection was closed".to_owned()
        }
        thrift::Error::Transport(error) => error.message.clone(),
        thrift::Error::Protocol(error) => error.message.clone(),
        thrift::Error::Application(error) => error.message.clone(),
        thrift::Error::User(error) => {
            match (error.downcast_ref::<IOError>(), error.downcast_ref::<IllegalArgument>()) {
                (Some(error), _) => error.message.clone().unwrap_or_default(),
                (_, Some(error)) => error.message.clone().unwrap_or_default(),
                _ => error.to_string(),
            }
        }
    };
    // HBase appends a stack trace.
    text.lines().next().unwrap_or_default().trim().to_owned()
}
