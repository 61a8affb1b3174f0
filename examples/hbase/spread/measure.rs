//! Loads rows under the keys of one design, and reads how many writes `HBase` counted in each window of the load. With
//! 200,000 rows and 20 windows, a window is the load of 10,000 rows.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rowkey_examples::flight::Flight;

use super::designs::{Design, writes};
use super::{SIZES, ratio};
use crate::cli::Spread;
use crate::client::Row;
use crate::cluster::Cluster;
use crate::control::{Control, Regions, Server};
use crate::load::{progress_bar, put};

#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) design: Design,
    pub(super) windows: Vec<Window>,
    pub(super) regions_before: usize,
    /// The servers at the end.
    pub(super) servers: Vec<Server>,
    /// The regions at the end, including regions that were closed during the load.
    pub(super) regions: Regions,
    /// A sorted sample of the keys. The picture draws a key at a height between 0 and 1: the share of the sampled keys
    /// that are less than the key.
    pub(super) sample: Vec<Vec<u8>>,
}

/// The writes that `HBase` counted in one window.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) servers: Vec<u64>,
    /// Start, end and writes of each region with writes, including regions that were closed.
    pub(super) regions: Vec<(Vec<u8>, Vec<u8>, u64)>,
}

/// Every 17th key is sampled. With 10 or 12 instead of 17, the sample of a counter would have only one last digit or
/// bucket.
const SAMPLE_STEP: usize = 17;

fn sampled<T>(rows: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    rows.into_iter().step_by(SAMPLE_STEP)
}

pub(super) fn measure(cluster: &Cluster, design: Design, flights: &[Flight], options: &Spread) -> Result<Outcome> {
    let control = cluster.control("count writes")?;
    let table = format!("rowkey_spread_{}", design.name.replace('-', "_"));
    let splits = (design.splits)();
    control.drop_table(&table)?;
    control.create(&table, &splits, Some(SIZES))?;

    let mut client = cluster.gateway.connect()?;
    let bar = progress_bar(options.writes.into())?;
    let mut rows = writes(flights, options.writes);
    let rows_per_window = usize::try_from(options.writes.div_ceil(options.windows.into()))?;
    let mut sample = Vec::new();
    let mut windows = Vec::new();
    let mut bytes = 0;
    let mut before = Counts::of(control, &table)?;
    loop {
        let rows: Vec<Row> = rows
            .by_ref()
            .take(rows_per_window)
            .map(|write| Ok(((design.encode)(&write)?, postcard::to_allocvec(write.flight)?)))
            .collect::<Result<_>>()?;
        if rows.is_empty() {
            break;
        }
        put(&mut client, &table, &rows, &bar)?;
        bytes += rows.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum::<u64>();
        sample.extend(sampled(rows).map(|(key, _)| key));
        let after = Counts::of(control, &table)?;
        windows.push(after.since(&before));
        before = after;
    }
    bar.finish_and_clear();
    // HBase splits a region whose files have more than `SIZES.region` bytes. About `SIZES.flush` bytes may still be in
    // memory and not in files. So if the load has more bytes than the sum, HBase splits even a table that began with
    // one region.
    let min_regions = if bytes > SIZES.region + SIZES.flush { 2 } else { 1 };
    let Counts { servers, regions } = settled(control, &table, options.writes.into(), min_regions)?;
    sample.sort();
    let outcome = Outcome { design, windows, regions_before: splits.len() + 1, servers, regions, sample };
    control.drop_table(&table)?;
    Ok(outcome)
}

