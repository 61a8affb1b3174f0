//! The rows of an [`AsyncDatabase`](rowkey::store::remote::AsyncDatabase) as items of DynamoDB.

use crate::StoreError;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::AsyncSleep as _;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, Delete, KeySchemaElement, KeyType,
    KeysAndAttributes, Put, ScalarAttributeType, TransactWriteItem,
};
use futures_util::future::try_join_all;
use rowkey::KeyRange;
use rowkey::store::remote::{AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue, wait_time};
use rowkey::store::{Direction, Table};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, PoisonError};

const PARTITION: &str = "p";
const SORT: &str = "s";
const VALUE: &str = "v";

/// The limit of DynamoDB for the keys of a `BatchGetItem`.
const KEYS: usize = 100;
/// The limit of DynamoDB for the items of a transaction.
const ITEMS: usize = 100;
/// The number of partitions that are read at the same time.
const QUERIES: usize = 16;
/// The number of partition keys that a program remembers to have recorded.
const REMEMBERED: usize = 10_000;
type Item = HashMap<String, AttributeValue>;

/// A table of DynamoDB as the store of an [`AsyncDatabase`](rowkey::store::remote::AsyncDatabase).
pub struct DynamoDb {
    client: Client,
    table: String,
    /// Those that are known to be stored already.
    recorded: Mutex<BTreeSet<RecordedPartition>>,
}

/// A partition key that [`recorded_partitions`] contains: the partition and the sort key of its item.
type RecordedPartition = (Vec<u8>, Vec<u8>);

impl fmt::Debug for DynamoDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamoDb").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Creates the table in which rowkey stores rows, with on-demand capacity. Returns before DynamoDB has created it.
///
/// # Errors
/// DynamoDB could not create the table, for example because it exists.
pub async fn create_table(client: &Client, table: impl Into<String>) -> Result<(), StoreError> {
    let mut request = client.create_table().table_name(table).billing_mode(BillingMode::PayPerRequest);
    for (name, kind) in [(PARTITION, KeyType::Hash), (SORT, KeyType::Range)] {
        let attribute = AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::B);
        let key = KeySchemaElement::builder().attribute_name(name).key_type(kind);
        request = request.attribute_definitions(attribute.build().map_err(sdk)?).key_schema(key.build().map_err(sdk)?);
    }
    request.send().await.map_err(sdk)?;
    Ok(())
}

fn sdk(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Sdk(Box::new(error))
}

fn binary(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}

fn bytes_of(item: &Item, name: &str) -> Result<Vec<u8>, StoreError> {
    match item.get(name) {
        Some(AttributeValue::B(bytes)) => Ok(bytes.as_ref().to_vec()),
        _ => Err(StoreError::ForeignItem),
    }
}

/// Returns the partition key of the rows whose keys begin with these bytes.
fn partition(table: &Table, first: &[u8]) -> Vec<u8> {
    [table.name().as_bytes(), &[0], first].concat()
}

/// Splits a key into the bytes that are in the partition key, and the sort key. Returns `None` if the sort key is empty.
fn split<'k>(table: &Table, key: &'k [u8]) -> Option<(&'k [u8], &'k [u8])> {
    key.split_at_checked(table.partition_key_len(key)?).filter(|(_, rest)| !rest.is_empty())
}

fn item_key(partition: &[u8], sort: &[u8]) -> Item {
    HashMap::from([(PARTITION.to_owned(), binary(partition)), (SORT.to_owned(), binary(sort))])
}

/// Returns the key attributes of a row, or `None` if its sort key is empty.
fn key_of(table: &'static Table, key: &[u8]) -> Option<Item> {
    let (first, rest) = split(table, key)?;
    Some(item_key(&partition(table, first), rest))
}

/// Returns the partition that lists the partition keys of a table. Each of its sort keys is a zero byte and a partition key. Only
/// tables whose keys have a field with `sort_key` have such a list. A job that reads the whole table, such as a rebuild, reads
/// the list first.
fn recorded_partitions(table: &Table) -> Vec<u8> {
    [b"rowkey.partitions\0", table.name().as_bytes()].concat()
}

