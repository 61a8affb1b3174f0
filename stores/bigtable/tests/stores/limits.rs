//! The limits of Bigtable: what is written can be read, and what does not fit is an error before anything is written.

use super::{TestResult, create_tables, database, emulator, open};
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey_bigtable::{Error, StoreError};
use rowkey_remote::AsyncError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};

/// A key with a covering index, whose entries store the whole value.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_blobs", indexes(BlobByLength))]
struct BlobKey {
    blob: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = BlobKey, table = "law_blobs.length", stores = String)]
struct BlobByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    blob: u8,
}

/// All values that are written can be read, in every way. The client alone reads up to 4 MiB.
#[tokio::test]
async fn large_values_are_read() -> TestResult {
    let database = database("large").await?;
    let short = BlobKey { blob: 9 };
    database.write(|rows| rows.put(&short, &"red".into())).await?;
    for (blob, length) in [(1, 4 << 20), (2, 20 << 20)] {
        let (key, text) = (BlobKey { blob }, "r".repeat(length));
        database.write(|rows| rows.put(&key, &text)).await?;
        assert!(database.read(|rows| rows.get(&key)).await?.as_deref() == Some(&*text), "{length}");
        database.write(|rows| rows.update(&key, |text| text.push('s'))).await?;
        let text = text + "s";
        let found: Vec<(BlobKey, String)> = database.scan(BlobKey::prefix()).collect().await?;
        assert!(found.iter().any(|(found, value)| *found == key && *value == text), "{length}");
        assert_eq!(found.len(), 2);
        let covered: Vec<(BlobByLength, String)> = database.covered(BlobByLength::prefix()).collect().await?;
        assert!(covered.iter().any(|(_, value)| *value == text) && covered.len() == 2, "{length}");
        let checked = database.read(|rows| rows.verify::<BlobKey>(None, usize::MAX)).await?;
        assert_eq!((checked.missing, checked.wrong), (0, 0));
        database.run_steps("blobs", |rows, cursor| rows.rebuild::<BlobKey>(cursor, 7)).await?;
        assert!(database.write(|rows| rows.take(&key)).await? == Some(text), "{length}");
    }
    Ok(())
}

/// A key without indexes, of any length.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_labels")]
struct NameKey {
    name: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "laws/names")]
struct OtherNameKey {
    name: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "a_name_with_more_characters_than_Bigtable_says_1234")]
struct LongTableKey {
    name: String,
}

fn store_error(error: Error) -> StoreError {
    match error {
        RowsError::Store(AsyncError::Store(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn rows_that_do_not_fit_are_errors_before_a_write() -> TestResult {
    let database = database("limits").await?;
    let key = |length: usize| NameKey { name: "n".repeat(length) };
    database.write(|rows| rows.put(&key(4096), &"red".into())).await?;
    assert_eq!(database.read(|rows| rows.get(&key(4096))).await?.as_deref(), Some("red"));
    for length in [0, 4097] {
        let error = store_error(database.write(|rows| rows.put(&key(length), &"red".into())).await.unwrap_err());
        assert!(matches!(error, StoreError::KeyLength { length: found, .. } if found == length), "{error}");
        assert_eq!(database.read(|rows| rows.get(&key(length))).await?, None);
    }
    // The entry of the covering index fits, and the record does not.
    let (blob, text) = (BlobKey { blob: 1 }, "r".repeat(99_999_985));
    let error = store_error(database.write(|rows| rows.put(&blob, &text)).await.unwrap_err());
    assert!(matches!(error, StoreError::ValueLength { table: "law_blobs", length: 100_000_001, .. }), "{error}");
    assert_eq!(database.read(|rows| rows.verify::<BlobKey>(None, usize::MAX)).await?.checked, 0);

    let error = store_error(database.read(|rows| rows.count(OtherNameKey::prefix())).await.unwrap_err());
    assert!(matches!(error, StoreError::TableName { table: "laws/names", .. }), "{error}");
    let other = OtherNameKey { name: "n".into() };
    let error = store_error(database.write(|rows| rows.put(&other, &"red".into())).await.unwrap_err());
    assert!(matches!(error, StoreError::TableName { table: "laws/names", .. }), "{error}");
    let long = LongTableKey { name: "n".into() };
    let error = store_error(database.write(|rows| rows.put(&long, &"red".into())).await.unwrap_err());
    assert!(matches!(error, StoreError::TableName { .. }), "{error}");
    Ok(())
}

/// A conditional write compares the header of a record, because Bigtable accepts filters of up to 20 KiB.
#[tokio::test]
async fn a_conditional_write_does_not_send_the_old_value() -> TestResult {
    create_tables(&emulator(), "filters").await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, sent) = (listener.local_addr()?.to_string(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&sent);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(emulator()).await?;
            let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                (client.into_split(), server.into_split());
            tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
            let count = Arc::clone(&count);
            tokio::spawn(async move {
                let mut bytes = vec![0; 1 << 16];
                while let Ok(read @ 1..) = from_client.read(&mut bytes).await {
                    count.fetch_add(read, Ordering::SeqCst);
                    to_server.write_all(bytes.get(..read).unwrap()).await.unwrap();
                }
            });
        }
        Ok::<_, std::io::Error>(())
    });
    let database = open(&address, "filters", None)?;
    let key = NameKey { name: "n".into() };
    database.write(|rows| rows.put(&key, &"r".repeat(1 << 20))).await?;
    let before = sent.load(Ordering::SeqCst);
    database.write(|rows| rows.update(&key, |text| text.truncate(3))).await?;
    let update = sent.load(Ordering::SeqCst) - before;
    assert!(update < 20_000, "{update}");
    assert_eq!(database.read(|rows| rows.get(&key)).await?.as_deref(), Some("rrr"));
    Ok(())
}
