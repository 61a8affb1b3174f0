//! Reads columns in the formats of other systems: tuples of FoundationDB, and the columns of TiDB's indexes.

use std::collections::BTreeSet;

use super::cost::{self, PART_COST, as_f64, as_text};
use super::part::{Column, Format, Part, Reading, ValueType};

/// A value of a column. Only the fields that its type needs are set.
struct StoredValue<'a> {
    /// `None` if the value is missing.
    value_type: Option<ValueType>,
    /// The content of a text or of bytes.
    content: Vec<u8>,
    number: i128,
    /// The encoded value in the key, including its type byte.
    bytes: &'a [u8],
}

/// Returns the values in the bytes, or `None` if the bytes are not in this format.
fn read(format: Format, mut bytes: &[u8]) -> Option<Vec<StoredValue<'_>>> {
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let (mut value, width) = match format {
            Format::FoundationDb => foundation_db(bytes)?,
            Format::Tidb => tidb(bytes)?,
        };
        (value.bytes, bytes) = bytes.split_at_checked(width)?;
        values.push(value);
    }
    Some(values)
}

fn plain<'a>(value_type: ValueType, width: usize) -> (StoredValue<'a>, usize) {
    (StoredValue { value_type: Some(value_type), content: Vec::new(), number: 0, bytes: &[] }, width)
}

fn number<'a>(value_type: ValueType, number: i128, width: usize) -> (StoredValue<'a>, usize) {
    (StoredValue { value_type: Some(value_type), content: Vec::new(), number, bytes: &[] }, width)
}

fn content<'a>(value_type: ValueType, content: Vec<u8>, width: usize) -> (StoredValue<'a>, usize) {
    (StoredValue { value_type: Some(value_type), content, number: 0, bytes: &[] }, width)
}

fn missing<'a>() -> (StoredValue<'a>, usize) {
    (StoredValue { value_type: None, content: Vec::new(), number: 0, bytes: &[] }, 1)
}

fn big_endian(bytes: &[u8]) -> i128 {
    bytes.iter().fold(0, |number, byte| number << 8 | i128::from(*byte))
}

/// Reads the value at the start of `bytes`. Returns the value, whose field `bytes` is not set yet, and its width.
fn foundation_db<'a>(bytes: &[u8]) -> Option<(StoredValue<'a>, usize)> {
    let (first, rest) = bytes.split_first()?;
    Some(match first {
        0x00 => missing(),
        0x01 | 0x02 => {
            let mut unescaped = Vec::new();
            let mut at = 0;
            loop {
                match (*rest.get(at)?, rest.get(at + 1)) {
                    (0, Some(0xFF)) => {
                        unescaped.push(0);
                        at += 2;
                    }
                    (0, _) => break,
                    (byte, _) => {
                        unescaped.push(byte);
                        at += 1;
                    }
                }
            }
            content(if *first == 0x01 { ValueType::Bytes } else { ValueType::Text }, unescaped, at + 2)
        }
        0x0C..=0x1C => {
            let width = usize::from(first.abs_diff(0x14));
            let stored = big_endian(rest.get(..width)?);
            let value = if *first < 0x14 { stored - (1 << (8 * width)) + 1 } else { stored };
            number(ValueType::Signed, value, 1 + width)
        }
        0x20 => plain(ValueType::Float, 5),
        0x21 => plain(ValueType::Double, 9),
        0x26 | 0x27 => plain(ValueType::Bool, 1),
        0x30 => plain(ValueType::Uuid, 17),
        _ => return None,
    })
}

fn tidb<'a>(bytes: &[u8]) -> Option<(StoredValue<'a>, usize)> {
    let (first, rest) = bytes.split_first()?;
    Some(match first {
        0 => missing(),
        1 => {
            let mut joined = Vec::new();
            for (index, group) in rest.chunks_exact(9).enumerate() {
                let len = usize::from(group[8].checked_sub(0xF7)?);
                joined.extend_from_slice(&group[..len]);
                if len < 8 {
                    return Some(content(ValueType::Text, joined, 1 + 9 * (index + 1)));
                }
            }
            return None;
        }
        3 => number(ValueType::Signed, big_endian(rest.get(..8)?) - (1 << 63), 9),
        4 => number(ValueType::Unsigned, big_endian(rest.get(..8)?), 9),
        5 => plain(ValueType::Double, 9),
        _ => return None,
    })
}

