//! Encodes and decodes values in the forms of other systems: text after its length, integers of 3 bytes, decimal
//! digits, and the formats of few types. Part of the model, a second implementation of `rowkey/docs/layout.md`
//! (section 17) for tests.

use super::encode::Reason;
use super::formats::{escaped, groups, read_groups, up_to_zero};
use super::{Codec, Endian, Fault, Foreign, Kind, Value};

/// Encodes a value that is not an `Option`. For [`Foreign::Decimal`], returns only the digits; the caller adds the
/// terminator or delimiter.
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
            [in_byte_order(number.to_be_bytes()[16 - width..].to_vec(), endian), content].concat()
        }
        (Foreign::VarintLength, _) => [varint(content.len() as u128), content].concat(),
        (Foreign::Codec(Codec::Leb128), Value::U(number, _)) => varint(*number),
        (Foreign::Codec(Codec::BitcoinVarint), Value::U(number, _)) => bitcoin(*number),
        (Foreign::Codec(Codec::CockroachInteger), Value::U(number, _)) => cockroach((*number).cast_signed()),
        (Foreign::Codec(Codec::CockroachInteger), Value::I(number, _)) => cockroach(*number),
        (Foreign::Codec(Codec::CockroachBytes), _) => [vec![0x12], escaped(&content), vec![0, 1]].concat(),
        (Foreign::Codec(Codec::TidbBytes), _) => groups(&content),
        (Foreign::Codec(Codec::NulTerminated), _) if content.contains(&0) => return Err(Reason::NotInFormat),
        (Foreign::Codec(Codec::NulTerminated), _) => [content, vec![0]].concat(),
        (Foreign::Integer { bytes, endian, .. }, Value::U(number, type_width)) => {
            let width = bytes.unwrap_or(*type_width);
            if width < 16 && number >> (8 * width) != 0 {
                return Err(Reason::TooWide);
            }
            in_byte_order(number.to_be_bytes()[16 - width..].to_vec(), endian)
        }
        (Foreign::Integer { bytes, endian, flipped }, Value::I(number, type_width)) => {
            let width = bytes.unwrap_or(*type_width);
            let mut bytes = number.to_be_bytes()[16 - width..].to_vec();
            // The number fits if the bytes that are left out only repeat the sign.
            let sign = if bytes[0] & 0x80 == 0 { 0x00 } else { 0xFF };
            if number.to_be_bytes()[..16 - width].iter().any(|byte| *byte != sign) || (sign == 0xFF) != (*number < 0) {
                return Err(Reason::TooWide);
            }
            if flipped {
                bytes[0] ^= 0x80;
            }
            in_byte_order(bytes, endian)
        }
        (Foreign::Decimal, Value::U(number, _)) => number.to_string().into_bytes(),
        (Foreign::Decimal, Value::I(number, _)) => number.to_string().into_bytes(),
        _ => panic!("{value:?} in {foreign:?}"),
    })
}

/// Reads an integer, or text or bytes after their length, at the start of `rest`.
///
/// Returns the value and the number of bytes read, or `None` if `rest` is too short. The value is `None` if these bytes
/// are not a value of `kind`. Like the other readers in this module, this function accepts bytes that [`encode`] would
/// not produce: `super::decode` encodes the whole key again and compares the bytes.
pub(super) fn decode(foreign: Foreign, kind: &Kind, rest: &[u8]) -> Option<(Option<Value>, usize)> {
    let (Kind::U(type_width) | Kind::I(type_width)) = *kind else {
        let (len, start) = if let Foreign::Length(width, endian) = foreign {
            let bytes = in_byte_order(rest.get(..width)?.to_vec(), endian);
            (bytes.iter().fold(0u128, |len, byte| len << 8 | u128::from(*byte)), width)
        } else {
            let last = rest.iter().position(|byte| *byte < 0x80)?;
            let groups = rest[..=last].iter().rev();
            // A varint of more than 18 groups is too large for a length. Here, its most significant groups are ignored.
            // Then `super::decode` rejects the key, because the value has another encoding.
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
    let width = bytes.unwrap_or(type_width);
    let mut bytes = in_byte_order(rest.get(..width)?.to_vec(), endian);
    let is_signed = matches!(kind, Kind::I(_));
    if is_signed && flipped {
        bytes[0] ^= 0x80;
    }
    let fill = if is_signed && bytes[0] & 0x80 != 0 { 0xFF } else { 0x00 };
    let wide: Vec<u8> = std::iter::repeat_n(fill, 16 - width).chain(bytes).collect();
    let number = u128::from_be_bytes(wide.try_into().unwrap());
    let value = if is_signed {
        let number = number.cast_signed();
        let fits = type_width == 16 || (-(1i128 << (8 * type_width - 1))..1 << (8 * type_width - 1)).contains(&number);
        fits.then_some(Value::I(number, type_width))
    } else {
        (type_width == 16 || number >> (8 * type_width) == 0).then_some(Value::U(number, type_width))
    };
    Some((value, width))
}

/// Parses an integer without padding. Accepts text that [`encode`] would not produce, such as leading zeros.
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
        _ => panic!("{kind:?} is not an integer"),
    }
}

