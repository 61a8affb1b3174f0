//! The limits of Bigtable: what is written can be read, and what does not fit is an error before anything is written.

use super::server_faults::frame;
use super::{TestResult, create_tables, database, emulator, open};
use bigtable_rs::bigtable::BigTableConnection;
use bigtable_rs::google::bigtable::v2::mutate_rows_request::Entry;
use bigtable_rs::google::bigtable::v2::mutation::{Mutation as Kind, SetCell};
use bigtable_rs::google::bigtable::v2::row_filter::Filter;
use bigtable_rs::google::bigtable::v2::value_range::StartValue;
use bigtable_rs::google::bigtable::v2::{MutateRowsRequest, Mutation, ReadRowsRequest, RowFilter, RowSet, ValueRange};
use rowkey::record::{Index as _, Record as _};
use rowkey::store::{Direction, LAYOUTS, RowsError};
use rowkey::{KeyRange, RowKey};
use rowkey_async::{AsyncError, RangeRequest, RowByRow, RowStore as _};
use rowkey_bigtable::{Bigtable, Database, Error, StoreError};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
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

/// The requests that a proxy has forwarded.
#[derive(Default)]
struct Requests {
    count: AtomicUsize,
    /// The number of bytes of the longest request.
    longest: AtomicUsize,
}

impl Requests {
    /// Returns the number of requests and the length of the longest one since the last call.
    fn take(&self) -> (usize, usize) {
        (self.count.swap(0, Ordering::SeqCst), self.longest.swap(0, Ordering::SeqCst))
    }

    /// Forwards the frames of HTTP/2 from a client.
    async fn forward(&self, mut client: OwnedReadHalf, mut server: OwnedWriteHalf) -> std::io::Result<()> {
        let (mut bytes, mut lens) = (Vec::new(), HashMap::<[u8; 4], usize>::new());
        while client.read_buf(&mut bytes).await? > 0 {
            while let Some((len, is_request)) = frame(&bytes) {
                let frame: Vec<_> = bytes.drain(..len).collect();
                self.count.fetch_add(usize::from(is_request), Ordering::SeqCst);
                if let [_, _, _, 0, _, a, b, c, d, data @ ..] = &frame[..] {
                    let len = lens.entry([*a, *b, *c, *d]).or_default();
                    *len += data.len();
                    self.longest.fetch_max(*len, Ordering::SeqCst);
                }
                server.write_all(&frame).await?;
            }
        }
        Ok(())
    }
}

/// Returns a database whose requests pass a proxy, and the measurements of the proxy.
async fn measured_database(instance: &str) -> Result<(Database, Arc<Requests>), Box<dyn std::error::Error>> {
    create_tables(&emulator(), instance).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, requests) = (listener.local_addr()?.to_string(), Arc::new(Requests::default()));
    let measured = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(emulator()).await?;
            let ((from_client, mut to_client), (mut from_server, to_server)) =
                (client.into_split(), server.into_split());
            tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
            let measured = Arc::clone(&measured);
            tokio::spawn(async move { measured.forward(from_client, to_server).await });
        }
        Ok::<_, std::io::Error>(())
    });
    Ok((open(&address, instance, None)?, requests))
}

/// Bigtable accepts filters of up to 20 KiB. So a conditional write compares the header of a record, or of the recorded layouts.
#[tokio::test]
async fn a_conditional_write_does_not_send_the_old_value() -> TestResult {
    let (database, requests) = measured_database("filters").await?;
    let key = NameKey { name: "n".into() };
    database.write(|rows| rows.put(&key, &"r".repeat(1 << 20))).await?;
    requests.take();
    database.write(|rows| rows.update(&key, |text| text.truncate(3))).await?;
    let (_, longest) = requests.take();
    assert!(longest < 1000, "{longest}");
    assert_eq!(database.read(|rows| rows.get(&key)).await?.as_deref(), Some("rrr"));

    // The layouts of many tables, as one row.
    let bigtable = database.store().rows();
    let stored = bigtable.get(&[(&LAYOUTS, b"layouts".to_vec())]).await?.pop().unwrap().bytes.unwrap();
    let header = RowByRow::<Bigtable>::header_of(&LAYOUTS, &stored).unwrap();
    let long = [header, &vec![7; 100_000]].concat();
    assert!(bigtable.check_and_put(&LAYOUTS, b"layouts", Some(&stored), &long).await?);
    requests.take();
    assert!(bigtable.check_and_put(&LAYOUTS, b"layouts", Some(&long), b"short").await?);
    assert!(!bigtable.check_and_put(&LAYOUTS, b"layouts", Some(&long), b"shorter").await?);
    let (_, longest) = requests.take();
    assert!(longest < 1000, "{longest}");
    Ok(())
}

