//! The application in hand-written code on redb. The application keeps the indexes up to date itself, and an update
//! writes only the index entries that change. Keys and values have the same bytes as with rowkey. Keys of a fixed width
//! are arrays, and all other keys of a transaction use the same buffer.
//!
//! The code does what rowkey promises, so that the comparison is fair:
//!
//! - Errors are returned. A database of another version is not opened.
//! - A value with bytes after the message is rejected.
//! - A record with indexes is read before a put. If the stored value equals the new value, nothing is written.
//! - A transaction opens only the tables that it uses.
//! - A cursor that was created by another function, for another tenant or in another direction, is rejected.

use crate::keys::{
    self, VERSION, by_author, by_expiry, by_topic, end_of, primary, read_by_author, read_message, read_primary,
};
use crate::message::{Message, Row};
use crate::{App, digest};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition, WriteTransaction};
use std::ops::{Bound, Range};

type Error = keys::Error<redb::Error>;

macro_rules! from_redb {
    ($($error:ident),*) => {$(
        impl From<redb::$error> for Error {
            fn from(error: redb::$error) -> Self {
                Self::Store(error.into())
            }
        }
    )*};
}

from_redb!(StorageError, TableError, DatabaseError, TransactionError, CommitError);

type Bytes = &'static [u8];
type BytesTable<'t> = Table<'t, Bytes, Bytes>;

const MESSAGES: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("messages");
const BY_AUTHOR: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_author");
const BY_TOPIC: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_topic");
const BY_EXPIRY: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_expiry");
const SETTINGS: TableDefinition<'_, &str, u8> = TableDefinition::new("settings");

pub struct Hand {
    database: Database,
    indexes: usize,
}

/// The indexes of a transaction. The table of an index is opened when the transaction first uses it.
struct Indexes<'t> {
    transaction: &'t WriteTransaction,
    /// True if the messages have three indexes, not only the index by author.
    has_all: bool,
    by_author: Option<BytesTable<'t>>,
    by_topic: Option<BytesTable<'t>>,
    by_expiry: Option<BytesTable<'t>>,
    /// The buffer for a key in the index by topic.
    key: Vec<u8>,
}

/// Returns the table, and opens it first if it is `None`.
fn get_or_open<'i, 't>(
    table: &'i mut Option<BytesTable<'t>>,
    transaction: &'t WriteTransaction,
    definition: TableDefinition<'static, Bytes, Bytes>,
) -> Result<&'i mut BytesTable<'t>, Error> {
    match table {
        Some(table) => Ok(table),
        None => Ok(table.insert(transaction.open_table(definition)?)),
    }
}

impl Indexes<'_> {
    fn remove(&mut self, row: &Row, old: &Message) -> Result<(), Error> {
        let Row { tenant, id, .. } = *row;
        let authors = get_or_open(&mut self.by_author, self.transaction, BY_AUTHOR)?;
        authors.remove(&by_author(tenant, old.author, id)[..])?;
        if self.has_all {
            by_topic(tenant, &old.topic, id, &mut self.key)?;
            get_or_open(&mut self.by_topic, self.transaction, BY_TOPIC)?.remove(&*self.key)?;
            let expiries = get_or_open(&mut self.by_expiry, self.transaction, BY_EXPIRY)?;
            expiries.remove(&by_expiry(old.expires_at, tenant, id)[..])?;
        }
        Ok(())
    }

    fn change(&mut self, row: &Row, old: Option<&Message>, message: &Message) -> Result<(), Error> {
        let Row { tenant, id, .. } = *row;
        let is_new = |is_same: fn(&Message, &Message) -> bool| old.is_none_or(|old| !is_same(old, message));
        if is_new(|a, b| a.author == b.author) {
            let authors = get_or_open(&mut self.by_author, self.transaction, BY_AUTHOR)?;
            authors.insert(&by_author(tenant, message.author, id)[..], &[][..])?;
            if let Some(old) = old {
                authors.remove(&by_author(tenant, old.author, id)[..])?;
            }
        }
        if !self.has_all {
            return Ok(());
        }
        if is_new(|a, b| a.topic == b.topic) {
            let topics = get_or_open(&mut self.by_topic, self.transaction, BY_TOPIC)?;
            by_topic(tenant, &message.topic, id, &mut self.key)?;
            topics.insert(&*self.key, &[][..])?;
            if let Some(old) = old {
                by_topic(tenant, &old.topic, id, &mut self.key)?;
                topics.remove(&*self.key)?;
            }
        }
        if is_new(|a, b| a.expires_at == b.expires_at) {
            let expiries = get_or_open(&mut self.by_expiry, self.transaction, BY_EXPIRY)?;
            expiries.insert(&by_expiry(message.expires_at, tenant, id)[..], &[][..])?;
            if let Some(old) = old {
                expiries.remove(&by_expiry(old.expires_at, tenant, id)[..])?;
            }
        }
        Ok(())
    }
}

