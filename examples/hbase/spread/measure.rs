//! One load, and `HBase`'s counts during it.

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

/// What became of a design.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) design: Design,
    pub(super) windows: Vec<Window>,
    pub(super) regions_before: usize,
    /// In the end, by address.
    pub(super) servers: Vec<Server>,
    /// In the end; those that are closed too.
    pub(super) regions: Regions,
    /// Some of the keys, in order: the scale of the key space.
    pub(super) sample: Vec<Vec<u8>>,
}

/// A part of the load.
#[derive(Debug)]
pub(super) struct Window {
    /// Writes that each server has counted in it.
    pub(super) servers: Vec<u64>,
    /// The same for regions, with where each begins and ends; also for those that were closed in it.
    pub(super) regions: Vec<(Vec<u8>, Vec<u8>, u64)>,
}

/// Every so many keys one is sampled.
const SAMPLED: usize = 20;

pub(super) fn measure(cluster: &Cluster, design: Design, flights: &[Flight], options: &Spread) -> Result<Outcome> {
    let control = cluster.control("count writes")?;
    let table = format!("rowkey_spread_{}", design.name.replace('-', "_"));
    let splits = (design.splits)();
    control.drop_table(&table)?;
    control.create(&table, &splits, Some(SIZES))?;

    let mut client = cluster.gateway.connect()?;
    let bar = progress_bar(options.writes.into())?;
    let mut rows = writes(flights, options.writes);
    let in_window = usize::try_from(options.writes.div_ceil(options.windows.into()))?;
    let mut sample = Vec::new();
    let mut windows = Vec::new();
    let mut before = Counts::of(control, &table)?;
    loop {
        let rows: Vec<Row> = rows
            .by_ref()
            .take(in_window)
            .map(|write| Ok(((design.encode)(&write)?, postcard::to_allocvec(write.flight)?)))
            .collect::<Result<_>>()?;
        if rows.is_empty() {
            break;
        }
        put(&mut client, &table, &rows, &bar)?;
        sample.extend(rows.into_iter().step_by(SAMPLED).map(|(key, _)| key));
        let after = Counts::of(control, &table)?;
        windows.push(after.since(&before));
        before = after;
    }
    bar.finish_and_clear();
    settle(control, &table, options.writes.into())?;
    sample.sort();
    let outcome = Outcome {
        design,
        windows,
        regions_before: splits.len() + 1,
        servers: control.servers(&table)?,
        regions: control.regions(&table)?,
        sample,
    };
    control.drop_table(&table)?;
    Ok(outcome)
}

/// While a region moves nobody has its counts: waits, but not for ever, until all are there.
fn settle(control: &Control, table: &str, writes: u64) -> Result<()> {
    const LONGEST: Duration = Duration::from_secs(10);
    let began = Instant::now();
    while began.elapsed() < LONGEST {
        let moving = control.regions(table)?.regions.iter().any(|region| region.server.is_none());
        let counted: u64 = control.servers(table)?.iter().map(|server| server.writes).sum();
        if counted >= writes && !moving {
            break;
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// What has been counted since the table was made.
struct Counts {
    servers: Vec<Server>,
    regions: Regions,
}

impl Counts {
    fn of(control: &Control, table: &str) -> Result<Self> {
        Ok(Self { servers: control.servers(table)?, regions: control.regions(table)? })
    }

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

/// Start, end and writes of each region by name. A region that has moved is there once for each server that it was on.
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
    /// The average over the windows.
    fn average(&self, share: impl Fn(&Window) -> f64) -> f64 {
        let windows = u32::try_from(self.windows.len().max(1)).map_or(1.0, f64::from);
        self.windows.iter().map(share).sum::<f64>() / windows
    }

    /// The share of a window's writes that its busiest server took.
    pub(super) fn busiest_server(&self) -> f64 {
        self.average(Window::busiest_server)
    }

    /// The share of a window's writes that its busiest region took.
    pub(super) fn busiest_region(&self) -> f64 {
        self.average(Window::busiest_region)
    }

    /// The share of all writes that the server took that took the most.
    pub(super) fn busiest_server_overall(&self) -> f64 {
        ratio(self.servers.iter().map(|server| server.writes).max().unwrap_or(0), self.counted())
    }

    /// Writes that `HBase` has counted.
    pub(super) fn counted(&self) -> u64 {
        self.servers.iter().map(|server| server.writes).sum()
    }

    /// What the share of each server would be if all took the same.
    pub(super) fn even_share(&self) -> f64 {
        ratio(1, self.servers.len() as u64)
    }

    /// Where a key stands in the table, from 0 to 1.
    pub(super) fn place(&self, key: &[u8]) -> f64 {
        let before = self.sample.partition_point(|other| other.as_slice() < key);
        ratio(before as u64, self.sample.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Window};
    use crate::control::{Region, Regions, Server};

    fn server(address: &str, writes: u64) -> Server {
        Server { address: address.into(), alive: true, regions: 1, writes }
    }

    fn region(name: &str, writes: u64) -> Region {
        Region { name: name.into(), start: Vec::new(), end: Vec::new(), server: None, writes }
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
