//! The limits of MongoDB, which are checked before a write, and a client without a server.

use super::{TestResult, client_database};
use mongodb::Client;
use mongodb::bson::{Bson, Document, doc};
use rowkey::store::RowsError;
use rowkey::{Json, RowKey};
use rowkey_async::AsyncError;
use rowkey_mongodb::{Error, StoreError};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn store_error(error: Error) -> StoreError {
    match error {
        RowsError::Store(AsyncError::Store(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "texts")]
struct TextKey {
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = Numbers, format = Json, table = "numbers")]
struct NumbersKey {
    list: u8,
}

#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Numbers {
    numbers: Vec<u8>,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "system.texts")]
struct SystemKey {
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "te$ts")]
struct DollarKey {
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "a.system.b")]
struct InnerSystemKey {
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = ".a")]
struct DotKey {
    text: String,
}

#[tokio::test]
async fn rows_that_do_not_fit_are_errors_before_a_write() -> TestResult {
    let inner = client_database("limits").await?;
    let database = rowkey_mongodb::open(inner.clone());
    let key = TextKey { text: "t".repeat(50_000) };
    database.write(|rows| rows.put(&key, &"red".into())).await?;
    assert_eq!(database.read(|rows| rows.get(&key)).await?.as_deref(), Some("red"));

    // The row has the key, the header of a record, and what a document needs.
    let key = TextKey { text: "t".into() };
    let mut fits = 0;
    for length in [(8 << 20) - 2000, (8 << 20) - 900, 20 << 20] {
        let written = database.write(|rows| rows.put(&key, &"r".repeat(length))).await;
        if length < (8 << 20) - 1024 {
            written?;
            fits = length;
            database.write(|rows| rows.update(&key, |text| text.replace_range(..1, "s"))).await?;
        } else {
            let error = store_error(written.unwrap_err());
            assert!(matches!(error, StoreError::RowLength { table: "texts", .. }), "{error}");
        }
        assert_eq!(database.read(|rows| rows.get(&key)).await?.map(|text| text.len()), Some(fits));
    }

    // Each number has 2 bytes in JSON, and more in a document.
    let key = NumbersKey { list: 1 };
    let numbers = |count: usize| Numbers { numbers: vec![7; count] };
    database.write(|rows| rows.put(&key, &numbers(1000))).await?;
    let error = store_error(database.write(|rows| rows.put(&key, &numbers(1_100_000))).await.unwrap_err());
    assert!(matches!(error, StoreError::RowLength { table: "numbers", limit: 16_777_216, .. }), "{error}");
    assert_eq!(database.write(|rows| rows.take(&key)).await?, Some(numbers(1000)));

    for error in [
        database.write(|rows| rows.put(&InnerSystemKey { text: "t".into() }, &"red".into())).await.unwrap_err(),
        database.write(|rows| rows.put(&DotKey { text: "t".into() }, &"red".into())).await.unwrap_err(),
        database.write(|rows| rows.put(&SystemKey { text: "t".into() }, &"red".into())).await.unwrap_err(),
        database.write(|rows| rows.put(&DollarKey { text: "t".into() }, &"red".into())).await.unwrap_err(),
        database.read(|rows| rows.count(DollarKey::prefix())).await.map(drop).unwrap_err(),
    ] {
        let error = store_error(error);
        assert!(matches!(error, StoreError::TableName { .. }), "{error}");
    }
    let long = "d".repeat(60);
    let database = rowkey_mongodb::open(inner.client().database(&long));
    let key = LongTableKey { text: "t".into() };
    let error = store_error(database.write(|rows| rows.put(&key, &"red".into())).await.unwrap_err());
    assert!(error.to_string().contains("both names together have up to 255 bytes"), "{error}");
    Ok(())
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
#[rowkey(
    table = "a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_name_a_table_with_a_long_"
)]
struct LongTableKey {
    text: String,
}

/// The keys of this type are text.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "62")]
struct SharedText {
    text: String,
}

/// The keys of this type are not text. The hex digits of its namespace are `62`.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "b")]
struct SharedBytes {
    number: u16,
}

