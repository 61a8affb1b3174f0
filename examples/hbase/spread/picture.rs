//! Draws how many writes each region and each server took, in the style of the example `hotspots`. The horizontal axis
//! shows the windows of the load. The vertical axis shows the key space, with the least key at the top.

use rowkey_examples::picture::STYLE;
use rowkey_examples::picture::svg::{Length, Markup, lines};
use rowkey_examples::terminal::percent;

use super::measure::{Outcome, Window};
use super::{SIZES, ratio, real};

const MARGIN: f64 = 24.0;
const GAP: f64 = 40.0;
const WIDTH: f64 = 370.0;
const LEFT: f64 = 48.0;
const MAP_WIDTH: f64 = WIDTH - LEFT;
const MAP_TOP: f64 = 44.0;
const MAP_HEIGHT: f64 = 180.0;
const BARS_TOP: f64 = MAP_TOP + MAP_HEIGHT + 6.0;
const BARS_HEIGHT: f64 = 40.0;
const CAPTION_TOP: f64 = BARS_TOP + BARS_HEIGHT + 20.0;
const LINE: f64 = 16.0;
const PANEL_HEIGHT: f64 = CAPTION_TOP + 4.0 * LINE;
const COLUMNS: usize = 3;
/// The number of characters of a caption that fit the width of a panel.
const CHARACTERS: usize = 60;

/// Each of the nine colors shows a range of shares: the writes to a region divided by all writes in the same window.
/// This list contains the lower bounds of the shares, in thousandths, of the second color to the ninth. The lower bound
/// of the first color, the coolest, is 0.
const EDGES: [u64; 8] = [10, 20, 40, 80, 160, 320, 500, 800];

const TITLE: &str = "Which servers of HBase take the writes?";

