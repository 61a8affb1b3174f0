//! `rust_decimal` 1.
//!
//! A number other than zero is `c` times ten to the power of `e - 28`, with a `c` of 29 digits. The first 13 bytes are
//! one number of 104 bits: a set bit, `e + 29` in 6 bits, `c` in 97; of a negative number its complement. The last byte
//! is the scale, and the sign of zero.

use crate::codec::array::ByteArray;
use crate::codec::stands_as::stands_as;
use crate::error::DecodeErrorKind;
use crate::layout::ValueKind;
use rust_decimal::Decimal;

/// How many digits a coefficient is brought to: as many as the greatest that `Decimal` holds.
const DIGITS: u32 = 29;
/// `1` to `57` for numbers other than zero; `0` for zero.
const LEAST_CODE: u32 = 1;
const GREATEST_CODE: u32 = 57;
const COEFFICIENT_BITS: u32 = 97;
const COEFFICIENT: u128 = (1 << COEFFICIENT_BITS) - 1;
const ZERO: u128 = 1 << 103;
const VALUE: u128 = (1 << 104) - 1;
const VALUE_BYTES: usize = 13;
const NEGATIVE_ZERO: u8 = 0x80;

stands_as! {
    /// 14 bytes (feature `rust_decimal1`): the value in 13, so that decimals sort, then the scale, so that `1.00` comes
    /// back as `1.00`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rust_decimal::Decimal;
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// struct PriceKey {
    ///     price: Decimal,
    ///     article: u8,
    /// }
    ///
    /// let price = |text: &str| PriceKey { price: text.parse().unwrap(), article: 7 };
    /// assert_eq!(
    ///     price("1.00").encode(),
    ///     [0xBA, 0x20, 0x4F, 0xCE, 0x5E, 0x3E, 0x25, 0x02, 0x61, 0x10, 0, 0, 0, 2, 7]
    /// );
    /// assert_eq!(price("0").encode(), [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    /// assert!(price("-2").encode() < price("-0.5").encode());
    /// assert!(price("9.99").encode() < price("10").encode());
    /// assert_eq!(PriceKey::decode(&price("1.00").encode())?.price.to_string(), "1.00");
    /// # Ok::<(), rowkey::DecodeError>(())
    /// ```
    ///
    /// `1` and `1.00` are equal and yet two keys, one behind the other, since each must come back as it was. So are `0`
    /// and `-0`.
    ///
    /// - `_in` goes by the value: its ranges hold every scale of it. Equality goes by the key and finds one scale:
    ///
    ///   ```
    ///   # use rowkey::RowKey;
    ///   # use rust_decimal::Decimal;
    ///   # #[derive(RowKey)]
    ///   # struct PriceKey { price: Decimal, article: u8 }
    ///   let stored = PriceKey { price: "1.00".parse()?, article: 7 }.encode();
    ///   let one = Decimal::ONE;
    ///   assert!(PriceKey::prefix().price_in(one..=one).range().contains(&stored));
    ///   assert!(!PriceKey::prefix().price(one).range().contains(&stored));
    ///   # Ok::<(), rust_decimal::Error>(())
    ///   ```
    ///
    /// - A struct that contains a `Decimal` has no `_in`: between `(1, 5)` and the equal `(1.00, 5)` lies `(1, 6)`. Give the
    ///   key the fields of the struct instead, so that `_in` is for the decimal alone.
    ///
    ///   ```compile_fail,E0277
    ///   # use rowkey::{KeyField, RowKey};
    ///   # use rust_decimal::Decimal;
    ///   #[derive(Clone, Copy, KeyField)]
    ///   struct Offer { price: Decimal, shop: u8 }
    ///   #[derive(RowKey)]
    ///   struct OfferKey { offer: Offer }
    ///
    ///   let offer = |shop| Offer { price: Decimal::ONE, shop };
    ///   let range = OfferKey::prefix().offer_in(offer(5)..=offer(6)).range();
    ///   ```
    ///
    /// - Where equal prices should be one key, normalise them (`price.normalize()`) on the way in; or where all have two
    ///   decimals, keep cents in an `i64`, in 8 bytes.
    Decimal => ByteArray of [u8; 14], ValueKind::Decimal,
    |value| encode(value),
    |stored| decode(stored).ok_or(DecodeErrorKind::NotCanonical),
    compared by VALUE_BYTES
}

fn encode(value: Decimal) -> [u8; 14] {
    let (number, scale) = (value.mantissa(), value.scale());
    let magnitude = number.unsigned_abs();
    let absolute = magnitude.checked_ilog10().map_or(ZERO, |log| {
        let digits = log + 1;
        let coefficient = magnitude * 10_u128.pow(DIGITS - digits);
        let code = digits + Decimal::MAX_SCALE - scale;
        ZERO | u128::from(code) << COEFFICIENT_BITS | coefficient
    });
    let word = if number < 0 { !absolute & VALUE } else { absolute };
    let sign = if number == 0 && value.is_sign_negative() { NEGATIVE_ZERO } else { 0 };
    let last = u8::try_from(scale).unwrap_or(0) | sign;
    let [_, _, bytes @ ..] = (word << 8 | u128::from(last)).to_be_bytes();
    bytes
}

fn decode(bytes: [u8; 14]) -> Option<Decimal> {
    let [value @ .., last] = bytes;
    let word = value.iter().fold(0, |word, byte| word << 8 | u128::from(*byte));
    let scale = u32::from(last & !NEGATIVE_ZERO);
    if word == ZERO {
        let mut zero = Decimal::try_from_i128_with_scale(0, scale).ok()?;
        zero.set_sign_negative(last & NEGATIVE_ZERO != 0);
        return Some(zero);
    }
    let negative = word & ZERO == 0;
    let absolute = if negative { !word & VALUE } else { word };
    let code = u32::try_from(absolute >> COEFFICIENT_BITS & 0x3F).ok()?;
    let coefficient = absolute & COEFFICIENT;
    let well_formed = (LEAST_CODE..=GREATEST_CODE).contains(&code) && coefficient.checked_ilog10() == Some(DIGITS - 1);
    // A scale with the sign of zero is above 28 and refused with the others.
    if !well_formed || u32::from(last) > Decimal::MAX_SCALE {
        return None;
    }
    let digits = (code + scale).checked_sub(Decimal::MAX_SCALE).filter(|digits| (1..=DIGITS).contains(digits))?;
    let unit = 10_u128.pow(DIGITS - digits);
    if coefficient % unit != 0 {
        return None;
    }
    let magnitude = i128::try_from(coefficient / unit).ok()?;
    Decimal::try_from_i128_with_scale(if negative { -magnitude } else { magnitude }, scale).ok()
}
