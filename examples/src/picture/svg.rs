//! Writes SVG and HTML. Text is escaped.

use std::fmt::{self, Display, Write};

/// A buffer for markup.
#[derive(Debug, Default)]
pub struct Markup(String);

impl Markup {
    /// Appends `<name attributes>`.
    pub fn open(&mut self, name: &str, attributes: impl Display) {
        self.put(format_args!("<{name} {attributes}>\n"));
    }

    /// Appends `</name>`.
    pub fn close(&mut self, name: &str) {
        self.put(format_args!("</{name}>\n"));
    }

    /// Appends `<name attributes/>`.
    pub fn empty(&mut self, name: &str, attributes: impl Display) {
        self.put(format_args!("<{name} {attributes}/>\n"));
    }

    /// Appends `<name attributes>text</name>`.
    pub fn text(&mut self, name: &str, attributes: impl Display, text: &str) {
        self.put(format_args!("<{name} {attributes}>{}</{name}>\n", Escaped(text)));
    }

    /// Appends markup without escaping it.
    pub fn raw(&mut self, markup: &str) {
        self.put(format_args!("{markup}"));
    }

    fn put(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(markup);
    }

    /// Returns the markup.
    pub fn finish(self) -> String {
        self.0
    }
}

struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            char => f.write_char(char),
        })
    }
}

/// A length that is printed with at most one digit after the decimal point.
#[derive(Debug, Clone, Copy)]
pub struct Length(pub f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// Vertical strokes, as the data of an SVG path. Each stroke starts relative to the end of the previous stroke, because
/// relative coordinates need half as many digits.
#[derive(Debug, Clone, Default)]
pub struct Strokes {
    data: String,
    /// The end of the previous stroke.
    end: (i64, i64),
}

impl Strokes {
    /// Adds a stroke down from a point, or up if the length is negative.
    pub fn add(&mut self, x: i64, y: i64, length: i64) {
        let (dx, dy) = (x - self.end.0, y - self.end.1);
        let space = if dy < 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(self.data, "m{dx}{space}{dy}v{length}");
        self.end = (x, y + length);
    }

    /// Returns the value of the attribute `d`.
    pub fn data(&self) -> &str {
        &self.data
    }
}

/// Breaks a text into lines of at most `max` characters. A word of more than `max` characters gets its own line.
pub fn lines(text: &str, max: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= max => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
