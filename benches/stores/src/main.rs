//! Measures the costs of rowkey's records on redb and on fjall. The contenders are versions of the same small
//! application: hand-written code, rowkey, and for redb also redb's own tuple keys and native_db. All contenders take
//! turns in one run. The result is the minimum processor time of many turns.
//!
//! `cargo run --release` prints a table for each store. `-- --rounds 100` takes the minimum of 100 turns.
//! `-- --instructions` counts instructions under valgrind instead of time. The counts are the same in each run, but do
//! not show how long the processor waits for memory. `-- --bulk` loads, scans and expires a million messages in files.
//!
//! `--features rocksdb` adds RocksDB, which needs libclang and takes long to compile.

mod bulk;
#[path = "../../callgrind/mod.rs"]
mod callgrind;
mod hand;
mod hand_fjall;
mod keys;
mod message;
mod native;
mod records;
mod tuples;

use message::{Message, Row, random_rows};
use std::ops::Range;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{fs, thread};

const MESSAGES: u64 = 5000;
const TENANTS: u32 = 10;
const AUTHORS: u32 = 50;

/// The measured application: messages in a store. There are versions with no index, with one index and with three
/// indexes.
pub trait App {
    /// Returns the application with an empty database and this number of indexes: 0, 1 or 3. The database is in memory
    /// if the store permits this.
    fn new(indexes: usize) -> Self;

    /// Writes messages in one transaction. A message that exists is replaced.
    fn put(&self, rows: &[Row]);

    /// Changes the stored messages of these rows in place, in one transaction.
    fn update(&self, rows: &[Row], change: fn(&mut Message));

    /// Removes the messages of these rows in one transaction, and returns the sum of their digests.
    fn take(&self, rows: &[Row]) -> u64;

    /// Reads messages, and returns the sum of their digests.
    fn get(&self, rows: &[Row]) -> u64;

    /// Like the methods below, reads all messages of a tenant and returns the sum of their digests.
    fn scan(&self, tenant: u32) -> u64;

    /// Reads all messages of some authors, through an index.
    fn scan_by_authors(&self, tenant: u32, authors: Range<u32>) -> u64;

    /// Reads all messages of a tenant in pages of 20. Each page starts at a cursor, which is a text from the previous
    /// page.
    fn pages(&self, tenant: u32) -> u64;
}

/// Returns a number for a message. The reading operations return the sum of these numbers, so that the compiler cannot
/// remove the reads.
pub fn digest(id: u64, message: &Message) -> u64 {
    id ^ message.text.len() as u64 ^ u64::from(message.author)
}

/// The measured operations. Each runs in a separate function, so that callgrind counts its instructions under the name
/// of the function.
macro_rules! operations {
    ($($function:ident $name:literal;)*) => {
        mod operation {
            use std::hint::black_box;

            $(
            #[inline(never)]
            pub fn $function(operation: &mut dyn FnMut() -> u64) -> u64 {
                // Without different names in them, the compiler would merge these equal functions.
                black_box(stringify!($function));
                black_box(operation())
            }
            )*
        }

        const OPERATIONS: [Operation; [$($name),*].len()] =
            [$(Operation { name: $name, function: stringify!($function), run: operation::$function }),*];
    };
}

operations! {
    put_0 "put, no index";
    put_1 "put, 1 index";
    put_3 "put, 3 indexes";
    update_none "update, changes no index";
    update_1 "update, changes 1 of 3 indexes";
    update_3 "update, changes 3 indexes";
    in_place_none "update in place, changes no index";
    in_place_1 "update in place, changes 1 of 3 indexes";
    single "update in a transaction of its own";
    get "get";
    scan "scan";
    index_scan "10 records through an index";
    long_index_scan "100 records through an index";
    pages "pages of 20";
    take_0 "take (remove and return), no index";
    take_1 "take, 1 index";
    take_3 "take, 3 indexes";
}

struct Operation {
    name: &'static str,
    function: &'static str,
    run: fn(&mut dyn FnMut() -> u64) -> u64,
}

type Times = [Duration; OPERATIONS.len()];

type Measure = fn(u64) -> Times;

/// The name of a contender, and the function that runs all its operations once.
type Contender = (&'static str, Measure);

/// The stores and their contenders. The first contender of each store is hand-written.
const STORES: [(&str, &[Contender]); 2] = [
    (
        "redb",
        &[
            ("hand-written", measure::<hand::Hand>),
            ("**rowkey**", measure::<records::Records>),
            ("redb's tuple keys", measure::<tuples::Tuples>),
            ("`native_db` 0.8", measure::<native::Native>),
        ],
    ),
    (
        "fjall",
        &[("hand-written", measure::<hand_fjall::HandOnFjall>), ("**rowkey**", measure::<records::RecordsOnFjall>)],
    ),
];

/// The number of messages that are each written in a separate transaction.
const SINGLE: u64 = 500;

/// Returns the number of rows that an operation reads or writes.
fn row_count(operation: &Operation) -> u64 {
    if operation.function == "single" { SINGLE } else { MESSAGES }
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => print_times(15),
        ["--rounds", rounds] => print_times(rounds.parse().expect("a number after `--rounds`")),
        ["--instructions"] => print_instructions(),
        ["--bulk"] => bulk::print(1_000_000, 3),
        ["--bulk", rows] => bulk::print(rows.parse().expect("a number after `--bulk`"), 1),
        [bulk::CHILD, ref arguments @ ..] => bulk::run_child(arguments),
        [callgrind::CHILD, store, contender] => {
            let (_, contenders) = STORES.iter().find(|(name, _)| *name == store).expect("the name of a store");
            let (_, measure) = contenders.iter().find(|(name, _)| *name == contender).expect("the name of a contender");
            measure(0);
        }
        _ => panic!("write `--rounds N`, `--instructions`, `--bulk`, or nothing"),
    }
}

