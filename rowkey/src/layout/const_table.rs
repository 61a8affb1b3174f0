//! The table of [`Display`](core::fmt::Display) for layouts, written in a constant for a compile error, where nothing
//! can be formatted. A test holds the two to each other.

use super::message::Message;
use super::table::MOST_CODES;
use super::{Encoding, Layout, Part, SaltForm, SaltLayout, Separator};

/// A row of the table at a time.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    layout: &'a Layout,
    /// The row: the head is 0, the namespace 1, the salt 2, then follow the parts.
    row: usize,
    /// Where the row's part begins, if that is the same in every key.
    offset: Option<usize>,
}

const COLUMNS: usize = 5;
const FIRST_PART: usize = 3;

impl<'a> Table<'a> {
    pub(super) const fn of(layout: &'a Layout) -> Self {
        Self { layout, row: 0, offset: Some(0) }
    }

    #[allow(clippy::indexing_slicing, reason = "runs in the compiler only, where a panic is an error message")]
    pub(super) const fn write(self, out: &mut Message) {
        let widths = self.widths();
        out.text(self.layout.name);
        out.byte(b'\n');
        let mut table = self;
        while table.has_row() {
            if table.row_is_shown() {
                let mut column = 0;
                while column < COLUMNS {
                    let start = out.len();
                    table.cell(column, out);
                    if column + 1 < COLUMNS {
                        out.spaces((widths[column] + 2).saturating_sub(out.width_from(start)));
                    }
                    column += 1;
                }
                out.byte(b'\n');
            }
            table = table.next();
        }
    }

    #[allow(clippy::indexing_slicing, reason = "runs in the compiler only, where a panic is an error message")]
    const fn widths(self) -> [usize; COLUMNS] {
        let mut widths = [0; COLUMNS];
        let mut table = self;
        while table.has_row() {
            let mut column = 0;
            while column < COLUMNS && table.row_is_shown() {
                let mut cell = Message::new();
                table.cell(column, &mut cell);
                let width = cell.width_from(0);
                if width > widths[column] {
                    widths[column] = width;
                }
                column += 1;
            }
            table = table.next();
        }
        widths
    }

    const fn has_row(&self) -> bool {
        self.row < FIRST_PART + self.layout.parts.len()
    }

    const fn row_is_shown(&self) -> bool {
        match self.row {
            1 => !self.layout.namespace.is_empty(),
            2 => self.layout.salt.is_some(),
            _ => true,
        }
    }

    const fn next(self) -> Self {
        let (min, max) = self.width();
        let offset = match (self.offset, max) {
            (Some(offset), Some(max)) if max == min => Some(offset + max),
            _ => None,
        };
        Self { layout: self.layout, row: self.row + 1, offset }
    }

    /// The part of the row, and whether it is the last.
    const fn part(&self) -> Option<(&'static Part, bool)> {
        if self.row < FIRST_PART {
            return None;
        }
        let (_, parts) = self.layout.parts.split_at(self.row - FIRST_PART);
        match parts {
            [part, rest @ ..] => Some((part, rest.is_empty())),
            [] => None,
        }
    }

    const fn width(&self) -> (usize, Option<usize>) {
        let width = match (self.row, self.part()) {
            (1, _) => self.layout.namespace.len(),
            (2, _) => self.layout.salt_width(),
            (_, None) => 0,
            (_, Some((part, last))) => {
                let after = self.layout.least_after(part, last);
                let max = match part.encoding.max_width() {
                    Some(max) => Some(max + after),
                    None => None,
                };
                return (part.encoding.min_width() + after, max);
            }
        };
        (width, Some(width))
    }

    const fn cell(&self, column: usize, out: &mut Message) {
        match (self.row, column) {
            (0, 0) => out.text("part"),
            (0, 1) => out.text("offset"),
            (0, 2) => out.text("width"),
            (0, 3) => out.text("encoding"),
            (0, _) => out.text("order"),
            (_, 1) => match self.offset {
                Some(offset) => out.decimal(offset as u64),
                None => out.byte(b'-'),
            },
            (_, 2) => write_width(self.width(), out),
            (1, 0) => out.text("namespace"),
            (1, 3) => out.quoted(self.layout.namespace),
            (1, _) => out.text("constant"),
            (2, 0) => out.text("salt"),
            (2, 3) => {
                if let Some(salt) = self.layout.salt {
                    write_salt(&salt.layout, out);
                }
            }
            (2, _) => out.text("by salt"),
            _ => {
                if let Some((part, last)) = self.part() {
                    self.cell_of_part(part, last, column, out);
                }
            }
        }
    }

