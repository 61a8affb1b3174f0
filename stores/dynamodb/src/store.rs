//! The rows of an [`AsyncDatabase`](rowkey_async::AsyncDatabase) as items of DynamoDB.

use crate::keys::{Attribute, KeyType, SortForm};
use crate::limits::{MAX_ROWS, MAX_TRANSACTION_LEN, check_item, item_len};
use crate::{KeyPart, StoreError};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::AsyncSleep as _;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, CancellationReason, ConditionCheck, Delete, KeySchemaElement,
    KeyType as KeyRole, KeysAndAttributes, Put, TableDescription, TableStatus, TransactWriteItem,
};
use futures_util::future::try_join_all;
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey_async::{AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue, Transactional, wait_time};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::iter;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const PARTITION: &str = "p";
const SORT: &str = "s";
const VALUE: &str = "v";

/// A request for this many rows, or more, has no limit. Long scans of rowkey-async ask for 4,000 rows.
const MANY_ROWS: i32 = 4000;
/// The limit of DynamoDB for the keys of a `BatchGetItem`.
const KEYS: usize = 100;
/// The number of partitions that are read at the same time.
const QUERIES: usize = 16;
/// The number of listed partition keys that a program remembers.
const REMEMBERED: usize = 10_000;
/// The number of times that `create_table` asks whether a new table is active.
const POLLS: u32 = 600;
const BETWEEN_POLLS: Duration = Duration::from_millis(500);

type Item = HashMap<String, AttributeValue>;

/// A table of DynamoDB as the store of an [`AsyncDatabase`](rowkey_async::AsyncDatabase).
pub struct DynamoDb {
    client: Client,
    table: String,
    keys: KeyType,
    listed: Mutex<Listed>,
}

/// The table and the key of a row.
type RowOf<'c> = (&'static Table, &'c [u8]);

/// The partition key and the sort key of an item.
type Key = (Attribute, Attribute);

/// What a program remembers of the lists of partition keys.
#[derive(Default)]
struct Listed {
    /// The items of lists that are stored.
    items: BTreeSet<Key>,
    /// The hashes of the recorded layouts that were read, by the starts of the ranges.
    layouts: BTreeMap<Vec<u8>, u64>,
}

impl fmt::Debug for DynamoDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamoDb").field("table", &self.table).field("keys", &self.keys).finish_non_exhaustive()
    }
}

/// Creates the table in which rowkey stores rows, with on-demand capacity. Its key attributes are binary:
/// [`open`](crate::open) opens it. Waits until DynamoDB has created the table, up to five minutes.
///
/// # Errors
/// DynamoDB could not create the table, for example because it exists.
pub async fn create_table(client: &Client, table: impl Into<String>) -> Result<(), StoreError> {
    create(client, table.into(), KeyType::Binary).await
}

/// Like [`create_table`], but the key attributes are text: [`open_text`](crate::open_text) opens the table.
///
/// # Errors
/// The same as [`create_table`].
pub async fn create_text_table(client: &Client, table: impl Into<String>) -> Result<(), StoreError> {
    create(client, table.into(), KeyType::Text).await
}

async fn create(client: &Client, table: String, keys: KeyType) -> Result<(), StoreError> {
    let mut request = client.create_table().table_name(&table).billing_mode(BillingMode::PayPerRequest);
    for (name, role) in [(PARTITION, KeyRole::Hash), (SORT, KeyRole::Range)] {
        let attribute = AttributeDefinition::builder().attribute_name(name).attribute_type(keys.attribute_type());
        let key = KeySchemaElement::builder().attribute_name(name).key_type(role);
        request = request.attribute_definitions(attribute.build().map_err(sdk)?).key_schema(key.build().map_err(sdk)?);
    }
    request.send().await.map_err(sdk)?;
    for _ in 0..POLLS {
        let answer = client.describe_table().table_name(&table).send().await;
        let status = match answer {
            Ok(answer) => answer.table.and_then(|table| table.table_status),
            // The description of a new table is not everywhere at once.
            Err(error) if error.code() == Some("ResourceNotFoundException") => None,
            Err(error) => return Err(sdk(error)),
        };
        if status == Some(TableStatus::Active) {
            return Ok(());
        }
        if let Some(timer) = client.config().sleep_impl() {
            timer.sleep(BETWEEN_POLLS).await;
        }
    }
    Err(StoreError::NotActive { name: table })
}

