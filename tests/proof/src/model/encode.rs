//! Encodes keys in the model, a second implementation of `rowkey/docs/layout.md` for tests. The comments name the
//! section that each function implements.

use super::salt::{SaltInput, zero_padded};
use super::{Field, Foreign, Hash, Kind, Layout, Pad, Separator, Value, foreign};
use crate::hex::lower_hex;

/// The reason why a value has no encoding (`layout.md`, section 11.2).
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
    /// An integer does not fit into its bytes.
    TooWide,
    /// A text or bytes are longer than the greatest length that the length prefix can store.
    LengthTooGreat,
    /// A field contains its own terminator or delimiter.
    ContainsSeparator,
    /// The format of another system cannot store the value. For example, TiDB stores no NaN.
    NotInFormat,
}

/// The error for a key that cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The index of the first field that cannot be encoded.
    pub field: usize,
    /// The reason why the field cannot be encoded.
    pub reason: Reason,
}

/// Encodes a key.
///
/// Panics if the layout is invalid or if the values do not have the types of the fields.
pub fn encode(layout: &Layout, values: &[Value]) -> Result<Vec<u8>, Rejection> {
    let parts = parts(layout, values)?;
    let mut key = layout.namespace.clone();
    key.extend(salt(layout, values, &parts));
    for part in parts {
        key.extend([part.before, part.body, part.end, part.after].concat());
    }
    Ok(key)
}

/// Returns the salt of a key, which is empty for a layout without a salt.
pub fn salt_of(layout: &Layout, values: &[Value]) -> Result<Vec<u8>, Rejection> {
    Ok(salt(layout, values, &parts(layout, values)?))
}

/// An encoded field, and the bytes before and after it (`layout.md`, section 1).
struct Part {
    before: Vec<u8>,
    body: Vec<u8>,
    /// The terminator or delimiter.
    end: Vec<u8>,
    after: Vec<u8>,
}

fn parts(layout: &Layout, values: &[Value]) -> Result<Vec<Part>, Rejection> {
    assert_eq!(layout.mistake(), None, "{layout:?}");
    assert_eq!(layout.fields.len(), values.len(), "a value for each field of {layout:?}");
    let part = |(index, value)| part(layout, index, value).map_err(|reason| Rejection { field: index, reason });
    values.iter().enumerate().map(part).collect()
}

/// Computes the salt from the encoded fields (`layout.md`, section 9.1).
fn salt(layout: &Layout, values: &[Value], parts: &[Part]) -> Vec<u8> {
    let Some(salt) = &layout.salt else {
        return Vec::new();
    };
    let input: Vec<u8> = match &salt.input {
        SaltInput::Key => {
            let bytes = |part: &Part| [&part.before[..], &part.body, &part.end, &part.after].concat();
            parts.iter().flat_map(bytes).collect()
        }
        SaltInput::Fields(of) => of.iter().map(|index| parts[*index].body.as_slice()).collect::<Vec<_>>().concat(),
    };
    salt.bytes(&input, values)
}

fn part(layout: &Layout, index: usize, value: &Value) -> Result<Part, Reason> {
    let field = &layout.fields[index];
    assert!(field.kind.contains(value), "{value:?} in {field:?}");
    let framed = framed(field, value, Framing::of(layout, index))?;
    let end = framed.end.filter(|_| !field.unterminated).unwrap_or_else(|| delimiter_after(layout, index));
    let (before, after) = (field.before.clone(), field.after.clone().unwrap_or_default());
    Ok(Part { before, body: framed.body, end, after })
}

/// The separation of a variable-length field from the bytes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// Not separated: the field is last and ascending (`layout.md`, section 3.1), or unterminated (section 17.6).
    Raw,
    /// Escaped and followed by `00 00`: the layout has no separator (`layout.md`, section 3.2).
    Escaped,
    /// Followed by this byte (`layout.md`, sections 3.3 and 3.4).
    FollowedBy(u8),
}

impl Framing {
    pub(super) fn of(layout: &Layout, index: usize) -> Framing {
        match layout.separator {
            _ if layout.is_at_the_end(index) && !layout.fields[index].descending => Framing::Raw,
            _ if layout.fields[index].unterminated => Framing::Raw,
            Separator::None => Framing::Escaped,
            Separator::Delimiter(byte) | Separator::Terminator(byte) => Framing::FollowedBy(byte),
        }
    }
}

