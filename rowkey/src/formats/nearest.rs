//! Values that a format cannot encode. As bounds of a range, they are replaced by the nearest value that the format can
//! encode.

use super::{numeric, phoenix};
use crate::codec::BoundPlace;
use crate::layout::{Encoding, KeyFormat, ValueKind};
use crate::wire::float;
use crate::wire::integer::big_endian;
use crate::wire::tag::{NONE, SOME};
use alloc::vec;
use alloc::vec::Vec;

/// A value that a format cannot encode, described by the nearest value that the format can encode.
pub(super) struct Missing {
    /// The plain bytes of the nearest value. `None` if the value sorts before all values of the format.
    pub(super) near: Option<Vec<u8>>,
    /// The order: the value sorts before or after the nearest value.
    pub(super) place: BoundPlace,
    /// The reason why the format cannot encode the value.
    pub(super) why: &'static str,
}

/// Describes a value that the format cannot encode. Returns `None` if the format can encode the value.
pub(super) fn missing(format: KeyFormat, of: &Encoding, plain: &[u8]) -> Option<Missing> {
    use KeyFormat as F;
    match (format, of) {
        (F::FoundationDb, _) => None,
        (_, Encoding::NonZero { of }) => missing(format, of, plain),
        (_, Encoding::Optional { of }) => match plain {
            [SOME, value @ ..] => missing(format, of, value).map(within_some),
            _ => None,
        },
        (_, Encoding::Float { width }) => {
            missing_float(plain, *width, matches!(format, F::OrderedBytes | F::Phoenix), format)
        }
        (F::OrderedBytes | F::Phoenix, Encoding::Text) => missing_text(plain, format),
        (F::Phoenix, Encoding::Bytes) if plain.is_empty() => Some(EMPTY),
        (F::Phoenix, Encoding::Unsigned { .. }) => missing_unsigned(plain),
        (F::Phoenix, Encoding::Value { value: ValueKind::Timestamp { .. } }) => missing_timestamp(plain),
        (_, Encoding::Value { value: ValueKind::Decimal }) => {
            let near = numeric::normalized(plain).filter(|near| near != plain)?;
            let why =
                "the format does not keep the trailing zeros of a decimal or the sign of zero: normalize the value";
            Some(Missing { near: Some(near.to_vec()), place: BoundPlace::Before, why })
        }
        _ => None,
    }
}

const EMPTY: Missing = Missing {
    near: None,
    place: BoundPlace::Before,
    why: "Phoenix stores an empty string as NULL: write `Option<String>`, and `None` for the empty string",
};

/// Converts the description of a value to that of a `Some` with the value. A value before all values of the type sorts
/// directly after `None`.
fn within_some(missing: Missing) -> Missing {
    let (near, place) = match missing.near {
        Some(near) => ([vec![SOME], near].concat(), missing.place),
        None => (vec![NONE], BoundPlace::After),
    };
    Missing { near: Some(near), place, ..missing }
}

const NO_NAN: &str = "the format has no NaN";
const NANS: &str = "the format has one NaN, without a sign: write `f64::NAN` or `f32::NAN`";

/// Describes a float that the format cannot encode. TiDB has no NaN. The ordered code has every NaN. The other formats
/// have a single NaN, which is the greatest number. Without `signed_zero`, the format has no negative zero.
fn missing_float(plain: &[u8], width: usize, signed_zero: bool, format: KeyFormat) -> Option<Missing> {
    let any_nan = format == KeyFormat::OrderedCode;
    let bits = |value: f64| if width == 4 { narrow(value) } else { value.to_bits() };
    let stored = |value: f64| float::to_stored(bits(value), width);
    let value = u64::try_from(big_endian(plain)).unwrap_or(0);
    let near = |stored: u64, place, why| {
        let bytes = stored.to_be_bytes();
        Some(Missing { near: bytes.get(bytes.len() - width..).map(Vec::from), place, why })
    };
    if value == stored(-0.0) && !signed_zero {
        return near(stored(0.0), BoundPlace::Before, "the format has no negative zero: write 0.0");
    }
    let nan = stored(f64::NAN);
    let infinities = stored(f64::NEG_INFINITY)..=stored(f64::INFINITY);
    match value {
        _ if format == KeyFormat::Tidb => {
            let (nearest, place) = if value < *infinities.start() {
                (*infinities.start(), BoundPlace::Before)
            } else {
                (*infinities.end(), BoundPlace::After)
            };
            if infinities.contains(&value) { None } else { near(nearest, place, NO_NAN) }
        }
        _ if any_nan || value == nan => None,
        _ if value < stored(f64::NEG_INFINITY) => near(stored(f64::NEG_INFINITY), BoundPlace::Before, NANS),
        _ if value <= stored(f64::INFINITY) => None,
        _ => near(nan, if value < nan { BoundPlace::Before } else { BoundPlace::After }, NANS),
    }
}

/// Returns the bits of a zero, an infinity or the NaN as an `f32`. Only these values are the same in a shorter float.
#[allow(clippy::cast_possible_truncation, reason = "only for values that an `f32` has")]
fn narrow(value: f64) -> u64 {
    if value.is_nan() { f32::NAN.to_bits().into() } else { (value as f32).to_bits().into() }
}

fn missing_text(plain: &[u8], format: KeyFormat) -> Option<Missing> {
    if plain.is_empty() && format == KeyFormat::Phoenix {
        return Some(EMPTY);
    }
    let end = memchr::memchr(0, plain)?;
    let before = plain.get(..end).unwrap_or_default();
    let why = "the format terminates strings with 00, so a string cannot contain 00";
    let near = Some(before.to_vec()).filter(|_| end > 0 || format != KeyFormat::Phoenix);
    let place = if near.is_some() { BoundPlace::After } else { BoundPlace::Before };
    Some(Missing { near, place, why })
}

fn missing_unsigned(plain: &[u8]) -> Option<Missing> {
    let (first, rest) = plain.split_first()?;
    if *first < 0x80 {
        return None;
    }
    let near = [vec![0x7F], vec![0xFF; rest.len()]].concat();
    Some(Missing {
        near: Some(near),
        place: BoundPlace::After,
        why: "the unsigned types of Phoenix have the same maximum as the signed types",
    })
}

fn missing_timestamp(plain: &[u8]) -> Option<Missing> {
    const MOST: u32 = 999_999_999;
    if phoenix::timestamp(plain).1 <= MOST {
        return None;
    }
    let near = [plain.get(..8).unwrap_or_default(), &MOST.to_be_bytes()].concat();
    Some(Missing { near: Some(near), place: BoundPlace::After, why: "the format has no leap seconds" })
}
