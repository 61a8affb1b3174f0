//! Prints a layout as a table, also in compile errors.

use super::part::{HEADER, NAMESPACE, Part, SALT};
use super::text_writer::TextWriter;
use super::{Code, Encoding, FieldLayout, KeySalt, Layout, LengthForm, SaltForm, SaltLayout, Separator};
use crate::constant::{same_bytes, slice, text};
use crate::digest::USER_FUNCTION;
use alloc::vec;
use core::fmt;

/// The maximum number of codes of an enum that the table shows. More codes would push the rest of a compile error out
/// of sight.
const MAX_CODES: usize = 12;

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| write_table(self, out))
    }
}

impl fmt::Display for SaltLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| write_salt(self, out))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| write_encoding(self, out))
    }
}

/// Calls `write` twice: first to measure the text, and then to write the text into a buffer of this size.
pub(super) fn display(f: &mut fmt::Formatter<'_>, write: impl Fn(&mut TextWriter<'_>)) -> fmt::Result {
    let mut measure = TextWriter::new(&mut []);
    write(&mut measure);
    let mut buffer = vec![0; measure.len()];
    let mut out = TextWriter::new(&mut buffer);
    write(&mut out);
    f.write_str(out.as_str())
}

// The columns are part (0), offset (1), width (2), encoding (3) and order (4).
const COLUMNS: usize = 5;

#[allow(clippy::indexing_slicing, reason = "a column is below the number of columns")]
pub(super) const fn write_table(layout: &Layout, out: &mut TextWriter<'_>) {
    let first = Part::first(layout);
    let widths = first.column_widths();
    out.text(layout.name());
    out.byte(b'\n');
    let mut part = first;
    while !part.is_past_end() {
        if part.is_shown() {
            let mut column = 0;
            while column < COLUMNS {
                let start = out.characters();
                part.write_cell(column, out);
                if column + 1 < COLUMNS {
                    out.spaces((widths[column] + 2).saturating_sub(out.characters() - start));
                }
                column += 1;
            }
            out.byte(b'\n');
        }
        part = part.next();
    }
    if let Some(index) = layout.sort_key
        && index < layout.fields().len()
    {
        out.texts(&["sort key: from ", layout.fields()[index].name(), "\n"]);
    }
}

impl Part<'_> {
    /// Returns the number of characters of the widest cell of each column.
    #[allow(clippy::indexing_slicing, reason = "a column is below the number of columns")]
    const fn column_widths(self) -> [usize; COLUMNS] {
        let mut widths = [0; COLUMNS];
        let mut part = self;
        while !part.is_past_end() {
            let mut column = 0;
            while column < COLUMNS && part.is_shown() {
                let mut cell = TextWriter::new(&mut []);
                part.write_cell(column, &mut cell);
                if cell.characters() > widths[column] {
                    widths[column] = cell.characters();
                }
                column += 1;
            }
            part = part.next();
        }
        widths
    }

    const fn write_cell(&self, column: usize, out: &mut TextWriter<'_>) {
        if let (Some(constant), 0 | 3 | 4) = (self.constant(), column) {
            return if column == 3 { out.quoted(constant) } else { out.text("constant") };
        }
        match (self.index, column) {
            (HEADER, 0) => out.text("part"),
            (HEADER, 1) => out.text("offset"),
            (HEADER, 2) => out.text("width"),
            (HEADER, 3) => out.text("encoding"),
            (HEADER, _) => out.text("order"),
            (_, 1) => match self.offset {
                Some(offset) => out.decimal(offset as u64),
                None => out.byte(b'-'),
            },
            (_, 2) => write_width(self.min_and_max_width(), out),
            (NAMESPACE, 0) => out.text("namespace"),
            (NAMESPACE, 3) => out.quoted(self.layout.namespace()),
            (NAMESPACE, _) => out.text("constant"),
            (SALT, 0) => out.text("salt"),
            (SALT, 3) => {
                if let Some(salt) = &self.layout.salt {
                    write_salt_algorithm(&salt.layout, out);
                    if !self.layout.has_random_salt() {
                        self.write_salted_fields(salt, out);
                    }
                    write_salt_form(salt.layout.form, out);
                }
            }
            (SALT, _) => out.text("by salt"),
            _ => {
                if let Some((field, last)) = self.field() {
                    self.write_field_cell(field, last, column, out);
                }
            }
        }
    }

    /// Writes which fields are salted. Otherwise the tables of two layouts with different salts could be equal.
    #[allow(clippy::indexing_slicing, reason = "checked in the line before")]
    const fn write_salted_fields(&self, salt: &KeySalt, out: &mut TextWriter<'_>) {
        let mut salted = salt.of();
        if salted.is_empty() {
            out.text(" of the whole key");
        }
        let mut before = " of ";
        while let [index, rest @ ..] = salted {
            let fields = self.layout.fields();
            if *index < fields.len() {
                out.texts(&[before, fields[*index].name()]);
            }
            before = " and ";
            salted = rest;
        }
    }

    const fn write_field_cell(&self, field: &FieldLayout, last: bool, column: usize, out: &mut TextWriter<'_>) {
        let encoding = field.encoding();
        let separator = self.layout.separator;
        match column {
            0 => out.text(field.name()),
            3 => {
                write_encoding(encoding, out);
                if encoding.may_be_terminated() {
                    if last && !encoding.is_descending() {
                        out.text(", to the key's end");
                    } else {
                        write_terminator(separator, out);
                    }
                } else if let (Separator::Delimiter(delimiter), false) = (separator, last) {
                    out.text(", then ");
                    out.character(delimiter);
                }
            }
            _ => out.text(match (self.layout.sorts(field, last), encoding.sorts_in_reverse()) {
                (false, _) => "none",
                (true, true) => "descending",
                (true, false) => "ascending",
            }),
        }
    }
}

