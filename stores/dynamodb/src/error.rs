//! The error of DynamoDB.

use crate::limits::{MAX_ITEM_LEN, MAX_ROWS, MAX_TRANSACTION_LEN};
use aws_sdk_dynamodb::error::ErrorMetadata;
use rowkey::store::Table;
use std::error::Error;
use std::fmt;

/// DynamoDB could not read or write.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The error of the AWS SDK.
    Sdk(Box<dyn Error + Send + Sync>),
    /// The region has no table with this name.
    #[non_exhaustive]
    NoTable {
        /// The table of DynamoDB.
        name: String,
        /// The region of the client.
        region: Option<String>,
    },
    /// The key attributes of the table are text, and the program has opened it with binary keys, or the other way round.
    #[non_exhaustive]
    OtherForm {
        /// The table of DynamoDB.
        name: String,
        /// True if the key attributes of the table are text.
        is_text: bool,
    },
    /// The table has other key attributes, so another program has created it.
    #[non_exhaustive]
    ForeignTable {
        /// The table of DynamoDB.
        name: String,
        /// The key attributes of the table, each with its type: `B`, `N` or `S`.
        keys: Vec<(String, String)>,
    },
    /// DynamoDB has not created the table within five minutes.
    #[non_exhaustive]
    NotActive {
        /// The table of DynamoDB.
        name: String,
    },
    /// A commit writes and checks more than 100 rows, the limit of DynamoDB.
    #[non_exhaustive]
    TooManyRows {
        /// The number of rows.
        rows: usize,
    },
    /// The rows that a commit writes and checks have more than 4 MiB, the limit of DynamoDB.
    #[non_exhaustive]
    TooManyBytes {
        /// The number of bytes.
        bytes: usize,
    },
    /// A row has more than 400 KiB, the limit of DynamoDB.
    #[non_exhaustive]
    RowLength {
        /// The table of rowkey.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// The number of bytes of the item.
        length: usize,
    },
    /// A part of a key is longer than DynamoDB accepts.
    #[non_exhaustive]
    KeyLength {
        /// The table of rowkey.
        table: &'static Table,
        /// The part.
        part: KeyPart,
        /// The number of bytes of the part.
        length: usize,
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
    /// DynamoDB has rejected a row of a transaction.
    #[non_exhaustive]
    Rejected {
        /// The table of rowkey.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// The reason that DynamoDB gives.
        reason: String,
    },
    /// An item has not the attributes `p`, `s` and `v` with the types that rowkey stores: another program has written
    /// it.
    ForeignItem,
}

/// A part of a key whose length DynamoDB limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyPart {
    /// The partition key, with the name of the table of rowkey.
    Partition,
    /// The fields before the one with `sort_key`. The list of partition keys stores them as a sort key.
    ListedPartition,
    /// The sort key.
    Sort,
}

impl KeyPart {
    /// Returns the largest number of bytes.
    pub const fn limit(self) -> usize {
        match self {
            Self::Partition => 2048,
            Self::ListedPartition => Self::Sort.limit() - 1,
            Self::Sort => 1024,
        }
    }