impl Hand {
    fn open(indexes: usize) -> Result<Self, Error> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
        let transaction = database.begin_write()?;
        {
            let mut settings = transaction.open_table(SETTINGS)?;
            let stored = settings.get("version")?.map(|version| version.value());
            match stored {
                None => drop(settings.insert("version", VERSION)?),
                Some(VERSION) => {}
                Some(_) => return Err(Error::Version),
            }
            // Creates the tables now, because a read transaction fails if a table does not exist.
            for table in [MESSAGES, BY_AUTHOR, BY_TOPIC, BY_EXPIRY] {
                transaction.open_table(table)?;
            }
        }
        transaction.commit()?;
        Ok(Self { database, indexes })
    }

    fn indexes<'t>(&self, transaction: &'t WriteTransaction) -> Option<Indexes<'t>> {
        (self.indexes > 0).then(|| Indexes {
            transaction,
            has_all: self.indexes > 1,
            by_author: None,
            by_topic: None,
            by_expiry: None,
            key: Vec::new(),
        })
    }

    fn try_put(&self, rows: &[Row]) -> Result<(), Error> {
        let transaction = self.database.begin_write()?;
        {
            let mut messages = transaction.open_table(MESSAGES)?;
            let mut indexes = self.indexes(&transaction);
            let mut value = Vec::new();
            for row in rows {
                let key = primary(row.tenant, row.id);
                value.clear();
                value = postcard::to_extend(&row.message, value)?;
                if let Some(indexes) = &mut indexes {
                    let old = match messages.get(&key[..])? {
                        Some(old) if old.value() == value => continue,
                        Some(old) => Some(read_message(old.value())?),
                        None => None,
                    };
                    indexes.change(row, old.as_ref(), &row.message)?;
                }
                messages.insert(&key[..], &*value)?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn try_update(&self, rows: &[Row], change: fn(&mut Message)) -> Result<(), Error> {
        let transaction = self.database.begin_write()?;
        {
            let mut messages = transaction.open_table(MESSAGES)?;
            let mut indexes = self.indexes(&transaction);
            let mut value = Vec::new();
            for row in rows {
                let key = primary(row.tenant, row.id);
                let Some(stored) = messages.get(&key[..])? else { continue };
                let old = read_message(stored.value())?;
                let mut message = old.clone();
                change(&mut message);
                value.clear();
                value = postcard::to_extend(&message, value)?;
                if stored.value() == value {
                    continue;
                }
                drop(stored);
                if let Some(indexes) = &mut indexes {
                    indexes.change(row, Some(&old), &message)?;
                }
                messages.insert(&key[..], &*value)?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn try_take(&self, rows: &[Row]) -> Result<u64, Error> {
        let mut sum = 0_u64;
        let transaction = self.database.begin_write()?;
        {
            let mut messages = transaction.open_table(MESSAGES)?;
            let mut indexes = self.indexes(&transaction);
            for row in rows {
                let Some(old) = messages.remove(&primary(row.tenant, row.id)[..])? else { continue };
                let old = read_message(old.value())?;
                if let Some(indexes) = &mut indexes {
                    indexes.remove(row, &old)?;
                }
                sum = sum.wrapping_add(digest(row.id, &old));
            }
        }
        transaction.commit()?;
        Ok(sum)
    }

    fn try_get(&self, rows: &[Row]) -> Result<u64, Error> {
        let messages = self.database.begin_read()?.open_table(MESSAGES)?;
        let mut sum = 0_u64;
        for row in rows {
            if let Some(value) = messages.get(&primary(row.tenant, row.id)[..])? {
                sum = sum.wrapping_add(digest(row.id, &read_message(value.value())?));
            }
        }
        Ok(sum)
    }

    fn try_scan(&self, tenant: u32) -> Result<u64, Error> {
        let messages = self.database.begin_read()?.open_table(MESSAGES)?;
        let start = tenant.to_be_bytes();
        let mut sum = 0_u64;
        for row in messages.range::<&[u8]>(&start[..]..&end_of(&start))? {
            let (key, value) = row?;
            let (_, id) = read_primary(key.value())?;
            sum = sum.wrapping_add(digest(id, &read_message(value.value())?));
        }
        Ok(sum)
    }

    fn try_scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> Result<u64, Error> {
        let transaction = self.database.begin_read()?;
        let messages = transaction.open_table(MESSAGES)?;
        let entries = transaction.open_table(BY_AUTHOR)?;
        let [start, end] = [authors.start, authors.end].map(|author| by_author(tenant, author, 0));
        let mut sum = 0_u64;
        for entry in entries.range::<&[u8]>(&start[..8]..&end[..8])? {
            let id = read_by_author(entry?.0.value())?;
            let value = messages.get(&primary(tenant, id)[..])?.ok_or(Error::Key)?;
            sum = sum.wrapping_add(digest(id, &read_message(value.value())?));
        }
        Ok(sum)
    }

    fn page(&self, tenant: u32, cursor: Option<&str>) -> Result<(Vec<(u64, Message)>, Option<String>), Error> {
        let messages = self.database.begin_read()?.open_table(MESSAGES)?;
        let start = match cursor {
            Some(cursor) => Bound::Excluded(primary(tenant, keys::read_cursor(tenant, cursor)?)),
            None => Bound::Included(primary(tenant, 0)),
        };
        let end = end_of(&tenant.to_be_bytes());
        let start = start.as_ref().map(|start| &start[..]);
        let mut rows = messages.range::<&[u8]>((start, Bound::Excluded(&*end)))?;
        let mut page = Vec::new();
        for row in rows.by_ref().take(20) {
            let (key, value) = row?;
            let (_, id) = read_primary(key.value())?;
            page.push((id, read_message(value.value())?));
        }
        let next = match (rows.next().transpose()?, page.last()) {
            (Some(_), Some((id, _))) => Some(keys::cursor(tenant, *id)),
            _ => None,
        };
        Ok((page, next))
    }
}

impl App for Hand {
    fn new(indexes: usize) -> Self {
        Self::open(indexes).unwrap()
    }

    fn put(&self, rows: &[Row]) {
        self.try_put(rows).unwrap();
    }

    fn update(&self, rows: &[Row], change: fn(&mut Message)) {
        self.try_update(rows, change).unwrap();
    }

    fn take(&self, rows: &[Row]) -> u64 {
        self.try_take(rows).unwrap()
    }

    fn get(&self, rows: &[Row]) -> u64 {
        self.try_get(rows).unwrap()
    }

    fn scan(&self, tenant: u32) -> u64 {
        self.try_scan(tenant).unwrap()
    }

    fn scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> u64 {
        self.try_scan_by_authors(tenant, authors).unwrap()
    }

    fn pages(&self, tenant: u32) -> u64 {
        let (mut sum, mut cursor) = (0_u64, None::<String>);
        loop {
            let (page, next) = self.page(tenant, cursor.as_deref()).unwrap();
            sum = page.iter().fold(sum, |sum, (id, message)| sum.wrapping_add(digest(*id, message)));
            cursor = next;
            if cursor.is_none() {
                return sum;
            }
        }
    }
}
