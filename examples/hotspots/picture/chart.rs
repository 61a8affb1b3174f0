//! Draws the heat map of one design: time from left to right, the key space from top to bottom. On the right are the
//! ranges that a scan of one hour opens. Below, bars show the busiest region's share of the writes in each time window.
//! A dashed line shows the share of each region if all regions took the same number of writes.

use std::fmt::Write;

use rowkey_examples::picture::svg::{Length, Markup, Strokes};

use super::scale::{COLORS, Scale};
use super::{ranges, rows, shown_answer};
use crate::simulate::{Outcome, Setup, real};

const LABELS_WIDTH: f64 = 64.0;
const MAP_WIDTH: f64 = 290.0;
const MAP_HEIGHT: f64 = 180.0;
const GAP: f64 = 6.0;
const RANGES_WIDTH: f64 = 12.0;
const MAP_TOP: f64 = 14.0;
const BARS_HEIGHT: f64 = 40.0;
const TICKS_HEIGHT: f64 = 16.0;

pub(super) const WIDTH: f64 = LABELS_WIDTH + MAP_WIDTH + GAP + RANGES_WIDTH;
pub(super) const HEIGHT: f64 = MAP_TOP + MAP_HEIGHT + GAP + BARS_HEIGHT + TICKS_HEIGHT;

/// Draws the chart with its upper left corner at the origin.
pub(super) fn draw(outcome: &Outcome, setup: &Setup<'_>, scale: &Scale, out: &mut Markup) {
    let chart = Chart { outcome, setup };
    chart.heat(scale, out);
    chart.borders(out);
    chart.labels(out);
    chart.read_ranges(out);
    chart.bars(out);
    chart.ticks(out);
}

struct Chart<'a> {
    outcome: &'a Outcome,
    setup: &'a Setup<'a>,
}

const BARS_TOP: f64 = MAP_TOP + MAP_HEIGHT + GAP;