const fn write_width((min, max): (usize, Option<usize>), out: &mut TextWriter<'_>) {
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

const fn write_terminator(separator: Separator, out: &mut TextWriter<'_>) {
    match separator {
        Separator::Escape => out.text(", escaped, ends in 00 00"),
        Separator::Delimiter(terminator) | Separator::Terminator(terminator) => {
            out.text(", ends in ");
            out.character(terminator);
        }
    }
}

const fn write_salt(salt: &SaltLayout, out: &mut TextWriter<'_>) {
    write_salt_algorithm(salt, out);
    write_salt_form(salt.form, out);
}

const fn write_salt_algorithm(salt: &SaltLayout, out: &mut TextWriter<'_>) {
    out.text(if is_user_function(salt.algorithm) { "a function" } else { salt.algorithm });
}

const fn is_user_function(algorithm: &str) -> bool {
    same_bytes(algorithm.as_bytes(), USER_FUNCTION.as_bytes())
}

const fn write_salt_form(form: SaltForm, out: &mut TextWriter<'_>) {
    out.text(", ");
    match form {
        SaltForm::Bytes { last } | SaltForm::Hex { last } => {
            out.text(if last { "last bytes" } else { "first bytes" });
            if matches!(form, SaltForm::Hex { .. }) {
                out.text(" in hex");
            }
        }
        SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
            out.decimal(count);
            out.text(" buckets");
            if matches!(form, SaltForm::BucketDigits { .. }) {
                out.text(" in digits");
            }
        }
    }
}

