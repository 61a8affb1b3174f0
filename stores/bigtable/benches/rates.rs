//! Compares the records of rowkey with `bigtable_rs` by hand, on the emulator of Bigtable:
//!
//! ```sh
//! BIGTABLE=127.0.0.1:8086 cargo bench
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

#[path = "../../benches/rates.rs"]
mod rates;

use bigtable_rs::bigtable::{BigTable, BigTableConnection};
use bigtable_rs::google::bigtable::v2::mutate_rows_request::Entry;
use bigtable_rs::google::bigtable::v2::mutation::{DeleteFromColumn, Mutation as Kind, SetCell};
use bigtable_rs::google::bigtable::v2::row_filter::{Chain, Filter};
use bigtable_rs::google::bigtable::v2::row_range::{EndKey, StartKey};
use bigtable_rs::google::bigtable::v2::value_range::{EndValue, StartValue};
use bigtable_rs::google::bigtable::v2::{
    CheckAndMutateRowRequest, MutateRowRequest, MutateRowsRequest, Mutation, ReadRowsRequest, RowFilter, RowRange,
    RowSet, ValueRange,
};
use futures_util::stream::{self, TryStreamExt as _};
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{ColumnFamily, CreateTableRequest, Table};
use rates::ByHand;
use rowkey::store::LAYOUTS;
use std::error::Error;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};
use tonic::transport::Endpoint;

/// The number of rows in a page.
const PAGE: usize = 4000;

struct Client {
    client: BigTable,
}

fn set(value: &[u8], timestamp_micros: i64) -> Mutation {
    let cell =
        SetCell { family_name: "r".into(), column_qualifier: b"v".into(), timestamp_micros, value: value.into() };
    Mutation { mutation: Some(Kind::SetCell(cell)) }
}

fn delete() -> Mutation {
    let column = DeleteFromColumn { family_name: "r".into(), column_qualifier: b"v".into(), time_range: None };
    Mutation { mutation: Some(Kind::DeleteFromColumn(column)) }
}

fn newest(value: Option<&[u8]>) -> RowFilter {
    let filter = |filter| RowFilter { filter: Some(filter) };
    let newest = filter(Filter::CellsPerColumnLimitFilter(1));
    let Some(value) = value else { return newest };
    let range = ValueRange {
        start_value: Some(StartValue::StartValueClosed(value.into())),
        end_value: Some(EndValue::EndValueClosed(value.into())),
    };
    filter(Filter::Chain(Chain { filters: vec![newest, filter(Filter::ValueRangeFilter(range))] }))
}

impl Client {
    async fn read(&self, table: &str, rows: RowSet) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
        self.read_some(table, rows, 0).await
    }

    /// Reads up to `limit` rows, or all if it is 0.
    async fn read_some(
        &self,
        table: &str,
        rows: RowSet,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
        let mut client = self.client.clone();
        let request = ReadRowsRequest {
            table_name: client.get_full_table_name(table),
            rows: Some(rows),
            filter: Some(newest(None)),
            rows_limit: i64::try_from(limit)?,
            ..ReadRowsRequest::default()
        };
        let rows = client.read_rows(request).await?.into_iter();
        Ok(rows.filter_map(|(key, cells)| Some((key, cells.into_iter().next()?.value))).collect())
    }

    /// Reads the rows of a range in pages, so that the memory stays bounded.
    async fn read_pages(
        &self,
        table: &str,
        mut range: RowRange,
        mut visit: impl AsyncFnMut(Vec<(Vec<u8>, Vec<u8>)>) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        loop {
            let rows = RowSet { row_keys: Vec::new(), row_ranges: vec![range.clone()] };
            let page = self.read_some(table, rows, PAGE).await?;
            let is_end = page.len() < PAGE;
            if let Some((last, _)) = page.last() {
                range.start_key = Some(StartKey::StartKeyOpen(last.clone()));
            }
            if !page.is_empty() {
                visit(page).await?;
            }
            if is_end {
                return Ok(());
            }
        }
    }

    async fn put_new(&self, user: u32, name: &str, now: u64) -> Result<(), Box<dyn Error>> {
        let mut client = self.client.clone();
        let request = CheckAndMutateRowRequest {
            table_name: client.get_full_table_name("rate_users"),
            row_key: user.to_be_bytes().into(),
            predicate_filter: Some(newest(None)),
            false_mutations: vec![set(&record(name, now), -1)],
            ..CheckAndMutateRowRequest::default()
        };
        assert!(!client.check_and_mutate_row(request).await?.predicate_matched);
        Ok(())
    }

    async fn mutate(&self, table: &str, key: Vec<u8>, mutation: Mutation) -> Result<(), Box<dyn Error>> {
        let mut client = self.client.clone();
        let table_name = client.get_full_table_name(table);
        let request =
            MutateRowRequest { table_name, row_key: key, mutations: vec![mutation], ..MutateRowRequest::default() };
        client.mutate_row(request).await?;
        Ok(())
    }
}