/// Returns the delimiter after a field that has no terminator. Returns no bytes if the layout has no delimiter, or if
/// the key ends after the field (the last rows of the table in `layout.md`, section 1).
pub(super) fn delimiter_after(layout: &Layout, index: usize) -> Vec<u8> {
    match layout.separator {
        Separator::Delimiter(byte) if !layout.is_at_the_end(index) => vec![byte],
        _ => Vec::new(),
    }
}

/// The encoded value of a field, and its terminator. The terminator is absent in a fixed-width field, and in an
/// optional field without a value.
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
    if let Some(format) = field.format {
        let body = format.encode(&field.kind, value, framing)?;
        return Ok(Framed::fixed(if field.descending { complement(&body) } else { body }));
    }
    if let Some(form) = field.foreign {
        let framed = foreign_framed(form, &field.kind, value, framing)?;
        return Ok(if field.descending {
            Framed { body: complement(&framed.body), end: framed.end.as_deref().map(complement) }
        } else {
            framed
        });
    }
    if let (Some(pad), Value::Str(text)) = (field.pad, value) {
        let padded = padded_text(pad, &if field.reverse { reversed(text) } else { text.clone() })?;
        return Ok(Framed::fixed(if field.descending { complement(&padded) } else { padded }));
    }
    if let Some(pad) = field.pad {
        return Ok(Framed::fixed(digits(field, pad, value)?));
    }
    let ascending = if field.reverse {
        ascending(&field.kind, &reversed_value(value), framing)?
    } else {
        ascending(&field.kind, value, framing)?
    };
    // `layout.md`, section 7: integers and arrays are reversed byte by byte, after they are encoded.
    let reverses_bytes = field.reverse && !field.kind.is_variable_length();
    Ok(if reverses_bytes {
        Framed::fixed(ascending.body.into_iter().rev().collect())
    } else if field.descending {
        Framed { body: complement(&ascending.body), end: ascending.end.as_deref().map(complement) }
    } else {
        ascending
    })
}

/// Encodes a value in one of the forms of other systems (`layout.md`, section 17).
fn foreign_framed(form: Foreign, kind: &Kind, value: &Value, framing: Framing) -> Result<Framed, Reason> {
    let repeated = match (form, kind, value) {
        (Foreign::Optional, Kind::Opt(kind), Value::Opt(inner)) => {
            Some((kind, inner.iter().map(|inner| &**inner).collect()))
        }
        (Foreign::List, Kind::List(kind), Value::List(elements)) => Some((kind, elements.iter().collect::<Vec<_>>())),
        _ => None,
    };
    if let Some((kind, elements)) = repeated {
        return Ok(Framed::fixed(one_after_another(kind, elements)?));
    }
    match value {
        Value::Opt(None) => Ok(Framed::fixed(vec![0])),
        Value::Opt(Some(inner)) => {
            let inner = foreign_framed(form, kind, inner, framing)?;
            Ok(Framed { body: [vec![1], inner.body].concat(), end: inner.end })
        }
        _ if form == Foreign::Decimal => variable_length(&foreign::encode(form, value)?, framing),
        _ => Ok(Framed::fixed(foreign::encode(form, value)?)),
    }
}

/// Returns the digest of a value (`layout.md`, section 8). The digest input is the value as it is encoded in the last
/// field of a key, ascending.
fn hashed(hash: Hash, kind: &Kind, value: &Value) -> Result<Vec<u8>, Reason> {
    let raw = ascending(kind, value, Framing::Raw)?;
    let digest = &hash.digest.of(&raw.body)[..hash.size];
    Ok(if hash.hex { lower_hex(digest) } else { digest.to_vec() })
}

/// Encodes a text under `#[pad]` (`layout.md`, section 6.2).
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

/// Encodes an integer under `#[pad]` (`layout.md`, section 6.1).
fn digits(field: &Field, pad: Pad, value: &Value) -> Result<Vec<u8>, Reason> {
    let number = match *value {
        Value::U(number, _) => number,
        Value::I(number, _) => u128::try_from(number).map_err(|_| Reason::Negative)?,
        ref other => panic!("{other:?} is not an integer"),
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

/// Encodes a value without attributes (`layout.md`, sections 2, 3 and 5).
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
        Value::Str(text) => variable_length(text.as_bytes(), framing)?,
        Value::Bytes(bytes) => variable_length(bytes, framing)?,
        Value::Opt(None) => Framed::fixed(vec![0]),
        Value::Opt(Some(inner)) => {
            let Kind::Opt(kind) = kind else { panic!("{value:?} is not a {kind:?}") };
            let inner = ascending(kind, inner, framing)?;
            Framed { body: [vec![1], inner.body].concat(), end: inner.end }
        }
        Value::Struct(values) => {
            let Kind::Struct(fields) = kind else { panic!("{value:?} is not a {kind:?}") };
            Framed::fixed(structure(fields, values)?)
        }
        Value::List(elements) => {
            let Kind::Elements(kind, _) = kind else { panic!("{value:?} is not a {kind:?}") };
            Framed::fixed(one_after_another(kind, elements)?)
        }
        Value::Descending(_) => panic!("{value:?} outside a struct"),
        Value::UnitVariant(index) => {
            let Kind::UnitEnum(codes) = kind else { panic!("{value:?} is not a {kind:?}") };
            Framed::fixed(codes[*index].clone())
        }
        Value::DataVariant(index, values) => {
            let Kind::DataEnum(variants) = kind else { panic!("{value:?} is not a {kind:?}") };
            let (code, fields) = &variants[*index];
            Framed::fixed([code.clone(), structure(fields, values)?].concat())
        }
    })
}

