//! Values that a format cannot encode, such as an empty string in Phoenix. If a bound of a range is such a value, the
//! nearest value that the format can encode replaces the bound.

use super::{numeric, phoenix};
use crate::codec::BoundPlace;
use crate::layout::{Encoding, KeyFormat, ValueKind};
use crate::wire::float;
use crate::wire::integer::from_big_endian;
use crate::wire::tag::{NONE, SOME};
use alloc::vec;
use alloc::vec::Vec;

/// A value that a format cannot encode, described by the nearest value that the format can encode.
pub(super) struct Unencodable {
    /// The plain bytes of the nearest value that the format can encode. `None` if the value sorts before all values
    /// that the format can encode.
    pub(super) nearest: Option<Vec<u8>>,
    /// `Before` if the value sorts before the nearest value, `After` if the value sorts after the nearest value. `None` if
    /// both values are equal: a query for one of them must find the other.
    pub(super) place: Option<BoundPlace>,
    /// The reason why the format cannot encode the value.
    pub(super) why: &'static str,
}

/// Returns a description of the value if the format cannot encode the value, and otherwise `None`. `of` describes the
/// plain bytes.
pub(super) fn unencodable(format: KeyFormat, of: &Encoding, plain: &[u8]) -> Option<Unencodable> {
    use KeyFormat as F;
    match (format, of) {
        (F::FoundationDb, _) => None,
        (_, Encoding::NonZero { of }) => unencodable(format, of, plain),
        (_, Encoding::Optional { of }) => match plain {
            [SOME, value @ ..] => unencodable(format, of, value).map(within_some),
            _ => None,
        },
        (_, Encoding::Float { width }) => {
            unencodable_float(plain, *width, matches!(format, F::OrderedBytes | F::Phoenix), format)
        }
        (F::OrderedBytes | F::Phoenix, Encoding::Text) => unencodable_text(plain, format),
        (F::Phoenix, Encoding::Bytes) if plain.is_empty() => Some(EMPTY_BYTES),
        (F::Phoenix, Encoding::Unsigned { .. }) => unencodable_unsigned(plain),
        (F::Phoenix, Encoding::Value { value: ValueKind::Timestamp { .. } }) => unencodable_timestamp(plain),
        (_, Encoding::Value { value: ValueKind::Decimal }) => {
            let nearest = numeric::normalized(plain).filter(|nearest| nearest != plain)?;
            let why =
                "the format does not keep the trailing zeros of a decimal or the sign of zero: normalize the value";
            Some(Unencodable { nearest: Some(nearest.to_vec()), place: None, why })
        }
        _ => None,
    }
}

const EMPTY_TEXT: Unencodable = Unencodable {
    nearest: None,
    place: Some(BoundPlace::Before),
    why: "Phoenix stores an empty string as NULL: write `None`, in an `Option<String>`",
};

const EMPTY_BYTES: Unencodable = Unencodable {
    nearest: None,
    place: Some(BoundPlace::Before),
    why: "Phoenix stores empty bytes as NULL, which this format does not support for bytes",
};

/// Converts the description of a value to the description of a `Some` with the value. If the value sorts before all
/// values that the format can encode, the `Some` sorts directly after `None`.
fn within_some(unencodable: Unencodable) -> Unencodable {
    let (nearest, place) = match unencodable.nearest {
        Some(nearest) => ([vec![SOME], nearest].concat(), unencodable.place),
        None => (vec![NONE], Some(BoundPlace::After)),
    };
    Unencodable { nearest: Some(nearest), place, ..unencodable }
}

const NO_NAN: &str = "the format has no NaN";
const OTHER_NAN: &str = "the format has one NaN, without a sign: write `f64::NAN` or `f32::NAN`";

/// [`unencodable`] for a float. TiDB has no NaN. The ordered code has every NaN. The other formats have a single NaN,
/// which sorts after all numbers. `has_negative_zero` is true if the format distinguishes `-0.0` from `0.0`.
fn unencodable_float(plain: &[u8], width: usize, has_negative_zero: bool, format: KeyFormat) -> Option<Unencodable> {
    let has_every_nan = format == KeyFormat::OrderedCode;
    let bits = |value: f64| if width == 4 { narrow(value) } else { value.to_bits() };
    let stored = |value: f64| float::to_stored(bits(value), width);
    let value = u64::try_from(from_big_endian(plain)).unwrap_or(0);
    let describe = |nearest: u64, place, why| {
        let bytes = nearest.to_be_bytes();
        Some(Unencodable { nearest: bytes.get(bytes.len() - width..).map(Vec::from), place: Some(place), why })
    };
    if value == stored(-0.0) && !has_negative_zero {
        return describe(stored(0.0), BoundPlace::Before, "the format has no negative zero: write 0.0");
    }
    let nan = stored(f64::NAN);
    let without_nan = stored(f64::NEG_INFINITY)..=stored(f64::INFINITY);
    match value {
        _ if format == KeyFormat::Tidb => {
            let (nearest, place) = if value < *without_nan.start() {
                (*without_nan.start(), BoundPlace::Before)
            } else {
                (*without_nan.end(), BoundPlace::After)
            };
            if without_nan.contains(&value) { None } else { describe(nearest, place, NO_NAN) }
        }
        _ if has_every_nan || value == nan => None,
        _ if value < stored(f64::NEG_INFINITY) => describe(stored(f64::NEG_INFINITY), BoundPlace::Before, OTHER_NAN),
        _ if value <= stored(f64::INFINITY) => None,
        _ => describe(nan, if value < nan { BoundPlace::Before } else { BoundPlace::After }, OTHER_NAN),
    }
}

/// Returns the bits of `value` as an `f32`. `value` must be a zero, an infinity or `f64::NAN`.
#[allow(clippy::cast_possible_truncation, reason = "only for values that an `f32` has")]
fn narrow(value: f64) -> u64 {
    if value.is_nan() { f32::NAN.to_bits().into() } else { (value as f32).to_bits().into() }
}

fn unencodable_text(plain: &[u8], format: KeyFormat) -> Option<Unencodable> {
    if plain.is_empty() && format == KeyFormat::Phoenix {
        return Some(EMPTY_TEXT);
    }
    let end = memchr::memchr(0, plain)?;
    let before = plain.get(..end).unwrap_or_default();
    let why = "the format terminates strings with 00, so a string cannot contain 00";
    let nearest = Some(before.to_vec()).filter(|_| end > 0 || format != KeyFormat::Phoenix);
    let place = if nearest.is_some() { BoundPlace::After } else { BoundPlace::Before };
    Some(Unencodable { nearest, place: Some(place), why })
}

fn unencodable_unsigned(plain: &[u8]) -> Option<Unencodable> {
    let (first, rest) = plain.split_first()?;
    if *first < 0x80 {
        return None;
    }
    let nearest = [vec![0x7F], vec![0xFF; rest.len()]].concat();
    Some(Unencodable {
        nearest: Some(nearest),
        place: Some(BoundPlace::After),
        why: "the unsigned types of Phoenix have the same maximum as the signed types",
    })
}

fn unencodable_timestamp(plain: &[u8]) -> Option<Unencodable> {
    const MAX_NANOS: u32 = 999_999_999;
    if phoenix::timestamp(plain).1 <= MAX_NANOS {
        return None;
    }
    let nearest = [plain.get(..8).unwrap_or_default(), &MAX_NANOS.to_be_bytes()].concat();
    Some(Unencodable { nearest: Some(nearest), place: Some(BoundPlace::After), why: "the format has no leap seconds" })
}
