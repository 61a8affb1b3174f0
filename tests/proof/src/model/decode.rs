//! Decodes keys in the model, a second implementation of `rowkey/docs/layout.md` (section 11.3) for tests.
//!
//! `decode` reads the key field by field, and accepts some wrong bytes if that is simpler. Then it encodes the values,
//! and rejects the key if the result differs from the bytes.

use super::encode::{Framing, complement, delimiter_after, nines, reversed_value};
use super::{Field, Foreign, Kind, Layout, Pad, Value, encode, foreign};

/// The reason why a key is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The key ends too early.
    Short,
    /// The key has bytes after its last field.
    Trailing,
    /// The key does not begin with the namespace.
    Namespace,
    /// A constant before or after a field is missing.
    Constant,
    /// The bytes are not a value of the field.
    Value,
    /// A terminator or delimiter is missing.
    Separator,
    /// The key can be read, but no writer would write it, for example because the salt is wrong.
    NotCanonical,
    /// A field is hashed, so keys of this layout cannot be decoded.
    Hashed,
}

/// The error for bytes that are not a key of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The malformed field, counted from 0; `None` outside the fields.
    pub field: Option<usize>,
    /// The reason.
    pub fault: Fault,
}

/// Decodes the values of a key.
///
/// Panics when the layout is invalid.
pub fn decode(layout: &Layout, bytes: &[u8]) -> Result<Vec<Value>, Malformed> {
    assert_eq!(layout.mistake(), None, "{layout:?}");
    let outside = |fault| Malformed { field: None, fault };
    if layout.fields.iter().any(|field| field.hash.is_some()) {
        return Err(outside(Fault::Hashed));
    }
    let rest = bytes.strip_prefix(&layout.namespace[..]).ok_or(outside(Fault::Namespace))?;
    let salt = layout.salt.as_ref().map_or(0, super::Salt::width);
    let mut rest = rest.get(salt..).ok_or(outside(Fault::Short))?;
    let mut values = Vec::new();
    for (index, field) in layout.fields.iter().enumerate() {
        let inside = |fault| Malformed { field: Some(index), fault };
        rest = rest.strip_prefix(&field.before[..]).ok_or(outside(Fault::Constant))?;
        let tail = if field.unterminated { layout.tail(index) } else { 0 };
        let content = &rest[..rest.len().saturating_sub(tail)];
        let read = field_at(content, field, Framing::of(layout, index)).map_err(inside)?;
        rest = &rest[read.length..];
        if !read.includes_separator || field.unterminated {
            rest = rest.strip_prefix(&delimiter_after(layout, index)[..]).ok_or(inside(Fault::Separator))?;
        }
        let after = field.after.as_deref().unwrap_or_default();
        rest = rest.strip_prefix(after).ok_or(outside(Fault::Constant))?;
        values.push(read.value);
    }
    if !rest.is_empty() {
        return Err(outside(Fault::Trailing));
    }
    if encode(layout, &values).as_deref() != Ok(bytes) {
        return Err(outside(Fault::NotCanonical));
    }
    Ok(values)
}

struct Read {
    value: Value,
    length: usize,
    /// True if `length` includes the terminator or delimiter after the field, or if the field needs none.
    includes_separator: bool,
}

fn field_at(rest: &[u8], field: &Field, framing: Framing) -> Result<Read, Fault> {
    if let Some(format) = field.format {
        let rest = if field.descending { complement(rest) } else { rest.to_vec() };
        let (value, length) = format.decode(&rest, &field.kind, framing)?;
        let length = if length > rest.len() { return Err(Fault::Short) } else { length };
        return Ok(Read { value, length, includes_separator: false });
    }
    if let Some(form) = field.foreign {
        let complemented = field.descending.then(|| complement(rest));
        return foreign_at(complemented.as_deref().unwrap_or(rest), form, &field.kind, framing);
    }
    if let Some(pad) = field.pad {
        let bytes = rest.get(..pad.width).ok_or(Fault::Short)?;
        let value = match field.kind {
            Kind::Str => unpadded_text(bytes, field, pad)?,
            _ => unpadded_number(bytes, field)?,
        };
        return Ok(Read { value, length: pad.width, includes_separator: false });
    }
    if field.descending {
        return ascending_at(&complement(rest), &field.kind, framing);
    }
    if !field.reverse {
        return ascending_at(rest, &field.kind, framing);
    }
    if let Some(width) = field.kind.width() {
        let mut bytes = rest.get(..width).ok_or(Fault::Short)?.to_vec();
        bytes.reverse();
        return ascending_at(&bytes, &field.kind, framing);
    }
    let read = ascending_at(rest, &field.kind, framing)?;
    Ok(Read { value: reversed_value(&read.value), ..read })
}