/// Encodes a value of fixed width without attributes (`layout.md`, section 2).
pub(super) fn plain(kind: &Kind, value: &Value) -> Vec<u8> {
    ascending(kind, value, Framing::Raw).expect("every value of fixed width has bytes").body
}

/// Concatenates the fields of a struct. Each field is encoded as if another field followed, without a separator.
pub(super) fn structure(fields: &[Field], values: &[Value]) -> Result<Vec<u8>, Reason> {
    let mut body = Vec::new();
    for (field, value) in fields.iter().zip(values) {
        let value = if let Value::Descending(value) = value { value } else { value };
        let framed = framed(field, value, Framing::Escaped)?;
        body.extend(&field.before);
        body.extend(framed.body);
        body.extend(framed.end.unwrap_or_default());
        body.extend(field.after.iter().flatten());
    }
    Ok(body)
}

fn one_after_another<'v>(kind: &Kind, elements: impl IntoIterator<Item = &'v Value>) -> Result<Vec<u8>, Reason> {
    let mut body = Vec::new();
    for element in elements {
        let framed = ascending(kind, element, Framing::Escaped)?;
        body.extend(framed.body);
        body.extend(framed.end.unwrap_or_default());
    }
    Ok(body)
}

/// Encodes the bits of a float (`layout.md`, section 2.4).
fn float(bits: &[u8]) -> Vec<u8> {
    if bits[0] & 0x80 != 0 {
        return complement(bits);
    }
    let mut bytes = bits.to_vec();
    bytes[0] |= 0x80;
    bytes
}

/// Encodes the content of a variable-length field (`layout.md`, section 3).
fn variable_length(content: &[u8], framing: Framing) -> Result<Framed, Reason> {
    let (body, end) = match framing {
        Framing::Raw => (content.to_vec(), vec![]),
        Framing::Escaped => {
            let between_zeros: Vec<&[u8]> = content.split(|byte| *byte == 0).collect();
            (between_zeros.join(&[0x00, 0xFF][..]), vec![0x00, 0x00])
        }
        Framing::FollowedBy(byte) if content.contains(&byte) => return Err(Reason::ContainsSeparator),
        Framing::FollowedBy(byte) => (content.to_vec(), vec![byte]),
    };
    Ok(Framed { body, end: Some(end) })
}

/// Reverses text or bytes (`layout.md`, section 7). Returns other values unchanged.
pub(super) fn reversed_value(value: &Value) -> Value {
    match value {
        Value::Str(text) => Value::Str(reversed(text)),
        Value::Bytes(bytes) => Value::Bytes(bytes.iter().rev().copied().collect()),
        other => other.clone(),
    }
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

pub(super) fn complement(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte).collect()
}

/// Replaces each digit `d` by `9 - d`. Other bytes stay unchanged.
pub(super) fn nines(digits: &[u8]) -> Vec<u8> {
    digits.iter().map(|digit| if digit.is_ascii_digit() { b'0' + b'9' - digit } else { *digit }).collect()
}

impl Kind {
    /// Returns the width of a value of this type without attributes, or `None` if the width varies.
    pub(crate) fn width(&self) -> Option<usize> {
        match self {
            Kind::U(width) | Kind::I(width) | Kind::Array(width) => Some(*width),
            Kind::Bool => Some(1),
            Kind::Char | Kind::F32 => Some(4),
            Kind::F64 => Some(8),
            Kind::Str
            | Kind::Bytes
            | Kind::Opt(_)
            | Kind::List(_)
            | Kind::Elements(..)
            | Kind::Struct(_)
            | Kind::UnitEnum(_)
            | Kind::DataEnum(_) => None,
        }
    }
}
