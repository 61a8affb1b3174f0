//! The error of DynamoDB.

use std::error::Error;
use std::fmt;

/// DynamoDB could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The error of the AWS SDK.
    Sdk(Box<dyn Error + Send + Sync>),
    /// A commit writes and checks more than 100 rows, the limit of DynamoDB.
    #[non_exhaustive]
    TooManyRows {
        /// The number of rows.
        rows: usize,
    },
    /// A key ends with its namespace or its salt, but the sort key of an item has at least one byte.
    #[non_exhaustive]
    EmptySortKey {
        /// The table of rowkey.
        table: &'static str,
    },
    /// The key of a table whose keys are text is not UTF-8.
    #[non_exhaustive]
    NotText {
        /// The table of rowkey.
        table: &'static str,
    },
    /// An item has not the attributes `p`, `s` and `v` with the types that rowkey stores: another program has written
    /// it.
    ForeignItem,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sdk(error) => {
                // The errors of the SDK say what happened in their sources.
                error.fmt(f)?;
                let mut source = error.source();
                while let Some(error) = source {
                    write!(f, ": {error}")?;
                    source = error.source();
                }
                Ok(())
            }
            Self::TooManyRows { rows } => write!(
                f,
                "this write changes and checks {rows} rows, and DynamoDB accepts up to 100 in a transaction\n\
                 help: write fewer records in a `write`, or pass smaller numbers to `remove_some`, `rebuild` and `migrate`"
            ),
            Self::EmptySortKey { table } => write!(
                f,
                "a key of table `{table}` has no bytes after its namespace and salt, and DynamoDB accepts no empty sort key"
            ),
            Self::NotText { table } => {
                write!(f, "a key of table `{table}` is not UTF-8, and all its keys are text")
            }
            Self::ForeignItem => f.write_str(
                "an item has not the attributes `p`, `s` and `v` of rowkey, so another program has written it\n\
                 help: use a table of DynamoDB for rowkey alone",
            ),
        }
    }
}

impl Error for StoreError {}
