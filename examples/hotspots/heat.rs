//! How often each stretch of the key space was written to in each time window.

use std::ops::Range;

use rowkey::KeyRange;

/// The key space is shown in about so many cells.
const CELLS: usize = 60;

/// The key space of a table in cells from its first key to its last.
///
/// Each region that the table began with has the same number of cells, whether it is written to or not, and within the
/// region each cell has the same number of rows in the end.
#[derive(Debug)]
pub(crate) struct KeySpace {
    /// Where each cell begins, in order. Where a region has fewer rows than cells, some begin at the same key.
    starts: Vec<Vec<u8>>,
    /// Cells in each region that the table began with.
    cells_each: usize,
}

impl KeySpace {
    /// Of a table that was cut at `cuts` before its first row, from a sample of its keys in order.
    pub(crate) fn new<'k>(cuts: &[Vec<u8>], sample: impl Iterator<Item = &'k [u8]>) -> Self {
        let regions = cuts.len() + 1;
        let cells_each = (CELLS / regions).max(1);
        let sample: Vec<_> = sample.collect();
        let mut starts = Vec::with_capacity(regions * cells_each);
        for region in 0..regions {
            let start = region.checked_sub(1).and_then(|before| cuts.get(before)).map_or(&[][..], Vec::as_slice);
            let place = |cut: &[u8]| sample.partition_point(|key| *key < cut);
            let rows = place(start)..cuts.get(region).map_or(sample.len(), |end| place(end));
            starts.push(start.to_vec());
            starts.extend((1..cells_each).map(|cell| {
                let row = rows.start + rows.len() * cell / cells_each;
                sample.get(row).filter(|_| rows.contains(&row)).map_or(start, |key| *key).to_vec()
            }));
        }
        Self { starts, cells_each }
    }

    pub(crate) fn cells(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn cells_each(&self) -> usize {
        self.cells_each
    }

    pub(crate) fn start(&self, cell: usize) -> &[u8] {
        self.starts.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The cell in which a key lies.
    pub(crate) fn cell(&self, key: &[u8]) -> usize {
        self.starts.partition_point(|start| start.as_slice() <= key).saturating_sub(1)
    }

    /// The cells in which the keys of a range lie.
    pub(crate) fn cells_of(&self, range: &KeyRange) -> Range<usize> {
        let before = |key: &[u8]| self.starts.partition_point(|start| start.as_slice() < key);
        let end = range.end().map_or(self.cells(), before);
        let at = before(range.start());
        let start =
            if self.starts.get(at).is_some_and(|start| start == range.start()) { at } else { at.saturating_sub(1) };
        start..end.max(start + 1)
    }
}

/// Writes by window and cell.
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

    /// The cells of each window, first to last.
    pub(crate) fn windows(&self) -> impl Iterator<Item = &[u32]> {
        self.writes.chunks(self.cells)
    }
}
