//! The application with rowkey, on redb and on fjall.

use crate::message::{Message, Row};
use crate::{App, digest};
use fjall::PersistMode;
use redb::backends::InMemoryBackend;
use rowkey::record::Record;
use rowkey::{Postcard, RowKey};
use std::ops::Range;
use tempfile::TempDir;

#[derive(RowKey)]
#[rowkey(value = Message, format = Postcard)]
struct Plain {
    tenant: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(value = Message, format = Postcard, indexes(ByAuthorAlone))]
struct WithOne {
    tenant: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = WithOne)]
struct ByAuthorAlone {
    tenant: u32,
    #[rowkey(from = value.author)]
    author: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(value = Message, format = Postcard, indexes(ByAuthor, ByTopic, ByExpiry))]
pub struct WithThree {
    pub tenant: u32,
    pub id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = WithThree)]
pub struct ByAuthor {
    tenant: u32,
    #[rowkey(from = value.author)]
    author: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = WithThree)]
pub struct ByTopic {
    tenant: u32,
    #[rowkey(from = value.topic)]
    topic: String,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = WithThree)]
pub struct ByExpiry {
    #[rowkey(from = value.expires_at)]
    expires_at: u64,
    tenant: u32,
    id: u64,
}

/// Declares the application on an adapter, such as `rowkey_redb`. `$open` is an expression for the database and its
/// folder.
macro_rules! application {
    ($app:ident, $adapter:ident, $open:expr) => {
        pub struct $app {
            database: $adapter::Database,
            indexes: usize,
            /// The files of the database, unless it is in memory.
            _folder: Option<TempDir>,
        }

        impl $app {
            fn put_as<K: Record<Value = Message>>(&self, rows: &[Row], key: impl Fn(&Row) -> K) {
                let put = self.database.write(|store| {
                    for row in rows {
                        store.put(&key(row), &row.message)?;
                    }
                    Ok::<_, $adapter::Error>(())
                });
                put.unwrap();
            }

            fn take_as<K: Record<Value = Message>>(&self, rows: &[Row], key: impl Fn(&Row) -> K) -> u64 {
                let take = self.database.write(|store| {
                    let mut sum = 0_u64;
                    for row in rows {
                        let taken = store.take(&key(row))?;
                        sum = sum.wrapping_add(taken.map_or(0, |message| digest(row.id, &message)));
                    }
                    Ok::<_, $adapter::Error>(sum)
                });
                take.unwrap()
            }
        }

        impl App for $app {
            fn new(indexes: usize) -> Self {
                let (database, folder) = $open;
                Self { database, indexes, _folder: folder }
            }

            fn put(&self, rows: &[Row]) {
                match self.indexes {
                    0 => self.put_as(rows, |row| Plain { tenant: row.tenant, id: row.id }),
                    1 => self.put_as(rows, |row| WithOne { tenant: row.tenant, id: row.id }),
                    _ => self.put_as(rows, |row| WithThree { tenant: row.tenant, id: row.id }),
                }
            }

            fn update(&self, rows: &[Row], change: fn(&mut Message)) {
                let update = self.database.write(|store| {
                    for row in rows {
                        store.update(&WithThree { tenant: row.tenant, id: row.id }, change)?;
                    }
                    Ok::<_, $adapter::Error>(())
                });
                update.unwrap();
            }

            fn take(&self, rows: &[Row]) -> u64 {
                match self.indexes {
                    0 => self.take_as(rows, |row| Plain { tenant: row.tenant, id: row.id }),
                    1 => self.take_as(rows, |row| WithOne { tenant: row.tenant, id: row.id }),
                    _ => self.take_as(rows, |row| WithThree { tenant: row.tenant, id: row.id }),
                }
            }

            fn get(&self, rows: &[Row]) -> u64 {
                let store = self.database.read().unwrap();
                let get = |row: &Row| store.get(&WithThree { tenant: row.tenant, id: row.id }).unwrap().unwrap();
                rows.iter().fold(0, |sum, row| sum.wrapping_add(digest(row.id, &get(row))))
            }

            fn scan(&self, tenant: u32) -> u64 {
                let store = self.database.read().unwrap();
                let mut sum = 0_u64;
                for row in store.scan(WithThree::prefix().tenant(tenant)) {
                    let (key, message) = row.unwrap();
                    sum = sum.wrapping_add(digest(key.id, &message));
                }
                sum
            }

            fn scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> u64 {
                let store = self.database.read().unwrap();
                let mut sum = 0_u64;
                for row in store.records(ByAuthor::prefix().tenant(tenant).author_in(authors)) {
                    let (key, message) = row.unwrap();
                    sum = sum.wrapping_add(digest(key.id, &message));
                }
                sum
            }

            fn pages(&self, tenant: u32) -> u64 {
                let (mut sum, mut cursor) = (0_u64, None);
                loop {
                    let store = self.database.read().unwrap();
                    let page = store.scan(WithThree::prefix().tenant(tenant)).page(cursor.as_deref(), 20).unwrap();
                    sum = page.rows.iter().fold(sum, |sum, (key, message)| sum.wrapping_add(digest(key.id, message)));
                    cursor = page.next;
                    if cursor.is_none() {
                        return sum;
                    }
                }
            }
        }
    };
}

application!(Records, rowkey_redb, {
    let database = redb::Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
    (database.into(), None)
});

application!(RecordsOnFjall, rowkey_fjall, {
    let folder = tempfile::tempdir().unwrap();
    let database = rowkey_fjall::Database::open(folder.path()).unwrap();
    // The benchmark measures instructions and processor time, and does not wait for the disk.
    (database.durability(Some(PersistMode::Buffer)), Some(folder))
});
