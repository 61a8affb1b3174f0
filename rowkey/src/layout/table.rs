//! A layout as the table that a person reads.

use super::description::{EncodingDescription, LayoutDescription, SaltDescription};
use super::{Encoding, Layout, SaltForm, SaltLayout, Separator};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The codes of an enum that the table shows.
pub(super) const MOST_CODES: usize = 12;

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LayoutDescription::from(self).fmt(f)
    }
}

impl fmt::Display for SaltLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SaltDescription::from(self).fmt(f)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        EncodingDescription::from(self).fmt(f)
    }
}

impl fmt::Display for LayoutDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const COLUMNS: usize = 5;
        let rows = self.rows();
        let widths: [usize; COLUMNS] = core::array::from_fn(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        });
        writeln!(f, "{}", self.name())?;
        for row in rows {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

impl LayoutDescription {
    fn rows(&self) -> Vec<[String; 5]> {
        let mut rows = Vec::from([["part", "offset", "width", "encoding", "order"].map(String::from)]);
        let mut offset = Some(0);
        let mut row = |part: &str, width: (usize, Option<usize>), encoding: String, order: &str| {
            let at = offset.map_or_else(|| String::from("-"), |at: usize| at.to_string());
            let shown = match width {
                (min, Some(max)) if min == max => min.to_string(),
                (min, Some(max)) => format!("{min}..={max}"),
                (min, None) => format!("{min}.."),
            };
            offset = offset.and_then(|at| width.1.filter(|max| *max == width.0).map(|width| at + width));
            rows.push([String::from(part), at, shown, encoding, String::from(order)]);
        };
        if !self.namespace.is_empty() {
            let len = self.namespace.len();
            let text = format!("\"{}\"", self.namespace.escape_ascii());
            row("namespace", (len, Some(len)), text, "constant");
        }
        if let Some(salt) = &self.salt {
            let width = salt.width;
            row("salt", (width, Some(width)), salt.to_string(), "by salt");
        }
        for (part, last) in self.parts_and_last() {
            let after = self.least_after(part, last);
            let encoding = &part.encoding;
            let width = (encoding.min_width() + after, encoding.max_width().map(|max| max + after));
            let descending = encoding.is_descending();
            let end = if encoding.holds_open() {
                if last && !descending { ", to the key's end".to_string() } else { self.separator.ends() }
            } else if last {
                String::new()
            } else {
                self.separator.follows()
            };
            let order = if !encoding.sorts((last && !descending) || self.separator.sorts()) {
                "none"
            } else if descending {
                "descending"
            } else {
                "ascending"
            };
            row(&part.name, width, format!("{encoding}{end}"), order);
        }
        rows
    }
}

impl Separator {
    fn ends(self) -> String {
        match self {
            Self::Escape => ", escaped, ends in 00 00".into(),
            Self::Delimiter(end) | Self::Terminator(end) => format!(", ends in {end:?}"),
        }
    }

    fn follows(self) -> String {
        match self {
            Self::Delimiter(delimiter) => format!(", then {delimiter:?}"),
            Self::Escape | Self::Terminator(_) => String::new(),
        }
    }
}

impl fmt::Display for SaltDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |last| if last { "last" } else { "first" };
        write!(f, "{}, ", self.algorithm)?;
        match self.form {
            SaltForm::Bytes { last } => write!(f, "{} bytes", end(last)),
            SaltForm::Hex { last } => write!(f, "{} bytes in hex", end(last)),
            SaltForm::Buckets { count } => write!(f, "{count} buckets"),
            SaltForm::BucketDigits { count } => write!(f, "{count} buckets in digits"),
        }
    }
}

impl fmt::Display for EncodingDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned { .. } => f.write_str("unsigned integer"),
            Self::Signed { .. } => f.write_str("signed integer"),
            Self::NonZero { of: inner } => write!(f, "{inner}, not zero"),
            Self::Float { .. } => f.write_str("float"),
            Self::Bool => f.write_str("bool"),
            Self::Char => f.write_str("char"),
            Self::Digits { .. } => f.write_str("decimal digits"),
            Self::Array { .. } => f.write_str("byte array"),
            Self::Text => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::PaddedText { pad, .. } => write!(f, "string padded with {:?}", char::from(*pad)),
            Self::Optional { of: inner } => write!(f, "optional {inner}"),
            Self::Descending { of: inner } => write!(f, "{inner}, complemented"),
            Self::Reversed { of: inner } => write!(f, "{inner}, reversed"),
            Self::Hashed { algorithm, hex, of, .. } => {
                write!(f, "{algorithm} of {of}{}", if *hex { ", in hex" } else { "" })
            }
            Self::Struct { parts } => {
                f.write_str("struct of ")?;
                parts.iter().enumerate().try_for_each(|(index, part)| {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{} ({})", part.name, part.encoding)
                })
            }
            Self::Codes { codes } => {
                f.write_str("code")?;
                codes.iter().take(MOST_CODES).enumerate().try_for_each(|(index, code)| {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma} {} \"{}\"", code.name, code.bytes.escape_ascii())
                })?;
                match codes.len().checked_sub(MOST_CODES) {
                    None | Some(0) => Ok(()),
                    Some(more) => write!(f, ", and {more} more"),
                }
            }
            Self::Time { format, .. } => write!(f, "time as \"{}\"", format.as_bytes().escape_ascii()),
            Self::Shard { count, .. } => write!(f, "shard, one of {count}"),
            Self::Custom { codec, .. } => write!(f, "{codec}"),
            Self::Value { value: kind } => write!(f, "{kind}"),
        }
    }
}
