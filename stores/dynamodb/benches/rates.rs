//! Compares the records of rowkey with the AWS SDK by hand, on a server for tests:
//!
//! ```sh
//! cargo run --release --example server 127.0.0.1:8000 &
//! DYNAMODB=http://127.0.0.1:8000 cargo bench
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

#[path = "../../benches/rates.rs"]
mod rates;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{Credentials, Region};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, Delete, KeysAndAttributes, Put, TransactWriteItem};
use futures_util::future::try_join_all;
use futures_util::stream::{self, TryStreamExt as _};
use rates::ByHand;
use std::collections::HashMap;
use std::error::Error;

type BoxError = Box<dyn Error>;
type Item = HashMap<String, AttributeValue>;

const USERS: &[u8] = b"rate_users\0";
const NAMES: &[u8] = b"rate_users.name\0";

struct Users {
    client: Client,
    table: String,
}

fn binary(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}

fn bytes<'i>(item: &'i Item, name: &str) -> Result<&'i [u8], BoxError> {
    match item.get(name) {
        Some(AttributeValue::B(bytes)) => Ok(bytes.as_ref()),
        _ => Err("no bytes".into()),
    }
}

fn key(partition: &[u8], sort: &[u8]) -> Item {
    HashMap::from([("p".to_owned(), binary(partition)), ("s".to_owned(), binary(sort))])
}

fn entry(name: &str, user: u32) -> Item {
    key(NAMES, &[name.as_bytes(), b"\0\0", &user.to_be_bytes()].concat())
}

impl Users {
    /// Reads all items of a partition whose sort key begins with some bytes, in pages of a megabyte.
    async fn query(&self, partition: &[u8], prefix: &[u8]) -> Result<Vec<Item>, BoxError> {
        let (mut items, mut last) = (Vec::new(), None);
        loop {
            let mut request = self.client.query().table_name(&self.table).consistent_read(true);
            request =
                request.expression_attribute_names("#p", "p").expression_attribute_values(":p", binary(partition));
            if prefix.is_empty() {
                request = request.key_condition_expression("#p = :p");
            } else {
                request = request.key_condition_expression("#p = :p AND begins_with(#s, :s)");
                request =
                    request.expression_attribute_names("#s", "s").expression_attribute_values(":s", binary(prefix));
            }
            let answer = request.set_exclusive_start_key(last).send().await?;
            items.extend(answer.items.unwrap_or_default());
            last = answer.last_evaluated_key;
            if last.is_none() {
                return Ok(items);
            }
        }
    }

    async fn batch(&self, keys: Vec<Item>) -> Result<Vec<Item>, BoxError> {
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true).build()?;
        let answer = self.client.batch_get_item().request_items(&self.table, keys).send().await?;
        Ok(answer.responses.and_then(|mut tables| tables.remove(&self.table)).unwrap_or_default())
    }

    /// Returns the puts of a new user: the record, on the condition that it does not exist, and the entry.
    fn new_user(&self, user: u32, name: &str) -> Result<[TransactWriteItem; 2], BoxError> {
        let record = Put::builder()
            .table_name(&self.table)
            .set_item(Some(key(USERS, &user.to_be_bytes())))
            .item("v", binary(name.as_bytes()))
            .condition_expression("attribute_not_exists(p)");
        let entry = Put::builder().table_name(&self.table).set_item(Some(entry(name, user))).item("v", binary(&[]));
        let item = |put| TransactWriteItem::builder().put(put).build();
        Ok([item(record.build()?), item(entry.build()?)])
    }
}

impl ByHand for Users {
    async fn insert(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let items = self.new_user(user, name)?.to_vec();
        self.client.transact_write_items().set_transact_items(Some(items)).send().await?;
        Ok(())
    }

    /// A transaction has up to 100 items.
    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), BoxError> {
        let transactions = users.chunks(50).map(|users| {
            let items = users.iter().map(|(user, name)| self.new_user(*user, name));
            Ok(items.collect::<Result<Vec<_>, BoxError>>()?.into_flattened())
        });
        let write = async |items| {
            self.client.transact_write_items().set_transact_items(Some(items)).send().await?;
            Ok::<_, BoxError>(())
        };
        stream::iter(transactions).try_for_each_concurrent(8, write).await
    }

    async fn put(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let primary = key(USERS, &user.to_be_bytes());
        let get = self.client.get_item().table_name(&self.table).set_key(Some(primary.clone())).consistent_read(true);
        let old = get.send().await?.item.ok_or("no such user")?;
        let old = bytes(&old, "v")?;
        let record = Put::builder()
            .table_name(&self.table)
            .set_item(Some(primary))
            .item("v", binary(name.as_bytes()))
            .condition_expression("#a = :old")
            .expression_attribute_names("#a", "v")
            .expression_attribute_values(":old", binary(old));
        let new = Put::builder().table_name(&self.table).set_item(Some(entry(name, user))).item("v", binary(&[]));
        let old = Delete::builder().table_name(&self.table).set_key(Some(entry(std::str::from_utf8(old)?, user)));
        let write = self.client.transact_write_items();
        let write = write.transact_items(TransactWriteItem::builder().put(record.build()?).build());
        let write = write.transact_items(TransactWriteItem::builder().put(new.build()?).build());
        write.transact_items(TransactWriteItem::builder().delete(old.build()?).build()).send().await?;
        Ok(())
    }

    async fn scan(&self) -> Result<usize, BoxError> {
        let mut length = 0;
        for item in self.query(USERS, &[]).await? {
            let _user = u32::from_be_bytes(bytes(&item, "s")?.try_into()?);
            length += String::from_utf8(bytes(&item, "v")?.to_vec())?.len();
        }
        Ok(length)
    }

    async fn through_index(&self, name: &str) -> Result<usize, BoxError> {
        let entries = self.query(NAMES, name.as_bytes()).await?;
        let keys = entries.iter().map(|entry| {
            let entry = bytes(entry, "s")?;
            Ok(key(USERS, &entry[entry.len() - 4..]))
        });
        let keys: Vec<Item> = keys.collect::<Result<_, BoxError>>()?;
        let mut length = 0;
        for item in try_join_all(keys.chunks(100).map(|keys| self.batch(keys.to_vec()))).await?.into_iter().flatten() {
            let _user = u32::from_be_bytes(bytes(&item, "s")?.try_into()?);
            length += String::from_utf8(bytes(&item, "v")?.to_vec())?.len();
        }
        Ok(length)
    }
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let Ok(endpoint) = std::env::var("DYNAMODB") else {
        println!("DYNAMODB is not set to the URL of a server, see the head of this file");
        return Ok(());
    };
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version_latest()
        .endpoint_url(endpoint)
        .region(Region::new("local"))
        .credentials_provider(Credentials::new("a", "b", None, None, "benchmark"));
    let client = Client::from_conf(config.build());
    let table = format!("rates{}", std::process::id());
    rowkey_dynamodb::create_table(&client, &table).await?;
    let database = rowkey_dynamodb::open(client.clone(), &table);
    Box::pin(rates::compare(&database, &Users { client, table })).await
}