#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
const fn write_encoding(encoding: &Encoding, out: &mut TextWriter<'_>) {
    match encoding {
        Encoding::Unsigned { .. } => out.text("unsigned integer"),
        Encoding::Signed { .. } => out.text("signed integer"),
        Encoding::NonZero { of } => write_with_suffix(of.get(), ", not zero", out),
        Encoding::Float { .. } => out.text("float"),
        Encoding::Bool => out.text("bool"),
        Encoding::Char => out.text("char"),
        Encoding::Elements { of, count } => {
            out.text("array of ");
            out.decimal(*count as u64);
            out.text(": ");
            write_encoding(of.get(), out);
        }
        Encoding::Repeated { of, optional: true } => write_with_suffix(of.get(), ", if present", out),
        Encoding::Repeated { of, optional: false } => write_with_suffix(of.get(), ", repeated to the key's end", out),
        Encoding::Digits { .. } => out.text("decimal digits"),
        Encoding::UnpaddedDigits { .. } => out.text("decimal digits, unpadded"),
        Encoding::AfterLength { length, of } => {
            write_encoding(of.get(), out);
            match length {
                LengthForm::Big(width) | LengthForm::Little(width) => {
                    out.text(" after a length of ");
                    out.decimal(*width as u64);
                    out.text(if *width == 1 { " byte" } else { " bytes" });
                }
                LengthForm::Varint => out.text(" after a varint length"),
            }
            if let LengthForm::Little(_) = length {
                out.text(", little-endian");
            }
        }
        Encoding::Array { .. } => out.text("byte array"),
        Encoding::Text => out.text("string"),
        Encoding::Bytes => out.text("bytes"),
        Encoding::PaddedText { pad, .. } => {
            out.text("string padded with ");
            out.character(*pad as char);
        }
        Encoding::Optional { of } => {
            out.text("optional ");
            write_encoding(of.get(), out);
        }
        Encoding::Descending { of } => write_with_suffix(of.get(), ", complemented", out),
        Encoding::Reversed { of } => write_with_suffix(of.get(), ", reversed", out),
        Encoding::Unterminated { of } => write_with_suffix(of.get(), ", unterminated", out),
        Encoding::Hashed { algorithm, hex, of, .. } => {
            let algorithm = text(algorithm);
            out.texts(&[if is_user_function(algorithm) { "hash by a function" } else { algorithm }, " of "]);
            write_encoding(of.get(), out);
            if *hex {
                out.text(", in hex");
            }
        }
        Encoding::Struct { fields } => {
            out.text("struct of ");
            write_fields(slice(fields), out);
        }
        Encoding::Variants { variants } => {
            out.text("variant");
            let mut rest = slice(variants);
            while let [variant, after @ ..] = rest {
                if !write_code(variant.code(), slice(variants).len() - rest.len(), rest.len(), out) {
                    break;
                }
                if !variant.fields().is_empty() {
                    out.text(" of ");
                    write_fields(variant.fields(), out);
                }
                if !after.is_empty() {
                    out.byte(b';');
                }
                rest = after;
            }
        }
        Encoding::Codes { codes } => {
            out.text("code");
            let mut rest = slice(codes);
            while let [code, after @ ..] = rest {
                if !write_code(code, slice(codes).len() - rest.len(), rest.len(), out) {
                    break;
                }
                if !after.is_empty() {
                    out.byte(b',');
                }
                rest = after;
            }
        }
        Encoding::Time { format, .. } => {
            out.text("time as ");
            out.quoted(text(format).as_bytes());
        }
        Encoding::Shard { count, .. } => {
            out.text("shard, one of ");
            out.decimal(*count as u64);
        }
        Encoding::Custom { codec, .. } => out.text(text(codec)),
        Encoding::Value { value } => out.text(value.name()),
        Encoding::Format { format, of } => {
            out.texts(&[text(&format.name), " "]);
            write_encoding(of.get(), out);
        }
    }
}

const fn write_with_suffix(encoding: &Encoding, suffix: &str, out: &mut TextWriter<'_>) {
    write_encoding(encoding, out);
    out.text(suffix);
}

/// Writes a code of an enum, and returns true. If `MAX_CODES` codes are already `written`, writes the number of codes
/// that are still `unwritten`, as in ` and 5 more`, and returns false.
const fn write_code(code: &Code, written: usize, unwritten: usize, out: &mut TextWriter<'_>) -> bool {
    if written == MAX_CODES {
        out.text(" and ");
        out.decimal(unwritten as u64);
        out.text(" more");
        return false;
    }
    out.texts(&[" ", code.name(), " "]);
    out.quoted(code.bytes());
    true
}

const fn write_fields(mut fields: &[FieldLayout], out: &mut TextWriter<'_>) {
    while let [field, rest @ ..] = fields {
        if !field.before().is_empty() {
            out.quoted(field.before());
            out.text(", ");
        }
        out.texts(&[field.name(), " ("]);
        write_encoding(field.encoding(), out);
        out.byte(b')');
        if !field.bytes_after().is_empty() {
            out.text(", ");
            out.quoted(field.bytes_after());
        }
        if !rest.is_empty() {
            out.text(", ");
        }
        fields = rest;
    }
}