/// The key attributes of a table of rowkey, each with its type.
fn key_schema(keys: KeyType) -> [(String, String); 2] {
    [PARTITION, SORT].map(|name| (name.to_owned(), keys.attribute_type().as_str().to_owned()))
}

/// Returns the key attributes of a table, each with its type.
fn key_attributes(table: TableDescription) -> Vec<(String, String)> {
    let types = table.attribute_definitions.unwrap_or_default();
    let type_of = |name: &str| {
        let definition = types.iter().find(|definition| definition.attribute_name == name)?;
        Some(definition.attribute_type.as_str().to_owned())
    };
    let keys = table.key_schema.unwrap_or_default().into_iter().map(|key| key.attribute_name);
    keys.map(|name| (name.clone(), type_of(&name).unwrap_or_default())).collect()
}

fn sdk(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Sdk(Box::new(error))
}

fn binary(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}

/// Returns the key and the value of an item. Visits the attributes once, because to look up three names took a tenth of a scan.
fn into_row(item: Item) -> Result<(Key, StoredValue), StoreError> {
    let (mut partition, mut sort, mut value) = (None, None, None);
    for (name, attribute) in item {
        match name.as_str() {
            PARTITION => partition = Attribute::of(attribute),
            SORT => sort = Attribute::of(attribute),
            VALUE => value = Some(attribute),
            _ => {}
        }
    }
    match (partition, sort, value) {
        (Some(partition), Some(sort), Some(AttributeValue::B(bytes))) => {
            Ok(((partition, sort), StoredValue::new(bytes.into_inner())))
        }
        _ => Err(StoreError::ForeignItem),
    }
}

/// Returns the key attributes of an item.
fn item_key((partition, sort): Key) -> Item {
    HashMap::from([(PARTITION.to_owned(), partition.into()), (SORT.to_owned(), sort.into())])
}

fn check_length(table: &'static Table, part: KeyPart, length: usize) -> Result<(), StoreError> {
    if length <= part.limit() { Ok(()) } else { Err(StoreError::KeyLength { table, part, length }) }
}

/// A range of sort keys within one partition.
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

impl PartitionRange {
    fn contains(&self, sort: &[u8]) -> bool {
        *sort >= *self.start && self.end.as_ref().is_none_or(|end| *sort < **end)
    }
}

