//! Draws `hotspots.svg`: the legend, and all charts with their captions.

use rowkey_examples::picture::STYLE;
use rowkey_examples::picture::svg::{Length, Markup, lines};

use super::scale::Scale;
use super::{TITLE, introduction, measured, verdict, verdict_class};
use super::{chart, legend};
use crate::simulate::{Outcome, Setup, real};

const MARGIN: f64 = 24.0;
const GAP: f64 = 40.0;
const TITLE_HEIGHT: f64 = 42.0;
const LINE: f64 = 16.0;
const CAPTION_LINES: f64 = 5.0;
const PANEL_HEIGHT: f64 = TITLE_HEIGHT + chart::HEIGHT + 10.0 + LINE * CAPTION_LINES;
/// The number of characters of a caption that fit the width of a chart.
const CHARACTERS: usize = 60;

pub(super) fn draw(outcomes: &[Outcome], setup: &Setup<'_>, scale: &Scale) -> String {
    let columns = match outcomes.len() {
        0..=4 => outcomes.len().clamp(1, 2),
        _ => 3,
    };
    let rows = outcomes.len().div_ceil(columns);
    let width = 2.0 * MARGIN + total_length(columns, chart::WIDTH);
    let mut out = Markup::default();
    // Draws the header into a buffer that is dropped, to measure its height.
    let top = header(&mut Markup::default(), outcomes, setup, scale, width);
    let height = top + total_length(rows, PANEL_HEIGHT) + MARGIN;
    let [w, h] = [width, height].map(Length);
    let size = format!(r#"width="{w}" height="{h}" viewBox="0 0 {w} {h}" style="max-width:100%;height:auto""#);
    out.open("svg", format_args!(r#"xmlns="http://www.w3.org/2000/svg" class="hotspots" {size} role="img""#));
    out.text("title", r#"lang="en""#, TITLE);
    out.raw(&format!("<style>\n{STYLE}</style>\n"));
    out.empty("rect", r#"class="paper" width="100%" height="100%""#);
    header(&mut out, outcomes, setup, scale, width);
    for (index, outcome) in outcomes.iter().enumerate() {
        let x = MARGIN + real((index % columns) as u64) * (chart::WIDTH + GAP);
        let y = top + real((index / columns) as u64) * (PANEL_HEIGHT + GAP);
        out.open("g", format_args!(r#"transform="translate({} {})""#, Length(x), Length(y)));
        panel(&mut out, outcome, setup, scale);
        out.close("g");
    }
    out.close("svg");
    out.finish()
}

fn total_length(count: usize, each: f64) -> f64 {
    let count = real(count as u64);
    count * each + (count - 1.0) * GAP
}

fn panel(out: &mut Markup, outcome: &Outcome, setup: &Setup<'_>, scale: &Scale) {
    out.text("text", r#"class="ink" y="14" font-size="16" font-weight="700""#, outcome.about.title);
    let word = verdict(outcome);
    let width = 16.0 + 8.5 * real(word.len() as u64);
    let [x, middle] = [chart::WIDTH - width, chart::WIDTH - width / 2.0].map(Length);
    let class = verdict_class(outcome);
    out.empty("rect", format_args!(r#"class="{class}" x="{x}" width="{width}" height="18" rx="9""#));
    out.text("text", format_args!(r#"class="chip" x="{middle}" y="13" text-anchor="middle" font-size="11""#), &word);
    out.text("text", r#"class="dim mono" y="33" font-size="11""#, outcome.about.key);

    out.open("g", format_args!(r#"transform="translate(0 {TITLE_HEIGHT})""#));
    chart::draw(outcome, setup, scale, out);
    out.close("g");

    let mut y = TITLE_HEIGHT + chart::HEIGHT + 10.0 + 6.0;
    for line in lines(outcome.about.why, CHARACTERS) {
        out.text("text", format_args!(r#"class="ink" y="{}" font-size="12""#, Length(y)), &line);
        y += LINE;
    }
    for line in measured(outcome) {
        out.text("text", format_args!(r#"class="dim" y="{}" font-size="11.5""#, Length(y)), &line);
        y += LINE;
    }
}

/// Draws the header: title, introduction and legend. Returns the top of the first chart.
fn header(out: &mut Markup, outcomes: &[Outcome], setup: &Setup<'_>, scale: &Scale, width: f64) -> f64 {
    let x = MARGIN;
    let mut y = MARGIN + 22.0;
    out.text("text", format_args!(r#"class="ink" x="{x}" y="{y}" font-size="26" font-weight="700""#), TITLE);
    let wide = width > legend::WIDTHS[0];
    let max_characters = if wide { 165 } else { 105 };
    y += 8.0;
    for (class, text) in ["dim", "dim", "ink"].into_iter().zip(introduction(outcomes, setup)) {
        for line in lines(&text, max_characters) {
            y += 18.0;
            out.text("text", format_args!(r#"class="{class}" x="{x}" y="{y}" font-size="13.5""#), &line);
        }
    }
    y += 20.0;
    let [wide_height, narrow_height] = legend::HEIGHTS;
    let height = if wide { wide_height } else { narrow_height };
    out.open("g", format_args!(r#"transform="translate({x} {y})""#));
    legend::draw(setup, scale, wide, out);
    out.close("g");
    y + height + 22.0
}