    fn write_error(self, table: &Table, length: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, limit) = (table.name(), self.limit());
        match self {
            Self::Partition => write!(
                f,
                "a partition key of table `{name}` has {length} bytes with the name of the table, and DynamoDB accepts up to \
                 {limit}"
            ),
            Self::ListedPartition => write!(
                f,
                "a partition key of table `{name}` has {length} bytes, and rowkey accepts up to {limit}, because it also stores \
                 the partition key as a sort key"
            ),
            Self::Sort => {
                write!(f, "a sort key of table `{name}` has {length} bytes, and DynamoDB accepts up to {limit}")
            }
        }?;
        let fields = self.fields(table);
        if fields.is_empty() {
            return Ok(());
        }
        write!(f, "\nhelp: shorten what is stored in {}", fields.join(", "))?;
        if self == Self::Sort && table.layout().sort_key().is_none() {
            f.write_str(", or write `#[rowkey(sort_key)]` on a later field")?;
        }
        Ok(())
    }

    /// Returns the names of the fields in this part of the keys of a table.
    fn fields(self, table: &Table) -> Vec<String> {
        let fields = table.layout().fields();
        let sort_key = table.layout().sort_key();
        let (before, rest) = fields.split_at_checked(sort_key.unwrap_or_default()).unwrap_or_default();
        let part = if self == Self::Sort { rest } else { before };
        part.iter().map(|field| format!("`{}`", field.name())).collect()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sdk(error) => {
                // The errors of the SDK say what happened in their sources. Some repeat the text of their source.
                let mut text = error.to_string();
                let mut source = error.source();
                while let Some(error) = source {
                    // The text of these structs is for programmers.
                    let message = error.downcast_ref().and_then(ErrorMetadata::message);
                    let next = message.map_or_else(|| error.to_string(), str::to_owned);
                    if !text.contains(&next) {
                        text = format!("{text}: {next}");
                    }
                    source = error.source();
                }
                f.write_str(&text)
            }
            Self::NoTable { name, region } => {
                let region = region.as_deref().unwrap_or("?");
                write!(
                    f,
                    "the region `{region}` has no table `{name}`\n\
                     help: set the region of the client, or create the table: \
                     `rowkey_dynamodb::create_table(&client, \"{name}\")`"
                )
            }
            Self::OtherForm { name, is_text } => {
                let (keys, open) = if *is_text { ("text", "open_text") } else { ("binary", "open") };
                write!(
                    f,
                    "the key attributes of the table `{name}` are {keys}\n\
                     help: open the table with `rowkey_dynamodb::{open}(client, \"{name}\")`"
                )
            }
            Self::ForeignTable { name, keys } => {
                let keys: Vec<_> = keys.iter().map(|(name, kind)| format!("`{name}` ({kind})")).collect();
                write!(
                    f,
                    "the table `{name}` has the key attributes {}, so another program has created it; a table of rowkey has \
                     `p` and `s`\nhelp: create a table for rowkey: `rowkey_dynamodb::create_table(&client, \"..\")`",
                    keys.join(" and ")
                )
            }
            Self::NotActive { name } => write!(
                f,
                "DynamoDB has not created the table `{name}` within five minutes\n\
                 help: wait until its status is ACTIVE, and then open it"
            ),
            Self::TooManyRows { rows } => write!(
                f,
                "this write changes and checks {rows} rows, and DynamoDB accepts up to {MAX_ROWS} in a transaction\n\
                 help: write fewer records in a `write`; `remove_some` and the steps of `run_steps` fit by themselves"
            ),
            Self::TooManyBytes { bytes } => write!(
                f,
                "the rows that this write changes and checks have {bytes} bytes, and DynamoDB accepts up to \
                 {MAX_TRANSACTION_LEN} in a transaction\nhelp: write fewer records in a `write`"
            ),
            Self::RowLength { table, key, length } => write!(
                f,
                "the row `{}` of table `{table}` has {length} bytes, and DynamoDB accepts up to {MAX_ITEM_LEN}\n\
                 help: store large values elsewhere, and their names in the records",
                key.escape_ascii()
            ),
            Self::KeyLength { table, part, length } => part.write_error(table, *length, f),
            Self::EmptySortKey { table } => write!(
                f,
                "a key of table `{table}` has no bytes after its namespace and salt, and DynamoDB accepts no empty sort key"
            ),
            Self::NotText { table } => {
                write!(f, "a key of table `{table}` is not UTF-8, and all its keys are text")
            }
            Self::Rejected { table, key, reason } => {
                write!(f, "DynamoDB has rejected the row `{}` of table `{table}`: {reason}", key.escape_ascii())
            }
            Self::ForeignItem => f.write_str(
                "an item has not the attributes `p`, `s` and `v` of rowkey, so another program has written it\n\
                 help: use a table of DynamoDB for rowkey alone",
            ),
        }
    }
}

impl Error for StoreError {}
