//! Encoding.

use super::salt::{Source, lower_hex, zero_padded};
use super::{Field, Hash, Kind, Layout, Pad, Separator, Value};

/// Why a value has no encoding (layout page, section 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A padded integer is negative.
    Negative,
    /// A padded integer has too many digits.
    TooManyDigits,
    /// A padded text has too many bytes.
    TooLong,
    /// A padded text ends in the pad character.
    EndsInPad,
    /// A field contains its own terminator or delimiter.
    HoldsItsEnd,
}

/// A field whose value has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The first such field, counted from 0.
    pub field: usize,
    /// The reason.
    pub reason: Reason,
}

/// Encodes the bytes of a key.
///
/// Panics when the layout is invalid or when the values have other types.
pub fn encode(layout: &Layout, values: &[Value]) -> Result<Vec<u8>, Refusal> {
    let parts = parts(layout, values)?;
    let mut key = layout.namespace.clone();
    key.extend(salt(layout, values, &parts));
    for part in parts {
        key.extend(part.body);
        key.extend(part.end);
    }
    Ok(key)
}

/// The salt of a key; empty for a layout without a salt.
pub fn salt_of(layout: &Layout, values: &[Value]) -> Result<Vec<u8>, Refusal> {
    Ok(salt(layout, values, &parts(layout, values)?))
}

/// A field in the key (layout page, section 1).
struct Part {
    body: Vec<u8>,
    end: Vec<u8>,
}

fn parts(layout: &Layout, values: &[Value]) -> Result<Vec<Part>, Refusal> {
    assert_eq!(layout.mistake(), None, "{layout:?}");
    assert_eq!(layout.fields.len(), values.len(), "a value for each field of {layout:?}");
    let part = |(index, value)| part(layout, index, value).map_err(|reason| Refusal { field: index, reason });
    values.iter().enumerate().map(part).collect()
}

/// Layout page, section 9.1.
fn salt(layout: &Layout, values: &[Value], parts: &[Part]) -> Vec<u8> {
    let Some(salt) = &layout.salt else {
        return Vec::new();
    };
    let source: Vec<u8> = match &salt.source {
        Source::Key => parts.iter().flat_map(|part| [part.body.as_slice(), &part.end]).collect::<Vec<_>>().concat(),
        Source::Fields(of) => of.iter().map(|index| parts[*index].body.as_slice()).collect::<Vec<_>>().concat(),
    };
    salt.bytes(&source, values)
}

fn part(layout: &Layout, index: usize, value: &Value) -> Result<Part, Reason> {
    let field = &layout.fields[index];
    assert!(field.kind.holds(value), "{value:?} in {field:?}");
    let framed = framed(field, value, Framing::of(layout, index))?;
    Ok(Part { body: framed.body, end: framed.end.unwrap_or_else(|| plain_end(layout, index)) })
}

/// The separation of a variable-length field from the bytes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// Not separated: the field is last and ascending (layout page, section 3.1).
    Raw,
    /// Escaped, without a separator (layout page, section 3.2).
    Escaped,
    /// Followed by this byte (layout page, sections 3.3 and 3.4).
    EndedBy(u8),
}

impl Framing {
    pub(super) fn of(layout: &Layout, index: usize) -> Framing {
        let is_last = index + 1 == layout.fields.len();
        match layout.separator {
            _ if is_last && !layout.fields[index].descending => Framing::Raw,
            Separator::None => Framing::Escaped,
            Separator::Delimiter(byte) | Separator::Terminator(byte) => Framing::EndedBy(byte),
        }
    }
}

/// The separator after a field without a terminator of its own: the last rows of the table in section 1 of the layout
/// page.
pub(super) fn plain_end(layout: &Layout, index: usize) -> Vec<u8> {
    let is_last = index + 1 == layout.fields.len();
    match layout.separator {
        Separator::Delimiter(byte) if !is_last => vec![byte],
        _ => Vec::new(),
    }
}

/// A body and the field's own terminator, which is `None` for a fixed-width field or a field with the value `None`.
struct Framed {
    body: Vec<u8>,
    end: Option<Vec<u8>>,
}

impl Framed {
    fn fixed(body: Vec<u8>) -> Framed {
        Framed { body, end: None }
    }
}

fn framed(field: &Field, value: &Value, framing: Framing) -> Result<Framed, Reason> {
    if let Some(hash) = field.hash {
        return Ok(Framed::fixed(hashed(hash, &field.kind, value)?));
    }
    if let (Some(pad), Value::Str(text)) = (field.pad, value) {
        let padded = padded_text(pad, &if field.reverse { reversed(text) } else { text.clone() })?;
        return Ok(Framed::fixed(if field.descending { complement(&padded) } else { padded }));
    }
    if let Some(pad) = field.pad {
        return Ok(Framed::fixed(digits(field, pad, value)?));
    }
    let ascending = if field.reverse {
        ascending(&field.kind, &turned(value), framing)?
    } else {
        ascending(&field.kind, value, framing)?
    };
    // Layout page, section 7: integers and arrays are reversed byte by byte, after they are encoded.
    let turns_its_bytes = field.reverse && !field.kind.is_open();
    Ok(if turns_its_bytes {
        Framed::fixed(ascending.body.into_iter().rev().collect())
    } else if field.descending {
        Framed { body: complement(&ascending.body), end: ascending.end.as_deref().map(complement) }
    } else {
        ascending
    })
}

/// Layout page, section 8: the digest input is the field's encoding as a last, ascending field without a separator.
fn hashed(hash: Hash, kind: &Kind, value: &Value) -> Result<Vec<u8>, Reason> {
    let raw = ascending(kind, value, Framing::Raw)?;
    let digest = &hash.digest.of(&raw.body)[..hash.size];
    Ok(if hash.hex { lower_hex(digest) } else { digest.to_vec() })
}

