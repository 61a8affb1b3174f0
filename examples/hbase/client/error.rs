//! Errors of the client, with advice.

use std::time::Duration;

use hbase_thrift::hbase::{IOError, IllegalArgument};
use indicatif::HumanCount;
use thiserror::Error as ThisError;

use super::MAX_KEY_LEN;
use super::connection::reason;

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

    #[error("cannot {action}: {reason}")]
    Rejected { action: String, reason: String },

    #[error("cannot {action}: gave up after {attempts} attempt{} in {elapsed:.1?}; the last error: {reason}",
        if *attempts == 1 { "" } else { "s" })]
    GaveUp { action: String, attempts: u32, elapsed: Duration, reason: String },
}

fn advice(length: usize) -> &'static str {
    if length == 0 { "" } else { "; `#[rowkey(max_len = 32767)]` makes a longer key a compile error" }
}

impl Error {
    pub(super) fn no_gateway(address: &str, error: &thrift::Error) -> Self {
        Self::NoGateway { address: address.to_owned(), reason: reason(error) }
    }
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
