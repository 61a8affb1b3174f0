//! The error of HBase and its gateway.

use crate::form::MAX_NAME_LEN;
use hbase_thrift::hbase::{AlreadyExists, IOError, IllegalArgument};
use rowkey::store::Table;
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
    /// A row would have no bytes, or more than 32,751 less the length of the table's name. It is the whole key, or in a table
    /// with wide rows the partition key.
    #[non_exhaustive]
    RowLength {
        /// The table.
        table: &'static str,
        /// The number of bytes.
        length: usize,
        /// The largest number of bytes.
        limit: usize,
    },
    /// HBase accepts no table with this name.
    #[non_exhaustive]
    TableName {
        /// The name.
        table: &'static str,
    },
    /// The table has wide rows, and the key type splits its keys elsewhere.
    #[non_exhaustive]
    SortKey {
        /// The table.
        table: &'static Table,
        /// The number of the field with which the qualifiers begin. The first field has the number 0.
        stored: usize,
    },
    /// Another program has created the table.
    #[non_exhaustive]
    Families {
        /// The table.
        table: &'static str,
        /// The names of its column families.
        families: Vec<String>,
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
            Self::RowLength { table, length, limit } => write!(
                f,
                "a row of table `{table}` would have {length} bytes, and 1 to {limit} are safe: HBase must be able to store the \
                 name of the table and the row in a row of its own\nhelp: shorten the fields of the key, or store a digest"
            ),
            Self::TableName { table } => write!(
                f,
                "`{table}` cannot be the name of a table of HBase: it has 1 to {MAX_NAME_LEN} letters, digits and characters of \
                 `_-.`, and does not begin with `-` or `.`\nhelp: write `#[rowkey(table = \"..\")]`"
            ),
            Self::SortKey { table, stored } => {
                let fields = table.layout().fields();
                let name = |index: usize| fields.get(index).map_or("?", |field| field.name());
                let (stored, table_name) = (name(*stored), table.name());
                write!(f, "the wide rows of table `{table_name}` have columns that begin with the field `{stored}`")?;
                match table.layout().sort_key().map(name) {
                    Some(current) => write!(f, ", and `sort_key` is on the field `{current}`")?,
                    None => f.write_str(", and no field of the key has `sort_key`")?,
                }
                write!(
                    f,
                    "\nhelp: write `#[rowkey(sort_key)]` on the field `{stored}`, or migrate the records to a new table, \
                     `#[rowkey(table = \"..\")]`"
                )
            }
            Self::Families { table, families } => write!(
                f,
                "the table `{table}` of HBase has the column families `{}`, so another program has created it; a table of \
                 rowkey has one, `r` or `w` with a number\nhelp: give the records another table, `#[rowkey(table = \"..\")]`",
                families.join("`, `")
            ),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Gateway { error, .. } => Some(error),
            Self::RowLength { .. } | Self::TableName { .. } | Self::SortKey { .. } | Self::Families { .. } => None,
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

/// Returns whether the table that a request should create exists already. If two programs create it at the same moment, HBase answers
/// one of them with another error than `AlreadyExists`.
pub(crate) fn is_existing_table(error: &thrift::Error) -> bool {
    let thrift::Error::User(user) = error else { return false };
    user.is::<AlreadyExists>() || message(error).is_some_and(|message| message.contains("TableExistsException"))
}
