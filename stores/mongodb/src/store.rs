//! The rows of [`RowByRow`](rowkey_async::RowByRow) as documents of MongoDB.

use crate::StoreError;
use crate::document::{ID, TIME, check, check_layouts, condition, equals, id, key, stored, value_fields};
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use mongodb::action::{Action as _, Find};
use mongodb::bson::{Document, doc};
use mongodb::error::{ErrorKind, WriteFailure};
use mongodb::{Collection, Cursor, Database};
use rowkey::store::{Direction, LAYOUTS, Table};
use rowkey_async::{RangePage, RangeRequest, RowStore, StoredValue, wait_time};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// The number of documents that are read by their `_id`s with one request.
const IDS: usize = 1000;
/// The number of times that a put is tried which meets a document that was inserted at the same moment.
const ATTEMPTS: u32 = 5;
/// The limit of MongoDB for the names of a database and a collection, with the dot between them.
pub(crate) const MAX_NAMES_LEN: usize = 255;
/// The number of bytes of the `_id`s that are read with one request. The request has the limit of a document.
const IDS_LEN: usize = 4 << 20;
/// The code of the error for a second document with the same `_id`.
const DUPLICATE: i32 = 11000;

/// A database of MongoDB as the store of a [`RowByRow`](rowkey_async::RowByRow).
pub struct MongoDb {
    database: Database,
}

impl fmt::Debug for MongoDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MongoDb").field("database", &self.database.name()).finish_non_exhaustive()
    }
}

fn is_duplicate(error: &mongodb::error::Error) -> bool {
    match &*error.kind {
        ErrorKind::Write(WriteFailure::WriteError(error)) => error.code == DUPLICATE,
        ErrorKind::Command(error) => error.code == DUPLICATE,
        _ => false,
    }
}

/// Returns which documents of an `insertMany` have an `_id` that exists. Returns the error if another one was not inserted.
fn duplicates(error: mongodb::error::Error) -> Result<Vec<usize>, StoreError> {
    if let ErrorKind::InsertMany(insert) = &*error.kind
        && insert.write_concern_error.is_none()
        && let Some(errors) = &insert.write_errors
        && errors.iter().all(|error| error.code == DUPLICATE)
    {
        return Ok(errors.iter().map(|error| error.index).collect());
    }
    Err(error.into())
}

/// Groups `_id`s into requests.
fn requests(ids: Vec<String>) -> Vec<Vec<String>> {
    let (mut requests, mut len) = (Vec::<Vec<String>>::new(), 0);
    for id in ids {
        len += id.len();
        if let Some(request) = requests.last_mut().filter(|request| request.len() < IDS && len <= IDS_LEN) {
            request.push(id);
        } else {
            len = id.len();
            requests.push(vec![id]);
        }
    }
    requests
}

