//! Compares tall and wide rows in HBase: a point a row, and an hour a row with a column for each second.
//!
//! ```sh
//! HBASE=127.0.0.1:9090 cargo bench --bench wide
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

use futures_lite::future::block_on;
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::remote::{RangeRequest, RowStore};
use rowkey::store::{Direction, Table};
use rowkey_hbase::Hbase;
use std::error::Error;
use std::time::{Duration, Instant};

/// An hour of a series is a row of OpenTSDB, and a second in it is the qualifier of a column.
#[derive(Debug, Clone, RowKey)]
#[rowkey(value = [u8; 8], format = rowkey::Raw, table = "bench_wide", salt(md5, buckets = 4, of(metric, host)))]
struct WideKey {
    #[bytes(3)]
    metric: u32,
    hour: u32,
    #[bytes(3)]
    host: u32,
    #[rowkey(sort_key)]
    second: u16,
}

/// The same bytes in one row for each point.
#[derive(Debug, Clone, RowKey)]
#[rowkey(value = [u8; 8], format = rowkey::Raw, table = "bench_tall", salt(md5, buckets = 4, of(metric, host)))]
struct TallKey {
    #[bytes(3)]
    metric: u32,
    hour: u32,
    #[bytes(3)]
    host: u32,
    second: u16,
}

const HOURS: u32 = 12;
const SECONDS: u16 = 3600;
const BATCH: usize = 3600;
const ROUNDS: usize = 7;

/// The bytes that HBase stores for a cell: the row, the family `r`, the qualifier, the timestamp, the lengths and the value.
fn cell_size(row: usize, qualifier: usize) -> usize {
    4 + 4 + 2 + row + 1 + 1 + qualifier + 8 + 1 + 8
}

async fn scan_tall(hbase: &Hbase, hours: u32) -> Result<usize, Box<dyn Error>> {
    let mut count = 0;
    for range in TallKey::prefix().metric(7).hour_in(0..hours).ranges() {
        let mut request =
            RangeRequest { table: TallKey::TABLE, range, direction: Direction::Forward, limit: 4000, scanner: None };
        loop {
            let page = hbase.range(&request).await?;
            for (key, value) in &page.rows {
                TallKey::decode(key)?;
                count += usize::from(value.bytes.as_ref().is_some_and(|value| value.len() == 8));
            }
            if page.is_end {
                break;
            }
            if let Some((last, _)) = page.rows.last() {
                request.range = request.range.after(last);
            }
            request.scanner = page.scanner;
        }
    }
    Ok(count)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let Ok(gateway) = std::env::var("HBASE") else {
        println!("HBASE is not set to the address of a gateway, see the head of this file");
        return Ok(());
    };
    let hbase = Hbase::new(gateway);
    let points: Vec<_> = (0..HOURS).flat_map(|hour| (0..SECONDS).map(move |second| (hour, second))).collect();
    let wide: Vec<_> =
        points.iter().map(|&(hour, second)| (WideKey { metric: 7, hour, host: 1, second }, [7; 8])).collect();
    let start = Instant::now();
    wide.chunks(BATCH).try_for_each(|cells| block_on(hbase.put_columns(cells)))?;
    let wide_load = start.elapsed();

    let tall = points.iter().map(|&(hour, second)| TallKey { metric: 7, hour, host: 1, second }.try_encode());
    let tall = tall.collect::<Result<Vec<_>, _>>()?;
    let rows: Vec<(&'static Table, &[u8], &[u8])> =
        tall.iter().map(|key| (TallKey::TABLE, &key[..], &[7; 8][..])).collect();
    let start = Instant::now();
    rows.chunks(BATCH).try_for_each(|rows| block_on(hbase.put(rows, None)))?;
    let tall_load = start.elapsed();

    let key_len = TallKey::LAYOUT.max_len().unwrap_or_default();
    let row_len = wide.first().and_then(|(key, _)| WideKey::TABLE.partition_key_len(&key.clone().try_encode().ok()?));
    let row_len = row_len.unwrap_or_default();
    println!("{} points of 8 bytes", points.len());
    println!("        rows  bytes a cell  load       one hour   all hours");
    let (mut tall_hour, mut tall_all, mut wide_hour, mut wide_all) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        for (hours, times) in [(1, &mut tall_hour), (HOURS, &mut tall_all)] {
            let start = Instant::now();
            assert_eq!(block_on(scan_tall(&hbase, hours))?, hours as usize * usize::from(SECONDS));
            times.push(start.elapsed());
        }
        for (hours, times) in [(1, &mut wide_hour), (HOURS, &mut wide_all)] {
            let start = Instant::now();
            let cells = block_on(hbase.columns(WideKey::prefix().metric(7).hour_in(0..hours)))?;
            assert_eq!(cells.len(), hours as usize * usize::from(SECONDS));
            times.push(start.elapsed());
        }
    }
    println!(
        "tall  {:>6}  {:>12}  {tall_load:>8.1?}  {:>8.1?}   {:>8.1?}",
        points.len(),
        cell_size(key_len, 1),
        median(tall_hour),
        median(tall_all)
    );
    println!(
        "wide  {HOURS:>6}  {:>12}  {wide_load:>8.1?}  {:>8.1?}   {:>8.1?}",
        cell_size(row_len, key_len - row_len),
        median(wide_hour),
        median(wide_all)
    );
    Ok(())
}
