//! Tests `rust_decimal::Decimal` as a field: keys sort by value, and decoding restores the scale.

use proptest::strategy::Strategy;
use rowkey::RowKey;
use rust_decimal::Decimal;

use crate::laws::{Same, type_keeps_the_laws};

/// `1` and `1.00` are equal, but have different scales. `0` and `-0` are equal, but have different signs.
impl Same for Decimal {
    fn same(&self, other: &Self) -> bool {
        self.serialize() == other.serialize()
    }
}

/// The greatest number that a `Decimal` stores: 2^96 - 1.
const MAX_COEFFICIENT: i128 = 79_228_162_514_264_337_593_543_950_335;

fn decimal(number: i128, scale: u32) -> Decimal {
    Decimal::from_i128_with_scale(number, scale)
}

fn negative_zero(scale: u32) -> Decimal {
    let mut zero = decimal(0, scale);
    zero.set_sign_negative(true);
    zero
}

fn decimals() -> Vec<Decimal> {
    let numbers = [1, 9, 10, 101, MAX_COEFFICIENT / 10, MAX_COEFFICIENT];
    let scales = [0, 1, 2, 28];
    let signed = numbers.into_iter().flat_map(|number| [number, -number]);
    let mut decimals: Vec<Decimal> = signed.flat_map(|number| scales.map(|scale| decimal(number, scale))).collect();
    decimals.extend(scales.into_iter().flat_map(|scale| [decimal(0, scale), negative_zero(scale)]));
    decimals
}

/// Draws decimals of every magnitude and scale, among them negative zeros.
fn any_decimal() -> impl Strategy<Value = Decimal> {
    (-MAX_COEFFICIENT..=MAX_COEFFICIENT, 0..29_u32, 0..=28_u32).prop_map(|(number, fewer_digits, scale)| {
        let number = number / 10_i128.pow(fewer_digits);
        if number == 0 && fewer_digits % 2 == 1 { negative_zero(scale) } else { decimal(number, scale) }
    })
}

type_keeps_the_laws!(decimal_keys: Decimal, |value| -> Decimal { *value }, decimals(), any_decimal());

#[derive(Debug, RowKey)]
struct Price(Decimal);

fn bytes(text: &str) -> [u8; 14] {
    Price(text.parse().unwrap()).encode()
}

#[test]
fn equal_values_are_adjacent_in_the_order_of_their_scales() {
    let [one, one_0, one_00] = ["1", "1.0", "1.00"].map(bytes);
    assert_eq!(one[..13], one_00[..13]);
    assert!(one < one_0 && one_0 < one_00 && one_00 < bytes("1.0000000000000000000000000001"));
    assert_eq!(Price::decode(&one_00).unwrap().0.to_string(), "1.00");
}

/// The order is defined in section 14.5 of `rowkey/docs/layout.md`.
#[test]
fn decimals_sort_by_value_then_sign_of_zero_then_scale() {
    let rank = |decimal: &Decimal| (*decimal, decimal.is_zero() && decimal.is_sign_negative(), decimal.scale());
    for a in decimals() {
        for b in decimals() {
            assert_eq!(Price(a).encode().cmp(&Price(b).encode()), rank(&a).cmp(&rank(&b)), "{a:?} {b:?}");
        }
    }
    assert!(Price(negative_zero(0)).encode() > bytes("0.00"));
}

#[test]
fn a_scale_that_the_value_cannot_have_is_rejected() {
    let mut key = bytes("0.1");
    for scale in 0..=u8::MAX {
        key[13] = scale;
        assert_eq!(Price::decode(&key).is_ok(), (1..=28).contains(&scale), "{scale}");
    }
    let mut zero = bytes("0");
    for scale in 0..=u8::MAX {
        zero[13] = scale;
        assert_eq!(Price::decode(&zero).is_ok(), scale & 0x7F <= 28, "{scale}");
    }
}

#[test]
fn coefficients_out_of_range_are_rejected() {
    let key = |code: u128, coefficient: u128, scale: u8| {
        // The number V of section 14.5 of `layout.md`, for a positive value. `code` is e + 29, and `coefficient` is c.
        let word = 1 << 103 | code << 97 | coefficient;
        let bytes: Vec<u8> = (word << 8 | u128::from(scale)).to_be_bytes()[2..].to_vec();
        Price::decode(&bytes).map(|price| price.0.to_string()).ok()
    };
    let one = 10_u128.pow(28);
    assert_eq!(key(29, one, 0).as_deref(), Some("1"));
    assert_eq!(key(57, one, 0).as_deref(), Some("10000000000000000000000000000"));
    assert_eq!(key(1, one, 28).as_deref(), Some("0.0000000000000000000000000001"));
    for (code, coefficient, scale) in [
        (29, one - 1, 0),  // 28 digits
        (29, 10 * one, 0), // 30 digits
        (29, 0, 0),        // zero has another encoding
        (0, one, 0),       // below the smallest exponent
        (58, one, 0),      // above the largest exponent
        (63, one, 0),
        (29, one + 1, 0), // more digits than the scale allows
        (57, 8 * one, 0), // more than 96 bits
        (57, one, 1),     // 10^28 with one decimal place has 30 digits
    ] {
        assert_eq!(key(code, coefficient, scale), None, "{code} {coefficient} {scale}");
    }
    // The complement of zero is not a valid negative zero.
    assert!(Price::decode(&[[0x7F].as_slice(), &[0xFF; 12], &[0]].concat()).is_err());
}
