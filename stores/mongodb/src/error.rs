//! The error of MongoDB.

use crate::store::MAX_NAMES_LEN;
use mongodb::error::ErrorKind;
use std::error::Error;
use std::fmt;

/// MongoDB could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The error of the client.
    Client(mongodb::error::Error),
    /// The client has found no server within its `serverSelectionTimeoutMS`.
    #[non_exhaustive]
    NoServer {
        /// The servers of the client, each with what happened.
        servers: Vec<String>,
    },
    /// MongoDB accepts no collection with this name, in the database of this name.
    #[non_exhaustive]
    TableName {
        /// The database.
        database: String,
        /// The name.
        table: &'static str,
    },
    /// A row is longer than MongoDB accepts.
    #[non_exhaustive]
    RowLength {
        /// The collection.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// The number of bytes.
        length: usize,
        /// The largest number of bytes.
        limit: usize,
    },
    /// Two kinds of rows in one collection would have the same `_id`s: the keys of one are text, and those of the other hex.
    #[non_exhaustive]
    SharedIds {
        /// The collection.
        table: String,
        /// The beginnings of the `_id`s of both kinds of rows: text, and hex.
        beginnings: [String; 2],
    },
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
        match &*error.kind {
            ErrorKind::ServerSelection { message, .. } => Self::NoServer { servers: servers(message) },
            _ => Self::Client(error),
        }
    }
}

/// Returns the addresses and errors in the client's description of the servers.
fn servers(message: &str) -> Vec<String> {
    let servers = message.split("Address: ").skip(1);
    let servers = servers.filter_map(|server| {
        let (address, rest) = server.split_once(',')?;
        let error = rest.split_once("Error: ").map_or("not suitable", |(_, error)| error);
        let error = error.strip_prefix("Kind: ").unwrap_or(error);
        let error = error.split_once(", labels: ").map_or(error, |(error, _)| error);
        let error = error.lines().next().unwrap_or_default().trim_end_matches([' ', '}', ',', ']', '{']);
        Some(format!("{address} ({error})"))
    });
    servers.collect()
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // `Display` of the whole error prints the structs in it.
            Self::Client(error) => write!(f, "MongoDB: {}", error.kind),
            Self::NoServer { servers } => write!(
                f,
                "no server of MongoDB was available within the `serverSelectionTimeoutMS` of the client: {}\n\
                 help: start the server, or correct its address in the URI of the client",
                servers.join(", ")
            ),
            Self::TableName { database, table } => write!(
                f,
                "`{table}` cannot be the name of a collection in the database `{database}`: a name has no `$` and no `.system.`, \
                 does not begin with `.` or `system.`, and both names together have up to {MAX_NAMES_LEN} bytes\n\
                 help: write `#[rowkey(table = \"..\")]`"
            ),
            Self::RowLength { table, key, length, limit } => write!(
                f,
                "the row `{}` of table `{table}` would have {length} bytes, and MongoDB accepts up to {limit}\n\
                 help: store large values elsewhere, and their names in the records",
                key.escape_ascii()
            ),
            Self::SharedIds { table, beginnings: [text, hex] } => write!(
                f,
                "two kinds of rows in the collection `{table}` would have the same `_id`s: one begins with the text `{text}`, \
                 and the other with the hex digits `{hex}` of its namespace\n\
                 help: choose another `namespace`, or another table, for one of them"
            ),
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
