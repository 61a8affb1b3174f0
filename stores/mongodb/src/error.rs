//! The error of MongoDB.

use std::error::Error;
use std::fmt;

/// MongoDB could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The error of the client.
    Client(mongodb::error::Error),
    /// A collection holds a document that rowkey has not written.
    #[non_exhaustive]
    ForeignDocument {
        /// The collection.
        table: &'static str,
        /// The `_id` of the document, as the client prints it.
        id: String,
    },
    /// The key of a table whose keys are text is not UTF-8.
    #[non_exhaustive]
    NotText {
        /// The table.
        table: &'static str,
    },
}

impl From<mongodb::error::Error> for StoreError {
    fn from(error: mongodb::error::Error) -> Self {
        Self::Client(error)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(error) => write!(f, "MongoDB: {error}"),
            Self::ForeignDocument { table, id } => write!(
                f,
                "the document {id} of the collection `{table}` was not written by rowkey\n\
                 help: store these records in a collection of their own, with `#[rowkey(table = \"..\")]`"
            ),
            Self::NotText { table } => {
                write!(f, "a key of the collection `{table}` is not UTF-8, and all its keys are text")
            }
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Client(error) => error.source(),
            _ => None,
        }
    }
}