/// The hex digits of this namespace are `63`.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "c")]
struct OtherBytes {
    number: u16,
}

/// A collection holds no two kinds of rows that would have the same `_id`s.
#[tokio::test]
async fn rows_with_the_same_ids_are_refused() -> TestResult {
    for is_text_first in [true, false] {
        let database = rowkey_mongodb::open(client_database("shared").await?);
        let text = SharedText { text: "0007".into() };
        let (bytes, other) = (SharedBytes { number: 7 }, OtherBytes { number: 7 });
        database.write(|rows| rows.put(&other, &"other".into())).await?;
        let (first, second) = if is_text_first {
            database.write(|rows| rows.put(&text, &"text".into())).await?;
            ("text", database.write(|rows| rows.put(&bytes, &"bytes".into())).await)
        } else {
            database.write(|rows| rows.put(&bytes, &"bytes".into())).await?;
            ("bytes", database.write(|rows| rows.put(&text, &"text".into())).await)
        };
        let error = store_error(second.unwrap_err());
        assert!(matches!(error, StoreError::SharedIds { .. }), "{error}");
        assert!(error.to_string().contains("the text `62`, and the other with the hex digits `62`"), "{error}");
        let found = if is_text_first {
            database.read(|rows| rows.get(&text)).await?
        } else {
            database.read(|rows| rows.get(&bytes)).await?
        };
        assert_eq!(found.as_deref(), Some(first));
        assert_eq!(database.read(|rows| rows.count(OtherBytes::prefix())).await?, 1);
    }
    Ok(())
}

/// Without a server, the error is short and comes when the client says.
#[tokio::test]
async fn no_server_is_a_short_error() -> TestResult {
    let uri = "mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=1000&connectTimeoutMS=500";
    let database = rowkey_mongodb::open(Client::with_uri_str(uri).await?.database("none"));
    let begin = Instant::now();
    let error = database.read(|rows| rows.get(&TextKey { text: "t".into() })).await.unwrap_err();
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    let error = store_error(error);
    assert!(matches!(&error, StoreError::NoServer { servers, .. } if servers.len() == 1), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("127.0.0.1:9 (") && text.contains("onnection refused") && text.len() < 400, "{text}");
    assert!(!text.contains("Topology") && text.contains("serverSelectionTimeoutMS"), "{text}");
    Ok(())
}

#[derive(Debug, RowKey)]
#[rowkey(value = Value, format = Json, table = "values")]
struct ValueKey {
    name: String,
}

/// An object within as many others.
fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, _| json!({ "in": inner }))
}

/// A value that MongoDB, an earlier MongoDB or FerretDB would reject as a document, or would change, is stored as bytes.
#[tokio::test]
async fn a_value_that_is_not_a_document_everywhere_is_stored_as_bytes() -> TestResult {
    let inner = client_database("values").await?;
    let database = rowkey_mongodb::open(inner.clone());
    let documents = [nested(99), json!({ "a$": 0.0, "": [-1.5, { "ä": null }] })];
    let bytes = [
        nested(100),
        json!({ "in": { "$ref": 1 } }),
        json!({ "in": [{ "a.b": 1 }] }),
        json!({ "a\0b": 1 }),
        json!({ "zero": -0.0 }),
    ];
    for (number, value) in documents.iter().chain(&bytes).enumerate() {
        let key = ValueKey { name: number.to_string() };
        database.write(|rows| rows.put(&key, value)).await?;
        let document = inner.collection::<Document>("values").find_one(doc! { "_id": &key.name }).await?;
        let is_document = matches!(document.unwrap().get("v"), Some(Bson::Document(_)));
        assert_eq!(is_document, documents.contains(value), "{value}");
        let stored = database.read(|rows| rows.get(&key)).await?;
        assert_eq!(stored.map(|stored| stored.to_string()), Some(value.to_string()));
        database.write(|rows| rows.update(&key, |value| *value = json!({ "new": true }))).await?;
    }
    Ok(())
}
