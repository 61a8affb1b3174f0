//! Rows a second of records in an async store, and of the same work by hand on the client of the store. The ratios say what
//! rowkey costs.
//!
//! The benchmark of each async store includes this file as a module.

use rowkey::RowKey;
use rowkey_async::{AsyncDatabase, AsyncResult, AsyncStore};
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
    /// Stores a new user and its entry, if no user has this key.
    async fn insert(&self, user: u32, name: &str) -> Result<(), BoxError>;
    /// Stores many new users and their entries, with as few requests as the store needs for this.
    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), BoxError>;
    /// Puts a user and its entry, and deletes its old entry, if the user is unchanged meanwhile.
    async fn put(&self, user: u32, name: &str) -> Result<(), BoxError>;
    /// Reads and decodes all users, and returns the number of bytes of all names.
    async fn scan(&self) -> Result<usize, BoxError>;
    /// Reads the users whose names begin with `name`, through the index, and returns the number of bytes of their names.
    async fn through_index(&self, name: &str) -> Result<usize, BoxError>;
}

fn name(user: u32, round: u32) -> String {
    format!("{:02} user number {user} of the benchmark, round {round}", user % 5)
}

/// The number of bytes of all names.
#[derive(Default)]
struct Bytes(usize);

impl Extend<(UserKey, String)> for Bytes {
    fn extend<I: IntoIterator<Item = (UserKey, String)>>(&mut self, users: I) {
        self.0 += users.into_iter().map(|(_, name)| name.len()).sum::<usize>();
    }
}

async fn scan<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<usize, S> {
    Ok(database.scan(UserKey::prefix()).collect::<Bytes>().await?.0)
}

async fn through_index<S: AsyncStore>(database: &AsyncDatabase<S>, name: &str) -> AsyncResult<usize, S> {
    Ok(database.records(UserByName::prefix().name_starts_with(name)).collect::<Bytes>().await?.0)
}

const WORKS: [&str; 6] = ["load", "insert", "put with an index", "scan", "through an index", "rebuild"];

/// Rows a second of one kind of work, in rounds: of rowkey, and by hand.
type Rates = Vec<[f64; 2]>;

fn print(work: &str, rates: &Rates) {
    let best = |by_hand: usize| rates.iter().map(|rates| rates[by_hand]).fold(0.0, f64::max);
    print!("{work:<20} {:>9.0}", best(0));
    let mut ratios: Vec<_> = rates.iter().map(|[rowkey, by_hand]| rowkey / by_hand).collect();
    ratios.sort_by(f64::total_cmp);
    if ratios[0].is_nan() {
        println!();
    } else {
        let median = ratios[ratios.len() / 2];
        println!(" {:>9.0}   {median:.2}   ({:.2} to {:.2})", best(1), ratios[0], ratios[ratios.len() - 1]);
    }
}

async fn rate<T>(count: u32, work: impl Future<Output = Result<T, BoxError>>) -> Result<(f64, T), BoxError> {
    let start = Instant::now();
    let result = work.await?;
    Ok((f64::from(count) / start.elapsed().as_secs_f64(), result))
}

/// Does the work of rowkey first if the number is odd, and the work by hand otherwise, because the second work finds more of a
/// server's rows in memory.
async fn in_turns<T>(
    number: u32,
    rowkey: impl Future<Output = Result<(f64, T), BoxError>>,
    by_hand: impl Future<Output = Result<(f64, T), BoxError>>,
) -> Result<([f64; 2], [T; 2]), BoxError> {
    let ((rowkey, result), (manual, by_hand)) = if number % 2 == 1 {
        let rowkey = rowkey.await?;
        (rowkey, by_hand.await?)
    } else {
        let by_hand = by_hand.await?;
        (rowkey.await?, by_hand)
    };
    Ok(([rowkey, manual], [result, by_hand]))
}

/// The number of users in the arguments of the program, and the number of rounds.
fn arguments() -> (u32, u32) {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    (numbers.next().unwrap_or(10_000), numbers.next().unwrap_or(7))
}

/// Runs each kind of work in turns, and prints the rates.
pub(crate) async fn compare<S: AsyncStore>(database: &AsyncDatabase<S>, by_hand: &impl ByHand) -> Result<(), BoxError> {
    let (users, rounds) = arguments();
    let (mut rates, mut count) = (WORKS.map(|_| Rates::new()), 0);
    let [loads, inserts, puts, scans, through, rebuilds] = &mut rates;
    let mut new_users = |some| {
        let first = count;
        count += some;
        ((first..count).map(|user| (user, name(user, 0))).collect::<Vec<_>>(), count)
    };
    // The first write connects, and creates tables.
    let (first, _) = new_users(1);
    database.load(first.into_iter().map(|(user, name)| (UserKey { user }, name))).await?;
    for round in 1..=rounds {
        let [(new, _), (others, _)] = [new_users(users), new_users(users)];
        let load = database.load(new.into_iter().map(|(user, name)| (UserKey { user }, name)));
        let load = rate(users, async { Ok(load.await.map(drop)?) });
        loads.push(in_turns(round, load, rate(users, by_hand.load(others))).await?.0);

        // One user in turns, so that other programs of the machine disturb both alike.
        let some = users.div_ceil(20);
        let (new, all) = new_users(2 * some);
        let mut times = [0.0; 2];
        for pair in new.chunks_exact(2) {
            let [(user, name), (other, other_name)] = pair else { continue };
            let insert = database.write(|rows| rows.insert(&UserKey { user: *user }, name));
            let insert = rate(1, async { Ok(insert.await?) });
            let (rates, _) = in_turns(user / 2, insert, rate(1, by_hand.insert(*other, other_name))).await?;
            times.iter_mut().zip(rates).for_each(|(time, rate)| *time += 1.0 / rate);
        }
        inserts.push(times.map(|time| f64::from(some) / time));

        let mut times = [0.0; 2];
        for user in 0..some {
            let [name, other_name] = [name(user, 2 * round), name(user, 2 * round + 1)];
            let put = database.write(|rows| rows.put(&UserKey { user }, &name));
            let put = rate(1, async { Ok(put.await?) });
            let (rates, _) = in_turns(user, put, rate(1, by_hand.put(user, &other_name))).await?;
            times.iter_mut().zip(rates).for_each(|(time, rate)| *time += 1.0 / rate);
        }
        puts.push(times.map(|time| f64::from(some) / time));

        let read = rate(all, async { Ok(scan(database).await?) });
        let (rates, [bytes, bytes_by_hand]) = in_turns(round, read, rate(all, by_hand.scan())).await?;
        assert_eq!(bytes, bytes_by_hand);
        scans.push(rates);

        let read = rate(all / 5, async { Ok(through_index(database, "03").await?) });
        let by_hand = rate(all / 5, by_hand.through_index("03"));
        let (rates, [bytes, bytes_by_hand]) = in_turns(round, read, by_hand).await?;
        assert_eq!(bytes, bytes_by_hand);
        through.push(rates);
    }
    let (_, all) = new_users(0);
    let rebuild = database.run_steps("names", |rows, cursor| rows.rebuild::<UserByName>(cursor, 1000));
    let (rowkey, progress) = rate(all, async { Ok(rebuild.await?) }).await?;
    assert_eq!(progress.missing, 0);
    rebuilds.push([rowkey, f64::NAN]);
    println!("{:<20} {:>9} {:>9}   ratio of {rounds} rounds", "rows a second", "rowkey", "by hand");
    WORKS.iter().zip(&rates).for_each(|(work, rates)| print(work, rates));
    Ok(())
}
