//! The error of HBase and its gateway.

use hbase_thrift::hbase::{AlreadyExists, IOError, IllegalArgument};
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use thrift::TransportErrorKind;

/// HBase could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The gateway did not answer, or HBase has rejected the request.
    #[non_exhaustive]
    Gateway {
        /// The address of the gateway.
        address: Arc<str>,
        /// The error of the last attempt.
        error: thrift::Error,
    },
    /// A key or a value cannot be encoded, or a column holds something else: see
    /// [`put_columns`](crate::Hbase::put_columns).
    #[non_exhaustive]
    Cell {
        /// The table.
        table: &'static str,
        /// The bytes of the row and of the qualifier. Empty if the key cannot be encoded.
        key: Vec<u8>,
        /// The reason.
        reason: String,
    },
    /// A key has no bytes, or more than 32,767.
    #[non_exhaustive]
    KeyLength {
        /// The table.
        table: &'static str,
        /// The number of bytes.
        length: usize,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gateway { address, error } => {
                write!(f, "HBase, through the gateway {address}: {}", reason(error))?;
                if matches!(error, thrift::Error::Transport(_)) {
                    f.write_str("\nhelp: start a gateway where HBase runs: `hbase thrift start`, port 9090")?;
                }
                Ok(())
            }
            Self::Cell { table, key, reason } => {
                write!(f, "a column of table `{table}`, with the key \"{}\": {reason}", key.escape_ascii())
            }
            Self::KeyLength { table, length } => {
                write!(f, "a key of table `{table}` has {length} bytes, and HBase accepts 1 to 32,767")
            }
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Gateway { error, .. } => Some(error),
            Self::Cell { .. } | Self::KeyLength { .. } => None,
        }
    }
}

/// Returns the message of HBase, or `None` for an error of the connection.
fn message(error: &thrift::Error) -> Option<&str> {
    let thrift::Error::User(error) = error else { return None };
    let message = match (error.downcast_ref::<IOError>(), error.downcast_ref::<IllegalArgument>()) {
        (Some(error), _) => error.message.as_deref(),
        (_, Some(error)) => error.message.as_deref(),
        _ => error.downcast_ref::<AlreadyExists>().and_then(|error| error.message.as_deref()),
    };
    message.or(Some(""))
}

/// Returns the first line of an error's message, because a stack trace of HBase follows.
fn reason(error: &thrift::Error) -> String {
    let text = match error {
        thrift::Error::Transport(error) if error.kind == TransportErrorKind::EndOfFile => "the connection was closed",
        thrift::Error::Transport(error) => &error.message,
        thrift::Error::Protocol(error) => &error.message,
        thrift::Error::Application(error) => &error.message,
        thrift::Error::User(_) => message(error).unwrap_or_default(),
    };
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// Returns whether HBase says that another attempt is useless.
pub(crate) fn is_final(error: &thrift::Error) -> bool {
    let thrift::Error::User(error) = error else { return false };
    match error.downcast_ref::<IOError>() {
        Some(error) => error.can_retry == Some(false),
        None => true,
    }
}

/// Returns whether the table of a request does not exist.
pub(crate) fn is_missing_table(error: &thrift::Error) -> bool {
    message(error)
        .is_some_and(|message| message.contains("TableNotFoundException") || message.contains("was not found"))
}
