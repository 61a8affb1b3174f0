//! The application in hand-written code on fjall. It does the same as the application on redb in the module `hand`.

use crate::keys::{
    self, VERSION, by_author, by_expiry, by_topic, end_of, primary, read_by_author, read_message, read_primary,
};
use crate::message::{Message, Row};
use crate::{App, digest};
use fjall::{
    Guard, KeyspaceCreateOptions, PersistMode, Readable, SingleWriterTxDatabase, SingleWriterTxKeyspace,
    SingleWriterWriteTx,
};
use std::ops::{Bound, Range};
use tempfile::TempDir;

type Error = keys::Error<fjall::Error>;

impl From<fjall::Error> for Error {
    fn from(error: fjall::Error) -> Self {
        Self::Store(error)
    }
}

pub struct HandOnFjall {
    database: SingleWriterTxDatabase,
    messages: SingleWriterTxKeyspace,
    by_author: SingleWriterTxKeyspace,
    by_topic: SingleWriterTxKeyspace,
    by_expiry: SingleWriterTxKeyspace,
    indexes: usize,
    _folder: TempDir,
}

impl HandOnFjall {
    fn open(indexes: usize) -> Result<Self, Error> {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let database = SingleWriterTxDatabase::builder(folder.path()).open()?;
        let open = |name| database.keyspace(name, KeyspaceCreateOptions::default);
        let settings = open("settings")?;
        match settings.get("version")?.as_deref() {
            None => settings.insert("version", [VERSION])?,
            Some([VERSION]) => {}
            Some(_) => return Err(Error::Version),
        }
        Ok(Self {
            messages: open("messages")?,
            by_author: open("by_author")?,
            by_topic: open("by_topic")?,
            by_expiry: open("by_expiry")?,
            database,
            indexes,
            _folder: folder,
        })
    }

    /// Replaces the index entries of the message `old` by those of `message`. The keys of the index by topic are
    /// written into `buffer`.
    fn change(
        &self,
        transaction: &mut SingleWriterWriteTx<'_>,
        row: &Row,
        old: Option<&Message>,
        message: &Message,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Row { tenant, id, .. } = *row;
        let is_new = |is_same: fn(&Message, &Message) -> bool| old.is_none_or(|old| !is_same(old, message));
        if is_new(|a, b| a.author == b.author) {
            transaction.insert(&self.by_author, by_author(tenant, message.author, id), []);
            if let Some(old) = old {
                transaction.remove(&self.by_author, by_author(tenant, old.author, id));
            }
        }
        if self.indexes == 1 {
            return Ok(());
        }
        if is_new(|a, b| a.topic == b.topic) {
            by_topic(tenant, &message.topic, id, buffer)?;
            transaction.insert(&self.by_topic, &**buffer, []);
            if let Some(old) = old {
                by_topic(tenant, &old.topic, id, buffer)?;
                transaction.remove(&self.by_topic, &**buffer);
            }
        }
        if is_new(|a, b| a.expires_at == b.expires_at) {
            transaction.insert(&self.by_expiry, by_expiry(message.expires_at, tenant, id), []);
            if let Some(old) = old {
                transaction.remove(&self.by_expiry, by_expiry(old.expires_at, tenant, id));
            }
        }
        Ok(())
    }

    fn try_take(&self, rows: &[Row]) -> Result<u64, Error> {
        let mut sum = 0_u64;
        let mut transaction = self.database.write_tx().durability(Some(PersistMode::Buffer));
        let mut buffer = Vec::new();
        for row in rows {
            let Row { tenant, id, .. } = *row;
            let key = primary(tenant, id);
            let Some(old) = transaction.get(&self.messages, key)? else { continue };
            let old = read_message(&old)?;
            if self.indexes > 0 {
                transaction.remove(&self.by_author, by_author(tenant, old.author, id));
                if self.indexes > 1 {
                    by_topic(tenant, &old.topic, id, &mut buffer)?;
                    transaction.remove(&self.by_topic, &*buffer);
                    transaction.remove(&self.by_expiry, by_expiry(old.expires_at, tenant, id));
                }
            }
            transaction.remove(&self.messages, key);
            sum = sum.wrapping_add(digest(id, &old));
        }
        transaction.commit()?;
        Ok(sum)
    }

