//! The error of Bigtable.

use crate::store::{MAX_NAME_LEN, MAX_VALUE_LEN};
use std::error::Error;
use std::fmt;
use tonic::Code;

/// Bigtable could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The error of the client.
    Client(bigtable_rs::bigtable::Error),
    /// Bigtable has rejected a request.
    Rejected(tonic::Status),
    /// A key has no bytes, or more than 4,096.
    #[non_exhaustive]
    KeyLength {
        /// The table.
        table: &'static str,
        /// The number of bytes.
        length: usize,
    },
    /// A value has more than 100 million bytes, with the 16 bytes before the value of a record.
    #[non_exhaustive]
    ValueLength {
        /// The table.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// The number of bytes.
        length: usize,
    },
    /// Bigtable accepts no table with this name.
    #[non_exhaustive]
    TableName {
        /// The name.
        table: &'static str,
    },
}

impl StoreError {
    /// Returns whether the table of the request, or its instance, does not exist.
    pub fn is_not_found(&self) -> bool {
        self.status().is_some_and(|status| status.code() == Code::NotFound)
    }

    pub(crate) fn status(&self) -> Option<&tonic::Status> {
        match self {
            Self::Client(bigtable_rs::bigtable::Error::RpcError(status)) | Self::Rejected(status) => Some(status),
            _ => None,
        }
    }
}

impl From<bigtable_rs::bigtable::Error> for StoreError {
    fn from(error: bigtable_rs::bigtable::Error) -> Self {
        Self::Client(error)
    }
}

impl From<tonic::Status> for StoreError {
    fn from(status: tonic::Status) -> Self {
        Self::Rejected(status)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.status() {
            write!(f, "Bigtable: {}", status.message())?;
            if self.is_not_found() {
                f.write_str("\nhelp: create the table: cbt createtable NAME families=r:maxversions=1")?;
            }
            return Ok(());
        }
        match self {
            Self::KeyLength { table, length } => {
                write!(f, "a key of table `{table}` has {length} bytes, and Bigtable accepts 1 to 4,096")
            }
            Self::ValueLength { table, key, length } => write!(
                f,
                "the row `{}` of table `{table}` would have {length} bytes, and Bigtable accepts up to {MAX_VALUE_LEN}\n\
                 help: store large values elsewhere, and their names in the records",
                key.escape_ascii()
            ),
            Self::TableName { table } => write!(
                f,
                "`{table}` cannot be the name of a table of Bigtable: it has 1 to {MAX_NAME_LEN} letters, digits and \
                 characters of `_-.`, and does not begin with `-` or `.`\nhelp: write `#[rowkey(table = \"..\")]`"
            ),
            Self::Client(error) => error.fmt(f),
            Self::Rejected(status) => status.fmt(f),
        }
    }
}

impl Error for StoreError {}