/// Returns the final counts. Waits up to ten seconds until the counts are complete: a region that moves has no counts
/// for a while, and `HBase` splits a full region with a delay.
fn settled(control: &Control, table: &str, writes: u64, min_regions: usize) -> Result<Counts> {
    const LONGEST: Duration = Duration::from_secs(10);
    let began = Instant::now();
    loop {
        let counts = Counts::of(control, table)?;
        let are_final = counts.agree_on(writes) && counts.regions.regions.len() >= min_regions;
        if are_final || began.elapsed() >= LONGEST {
            return Ok(counts);
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// The counts since the table was created.
struct Counts {
    servers: Vec<Server>,
    regions: Regions,
}

impl Counts {
    fn of(control: &Control, table: &str) -> Result<Self> {
        Ok(Self { servers: control.servers(table)?, regions: control.regions(table)? })
    }

    /// Checks whether no region is moving, and whether both the regions and the servers have counted `writes` writes.
    fn agree_on(&self, writes: u64) -> bool {
        let Regions { regions, closed } = &self.regions;
        regions.iter().all(|region| region.server.is_some())
            && regions.len() as u64 == self.servers.iter().map(|server| server.regions).sum::<u64>()
            && regions.iter().chain(closed).map(|region| region.writes).sum::<u64>() == writes
            && self.servers.iter().map(|server| server.writes).sum::<u64>() == writes
    }

    /// Returns the writes between the counts `before` and these counts.
    fn since(&self, before: &Self) -> Window {
        let server_before = |address: &str| {
            before.servers.iter().find(|server| server.address == address).map_or(0, |server| server.writes)
        };
        let servers = self.servers.iter().map(|server| server.writes.saturating_sub(server_before(&server.address)));
        let earlier = totals(&before.regions);
        let regions = totals(&self.regions).into_iter().filter_map(|(name, (start, end, writes))| {
            let writes = writes.saturating_sub(earlier.get(name).map_or(0, |(_, _, writes)| *writes));
            (writes > 0).then(|| (start.to_vec(), end.to_vec(), writes))
        });
        Window { servers: servers.collect(), regions: regions.collect() }
    }
}

/// Maps the name of each region to its start, end and writes. Adds up the writes of a region that moved, because each
/// server lists it.
fn totals(regions: &Regions) -> BTreeMap<&str, (&[u8], &[u8], u64)> {
    let mut totals = BTreeMap::new();
    for region in regions.closed.iter().chain(&regions.regions) {
        let total = totals.entry(region.name.as_str()).or_insert((&*region.start, &*region.end, 0));
        total.2 += region.writes;
    }
    totals
}

impl Window {
    pub(super) fn busiest_server(&self) -> f64 {
        ratio(self.servers.iter().copied().max().unwrap_or(0), self.servers.iter().sum())
    }

    fn busiest_region(&self) -> f64 {
        let writes = || self.regions.iter().map(|(_, _, writes)| *writes);
        ratio(writes().max().unwrap_or(0), writes().sum())
    }
}

impl Outcome {
    fn average(&self, share: impl Fn(&Window) -> f64) -> f64 {
        let windows = u32::try_from(self.windows.len().max(1)).map_or(1.0, f64::from);
        self.windows.iter().map(share).sum::<f64>() / windows
    }

    /// Returns the average share of the busiest server of each window.
    pub(super) fn busiest_server(&self) -> f64 {
        self.average(Window::busiest_server)
    }

    /// Returns the average share of the busiest region of each window.
    pub(super) fn busiest_region(&self) -> f64 {
        self.average(Window::busiest_region)
    }

    /// Returns the share of the busiest server in all writes.
    pub(super) fn busiest_server_overall(&self) -> f64 {
        ratio(self.servers.iter().map(|server| server.writes).max().unwrap_or(0), self.counted())
    }

    pub(super) fn counted(&self) -> u64 {
        self.servers.iter().map(|server| server.writes).sum()
    }

    /// Returns the share of each server if all servers took the same.
    pub(super) fn even_share(&self) -> f64 {
        ratio(1, self.servers.len() as u64)
    }

    /// Returns the height of a key in the picture: the share of the sampled keys that are less than the key. The
    /// share is from 0 to 1.
    pub(super) fn place(&self, key: &[u8]) -> f64 {
        let before = self.sample.partition_point(|other| other.as_slice() < key);
        ratio(before as u64, self.sample.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::{Counts, Outcome, Window, ratio, sampled};
    use crate::control::{Region, Regions, Server};
    use crate::spread::designs::tests::recorded;
    use crate::spread::designs::{ALL, writes};

    fn server(address: &str, writes: u64) -> Server {
        Server { address: address.into(), alive: true, regions: 1, writes }
    }

    fn region(name: &str, writes: u64) -> Region {
        Region { name: name.into(), start: Vec::new(), end: Vec::new(), server: None, writes }
    }

    /// A region's height in the picture is its share of the sample, so regions with equally many keys need equally many
    /// sampled keys.
    #[test]
    fn the_sample_is_spread_over_the_regions_like_the_keys() {
        let flights = recorded();
        for design in ALL {
            let keys: Vec<_> =
                writes(&flights, 60_000).map(|write| (design.encode)(&write).expect("it has a key")).collect();
            let mut sample: Vec<_> = keys.chunks(3_000).flat_map(|part| sampled(part.to_vec())).collect();
            sample.sort();
            let splits = (design.splits)();
            let outcome = Outcome {
                design,
                windows: Vec::new(),
                regions_before: splits.len() + 1,
                servers: Vec::new(),
                regions: Regions { regions: Vec::new(), closed: Vec::new() },
                sample,
            };
            let places = splits.iter().map(|split| outcome.place(split)).chain([1.0]);
            let even = ratio(1, splits.len() as u64 + 1);
            let mut start = 0.0;
            for end in places {
                assert!((end - start - even).abs() < 0.2 * even, "{}: {start} to {end}", design.name);
                start = end;
            }
        }
    }

    /// While a region moves, its counts are missing either in the list of regions or in the list of servers.
    #[test]
    fn counts_are_valid_only_if_regions_and_servers_agree() {
        let open = |writes| Region { server: Some("a".into()), ..region("r", writes) };
        let counts = |server_writes, regions, closed| Counts {
            servers: vec![server("a", server_writes)],
            regions: Regions { regions, closed },
        };
        assert!(counts(100, vec![open(30)], vec![region("r", 70)]).agree_on(100));
        assert!(!counts(100, vec![open(30)], Vec::new()).agree_on(100));
        assert!(!counts(70, vec![open(100)], Vec::new()).agree_on(100));
        assert!(!counts(100, vec![region("r", 100)], Vec::new()).agree_on(100));
        assert!(!counts(100, vec![open(50), open(50)], Vec::new()).agree_on(100));
    }

    #[test]
    fn a_region_that_moves_keeps_its_counts() {
        let before = Counts {
            servers: vec![server("a", 100)],
            regions: Regions { regions: vec![region("r", 100)], closed: Vec::new() },
        };
        let after = Counts {
            servers: vec![server("a", 120), server("b", 30)],
            regions: Regions { regions: vec![region("r", 30)], closed: vec![region("r", 120)] },
        };
        let Window { servers, regions } = after.since(&before);
        assert_eq!(servers, [20, 30]);
        assert_eq!(regions, [(Vec::new(), Vec::new(), 50)]);
    }
}
