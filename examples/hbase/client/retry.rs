//! Decides after a failure whether to try a request again, and waits before the next attempt.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::connection::reason;
use super::error::is_final;
use super::{Client, Error};

/// The number of attempts of a request, and the waits between them. Each wait is twice the previous one, up to
/// `longest_wait`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    pub(crate) attempts: u32,
    pub(crate) first_wait: Duration,
    pub(crate) longest_wait: Duration,
}

/// Waits about half a minute in total: HBase notices a killed region server after up to 20 seconds, and needs a few
/// more to open its regions elsewhere. The gateway also waits before it reports an error.
impl Default for Patience {
    fn default() -> Self {
        Self { attempts: 12, first_wait: Duration::from_millis(100), longest_wait: Duration::from_secs(5) }
    }
}

/// Records whether the gateway ever answered, and how often clients repeated a request, connected again or resumed a scan.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    has_answered: AtomicBool,
    retries: AtomicU64,
    reconnections: AtomicU64,
    resumed: AtomicU64,
}

impl Tally {
    pub(super) fn record_answer(&self) {
        self.has_answered.store(true, Ordering::Relaxed);
    }

    pub(super) fn has_answered(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    pub(super) fn record_reconnection(&self) {
        self.reconnections.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn record_resumed_scan(&self) {
        self.resumed.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the numbers of repeated requests, reconnections and resumed scans.
    pub(crate) fn counts(&self) -> [u64; 3] {
        [&self.retries, &self.reconnections, &self.resumed].map(|count| count.load(Ordering::Relaxed))
    }
}

pub(super) struct Attempts<'a> {
    patience: Patience,
    table: Option<&'a str>,
    action: String,
    made: u32,
    began: Instant,
    wait: Duration,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(patience: Patience, table: Option<&'a str>, action: String) -> Self {
        Self { patience, table, action, made: 0, began: Instant::now(), wait: patience.first_wait }
    }

    /// Waits before the next attempt. Fails if there are no more attempts, or if another attempt is useless.
    pub(super) fn failed(&mut self, client: &mut Client, error: &thrift::Error) -> Result<(), Error> {
        self.check(client, error, is_final(error))
    }

    /// Like [`Self::failed`], for a scanner. A scan can always be tried again with a new scanner, even if `HBase`
    /// rejects the old one.
    pub(super) fn scanner_failed(&mut self, client: &mut Client, error: &thrift::Error) -> Result<(), Error> {
        self.check(client, error, false)
    }

    fn check(&mut self, client: &mut Client, error: &thrift::Error, is_final: bool) -> Result<(), Error> {
        self.made += 1;
        // For a missing table, the gateway wrongly says that the request can be tried again.
        if let (Some(table), thrift::Error::User(_)) = (self.table, error)
            && client.has_table(table) == Some(false)
        {
            return Err(Error::NoTable { table: table.to_owned() });
        }
        let action = || match self.table {
            Some(table) => format!("{} of `{table}` through {}", self.action, client.gateway.address),
            None => format!("{} through {}", self.action, client.gateway.address),
        };
        if is_final {
            return Err(Error::Rejected { action: action(), reason: reason(error) });
        }
        if self.made >= self.patience.attempts {
            let elapsed = self.began.elapsed();
            return Err(Error::GaveUp { action: action(), attempts: self.made, elapsed, reason: reason(error) });
        }
        client.gateway.tally.retries.fetch_add(1, Ordering::Relaxed);
        sleep(self.wait);
        self.wait = (self.wait * 2).min(self.patience.longest_wait);
        Ok(())
    }
}
