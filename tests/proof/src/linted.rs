//! Keys in a module that denies many lints of rustc and clippy. The code that the derive generates for the keys must
//! not violate these lints.

#![deny(warnings)]
#![deny(
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unreachable_pub,
    unsafe_code,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(clippy::all, clippy::pedantic, clippy::cargo, clippy::nursery)]
#![deny(
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::impl_trait_in_params,
    clippy::indexing_slicing,
    clippy::min_ident_chars,
    clippy::missing_inline_in_public_items,
    clippy::multiple_inherent_impl,
    clippy::panic,
    clippy::shadow_reuse,
    clippy::shadow_unrelated,
    clippy::single_char_lifetime_names,
    clippy::unreachable,
    clippy::unwrap_used
)]

use crate::foreign::Decimal;
use rowkey::RowKey;
use std::borrow::Cow;

/// A key of fixed-width fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, RowKey)]
#[rowkey(namespace = "payments/", max_len = 100)]
pub struct FixedKey {
    /// Stored as digits.
    #[salt(md5, 2, hex)]
    #[pad(10)]
    pub customer: u32,
    /// Stored as binary.
    #[descending]
    pub paid_at: i64,
    /// Stored reversed.
    #[reverse]
    pub payment: u64,
    /// Stored with a tag.
    pub part: Option<u8>,
    /// Stored unchanged.
    pub digest: [u8; 4],
}

/// A key with a lifetime, which borrows some of its fields.
#[derive(Debug, Clone, PartialEq, Eq, RowKey)]
#[rowkey(delimiter = '|', salt(phoenix, buckets = 10, digits))]
pub struct VariableKey<'key> {
    /// Owned text.
    pub owned: String,
    /// Borrowed text.
    pub borrowed: &'key str,
    /// Owned or borrowed bytes.
    pub either: Cow<'key, [u8]>,
    /// Padded text.
    #[pad(8, 'x')]
    pub padded: &'key str,
    /// Encoded by a codec.
    #[rowkey(codec = Decimal)]
    pub decimal: u32,
}

/// A hashed field, in a tuple struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, RowKey)]
pub struct HashKey(#[hash(sha256, 4)] pub u32, pub i8);

/// A key salted by the value of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, RowKey)]
pub struct ModuloKey {
    /// The salted number.
    #[salt(modulo, buckets = 1000)]
    pub number: i64,
}

/// A key salted by a function that a user defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, RowKey)]
pub struct FunctionSaltKey {
    /// The salted number.
    #[salt(with = sum_of_bytes, buckets = 7)]
    pub number: i64,
}

fn sum_of_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().copied().map(u64::from).sum()
}

#[derive(RowKey)]
struct PrivateKey {
    id: u32,
}

#[derive(RowKey)]
pub(crate) struct CrateKey {
    pub(crate) id: u32,
}

#[cfg(test)]
mod tests {
    use super::{CrateKey, PrivateKey, RowKey};

    #[test]
    fn private_keys_encode_like_other_keys() {
        assert_eq!(PrivateKey { id: 1 }.encode(), CrateKey { id: 1 }.encode());
    }
}