/// A range within one partition.
struct PartitionRange {
    /// The bytes of the key that are in the partition key.
    first: Vec<u8>,
    start: Vec<u8>,
    end: Option<Vec<u8>>,
}

/// Returns the part of a range that is in a partition.
fn in_partition(range: &KeyRange, first: &[u8]) -> Option<PartitionRange> {
    let start = match range.start().strip_prefix(first) {
        Some(start) => start.to_vec(),
        None if range.start() < first => Vec::new(),
        None => return None,
    };
    let end = match range.end().map(|end| (end, end.strip_prefix(first))) {
        Some((_, Some([]))) => return None,
        Some((_, Some(end))) => Some(end.to_vec()),
        Some((end, None)) if end < first => return None,
        _ => None,
    };
    Some(PartitionRange { first: first.into(), start, end })
}

impl DynamoDb {
    /// Stores rows in this table.
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into(), recorded: Mutex::default() }
    }

    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    async fn batch(&self, mut keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let mut found = Vec::new();
        for attempt in 1.. {
            let request = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
            let request = self.client.batch_get_item().request_items(&self.table, request.build().map_err(sdk)?);
            let mut answer = request.send().await.map_err(sdk)?;
            found.extend(answer.responses.as_mut().and_then(|tables| tables.remove(&self.table)).unwrap_or_default());
            let rest = answer.unprocessed_keys.as_mut().and_then(|tables| tables.remove(&self.table));
            keys = rest.map(|rest| rest.keys).unwrap_or_default();
            if keys.is_empty() {
                break;
            }
            self.wait(attempt).await;
        }
        Ok(found)
    }

    /// Reads the sort keys and the values of a range within one partition.
    async fn query(
        &self,
        partition: &[u8],
        range: &PartitionRange,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let mut condition = "#p = :p".to_owned();
        let mut request = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .scan_index_forward(direction == Direction::Forward)
            .limit(i32::try_from(limit.max(1)).unwrap_or(i32::MAX))
            .expression_attribute_names("#p", PARTITION)
            .expression_attribute_values(":p", binary(partition));
        let bounds = match (&range.start[..], &range.end) {
            ([], None) => "",
            ([], Some(_)) => " AND #s < :end",
            (_, None) => " AND #s >= :start",
            // Both bounds are included.
            (_, Some(_)) => " AND #s BETWEEN :start AND :end",
        };
        condition.push_str(bounds);
        if !bounds.is_empty() {
            request = request.expression_attribute_names("#s", SORT);
        }
        if !range.start.is_empty() {
            request = request.expression_attribute_values(":start", binary(&range.start));
        }
        if let Some(end) = &range.end {
            request = request.expression_attribute_values(":end", binary(end));
        }
        let answer = request.key_condition_expression(condition).send().await.map_err(sdk)?;
        let is_end = answer.last_evaluated_key.is_none();
        let mut rows = Vec::new();
        for item in answer.items.unwrap_or_default() {
            let rest = bytes_of(&item, SORT)?;
            if range.end.as_ref() != Some(&rest) {
                rows.push(([&range.first[..], &rest].concat(), StoredValue::new(bytes_of(&item, VALUE)?)));
            }
        }
        Ok(RangePage { rows, is_end, scanner: None })
    }

    /// Reads the first rows of several partitions.
    async fn query_all(
        &self,
        table: &'static Table,
        ranges: &[PartitionRange],
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let mut page = RangePage { is_end: true, ..RangePage::default() };
        for ranges in ranges.chunks(QUERIES) {
            let queries = ranges.iter().map(async |range| {
                self.query(&partition(table, &range.first), range, direction, limit - page.rows.len()).await
            });
            for next in try_join_all(queries).await? {
                page.rows.extend(next.rows);
                if !next.is_end || page.rows.len() >= limit {
                    page.rows.truncate(limit);
                    page.is_end = false;
                    return Ok(page);
                }
            }
        }
        Ok(page)
    }

    /// Reads the first rows of a range in a table whose partitions are recorded.
    async fn query_recorded(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let start = range.start();
        let first = table.partition_key_len(start).and_then(|len| start.get(..len)).unwrap_or(start);
        let after_zero = |bytes: &[u8]| [&[0], bytes].concat();
        let mut rest = PartitionRange {
            first: Vec::new(),
            start: after_zero(first),
            end: Some(range.end().map_or_else(|| vec![1], after_zero)),
        };
        loop {
            let recorded = self.query(&recorded_partitions(table), &rest, direction, KEYS).await?;
            let partitions = recorded.rows.iter().filter_map(|(sort_key, _)| in_partition(range, sort_key.get(1..)?));
            let page = self.query_all(table, &partitions.collect::<Vec<_>>(), direction, limit).await?;
            let Some((last, _)) = recorded.rows.into_iter().next_back() else { return Ok(page) };
            // A page without rows would be read again, so go on with the next partitions.
            if !page.rows.is_empty() || recorded.is_end {
                return Ok(RangePage { is_end: page.is_end && recorded.is_end, ..page });
            }
            match direction {
                Direction::Forward => rest.start = [&last[..], &[0]].concat(),
                Direction::Backward => rest.end = Some(last),
            }
        }
    }

    /// Returns the partition keys that a commit must record.
    fn new_partitions(&self, commit: &Commit) -> BTreeSet<RecordedPartition> {
        let recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        let puts = commit.writes.iter().filter(|write| write.value.is_some() && write.table.partitions().is_none());
        let partitions = puts.filter_map(|write| {
            let (first, _) = split(write.table, &write.key)?;
            Some((recorded_partitions(write.table), [&[0], first].concat()))
        });
        partitions.filter(|partition| !recorded.contains(partition)).collect()
    }

    /// Returns the items of a transaction.
    fn items(
        &self,
        commit: &Commit,
        new_partitions: &BTreeSet<RecordedPartition>,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut items = Vec::new();
        for (partition, sort) in new_partitions {
            let put = Put::builder().table_name(&self.table).set_item(Some(item_key(partition, sort)));
            let put = put.item(VALUE, binary(&[])).build().map_err(sdk)?;
            items.push(TransactWriteItem::builder().put(put).build());
        }
        for write in &commit.writes {
            let key = key_of(write.table, &write.key).ok_or(StoreError::EmptySortKey { table: write.table.name() })?;
            let condition = write.expected.as_ref().map(condition);
            let item = if let Some(value) = &write.value {
                let mut put = Put::builder().table_name(&self.table).set_item(Some(key)).item(VALUE, binary(value));
                if let Some((condition, name, value)) = condition {
                    put = put.condition_expression(condition).expression_attribute_names("#a", name);
                    put = put.set_expression_attribute_values(value);
                }
                TransactWriteItem::builder().put(put.build().map_err(sdk)?)
            } else {
                let mut delete = Delete::builder().table_name(&self.table).set_key(Some(key));
                if let Some((condition, name, value)) = condition {
                    delete = delete.condition_expression(condition).expression_attribute_names("#a", name);
                    delete = delete.set_expression_attribute_values(value);
                }
                TransactWriteItem::builder().delete(delete.build().map_err(sdk)?)
            };
            items.push(item.build());
        }
        for read in &commit.reads {
            // A row without a sort key never exists.
            let Some(key) = key_of(read.table, &read.key) else { continue };
            let (condition, name, value) = condition(&read.value);
            let check = ConditionCheck::builder()
                .table_name(&self.table)
                .set_key(Some(key))
                .condition_expression(condition)
                .expression_attribute_names("#a", name)
                .set_expression_attribute_values(value);
            items.push(TransactWriteItem::builder().condition_check(check.build().map_err(sdk)?).build());
        }
        Ok(items)
    }
}

