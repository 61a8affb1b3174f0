//! The bytes of other systems (layout page, section 17).

use super::encode::Reason;
use super::{Endian, Foreign, Kind, Value};

/// Encodes a value that is not optional. A decimal is the content of a variable-length field.
pub(super) fn encode(foreign: Foreign, value: &Value) -> Result<Vec<u8>, Reason> {
    let content = match value {
        Value::Str(text) => text.clone().into_bytes(),
        Value::Bytes(bytes) => bytes.clone(),
        _ => Vec::new(),
    };
    Ok(match (foreign, value) {
        (Foreign::Length(width, endian), _) => {
            let number = content.len() as u128;
            if width < 8 && number >> (8 * width) != 0 {
                return Err(Reason::LengthTooGreat);
            }
            [ordered(number.to_be_bytes()[16 - width..].to_vec(), endian), content].concat()
        }
        (Foreign::VarintLength, _) => [varint(content.len()), content].concat(),
        (Foreign::Integer { bytes, endian, .. }, Value::U(number, of_type)) => {
            let width = bytes.unwrap_or(*of_type);
            if width < 16 && number >> (8 * width) != 0 {
                return Err(Reason::TooWide);
            }
            ordered(number.to_be_bytes()[16 - width..].to_vec(), endian)
        }
        (Foreign::Integer { bytes, endian, flipped }, Value::I(number, of_type)) => {
            let width = bytes.unwrap_or(*of_type);
            let mut bytes = number.to_be_bytes()[16 - width..].to_vec();
            // The number fits if the bytes that are left out repeat the sign.
            let sign = if bytes[0] & 0x80 == 0 { 0x00 } else { 0xFF };
            if number.to_be_bytes()[..16 - width].iter().any(|byte| *byte != sign) || (sign == 0xFF) != (*number < 0) {
                return Err(Reason::TooWide);
            }
            if flipped {
                bytes[0] ^= 0x80;
            }
            ordered(bytes, endian)
        }
        (Foreign::Decimal, Value::U(number, _)) => number.to_string().into_bytes(),
        (Foreign::Decimal, Value::I(number, _)) => number.to_string().into_bytes(),
        _ => panic!("{value:?} in {foreign:?}"),
    })
}

/// Reads a value at the start of `rest`, leniently. Returns the value and the number of its bytes, or `None` if `rest`
/// is too short.
pub(super) fn decode(foreign: Foreign, kind: &Kind, rest: &[u8]) -> Option<(Option<Value>, usize)> {
    let (Kind::U(of_type) | Kind::I(of_type)) = *kind else {
        let (len, start) = if let Foreign::Length(width, endian) = foreign {
            let bytes = ordered(rest.get(..width)?.to_vec(), endian);
            (bytes.iter().fold(0u128, |len, byte| len << 8 | u128::from(*byte)), width)
        } else {
            let last = rest.iter().position(|byte| *byte < 0x80)?;
            let groups = rest[..=last].iter().rev();
            // A longer varint is not a length. The check by encoding the value again finds this.
            (groups.take(18).fold(0u128, |len, byte| len << 7 | u128::from(byte & 0x7F)), last + 1)
        };
        let content = rest.get(start..start.checked_add(usize::try_from(len).ok()?)?)?.to_vec();
        let length = start + content.len();
        let value = match kind {
            Kind::Str => String::from_utf8(content).ok().map(Value::Str),
            _ => Some(Value::Bytes(content)),
        };
        return Some((value, length));
    };
    let Foreign::Integer { bytes, endian, flipped } = foreign else { panic!("{foreign:?} on an integer") };
    let width = bytes.unwrap_or(of_type);
    let mut bytes = ordered(rest.get(..width)?.to_vec(), endian);
    let is_signed = matches!(kind, Kind::I(_));
    if is_signed && flipped {
        bytes[0] ^= 0x80;
    }
    let fill = if is_signed && bytes[0] & 0x80 != 0 { 0xFF } else { 0x00 };
    let wide: Vec<u8> = std::iter::repeat_n(fill, 16 - width).chain(bytes).collect();
    let number = u128::from_be_bytes(wide.try_into().unwrap());
    let value = if is_signed {
        let number = number.cast_signed();
        let fits = of_type == 16 || (-(1i128 << (8 * of_type - 1))..1 << (8 * of_type - 1)).contains(&number);
        fits.then_some(Value::I(number, of_type))
    } else {
        (of_type == 16 || number >> (8 * of_type) == 0).then_some(Value::U(number, of_type))
    };
    Some((value, width))
}

/// Reads the digits of an unpadded number, leniently.
pub(super) fn decimal(content: &[u8], kind: &Kind) -> Option<Value> {
    let text = str::from_utf8(content).ok()?;
    match *kind {
        Kind::U(width) => {
            let number: u128 = text.parse().ok()?;
            (width == 16 || number >> (8 * width) == 0).then_some(Value::U(number, width))
        }
        Kind::I(width) => {
            let number: i128 = text.parse().ok()?;
            let fits = width == 16 || (-(1i128 << (8 * width - 1))..1 << (8 * width - 1)).contains(&number);
            fits.then_some(Value::I(number, width))
        }
        _ => panic!("{kind:?} is no integer"),
    }
}

fn ordered(mut bytes: Vec<u8>, endian: Endian) -> Vec<u8> {
    if endian == Endian::Little {
        bytes.reverse();
    }
    bytes
}

/// Returns a number in groups of seven bits, the least significant first. All bytes but the last have their highest bit
/// set.
fn varint(number: usize) -> Vec<u8> {
    let mut bits = number;
    let mut bytes = Vec::new();
    loop {
        let group = u8::try_from(bits % 128).unwrap();
        bits /= 128;
        if bits == 0 {
            bytes.push(group);
            return bytes;
        }
        bytes.push(group + 128);
    }
}
