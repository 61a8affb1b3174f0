//! The application on native_db, which itself keeps the indexes, its secondary keys, up to date.

use crate::message::{Message, Row};
use crate::{App, digest};
use native_db::{Builder, Database, Models, ToKey, native_db};
use native_model::{Model, native_model};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

macro_rules! model {
    ($name:ident, $id:literal, $keys:meta) => {
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[native_model(id = $id, version = 1, with = native_model::postcard_1_0::PostCard)]
        #[$keys]
        struct $name {
            tenant: u32,
            id: u64,
            message: Message,
        }

        #[allow(dead_code, reason = "the models have zero, one or three indexes")]
        impl $name {
            fn key(&self) -> (u32, u64) {
                (self.tenant, self.id)
            }

            fn by_author(&self) -> (u32, u32) {
                (self.tenant, self.message.author)
            }

            fn by_topic(&self) -> (u32, String) {
                (self.tenant, self.message.topic.clone())
            }

            fn by_expiry(&self) -> u64 {
                self.message.expires_at
            }
        }

        impl From<&Row> for $name {
            fn from(row: &Row) -> Self {
                Self { tenant: row.tenant, id: row.id, message: row.message.clone() }
            }
        }
    };
}

model!(Plain, 1, native_db(primary_key(key -> (u32, u64))));
model!(WithOne, 2, native_db(primary_key(key -> (u32, u64)), secondary_key(by_author -> (u32, u32))));
model!(WithThree, 3, native_db(
    primary_key(key -> (u32, u64)),
    secondary_key(by_author -> (u32, u32)),
    secondary_key(by_topic -> (u32, String)),
    secondary_key(by_expiry -> u64)
));

static MODELS: LazyLock<Models> = LazyLock::new(|| {
    let mut models = Models::new();
    models.define::<Plain>().unwrap();
    models.define::<WithOne>().unwrap();
    models.define::<WithThree>().unwrap();
    models
});

pub struct Native {
    database: Database<'static>,
    indexes: usize,
}

impl Native {
    /// Creates a database in a folder, with three indexes.
    pub fn in_folder(folder: &Path) -> Self {
        Self { database: Builder::new().create(&MODELS, folder.join("rows.native")).unwrap(), indexes: 3 }
    }

    /// Removes up to `limit` messages that expire before this time, and returns their number.
    pub fn remove_expired(&self, before: u64, limit: u64) -> u64 {
        let transaction = self.database.rw_transaction().unwrap();
        let expired: Vec<WithThree> = {
            let scan = transaction.scan().secondary::<WithThree>(WithThreeKey::by_expiry).unwrap();
            scan.range(..before).unwrap().take(limit as usize).map(Result::unwrap).collect()
        };
        let count = expired.len() as u64;
        expired.into_iter().for_each(|row| drop(transaction.remove(row).unwrap()));
        transaction.commit().unwrap();
        count
    }
}

impl App for Native {
    fn new(indexes: usize) -> Self {
        Self { database: Builder::new().create_in_memory(&MODELS).unwrap(), indexes }
    }

    fn put(&self, rows: &[Row]) {
        let transaction = self.database.rw_transaction().unwrap();
        for row in rows {
            match self.indexes {
                0 => drop(transaction.upsert(Plain::from(row)).unwrap()),
                1 => drop(transaction.upsert(WithOne::from(row)).unwrap()),
                _ => drop(transaction.upsert(WithThree::from(row)).unwrap()),
            }
        }
        transaction.commit().unwrap();
    }

    fn update(&self, rows: &[Row], change: fn(&mut Message)) {
        let transaction = self.database.rw_transaction().unwrap();
        for row in rows {
            let old = transaction.get().primary::<WithThree>((row.tenant, row.id)).unwrap().unwrap();
            let mut new = old.clone();
            change(&mut new.message);
            transaction.update(old, new).unwrap();
        }
        transaction.commit().unwrap();
    }

    fn take(&self, rows: &[Row]) -> u64 {
        let transaction = self.database.rw_transaction().unwrap();
        let mut sum = 0_u64;
        for row in rows {
            let key = (row.tenant, row.id);
            macro_rules! take {
                ($model:ty) => {{
                    let stored = transaction.get().primary::<$model>(key).unwrap().unwrap();
                    transaction.remove(stored).unwrap().message
                }};
            }
            let message = match self.indexes {
                0 => take!(Plain),
                1 => take!(WithOne),
                _ => take!(WithThree),
            };
            sum = sum.wrapping_add(digest(row.id, &message));
        }
        transaction.commit().unwrap();
        sum
    }

    fn get(&self, rows: &[Row]) -> u64 {
        let transaction = self.database.r_transaction().unwrap();
        let get = |row: &Row| transaction.get().primary::<WithThree>((row.tenant, row.id)).unwrap().unwrap();
        rows.iter().fold(0, |sum, row| sum.wrapping_add(digest(row.id, &get(row).message)))
    }

    fn scan(&self, tenant: u32) -> u64 {
        let transaction = self.database.r_transaction().unwrap();
        let scan = transaction.scan().primary::<WithThree>().unwrap();
        let rows = scan.range((tenant, 0)..=(tenant, u64::MAX)).unwrap().map(Result::unwrap);
        rows.fold(0, |sum, row| sum.wrapping_add(digest(row.id, &row.message)))
    }

    fn scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> u64 {
        let transaction = self.database.r_transaction().unwrap();
        let scan = transaction.scan().secondary::<WithThree>(WithThreeKey::by_author).unwrap();
        let rows = scan.range((tenant, authors.start)..(tenant, authors.end)).unwrap().map(Result::unwrap);
        rows.fold(0, |sum, row| sum.wrapping_add(digest(row.id, &row.message)))
    }

    fn pages(&self, tenant: u32) -> u64 {
        let (mut sum, mut cursor) = (0_u64, None::<String>);
        loop {
            let transaction = self.database.r_transaction().unwrap();
            let start = cursor.as_deref().map_or(0, |cursor| u64::from_str_radix(cursor, 16).unwrap() + 1);
            let scan = transaction.scan().primary::<WithThree>().unwrap();
            let mut rows = scan.range((tenant, start)..=(tenant, u64::MAX)).unwrap().map(Result::unwrap);
            let page: Vec<WithThree> = rows.by_ref().take(20).collect();
            sum = page.iter().fold(sum, |sum, row| sum.wrapping_add(digest(row.id, &row.message)));
            if rows.next().is_none() {
                return sum;
            }
            cursor = page.last().map(|row| format!("{:x}", row.id));
        }
    }
}