/// Returns the condition that a value is stored, with the attribute that it names and the values in it.
fn condition(expected: &StoredValue) -> (&'static str, &'static str, Option<Item>) {
    match &expected.bytes {
        None => ("attribute_not_exists(#a)", SORT, None),
        Some(bytes) => ("#a = :old", VALUE, Some(HashMap::from([(":old".to_owned(), binary(bytes))]))),
    }
}

/// Returns what a failed transaction means.
fn commit_error(error: SdkError<TransactWriteItemsError>) -> CommitError<StoreError> {
    if let Some(service) = error.as_service_error() {
        return match service {
            TransactWriteItemsError::TransactionCanceledException(canceled) => {
                let mut codes = canceled.cancellation_reasons().iter().filter_map(|reason| reason.code());
                if codes.any(|code| matches!(code, "ConditionalCheckFailed" | "TransactionConflict")) {
                    CommitError::Conflict
                } else {
                    CommitError::Failed(sdk(error))
                }
            }
            TransactWriteItemsError::TransactionInProgressException(_)
            | TransactWriteItemsError::InternalServerError(_) => CommitError::Unknown(sdk(error)),
            service if service.code() == Some("TransactionConflictException") => CommitError::Conflict,
            _ => CommitError::Failed(sdk(error)),
        };
    }
    match error {
        SdkError::ConstructionFailure(_) => CommitError::Failed(sdk(error)),
        _ => CommitError::Unknown(sdk(error)),
    }
}

