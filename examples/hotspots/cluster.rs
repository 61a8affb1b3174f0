//! A simulated cluster that stores one table in regions, as `HBase` does.

mod sample;

use std::borrow::Borrow;

use fastrand::Rng;

use self::sample::Sample;

/// A table that is divided into regions. Each region is on one server.
///
/// A region with more rows than its capacity is split at its median key. The upper half moves to the server with the
/// fewest regions, as HBase's balancer would move it. Regions are never merged.
#[derive(Debug)]
pub(crate) struct Cluster<B> {
    /// In key order. The first region starts at the empty key.
    regions: Vec<Region<B>>,
    capacity: u64,
    /// The writes to each server in the current window.
    writes_by_server: Vec<u64>,
    random: Rng,
}

#[derive(Debug)]
struct Region<B> {
    start: Vec<u8>,
    server: usize,
    /// The number of rows in the region. The simulation counts each write as a new row.
    rows: u64,
    /// The region is split when `rows` exceeds this number. If an earlier split failed, this number is greater than the
    /// capacity.
    max_rows: u64,
    /// The number of writes to the region in the current window.
    writes: u64,
    sample: Sample<B>,
}

/// The load of the cluster in one time window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) writes: u64,
    /// The writes to the busiest region.
    pub(crate) busiest_region: u64,
    /// The writes to the busiest server.
    pub(crate) busiest_server: u64,
    /// The number of regions at the end of the window.
    pub(crate) regions: usize,
}

impl<B: Ord + Clone + Borrow<[u8]>> Cluster<B> {
    pub(crate) fn new(splits: &[Vec<u8>], capacity: u64, servers: usize) -> Self {
        let starts = [Vec::new()].into_iter().chain(splits.iter().cloned());
        let regions = starts.zip((0..servers).cycle()).map(|(start, server)| Region {
            start,
            server,
            rows: 0,
            max_rows: capacity,
            writes: 0,
            sample: Sample::default(),
        });
        Self { regions: regions.collect(), capacity, writes_by_server: vec![0; servers], random: Rng::with_seed(7) }
    }

    /// Writes a row with this key. If the region of the key then has too many rows, splits the region and returns the
    /// split key.
    pub(crate) fn write(&mut self, key: B) -> Option<B> {
        let bytes: &[u8] = key.borrow();
        let index = self.regions.partition_point(|region| region.start.as_slice() <= bytes).saturating_sub(1);
        let region = self.regions.get_mut(index)?;
        region.rows += 1;
        region.writes += 1;
        region.sample.offer(key, &mut self.random);
        if let Some(writes) = self.writes_by_server.get_mut(region.server) {
            *writes += 1;
        }
        if region.rows > region.max_rows { self.split(index) } else { None }
    }

    fn split(&mut self, index: usize) -> Option<B> {
        let server = self.server_with_fewest_regions();
        let region = self.regions.get_mut(index)?;
        let Some((median, upper)) = region.sample.split() else {
            // All writes went to the same row, so there is no key to split at. Tries again when the region has twice as
            // many rows.
            region.max_rows = region.rows * 2;
            return None;
        };
        let rows = upper.share_of(region.rows, &region.sample);
        region.rows -= rows;
        region.max_rows = self.capacity;
        let start = median.borrow().to_vec();
        let region = Region { start, server, rows, max_rows: self.capacity, writes: 0, sample: upper };
        self.regions.insert(index + 1, region);
        Some(median)
    }

    fn server_with_fewest_regions(&self) -> usize {
        let regions_of = |server: &usize| self.regions.iter().filter(|region| region.server == *server).count();
        (0..self.writes_by_server.len()).min_by_key(regions_of).unwrap_or(0)
    }

    /// Ends a time window, returns its load and begins the next window.
    pub(crate) fn end_window(&mut self) -> Load {
        let load = Load {
            writes: self.writes_by_server.iter().sum(),
            busiest_region: self.regions.iter().map(|region| region.writes).max().unwrap_or(0),
            busiest_server: self.writes_by_server.iter().copied().max().unwrap_or(0),
            regions: self.regions.len(),
        };
        self.writes_by_server.fill(0);
        for region in &mut self.regions {
            region.writes = 0;
        }
        load
    }

    pub(crate) fn regions(&self) -> usize {
        self.regions.len()
    }

    pub(crate) fn empty_regions(&self) -> usize {
        self.regions.iter().filter(|region| region.rows == 0).count()
    }

    #[cfg(test)]
    pub(crate) fn rows_by_region(&self) -> Vec<u64> {
        self.regions.iter().map(|region| region.rows).collect()
    }

    #[cfg(test)]
    pub(crate) fn regions_by_server(&self) -> Vec<usize> {
        let regions_of = |server| self.regions.iter().filter(|region| region.server == server).count();
        (0..self.writes_by_server.len()).map(regions_of).collect()
    }
}
