//! Encodes and decodes elements of FoundationDB tuples. Part of the model, a second implementation of
//! `rowkey/docs/layout.md` (section 18.1) for tests.
//!
//! `nested` is true within a nested tuple, which is a struct in rowkey. There, `None` is stored as `00 FF` and not as
//! `00`.

use super::{Fault, complement};
use crate::model::encode::{Reason, plain};
use crate::model::{Field, Kind, Value};

pub(super) fn encode(kind: &Kind, value: &Value) -> Result<Vec<u8>, Reason> {
    tuple(kind, value, false)
}

fn tuple(kind: &Kind, value: &Value, nested: bool) -> Result<Vec<u8>, Reason> {
    Ok(match (kind, value) {
        (_, Value::U(number, _)) => tuple_number(*number, false),
        (_, Value::I(number, _)) => tuple_number(number.unsigned_abs(), *number < 0),
        (_, Value::Bool(value)) => vec![if *value { 0x27 } else { 0x26 }],
        (_, Value::F32(_)) => [vec![0x20], plain(kind, value)].concat(),
        (_, Value::F64(_)) => [vec![0x21], plain(kind, value)].concat(),
        (_, Value::Str(text)) => tuple_content(2, text.as_bytes()),
        (_, Value::Bytes(bytes) | Value::Array(bytes)) => tuple_content(1, bytes),
        (_, Value::Opt(None)) if nested => vec![0, 0xFF],
        (_, Value::Opt(None)) => vec![0],
        (Kind::Opt(kind), Value::Opt(Some(value))) => tuple(kind, value, nested)?,
        (Kind::Struct(fields), Value::Struct(values)) => {
            let elements: Result<Vec<Vec<u8>>, Reason> =
                fields.iter().zip(values).map(|(field, value)| element(field, value)).collect();
            [vec![5], elements?.concat(), vec![0]].concat()
        }
        (_, other) => panic!("FoundationDB has no {other:?}"),
    })
}

fn element(field: &Field, value: &Value) -> Result<Vec<u8>, Reason> {
    let body = match value {
        Value::Descending(value) => complement(&tuple(&field.kind, value, false)?),
        value => tuple(&field.kind, value, true)?,
    };
    Ok([&field.before, &body, field.after.as_deref().unwrap_or_default()].concat())
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
    [vec![code], escaped(content), vec![0]].concat()
}

pub(in crate::model) fn escaped(content: &[u8]) -> Vec<u8> {
    content.iter().flat_map(|byte| if *byte == 0 { vec![0, 0xFF] } else { vec![*byte] }).collect()
}

pub(super) fn decode(rest: &[u8], kind: &Kind, nested: bool) -> Result<(Value, usize), Fault> {
    let code = *rest.first().ok_or(Fault::Short)?;
    Ok(match kind {
        Kind::U(width) => {
            let (magnitude, negative, len) = read_number(rest)?;
            let fits = magnitude <= u128::MAX >> (128 - 8 * width) && !negative;
            (fits.then_some(Value::U(magnitude, *width)).ok_or(Fault::Value)?, len)
        }
        Kind::I(width) => {
            let (magnitude, negative, len) = read_number(rest)?;
            let number = if negative { 0_i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() };
            let limit = i128::MAX >> (128 - 8 * width);
            let number = number.filter(|number| (-limit - 1..=limit).contains(number)).ok_or(Fault::Value)?;
            (Value::I(number, *width), len)
        }
        Kind::Bool => (Value::Bool(code == 0x27), 1),
        Kind::F32 | Kind::F64 => {
            let (value, length) = crate::model::decode::plain(&rest[1..], kind)?;
            (value, length + 1)
        }
        Kind::Str | Kind::Bytes | Kind::Array(_) => {
            let mut content = Vec::new();
            let mut offset = 1;
            loop {
                match (rest.get(offset), rest.get(offset + 1)) {
                    (Some(0), Some(0xFF)) => {
                        content.push(0);
                        offset += 2;
                    }
                    (Some(0), _) => break,
                    (Some(byte), _) => {
                        content.push(*byte);
                        offset += 1;
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
            (value, offset + 1)
        }
        Kind::Opt(_) if code == 0 => (Value::Opt(None), if nested { 2 } else { 1 }),
        Kind::Opt(kind) => {
            let (value, len) = decode(rest, kind, nested)?;
            (Value::Opt(Some(Box::new(value))), len)
        }
        Kind::Struct(fields) => {
            let mut offset = 1;
            let mut values = Vec::new();
            for field in fields {
                offset += field.before.len();
                let element = rest.get(offset..).ok_or(Fault::Short)?;
                let (value, length) = if field.descending {
                    let (value, length) = decode(&complement(element), &field.kind, false)?;
                    (Value::Descending(Box::new(value)), length)
                } else {
                    decode(element, &field.kind, true)?
                };
                values.push(value);
                offset += length + field.after.as_ref().map_or(0, Vec::len);
            }
            (Value::Struct(values), offset + 1)
        }
        other => panic!("FoundationDB has no {other:?}"),
    })
}

fn read_number(rest: &[u8]) -> Result<(u128, bool, usize), Fault> {
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
