//! [`format`], which tests the laws of a format.

use super::{Hex, Violation, violation};
use crate::codec::BoundPlace;
use crate::format::bytes::{read, write, write_bound, write_starts_with_bound};
use crate::format::{DecimalParts, Format, Kind, Null, Number, Type, plain_float, table};
use crate::layout::format::{End, Form, FormatFacts};
use crate::layout::{Encoding, Nested, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::tag::{NONE, SOME};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Tests the laws of a [format](crate::format::Format): whether its functions keep what its table promises, for values of each
/// kind in the table.
///
/// | law | what is tested |
/// |---|---|
/// | `round trip` | `read` reads what `write` has written, in the middle and at the end of a key |
/// | `identity` | different values have different bytes |
/// | `end` | `read` finds the end of a value, whatever follows, and rejects bytes without their end |
/// | `descending` | `read` reads the complement of the bytes too, unless the row is `only_ascending` |
/// | `widths` | the bytes of all values have the widths of the table |
/// | `order` | bytes sort as the values do, unless the row is `unsorted` |
/// | `start` | the bounds of `write_beginning` contain exactly the values that begin alike, in the middle and at the end of a key |
/// | `nearest` | the value that `unencodable` names is the nearest one that the format can encode |
/// | `null` | the null sorts before all values, and no value begins with its bytes |
/// | `table` | the other promises of the table: all values, the first byte, text, plain bytes, the same bytes at any width |
///
/// # Errors
/// The first violation of a law.
///
/// The page of the [module `format`](crate::format) has an example.
pub fn format<F: Format>() -> Result<(), Violation> {
    for (index, row) in F::TYPES.iter().enumerate() {
        if F::TYPES.iter().take(index).any(|earlier| contains(earlier, row)) {
            let details = format!("two rows have the kind {:?}, and only the first one is used", row.kind);
            return violation("table", details);
        }
        for kind in kinds(row) {
            Samples::<F>::of(kind)?.check()?;
        }
    }
    Ok(())
}

/// Checks whether every type of the row `b` is in the row `a`.
fn contains(a: &Type, b: &Type) -> bool {
    core::mem::discriminant(&a.kind) == core::mem::discriminant(&b.kind)
        && a.plain.0 <= b.plain.0
        && b.plain.1 <= a.plain.1
}

/// Returns the kind of a row. For integers and arrays of several widths, returns the kind with some of these widths.
fn kinds(row: &Type) -> Vec<Kind> {
    let (least, greatest) = row.plain;
    let mut widths: Vec<usize> = (0..=17).filter(|width| (least..=greatest).contains(width)).collect();
    if widths.is_empty() {
        widths.push(least);
    }
    let of_each = |kind: fn(usize) -> Kind| widths.iter().map(|width| kind(*width)).collect();
    match row.kind {
        Kind::Unsigned { .. } => of_each(|width| Kind::Unsigned { width }),
        Kind::Signed { .. } => of_each(|width| Kind::Signed { width }),
        Kind::Array { .. } => of_each(|width| Kind::Array { width }),
        kind => vec![kind],
    }
}

/// Returns the encoding of the values without a format.
fn encoding(kind: Kind) -> Encoding {
    let (first, last) = (i32::MIN, i32::MAX);
    let value = |value| Encoding::Value { value };
    match kind {
        Kind::Unsigned { width } => Encoding::Unsigned { width },
        Kind::Signed { width } => Encoding::Signed { width },
        Kind::Float { width } => Encoding::Float { width },
        Kind::Bool => Encoding::Bool,
        Kind::Char => Encoding::Char,
        Kind::Text => Encoding::Text,
        Kind::Bytes => Encoding::Bytes,
        Kind::Array { width } => Encoding::Array { width },
        Kind::Uuid => value(ValueKind::Uuid),
        Kind::Ulid => value(ValueKind::Ulid),
        Kind::Decimal => value(ValueKind::Decimal),
        Kind::Date => value(ValueKind::Date { first, last }),
        Kind::Time => value(ValueKind::Time { leap_seconds: false }),
        Kind::DateTime => value(ValueKind::DateTime { first, last, leap_seconds: false }),
        Kind::Timestamp => value(ValueKind::Timestamp { first: i64::MIN, last: i64::MAX, leap_seconds: false }),
        Kind::Duration => value(ValueKind::Duration),
        Kind::Ipv4 => value(ValueKind::Ipv4),
        Kind::Ipv6 => value(ValueKind::Ipv6),
    }
}

/// Returns the plain bytes of some values, in order.
fn plain_values(kind: Kind) -> Vec<Vec<u8>> {
    const CONTENT: [&[u8]; 8] = [b"", b"\0", b"\x01", b"a", b"\x7F", b"\xC3\xBF", b"\xFF", b"\xFE"];
    let mut values = match kind {
        Kind::Float { width } => floats(width),
        Kind::Bool => vec![vec![0], vec![1]],
        Kind::Char => "\0\u{1}a\u{7F}\u{80}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
            .chars()
            .map(|character| u32::from(character).to_be_bytes().to_vec())
            .collect(),
        Kind::Text | Kind::Bytes => {
            // All contents of up to three of these pieces, and longer ones around the sizes of groups.
            let mut values = vec![Vec::new()];
            for _ in 0..3 {
                let longer = values.iter().flat_map(|value| CONTENT.map(|piece| [&**value, piece].concat()));
                values = longer.collect();
            }
            // The longest are for a table with a greatest width, which would let `max_len` promise too little.
            let long = (6..=18).chain([300]).flat_map(|len| [vec![b'a'; len], vec![0; len], vec![0xFF; len]]);
            values.extend(long);
            values.retain(|value| kind == Kind::Bytes || core::str::from_utf8(value).is_ok());
            values
        }
        Kind::Decimal => decimals(),
        Kind::Date => (-2..=2).map(|days: i128| signed(days * 10_000, 4)).collect(),
        Kind::Time => [0, 1, 999_999_999, 86_399_999_999_999, 86_400_500_000_000]
            .map(|nanos: u64| nanos.to_be_bytes().to_vec())
            .into(),
        Kind::DateTime => [(0, 0), (-1, 86_399_999_999_999), (19_000, 1_000_000), (18_999, 86_400_001_000_000)]
            .map(|(days, nanos): (i128, u64)| [signed(days, 4), nanos.to_be_bytes().to_vec()].concat())
            .into(),
        Kind::Timestamp => [
            (0, 0),
            (-1, 999_999_999),
            (1_700_000_000, 123_456_789),
            (-62_135_596_800, 1),
            (59, 1_500_000_000),
            (60, 500_000_000),
        ]
        .map(|(seconds, nanos): (i128, u32)| [signed(seconds, 8), nanos.to_be_bytes().to_vec()].concat())
        .into(),
        Kind::Duration => [(0, 0), (0, 1), (1, 0), (u64::MAX, 999_999_999)]
            .map(|(seconds, nanos): (u64, u32)| [&seconds.to_be_bytes()[..], &nanos.to_be_bytes()].concat())
            .into(),
        Kind::Unsigned { .. }
        | Kind::Signed { .. }
        | Kind::Array { .. }
        | Kind::Uuid
        | Kind::Ulid
        | Kind::Ipv4
        | Kind::Ipv6 => words(kind.width().unwrap_or(0)),
    };
    values.sort();
    values.dedup();
    values
}

/// Returns byte strings of a width: those around each power of two, with a few bytes 00 and FF.
fn words(width: usize) -> Vec<Vec<u8>> {
    let patterns = [0x00, 0x01, 0x02, 0x7E, 0x7F, 0x80, 0x81, 0xFE, 0xFF, 0x55];
    let filled = [0x00, 0xFF, 0x80, 0x7F].map(|byte| vec![byte; width]);
    let mut values = filled.to_vec();
    for at in 0..width {
        for value in &filled {
            for pattern in patterns {
                let mut value = value.clone();
                value.iter_mut().skip(at).take(1).for_each(|byte| *byte = pattern);
                values.push(value);
            }
        }
    }
    values
}

fn signed(number: i128, width: usize) -> Vec<u8> {
    let mut plain = Vec::new();
    Number::Signed(number).write(width, &mut plain);
    plain
}

fn floats(width: usize) -> Vec<Vec<u8>> {
    let values = [0.0, 1.0, 1.5, 0.1, 1e10, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN, 5e-324];
    let plain = |value: f64| {
        #[allow(clippy::cast_possible_truncation, reason = "any f32 is a sample")]
        let bits = if width == 4 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
        // One more bit makes another number, and another NaN.
        [bits, bits | 1].map(|bits| {
            let plain = plain_float(bits, width).to_be_bytes();
            plain.get(plain.len().saturating_sub(width)..).unwrap_or_default().to_vec()
        })
    };
    values.iter().flat_map(|value| [plain(*value), plain(-value)].concat()).collect()
}

fn decimals() -> Vec<Vec<u8>> {
    let magnitudes = [0, 1, 9, 10, 15, 99, 100, 101, 999, 12_345, 10_u128.pow(20), (1 << 96) - 1];
    let mut values = Vec::new();
    for magnitude in magnitudes {
        for scale in [0, 1, 2, 3, 14, 27, 28] {
            for negative in [false, true] {
                values.extend(DecimalParts { magnitude, scale, negative }.write().map(Vec::from));
            }
        }
    }
    values
}

/// Returns the number as a number of an integer kind.
fn converted(number: Number, kind: Kind) -> Option<Number> {
    match (number, kind) {
        (Number::Unsigned(number), Kind::Signed { .. }) => i128::try_from(number).ok().map(Number::Signed),
        (Number::Signed(number), Kind::Unsigned { .. }) => u128::try_from(number).ok().map(Number::Unsigned),
        (number, Kind::Unsigned { .. } | Kind::Signed { .. }) => Some(number),
        _ => None,
    }
}

/// Some values of a kind, with their bytes.
struct Samples<F> {
    kind: Kind,
    of: Encoding,
    facts: FormatFacts,
    only_last: bool,
    only_ascending: bool,
    /// Plain bytes, in order, and the bytes in the middle and at the end of a key.
    values: Vec<(Vec<u8>, [Vec<u8>; 2])>,
    rejected: Vec<Vec<u8>>,
    format: core::marker::PhantomData<F>,
}

impl<F: Format> Samples<F> {
    fn of(kind: Kind) -> Result<Self, Violation> {
        let of = encoding(kind);
        let layout = table::<F>().layout(&of);
        let mut values = Self {
            kind,
            facts: layout.facts,
            only_last: layout.only_last.is_some(),
            only_ascending: layout.only_ascending.is_some(),
            of,
            values: Vec::new(),
            rejected: Vec::new(),
            format: core::marker::PhantomData,
        };
        let promises_all = matches!(table::<F>().has(&values.of), crate::format::Has::Values { all: true, .. });
        for plain in plain_values(kind) {
            let (mut middle, mut end) = (Vec::new(), Vec::new());
            let in_middle = write::<F, _>(&values.of, &plain, false, &mut middle);
            match (in_middle, write::<F, _>(&values.of, &plain, true, &mut end)) {
                (Ok(()), Ok(())) => values.values.push((plain, [middle, end])),
                _ if promises_all => {
                    let value = values.shown(&plain);
                    let details = format!("{value} cannot be encoded, but its row promises all values");
                    return Err(Violation { law: "table", details });
                }
                _ => values.rejected.push(plain),
            }
        }
        Ok(values)
    }

    /// Describes a value in a message.
    fn shown(&self, plain: &[u8]) -> String {
        match plain.get(..64) {
            Some(start) => format!("the {:?} with {} plain bytes, `{}..`", self.kind, plain.len(), Hex(start)),
            None => format!("the {:?} with the plain bytes `{}`", self.kind, Hex(plain)),
        }
    }

    fn check(&self) -> Result<(), Violation> {
        for (plain, [middle, end]) in &self.values {
            self.check_table(plain, middle, end)?;
            self.check_end_of_key(plain, middle, end)?;
            self.check_read(plain, end, true, b"")?;
            if !self.only_last {
                let tails: &[&[u8]] = if self.facts.end == End::UnlessFf {
                    &[b"", b"\0", b"\x01a", b"\xFE\xFF"]
                } else {
                    &[b"", b"\0", b"\x01a", b"\xFF\xFF", b"\0\0", b"\0\xFF"]
                };
                tails.iter().try_for_each(|tail| self.check_read(plain, middle, false, tail))?;
                if !self.only_ascending {
                    self.check_descending(plain, middle)?;
                }
                // `02 00` is a text, and the beginning of the text `02 00 FF 00`.
                if self.facts.end != End::UnlessFf {
                    self.check_truncated(plain, middle)?;
                }
            }
        }
        self.check_pairs()?;
        self.rejected.iter().try_for_each(|plain| self.check_rejected(plain))?;
        self.check_beginnings()?;
        self.check_null()
    }

    fn check_table(&self, plain: &[u8], middle: &[u8], end: &[u8]) -> Result<(), Violation> {
        let (value, facts) = (self.shown(plain), &self.facts);
        let (min, max) = facts.widths;
        for bytes in [middle, end] {
            if bytes.len() < min || max.is_some_and(|max| bytes.len() > max) {
                let len = bytes.len();
                let promised = max.map_or_else(|| format!("at least {min}"), |max| format!("{min} to {max}"));
                return violation("widths", format!("{value} has the width {len}, but its row says {promised}"));
            }
            if facts.text && core::str::from_utf8(bytes).is_err() {
                return violation("table", format!("{value} has the bytes {}, which are not text", Hex(bytes)));
            }
        }
        if let [first, ..] = middle
            && !(facts.first.0..=facts.first.1).contains(first)
        {
            return violation("table", format!("{value} begins with the byte {first:02x}, which its row excludes"));
        }
        let mut expected = Vec::new();
        match facts.form {
            Form::Plain(first) => {
                expected.extend(first);
                expected.extend_from_slice(plain);
                expected.extend((self.kind == Kind::Text).then_some(0));
            }
            Form::Integer { first, width, reversed } => {
                Number::read(plain, matches!(self.kind, Kind::Signed { .. })).write(width, &mut expected);
                if reversed {
                    expected.reverse();
                }
                expected.splice(..0, first);
            }
            Form::AnyWidth { .. } => return self.check_any_width(plain, middle),
            Form::Own => return Ok(()),
        }
        if expected == middle {
            return Ok(());
        }
        let (expected, found) = (Hex(&expected), Hex(middle));
        violation("table", format!("{value} has the bytes {found}, but its row promises {expected}"))
    }

    /// Checks that the same number in the other types with this promise has the same bytes.
    fn check_any_width(&self, plain: &[u8], middle: &[u8]) -> Result<(), Violation> {
        let number = Number::read(plain, matches!(self.kind, Kind::Signed { .. }));
        for kind in F::TYPES.iter().flat_map(kinds) {
            let (of, mut other) = (encoding(kind), Vec::new());
            let (Some(same), Some(width)) = (converted(number, kind), kind.width()) else { continue };
            if table::<F>().layout(&of).facts.form != self.facts.form || !same.fits(width) {
                continue;
            }
            let is_same_sign = core::mem::discriminant(&kind) == core::mem::discriminant(&self.kind);
            if !is_same_sign && self.facts.form != (Form::AnyWidth { and_signs: true }) {
                continue;
            }
            let mut same_plain = Vec::new();
            same.write(width, &mut same_plain);
            if write::<F, _>(&of, &same_plain, false, &mut other).is_ok() && other != middle {
                let (value, middle, other) = (self.shown(plain), Hex(middle), Hex(&other));
                let details = format!("{value} has the bytes {middle}, but the same number as {kind:?} has {other}");
                return violation("table", details);
            }
        }
        Ok(())
    }

    /// Checks that the row says so if a value has other bytes at the end of a key. Otherwise a range that ends at the value
    /// contains longer values too.
    fn check_end_of_key(&self, plain: &[u8], middle: &[u8], end: &[u8]) -> Result<(), Violation> {
        if middle == end || self.facts.end == End::WithKey {
            return Ok(());
        }
        let (value, middle, end) = (self.shown(plain), Hex(middle), Hex(end));
        violation(
            "table",
            format!("{value} has the bytes {middle}, but {end} at the end of a key: its row lacks `ends_with_key`"),
        )
    }

    fn check_read(&self, plain: &[u8], bytes: &[u8], last: bool, tail: &[u8]) -> Result<(), Violation> {
        let key = [bytes, tail].concat();
        let mut reader = Reader::new(&key);
        let mut read_back = Vec::new();
        let result = read::<F, _>(&self.of, last, &mut reader, &mut read_back);
        let value = self.shown(plain);
        let law = if tail.is_empty() { "round trip" } else { "end" };
        match result {
            Err(error) => violation(law, format!("{value} is written as {}: {error}", Hex(&key))),
            Ok(()) if read_back != plain => {
                violation(law, format!("{value} is written as {}, which reads as {}", Hex(&key), Hex(&read_back)))
            }
            Ok(()) if reader.remaining() != tail.len() => {
                let read = reader.offset();
                violation(
                    "end",
                    format!("{value} has {} bytes, but reading takes {read} of {}", bytes.len(), Hex(&key)),
                )
            }
            Ok(()) => Ok(()),
        }
    }

    /// Checks that `read` reads the complement of the bytes, as in a descending field.
    fn check_descending(&self, plain: &[u8], bytes: &[u8]) -> Result<(), Violation> {
        let complement: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
        let mut read_back = Vec::new();
        let result =
            Reader::new(&complement).complemented(|reader| read::<F, _>(&self.of, false, reader, &mut read_back));
        let value = self.shown(plain);
        match result {
            Ok(()) if read_back == plain => Ok(()),
            Ok(()) => violation("descending", format!("{value} reads as {} in a descending field", Hex(&read_back))),
            Err(error) => violation("descending", format!("{value} in a descending field: {error}")),
        }
    }

    fn check_truncated(&self, plain: &[u8], bytes: &[u8]) -> Result<(), Violation> {
        for len in 0..bytes.len() {
            let truncated = bytes.get(..len).unwrap_or_default();
            let mut reader = Reader::new(truncated);
            if read::<F, _>(&self.of, false, &mut reader, &mut Vec::new()).is_ok() {
                let value = self.shown(plain);
                let (bytes, truncated) = (Hex(bytes), Hex(truncated));
                return violation("end", format!("{value} has the bytes {bytes}, but {truncated} is a value too"));
            }
        }
        Ok(())
    }

    fn check_pairs(&self) -> Result<(), Violation> {
        // The values are in order, so neighbors are enough for the order.
        for pair in self.values.windows(2) {
            let [(a, a_bytes), (b, b_bytes)] = pair else { continue };
            for (a_bytes, b_bytes) in a_bytes.iter().zip(b_bytes) {
                if !self.facts.sort(a_bytes, b_bytes) {
                    let (a, b) = (self.shown(a), self.shown(b));
                    let (a_bytes, b_bytes) = (Hex(a_bytes), Hex(b_bytes));
                    return violation(
                        "order",
                        format!("{a} is less than {b}, but their bytes are {a_bytes} and {b_bytes}"),
                    );
                }
            }
        }
        let mut by_bytes: Vec<_> = self.values.iter().map(|(plain, [middle, _])| (middle, plain)).collect();
        by_bytes.sort();
        match by_bytes.windows(2).find(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
            Some([(bytes, a), (_, b)]) => {
                violation("identity", format!("{} and {} have the bytes {}", self.shown(a), self.shown(b), Hex(bytes)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that no value that the format can encode is between the rejected value and the one that the format names.
    fn check_rejected(&self, plain: &[u8]) -> Result<(), Violation> {
        let value = self.shown(plain);
        let Some(unencodable) = F::unencodable(self.kind, plain) else { return Ok(()) };
        let (nearest, place) = (unencodable.nearest.as_deref(), unencodable.place);
        if let Some(nearest) = nearest
            && F::unencodable(self.kind, nearest).is_some()
        {
            return violation("nearest", format!("{value} is near {}, which cannot be encoded either", Hex(nearest)));
        }
        let is_wrong = |stored: &[u8]| match (nearest, place) {
            (None, _) => stored < plain,
            (Some(nearest), Some(BoundPlace::Before)) => plain >= nearest || (plain < stored && stored < nearest),
            (Some(nearest), Some(BoundPlace::After)) => plain <= nearest || (nearest < stored && stored < plain),
            (Some(_), None) => false,
        };
        match self.values.iter().find(|(stored, _)| is_wrong(stored)) {
            Some((stored, _)) if self.facts.sorts => {
                violation("nearest", format!("{} is nearer to {value} than what the format names", Hex(stored)))
            }
            _ => Ok(()),
        }
    }

    fn check_beginnings(&self) -> Result<(), Violation> {
        let starts_alike = matches!(table::<F>().has(&self.of), crate::format::Has::Values { starts_alike: true, .. });
        if !starts_alike {
            return Ok(());
        }
        let mut beginnings: Vec<&[u8]> = self.values.iter().map(|(plain, _)| &**plain).collect();
        beginnings.extend(self.values.iter().filter_map(|(plain, _)| plain.get(..plain.len().saturating_sub(1))));
        beginnings.sort_unstable();
        beginnings.dedup();
        for beginning in beginnings {
            let bound = |place| {
                let mut out = Vec::new();
                let place = write_starts_with_bound::<F>(&self.of, beginning, place, &mut out);
                (out, place)
            };
            let (mut lower, mut upper) = (bound(BoundPlace::Before), bound(BoundPlace::After));
            if self.facts.descending {
                core::mem::swap(&mut lower, &mut upper);
            }
            let ((lower, lower_place), (upper, upper_place)) = (lower, upper);
            let stored = self.values.iter().flat_map(|(plain, places)| places.iter().map(move |bytes| (plain, bytes)));
            for (plain, bytes) in stored {
                let is_found = lower_place.is_some()
                    && upper_place.is_some()
                    && lower <= *bytes
                    && (bytes.starts_with(&upper) || *bytes < upper);
                let begins = plain.starts_with(beginning);
                if is_found != begins {
                    let found = if is_found { "contain" } else { "do not contain" };
                    return violation(
                        "start",
                        format!(
                            "the bounds {} and {} of the beginning `{}` {found} {}, whose bytes are {}",
                            Hex(&lower),
                            Hex(&upper),
                            Hex(beginning),
                            self.shown(plain),
                            Hex(bytes)
                        ),
                    );
                }
            }
        }
        Ok(())
    }

    fn check_null(&self) -> Result<(), Violation> {
        let optional = Encoding::Optional { of: Nested::Boxed(Box::new(self.of.clone())) };
        if matches!(table::<F>().has(&optional), crate::format::Has::Nothing) {
            return Ok(());
        }
        let facts = table::<F>().layout(&optional).facts;
        for last in [false, true] {
            let written = |plain: &[u8]| {
                let mut out = Vec::new();
                write::<F, _>(&optional, plain, last, &mut out).map(|()| out)
            };
            let null = written(&[NONE]).unwrap_or_default();
            for (plain, _) in &self.values {
                let some = [&[SOME][..], plain].concat();
                let bytes = written(&some).unwrap_or_default();
                let begins_with_null =
                    !null.is_empty() && bytes.starts_with(&null) && !matches!(F::NULL, Null::Tagged(..));
                if begins_with_null || !facts.sort(&null, &bytes) {
                    let (value, null, bytes) = (self.shown(plain), Hex(&null), Hex(&bytes));
                    return violation("null", format!("the null is {null}, and {value} is {bytes}"));
                }
                let mut read_back = Vec::new();
                let is_read = read::<F, _>(&optional, last, &mut Reader::new(&bytes), &mut read_back).is_ok();
                if !is_read || read_back != some {
                    return violation("null", format!("`Some` of {} does not decode", self.shown(plain)));
                }
                // A range after the null begins before every value.
                let mut bound = Vec::new();
                write_bound::<F>(&optional, &[NONE], BoundPlace::After, false, false, &mut bound);
                let is_outside =
                    if facts.descending { bytes >= bound } else { bytes.starts_with(&bound) || bound > bytes };
                if !last && facts.sorts && is_outside {
                    return violation("null", format!("a range after the null leaves out {}", self.shown(plain)));
                }
            }
        }
        Ok(())
    }
}

impl FormatFacts {
    /// Checks whether the bytes of two values are in the order that the facts promise for `lesser` and `greater`.
    fn sort(&self, lesser: &[u8], greater: &[u8]) -> bool {
        !self.sorts || if self.descending { greater < lesser } else { lesser < greater }
    }
}
