//! A cluster that keeps one table in regions, as `HBase` does.

mod sample;

use std::borrow::Borrow;

use fastrand::Rng;

use self::sample::Sample;

/// A table cut into regions, each of which lies on one server.
///
/// A region that has more rows than its capacity is cut in two at its median key. The rows behind the cut go to the
/// server that has the fewest regions, which stands for the balancer. A region is never merged with another.
#[derive(Debug)]
pub(crate) struct Cluster<B> {
    /// In the order of their keys; the first begins with the empty key.
    regions: Vec<Region<B>>,
    capacity: u64,
    /// How many writes of the current window each server took.
    servers: Vec<u64>,
    chance: Rng,
}

#[derive(Debug)]
struct Region<B> {
    start: Vec<u8>,
    server: usize,
    rows: u64,
    /// With more rows than this it is cut.
    most: u64,
    /// Writes of the current window.
    written: u64,
    sample: Sample<B>,
}

/// What a time window's writes meant to the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) writes: u64,
    /// Writes of the region that took the most.
    pub(crate) busiest_region: u64,
    /// Writes of the server that took the most.
    pub(crate) busiest_server: u64,
    /// Regions at the end of the window.
    pub(crate) regions: usize,
}

impl<B: Ord + Clone + Borrow<[u8]>> Cluster<B> {
    /// A table without rows, cut at `cuts` already.
    pub(crate) fn new(cuts: &[Vec<u8>], capacity: u64, servers: usize) -> Self {
        let starts = [Vec::new()].into_iter().chain(cuts.iter().cloned());
        let regions = starts.zip((0..servers).cycle()).map(|(start, server)| Region {
            start,
            server,
            rows: 0,
            most: capacity,
            written: 0,
            sample: Sample::default(),
        });
        Self { regions: regions.collect(), capacity, servers: vec![0; servers], chance: Rng::with_seed(7) }
    }

    /// Writes a row. If that makes its region too large, gives the key at which the region was cut.
    pub(crate) fn write(&mut self, key: B) -> Option<B> {
        let bytes: &[u8] = key.borrow();
        let index = self.regions.partition_point(|region| region.start.as_slice() <= bytes).saturating_sub(1);
        let region = self.regions.get_mut(index)?;
        region.rows += 1;
        region.written += 1;
        region.sample.offer(key, &mut self.chance);
        if let Some(writes) = self.servers.get_mut(region.server) {
            *writes += 1;
        }
        if region.rows > region.most { self.split(index) } else { None }
    }

    fn split(&mut self, index: usize) -> Option<B> {
        let server = self.emptiest_server();
        let region = self.regions.get_mut(index)?;
        let Some((median, behind)) = region.sample.split() else {
            // The same row over and over; `HBase` does not cut within a row either.
            region.most = region.rows * 2;
            return None;
        };
        let rows = behind.of(region.rows, &region.sample);
        region.rows -= rows;
        region.most = self.capacity;
        let start = median.borrow().to_vec();
        let region = Region { start, server, rows, most: self.capacity, written: 0, sample: behind };
        self.regions.insert(index + 1, region);
        Some(median)
    }

    fn emptiest_server(&self) -> usize {
        let regions_of = |server: &usize| self.regions.iter().filter(|region| region.server == *server).count();
        (0..self.servers.len()).min_by_key(regions_of).unwrap_or(0)
    }

    /// Ends a time window and begins the next.
    pub(crate) fn end_window(&mut self) -> Load {
        let load = Load {
            writes: self.servers.iter().sum(),
            busiest_region: self.regions.iter().map(|region| region.written).max().unwrap_or(0),
            busiest_server: self.servers.iter().copied().max().unwrap_or(0),
            regions: self.regions.len(),
        };
        self.servers.fill(0);
        for region in &mut self.regions {
            region.written = 0;
        }
        load
    }

    pub(crate) fn regions(&self) -> usize {
        self.regions.len()
    }

    /// Regions that hold no row at all.
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
        (0..self.servers.len()).map(regions_of).collect()
    }
}
