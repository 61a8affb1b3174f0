//! The application in hand-written code, with the same bytes. The application keeps the indexes up to date itself. Keys
//! are arrays and one buffer, and an update writes only the entries that change.

use crate::message::{Message, Row};
use crate::{App, digest};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};

type Bytes = &'static [u8];
type BytesTable<'t> = Table<'t, Bytes, Bytes>;

const MESSAGES: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("messages");
const BY_AUTHOR: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_author");
const BY_TOPIC: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_topic");
const BY_EXPIRY: TableDefinition<'_, Bytes, Bytes> = TableDefinition::new("by_expiry");

pub struct Hand {
    database: Database,
    indexes: usize,
}

fn primary(tenant: u32, id: u64) -> [u8; 12] {
    let mut key = [0; 12];
    key[..4].copy_from_slice(&tenant.to_be_bytes());
    key[4..].copy_from_slice(&id.to_be_bytes());
    key
}

fn by_author(tenant: u32, author: u32, id: u64) -> [u8; 16] {
    let mut key = [0; 16];
    key[..4].copy_from_slice(&tenant.to_be_bytes());
    key[4..8].copy_from_slice(&author.to_be_bytes());
    key[8..].copy_from_slice(&id.to_be_bytes());
    key
}

fn by_expiry(expires_at: u64, tenant: u32, id: u64) -> [u8; 20] {
    let mut key = [0; 20];
    key[..8].copy_from_slice(&expires_at.to_be_bytes());
    key[8..12].copy_from_slice(&tenant.to_be_bytes());
    key[12..].copy_from_slice(&id.to_be_bytes());
    key
}

/// Appends the key of an entry. The topics contain no zero bytes, so they need no escapes.
fn by_topic(tenant: u32, topic: &str, id: u64, key: &mut Vec<u8>) {
    assert!(!topic.as_bytes().contains(&0));
    key.clear();
    key.extend_from_slice(&tenant.to_be_bytes());
    key.extend_from_slice(topic.as_bytes());
    key.extend_from_slice(&[0, 0]);
    key.extend_from_slice(&id.to_be_bytes());
}

fn id_of(key: &[u8]) -> u64 {
    u64::from_be_bytes(key[key.len() - 8..].try_into().unwrap())
}

fn message_of(value: &[u8]) -> Message {
    postcard::from_bytes(value).unwrap()
}

/// Returns the end of all keys that begin with these bytes, which must not all be FF.
fn end_of(prefix: &[u8]) -> Vec<u8> {
    let mut end = prefix.to_vec();
    while end.last() == Some(&255) {
        end.pop();
    }
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    end
}

struct Indexes<'t> {
    by_author: BytesTable<'t>,
    others: Option<(BytesTable<'t>, BytesTable<'t>)>,
    key: Vec<u8>,
}

impl Indexes<'_> {
    fn change(&mut self, row: &Row, old: Option<&Message>) {
        let Row { tenant, id, message } = row;
        let (tenant, id) = (*tenant, *id);
        let is_new = |is_same: fn(&Message, &Message) -> bool| old.is_none_or(|old| !is_same(old, message));
        if is_new(|a, b| a.author == b.author) {
            self.by_author.insert(&by_author(tenant, message.author, id)[..], &[][..]).unwrap();
            if let Some(old) = old {
                self.by_author.remove(&by_author(tenant, old.author, id)[..]).unwrap();
            }
        }
        let Some((topics, expiries)) = &mut self.others else { return };
        if is_new(|a, b| a.topic == b.topic) {
            by_topic(tenant, &message.topic, id, &mut self.key);
            topics.insert(&*self.key, &[][..]).unwrap();
            if let Some(old) = old {
                by_topic(tenant, &old.topic, id, &mut self.key);
                topics.remove(&*self.key).unwrap();
            }
        }
        if is_new(|a, b| a.expires_at == b.expires_at) {
            expiries.insert(&by_expiry(message.expires_at, tenant, id)[..], &[][..]).unwrap();
            if let Some(old) = old {
                expiries.remove(&by_expiry(old.expires_at, tenant, id)[..]).unwrap();
            }
        }
    }
}