/// Returns the columns of `rests`, which are the remaining bytes of each sample, and the bits that the columns take. Returns
/// `None` if the samples do not all have the same columns.
pub(crate) fn columns(format: Format, rests: &[&[u8]]) -> Option<(Vec<Part>, f64)> {
    let rows: Vec<Vec<StoredValue<'_>>> = rests.iter().map(|rest| read(format, rest)).collect::<Option<_>>()?;
    let count = rows.first()?.len();
    if rows.iter().any(|row| row.len() != count) {
        return None;
    }
    let columns: Option<Vec<(Part, f64)>> =
        (0..count).map(|at| column(format, &rows.iter().map(|row| &row[at]).collect::<Vec<_>>())).collect();
    let (parts, costs): (Vec<Part>, Vec<f64>) = columns?.into_iter().unzip();
    // If the first column has the same value in all keys, the column belongs to the constant before the columns.
    if parts.first().is_some_and(|first| first.distinct == 1) {
        return None;
    }
    // By chance, other bytes can look like a column with a number or a flag, but hardly like a text or two numbers.
    let count_of = |value_types: &[ValueType]| {
        let is_of =
            |part: &&Part| matches!(&part.reading, Reading::Column(column) if value_types.contains(&column.value_type));
        parts.iter().filter(is_of).count()
    };
    let is_likely =
        count_of(&[ValueType::Text, ValueType::Bytes]) > 0 || count_of(&[ValueType::Signed, ValueType::Unsigned]) > 1;
    is_likely.then(|| (parts, costs.iter().sum()))
}

/// Returns the column with these values, and the number of bits that the values take.
fn column(format: Format, values: &[&StoredValue<'_>]) -> Option<(Part, f64)> {
    let n = as_f64(values.len());
    let mut value_types = values.iter().filter_map(|value| value.value_type);
    let mut value_type = value_types.next()?;
    if value_types.any(|other| other != value_type) {
        return None;
    }
    let numbers = values.iter().filter(|value| value.value_type.is_some()).map(|value| value.number);
    let contents: Vec<&[u8]> = values.iter().map(|value| &*value.content).collect();
    let stored: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
    let mut time = None;
    let mut cost = match value_type {
        ValueType::Text | ValueType::Bytes => {
            if contents.iter().any(|content| std::str::from_utf8(content).is_err()) {
                value_type =
                    Some(ValueType::Bytes).filter(|_| format == Format::Tidb || value_type == ValueType::Bytes)?;
            }
            let readable = value_type == ValueType::Text && contents.iter().all(|content| as_text(content).is_some());
            let cost = if readable { cost::length_prefixed(&contents) } else { cost::contents(&contents, true) };
            cost + cost::lengths(&contents)
        }
        ValueType::Signed | ValueType::Unsigned => {
            if numbers.clone().any(|number| number < i64::MIN.into()) {
                return None;
            }
            let negative = numbers.clone().any(|number| number < 0);
            if numbers.clone().any(|number| number > i64::MAX.into()) {
                value_type = Some(ValueType::Unsigned).filter(|_| !negative)?;
            }
            // The zigzag encoding maps 0, -1, 1, -2, .. to 0, 1, 2, 3, .. so that small negative numbers also take few
            // bits.
            let zigzag = |number: i128| (2 * number.unsigned_abs()) - u128::from(number < 0);
            let numbers: Vec<u128> =
                numbers.map(|number| if negative { zigzag(number) } else { number.unsigned_abs() }).collect();
            time = cost::time(&numbers).filter(|_| !negative);
            if time.is_some() { cost::times(&numbers) } else { cost::numbers_or_list(&numbers) }
        }
        ValueType::Bool => n,
        ValueType::Uuid => n * 122.0,
        ValueType::Float | ValueType::Double => cost::bytes_or_list(&stored),
    };
    let optional = values.iter().any(|value| value.value_type.is_none());
    if optional {
        cost += n;
    }
    let bytes: usize = stored.iter().map(|bytes| bytes.len()).sum();
    let saved = (8.0 * as_f64(bytes) - cost) / n;
    let distinct = stored.iter().collect::<BTreeSet<_>>().len();
    let reading = Reading::Column(Column { format, value_type, optional, time });
    Some((Part { reading, saved, distinct, lead: f64::INFINITY }, cost + PART_COST))
}