impl AsyncStore for DynamoDb {
    type Error = StoreError;

    const TRANSACTIONS: bool = true;
    const PARTITIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let items: Vec<_> = keys.iter().filter_map(|(table, key)| key_of(table, key)).collect();
        let batches = items.chunks(KEYS).map(|keys| self.batch(keys.to_vec()));
        let mut found = HashMap::new();
        for item in try_join_all(batches).await?.into_iter().flatten() {
            let key = (bytes_of(&item, PARTITION)?, bytes_of(&item, SORT)?);
            found.insert(key, bytes_of(&item, VALUE)?);
        }
        let value = |(table, key): &(&'static Table, Vec<u8>)| {
            let (first, rest) = split(table, key)?;
            found.remove(&(partition(table, first), rest.to_vec()))
        };
        Ok(keys.iter().map(value).map(|bytes| bytes.map(StoredValue::new).unwrap_or_default()).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let RangeRequest { table, range, direction, limit, .. } = request;
        if table.shape().is_none() {
            return Err(StoreError::RemovedIndex { table: table.name() });
        }
        if let Some(range) = table.partition_of(range).and_then(|first| in_partition(range, first)) {
            return self.query(&partition(table, &range.first), &range, *direction, *limit).await;
        }
        let Some(partitions) = table.partitions() else {
            return self.query_recorded(table, range, *direction, *limit).await;
        };
        let mut ranges: Vec<_> = partitions.iter().filter_map(|first| in_partition(range, first)).collect();
        if *direction == Direction::Backward {
            ranges.reverse();
        }
        self.query_all(table, &ranges, *direction, *limit).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<StoreError>> {
        let new_partitions = self.new_partitions(commit);
        let items = self.items(commit, &new_partitions).map_err(CommitError::Failed)?;
        if items.len() > ITEMS {
            return Err(CommitError::Failed(StoreError::TooManyRows { rows: items.len() }));
        }
        // The SDK adds a token, so that a repetition of this request has no effect.
        let request = self.client.transact_write_items().set_transact_items(Some(items));
        request.send().await.map_err(commit_error)?;
        if !new_partitions.is_empty() {
            let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
            if recorded.len() > REMEMBERED {
                recorded.clear();
            }
            recorded.extend(new_partitions);
        }
        Ok(())
    }

    async fn wait(&self, attempt: u32) {
        if let Some(timer) = self.client.config().sleep_impl() {
            timer.sleep(wait_time(attempt)).await;
        }
    }
}
