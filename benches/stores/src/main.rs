//! Measures the costs of records on redb: the same application by hand, on redb's own tuple keys, with rowkey, and on native_db. All
//! contenders take turns in one run, and each time is the minimum of many turns, in processor time.
//!
//! `cargo run --release` prints a table. `-- --rounds 100` takes the minimum of more turns.

mod hand;
mod message;
mod native;
mod records;
mod tuples;

use message::{Message, Row, any_rows};
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The number of messages.
const MESSAGES: u64 = 5000;
const TENANTS: u32 = 10;
const AUTHORS: u32 = 50;

/// The application. The tables have no index, one index, or three.
pub trait App {
    /// Returns an empty database in memory.
    fn new(indexes: usize) -> Self;

    /// Writes messages in one transaction. A message that exists is replaced.
    fn put(&self, rows: &[Row]);

    /// Reads messages, and returns the sum of something about each.
    fn get(&self, rows: &[Row]) -> u64;

    /// Reads all messages of a tenant.
    fn scan(&self, tenant: u32) -> u64;

    /// Reads all messages of an author, through an index.
    fn scan_by_author(&self, tenant: u32, author: u32) -> u64;

    /// Reads all messages of a tenant in pages of 20. Each page starts from the text of a cursor.
    fn pages(&self, tenant: u32) -> u64;
}

/// The sum that the reading operations compute, so that the compiler cannot remove the reads.
pub fn digest(id: u64, message: &Message) -> u64 {
    id ^ message.text.len() as u64 ^ u64::from(message.author)
}

/// One of the measured operations, with the number of rows that it reads or writes.
struct Operation {
    name: &'static str,
    rows: u64,
    /// The time of each contender.
    times: Vec<Duration>,
}

const NAMES: [&str; 4] = ["hand-written", "**rowkey**", "redb's tuple keys", "`native_db` 0.8"];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds = match (arguments.next().as_deref(), arguments.next().map(|count| count.parse())) {
        (None, None) => 15,
        (Some("--rounds"), Some(Ok(rounds))) => rounds,
        _ => panic!("write `--rounds N`, or nothing"),
    };
    let mut best: Vec<Operation> = Vec::new();
    for round in 0..rounds {
        let columns = [
            measure::<hand::Hand>(round),
            measure::<records::Records>(round),
            measure::<tuples::Tuples>(round),
            measure::<native::Native>(round),
        ];
        for (contender, column) in columns.into_iter().enumerate() {
            for (index, (name, rows, time)) in column.into_iter().enumerate() {
                if best.len() == index {
                    best.push(Operation { name, rows, times: Vec::new() });
                }
                match best[index].times.get_mut(contender) {
                    Some(least) => *least = time.min(*least),
                    None => best[index].times.push(time),
                }
            }
        }
    }
    println!("| | {} |\n|---|{}", NAMES.join(" | "), "--:|".repeat(NAMES.len()));
    for Operation { name, rows, times } in &best {
        let ratio = |time: &Duration| time.as_secs_f64() / times[0].as_secs_f64();
        let nanos = times[0].as_nanos() as f64 / *rows as f64;
        print!("| {name} | 1.00 ({nanos:.0} ns) |");
        times[1..].iter().for_each(|time| print!(" {:.2} |", ratio(time)));
        println!();
    }
}

/// The name of an operation, its number of rows, and its time.
type Measured = (&'static str, u64, Duration);

/// Returns the time that this thread has run on a processor, so that other work of the machine is not measured. Where the
/// system does not tell, returns the time of day.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system brings the time up to date when the thread yields.
    thread::yield_now();
    let nanos = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = nanos.and_then(|times| times.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Measures all operations of one contender once.
fn measure<A: App>(round: u64) -> Vec<Measured> {
    let mut measured = Vec::new();
    let mut time = |name, rows, operation: &mut dyn FnMut() -> u64| {
        let start = processor_time();
        let sum = black_box(operation());
        measured.push((name, rows, processor_time() - start));
        sum
    };
    let rows = any_rows(round);
    let mut app = A::new(0);
    for (name, indexes) in [("put, no index", 0), ("put, 1 index", 1), ("put, 3 indexes", 3)] {
        app = A::new(indexes);
        time(name, MESSAGES, &mut || {
            app.put(&rows);
            0
        });
    }
    let total = |rows: &[Row]| rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(digest(row.id, &row.message)));
    let mut current = rows;
    let updates: [(_, fn(&mut Message)); 3] = [
        ("update, changes no index", |message| message.text.push('!')),
        ("update, changes 1 of 3 indexes", |message| message.expires_at += 1),
        ("update, changes 3 indexes", |message| {
            message.expires_at += 1;
            message.author = (message.author + 1) % AUTHORS;
            message.topic.push('!');
        }),
    ];
    for (name, change) in updates {
        current.iter_mut().for_each(|row| change(&mut row.message));
        time(name, MESSAGES, &mut || {
            app.put(&current);
            0
        });
    }
    let expected = total(&current);
    assert_eq!(time("get", MESSAGES, &mut || app.get(&current)), expected, "get");
    let sum = |each: &dyn Fn(u32) -> u64| (0..TENANTS).fold(0_u64, |sum, tenant| sum.wrapping_add(each(tenant)));
    assert_eq!(time("scan", MESSAGES, &mut || sum(&|tenant| app.scan(tenant))), expected, "scan");
    let by_author =
        |tenant| (0..AUTHORS).fold(0_u64, |sum, author| sum.wrapping_add(app.scan_by_author(tenant, author)));
    assert_eq!(time("scan through an index", MESSAGES, &mut || sum(&by_author)), expected, "by author");
    assert_eq!(time("pages of 20", MESSAGES, &mut || sum(&|tenant| app.pages(tenant))), expected, "pages");
    measured
}
