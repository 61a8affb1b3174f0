//! Rows a second of records in an async store, and of the same work by hand on the client of the store. The ratios say what
//! rowkey costs.
//!
//! The benchmark of each async store includes this file as a module.

use rowkey::RowKey;
use rowkey_remote::{AsyncDatabase, AsyncResult, AsyncStore};
use std::error::Error;
use std::time::Instant;

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "rate_users", indexes(UserByName))]
pub(crate) struct UserKey {
    pub(crate) user: u32,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = UserKey, table = "rate_users.name")]
pub(crate) struct UserByName {
    #[rowkey(from = value)]
    pub(crate) name: String,
    pub(crate) user: u32,
}

type BoxError = Box<dyn Error>;

/// The same work, written by hand.
pub(crate) trait ByHand {
    /// Puts a user and its entry, and deletes its old entry, if the user is unchanged meanwhile.
    async fn put(&self, user: u32, name: &str) -> Result<(), BoxError>;
    /// Reads and decodes all users, and returns the number of bytes of all names.
    async fn scan(&self) -> Result<usize, BoxError>;
    /// Reads the users whose names begin with `name`, through the index, and returns the number of bytes of their names.
    async fn through_index(&self, name: &str) -> Result<usize, BoxError>;
}

const USERS: u32 = 10_000;
const ROUNDS: u32 = 7;

fn name(user: u32, round: u32) -> String {
    format!("{:02} user number {user} of the benchmark, round {round}", user % 5)
}

async fn put<S: AsyncStore>(database: &AsyncDatabase<S>, user: u32, name: &str) -> AsyncResult<(), S> {
    database.write(|rows| rows.put(&UserKey { user }, &name.to_owned())).await
}

async fn scan<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<usize, S> {
    let (mut users, mut bytes) = (database.scan(UserKey::prefix()), 0);
    while let Some(user) = users.next().await {
        bytes += user?.1.len();
    }
    Ok(bytes)
}

async fn through_index<S: AsyncStore>(database: &AsyncDatabase<S>, name: &str) -> AsyncResult<usize, S> {
    let (mut users, mut bytes) = (database.records(UserByName::prefix().name_starts_with(name)), 0);
    while let Some(user) = users.next().await {
        bytes += user?.1.len();
    }
    Ok(bytes)
}

/// Rows a second of one kind of work.
struct Rates {
    work: &'static str,
    rounds: Vec<(f64, f64)>,
}

impl Rates {
    fn print(&self) {
        let mut ratios: Vec<_> = self.rounds.iter().map(|(rowkey, by_hand)| rowkey / by_hand).collect();
        ratios.sort_by(f64::total_cmp);
        let best = |rates: fn(&(f64, f64)) -> f64| self.rounds.iter().map(rates).fold(0.0, f64::max);
        println!(
            "{:<20} {:>9.0} {:>9.0}   {:.2}   ({:.2} to {:.2})",
            self.work,
            best(|(rowkey, _)| *rowkey),
            best(|(_, by_hand)| *by_hand),
            ratios[ratios.len() / 2],
            ratios[0],
            ratios[ratios.len() - 1],
        );
    }
}

async fn rate(count: u32, work: impl Future<Output = Result<(), BoxError>>) -> Result<f64, BoxError> {
    let start = Instant::now();
    work.await?;
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}

/// Runs each kind of work in turns, and prints the rates.
pub(crate) async fn compare<S: AsyncStore>(database: &AsyncDatabase<S>, by_hand: &impl ByHand) -> Result<(), BoxError> {
    for user in 0..USERS {
        put(database, user, &name(user, 0)).await?;
    }
    let mut works = ["put with an index", "scan", "through an index"].map(|work| Rates { work, rounds: Vec::new() });
    let [puts, scans, through] = &mut works;
    for round in 1..=ROUNDS {
        // The users that are put in turns by both.
        let users = || (0..USERS).skip(round as usize).step_by(20);
        let count = u32::try_from(users().count())?;
        let rowkey = rate(count, async {
            for user in users() {
                put(database, user, &name(user, 2 * round)).await?;
            }
            Ok(())
        });
        let rowkey = rowkey.await?;
        let manual = rate(count, async {
            for user in users() {
                by_hand.put(user, &name(user, 2 * round + 1)).await?;
            }
            Ok(())
        });
        puts.rounds.push((rowkey, manual.await?));

        let (mut bytes, mut bytes_by_hand) = (0, 0);
        let rowkey = rate(USERS, async {
            bytes = scan(database).await?;
            Ok(())
        });
        let rowkey = rowkey.await?;
        let manual = rate(USERS, async {
            bytes_by_hand = by_hand.scan().await?;
            Ok(())
        });
        scans.rounds.push((rowkey, manual.await?));
        assert_eq!(bytes, bytes_by_hand);

        let rowkey = rate(USERS / 5, async {
            bytes = through_index(database, "03").await?;
            Ok(())
        });
        let rowkey = rowkey.await?;
        let manual = rate(USERS / 5, async {
            bytes_by_hand = by_hand.through_index("03").await?;
            Ok(())
        });
        through.rounds.push((rowkey, manual.await?));
        assert_eq!(bytes, bytes_by_hand);
    }
    println!("{:<20} {:>9} {:>9}   ratio of {ROUNDS} rounds", "rows a second", "rowkey", "by hand");
    works.iter().for_each(Rates::print);
    Ok(())
}