/// Reads a value in one of the forms of other systems (`layout.md`, section 17).
fn foreign_at(rest: &[u8], form: Foreign, kind: &Kind, framing: Framing) -> Result<Read, Fault> {
    if let (Foreign::Optional, Kind::Opt(element)) | (Foreign::List, Kind::List(element)) = (form, kind) {
        let (mut values, mut length) = (Vec::new(), 0);
        while length < rest.len() && !(form == Foreign::Optional && values.len() == 1) {
            let read = ascending_at(&rest[length..], element, Framing::Escaped)?;
            length += read.length;
            values.push(read.value);
        }
        let value = if form == Foreign::List { Value::List(values) } else { Value::Opt(values.pop().map(Box::new)) };
        return Ok(Read { value, length, includes_separator: false });
    }
    if let Kind::Opt(inner) = kind {
        let (tag, rest) = rest.split_first().ok_or(Fault::Short)?;
        return match tag {
            0 => Ok(Read { value: Value::Opt(None), length: 1, includes_separator: false }),
            1 => {
                let read = foreign_at(rest, form, inner, framing)?;
                Ok(Read { value: Value::Opt(Some(Box::new(read.value))), length: read.length + 1, ..read })
            }
            _ => Err(Fault::Value),
        };
    }
    if form == Foreign::Decimal {
        let (content, length) = content_at(rest, framing)?;
        let value = foreign::decimal(&content, kind).ok_or(Fault::Value)?;
        return Ok(Read { value, length, includes_separator: true });
    }
    if let Foreign::Codec(codec) = form {
        let (value, length) = foreign::decode_codec(codec, kind, rest)?;
        return Ok(Read { value, length, includes_separator: false });
    }
    let (value, length) = foreign::decode(form, kind, rest).ok_or(Fault::Short)?;
    Ok(Read { value: value.ok_or(Fault::Value)?, length, includes_separator: false })
}

/// Reads a padded text (`layout.md`, section 6.2).
fn unpadded_text(bytes: &[u8], field: &Field, pad: Pad) -> Result<Value, Fault> {
    let mut bytes = if field.descending { complement(bytes) } else { bytes.to_vec() };
    while bytes.last() == Some(&pad.fill) {
        bytes.pop();
    }
    let value = text(&bytes)?;
    Ok(if field.reverse { reversed_value(&value) } else { value })
}

/// Reads a padded integer (`layout.md`, section 6.1).
fn unpadded_number(bytes: &[u8], field: &Field) -> Result<Value, Fault> {
    let mut digits = if field.descending { nines(bytes) } else { bytes.to_vec() };
    if field.reverse {
        digits.reverse();
    }
    if !digits.iter().all(u8::is_ascii_digit) {
        return Err(Fault::Value);
    }
    let number: u128 = str::from_utf8(&digits).map_err(|_| Fault::Value)?.parse().map_err(|_| Fault::Value)?;
    match field.kind {
        Kind::U(width) if number <= u128::MAX >> (128 - 8 * width) => Ok(Value::U(number, width)),
        Kind::I(width) if number <= u128::MAX >> (128 - 8 * width) >> 1 => Ok(Value::I(number.cast_signed(), width)),
        _ => Err(Fault::Value),
    }
}

/// Reads a value without attributes (`layout.md`, sections 2, 3 and 5).
fn ascending_at(rest: &[u8], kind: &Kind, framing: Framing) -> Result<Read, Fault> {
    if let Some(width) = kind.width() {
        let bytes = rest.get(..width).ok_or(Fault::Short)?;
        return Ok(Read { value: fixed(bytes, kind)?, length: width, includes_separator: false });
    }
    if let Kind::Opt(inner) = kind {
        let (tag, rest) = rest.split_first().ok_or(Fault::Short)?;
        return match tag {
            0 => Ok(Read { value: Value::Opt(None), length: 1, includes_separator: false }),
            1 => {
                let read = ascending_at(rest, inner, framing)?;
                Ok(Read { value: Value::Opt(Some(Box::new(read.value))), length: read.length + 1, ..read })
            }
            _ => Err(Fault::Value),
        };
    }
    if let Kind::Struct(fields) = kind {
        return structure_at(rest, fields);
    }
    if let Kind::Elements(element, count) = kind {
        let (mut values, mut length) = (Vec::new(), 0);
        for _ in 0..*count {
            let read = ascending_at(&rest[length..], element, Framing::Escaped)?;
            length += read.length;
            values.push(read.value);
        }
        return Ok(Read { value: Value::List(values), length, includes_separator: false });
    }
    if let Kind::UnitEnum(codes) = kind {
        let index = codes.iter().position(|code| rest.starts_with(code)).ok_or(Fault::Value)?;
        return Ok(Read { value: Value::UnitVariant(index), length: codes[index].len(), includes_separator: false });
    }
    if let Kind::DataEnum(variants) = kind {
        let index = variants.iter().position(|(code, _)| rest.starts_with(code)).ok_or(Fault::Value)?;
        let (code, fields) = &variants[index];
        let read = structure_at(&rest[code.len()..], fields)?;
        let Value::Struct(values) = read.value else { unreachable!("a struct") };
        return Ok(Read {
            value: Value::DataVariant(index, values),
            length: code.len() + read.length,
            includes_separator: false,
        });
    }
    let (content, length) = content_at(rest, framing)?;
    let value = if *kind == Kind::Str { text(&content)? } else { Value::Bytes(content) };
    Ok(Read { value, length, includes_separator: true })
}