    fn try_put(&self, rows: &[Row]) -> Result<(), Error> {
        let mut transaction = self.database.write_tx().durability(Some(PersistMode::Buffer));
        let (mut value, mut buffer) = (Vec::new(), Vec::new());
        for row in rows {
            let key = primary(row.tenant, row.id);
            value.clear();
            value = postcard::to_extend(&row.message, value)?;
            if self.indexes > 0 {
                let old = match transaction.get(&self.messages, key)? {
                    Some(old) if *old == *value => continue,
                    Some(old) => Some(read_message(&old)?),
                    None => None,
                };
                self.change(&mut transaction, row, old.as_ref(), &row.message, &mut buffer)?;
            }
            transaction.insert(&self.messages, key, &*value);
        }
        transaction.commit()?;
        Ok(())
    }

    fn try_update(&self, rows: &[Row], change: fn(&mut Message)) -> Result<(), Error> {
        let mut transaction = self.database.write_tx().durability(Some(PersistMode::Buffer));
        let (mut value, mut buffer) = (Vec::new(), Vec::new());
        for row in rows {
            let key = primary(row.tenant, row.id);
            let Some(stored) = transaction.get(&self.messages, key)? else { continue };
            let old = read_message(&stored)?;
            let mut message = old.clone();
            change(&mut message);
            value.clear();
            value = postcard::to_extend(&message, value)?;
            if *stored == *value {
                continue;
            }
            if self.indexes > 0 {
                self.change(&mut transaction, row, Some(&old), &message, &mut buffer)?;
            }
            transaction.insert(&self.messages, key, &*value);
        }
        transaction.commit()?;
        Ok(())
    }

    fn try_get(&self, rows: &[Row]) -> Result<u64, Error> {
        let snapshot = self.database.read_tx();
        let mut sum = 0_u64;
        for row in rows {
            if let Some(value) = snapshot.get(&self.messages, primary(row.tenant, row.id))? {
                sum = sum.wrapping_add(digest(row.id, &read_message(&value)?));
            }
        }
        Ok(sum)
    }

    fn try_scan(&self, tenant: u32) -> Result<u64, Error> {
        let snapshot = self.database.read_tx();
        let start = tenant.to_be_bytes();
        let mut sum = 0_u64;
        for row in snapshot.range(&self.messages, start.to_vec()..end_of(&start)) {
            let (key, value) = row.into_inner()?;
            let (_, id) = read_primary(&key)?;
            sum = sum.wrapping_add(digest(id, &read_message(&value)?));
        }
        Ok(sum)
    }

    fn try_scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> Result<u64, Error> {
        let snapshot = self.database.read_tx();
        let [start, end] = [authors.start, authors.end].map(|author| by_author(tenant, author, 0));
        let mut sum = 0_u64;
        for entry in snapshot.range::<&[u8], _>(&self.by_author, &start[..8]..&end[..8]) {
            let id = read_by_author(&entry.key()?)?;
            let value = snapshot.get(&self.messages, primary(tenant, id))?.ok_or(Error::Key)?;
            sum = sum.wrapping_add(digest(id, &read_message(&value)?));
        }
        Ok(sum)
    }

    fn page(&self, tenant: u32, cursor: Option<&str>) -> Result<(Vec<(u64, Message)>, Option<String>), Error> {
        let snapshot = self.database.read_tx();
        let start = match cursor {
            Some(cursor) => Bound::Excluded(primary(tenant, keys::read_cursor(tenant, cursor)?)),
            None => Bound::Included(primary(tenant, 0)),
        };
        let end = end_of(&tenant.to_be_bytes());
        let start = start.as_ref().map(|start| &start[..]);
        let mut rows = snapshot.range::<&[u8], _>(&self.messages, (start, Bound::Excluded(&*end)));
        let mut page = Vec::new();
        for row in rows.by_ref().take(20) {
            let (key, value) = row.into_inner()?;
            let (_, id) = read_primary(&key)?;
            page.push((id, read_message(&value)?));
        }
        let next = match (rows.next().map(Guard::key).transpose()?, page.last()) {
            (Some(_), Some((id, _))) => Some(keys::cursor(tenant, *id)),
            _ => None,
        };
        Ok((page, next))
    }
}

impl App for HandOnFjall {
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
