//! The work during the faults: one thread writes rows, and another thread keeps scanning the table for missing rows.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rowkey::RowKey;

use super::TABLE;
use crate::client::{Gateway, Row, Rows};
use crate::load::BATCH;

/// Rows are numbered without gaps, so a missing row is recognized by its number.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
pub(super) struct NumberKey {
    pub(super) number: u64,
}

/// The state that the writer, the scanner and the faults share.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) gateway: Gateway,
    /// The number of rows that were written: all rows with numbers below this one.
    pub(super) written: AtomicU64,
    pub(super) scans: AtomicU64,
    pub(super) stop: AtomicBool,
    /// In microseconds, see `take_longest_wait`.
    longest: AtomicU64,
}

impl Work {
    pub(super) fn new(gateway: Gateway) -> Self {
        Self {
            gateway,
            written: AtomicU64::new(0),
            scans: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            longest: AtomicU64::new(0),
        }
    }

    /// Writes `at_least` rows, and then more rows until `stop` is set. Returns the number of rows.
    pub(super) fn write(&self, at_least: u64) -> Result<u64> {
        let result = self.stop_on_error(|| {
            let mut client = self.gateway.connect()?;
            let mut next = 0;
            while next < at_least || !self.stop.load(Ordering::Relaxed) {
                let batch: Vec<_> = (next..).take(BATCH).map(row).collect();
                let began = Instant::now();
                client.put(TABLE, &batch)?;
                let took = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
                self.longest.fetch_max(took, Ordering::Relaxed);
                next += batch.len() as u64;
                self.written.store(next, Ordering::Relaxed);
                if next >= at_least {
                    // Slows down, so that the table stays small and scans stay short.
                    thread::sleep(Duration::from_millis(100));
                }
            }
            Ok(())
        });
        result.map(|()| self.written.load(Ordering::Relaxed))
    }

    pub(super) fn scan_repeatedly(&self) -> Result<u64> {
        self.stop_on_error(|| {
            while !self.stop.load(Ordering::Relaxed) {
                self.scan(self.written.load(Ordering::Relaxed))?;
                self.scans.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        Ok(self.scans.load(Ordering::Relaxed))
    }

    /// Scans all buckets in parallel, and returns the number of rows. Checks that all rows below `written` are present,
    /// and that no row is returned twice or out of order.
    pub(super) fn scan(&self, written: u64) -> Result<u64> {
        thread::scope(|scope| {
            let open = |range| {
                let (sender, rows) = sync_channel(BATCH);
                scope.spawn(move || {
                    match Rows::new(&self.gateway, TABLE, &range, u16::try_from(BATCH).unwrap_or(u16::MAX)) {
                        Ok(mut rows) => drop(rows.try_for_each(|row| sender.send(row))),
                        Err(error) => drop(sender.send(Err(error))),
                    }
                });
                rows
            };
            let buckets: Vec<_> = NumberKey::prefix().ranges().map(open).collect();
            let mut rows = 0;
            let mut next = 0;
            for row in rowkey::scan::merge(buckets, NumberKey::LAYOUT.fields_offset()) {
                let (key, value) = row?;
                let NumberKey { number } = NumberKey::decode(&key)?;
                ensure!(number >= next, "row {number} is returned twice, or after row {next}");
                ensure!(number == next || next >= written, "row {next} is missing");
                ensure!(value == self::value(number), "row {number} has a wrong value");
                next = number + 1;
                rows += 1;
            }
            ensure!(next >= written, "row {next} is missing");
            Ok(rows)
        })
    }

    /// Returns the time of the slowest batch since the last call.
    pub(super) fn take_longest_wait(&self) -> Duration {
        Duration::from_micros(self.longest.swap(0, Ordering::Relaxed))
    }

    /// If `work` fails, sets `stop`, so that the other thread ends as well.
    fn stop_on_error<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let result = work();
        if result.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        result
    }
}

fn row(number: u64) -> Row {
    (NumberKey { number }.encode().into(), value(number))
}

fn value(number: u64) -> Vec<u8> {
    format!("row {number}").into_bytes()
}
