//! Values that several formats cannot encode, such as `-0.0`.

use super::{from_big_endian, numeric};
use alloc::vec::Vec;
use rowkey::format::{Unencodable, plain_float};

const NO_NAN: &str = "the format has no NaN";
const OTHER_NAN: &str = "the format has one NaN, without a sign: write `f64::NAN` or `f32::NAN`";
pub(super) const ZERO_IN_TEXT: &str = "the format terminates strings with 00, so a string cannot contain 00";

/// Returns the plain bits of `value`, which must be a zero, an infinity or NaN, in a float of `width` bytes.
#[allow(clippy::cast_possible_truncation, reason = "only for values that an `f32` has")]
fn plain_bits(value: f64, width: usize) -> u64 {
    let narrow = if value.is_nan() { f32::NAN } else { value as f32 };
    plain_float(if width == 4 { narrow.to_bits().into() } else { value.to_bits() }, width)
}

fn bits_of(plain: &[u8]) -> u64 {
    u64::try_from(from_big_endian(plain)).unwrap_or(0)
}

fn bytes_of(bits: u64, width: usize) -> Vec<u8> {
    let bytes = bits.to_be_bytes();
    bytes.get(bytes.len() - width..).unwrap_or_default().to_vec()
}

/// For a format that has no `-0.0`, which sorts directly before 0.
pub(super) fn negative_zero(plain: &[u8], width: usize) -> Option<Unencodable> {
    let zero = bytes_of(plain_bits(0.0, width), width);
    (bits_of(plain) == plain_bits(-0.0, width))
        .then(|| Unencodable::before(zero, "the format has no negative zero: write 0.0"))
}

/// For a format with a single NaN, which sorts after all numbers.
pub(super) fn other_nan(plain: &[u8], width: usize) -> Option<Unencodable> {
    let [least, infinity, nan] = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN].map(|value| plain_bits(value, width));
    match bits_of(plain) {
        value if value < least => Some(Unencodable::before(bytes_of(least, width), OTHER_NAN)),
        value if value <= infinity || value == nan => None,
        value if value < nan => Some(Unencodable::before(bytes_of(nan, width), OTHER_NAN)),
        _ => Some(Unencodable::after(bytes_of(nan, width), OTHER_NAN)),
    }
}

/// For a format without NaN.
pub(super) fn any_nan(plain: &[u8], width: usize) -> Option<Unencodable> {
    let [least, greatest] = [f64::NEG_INFINITY, f64::INFINITY].map(|value| plain_bits(value, width));
    match bits_of(plain) {
        value if value < least => Some(Unencodable::before(bytes_of(least, width), NO_NAN)),
        value if value > greatest => Some(Unencodable::after(bytes_of(greatest, width), NO_NAN)),
        _ => None,
    }
}

/// For a format that terminates strings with 00.
pub(super) fn zero_in_text(plain: &[u8]) -> Option<Unencodable> {
    let end = plain.iter().position(|byte| *byte == 0)?;
    Some(Unencodable::after(plain.get(..end).unwrap_or_default(), ZERO_IN_TEXT))
}

/// For a format that does not keep the scale of a decimal.
pub(super) fn decimal(plain: &[u8]) -> Option<Unencodable> {
    let nearest = numeric::normalized(plain).filter(|nearest| nearest != plain)?;
    let why = "the format does not keep the trailing zeros of a decimal or the sign of zero: normalize the value";
    Some(Unencodable::equal_to(nearest, why))
}