pub(super) fn draw(outcomes: &[Outcome], rows: u64) -> String {
    let panel_rows = outcomes.len().div_ceil(COLUMNS);
    let top = 196.0;
    let span = |count: usize, each: f64| real(count as u64) * (each + GAP) - GAP;
    let width = 2.0 * MARGIN + span(COLUMNS, WIDTH);
    let height = top + span(panel_rows, PANEL_HEIGHT) + MARGIN;
    let mut out = Markup::default();
    let [w, h] = [width, height].map(Length);
    let size = format!(r#"width="{w}" height="{h}" viewBox="0 0 {w} {h}" style="max-width:100%;height:auto""#);
    out.open("svg", format_args!(r#"xmlns="http://www.w3.org/2000/svg" class="hotspots" {size} role="img""#));
    out.text("title", r#"lang="en""#, TITLE);
    out.raw(&format!("<style>\n{STYLE}</style>\n"));
    out.empty("rect", r#"class="paper" width="100%" height="100%""#);
    header(&mut out, outcomes, rows);
    for (index, outcome) in outcomes.iter().enumerate() {
        let x = MARGIN + real((index % COLUMNS) as u64) * (WIDTH + GAP);
        let y = top + real((index / COLUMNS) as u64) * (PANEL_HEIGHT + GAP);
        out.open("g", format_args!(r#"transform="translate({} {})""#, Length(x), Length(y)));
        panel(&mut out, outcome);
        out.close("g");
    }
    out.close("svg");
    out.finish()
}

fn header(out: &mut Markup, outcomes: &[Outcome], rows: u64) {
    let servers = outcomes.first().map_or(0, |outcome| outcome.servers.len());
    let x = MARGIN;
    out.text("text", format_args!(r#"class="ink" x="{x}" y="46" font-size="26" font-weight="700""#), TITLE);
    let text = format!(
        "For each key design, {} rows are written to HBase with {servers} region servers. HBase itself counts the writes. HBase \
         writes memory to a file at {} MB and splits a region at {} MB; its defaults are 128 MB and 10 GB.",
        indicatif::HumanCount(rows),
        SIZES.flush >> 20,
        SIZES.region >> 20
    );
    let mut y = 54.0;
    for line in lines(&text, 165) {
        y += 18.0;
        out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" font-size="13.5""#), &line);
    }
    legend(out, y + 28.0);
}

fn legend(out: &mut Markup, y: f64) {
    const STEP: f64 = 36.0;
    out.open("g", format_args!(r#"font-size="11.5" transform="translate({MARGIN} {y})""#));
    let label = |out: &mut Markup, x: f64, y: f64, text: &str| {
        out.text("text", format_args!(r#"class="dim" x="{}" y="{}""#, Length(x), Length(y)), text);
    };
    label(out, 0.0, 10.0, "the share of a region in all writes of one window of the load");
    out.open("g", r#"class="heat" transform="translate(0 24) scale(1 12)""#);
    for color in 0..=EDGES.len() {
        let x = Length(STEP * real(color as u64));
        out.empty("path", format_args!(r#"class="l{}" d="M{x} 0h{STEP}""#, color + 1));
    }
    out.close("g");
    for (index, edge) in (1..).zip(EDGES) {
        label(out, STEP * real(index) - 10.0, 43.0, &percent(ratio(edge, 1000)));
    }
    for (index, (class, text)) in (0..).zip([
        ("bars", "the busiest server's share of the writes"),
        ("even", "the share of each server if all servers took the same number of writes"),
    ]) {
        let y = 10.0 + 22.0 * real(index);
        let style = if class == "bars" { r#"style="stroke-width:10" "# } else { "" };
        out.empty("path", format_args!(r#"class="{class}" {style}d="M420 {}h24""#, Length(y - 4.0)));
        label(out, 454.0, y, text);
    }
    out.close("g");
}

fn panel(out: &mut Markup, outcome: &Outcome) {
    let design = outcome.design;
    out.text("text", r#"class="ink" y="14" font-size="16" font-weight="700""#, design.title);
    out.text("text", r#"class="dim mono" y="33" font-size="11""#, design.key);
    heat(out, outcome);
    bars(out, outcome);
    let mut y = CAPTION_TOP;
    for line in lines(design.why, CHARACTERS) {
        out.text("text", format_args!(r#"class="ink" y="{}" font-size="12""#, Length(y)), &line);
        y += LINE;
    }
    let [part, all, even] =
        [outcome.busiest_server(), outcome.busiest_server_overall(), outcome.even_share()].map(percent);
    let measured = [
        format!("Busiest server: {part} of a window, {all} of all; even: {even}"),
        format!("Regions: {} → {}", outcome.regions_before, outcome.regions.regions.len()),
    ];
    for line in measured {
        out.text("text", format_args!(r#"class="dim" y="{}" font-size="11.5""#, Length(y)), &line);
        y += LINE;
    }
}

fn window_width(outcome: &Outcome) -> f64 {
    MAP_WIDTH / real(outcome.windows.len().max(1) as u64)
}

fn heat(out: &mut Markup, outcome: &Outcome) {
    let frame = format!(r#"x="{LEFT}" y="{MAP_TOP}" width="{}" height="{MAP_HEIGHT}""#, Length(MAP_WIDTH));
    out.empty("rect", format_args!(r#"class="cold" {frame}"#));
    let width = window_width(outcome);
    let mut x = LEFT + width / 2.0;
    out.open("g", format_args!(r#"class="heat" style="stroke-width:{}""#, Length(width)));
    for window in &outcome.windows {
        strokes(out, outcome, window, x, width);
        x += width;
    }
    out.close("g");
    out.empty("rect", format_args!(r#"class="frame" {frame}"#));
    let middle = Length(MAP_TOP + MAP_HEIGHT / 2.0);
    let turned = format!(r#"transform="translate(40 {middle}) rotate(-90)" text-anchor="middle""#);
    out.text("text", format_args!(r#"class="dim" {turned} font-size="10""#), "key space");
}

fn strokes(out: &mut Markup, outcome: &Outcome, window: &Window, x: f64, width: f64) {
    let total = window.regions.iter().map(|(_, _, writes)| *writes).sum();
    let mut regions: Vec<_> = window.regions.iter().collect();
    // If a region was split in this window, the list contains the region and its two halves. Draws the region first,
    // and then its halves on top of it.
    regions.sort_by_key(|(start, end, _)| (start, std::cmp::Reverse((end.is_empty(), end))));
    for (start, end, writes) in regions {
        let from = outcome.place(start);
        let to = if end.is_empty() { 1.0 } else { outcome.place(end) };
        let color = 1 + EDGES.partition_point(|edge| ratio(*edge, 1000) <= ratio(*writes, total));
        let y = MAP_TOP + MAP_HEIGHT * from;
        // Leaves a gap to the next region. A region without sampled keys would have no height, so each region has a
        // minimum height.
        let height = (MAP_HEIGHT * (to - from) - 0.7).max(1.0);
        let [x, y, width, height] = [x, y, width + 0.3, height].map(Length);
        out.empty("path", format_args!(r#"class="l{color}" style="stroke-width:{width}" d="M{x} {y}v{height}""#));
    }
}

fn bars(out: &mut Markup, outcome: &Outcome) {
    let bottom = BARS_TOP + BARS_HEIGHT;
    let frame = format!(r#"x="{LEFT}" y="{BARS_TOP}" width="{}" height="{BARS_HEIGHT}""#, Length(MAP_WIDTH));
    out.empty("rect", format_args!(r#"class="cold" {frame}"#));
    let width = window_width(outcome);
    for (index, window) in (0..).zip(&outcome.windows) {
        let x = LEFT + width * (real(index) + 0.5);
        let height = BARS_HEIGHT * window.busiest_server();
        let [x, height, width] = [x, height, width * 0.9].map(Length);
        out.empty("path", format_args!(r#"class="bars" style="stroke-width:{width}" d="M{x} {bottom}v-{height}""#));
    }
    let even = Length(bottom - BARS_HEIGHT * outcome.even_share());
    out.empty("path", format_args!(r#"class="even" d="M{LEFT} {even}h{}""#, Length(MAP_WIDTH)));
    out.empty("rect", format_args!(r#"class="frame" {frame}"#));
    let x = LEFT - 5.0;
    for (y, label) in [(BARS_TOP + 8.0, "100 %"), (bottom, "0")] {
        out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="end" font-size="9.5""#), label);
    }
}
