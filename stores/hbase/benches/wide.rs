//! Compares tall and wide rows in HBase: a point a row, and an hour a row with a column for each second.
//!
//! ```sh
//! HBASE=127.0.0.1:9090 cargo bench --bench wide
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

use futures_lite::future::block_on;
use rowkey::record::Record;
use rowkey::{OwnedKey, Query, RowKey};
use rowkey_async::{AsyncDatabase, RowByRow};
use rowkey_hbase::{Database, Error, Hbase};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// An hour of a series is a row of OpenTSDB, and a second in it is the qualifier of a column.
#[derive(Debug, Clone, RowKey)]
#[rowkey(value = [u8; 8], format = rowkey::Raw, table = "bench_wide", salt(md5, buckets = 4, of(metric, host)))]
struct WideKey {
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    metric: u32,
    hour: u32,
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    host: u32,
    #[rowkey(sort_key)]
    second: u16,
}

/// The same bytes in one row for each point.
#[derive(Debug, Clone, RowKey)]
#[rowkey(value = [u8; 8], format = rowkey::Raw, table = "bench_tall", salt(md5, buckets = 4, of(metric, host)))]
struct TallKey {
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    metric: u32,
    hour: u32,
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    host: u32,
    second: u16,
}

const HOURS: u32 = 12;
const SECONDS: u16 = 3600;
const ROUNDS: usize = 7;

/// The bytes that HBase stores for a cell: the row, the family, the qualifier, the timestamp, the lengths and the value, before
/// which rowkey stores 16 bytes. `column` is the length of the family, a colon and the qualifier.
fn cell_size(row: usize, column: usize) -> usize {
    4 + 4 + 2 + row + 1 + (column - 1) + 8 + 1 + 16 + 8
}

/// Puts the points, and returns how long it takes.
fn load<K: Record<Value = [u8; 8]>>(database: &Database, point: impl Fn(u32, u16) -> K) -> Result<Duration, Error> {
    let points: Vec<_> = (0..HOURS)
        .flat_map(|hour| (0..SECONDS).map(move |second| (hour, second)))
        .map(|(hour, second)| (point(hour, second), [7; 8]))
        .collect();
    let start = Instant::now();
    block_on(database.load(points))?;
    Ok(start.elapsed())
}

/// Reads the points of some hours, and returns how long it takes.
fn read<K: Record<Value = [u8; 8]> + OwnedKey>(
    database: &Database,
    query: impl Query<Key = K>,
    hours: u32,
    is_backward: bool,
) -> Result<Duration, Error> {
    let start = Instant::now();
    let scan = database.scan(query);
    let mut scan = if is_backward { scan.rev() } else { scan };
    let count = block_on(async {
        let mut count = 0;
        while let Some(point) = scan.next().await {
            count += usize::from(point?.1 == [7; 8]);
        }
        Ok::<_, Error>(count)
    })?;
    assert_eq!(count, hours as usize * usize::from(SECONDS));
    Ok(start.elapsed())
}

/// Reads the last points of an hour, and returns how long it takes.
fn read_last<K: Record<Value = [u8; 8]> + OwnedKey>(
    database: &Database,
    query: impl Query<Key = K>,
) -> Result<Duration, Error> {
    let start = Instant::now();
    let page = block_on(database.scan(query).rev().page(None, 10))?;
    assert_eq!(page.rows.len(), 10);
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The times of all rounds, one vector for each read.
type Times = [Vec<Duration>; 5];

/// Reads one hour and all hours, forward and backward, and the last points of an hour.
macro_rules! read_all {
    ($times:expr, $database:expr, $key:ident, $metric:expr) => {{
        let hour = $key::prefix().metric($metric).hour(5).host(1);
        let all = $key::prefix().metric($metric).hour_in(0..HOURS);
        let [one, one_backward, whole, whole_backward, last]: &mut Times = $times;
        one.push(read($database, hour.clone(), 1, false)?);
        one_backward.push(read($database, hour.clone(), 1, true)?);
        whole.push(read($database, all.clone(), HOURS, false)?);
        whole_backward.push(read($database, all, HOURS, true)?);
        last.push(read_last($database, hour)?);
    }};
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Ok(gateway) = std::env::var("HBASE") else {
        println!("HBASE is not set to the address of a gateway, see the head of this file");
        return Ok(());
    };
    // Each table is created in the form that its database creates.
    let wide = &AsyncDatabase::new(RowByRow::new(Hbase::new(&*gateway).with_wide_rows()));
    let tall = &rowkey_hbase::open(gateway);
    // The points of an earlier run are stored, so each run has a series of its own.
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let metric = u32::try_from(since_1970 & 0xFF_FFFF)?;
    let wide_load = load(wide, |hour, second| WideKey { metric, hour, host: 1, second })?;
    let tall_load = load(tall, |hour, second| TallKey { metric, hour, host: 1, second })?;
    let (mut wide_times, mut tall_times) = (Times::default(), Times::default());
    for _ in 0..ROUNDS {
        read_all!(&mut tall_times, tall, TallKey, metric);
        read_all!(&mut wide_times, wide, WideKey, metric);
    }

    let key = WideKey { metric, hour: 5, host: 1, second: 0 }.try_encode()?;
    let row_len = WideKey::TABLE.partition_key_len(&key).unwrap_or_default();
    let tall_size = cell_size(key.len(), "r:v".len());
    let wide_size = cell_size(row_len, "w3:".len() + key.len() - row_len);
    let points = HOURS * u32::from(SECONDS);
    println!("{points} points of 8 bytes");
    println!("        rows  bytes a cell  load      an hour   backward  all       backward  last 10");
    for (name, rows, size, load, times) in
        [("tall", points, tall_size, tall_load, tall_times), ("wide", HOURS, wide_size, wide_load, wide_times)]
    {
        print!("{name}  {rows:>6}  {size:>12}  {load:<8.1?}");
        for times in times {
            print!("  {:<8.1?}", median(times));
        }
        println!();
    }
    Ok(())
}
