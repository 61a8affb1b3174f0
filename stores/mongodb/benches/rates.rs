//! Compares the records of rowkey with the client of MongoDB by hand, on a server:
//!
//! ```sh
//! MONGODB=mongodb://127.0.0.1:27017 cargo bench -- 1000 3 # users and rounds; FerretDB is slow
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

#[path = "../../benches/rates.rs"]
mod rates;

use futures_util::TryStreamExt as _;
use mongodb::bson::spec::BinarySubtype;
use mongodb::bson::{Binary, Bson, Document, doc};
use mongodb::{Client, Collection};
use rates::ByHand;
use std::error::Error;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

type BoxError = Box<dyn Error>;

/// The number of documents in a request.
const DOCUMENTS: usize = 1000;

struct Users {
    users: Collection<Document>,
    names: Collection<Document>,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A write to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Result<Vec<u8>, BoxError> {
    (0..text.len()).step_by(2).map(|at| Ok(u8::from_str_radix(&text[at..at + 2], 16)?)).collect()
}

fn id_of_user(user: u32) -> String {
    hex(&user.to_be_bytes())
}

fn id_of_entry(name: &str, user: u32) -> String {
    hex(&[name.as_bytes(), b"\0\0", &user.to_be_bytes()].concat())
}

fn binary(bytes: Vec<u8>) -> Bson {
    Bson::Binary(Binary { subtype: BinarySubtype::Generic, bytes })
}

fn now() -> Result<i64, BoxError> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros())?)
}

/// The bit of a timestamp that says that the header has 16 bytes.
const IS_LONG: u64 = 1 << 52;

/// The value of a record. Its header tells versions apart, as that of rowkey.
fn record(name: &str, time: i64) -> Bson {
    let header = (u128::from(time.cast_unsigned() | IS_LONG) << 65) | u128::from(RandomState::new().hash_one(()));
    binary([&header.to_be_bytes(), name.as_bytes()].concat())
}

fn timestamp(header: [u8; 16]) -> i64 {
    i64::try_from(u128::from_be_bytes(header) >> 65).unwrap_or_default() & (IS_LONG - 1).cast_signed()
}

fn value(document: &Document) -> Result<&[u8], BoxError> {
    Ok(document.get_binary_generic("v")?)
}

/// Returns the length of the name of a user.
fn decode(document: &Document) -> Result<usize, BoxError> {
    let _user = u32::from_be_bytes(unhex(document.get_str("_id")?)?.as_slice().try_into()?);
    Ok(String::from_utf8(value(document)?[16..].to_vec())?.len())
}

impl ByHand for Users {
    /// A removed record leaves a document, so the old document is read first.
    async fn insert(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let (id, time) = (id_of_user(user), now()?);
        assert!(self.users.find_one(doc! { "_id": &id }).await?.is_none());
        let entry = doc! { "_id": id_of_entry(name, user), "t": { "$lte": time } };
        self.names.replace_one(entry, doc! { "v": binary(Vec::new()), "t": time }).upsert(true).await?;
        self.users.insert_one(doc! { "_id": id, "v": record(name, time), "t": time }).await?;
        Ok(())
    }

    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), BoxError> {
        for users in users.chunks(DOCUMENTS) {
            let time = now()?;
            let ids: Vec<_> = users.iter().map(|(user, _)| id_of_user(*user)).collect();
            let stored: Vec<_> = self.users.find(doc! { "_id": { "$in": ids } }).await?.try_collect().await?;
            assert!(stored.is_empty());
            let entries = users
                .iter()
                .map(|(user, name)| doc! { "_id": id_of_entry(name, *user), "v": binary(Vec::new()), "t": time });
            self.names.insert_many(entries).ordered(false).await?;
            let records =
                users.iter().map(|(user, name)| doc! { "_id": id_of_user(*user), "v": record(name, time), "t": time });
            self.users.insert_many(records).ordered(false).await?;
        }
        Ok(())
    }

    async fn put(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let id = id_of_user(user);
        let old = self.users.find_one(doc! { "_id": &id }).await?.ok_or("no such user")?;
        let (header, old_name) = value(&old)?.split_first_chunk().ok_or("no version")?;
        let old_time = timestamp(*header);
        let time = now()?.max(old_time + 1);
        let entry = doc! { "_id": id_of_entry(name, user), "t": { "$lte": time } };
        self.names.replace_one(entry, doc! { "v": binary(Vec::new()), "t": time }).upsert(true).await?;
        let is_unchanged = doc! { "_id": &id, "v": old.get("v") };
        let replaced = self.users.replace_one(is_unchanged, doc! { "v": record(name, time), "t": time }).await?;
        assert_eq!(replaced.matched_count, 1);
        let old_entry = id_of_entry(std::str::from_utf8(old_name)?, user);
        self.names.delete_one(doc! { "_id": old_entry, "t": { "$lte": old_time } }).await?;
        Ok(())
    }

    async fn scan(&self) -> Result<usize, BoxError> {
        let (mut users, mut bytes) = (self.users.find(doc! {}).sort(doc! { "_id": 1 }).await?, 0);
        while let Some(user) = users.try_next().await? {
            bytes += decode(&user)?;
        }
        Ok(bytes)
    }

    async fn through_index(&self, name: &str) -> Result<usize, BoxError> {
        let mut end = name.as_bytes().to_vec();
        *end.last_mut().ok_or("no name")? += 1;
        let range = doc! { "_id": { "$gte": hex(name.as_bytes()), "$lt": hex(&end) } };
        let entries: Vec<_> = self.names.find(range).sort(doc! { "_id": 1 }).await?.try_collect().await?;
        let ids = entries.iter().map(|entry| {
            let id = entry.get_str("_id")?;
            Ok::<_, BoxError>(id[id.len() - 8..].to_owned())
        });
        let ids = ids.collect::<Result<Vec<_>, _>>()?;
        let mut bytes = 0;
        for ids in ids.chunks(DOCUMENTS) {
            let mut users = self.users.find(doc! { "_id": { "$in": ids } }).await?;
            while let Some(user) = users.try_next().await? {
                bytes += decode(&user)?;
            }
        }
        Ok(bytes)
    }
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let Ok(server) = std::env::var("MONGODB") else {
        println!("MONGODB is not set to the URI of a server, see the head of this file");
        return Ok(());
    };
    let database = Client::with_uri_str(server).await?.database(&format!("rates{}", std::process::id()));
    let users = Users { users: database.collection("rate_users"), names: database.collection("rate_users.name") };
    let compared = Box::pin(rates::compare(&rowkey_mongodb::open(database.clone()), &users)).await;
    database.drop().await?;
    compared
}
