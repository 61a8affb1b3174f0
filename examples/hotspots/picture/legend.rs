//! Draws the legend of the charts.

use rowkey_examples::picture::svg::{Length, Markup};

use super::scale::{self, COLORS, Scale};
use crate::simulate::{Setup, real};

/// The width of the wide legend, and of the narrow legend.
pub(super) const WIDTHS: [f64; 2] = [1180.0, 780.0];

pub(super) const HEIGHTS: [f64; 2] = [48.0, 98.0];

const STEP: f64 = 30.0;

pub(super) fn draw(setup: &Setup<'_>, scale: &Scale, wide: bool, out: &mut Markup) {
    out.open("g", r#"font-size="11.5""#);
    colors(setup, scale, out);
    let (left, top, column) = if wide { (420.0, 10.0, 385.0) } else { (0.0, 66.0, 375.0) };
    let entries = [
        ("border", "border of a region, from its split on"),
        ("asked", "where a scan of one hour reads"),
        ("bars", "the busiest region's share of the writes"),
        ("even", "its share if all regions took the same"),
    ];
    for (index, (class, text)) in (0_u64..).zip(entries) {
        let x = left + column * real(index % 2);
        let y = top + 22.0 * real(index / 2);
        let middle = y - 4.0;
        let (name, shape) = match class {
            "asked" => ("rect", format!(r#"x="{}" y="{}" width="12" height="12""#, x + 6.0, y - 10.0)),
            "bars" => ("path", format!(r#"style="stroke-width:10" d="M{x} {middle}h24""#)),
            _ => ("path", format!(r#"d="M{x} {middle}h24""#)),
        };
        out.empty(name, format_args!(r#"class="{class}" {shape}"#));
        label(x + 34.0, y, "start", text, out);
    }
    out.close("g");
}

fn colors(setup: &Setup<'_>, scale: &Scale, out: &mut Markup) {
    let length = setup.windows.length();
    label(0.0, 10.0, "start", &format!("writes per hour on a sixtieth of the key space, in windows of {length}"), out);
    out.empty("rect", format_args!(r#"class="cold" y="18" width="{STEP}" height="12""#));
    label(STEP / 2.0, 43.0, "middle", "none", out);
    out.open("g", r#"class="heat" transform="translate(0 24) scale(1 12)""#);
    for color in 1..=COLORS {
        let x = STEP * real(color as u64);
        out.empty("path", format_args!(r#"class="l{color}" d="M{x} 0h{STEP}""#));
    }
    out.close("g");
    for (index, edge) in (2..).zip(scale.edges()) {
        label(STEP * real(index), 43.0, "middle", &scale::short(*edge), out);
    }
}

fn label(x: f64, y: f64, anchor: &str, text: &str, out: &mut Markup) {
    let [x, y] = [x, y].map(Length);
    out.text("text", format_args!(r#"class="dim" x="{x}" y="{y}" text-anchor="{anchor}""#), text);
}