    const fn cell_of_part(&self, part: &Part, last: bool, column: usize, out: &mut Message) {
        let descending = part.encoding.is_descending();
        let separator = self.layout.separator;
        match column {
            0 => out.text(part.name),
            3 => {
                write_encoding(&part.encoding, out);
                if part.encoding.holds_open() {
                    if last && !descending { out.text(", to the key's end") } else { write_end(separator, out) }
                } else if let (Separator::Delimiter(delimiter), false) = (separator, last) {
                    out.text(", then ");
                    out.character(delimiter);
                }
            }
            _ => {
                let sorts = part.encoding.sorts((last && !descending) || separator.sorts());
                out.text(match (sorts, descending) {
                    (false, _) => "none",
                    (true, true) => "descending",
                    (true, false) => "ascending",
                });
            }
        }
    }
}

const fn write_width((min, max): (usize, Option<usize>), out: &mut Message) {
    out.decimal(min as u64);
    match max {
        Some(max) if max == min => {}
        Some(max) => {
            out.text("..=");
            out.decimal(max as u64);
        }
        None => out.text(".."),
    }
}

const fn write_end(separator: Separator, out: &mut Message) {
    match separator {
        Separator::Escape => out.text(", escaped, ends in 00 00"),
        Separator::Delimiter(end) | Separator::Terminator(end) => {
            out.text(", ends in ");
            out.character(end);
        }
    }
}

const fn write_salt(salt: &SaltLayout, out: &mut Message) {
    out.texts(&[salt.algorithm, ", "]);
    match salt.form {
        SaltForm::Bytes { last } | SaltForm::Hex { last } => {
            out.text(if last { "last bytes" } else { "first bytes" });
            if matches!(salt.form, SaltForm::Hex { .. }) {
                out.text(" in hex");
            }
        }
        SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
            out.decimal(count);
            out.text(" buckets");
            if matches!(salt.form, SaltForm::BucketDigits { .. }) {
                out.text(" in digits");
            }
        }
    }
}

const fn write_encoding(encoding: &Encoding, out: &mut Message) {
    match encoding {
        Encoding::Unsigned { .. } => out.text("unsigned integer"),
        Encoding::Signed { .. } => out.text("signed integer"),
        Encoding::NonZero(inner) => {
            write_encoding(inner, out);
            out.text(", not zero");
        }
        Encoding::Float { .. } => out.text("float"),
        Encoding::Bool => out.text("bool"),
        Encoding::Char => out.text("char"),
        Encoding::Digits { .. } => out.text("decimal digits"),
        Encoding::Array { .. } => out.text("byte array"),
        Encoding::Text => out.text("string"),
        Encoding::Bytes => out.text("bytes"),
        Encoding::PaddedText { pad, .. } => {
            out.text("string padded with ");
            out.character(*pad as char);
        }
        Encoding::Optional(inner) => {
            out.text("optional ");
            write_encoding(inner, out);
        }
        Encoding::Descending(inner) => {
            write_encoding(inner, out);
            out.text(", complemented");
        }
        Encoding::Reversed(inner) => {
            write_encoding(inner, out);
            out.text(", reversed");
        }
        Encoding::Hashed { algorithm, hex, of, .. } => {
            out.texts(&[algorithm, " of "]);
            write_encoding(of, out);
            if *hex {
                out.text(", in hex");
            }
        }
        Encoding::Struct(parts) => {
            out.text("struct of ");
            let mut parts = *parts;
            while let [part, rest @ ..] = parts {
                out.texts(&[part.name, " ("]);
                write_encoding(&part.encoding, out);
                out.text(if rest.is_empty() { ")" } else { "), " });
                parts = rest;
            }
        }
        Encoding::Codes(codes) => {
            out.text("code");
            let mut rest = *codes;
            while let [code, after @ ..] = rest {
                let shown = codes.len() - rest.len();
                if shown == MOST_CODES {
                    out.text(" and ");
                    out.decimal(rest.len() as u64);
                    out.text(" more");
                    break;
                }
                out.texts(&[" ", code.name, " "]);
                out.quoted(code.bytes);
                if !after.is_empty() {
                    out.byte(b',');
                }
                rest = after;
            }
        }
        Encoding::Time { format, .. } => {
            out.text("time as ");
            out.quoted(format.as_bytes());
        }
        Encoding::Shard { count, .. } => {
            out.text("shard, one of ");
            out.decimal(*count as u64);
        }
        Encoding::Custom { name, .. } => out.text(name),
        Encoding::Value(kind) => out.text(kind.name()),
    }
}
