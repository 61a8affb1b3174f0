//! Records, secondary indexes and typed scans of [rowkey](https://docs.rs/rowkey) on
//! [DynamoDB](https://docs.rs/aws-sdk-dynamodb).
//!
//! All tables of rowkey are in one table of DynamoDB. [`Database`] reads and writes their records with the closures of
//! [`AsyncDatabase`]: a closure runs again when it needs a row that is not fetched yet, or when a row that it has read was
//! changed before the commit. So the closure must not have other effects.
//!
//! ```no_run
//! use rowkey::RowKey;
//!
//! #[derive(Debug, RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
//! struct UserKey {
//!     tenant: u32,
//!     #[rowkey(sort_key)] // the fields before it are the partition key
//!     user: u32,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(index_of = UserKey)]
//! struct UserByName {
//!     tenant: u32,
//!     #[rowkey(sort_key)]
//!     #[rowkey(from = value)]
//!     name: String,
//!     user: u32,
//! }
//!
//! # async fn example(client: aws_sdk_dynamodb::Client) -> Result<(), rowkey_dynamodb::Error> {
//! let database = rowkey_dynamodb::open(client, "app");
//! database.write(|rows| rows.put(&UserKey { tenant: 1, user: 7 }, &"Ada".into())).await?;
//!
//! let mut users = database.records(UserByName::prefix().tenant(1).name_starts_with("A"));
//! while let Some(user) = users.next().await {
//!     let (key, name) = user?;
//!     println!("{key:?} {name}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # The table
//!
//! [`create_table`] creates it. An item has three attributes of binary type:
//!
//! | attribute | | contents |
//! |---|---|---|
//! | `p` | partition key | the name of the rowkey table, a byte 0, and the first bytes of the key |
//! | `s` | sort key | the rest of the key |
//! | `v` | | the value |
//!
//! ## Text
//!
//! In a table that [`create_text_table`] creates and [`open_text`] opens, `p` and `s` are text, so that the console and other
//! programs can read them:
//!
//! | keys of the rowkey table `users` | `p` | `s` |
//! |---|---|---|
//! | [text](rowkey::Layout::is_text), such as `de_000007` with `sort_key` on the number | `users#de_` | `000007` |
//! | others, such as the bytes `00 2A 00 07` with `sort_key` on the second number | `users:002a` | `0007` |
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(delimiter = '_', value = String, format = rowkey::Raw, table = "users")]
//! struct UserKey {
//!     country: String,
//!     #[rowkey(sort_key)]
//!     #[pad(6)]
//!     user: u32,
//! }
//! assert!(UserKey::LAYOUT.is_text());
//! ```
//!
//! - DynamoDB compares texts by their UTF-8 bytes, so all queries have the same results as with binary keys.
//! - Hex has twice as many bytes. The keys of `rowkey.layouts` are always in hex.
//! - In the name of the rowkey table, `%`, `#` and `:` are written `%25`, `%23` and `%3A`, so no two rowkey tables have
//!   the same partition key.
//! - The value `v` is binary.
//! - The program says whether the keys are text. To ask DynamoDB would need one more request, and the permission for it. If
//!   the program opens a table with the wrong function, each request returns an error.
//!
//! ## Partitions
//!
//! DynamoDB limits a partition to 1,000 writes a second, so decide which rows are in one partition:
//!
//! - With [`#[rowkey(sort_key)]`](rowkey::guide::attributes::fields#rowkeysort_key) on a field, the fields before it are in the partition key, and
//!   a query must set all of them. Otherwise, the program does not compile. The first write to a partition also writes an
//!   item with its partition key, so that a job over the whole table, such as a rebuild, finds all partitions.
//! - Without this attribute, the namespace and the first byte of the salt are in the partition key, for example with
//!   `#[rowkey(salt(md5, buckets = 16))]`. A scan reads all buckets at the same time, and merges them.
//! - A key with neither has all its rows in one partition.
//!
//! # What it promises
//!
//! - A `write` is a transaction with the condition that each row which it has read by its key is unchanged. Indexes are
//!   exact, and unique indexes are unique. Rows that a closure has only found in a range are not part of the condition,
//!   unless it writes them.
//! - All reads are strongly consistent. Rows that need several requests are not read at the same moment.
//! - A scan reads 100 rows with its first request, then 1,000, and then a megabyte with each, for which DynamoDB charges 256 read
//!   units.
//! - If the answer to a commit is lost, the AWS SDK sends it again with the same token, so it is applied once.
//! - If the SDK gives up, the error is [`AsyncError::Unknown`]: the changes are written or not.
//! - [`AsyncDatabase::load`] writes transactions of up to 100 rows, eight at the same time. DynamoDB counts each row of a
//!   transaction as two writes. `BatchWriteItem` counts one, but it has no conditions, so it could replace a stored value, and
//!   leave entries in a unique index that no record has.
//!
//! # Time-outs
//!
//! The AWS SDK waits for an answer without a limit, unless the configuration of the client sets one. Set
//! [`operation_attempt_timeout`](aws_sdk_dynamodb::config::timeout::TimeoutConfigBuilder::operation_attempt_timeout) to
//! a few seconds, so that a request whose connection is lost is sent again. The default is three attempts within about
//! three seconds. To wait through a longer failure, set more attempts in the `RetryConfig`.
//!
//! # Limits
//!
//! The adapter checks these limits before it sends a request. If a row does not fit, the error names its table, the part of
//! the key and the limit, and nothing is written.
//!
//! | | limit |
//! |---|---|
//! | rows that a `write` changes and checks, each with up to 400 KiB | 100 rows with 4 MiB together |
//! | partition key, with the name of the table of rowkey | 2,048 bytes |
//! | partition key of a key with `sort_key` | 1,023 bytes, because the list of partition keys stores it as a sort key |
//! | sort key | 1 to 1,024 bytes |
//!
//! - A record is one row, and each of its entries is another. The first record in a partition needs one more row if its key has
//!   a field with `sort_key`. `remove_some`, `rebuild`, `migrate`, `copy` and `drop_index` take fewer rows than their argument
//!   says if the others do not fit into the transaction. So call `remove_some` until it returns 0.
//! - In a table with text keys, the limits are those of the text.
//! - If an index that `drop_index` deletes has a sort key, the last step then deletes the list of its partition keys. If a
//!   program stops at that moment, the rest of the list stays. It takes space, and has no other effect.
//!
//! # The server of the tests
//!
//! The tests run on [dynoxide](https://docs.rs/dynoxide-rs) 3.2, which stores its tables with SQLite. It differs from the
//! documentation of DynamoDB:
//!
//! | | DynamoDB | dynoxide |
//! |---|---|---|
//! | the token of a transaction | recognises it for ten minutes | forgets it when its process ends, so a transaction that is sent again is applied twice |
//! | the condition of a query | no empty value, a partition key up to 2,048 bytes, a bound up to 1,024 bytes | any length, and empty values; the tests check each query before it is sent |
//! | requests at the same time | conflicts, throttling | one request at a time, no conflict within a transaction, no throttling |
//! | a new table | is created for some seconds | exists at once |
//! | the region and the signature of a request | a table is in one region | any region finds the table, and any signature is valid |
//!
//! Other servers of this protocol:
//!
//! | | dynalite 4.0.0 (npm) | moto 5.2.5 (`PyPI`) |
//! |---|---|---|
//! | transactions | none, so each `write` is an error | a transaction that is sent again with its token is applied twice; no limit of 4 MiB |
//! | an empty key | refused | stored, but a [`GetItem`](aws_sdk_dynamodb::Client::get_item) of it is refused |
//! | BETWEEN with bounds in the wrong order, two conditions on a sort key | refused | answered |
//! | the largest item | 400 KiB | 405,000 bytes, so the adapter's check comes too late |
//!
//! `DYNAMODB=URL cargo test` runs the tests on another server.
//!
//! # Global secondary indexes with several attributes
//!
//! Since November 2025, each part of the key of a [global secondary index](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html)
//! can have up to four attributes. The keys of tables still have one each.
//!
//! - Records of this crate do not change. Their entries are items of the same table, are written in the same transaction as the
//!   record, and can be unique. A global secondary index is updated later, is read without strong consistency, and cannot be
//!   unique.
//! - For a table that other programs have designed, an index with several attributes replaces a text that they composed, such as
//!   `TOURNAMENT#2024#REGION#NA`. DynamoDB compares each attribute by itself, so no separator is needed, and numbers sort as numbers. Read it
//!   with the client: a key type describes the bytes of one attribute.

mod error;
mod keys;
mod limits;
mod store;

pub use error::{KeyPart, StoreError};
pub use store::{DynamoDb, create_table, create_text_table};

use aws_sdk_dynamodb::Client;
use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError};

/// The records in a table of DynamoDB.
pub type Database = AsyncDatabase<DynamoDb>;

/// The error of operations on records in DynamoDB.
pub type Error = RowsError<AsyncError<StoreError>>;

/// Opens the records in a table of DynamoDB that [`create_table`] has created.
pub fn open(client: Client, table: impl Into<String>) -> Database {
    AsyncDatabase::new(DynamoDb::new(client, table))
}

/// Opens the records in a table of DynamoDB that [`create_text_table`] has created.
pub fn open_text(client: Client, table: impl Into<String>) -> Database {
    AsyncDatabase::new(DynamoDb::new(client, table).with_text_keys())
}