fn entry(name: &str, user: u32) -> Vec<u8> {
    [name.as_bytes(), b"\0\0", &user.to_be_bytes()].concat()
}

/// The bit of a timestamp that says that the header has 16 bytes.
const IS_LONG: u64 = 1 << 42;

/// The header that rowkey stores before the value of a record: a timestamp and a random number, which tell versions apart.
fn timestamp(header: [u8; 16]) -> u64 {
    u64::try_from(u128::from_be_bytes(header) >> 65).unwrap_or_default() & (IS_LONG - 1)
}

fn now() -> Result<u64, Box<dyn Error>> {
    Ok(u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

fn record(name: &str, timestamp: u64) -> Vec<u8> {
    let header = (u128::from(timestamp | IS_LONG) << 65) | u128::from(RandomState::new().hash_one(()));
    [&header.to_be_bytes(), name.as_bytes()].concat()
}

impl ByHand for Client {
    /// A removed record leaves a row, so the old row is read first.
    async fn insert(&self, user: u32, name: &str) -> Result<(), Box<dyn Error>> {
        let key = user.to_be_bytes().to_vec();
        let keys = RowSet { row_keys: vec![key.clone()], row_ranges: Vec::new() };
        assert!(self.read("rate_users", keys).await?.is_empty());
        let now = now()?;
        self.mutate("rate_users.name", entry(name, user), set(&[], i64::try_from(now)? * 1000)).await?;
        self.put_new(user, name, now).await
    }

    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), Box<dyn Error>> {
        let chunks = users.chunks(2000).map(Ok);
        let load = async |users: &[(u32, String)]| {
            let row_keys = users.iter().map(|(user, _)| user.to_be_bytes().to_vec()).collect();
            assert!(self.read("rate_users", RowSet { row_keys, row_ranges: Vec::new() }).await?.is_empty());
            let (mut client, now) = (self.client.clone(), now()?);
            let timestamp = i64::try_from(now)? * 1000;
            let entries = users.iter().map(|(user, name)| Entry {
                row_key: entry(name, *user),
                mutations: vec![set(&[], timestamp)],
                ..Entry::default()
            });
            let table_name = client.get_full_table_name("rate_users.name");
            let request = MutateRowsRequest { table_name, entries: entries.collect(), ..MutateRowsRequest::default() };
            let mut answers = client.mutate_rows(request).await?;
            while let Some(answer) = answers.message().await? {
                assert!(answer.entries.iter().all(|entry| entry.status.as_ref().is_none_or(|status| status.code == 0)));
            }
            let records = users.iter().map(|(user, name)| Ok((*user, name)));
            stream::iter(records)
                .try_for_each_concurrent(32, async |(user, name)| self.put_new(user, name, now).await)
                .await
        };
        stream::iter(chunks).try_for_each_concurrent(8, load).await
    }

    async fn put(&self, user: u32, name: &str) -> Result<(), Box<dyn Error>> {
        let key = user.to_be_bytes().to_vec();
        let keys = RowSet { row_keys: vec![key.clone()], row_ranges: Vec::new() };
        let old = self.read("rate_users", keys).await?.pop();
        let old = old.ok_or("no such user")?.1;
        // The first bytes tell versions of a record apart, as those of rowkey.
        let (header, old_name) = old.split_first_chunk().ok_or("no version")?;
        let now = now()?.max(timestamp(*header) + 1);
        let timestamp = i64::try_from(now)? * 1000;
        self.mutate("rate_users.name", entry(name, user), set(&[], timestamp)).await?;
        let mut client = self.client.clone();
        let value = record(name, now);
        let request = CheckAndMutateRowRequest {
            table_name: client.get_full_table_name("rate_users"),
            row_key: key,
            predicate_filter: Some(newest(Some(&old))),
            true_mutations: vec![delete(), set(&value, -1)],
            ..CheckAndMutateRowRequest::default()
        };
        assert!(client.check_and_mutate_row(request).await?.predicate_matched);
        self.mutate("rate_users.name", entry(std::str::from_utf8(old_name)?, user), delete()).await
    }

    async fn scan(&self) -> Result<usize, Box<dyn Error>> {
        let mut bytes = 0;
        let visit = async |page: Vec<(Vec<u8>, Vec<u8>)>| {
            for (key, value) in page {
                let _user = u32::from_be_bytes(key.as_slice().try_into()?);
                bytes += String::from_utf8(value[16..].to_vec())?.len();
            }
            Ok(())
        };
        self.read_pages("rate_users", RowRange::default(), visit).await?;
        Ok(bytes)
    }

    async fn through_index(&self, name: &str) -> Result<usize, Box<dyn Error>> {
        let mut end = name.as_bytes().to_vec();
        *end.last_mut().ok_or("no name")? += 1;
        let range = RowRange {
            start_key: Some(StartKey::StartKeyClosed(name.as_bytes().into())),
            end_key: Some(EndKey::EndKeyOpen(end)),
        };
        let mut bytes = 0;
        let visit = async |entries: Vec<(Vec<u8>, Vec<u8>)>| {
            let row_keys = entries.into_iter().map(|(key, _)| key[key.len() - 4..].to_vec()).collect();
            for (key, value) in self.read("rate_users", RowSet { row_keys, row_ranges: Vec::new() }).await? {
                let _user = u32::from_be_bytes(key.as_slice().try_into()?);
                let found = String::from_utf8(value[16..].to_vec())?;
                if found.starts_with(name) {
                    bytes += found.len();
                }
            }
            Ok(())
        };
        self.read_pages("rate_users.name", range, visit).await?;
        Ok(bytes)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Ok(emulator) = std::env::var("BIGTABLE") else {
        println!("BIGTABLE is not set to the address of the emulator, see the head of this file");
        return Ok(());
    };
    let mut admin =
        BigtableTableAdminClient::new(Endpoint::from_shared(format!("http://{emulator}"))?.connect().await?);
    let instance = format!("rates{}", std::process::id());
    for table in [LAYOUTS.name(), "rate_users", "rate_users.name"] {
        let families = [("r".to_owned(), ColumnFamily::default())];
        let table_id = table.to_owned();
        let table = Some(Table { column_families: families.into(), ..Table::default() });
        let parent = format!("projects/test/instances/{instance}");
        admin.create_table(CreateTableRequest { parent, table_id, table, ..CreateTableRequest::default() }).await?;
    }
    let connection = BigTableConnection::new_with_emulator(&emulator, "test", &instance, false, 1, None)?;
    let database = rowkey_bigtable::open(connection.client());
    Box::pin(rates::compare(&database, &Client { client: connection.client() })).await
}
