//! Errors of the client, with advice.

use std::time::Duration;

use hbase_thrift::hbase::{IOError, IllegalArgument};
use indicatif::HumanCount;
use thiserror::Error as ThisError;
use thrift::TransportErrorKind;

use super::MAX_KEY_LEN;

#[derive(Debug, ThisError)]
pub(crate) enum Error {
    #[error(
        "no Thrift gateway of HBase answers at {address}: {reason}\n\
         Start one (`hbase thrift start` where HBase runs, port 9090), name another with --cluster, or omit --cluster to \
         start a cluster"
    )]
    NoGateway { address: String, reason: String },

    #[error("there is no table `{table}`; run `load` first, or create it as `load --help` says")]
    NoTable { table: String },

    #[error("cannot use a key of {} bytes in `{table}`: a row key of HBase has 1 to {} bytes{}",
        HumanCount(*length as u64), HumanCount(MAX_KEY_LEN as u64), advice(*length))]
    KeyLength { table: String, length: usize },

    #[error("cannot {what}: {reason}")]
    Refused { what: String, reason: String },

    #[error("cannot {what}: gave up after {attempts} attempt{} in {elapsed:.1?}; the last error: {reason}",
        if *attempts == 1 { "" } else { "s" })]
    GaveUp { what: String, attempts: u32, elapsed: Duration, reason: String },
}

fn advice(length: usize) -> &'static str {
    if length == 0 { "" } else { "; `#[rowkey(max_len = 32767)]` makes a longer key a compile error" }
}

impl Error {
    pub(super) fn no_gateway(address: &str, error: &thrift::Error) -> Self {
        Self::NoGateway { address: address.to_owned(), reason: reason(error) }
    }
}

/// Returns the message of an error in one line.
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

/// Checks whether HBase says that trying again is useless.
pub(super) fn is_final(error: &thrift::Error) -> bool {
    let thrift::Error::User(error) = error else {
        return false;
    };
    match error.downcast_ref::<IOError>() {
        Some(error) => error.can_retry == Some(false),
        None => error.is::<IllegalArgument>(),
    }
}