/// Reads the fields of a struct. Each field is stored as if another field followed, so a variable-length field has a
/// terminator.
fn structure_at(rest: &[u8], fields: &[Field]) -> Result<Read, Fault> {
    let mut length = 0;
    let mut values = Vec::new();
    for field in fields {
        let after = field.after.as_deref().unwrap_or_default();
        length += constant_length(&rest[length..], &field.before)?;
        let read = field_at(&rest[length..], field, Framing::Escaped)?;
        length += read.length;
        length += constant_length(&rest[length..], after)?;
        values.push(if field.descending { Value::Descending(Box::new(read.value)) } else { read.value });
    }
    Ok(Read { value: Value::Struct(values), length, includes_separator: false })
}

pub(super) fn structure(rest: &[u8], fields: &[Field]) -> Result<(Value, usize), Fault> {
    structure_at(rest, fields).map(|read| (read.value, read.length))
}

pub(super) fn plain(rest: &[u8], kind: &Kind) -> Result<(Value, usize), Fault> {
    ascending_at(rest, kind, Framing::Raw).map(|read| (read.value, read.length))
}

/// Returns the length of the constant with which `rest` must begin.
fn constant_length(rest: &[u8], constant: &[u8]) -> Result<usize, Fault> {
    if rest.starts_with(constant) { Ok(constant.len()) } else { Err(Fault::Constant) }
}

/// Reads the content of a variable-length field (`layout.md`, section 3). Returns the content, and the number of bytes
/// read including the terminator.
fn content_at(rest: &[u8], framing: Framing) -> Result<(Vec<u8>, usize), Fault> {
    match framing {
        Framing::Raw => Ok((rest.to_vec(), rest.len())),
        Framing::FollowedBy(end) => {
            let offset = rest.iter().position(|byte| *byte == end).ok_or(Fault::Separator)?;
            Ok((rest[..offset].to_vec(), offset + 1))
        }
        Framing::Escaped => {
            let (mut content, mut offset) = (Vec::new(), 0);
            loop {
                match rest[offset..] {
                    [0x00, 0x00, ..] => return Ok((content, offset + 2)),
                    [0x00, 0xFF, ..] => {
                        content.push(0x00);
                        offset += 2;
                    }
                    [] | [0x00] => return Err(Fault::Separator),
                    [0x00, ..] => return Err(Fault::Value),
                    [byte, ..] => {
                        content.push(byte);
                        offset += 1;
                    }
                }
            }
        }
    }
}

/// Reads a fixed-width value (`layout.md`, section 2).
fn fixed(bytes: &[u8], kind: &Kind) -> Result<Value, Fault> {
    let number = |bytes: &[u8]| bytes.iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte));
    let bits = |bytes: &[u8]| {
        let is_negative = bytes[0] & 0x80 == 0;
        if is_negative { number(&complement(bytes)) } else { number(bytes) ^ 0x80 << (8 * (bytes.len() - 1)) }
    };
    Ok(match *kind {
        Kind::U(width) => Value::U(number(bytes), width),
        Kind::I(width) => {
            // Subtracts half of 2^bits, which section 2.2 adds to a signed integer.
            let half = 1u128 << (8 * width - 1);
            Value::I(number(bytes).wrapping_sub(half).cast_signed(), width)
        }
        Kind::Bool if bytes[0] <= 1 => Value::Bool(bytes[0] == 1),
        Kind::Char => {
            let scalar = u32::try_from(number(bytes)).unwrap();
            Value::Char(char::from_u32(scalar).ok_or(Fault::Value)?)
        }
        Kind::F32 => Value::F32(u32::try_from(bits(bytes)).unwrap()),
        Kind::F64 => Value::F64(u64::try_from(bits(bytes)).unwrap()),
        Kind::Array(_) => Value::Array(bytes.to_vec()),
        _ => return Err(Fault::Value),
    })
}

fn text(bytes: &[u8]) -> Result<Value, Fault> {
    String::from_utf8(bytes.to_vec()).map(Value::Str).map_err(|_| Fault::Value)
}
