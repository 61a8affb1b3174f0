//! The application on redb's own tuple keys. The application keeps the indexes up to date itself.

use crate::message::{Message, Row, message_of};
use crate::{App, digest};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use std::borrow::Cow;
use std::ops::Range;

const MESSAGES: TableDefinition<'_, (u32, u64), &[u8]> = TableDefinition::new("messages");
const BY_AUTHOR: TableDefinition<'_, (u32, u32, u64), ()> = TableDefinition::new("by_author");
const BY_TOPIC: TableDefinition<'_, (u32, &str, u64), ()> = TableDefinition::new("by_topic");
const BY_EXPIRY: TableDefinition<'_, (u64, u32, u64), ()> = TableDefinition::new("by_expiry");

pub struct Tuples {
    database: Database,
    /// The number of indexes: 0, 1 (by author) or 3 (also by topic and by expiry).
    indexes: usize,
}

impl Tuples {
    /// Writes a message for each row, and updates the indexes. The closure `new_message` returns the message to write.
    /// Its arguments are the row and the message that is stored under the key of the row. The second argument is `None`
    /// if no message is stored, or if the application has no indexes, because `write` then does not read the stored
    /// message.
    fn write<'r>(&self, rows: &'r [Row], new_message: impl Fn(&'r Row, Option<&Message>) -> Cow<'r, Message>) {
        let transaction = self.database.begin_write().unwrap();
        {
            let mut messages = transaction.open_table(MESSAGES).unwrap();
            let mut authors = (self.indexes > 0).then(|| transaction.open_table(BY_AUTHOR).unwrap());
            let mut topics = (self.indexes > 1).then(|| transaction.open_table(BY_TOPIC).unwrap());
            let mut expiries = (self.indexes > 1).then(|| transaction.open_table(BY_EXPIRY).unwrap());
            let mut value = Vec::new();
            for row in rows {
                let Row { tenant, id, .. } = *row;
                let old = match authors {
                    Some(_) => messages.get((tenant, id)).unwrap().map(|old| message_of(old.value())),
                    None => None,
                };
                let message = new_message(row, old.as_ref());
                value.clear();
                value = postcard::to_extend(&*message, value).unwrap();
                if let Some(authors) = &mut authors
                    && old.as_ref().is_none_or(|old| old.author != message.author)
                {
                    authors.insert((tenant, message.author, id), ()).unwrap();
                    if let Some(old) = &old {
                        authors.remove((tenant, old.author, id)).unwrap();
                    }
                }
                if let Some(topics) = &mut topics
                    && old.as_ref().is_none_or(|old| old.topic != message.topic)
                {
                    topics.insert((tenant, &*message.topic, id), ()).unwrap();
                    if let Some(old) = &old {
                        topics.remove((tenant, &*old.topic, id)).unwrap();
                    }
                }
                if let Some(expiries) = &mut expiries
                    && old.as_ref().is_none_or(|old| old.expires_at != message.expires_at)
                {
                    expiries.insert((message.expires_at, tenant, id), ()).unwrap();
                    if let Some(old) = &old {
                        expiries.remove((old.expires_at, tenant, id)).unwrap();
                    }
                }
                messages.insert((tenant, id), &*value).unwrap();
            }
        }
        transaction.commit().unwrap();
    }
}

impl App for Tuples {
    fn new(indexes: usize) -> Self {
        Self { database: Database::builder().create_with_backend(InMemoryBackend::new()).unwrap(), indexes }
    }

    fn put(&self, rows: &[Row]) {
        self.write(rows, |row, _| Cow::Borrowed(&row.message));
    }

    fn update(&self, rows: &[Row], change: fn(&mut Message)) {
        self.write(rows, |_, old| {
            let mut message = old.expect("the row is stored, and the application has indexes").clone();
            change(&mut message);
            Cow::Owned(message)
        });
    }

    fn take(&self, rows: &[Row]) -> u64 {
        let mut sum = 0_u64;
        let transaction = self.database.begin_write().unwrap();
        {
            let mut messages = transaction.open_table(MESSAGES).unwrap();
            let mut authors = (self.indexes > 0).then(|| transaction.open_table(BY_AUTHOR).unwrap());
            let mut topics = (self.indexes > 1).then(|| transaction.open_table(BY_TOPIC).unwrap());
            let mut expiries = (self.indexes > 1).then(|| transaction.open_table(BY_EXPIRY).unwrap());
            for &Row { tenant, id, .. } in rows {
                let stored = messages.remove((tenant, id)).unwrap().unwrap();
                let old = message_of(stored.value());
                sum = sum.wrapping_add(digest(id, &old));
                let Some(authors) = &mut authors else { continue };
                authors.remove((tenant, old.author, id)).unwrap();
                if let (Some(topics), Some(expiries)) = (&mut topics, &mut expiries) {
                    topics.remove((tenant, &*old.topic, id)).unwrap();
                    expiries.remove((old.expires_at, tenant, id)).unwrap();
                }
            }
        }
        transaction.commit().unwrap();
        sum
    }

    fn get(&self, rows: &[Row]) -> u64 {
        let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
        let get = |row: &Row| message_of(messages.get((row.tenant, row.id)).unwrap().unwrap().value());
        rows.iter().fold(0, |sum, row| sum.wrapping_add(digest(row.id, &get(row))))
    }

    fn scan(&self, tenant: u32) -> u64 {
        let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
        let mut sum = 0_u64;
        for row in messages.range((tenant, 0)..=(tenant, u64::MAX)).unwrap() {
            let (key, value) = row.unwrap();
            sum = sum.wrapping_add(digest(key.value().1, &message_of(value.value())));
        }
        sum
    }

    fn scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> u64 {
        let transaction = self.database.begin_read().unwrap();
        let messages = transaction.open_table(MESSAGES).unwrap();
        let entries = transaction.open_table(BY_AUTHOR).unwrap();
        let mut sum = 0_u64;
        for entry in entries.range((tenant, authors.start, 0)..(tenant, authors.end, 0)).unwrap() {
            let (_, _, id) = entry.unwrap().0.value();
            let value = messages.get((tenant, id)).unwrap().unwrap();
            sum = sum.wrapping_add(digest(id, &message_of(value.value())));
        }
        sum
    }

    fn pages(&self, tenant: u32) -> u64 {
        let (mut sum, mut cursor) = (0_u64, None::<String>);
        loop {
            let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
            let start = cursor.as_deref().map_or(0, |cursor| u64::from_str_radix(cursor, 16).unwrap() + 1);
            let mut rows = messages.range((tenant, start)..=(tenant, u64::MAX)).unwrap();
            let mut page = Vec::new();
            for row in rows.by_ref().take(20) {
                let (key, value) = row.unwrap();
                page.push((key.value().1, message_of(value.value())));
            }
            sum = page.iter().fold(sum, |sum, (id, message)| sum.wrapping_add(digest(*id, message)));
            if rows.next().is_none() {
                return sum;
            }
            cursor = page.last().map(|(id, _)| format!("{id:x}"));
        }
    }
}
