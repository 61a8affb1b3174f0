//! The color scale that all heat maps share.

use crate::cluster::Load;
use crate::simulate::real;
use crate::windows::Windows;

/// The number of colors, from the coolest to the hottest. Their CSS classes are `l1` to `l9`.
pub(super) const COLORS: usize = 9;

/// Maps the writes per hour in one cell to a color. The edges between colors are round numbers: 1, 2, 5, 10, 20, ..
#[derive(Debug)]
pub(super) struct Scale {
    /// The lower bound of each color except the coolest, in writes per hour.
    edges: Vec<f64>,
    hours_per_window: f64,
}

impl Scale {
    /// Computes the scale from the total writes of each window, which are the same under every design. A cell with all
    /// writes of the busiest window has the hottest color.
    pub(super) fn of(loads: &[Load], windows: &Windows) -> Self {
        let hours_per_window = windows.hours_per_window();
        let most_writes = loads.iter().map(|load| load.writes).max().unwrap_or(0);
        Self { edges: round_edges(real(most_writes.max(1)) / hours_per_window), hours_per_window }
    }

    pub(super) fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// Returns the color for the writes to a cell in a window, from 1 to [`COLORS`], or 0 for no writes.
    pub(super) fn color(&self, writes: u32) -> usize {
        let rate = real(writes.into()) / self.hours_per_window;
        if writes == 0 { 0 } else { 1 + self.edges.partition_point(|edge| *edge <= rate) }
    }
}

/// Returns `COLORS - 1` ascending round numbers, such as 1, 2, 5 and 10. The last one is at most `most`.
fn round_edges(most: f64) -> Vec<f64> {
    let mut decade = 10_f64.powf(most.log10().floor());
    let mut edges = Vec::new();
    while edges.len() < COLORS - 1 {
        let round = [5.0, 2.0, 1.0].map(|digit| digit * decade);
        edges.extend(round.into_iter().filter(|edge| *edge <= most));
        decade /= 10.0;
    }
    edges.truncate(COLORS - 1);
    edges.reverse();
    edges
}

/// Formats a number in short form: `0.05`, `20`, `5k`.
pub(super) fn short(number: f64) -> String {
    if number >= 1e6 {
        format!("{:.0}M", number / 1e6)
    } else if number >= 1e3 {
        format!("{:.0}k", number / 1e3)
    } else {
        format!("{}", (number * 1e6).round() / 1e6)
    }
}
