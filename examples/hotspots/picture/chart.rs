//! The heat map of one design: time across, the key space down. Beside it, what a scan of one hour opens; below, the
//! busiest region's share of each time window.

use std::fmt::Write;

use super::scale::{COLOURS, Scale};

use super::svg::{Length, Markup};
use super::{ranges, rows, shown_answer};
use crate::simulate::{Outcome, Setup, ratio, real};

const LABELS: f64 = 64.0;
const MAP: f64 = 290.0;
const MAP_HEIGHT: f64 = 180.0;
const GAP: f64 = 6.0;
const ASKED: f64 = 12.0;
const ABOVE: f64 = 14.0;
const BARS_HEIGHT: f64 = 40.0;
const TICKS: f64 = 16.0;

pub(super) const WIDTH: f64 = LABELS + MAP + GAP + ASKED;
pub(super) const HEIGHT: f64 = ABOVE + MAP_HEIGHT + GAP + BARS_HEIGHT + TICKS;

/// Draws it with its upper left corner at the origin.
pub(super) fn draw(outcome: &Outcome, setup: &Setup<'_>, scale: &Scale, out: &mut Markup) {
    let chart = Chart { outcome, setup };
    chart.heat(scale, out);
    chart.borders(out);
    chart.places(out);
    chart.asked(out);
    chart.bars(out);
    chart.ticks(out);
}

struct Chart<'a> {
    outcome: &'a Outcome,
    setup: &'a Setup<'a>,
}

const BARS_TOP: f64 = ABOVE + MAP_HEIGHT + GAP;