fn print_times(rounds: u64) {
    for (store, contenders) in STORES {
        let mut best = vec![[Duration::MAX; OPERATIONS.len()]; contenders.len()];
        for round in 0..rounds {
            for (best, (_, measure)) in best.iter_mut().zip(contenders) {
                for (best, time) in best.iter_mut().zip(measure(round)) {
                    *best = time.min(*best);
                }
            }
        }
        print(store, contenders, "ns", |contender, operation| best[contender][operation].as_nanos() as f64);
    }
}

fn print_instructions() {
    for (store, contenders) in STORES {
        let count = |(name, _): &Contender| callgrind::count(&[store, name]).expect("valgrind is installed");
        let counts: Vec<_> = contenders.iter().map(count).collect();
        print(store, contenders, "instructions", |contender, operation| {
            counts[contender].of("operation", OPERATIONS[operation].function) as f64
        });
    }
}

/// Prints the costs of all operations on a store, as ratios to the hand-written code. `cost` takes the indices of a
/// contender and of an operation.
fn print(store: &str, contenders: &[Contender], unit: &str, cost: impl Fn(usize, usize) -> f64) {
    let names: Vec<_> = contenders.iter().map(|(name, _)| *name).collect();
    println!("| {store} | {} |\n|---|{}", names.join(" | "), "--:|".repeat(contenders.len()));
    for (index, operation) in OPERATIONS.iter().enumerate() {
        let by_hand = cost(0, index);
        print!("| {} | 1.00 ({:.0} {unit}) |", operation.name, by_hand / row_count(operation) as f64);
        (1..contenders.len()).for_each(|contender| print!(" {:.2} |", cost(contender, index) / by_hand));
        println!();
    }
    println!();
}

/// Returns the time for which this thread has run on a processor, so that other work of the machine is not measured.
/// Where this time is not available, returns the elapsed time.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system updates the time when the thread yields.
    thread::yield_now();
    let nanos = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = nanos.and_then(|times| times.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn measure<A: App>(round: u64) -> Times {
    let mut times = [Duration::ZERO; OPERATIONS.len()];
    let mut next = OPERATIONS.iter().zip(&mut times);
    // Each call measures the next operation of `OPERATIONS`, so the calls below must be in the same order.
    let mut time = |operation: &mut dyn FnMut() -> u64| {
        let (Operation { run, .. }, time) = next.next().expect("an operation");
        let start = processor_time();
        let sum = run(operation);
        *time = processor_time() - start;
        sum
    };
    let rows = random_rows(round);
    let apps = [0, 1, 3].map(A::new);
    for app in &apps {
        time(&mut || {
            app.put(&rows);
            0
        });
    }
    let [.., app] = &apps;
    let total = |rows: &[Row]| rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(digest(row.id, &row.message)));
    let mut current = rows;
    let change_text: fn(&mut Message) = |message| message.text.push('!');
    let change_expiry: fn(&mut Message) = |message| message.expires_at += 1;
    let updates: [fn(&mut Message); 3] = [change_text, change_expiry, |message| {
        message.expires_at += 1;
        message.author = (message.author + 1) % AUTHORS;
        message.topic.push('!');
    }];
    for change in updates {
        current.iter_mut().for_each(|row| change(&mut row.message));
        time(&mut || {
            app.put(&current);
            0
        });
    }
    for change in [change_text, change_expiry] {
        current.iter_mut().for_each(|row| change(&mut row.message));
        time(&mut || {
            app.update(&current, change);
            0
        });
    }
    let single = &mut current[..SINGLE as usize];
    single.iter_mut().for_each(|row| row.message.text.push('!'));
    time(&mut || {
        single.iter().for_each(|row| app.put(std::slice::from_ref(row)));
        0
    });
    let expected = total(&current);
    assert_eq!(time(&mut || app.get(&current)), expected, "get");
    let sum = |each: &dyn Fn(u32) -> u64| (0..TENANTS).fold(0_u64, |sum, tenant| sum.wrapping_add(each(tenant)));
    assert_eq!(time(&mut || sum(&|tenant| app.scan(tenant))), expected, "scan");
    let through_index = |authors: u32| {
        let firsts = (0..AUTHORS).step_by(authors as usize);
        sum(&|tenant| {
            let scan = |first| app.scan_by_authors(tenant, first..first + authors);
            firsts.clone().fold(0_u64, |sum, first| sum.wrapping_add(scan(first)))
        })
    };
    for authors in [1, 10] {
        assert_eq!(time(&mut || through_index(authors)), expected, "by author");
    }
    assert_eq!(time(&mut || sum(&|tenant| app.pages(tenant))), expected, "pages");
    let initial = total(&random_rows(round));
    for (app, expected) in apps.iter().zip([initial, initial, expected]) {
        assert_eq!(time(&mut || app.take(&current)), expected, "take");
    }
    assert_eq!(sum(&|tenant| app.scan(tenant)) + through_index(1), 0, "take");
    times
}