impl App for Hand {
    fn new(indexes: usize) -> Self {
        Self { database: Database::builder().create_with_backend(InMemoryBackend::new()).unwrap(), indexes }
    }

    fn put(&self, rows: &[Row]) {
        let transaction = self.database.begin_write().unwrap();
        {
            let mut messages = transaction.open_table(MESSAGES).unwrap();
            let open = |table| transaction.open_table(table).unwrap();
            let mut indexes = (self.indexes > 0).then(|| Indexes {
                by_author: open(BY_AUTHOR),
                others: (self.indexes > 1).then(|| (open(BY_TOPIC), open(BY_EXPIRY))),
                key: Vec::new(),
            });
            let mut value = Vec::new();
            for row in rows {
                let key = primary(row.tenant, row.id);
                value.clear();
                value = postcard::to_extend(&row.message, value).unwrap();
                if let Some(indexes) = &mut indexes {
                    let old = messages.get(&key[..]).unwrap().map(|old| message_of(old.value()));
                    indexes.change(row, old.as_ref());
                }
                messages.insert(&key[..], &*value).unwrap();
            }
        }
        transaction.commit().unwrap();
    }

    fn get(&self, rows: &[Row]) -> u64 {
        let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
        let get = |row: &Row| message_of(messages.get(&primary(row.tenant, row.id)[..]).unwrap().unwrap().value());
        rows.iter().fold(0, |sum, row| sum.wrapping_add(digest(row.id, &get(row))))
    }

    fn scan(&self, tenant: u32) -> u64 {
        let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
        let start = tenant.to_be_bytes();
        let mut sum = 0_u64;
        for row in messages.range::<&[u8]>(&start[..]..&end_of(&start)).unwrap() {
            let (key, value) = row.unwrap();
            sum = sum.wrapping_add(digest(id_of(key.value()), &message_of(value.value())));
        }
        sum
    }

    fn scan_by_author(&self, tenant: u32, author: u32) -> u64 {
        let transaction = self.database.begin_read().unwrap();
        let messages = transaction.open_table(MESSAGES).unwrap();
        let entries = transaction.open_table(BY_AUTHOR).unwrap();
        let start = &by_author(tenant, author, 0)[..8];
        let mut sum = 0_u64;
        for entry in entries.range::<&[u8]>(start..&end_of(start)).unwrap() {
            let id = id_of(entry.unwrap().0.value());
            let value = messages.get(&primary(tenant, id)[..]).unwrap().unwrap();
            sum = sum.wrapping_add(digest(id, &message_of(value.value())));
        }
        sum
    }

    fn pages(&self, tenant: u32) -> u64 {
        let (mut sum, mut cursor) = (0_u64, None::<String>);
        loop {
            let messages = self.database.begin_read().unwrap().open_table(MESSAGES).unwrap();
            let end = end_of(&tenant.to_be_bytes());
            // The cursor is the id of the last row, in hexadecimal digits, and the page starts after it.
            let start = match &cursor {
                Some(cursor) => primary(tenant, u64::from_str_radix(cursor, 16).unwrap() + 1).to_vec(),
                None => tenant.to_be_bytes().to_vec(),
            };
            let mut rows = messages.range::<&[u8]>(&*start..&end).unwrap();
            let mut page = Vec::new();
            for row in rows.by_ref().take(20) {
                let (key, value) = row.unwrap();
                page.push((id_of(key.value()), message_of(value.value())));
            }
            sum = page.iter().fold(sum, |sum, (id, message)| sum.wrapping_add(digest(*id, message)));
            if rows.next().is_none() {
                return sum;
            }
            cursor = page.last().map(|(id, _)| format!("{id:x}"));
        }
    }
}