impl DynamoDb {
    /// Stores rows in a table that [`create_table`] has created.
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into(), keys: KeyType::Binary, listed: Mutex::default() }
    }

    /// Stores rows in a table that [`create_text_table`] has created.
    #[must_use]
    pub fn with_text_keys(mut self) -> Self {
        self.keys = KeyType::Text;
        self
    }

    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    fn listed(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the partition of the rows whose keys begin with these bytes.
    fn partition(&self, table: &'static Table, first: &[u8]) -> Result<Attribute, StoreError> {
        let partition = self.keys.form(table).partition(table.name(), first);
        let partition = partition.ok_or(StoreError::NotText { table: table.name() })?;
        check_length(table, KeyPart::Partition, partition.len())?;
        Ok(partition)
    }

    /// Returns the key attributes of a row, whose partition key has a length. Returns an error if no row can have this
    /// key.
    fn key_of(&self, table: &'static Table, key: &[u8], partition_len: Option<usize>) -> Result<Key, StoreError> {
        let parts = partition_len.and_then(|len| key.split_at_checked(len));
        let (first, rest) =
            parts.filter(|(_, rest)| !rest.is_empty()).ok_or(StoreError::EmptySortKey { table: table.name() })?;
        let form = self.keys.form(table);
        let sort = form.rows().encode(rest).ok_or(StoreError::NotText { table: table.name() })?;
        check_length(table, KeyPart::Sort, sort.len())?;
        if table.layout().sort_key().is_some() {
            let listed = form.listed().encode(first).ok_or(StoreError::NotText { table: table.name() })?;
            check_length(table, KeyPart::ListedPartition, listed.len() - 1)?;
        }
        Ok((self.partition(table, first)?, sort))
    }

    /// Returns the error of a request. If it is about the table, finds out what is wrong with the table.
    async fn explain<E>(&self, error: SdkError<E>) -> StoreError
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        let name = || self.table.clone();
        match error.code() {
            Some("ResourceNotFoundException") => {
                let region = self.client.config().region().map(ToString::to_string);
                StoreError::NoTable { name: name(), region }
            }
            Some("ValidationException") => {
                // Without the permission for this request, the error of DynamoDB must do.
                let answer = self.client.describe_table().table_name(&self.table).send().await;
                let keys = answer.ok().and_then(|answer| answer.table).map(key_attributes).unwrap_or_default();
                match &keys[..] {
                    [] => sdk(error),
                    keys if keys == key_schema(self.keys) => sdk(error),
                    keys if keys == key_schema(KeyType::Text) => StoreError::OtherForm { name: name(), is_text: true },
                    keys if keys == key_schema(KeyType::Binary) => {
                        StoreError::OtherForm { name: name(), is_text: false }
                    }
                    _ => StoreError::ForeignTable { name: name(), keys },
                }
            }
            _ => sdk(error),
        }
    }

    async fn get_one(&self, key: Item) -> Result<Option<Item>, StoreError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        match request.send().await {
            Ok(answer) => Ok(answer.item),
            Err(error) => Err(self.explain(error).await),
        }
    }

    async fn batch(&self, mut keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let mut found = Vec::new();
        for attempt in 1.. {
            let request = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
            let request = self.client.batch_get_item().request_items(&self.table, request.build().map_err(sdk)?);
            let mut answer = match request.send().await {
                Ok(answer) => answer,
                Err(error) => return Err(self.explain(error).await),
            };
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

    /// Reads the first rows of a range within one partition.
    async fn query(
        &self,
        partition: Attribute,
        form: SortForm,
        range: &PartitionRange,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let (start, end) = (form.lower_bound(&range.start), form.upper_bound(range.end.as_deref()));
        let mut request = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .scan_index_forward(direction == Direction::Forward)
            // A scan that asks for many rows will read all of them, so one request reads as many as DynamoDB returns, up to a
            // megabyte.
            .set_limit(i32::try_from(limit.max(1)).ok().filter(|limit| *limit < MANY_ROWS))
            .expression_attribute_names("#p", PARTITION)
            .expression_attribute_values(":p", partition.into());
        // DynamoDB accepts no empty bound. A bound that is cut can be a stored key before the end of the range, so the condition
        // includes both bounds.
        let condition = match (start.is_empty(), &end) {
            (true, None) => "#p = :p",
            (true, Some(_)) => "#p = :p AND #s <= :end",
            (false, None) => "#p = :p AND #s >= :start",
            (false, Some(_)) => "#p = :p AND #s BETWEEN :start AND :end",
        };
        if !start.is_empty() {
            request = request.expression_attribute_values(":start", start.clone().into());
        }
        if let Some(end) = end.clone() {
            request = request.expression_attribute_values(":end", end.into());
        }
        if !start.is_empty() || end.is_some() {
            request = request.expression_attribute_names("#s", SORT);
        }
        let request = request.key_condition_expression(condition);
        let mut last = None;
        loop {
            let answer = match request.clone().set_exclusive_start_key(last).send().await {
                Ok(answer) => answer,
                Err(error) => return Err(self.explain(error).await),
            };
            last = answer.last_evaluated_key;
            let mut rows = Vec::new();
            for item in answer.items.unwrap_or_default() {
                let ((_, sort), value) = into_row(item)?;
                let sort = form.decode(sort)?;
                // The bounds of the request can be wider than the range.
                if range.contains(&sort) {
                    let key = if range.first.is_empty() { sort } else { [&range.first[..], &sort].concat() };
                    rows.push((key, value));
                }
            }
            if !rows.is_empty() || last.is_none() {
                return Ok(RangePage { rows, is_end: last.is_none() });
            }
        }
    }

    /// Reads the first rows of several partitions.
    async fn query_all(
        &self,
        table: &'static Table,
        ranges: &[PartitionRange],
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let form = self.keys.form(table).rows();
        let (mut page, mut count_after) = (RangePage { is_end: true, ..RangePage::default() }, ranges.len());
        for ranges in ranges.chunks(QUERIES) {
            let limit_of_rest = limit - page.rows.len();
            let queries = ranges.iter().map(async |range| {
                // A partition key that is not text has no rows.
                let Ok(partition) = self.partition(table, &range.first) else {
                    return Ok(RangePage { is_end: true, ..RangePage::default() });
                };
                self.query(partition, form, range, direction, limit_of_rest).await
            });
            for next in try_join_all(queries).await? {
                page.rows.extend(next.rows);
                count_after -= 1;
                if !next.is_end || page.rows.len() >= limit {
                    page.is_end = next.is_end && count_after == 0;
                    return Ok(page);
                }
            }
        }
        Ok(page)
    }

    /// Reads partition keys of a table that are listed. They are the keys of the returned rows.
    async fn query_list(
        &self,
        table: &'static Table,
        range: &PartitionRange,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let form = self.keys.form(table).listed();
        self.query(self.keys.list_of_partitions(table.name()), form, range, direction, limit).await
    }

    /// Reads the first rows of a range in a table whose partitions are listed.
    async fn query_listed(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        let start = range.start();
        let first = match table.partition_key_len(start).and_then(|len| start.get(..len)) {
            Some(first) => first.to_vec(),
            // Only the list tells the partition of an entry of a removed index.
            None if table.shape().is_none() => {
                self.listed_partition_of(table, start).await?.unwrap_or_else(|| start.to_vec())
            }
            None => start.to_vec(),
        };
        let mut rest = PartitionRange { first: Vec::new(), start: first, end: range.end().map(<[u8]>::to_vec) };
        loop {
            let listed = self.query_list(table, &rest, direction, KEYS).await?;
            let partitions = listed.rows.iter().filter_map(|(first, _)| in_partition(range, first));
            let page = self.query_all(table, &partitions.collect::<Vec<_>>(), direction, limit).await?;
            let Some((last, _)) = listed.rows.into_iter().next_back() else { return Ok(page) };
            // A page without rows would be read again, so go on with the next partitions.
            if !page.rows.is_empty() || listed.is_end {
                return Ok(RangePage { is_end: page.is_end && listed.is_end, ..page });
            }
            match direction {
                Direction::Forward => rest.start = [&last[..], &[0]].concat(),
                Direction::Backward => rest.end = Some(last),
            }
        }
    }

    /// Returns the listed partition key with which a key begins. Keys are in the order of their partition keys, so this is
    /// the last one that is not after the key.
    async fn listed_partition_of(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let range = PartitionRange { first: Vec::new(), start: Vec::new(), end: Some([key, &[0]].concat()) };
        let listed = self.query_list(table, &range, Direction::Backward, 1).await?;
        Ok(listed.rows.into_iter().map(|(first, _)| first).find(|first| key.starts_with(first)))
    }

    /// Returns the length of the partition key of each row that a commit writes.
    async fn partition_lens(&self, commit: &Commit) -> Result<Vec<Option<usize>>, StoreError> {
        let mut lens = Vec::with_capacity(commit.writes.len());
        let mut last = None;
        for write in &commit.writes {
            let mut len = write.table.partition_key_len(&write.key);
            if len.is_none() && write.table.shape().is_none() {
                let is_last =
                    |(name, first): &(&str, Vec<u8>)| *name == write.table.name() && write.key.starts_with(first);
                if !last.as_ref().is_some_and(is_last) {
                    let listed = self.listed_partition_of(write.table, &write.key).await?;
                    last = listed.map(|first| (write.table.name(), first));
                }
                len = last.as_ref().map(|(_, first)| first.len());
            }
            lens.push(len);
        }
        Ok(lens)
    }

    /// Returns the items that a commit must add to the lists of partition keys, each with the row that needs it.
    fn new_partitions<'c>(&self, commit: &'c Commit) -> Result<BTreeMap<Key, RowOf<'c>>, StoreError> {
        let mut new = BTreeMap::new();
        let has_list = |table: &Table| table.layout().sort_key().is_some();
        for write in commit.writes.iter().filter(|write| write.value.is_some() && has_list(write.table)) {
            let first = write.table.partition_key_len(&write.key).and_then(|len| write.key.get(..len));
            let form = self.keys.form(write.table).listed();
            let sort = first.and_then(|first| form.encode(first));
            let sort = sort.ok_or(StoreError::NotText { table: write.table.name() })?;
            new.insert((self.keys.list_of_partitions(write.table.name()), sort), (write.table, &write.key[..]));
        }
        if !new.is_empty() {
            let listed = self.listed();
            new.retain(|item, _| !listed.items.contains(item));
        }
        Ok(new)
    }

    /// Forgets the listed partition keys if the recorded layouts have changed, because another program may have dropped
    /// an index and deleted its list.
    fn compare_layouts(&self, range: &KeyRange, page: &RangePage) {
        let mut hasher = DefaultHasher::new();
        for (key, value) in &page.rows {
            (key, &value.bytes).hash(&mut hasher);
        }
        let (start, hash) = (range.start().to_vec(), hasher.finish());
        let mut listed = self.listed();
        if listed.layouts.insert(start, hash).is_some_and(|before| before != hash) {
            listed.items.clear();
        }
    }

    /// Deletes the list of partition keys of a table whose recorded layout a commit has deleted, unless another program
    /// has recorded it again.
    async fn delete_list(&self, table: &RecordedTable) -> Result<(), CommitError<StoreError>> {
        self.listed().items.clear();
        let (list, form) = (self.keys.list_of_partitions(table.name()), self.keys.form_of(table.layout()).listed());
        let (start, end) = KeyRange::beginning_with(table.namespace()).into_parts();
        let range = PartitionRange { first: Vec::new(), start, end };
        let layout = self.key_of(&LAYOUTS, &table.key(), Some(0)).map_err(CommitError::Unknown)?;
        let is_deleted = self.check(layout, &StoredValue::default()).map_err(CommitError::Unknown)?;
        loop {
            let page = self.query(list.clone(), form, &range, Direction::Forward, MAX_ROWS - 1).await;
            let page = page.map_err(CommitError::Unknown)?;
            if page.rows.is_empty() {
                return Ok(());
            }
            let mut items = vec![is_deleted.clone()];
            for (first, _) in page.rows {
                let sort = form.encode(&first).ok_or(CommitError::Unknown(StoreError::ForeignItem))?;
                let delete = Delete::builder().table_name(&self.table).set_key(Some(item_key((list.clone(), sort))));
                let delete = delete.build().map_err(|error| CommitError::Unknown(sdk(error)))?;
                items.push(TransactWriteItem::builder().delete(delete).build());
            }
            if let Err(error) = self.client.transact_write_items().set_transact_items(Some(items)).send().await {
                return match self.commit_error(error, &[]).await {
                    CommitError::Conflict => Ok(()),
                    CommitError::Failed(error) => Err(CommitError::Unknown(error)),
                    error => Err(error),
                };
            }
        }
    }

    /// Returns the condition that a row is unchanged.
    fn check(&self, key: Key, value: &StoredValue) -> Result<TransactWriteItem, StoreError> {
        let (condition, name, value) = condition(value);
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(item_key(key)))
            .condition_expression(condition)
            .expression_attribute_names("#a", name)
            .set_expression_attribute_values(value);
        Ok(TransactWriteItem::builder().condition_check(check.build().map_err(sdk)?).build())
    }

    /// Returns what a failed transaction means. `rows` are those of the items.
    async fn commit_error(
        &self,
        error: SdkError<TransactWriteItemsError>,
        rows: &[RowOf<'_>],
    ) -> CommitError<StoreError> {
        let Some(service) = error.as_service_error() else {
            return match error {
                SdkError::ConstructionFailure(_) => CommitError::Failed(sdk(error)),
                _ => CommitError::Unknown(sdk(error)),
            };
        };
        match service {
            TransactWriteItemsError::TransactionCanceledException(canceled) => {
                let reasons = canceled.cancellation_reasons();
                let mut codes = reasons.iter().filter_map(|reason| reason.code());
                if codes.any(|code| matches!(code, "ConditionalCheckFailed" | "TransactionConflict")) {
                    return CommitError::Conflict;
                }
                let is_rejected = |reason: &CancellationReason| reason.code().is_some_and(|code| code != "None");
                let rejected = reasons.iter().zip(rows).find(|(reason, _)| is_rejected(reason));
                CommitError::Failed(match rejected {
                    Some((reason, (table, key))) => StoreError::Rejected {
                        table: table.name(),
                        key: key.to_vec(),
                        reason: reason.message().or(reason.code()).unwrap_or_default().into(),
                    },
                    None => sdk(error),
                })
            }
            TransactWriteItemsError::TransactionInProgressException(_)
            | TransactWriteItemsError::InternalServerError(_) => CommitError::Unknown(sdk(error)),
            service if service.code() == Some("TransactionConflictException") => CommitError::Conflict,
            _ => CommitError::Failed(self.explain(error).await),
        }
    }

    /// Returns the items of a transaction, each with its table and key.
    fn items<'c>(
        &self,
        commit: &'c Commit,
        partition_lens: &[Option<usize>],
        new_partitions: &'c BTreeMap<Key, RowOf<'c>>,
    ) -> Result<Vec<(RowOf<'c>, TransactWriteItem)>, StoreError> {
        let mut items = Vec::with_capacity(new_partitions.len() + commit.writes.len() + commit.reads.len());
        let mut bytes = 0;
        for (key, row) in new_partitions {
            bytes += item_len(key, &[]);
            let put = Put::builder().table_name(&self.table).set_item(Some(item_key(key.clone())));
            let put = put.item(VALUE, binary(&[])).build().map_err(sdk)?;
            items.push((*row, TransactWriteItem::builder().put(put).build()));
        }
        for (write, partition_len) in commit.writes.iter().zip(partition_lens) {
            let key = match self.key_of(write.table, &write.key, *partition_len) {
                // A row that cannot be stored does not exist.
                Err(_) if write.value.is_none() => continue,
                key => key?,
            };
            let old = write.expected.as_ref().and_then(|expected| expected.bytes.as_deref()).unwrap_or_default();
            bytes += match &write.value {
                Some(value) => check_item(write.table, &write.key, &key, value)?,
                None => item_len(&key, old),
            };
            let key = item_key(key);
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
            items.push(((write.table, &write.key), item.build()));
        }
        for read in &commit.reads {
            // A row that cannot be stored never exists.
            if let Ok(key) = self.key_of(read.table, &read.key, read.table.partition_key_len(&read.key)) {
                bytes += item_len(&key, read.value.bytes.as_deref().unwrap_or_default());
                items.push(((read.table, &read.key), self.check(key, &read.value)?));
            }
        }
        if items.len() > MAX_ROWS {
            return Err(StoreError::TooManyRows { rows: items.len() });
        }
        if bytes > MAX_TRANSACTION_LEN {
            return Err(StoreError::TooManyBytes { bytes });
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

impl AsyncStore for DynamoDb {
    type Error = StoreError;

    const TRANSACTIONS: bool = true;
    const PARTITIONS: bool = true;
    const MAX_ROWS: usize = MAX_ROWS;
    const MAX_LEN: usize = MAX_TRANSACTION_LEN;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        // A row that cannot be stored does not exist.
        let key_of =
            |(table, key): &(&'static Table, Vec<u8>)| self.key_of(table, key, table.partition_key_len(key)).ok();
        let keys: Vec<_> = keys.iter().map(key_of).collect();
        if let [Some(key)] = &keys[..] {
            let item = self.get_one(item_key(key.clone())).await?;
            return Ok(vec![item.map(|item| Ok(into_row(item)?.1)).transpose()?.unwrap_or_default()]);
        }
        let mut items = keys.iter().flatten().cloned().map(item_key);
        let batches =
            iter::from_fn(|| Some(items.by_ref().take(KEYS).collect::<Vec<_>>()).filter(|keys| !keys.is_empty()));
        let mut found = HashMap::new();
        for item in try_join_all(batches.map(|keys| self.batch(keys))).await?.into_iter().flatten() {
            let (key, value) = into_row(item)?;
            found.insert(key, value);
        }
        Ok(keys.iter().map(|key| key.as_ref().and_then(|key| found.remove(key)).unwrap_or_default()).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let RangeRequest { table, range, direction, limit, .. } = request;
        if let Some(part) = table.partition_of(range).and_then(|first| in_partition(range, first)) {
            let page = self.query_all(table, &[part], *direction, *limit).await?;
            if table.name() == LAYOUTS.name() {
                self.compare_layouts(range, &page);
            }
            return Ok(page);
        }
        let Some(partitions) = table.partitions() else {
            return self.query_listed(table, range, *direction, *limit).await;
        };
        let mut ranges: Vec<_> = partitions.iter().filter_map(|first| in_partition(range, first)).collect();
        if *direction == Direction::Backward {
            ranges.reverse();
        }
        self.query_all(table, &ranges, *direction, *limit).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<StoreError>> {
        let new_partitions = self.new_partitions(commit).map_err(CommitError::Failed)?;
        let partition_lens = self.partition_lens(commit).await.map_err(CommitError::Failed)?;
        let items = self.items(commit, &partition_lens, &new_partitions).map_err(CommitError::Failed)?;
        let (rows, items): (Vec<_>, Vec<_>) = items.into_iter().unzip();
        // The SDK adds a token, so that a repetition of this request has no effect.
        let request = self.client.transact_write_items().set_transact_items(Some(items));
        if let Err(error) = request.send().await {
            return Err(self.commit_error(error, &rows).await);
        }
        if !new_partitions.is_empty() {
            let mut listed = self.listed();
            if listed.items.len() > REMEMBERED {
                listed.items.clear();
            }
            listed.items.extend(new_partitions.into_keys());
        }
        for write in commit.writes.iter().filter(|write| write.table.name() == LAYOUTS.name() && write.value.is_none())
        {
            let layout = write.expected.as_ref().and_then(|expected| expected.bytes.as_deref());
            let deleted = layout.and_then(|layout| RecordedTable::read(&write.key, layout).ok());
            if let Some(table) = deleted.filter(|table| table.layout().sort_key().is_some()) {
                self.delete_list(&table).await?;
            }
        }
        Ok(())
    }

    async fn wait(&self, attempt: u32) {
        if let Some(timer) = self.client.config().sleep_impl() {
            timer.sleep(wait_time(attempt)).await;
        }
    }
}

impl Transactional for DynamoDb {}
