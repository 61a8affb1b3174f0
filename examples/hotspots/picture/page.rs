//! Draws the HTML page, which adapts to the width of the window and contains the tables.

use rowkey_examples::picture::STYLE;
use rowkey_examples::picture::svg::{Length, Markup};

use super::scale::Scale;
use super::{TITLE, introduction, measured, verdict, verdict_class};
use super::{chart, legend};
use crate::simulate::{Outcome, Setup};
use crate::table;

const PAGE_STYLE: &str = include_str!("page.css");

pub(super) fn draw(outcomes: &[Outcome], setup: &Setup<'_>, scale: &Scale) -> String {
    let mut out = Markup::default();
    out.raw("<!DOCTYPE html>\n");
    out.open("html", r#"lang="en""#);
    out.raw("<head>\n<meta charset=\"utf-8\">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.raw(&format!("<title>{TITLE}</title>\n<style>\n{STYLE}{PAGE_STYLE}</style>\n</head>\n"));
    out.open("body", r#"class="hotspots""#);
    out.text("h1", "", TITLE);
    for text in introduction(outcomes, setup) {
        out.text("p", "", &text);
    }
    let ([width, _], [height, _]) = (legend::WIDTHS, legend::HEIGHTS);
    out.open("div", r#"class="legend""#);
    out.open("svg", format_args!(r#"viewBox="0 0 {width} {height}" role="img""#));
    legend::draw(setup, scale, true, &mut out);
    out.close("svg");
    out.close("div");
    out.open("main", "");
    for outcome in outcomes {
        figure(&mut out, outcome, setup, scale);
    }
    out.close("main");
    writes(&mut out, outcomes, setup);
    reads(&mut out, outcomes, setup);
    out.close("body");
    out.close("html");
    out.finish()
}

fn figure(out: &mut Markup, outcome: &Outcome, setup: &Setup<'_>, scale: &Scale) {
    out.open("figure", "");
    out.open("h2", "");
    out.text("span", "", outcome.about.title);
    out.text("b", format_args!(r#"class="{}""#, verdict_class(outcome)), &verdict(outcome));
    out.close("h2");
    out.text("code", "", outcome.about.key);
    let size = format!(r#"viewBox="0 0 {} {}""#, Length(chart::WIDTH), Length(chart::HEIGHT));
    out.open("svg", format_args!(r#"{size} role="img" aria-label="heat map""#));
    chart::draw(outcome, setup, scale, out);
    out.close("svg");
    out.open("figcaption", "");
    out.text("p", "", outcome.about.why);
    for line in measured(outcome) {
        out.text("p", r#"class="measured""#, &line);
    }
    out.close("figcaption");
    out.close("figure");
}

fn writes(out: &mut Markup, outcomes: &[Outcome], setup: &Setup<'_>) {
    out.text("h2", "", "What the writes do");
    out.text("p", "", &table::about_writes(setup));
    rows(out, "writes", &table::WRITES_HEADER, outcomes.iter().map(table::writes_of));
}

fn reads(out: &mut Markup, outcomes: &[Outcome], setup: &Setup<'_>) {
    out.text("h2", "", "What a question costs");
    out.text("p", "", &table::about_reads(setup));
    rows(out, "reads", &table::reads_header(setup), outcomes.iter().map(|outcome| table::reads_of(outcome, setup)));
    out.open("ul", "");
    for question in table::questions(outcomes, setup) {
        out.text("li", "", &question);
    }
    out.close("ul");
}

fn rows(out: &mut Markup, class: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.open("table", format_args!(r#"class="{class}""#));
    row(out, "th", header.iter().copied());
    for cells in rows {
        row(out, "td", cells.iter().map(String::as_str));
    }
    out.close("table");
}

fn row<'a>(out: &mut Markup, name: &str, cells: impl Iterator<Item = &'a str>) {
    out.open("tr", "");
    for cell in cells {
        out.text(name, "", cell);
    }
    out.close("tr");
}
