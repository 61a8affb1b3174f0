//! The key formats of other systems (formats page).

use super::encode::complement;
use super::{Fault, Kind, Value};

/// A key format of another system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The tuple layer of FoundationDB.
    FoundationDb,
}

impl Format {
    /// Checks whether the format has every value of this kind.
    pub fn is_total(self, _: &Kind) -> bool {
        match self {
            Format::FoundationDb => true,
        }
    }

    /// The bytes of a value.
    pub(super) fn encode(self, value: &Value) -> Vec<u8> {
        match self {
            Format::FoundationDb => tuple(value, false),
        }
    }

    /// Reads a value that `rest` begins with, and the number of its bytes. Leniently: the caller encodes the value again.
    pub(super) fn decode(self, rest: &[u8], kind: &Kind) -> Result<(Value, usize), Fault> {
        match self {
            Format::FoundationDb => untuple(rest, kind, false),
        }
    }
}

fn tuple(value: &Value, nested: bool) -> Vec<u8> {
    match value {
        Value::U(number, _) => tuple_number(*number, false),
        Value::I(number, _) => tuple_number(number.unsigned_abs(), *number < 0),
        Value::Bool(value) => vec![if *value { 0x27 } else { 0x26 }],
        Value::F32(bits) => [vec![0x20], sorted_float(&bits.to_be_bytes())].concat(),
        Value::F64(bits) => [vec![0x21], sorted_float(&bits.to_be_bytes())].concat(),
        Value::Str(text) => tuple_content(2, text.as_bytes()),
        Value::Bytes(bytes) | Value::Array(bytes) => tuple_content(1, bytes),
        Value::Opt(None) => {
            if nested {
                vec![0, 0xFF]
            } else {
                vec![0]
            }
        }
        Value::Opt(Some(value)) => tuple(value, nested),
        Value::Struct(values) => {
            [vec![5], values.iter().flat_map(|value| tuple(value, true)).collect(), vec![0]].concat()
        }
        other => panic!("FoundationDB has no {other:?}"),
    }
}

fn tuple_number(magnitude: u128, negative: bool) -> Vec<u8> {
    let bytes: Vec<u8> = magnitude.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
    let len = u8::try_from(bytes.len()).expect("at most 16 bytes");
    let code = match (len > 8, negative) {
        (false, false) => vec![0x14 + len],
        (false, true) => vec![0x14 - len],
        (true, false) => vec![0x1D, len],
        (true, true) => vec![0x0B, 0xFF - len],
    };
    [code, if negative { complement(&bytes) } else { bytes }].concat()
}

fn tuple_content(code: u8, content: &[u8]) -> Vec<u8> {
    let escaped = content.iter().flat_map(|byte| if *byte == 0 { vec![0, 0xFF] } else { vec![*byte] });
    [vec![code], escaped.collect(), vec![0]].concat()
}

/// A float whose bits sort: a negative one complemented, else the sign bit set.
fn sorted_float(bits: &[u8]) -> Vec<u8> {
    if bits[0] >= 0x80 { complement(bits) } else { [&[bits[0] + 0x80], &bits[1..]].concat() }
}

fn unsorted_float(stored: &[u8]) -> Vec<u8> {
    if stored[0] >= 0x80 { [&[stored[0] - 0x80], &stored[1..]].concat() } else { complement(stored) }
}

fn untuple(rest: &[u8], kind: &Kind, nested: bool) -> Result<(Value, usize), Fault> {
    let code = *rest.first().ok_or(Fault::Short)?;
    Ok(match kind {
        Kind::U(width) => {
            let (magnitude, negative, len) = untuple_number(rest)?;
            let fits = magnitude <= u128::MAX >> (128 - 8 * width) && !negative;
            (fits.then_some(Value::U(magnitude, *width)).ok_or(Fault::Value)?, len)
        }
        Kind::I(width) => {
            let (magnitude, negative, len) = untuple_number(rest)?;
            let number = if negative { 0_i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() };
            let limit = i128::MAX >> (128 - 8 * width);
            let number = number.filter(|number| (-limit - 1..=limit).contains(number)).ok_or(Fault::Value)?;
            (Value::I(number, *width), len)
        }
        Kind::Bool => (Value::Bool(code == 0x27), 1),
        Kind::F32 => {
            let stored = rest.get(1..5).ok_or(Fault::Short)?;
            (Value::F32(u32::from_be_bytes(unsorted_float(stored).try_into().expect("four bytes"))), 5)
        }
        Kind::F64 => {
            let stored = rest.get(1..9).ok_or(Fault::Short)?;
            (Value::F64(u64::from_be_bytes(unsorted_float(stored).try_into().expect("eight bytes"))), 9)
        }
        Kind::Str | Kind::Bytes | Kind::Array(_) => {
            let mut content = Vec::new();
            let mut at = 1;
            loop {
                match (rest.get(at), rest.get(at + 1)) {
                    (Some(0), Some(0xFF)) => {
                        content.push(0);
                        at += 2;
                    }
                    (Some(0), _) => break,
                    (Some(byte), _) => {
                        content.push(*byte);
                        at += 1;
                    }
                    (None, _) => return Err(Fault::Short),
                }
            }
            let value = match kind {
                Kind::Str => Value::Str(String::from_utf8(content).map_err(|_| Fault::Value)?),
                Kind::Array(width) if *width == content.len() => Value::Array(content),
                Kind::Array(_) => return Err(Fault::Value),
                _ => Value::Bytes(content),
            };
            (value, at + 1)
        }
        Kind::Opt(_) if code == 0 => (Value::Opt(None), if nested { 2 } else { 1 }),
        Kind::Opt(kind) => {
            let (value, len) = untuple(rest, kind, nested)?;
            (Value::Opt(Some(Box::new(value))), len)
        }
        Kind::Struct(fields) => {
            let mut at = 1;
            let mut values = Vec::new();
            for field in fields {
                let (value, len) = untuple(rest.get(at..).ok_or(Fault::Short)?, &field.kind, true)?;
                values.push(value);
                at += len;
            }
            (Value::Struct(values), at + 1)
        }
        other => panic!("FoundationDB has no {other:?}"),
    })
}

fn untuple_number(rest: &[u8]) -> Result<(u128, bool, usize), Fault> {
    let counted = || rest.get(1).copied().ok_or(Fault::Short);
    let (from, len, negative) = match rest[0] {
        0x0B => (2, 0xFF - counted()?, true),
        0x1D => (2, counted()?, false),
        code @ 0x0C..=0x13 => (1, 0x14 - code, true),
        code @ 0x14..=0x1C => (1, code - 0x14, false),
        _ => return Err(Fault::Value),
    };
    let to = from + usize::from(len);
    let bytes = rest.get(from..to).ok_or(Fault::Short)?;
    let bytes = if negative { complement(bytes) } else { bytes.to_vec() };
    let zeros = 16_usize.checked_sub(bytes.len()).ok_or(Fault::Value)?;
    let magnitude = [vec![0; zeros], bytes].concat().try_into().expect("16 bytes");
    Ok((u128::from_be_bytes(magnitude), negative, to))
}
