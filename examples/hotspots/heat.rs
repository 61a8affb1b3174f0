//! Counts the writes for the heat map of a design: the writes to each cell in each time window. A cell is a range of
//! keys, about a sixtieth of the key space.

use std::ops::Range;

use rowkey::KeyRange;

/// The approximate number of cells that the key space is divided into.
const CELLS: usize = 60;

/// The key space of a table, divided into cells. Every initial region has the same number of cells, even if it is never
/// written to. Within an initial region, all cells have about the same number of sampled rows.
#[derive(Debug)]
pub(crate) struct KeySpace {
    /// The first key of each cell, in order. If a region has fewer rows than cells, several cells start at the same key.
    starts: Vec<Vec<u8>>,
    cells_per_region: usize,
}

impl KeySpace {
    /// Divides the key space of a table. `splits` are the initial split points, `sample` is a sorted sample of the keys.
    pub(crate) fn new<'k>(splits: &[Vec<u8>], sample: impl Iterator<Item = &'k [u8]>) -> Self {
        let regions = splits.len() + 1;
        let cells_per_region = (CELLS / regions).max(1);
        let sample: Vec<_> = sample.collect();
        let mut starts = Vec::with_capacity(regions * cells_per_region);
        for region in 0..regions {
            let start = region.checked_sub(1).and_then(|previous| splits.get(previous)).map_or(&[][..], Vec::as_slice);
            let rows_before = |split: &[u8]| sample.partition_point(|key| *key < split);
            let rows = rows_before(start)..splits.get(region).map_or(sample.len(), |end| rows_before(end));
            starts.push(start.to_vec());
            starts.extend((1..cells_per_region).map(|cell| {
                let row = rows.start + rows.len() * cell / cells_per_region;
                sample.get(row).filter(|_| rows.contains(&row)).map_or(start, |key| *key).to_vec()
            }));
        }
        Self { starts, cells_per_region }
    }

    pub(crate) fn cells(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn cells_per_region(&self) -> usize {
        self.cells_per_region
    }

    pub(crate) fn start(&self, cell: usize) -> &[u8] {
        self.starts.get(cell).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn cell(&self, key: &[u8]) -> usize {
        self.starts.partition_point(|start| start.as_slice() <= key).saturating_sub(1)
    }

    /// Returns the cells that a range overlaps.
    pub(crate) fn cells_of(&self, range: &KeyRange) -> Range<usize> {
        let before = |key: &[u8]| self.starts.partition_point(|start| start.as_slice() < key);
        let end = range.end().map_or(self.cells(), before);
        let next = before(range.start());
        // If no cell begins at the start of the range, the range starts inside the cell before `next`.
        let begins_at_start = self.starts.get(next).is_some_and(|start| start == range.start());
        let start = if begins_at_start { next } else { next.saturating_sub(1) };
        start..end.max(start + 1)
    }
}

/// The number of writes in each window to each cell.
#[derive(Debug)]
pub(crate) struct Heat {
    writes: Vec<u32>,
    cells: usize,
}

impl Heat {
    pub(crate) fn new(windows: usize, cells: usize) -> Self {
        Self { writes: vec![0; windows * cells], cells }
    }

    pub(crate) fn add(&mut self, window: usize, cell: usize) {
        if let Some(writes) = self.writes.get_mut(window * self.cells + cell) {
            *writes += 1;
        }
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the counts of each window: one number for each cell.
    pub(crate) fn windows(&self) -> impl Iterator<Item = &[u32]> {
        self.writes.chunks(self.cells)
    }
}