/// Bigtable accepts reads of up to 512 KiB, and writes of up to 100,000 mutations. The emulator accepts all.
#[tokio::test]
async fn large_reads_and_writes_are_several_requests() -> TestResult {
    const LONGEST: usize = 512 << 10;
    let (database, requests) = measured_database("requests").await?;
    let bigtable = database.store().rows();
    let key = |number: usize| NameKey { name: format!("{number:0>300}") }.encode();
    let keys: Vec<_> = (0..4000).map(key).collect();
    let rows: Vec<_> = keys.iter().step_by(2).map(|key| (NameKey::TABLE, &key[..], &b"red"[..])).collect();
    bigtable.put(&rows, Some(1)).await?;
    requests.take();
    let gets: Vec<_> = keys.iter().map(|key| (NameKey::TABLE, key.clone())).collect();
    let found = bigtable.get(&gets).await?;
    assert!(found.iter().enumerate().all(|(number, value)| value.bytes.is_some() == (number % 2 == 0)));
    let (count, longest) = requests.take();
    assert!(count == 4 && longest < LONGEST, "{count} requests, {longest} bytes");

    for count in [10, 250] {
        let ranges = (0..count).map(|number| KeyRange::beginning_with(&[&[b'n'; 1000], &key(number)[..]].concat()));
        let ranges: Vec<_> = ranges
            .map(|range| RangeRequest {
                table: NameKey::TABLE,
                range,
                direction: Direction::Forward,
                limit: 2,
                scanner: None,
            })
            .collect();
        let pages = bigtable.ranges(&ranges).await?;
        assert!(pages.len() == count && pages.iter().all(|page| page.rows.is_empty() && page.is_end));
        let (sent, longest) = requests.take();
        assert!((sent == 1) == (count == 10) && longest < LONGEST, "{sent} requests, {longest} bytes");
    }

    let keys: Vec<_> = (0..60_000_u32).map(u32::to_be_bytes).collect();
    let rows: Vec<_> = keys.iter().map(|key| (NameKey::TABLE, &key[..], &b"red"[..])).collect();
    bigtable.put(&rows, Some(1)).await?;
    assert_eq!(requests.take().0, 2);
    Ok(())
}

/// If this test fails with a later version of the emulator, the emulator refuses these requests itself.
#[tokio::test]
async fn the_emulator_accepts_what_bigtable_refuses() -> TestResult {
    create_tables(&emulator(), "lax").await?;
    let connection = BigTableConnection::new_with_emulator(&emulator(), "test", "lax", false, 1, None)?;
    let mut client = connection.client();
    let table_name = client.get_full_table_name(NameKey::TABLE.name());
    let set = SetCell {
        family_name: "r".into(),
        column_qualifier: b"v".into(),
        timestamp_micros: 1000,
        value: b"red".into(),
    };
    let set = Mutation { mutation: Some(Kind::SetCell(set)) };

    let entry = |number: usize| Entry {
        row_key: format!("{number:0>4097}").into(),
        mutations: vec![set.clone(); 100_001],
        ..Entry::default()
    };
    let request =
        MutateRowsRequest { table_name: table_name.clone(), entries: vec![entry(1)], ..MutateRowsRequest::default() };
    let mut answers = client.mutate_rows(request).await?;
    while let Some(answer) = answers.message().await? {
        assert!(answer.entries.iter().all(|entry| entry.status.as_ref().is_none_or(|status| status.code == 0)));
    }

    let value = ValueRange { start_value: Some(StartValue::StartValueClosed(vec![b'a'; 20_481])), end_value: None };
    let rows = RowSet {
        row_keys: (0..200).map(|number: usize| format!("{number:0>4097}").into_bytes()).collect(),
        row_ranges: Vec::new(),
    };
    let request = ReadRowsRequest {
        table_name,
        rows: Some(rows),
        filter: Some(RowFilter { filter: Some(Filter::ValueRangeFilter(value)) }),
        ..ReadRowsRequest::default()
    };
    assert_eq!(client.read_rows(request).await?.len(), 1);
    Ok(())
}

/// Old values of a row stay for up to a week, and the limit of Bigtable for a row, 256 MB, is that of all its values.
#[tokio::test]
async fn a_changed_entry_keeps_no_old_values() -> TestResult {
    let database = database("versions").await?;
    let blob = BlobKey { blob: 1 };
    for text in ["red", "tan", "sky"] {
        database.write(|rows| rows.put(&blob, &text.into())).await?;
    }
    let connection = BigTableConnection::new_with_emulator(&emulator(), "test", "versions", false, 1, None)?;
    let mut client = connection.client();
    for table in [BlobKey::TABLE, BlobByLength::TABLE] {
        let table_name = client.get_full_table_name(table.name());
        let rows = client.read_rows(ReadRowsRequest { table_name, ..ReadRowsRequest::default() }).await?;
        let values: Vec<_> = rows.iter().map(|(_, cells)| cells.len()).collect();
        assert_eq!(values, [1], "{}", table.name());
    }
    Ok(())
}
