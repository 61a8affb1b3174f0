//! Makes `Decimal` of the `rust_decimal` crate, version 1, a key field.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::error::DecodeErrorKind;
use crate::layout::ValueKind;
use crate::wire::decimal::{DecimalParts, WIDTH};
use rust_decimal::Decimal;

/// The number of leading bytes by which decimals sort: all bytes except the scale.
const VALUE_WIDTH: usize = WIDTH - 1;

proxied! {
    /// 14 bytes (feature `rust_decimal1`): 13 bytes of the value, by which decimals sort, then the scale. With the
    /// scale, `1.00` is decoded as `1.00` and not as `1`.
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
    /// `1` and `1.00` are equal, but their keys differ in the last byte of the field, so that decoding can return the
    /// scale. The keys are next to each other. The same is true of `0` and `-0`.
    ///
    /// - The derive generates the query methods `price_in` and `price` for the field `price`. `price_in` compares
    ///   values: the range of `price_in(one..=one)` contains the keys of `1` and of `1.00`. `price` compares bytes: the
    ///   range of `price(one)` contains only keys whose decimal has the same scale:
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
    /// - If the type of a field `offer` is a struct with a `Decimal`, the query method `offer_in` is a compile error,
    ///   because the bytes of the struct do not sort as the values do. For example, let `Offer` be a struct of a price
    ///   and a shop. The values `(1, 5)` and `(1.00, 5)` are equal, and `(1, 6)` is greater. But the bytes of `(1, 6)`
    ///   sort between the bytes of `(1, 5)` and the bytes of `(1.00, 5)`. Write the fields of the struct as fields of
    ///   the key instead.
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
    /// - To give equal prices the same key, normalize them before encoding (`price.normalize()`). If all prices have
    ///   two decimals, you can also store cents in an `i64`, which takes 8 bytes.
    Decimal => ByteArray of [u8; WIDTH], ValueKind::Decimal,
    |value| encode(value),
    |stored| decode(stored).ok_or(DecodeErrorKind::NotCanonical),
    compared by VALUE_WIDTH
}

fn encode(value: Decimal) -> [u8; WIDTH] {
    let magnitude = value.mantissa().unsigned_abs();
    let parts = DecimalParts { magnitude, scale: value.scale(), negative: value.is_sign_negative() };
    // The default is never used: every magnitude and scale of a `Decimal` can be written.
    parts.write().unwrap_or_default()
}

fn decode(bytes: [u8; WIDTH]) -> Option<Decimal> {
    let DecimalParts { magnitude, scale, negative } = DecimalParts::read(bytes)?;
    let mut value = Decimal::try_from_i128_with_scale(i128::try_from(magnitude).ok()?, scale).ok()?;
    value.set_sign_negative(negative);
    Some(value)
}
