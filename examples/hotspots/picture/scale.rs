//! The colour scale that all heat maps share.

use crate::cluster::Load;
use crate::simulate::real;
use crate::windows::Windows;

/// Colours from the coolest to the hottest; the style names them `l1` to `l9`.
pub(super) const COLOURS: usize = 9;

/// Writes per hour in one cell of the key space, in steps of about two: 1, 2, 5, 10, 20, ..
#[derive(Debug)]
pub(super) struct Scale {
    /// From which value on each colour but the coolest holds.
    edges: Vec<f64>,
    hours: f64,
}

impl Scale {
    /// The hottest is where all writes of the busiest window fall into one cell. So the scale follows from the replay, not
    /// from the designs, and pictures of different designs can be compared.
    pub(super) fn of(loads: &[Load], windows: &Windows) -> Self {
        let hours = windows.hours();
        let most = loads.iter().map(|load| load.writes).max().unwrap_or(0);
        Self { edges: round_edges(real(most.max(1)) / hours), hours }
    }

    pub(super) fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// The colour for the writes of a window in a cell; 0 is no writes, and no colour.
    pub(super) fn colour(&self, writes: u32) -> usize {
        let rate = real(writes.into()) / self.hours;
        if writes == 0 { 0 } else { 1 + self.edges.partition_point(|edge| *edge <= rate) }
    }
}

/// Round numbers below `most`, rising; the last is the largest that is not above it.
fn round_edges(most: f64) -> Vec<f64> {
    let mut decade = 10_f64.powf(most.log10().floor());
    let mut edges = Vec::new();
    while edges.len() < COLOURS - 1 {
        let round = [5.0, 2.0, 1.0].map(|digit| digit * decade);
        edges.extend(round.into_iter().filter(|edge| *edge <= most));
        decade /= 10.0;
    }
    edges.truncate(COLOURS - 1);
    edges.reverse();
    edges
}

/// A number of writes as people write it: `0.05`, `20`, `5k`.
pub(super) fn short(number: f64) -> String {
    if number >= 1e6 {
        format!("{:.0}M", number / 1e6)
    } else if number >= 1e3 {
        format!("{:.0}k", number / 1e3)
    } else {
        format!("{}", (number * 1e6).round() / 1e6)
    }
}