fn in_byte_order(mut bytes: Vec<u8>, endian: Endian) -> Vec<u8> {
    if endian == Endian::Little {
        bytes.reverse();
    }
    bytes
}

/// Returns a number in groups of seven bits, the least significant first. All bytes except the last have their highest
/// bit set.
fn varint(number: u128) -> Vec<u8> {
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

/// Returns a number in groups of seven bits, the most significant first. All bytes except the last have their highest
/// bit set. The bytes before the last encode `number / 128 - 1`, so that each number has only one encoding: 128 is
/// `80 00`.
fn bitcoin(number: u128) -> Vec<u8> {
    let last = u8::try_from(number % 128).unwrap();
    if number < 128 {
        return vec![last];
    }
    let mut bytes = bitcoin(number / 128 - 1);
    *bytes.last_mut().unwrap() += 128;
    bytes.push(last);
    bytes
}

/// Returns a number in the format of CockroachDB: 0 to 109 in one byte, other numbers as one byte for the sign and the
/// length, then the bytes of the number.
fn cockroach(number: i128) -> Vec<u8> {
    if (0..=109).contains(&number) {
        return vec![0x88 + u8::try_from(number).unwrap()];
    }
    let count = (1..=8u8).find(|count| number.unsigned_abs() < 1 << (8 * count)).unwrap();
    let first = if number < 0 { 0x88 - count } else { 0xF5 + count };
    [&[first], &number.to_be_bytes()[16 - usize::from(count)..]].concat()
}

/// Reads a value of a codec at the start of `rest`. Returns the value and the number of bytes read. Accepts bytes that
/// [`encode`] would not produce.
pub(super) fn decode_codec(codec: Codec, kind: &Kind, rest: &[u8]) -> Result<(Value, usize), Fault> {
    let of_content = |(content, length): (Vec<u8>, usize)| match kind {
        Kind::Str => Ok((Value::Str(String::from_utf8(content).map_err(|_| Fault::Value)?), length)),
        _ => Ok((Value::Bytes(content), length)),
    };
    match codec {
        Codec::Leb128 | Codec::BitcoinVarint => {
            let length = 1 + rest.iter().position(|byte| *byte < 0x80).ok_or(Fault::Short)?;
            let groups = rest[..length].iter().map(|byte| u128::from(byte & 0x7F));
            let number = if codec == Codec::Leb128 {
                groups.rev().try_fold(0u128, |number, group| number.checked_mul(128)?.checked_add(group))
            } else {
                // `bitcoin` subtracts 1 before each group except the first, so 1 is added here.
                groups.enumerate().try_fold(0u128, |number, (index, group)| {
                    number.checked_add(u128::from(index > 0))?.checked_mul(128)?.checked_add(group)
                })
            };
            Ok((number_of(number.ok_or(Fault::Value)?, kind)?, length))
        }
        Codec::CockroachInteger => {
            let first = *rest.first().ok_or(Fault::Short)?;
            let count = match first {
                0x80..=0x87 => 0x88 - first,
                0xF6..=0xFD => first - 0xF5,
                0x88..=0xF5 => return Ok((number_of(u128::from(first - 0x88), kind)?, 1)),
                _ => return Err(Fault::Value),
            };
            let bytes = rest.get(1..=usize::from(count)).ok_or(Fault::Short)?;
            let number = bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte));
            let number = if first < 0x88 { number.wrapping_sub(1 << (8 * count)) } else { number };
            Ok((number_of(number, kind)?, 1 + usize::from(count)))
        }
        Codec::CockroachBytes => {
            let rest = rest.strip_prefix(&[0x12]).ok_or(Fault::Value)?;
            let (mut content, mut offset) = (Vec::new(), 0);
            loop {
                match rest[offset..] {
                    [0, 0xFF, ..] => {
                        content.push(0);
                        offset += 2;
                    }
                    [0, _, ..] => return of_content((content, offset + 3)),
                    [] | [0] => return Err(Fault::Short),
                    [byte, ..] => {
                        content.push(byte);
                        offset += 1;
                    }
                }
            }
        }
        Codec::TidbBytes => of_content(read_groups(rest)?),
        Codec::NulTerminated => of_content(up_to_zero(rest)?),
    }
}

/// Fails if the number is too large or too small for `kind`.
fn number_of(bits: u128, kind: &Kind) -> Result<Value, Fault> {
    let value = match *kind {
        Kind::U(width) => (width == 16 || bits >> (8 * width) == 0).then_some(Value::U(bits, width)),
        Kind::I(width) => {
            let (number, max) = (bits.cast_signed(), i128::MAX >> (128 - 8 * width));
            (-max - 1..=max).contains(&number).then_some(Value::I(number, width))
        }
        _ => panic!("{kind:?} is not an integer"),
    };
    value.ok_or(Fault::Value)
}