/// Layout page, section 6.2.
fn padded_text(pad: Pad, text: &str) -> Result<Vec<u8>, Reason> {
    let mut bytes = text.as_bytes().to_vec();
    if bytes.len() > pad.width {
        return Err(Reason::TooLong);
    }
    if bytes.last() == Some(&pad.fill) {
        return Err(Reason::EndsInPad);
    }
    bytes.resize(pad.width, pad.fill);
    Ok(bytes)
}

/// Layout page, section 6.1.
fn digits(field: &Field, pad: Pad, value: &Value) -> Result<Vec<u8>, Reason> {
    let number = match *value {
        Value::U(number, _) => number,
        Value::I(number, _) => u128::try_from(number).map_err(|_| Reason::Negative)?,
        ref other => panic!("{other:?} is no integer"),
    };
    let mut digits = zero_padded(number, pad.width);
    if digits.len() > pad.width {
        return Err(Reason::TooManyDigits);
    }
    if field.descending {
        digits = nines(&digits);
    }
    if field.reverse {
        digits.reverse();
    }
    Ok(digits)
}

/// Layout page, sections 2, 3 and 5: encodes the value without attributes.
fn ascending(kind: &Kind, value: &Value, framing: Framing) -> Result<Framed, Reason> {
    Ok(match value {
        Value::U(number, width) => Framed::fixed(number.to_be_bytes()[16 - width..].to_vec()),
        Value::I(number, width) => {
            let mut bytes = number.to_be_bytes()[16 - width..].to_vec();
            bytes[0] ^= 0x80;
            Framed::fixed(bytes)
        }
        Value::Bool(value) => Framed::fixed(vec![u8::from(*value)]),
        Value::Char(value) => Framed::fixed(u32::from(*value).to_be_bytes().to_vec()),
        Value::F32(bits) => Framed::fixed(float(&bits.to_be_bytes())),
        Value::F64(bits) => Framed::fixed(float(&bits.to_be_bytes())),
        Value::Array(bytes) => Framed::fixed(bytes.clone()),
        Value::Str(text) => open(text.as_bytes(), framing)?,
        Value::Bytes(bytes) => open(bytes, framing)?,
        Value::Opt(None) => Framed::fixed(vec![0]),
        Value::Opt(Some(inner)) => {
            let Kind::Opt(kind) = kind else { panic!("{value:?} is no {kind:?}") };
            let inner = ascending(kind, inner, framing)?;
            Framed { body: [vec![1], inner.body].concat(), end: inner.end }
        }
        Value::Struct(values) => {
            let Kind::Struct(fields) = kind else { panic!("{value:?} is no {kind:?}") };
            Framed::fixed(structure(fields, values)?)
        }
        Value::Descending(_) => panic!("{value:?} outside a struct"),
        Value::Variant(place) => {
            let Kind::Enum(codes) = kind else { panic!("{value:?} is no {kind:?}") };
            Framed::fixed(codes[*place].clone())
        }
    })
}

/// The fields of a struct are concatenated, each encoded as if other fields followed in a key without a separator.
fn structure(fields: &[Field], values: &[Value]) -> Result<Vec<u8>, Reason> {
    let mut body = Vec::new();
    for (field, value) in fields.iter().zip(values) {
        let value = if let Value::Descending(value) = value { value } else { value };
        let framed = framed(field, value, Framing::Escaped)?;
        body.extend(framed.body);
        body.extend(framed.end.unwrap_or_default());
    }
    Ok(body)
}

/// Layout page, section 2.4.
fn float(bits: &[u8]) -> Vec<u8> {
    if bits[0] & 0x80 != 0 {
        return complement(bits);
    }
    let mut bytes = bits.to_vec();
    bytes[0] |= 0x80;
    bytes
}

/// Layout page, section 3.
fn open(content: &[u8], framing: Framing) -> Result<Framed, Reason> {
    let (body, end) = match framing {
        Framing::Raw => (content.to_vec(), vec![]),
        Framing::Escaped => {
            let between_zeros: Vec<&[u8]> = content.split(|byte| *byte == 0).collect();
            (between_zeros.join(&[0x00, 0xFF][..]), vec![0x00, 0x00])
        }
        Framing::EndedBy(byte) if content.contains(&byte) => return Err(Reason::HoldsItsEnd),
        Framing::EndedBy(byte) => (content.to_vec(), vec![byte]),
    };
    Ok(Framed { body, end: Some(end) })
}

/// Reverses a variable-length value (layout page, section 7); returns other values unchanged.
pub(super) fn turned(value: &Value) -> Value {
    match value {
        Value::Str(text) => Value::Str(reversed(text)),
        Value::Bytes(bytes) => Value::Bytes(bytes.iter().rev().copied().collect()),
        other => other.clone(),
    }
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// Every bit flipped.
pub(super) fn complement(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte).collect()
}

/// 9 - d for each digit d; other bytes are unchanged.
pub(super) fn nines(digits: &[u8]) -> Vec<u8> {
    digits.iter().map(|digit| if digit.is_ascii_digit() { b'0' + b'9' - digit } else { *digit }).collect()
}

impl Kind {
    /// The number of bytes of a value of this type without attributes; `None` if the number varies.
    pub(super) fn width(&self) -> Option<usize> {
        match self {
            Kind::U(width) | Kind::I(width) | Kind::Array(width) => Some(*width),
            Kind::Bool => Some(1),
            Kind::Char | Kind::F32 => Some(4),
            Kind::F64 => Some(8),
            Kind::Str | Kind::Bytes | Kind::Opt(_) | Kind::Struct(_) | Kind::Enum(_) => None,
        }
    }
}