impl MongoDb {
    /// Stores rows in the collections of a database.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    fn collection(&self, table: &'static Table) -> Result<Collection<Document>, StoreError> {
        let (database, name) = (self.database.name(), table.name());
        let is_valid = database.len() + 1 + name.len() <= MAX_NAMES_LEN
            && !name.is_empty()
            && !name.contains(['$', '\0'])
            && !name.starts_with('.')
            && !name.starts_with("system.")
            && !name.contains(".system.");
        if !is_valid {
            return Err(StoreError::TableName { database: database.into(), table: name });
        }
        Ok(self.database.collection(name))
    }

    fn now_as_time(&self) -> i64 {
        i64::try_from(RowStore::now(self)).unwrap_or(i64::MAX)
    }

    /// Inserts documents with one request for each table. Returns for each row whether it was inserted. If not, its `_id` exists.
    async fn insert(&self, rows: &[(&'static Table, &[u8], &[u8])], time: i64) -> Result<Vec<bool>, StoreError> {
        let mut are_inserted = vec![true; rows.len()];
        let mut tables = BTreeMap::<&str, (&'static Table, Vec<usize>, Vec<Document>)>::new();
        for (position, (table, key, value)) in rows.iter().enumerate() {
            let mut document = doc! { ID: id(table, key)? };
            document.extend(value_fields(table, value));
            document.insert(TIME, time);
            let (_, positions, documents) =
                tables.entry(table.name()).or_insert_with(|| (table, Vec::new(), Vec::new()));
            positions.push(position);
            documents.push(document);
        }
        let inserts = tables.into_values().map(async |(table, positions, documents)| {
            match self.collection(table)?.insert_many(documents).ordered(false).await {
                Err(error) => Ok((positions, duplicates(error)?)),
                Ok(_) => Ok::<_, StoreError>((positions, Vec::new())),
            }
        });
        for (positions, duplicates) in try_join_all(inserts).await? {
            for position in duplicates.into_iter().filter_map(|index| positions.get(index)) {
                if let Some(is_inserted) = are_inserted.get_mut(*position) {
                    *is_inserted = false;
                }
            }
        }
        Ok(are_inserted)
    }

    /// Finds the documents of a range. Without a limit, the cursor reads all of them.
    async fn find(&self, request: &RangeRequest, limit: Option<i64>) -> Result<Cursor<Document>, StoreError> {
        let RangeRequest { table, range, direction, .. } = request;
        let order = if *direction == Direction::Forward { 1 } else { -1 };
        let batch = u32::try_from(request.limit).unwrap_or(u32::MAX);
        let collection = self.collection(table)?;
        let find = collection.find(condition(table, range)).sort(doc! { ID: order }).batch_size(batch);
        Ok(find.optional(limit, Find::limit).await?)
    }

    async fn put_row(
        &self,
        table: &'static Table,
        key: &[u8],
        value: &[u8],
        time: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut fields = value_fields(table, value);
        fields.insert(TIME, time.unwrap_or_else(|| self.now_as_time()));
        let mut filter = doc! { ID: id(table, key)? };
        if let Some(time) = time {
            filter.insert(TIME, doc! { "$lte": time });
        }
        for attempt in 1.. {
            let replaced = self.collection(table)?.replace_one(filter.clone(), fields.clone()).upsert(true).await;
            match replaced {
                // The document has a later timestamp, or it was inserted at this moment, perhaps with an earlier one.
                Err(error) if is_duplicate(&error) && attempt < ATTEMPTS => {}
                Err(error) if is_duplicate(&error) && time.is_some() => break,
                replaced => {
                    replaced?;
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Reads the next rows of a cursor. Returns also the number of documents. The condition of the cursor can be wider than the range.
async fn next_page(
    RangeRequest { table, range, limit, .. }: &RangeRequest,
    cursor: &mut Cursor<Document>,
) -> Result<(RangePage, usize), StoreError> {
    let (mut page, mut count) = (RangePage::default(), 0);
    while page.rows.len() < *limit {
        let Some(document) = cursor.try_next().await? else {
            page.is_end = true;
            break;
        };
        count += 1;
        let key = key(table, &document)?;
        if range.contains(&key) {
            page.rows.push((key, stored(table, &document)?));
        }
    }
    Ok((page, count))
}

impl RowStore for MongoDb {
    type Error = StoreError;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let mut tables = BTreeMap::<&str, (&'static Table, Vec<String>)>::new();
        for (table, key) in keys {
            // A key that is not text has no row in a table of text.
            if let Ok(id) = id(table, key) {
                tables.entry(table.name()).or_insert_with(|| (table, Vec::new())).1.push(id);
            }
        }
        let requests =
            tables.into_values().flat_map(|(table, ids)| requests(ids).into_iter().map(move |ids| (table, ids)));
        let documents = try_join_all(requests.map(async |(table, ids)| {
            let collection = self.collection(table)?;
            let documents: Vec<_> = match &ids[..] {
                // An equality is faster, and needs no cursor.
                [id] => collection.find_one(doc! { ID: id }).await?.into_iter().collect(),
                ids => {
                    // One more than there are, so that the first answer has all documents, and needs no cursor.
                    let batch = u32::try_from(ids.len() + 1).unwrap_or(u32::MAX);
                    collection.find(doc! { ID: { "$in": ids } }).batch_size(batch).await?.try_collect().await?
                }
            };
            let rows =
                documents.iter().map(|document| Ok((table.name(), key(table, document)?, stored(table, document)?)));
            rows.collect::<Result<Vec<_>, StoreError>>()
        }));
        let rows = documents.await?.into_iter().flatten();
        let mut found: HashMap<_, _> = rows.map(|(table, key, value)| ((table, key), value)).collect();
        Ok(keys.iter().map(|(table, key)| found.remove(&(table.name(), key.clone())).unwrap_or_default()).collect())
    }

    async fn check(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> Result<(), StoreError> {
        for (table, key, value) in rows {
            self.collection(table)?;
            check(table, key, value)?;
            if table.name() == LAYOUTS.name() {
                check_layouts(value)?;
            }
        }
        Ok(())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let Some(scanner) = &request.scanner else {
            let limit = i64::try_from(request.limit).ok();
            let (page, count) = next_page(request, &mut self.find(request, limit).await?).await?;
            let is_end = page.is_end && count < request.limit;
            if is_end || !page.rows.is_empty() {
                return Ok(RangePage { is_end, ..page });
            }
            let (page, _) = next_page(request, &mut self.find(request, None).await?).await?;
            return Ok(page);
        };
        let mut next = None;
        if let Some(mut cursor) = scanner.take::<Cursor<Document>>() {
            // The server closes a cursor that was not used for a while.
            next = next_page(request, &mut cursor).await.ok().map(|(page, _)| (page, cursor));
        }
        let (page, cursor) = if let Some(next) = next {
            next
        } else {
            let mut cursor = self.find(request, None).await?;
            (next_page(request, &mut cursor).await?.0, cursor)
        };
        if !page.is_end {
            scanner.keep(cursor);
        }
        Ok(page)
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        let time = timestamp.map(|timestamp| i64::try_from(timestamp).unwrap_or(i64::MAX));
        // Most entries are new.
        let are_put = match time {
            Some(time) if rows.len() > 1 => self.insert(rows, time).await?,
            _ => vec![false; rows.len()],
        };
        let others = rows.iter().zip(are_put).filter(|(_, is_put)| !is_put);
        try_join_all(others.map(|((table, key, value), _)| self.put_row(table, key, value, time))).await?;
        Ok(())
    }

    async fn put_new(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> Result<Vec<bool>, StoreError> {
        self.insert(rows, self.now_as_time()).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        let deletes = rows.iter().map(async |(table, key, timestamp)| {
            let Ok(id) = id(table, key) else { return Ok(()) };
            let time = i64::try_from(*timestamp).unwrap_or(i64::MAX);
            self.collection(table)?.delete_one(doc! { ID: id, TIME: { "$lte": time } }).await?;
            Ok::<_, StoreError>(())
        });
        try_join_all(deletes).await?;
        Ok(())
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        let mut fields = value_fields(table, value);
        fields.insert(TIME, self.now_as_time());
        let id = id(table, key)?;
        let Some(expected) = expected else {
            fields.insert(ID, id);
            return match self.collection(table)?.insert_one(fields).await {
                Err(error) if is_duplicate(&error) => Ok(false),
                inserted => {
                    inserted?;
                    Ok(true)
                }
            };
        };
        let mut filter = equals(table, expected);
        filter.insert(ID, id);
        Ok(self.collection(table)?.replace_one(filter, fields).await?.matched_count == 1)
    }

    async fn wait(&self, attempt: u32) {
        tokio::time::sleep(wait_time(attempt)).await;
    }
}
