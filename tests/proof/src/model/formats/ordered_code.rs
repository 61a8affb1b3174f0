//! Encodes and decodes values in ordered code, a key format of Bigtable. Part of the model, a second implementation of
//! `rowkey/docs/layout.md` (section 18.3) for tests.

use super::{Fault, complement, signed_value, unsigned_value};
use crate::model::{Kind, Value};

pub(super) fn content(content: &[u8]) -> Vec<u8> {
    let escaped = content.iter().flat_map(|byte| match byte {
        0x00 => vec![0x00, 0xFF],
        0xFF => vec![0xFF, 0x00],
        byte => vec![*byte],
    });
    escaped.chain([0x00, 0x01]).collect()
}

pub(super) fn read_content(rest: &[u8]) -> Result<(Vec<u8>, usize), Fault> {
    let (mut content, mut offset) = (Vec::new(), 0);
    loop {
        match rest[offset..] {
            [0x00, 0x01, ..] => return Ok((content, offset + 2)),
            [0x00, 0xFF, ..] | [0xFF, 0x00, ..] => {
                content.push(rest[offset]);
                offset += 2;
            }
            [] | [0x00 | 0xFF] => return Err(Fault::Short),
            [0x00 | 0xFF, ..] => return Err(Fault::Value),
            [byte, ..] => {
                content.push(byte);
                offset += 1;
            }
        }
    }
}

pub(super) fn unsigned(number: u128) -> Vec<u8> {
    let bytes: Vec<u8> = number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
    [vec![u8::try_from(bytes.len()).expect("at most 16")], bytes].concat()
}

pub(super) fn signed(number: i128) -> Vec<u8> {
    if number < 0 {
        return complement(&signed(-1 - number));
    }
    let count = (1..=10).find(|count| number < 1 << (7 * count - 1)).expect("a number of 64 bits");
    let ones = ((1i128 << count) - 1) << (7 * count);
    (ones | number).to_be_bytes()[16 - count..].to_vec()
}

/// Converts the bits of a float to the signed integer that is stored for the float.
pub(super) fn float_as_integer(bits: u64) -> i128 {
    let number = i128::from(bits.cast_signed());
    if number < 0 { -(1 << 63) - number } else { number }
}

pub(super) fn read_number(rest: &[u8], kind: &Kind) -> Result<(Value, usize), Fault> {
    let first = *rest.first().ok_or(Fault::Short)?;
    if let Kind::U(width) = kind {
        let length = usize::from(first);
        let bytes = rest.get(1..=length).ok_or(Fault::Short)?;
        if length > 16 {
            return Err(Fault::Value);
        }
        let number = bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte));
        return Ok((unsigned_value(number, *width)?, 1 + length));
    }
    let is_negative = first < 0x80;
    let positive = if is_negative { complement(rest) } else { rest.to_vec() };
    let bits = positive.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1));
    let count = bits.take_while(|bit| *bit).count();
    if count > 10 {
        return Err(Fault::Value);
    }
    let bytes = positive.get(..count).ok_or(Fault::Short)?;
    let stored = bytes.iter().fold(0i128, |number, byte| number << 8 | i128::from(*byte));
    let number = stored & ((1 << (7 * count)) - 1);
    let number = if is_negative { -1 - number } else { number };
    if let Kind::I(width) = kind {
        return Ok((signed_value(number, *width)?, count));
    }
    // The conversion of negative numbers in `float_as_integer` is its own inverse.
    let number = if number < 0 { -(1 << 63) - number } else { number };
    let bits = i64::try_from(number).map_err(|_| Fault::Value)?.cast_unsigned();
    Ok((Value::F64(bits), count))
}
