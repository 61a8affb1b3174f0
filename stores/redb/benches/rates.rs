//! Compares the records of an `AsyncDatabase` on redb with those of redb's own `Database`, in memory:
//!
//! ```sh
//! cargo bench -p rowkey-redb
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

#[path = "../../benches/rates.rs"]
mod rates;

use rates::{ByHand, UserByName, UserKey};
use redb::backends::InMemoryBackend;
use rowkey::RowKey as _;
use rowkey_async::{AsyncDatabase, AsyncStore, Embedded};
use rowkey_redb::Database;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use tokio::task::spawn_blocking;

struct Transactions<'d>(&'d Database);

/// The memory that a load may use to sort.
const MEMORY: usize = 64 << 20;

impl ByHand for Transactions<'_> {
    async fn insert(&self, user: u32, name: &str) -> Result<(), Box<dyn Error>> {
        Ok(self.0.write(|rows| rows.insert(&UserKey { user }, &name.to_owned()))?)
    }

    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), Box<dyn Error>> {
        self.0.load(MEMORY, users.into_iter().map(|(user, name)| (UserKey { user }, name)))?;
        Ok(())
    }

    async fn put(&self, user: u32, name: &str) -> Result<(), Box<dyn Error>> {
        Ok(self.0.write(|rows| rows.put(&UserKey { user }, &name.to_owned()))?)
    }

    async fn scan(&self) -> Result<usize, Box<dyn Error>> {
        Ok(self
            .0
            .read()?
            .scan(UserKey::prefix())
            .map(|row| Ok::<_, rowkey_redb::Error>(row?.1.len()))
            .sum::<Result<_, _>>()?)
    }

    async fn through_index(&self, name: &str) -> Result<usize, Box<dyn Error>> {
        let rows = self.0.read()?;
        let users = rows.records(UserByName::prefix().name_starts_with(name));
        Ok(users.map(|row| Ok::<_, rowkey_redb::Error>(row?.1.len())).sum::<Result<_, _>>()?)
    }
}

/// Prints how many records a second are read one by one.
async fn get<S: AsyncStore>(records: &AsyncDatabase<S>, database: &Database) -> Result<(), Box<dyn Error>> {
    let users = || (0..20_000).map(|user| UserKey { user: user % 10_000 });
    let mut rates = Vec::new();
    for _ in 0..7 {
        let start = Instant::now();
        for user in users() {
            records.read(|rows| rows.get(&user)).await?;
        }
        let middle = Instant::now();
        for user in users() {
            database.read()?.get(&user)?;
        }
        rates.push([middle - start, middle.elapsed()].map(|elapsed| 20_000.0 / elapsed.as_secs_f64()));
    }
    rates.sort_by(|[a, b], [c, d]| (a / b).total_cmp(&(c / d)));
    let [rowkey, by_hand] = rates[3];
    println!("{:<20} {rowkey:>9.0} {by_hand:>9.0}   {:.2}", "get", rowkey / by_hand);
    Ok(())
}

async fn compare<S: AsyncStore>(name: &str, store: S, database: &Database) -> Result<(), Box<dyn Error>> {
    println!("{name}");
    let records = AsyncDatabase::new(store);
    rates::compare(&records, &Transactions(database)).await?;
    get(&records, database).await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let in_memory = || redb::Database::builder().create_with_backend(InMemoryBackend::new());
    let database = in_memory()?.into();
    compare("in memory", Embedded::new(&database), &database).await?;
    let folder = tempfile::tempdir()?;
    let database = Database::create(folder.path().join("rates.redb"))?;
    compare("in a file", Embedded::new(&database), &database).await?;
    let database = Arc::new(Database::create(folder.path().join("threads.redb"))?);
    compare("in a file, on threads", Embedded::new(Arc::clone(&database)).on_threads(spawn_blocking), &database).await
}