impl Chart<'_> {
    fn x(&self, window: usize) -> f64 {
        LABELS + MAP * real(window as u64) / real(self.setup.windows.count() as u64)
    }

    fn y(&self, cell: usize) -> f64 {
        ABOVE + MAP_HEIGHT * real(cell as u64) / real(self.outcome.heat.cells() as u64)
    }

    /// One path a colour. Its lines run down a window as far as the colour holds, in units of windows and cells.
    fn heat(&self, scale: &Scale, out: &mut Markup) {
        let mut paths = vec![String::new(); COLOURS + 1];
        for (window, cells) in self.outcome.heat.windows().enumerate() {
            let mut cell = 0;
            for run in cells.chunk_by(|a, b| scale.colour(*a) == scale.colour(*b)) {
                let colour = run.first().map_or(0, |writes| scale.colour(*writes));
                if let Some(path) = paths.get_mut(colour) {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{window} {cell}v{}", run.len());
                }
                cell += run.len();
            }
        }
        let [width, height] = [Length(MAP), Length(MAP_HEIGHT)];
        out.empty("rect", format_args!(r#"class="cold" x="{LABELS}" y="{ABOVE}" width="{width}" height="{height}""#));
        let window = MAP / real(self.setup.windows.count() as u64);
        let cell = MAP_HEIGHT / real(self.outcome.heat.cells() as u64);
        let x = LABELS + window / 2.0;
        let matrix = format_args!("matrix({window:.4} 0 0 {cell:.4} {x:.4} {ABOVE})").to_string();
        out.open("g", format_args!(r#"class="heat" shape-rendering="crispEdges" transform="{matrix}""#));
        for (colour, path) in paths.iter().enumerate().skip(1).filter(|(_, path)| !path.is_empty()) {
            out.empty("path", format_args!(r#"class="l{colour}" d="{path}""#));
        }
        out.close("g");
        out.empty("rect", format_args!(r#"class="frame" x="{LABELS}" y="{ABOVE}" width="{width}" height="{height}""#));
    }

    /// A line between two regions from the time at which they were one no more.
    fn borders(&self, out: &mut Markup) {
        let step = self.outcome.heat.cells() / self.outcome.regions_before;
        let before = (1..self.outcome.regions_before).map(|region| (0, region * step));
        let mut path = String::new();
        for (window, cell) in before.chain(self.outcome.cuts.iter().copied()) {
            let _ = write!(path, "M{} {}H{}", Length(self.x(window)), Length(self.y(cell)), Length(LABELS + MAP));
        }
        if !path.is_empty() {
            out.empty("path", format_args!(r#"class="border" d="{path}""#));
        }
    }

    fn places(&self, out: &mut Markup) {
        let x = LABELS - 5.0;
        for (cell, name) in &self.outcome.places {
            let y = Length(self.y(*cell) + 8.0);
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="end" font-size="9.5""#), name);
        }
        let turned = format_args!("translate(9 {}) rotate(-90)", Length(ABOVE + MAP_HEIGHT / 2.0)).to_string();
        let attributes = format!(r#"class="dim" transform="{turned}" text-anchor="middle" font-size="10""#);
        out.text("text", attributes, "key space");
    }

    fn asked(&self, out: &mut Markup) {
        let x = LABELS + MAP + GAP;
        let [width, height] = [Length(ASKED), Length(MAP_HEIGHT)];
        out.empty("rect", format_args!(r#"class="cold" x="{x}" y="{ABOVE}" width="{width}" height="{height}""#));
        for cells in shown_answer(self.outcome).into_iter().flat_map(|answer| &answer.cells) {
            let [from, to] = [cells.start, cells.end].map(|cell| self.y(cell));
            let [y, height] = [Length(from), Length(to - from)];
            out.empty("rect", format_args!(r#"class="asked" x="{x}" y="{y}" width="{width}" height="{height}""#));
        }
        let right = Length(x + ASKED);
        let label = shown_answer(self.outcome)
            .map(|answer| format!("read for one hour: {} in {}", rows(answer), ranges(answer)));
        let attributes = format!(r#"class="dim" x="{right}" y="10" text-anchor="end" font-size="9.5""#);
        out.text("text", attributes, &label.unwrap_or_default());
    }

    fn bars(&self, out: &mut Markup) {
        let count = self.outcome.loads.len();
        let width = MAP / real(count as u64);
        let bottom = BARS_TOP + BARS_HEIGHT;
        // Of a handful of writes the busiest region says nothing.
        let most = self.outcome.loads.iter().map(|load| load.writes).max().unwrap_or(0);
        let mut bars = String::new();
        let mut even = String::new();
        for (window, load) in self.outcome.loads.iter().enumerate() {
            let share = ratio(load.busiest_region, load.writes);
            if load.writes > 0 && load.writes >= most / 50 {
                let _ = write!(bars, "M{window} 0v{:.0}", -100.0 * share);
            }
            let y = Length(bottom - BARS_HEIGHT * load.even_share());
            let start = if window == 0 { format!("M{LABELS} {y}") } else { format!("V{y}") };
            let _ = write!(even, "{start}H{}", Length(self.x(window + 1)));
        }
        let [map, height] = [Length(MAP), Length(BARS_HEIGHT)];
        out.empty("rect", format_args!(r#"class="cold" x="{LABELS}" y="{BARS_TOP}" width="{map}" height="{height}""#));
        let scale = BARS_HEIGHT / 100.0;
        let x = LABELS + width / 2.0;
        let matrix = format!("matrix({width:.4} 0 0 {scale:.4} {x:.4} {bottom})");
        out.empty("path", format_args!(r#"class="bars" shape-rendering="crispEdges" transform="{matrix}" d="{bars}""#));
        out.empty("path", format_args!(r#"class="even" d="{even}""#));
        out.empty("rect", format_args!(r#"class="frame" x="{LABELS}" y="{BARS_TOP}" width="{map}" height="{height}""#));
        let x = LABELS - 5.0;
        for (y, label) in [(BARS_TOP + 8.0, "100 %"), (bottom, "0")] {
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="end" font-size="9.5""#), label);
        }
    }

    fn ticks(&self, out: &mut Markup) {
        let bottom = BARS_TOP + BARS_HEIGHT;
        for (place, name) in self.setup.windows.ticks(6) {
            let x = Length(LABELS + MAP * place);
            out.empty("path", format_args!(r#"class="frame" d="M{x} {bottom}v4""#));
            let y = bottom + TICKS - 2.0;
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" font-size="9.5""#), &name);
        }
    }
}