impl Chart<'_> {
    fn x(&self, window: usize) -> f64 {
        LABELS_WIDTH + MAP_WIDTH * real(window as u64) / real(self.setup.windows.count() as u64)
    }

    fn y(&self, cell: usize) -> f64 {
        MAP_TOP + MAP_HEIGHT * real(cell as u64) / real(self.outcome.heat.cells() as u64)
    }

    /// Draws one path per color. A stroke covers neighboring cells of one window that have the same color. A window
    /// is one unit wide and a cell one unit high, and `matrix` scales them.
    fn heat(&self, scale: &Scale, out: &mut Markup) {
        let mut paths = vec![Strokes::default(); COLORS + 1];
        for (window, cells) in (0..).zip(self.outcome.heat.windows()) {
            let mut cell = 0;
            for run in cells.chunk_by(|a, b| scale.color(*a) == scale.color(*b)) {
                let color = run.first().map_or(0, |writes| scale.color(*writes));
                let length = i64::try_from(run.len()).unwrap_or(0);
                if let Some(path) = paths.get_mut(color) {
                    path.add(window, cell, length);
                }
                cell += length;
            }
        }
        let [width, height] = [Length(MAP_WIDTH), Length(MAP_HEIGHT)];
        out.empty(
            "rect",
            format_args!(r#"class="cold" x="{LABELS_WIDTH}" y="{MAP_TOP}" width="{width}" height="{height}""#),
        );
        let window = MAP_WIDTH / real(self.setup.windows.count() as u64);
        let cell = MAP_HEIGHT / real(self.outcome.heat.cells() as u64);
        let x = LABELS_WIDTH + window / 2.0;
        let matrix = format_args!("matrix({window:.4} 0 0 {cell:.4} {x:.4} {MAP_TOP})").to_string();
        out.open("g", format_args!(r#"class="heat" shape-rendering="crispEdges" transform="{matrix}""#));
        let paths = paths.iter().map(Strokes::data).enumerate().skip(1);
        for (color, path) in paths.filter(|(_, path)| !path.is_empty()) {
            out.empty("path", format_args!(r#"class="l{color}" d="{path}""#));
        }
        out.close("g");
        out.empty(
            "rect",
            format_args!(r#"class="frame" x="{LABELS_WIDTH}" y="{MAP_TOP}" width="{width}" height="{height}""#),
        );
    }

    /// Draws a line between two regions. The line begins at the time when a split separated them.
    fn borders(&self, out: &mut Markup) {
        let step = self.outcome.heat.cells() / self.outcome.regions_before;
        let before = (1..self.outcome.regions_before).map(|region| (0, region * step));
        let mut path = String::new();
        for (window, cell) in before.chain(self.outcome.splits.iter().copied()) {
            let _ = write!(
                path,
                "M{} {}H{}",
                Length(self.x(window)),
                Length(self.y(cell)),
                Length(LABELS_WIDTH + MAP_WIDTH)
            );
        }
        if !path.is_empty() {
            out.empty("path", format_args!(r#"class="border" d="{path}""#));
        }
    }

    fn labels(&self, out: &mut Markup) {
        let x = LABELS_WIDTH - 5.0;
        for (cell, name) in &self.outcome.labels {
            let y = Length(self.y(*cell) + 8.0);
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="end" font-size="9.5""#), name);
        }
        let turned = format_args!("translate(9 {}) rotate(-90)", Length(MAP_TOP + MAP_HEIGHT / 2.0)).to_string();
        let attributes = format!(r#"class="dim" transform="{turned}" text-anchor="middle" font-size="10""#);
        out.text("text", attributes, "key space");
    }

    fn read_ranges(&self, out: &mut Markup) {
        let x = LABELS_WIDTH + MAP_WIDTH + GAP;
        let [width, height] = [Length(RANGES_WIDTH), Length(MAP_HEIGHT)];
        out.empty("rect", format_args!(r#"class="cold" x="{x}" y="{MAP_TOP}" width="{width}" height="{height}""#));
        for cells in shown_answer(self.outcome).into_iter().flat_map(|answer| &answer.cells) {
            let [from, to] = [cells.start, cells.end].map(|cell| self.y(cell));
            let [y, height] = [Length(from), Length(to - from)];
            out.empty("rect", format_args!(r#"class="asked" x="{x}" y="{y}" width="{width}" height="{height}""#));
        }
        let right = Length(x + RANGES_WIDTH);
        let label = shown_answer(self.outcome)
            .map(|answer| format!("read for one hour: {} in {}", rows(answer), ranges(answer)));
        let attributes = format!(r#"class="dim" x="{right}" y="10" text-anchor="end" font-size="9.5""#);
        out.text("text", attributes, &label.unwrap_or_default());
    }

    fn bars(&self, out: &mut Markup) {
        let count = self.outcome.loads.len();
        let width = MAP_WIDTH / real(count as u64);
        let bottom = BARS_TOP + BARS_HEIGHT;
        // Windows with few writes have no bar, because the share of the busiest region would be a matter of chance.
        let most_writes = self.outcome.loads.iter().map(|load| load.writes).max().unwrap_or(0);
        let mut bars = Strokes::default();
        let mut even = String::new();
        let mut regions = 0;
        for (window, load) in self.outcome.loads.iter().enumerate() {
            if load.writes > 0 && load.writes >= most_writes / 50 {
                let hundredths = load.busiest_region * 100 / load.writes;
                bars.add(i64::try_from(window).unwrap_or(0), 0, -i64::try_from(hundredths).unwrap_or(100));
            }
            if regions != load.regions {
                let [x, y] = [self.x(window), bottom - BARS_HEIGHT * load.even_share()].map(Length);
                let _ = if regions == 0 { write!(even, "M{x} {y}") } else { write!(even, "H{x}V{y}") };
                regions = load.regions;
            }
        }
        let _ = write!(even, "H{}", Length(LABELS_WIDTH + MAP_WIDTH));
        let [map, height] = [Length(MAP_WIDTH), Length(BARS_HEIGHT)];
        out.empty(
            "rect",
            format_args!(r#"class="cold" x="{LABELS_WIDTH}" y="{BARS_TOP}" width="{map}" height="{height}""#),
        );
        let scale = BARS_HEIGHT / 100.0;
        let x = LABELS_WIDTH + width / 2.0;
        let matrix = format!("matrix({width:.4} 0 0 {scale:.4} {x:.4} {bottom})");
        out.empty(
            "path",
            format_args!(r#"class="bars" shape-rendering="crispEdges" transform="{matrix}" d="{}""#, bars.data()),
        );
        out.empty("path", format_args!(r#"class="even" d="{even}""#));
        out.empty(
            "rect",
            format_args!(r#"class="frame" x="{LABELS_WIDTH}" y="{BARS_TOP}" width="{map}" height="{height}""#),
        );
        let x = LABELS_WIDTH - 5.0;
        for (y, label) in [(BARS_TOP + 8.0, "100 %"), (bottom, "0")] {
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="end" font-size="9.5""#), label);
        }
    }

    fn ticks(&self, out: &mut Markup) {
        let bottom = BARS_TOP + BARS_HEIGHT;
        for (place, name) in self.setup.windows.ticks(6) {
            let x = Length(LABELS_WIDTH + MAP_WIDTH * place);
            out.empty("path", format_args!(r#"class="frame" d="M{x} {bottom}v4""#));
            let y = bottom + TICKS_HEIGHT - 2.0;
            out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" font-size="9.5""#), &name);
        }
    }
}
