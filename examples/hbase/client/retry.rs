//! Trying again, and giving up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::error::{is_final, reason};
use super::{Client, Error};

/// How often something is tried, and how long is waited in between: twice as long each time, up to a longest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    pub(crate) attempts: u32,
    pub(crate) first: Duration,
    pub(crate) longest: Duration,
}

/// About half a minute of waiting: a killed region server is missed after up to 20 seconds, and its regions are open
/// elsewhere some seconds later. The gateway waits too.
impl Default for Patience {
    fn default() -> Self {
        Self { attempts: 12, first: Duration::from_millis(100), longest: Duration::from_secs(5) }
    }
}

/// Whether clients ever reached their gateway, and how often they had to do something again.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    seen: AtomicBool,
    retries: AtomicU64,
    reconnections: AtomicU64,
    resumed: AtomicU64,
}

impl Tally {
    pub(super) fn seen(&self) {
        self.seen.store(true, Ordering::Relaxed);
    }

    pub(super) fn was_seen(&self) -> bool {
        self.seen.load(Ordering::Relaxed)
    }

    pub(super) fn reconnected(&self) {
        self.reconnections.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn resumed(&self) {
        self.resumed.fetch_add(1, Ordering::Relaxed);
    }

    /// Calls that failed and were made again, connections opened anew, and scans resumed behind their last key.
    pub(crate) fn counts(&self) -> [u64; 3] {
        [&self.retries, &self.reconnections, &self.resumed].map(|count| count.load(Ordering::Relaxed))
    }
}

/// The attempts to do one thing.
pub(super) struct Attempts<'a> {
    patience: Patience,
    table: Option<&'a str>,
    what: String,
    made: u32,
    began: Instant,
    wait: Duration,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(patience: Patience, table: Option<&'a str>, what: String) -> Self {
        Self { patience, table, what, made: 0, began: Instant::now(), wait: patience.first }
    }

    /// Waits for the next attempt, unless there shall be none.
    pub(super) fn failed(&mut self, client: &mut Client, error: &thrift::Error) -> Result<(), Error> {
        self.check(client, error, is_final(error))
    }

    /// The same for what may be tried again even where `HBase` says no: it means its scanner, not ours.
    pub(super) fn scanner_failed(&mut self, client: &mut Client, error: &thrift::Error) -> Result<(), Error> {
        self.check(client, error, false)
    }

    fn check(&mut self, client: &mut Client, error: &thrift::Error, is_final: bool) -> Result<(), Error> {
        self.made += 1;
        // Of a table that is not there the gateway says that one may try again.
        if let (Some(table), thrift::Error::User(_)) = (self.table, error)
            && client.has_table(table) == Some(false)
        {
            return Err(Error::NoTable { table: table.to_owned() });
        }
        let what = || match self.table {
            Some(table) => format!("{} of `{table}` through {}", self.what, client.gateway.address),
            None => format!("{} through {}", self.what, client.gateway.address),
        };
        if is_final {
            return Err(Error::Refused { what: what(), reason: reason(error) });
        }
        if self.made >= self.patience.attempts {
            let elapsed = self.began.elapsed();
            return Err(Error::GaveUp { what: what(), attempts: self.made, elapsed, reason: reason(error) });
        }
        client.gateway.tally.retries.fetch_add(1, Ordering::Relaxed);
        sleep(self.wait);
        self.wait = (self.wait * 2).min(self.patience.longest);
        Ok(())
    }
}
