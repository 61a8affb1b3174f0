//! The laws that every derived key must satisfy, and functions that check them. The macro [`key!`](crate::key) derives
//! a key and makes a [`Subject`]: the methods of the key, and the same layout in the [model](crate::model). The
//! functions compare both.
//!
//! In the laws, `a` and `b` are values of a key type.
//!
//! 1. Round trip: if `a` encodes to some bytes, these bytes decode to `a`. Floats are compared by their bits.
//! 2. Canonical: if bytes decode to `a`, then `a` encodes to these bytes. All other bytes are an error, never a panic.
//! 3. Order: the bytes of `a` are less than the bytes of `b` exactly if `a` is less than `b`, field by field, with
//!    descending fields in reverse. Layouts that are not ordered are exempt, and with a salt, the law holds within each
//!    bucket.
//! 4. Prefix: the range of a prefix contains the bytes of `a` exactly if `a` matches the prefix. The same holds for
//!    bounds on the next field, by methods such as `host_in`, `host_starts_with` and `host_ends_with`.
//! 5. Salts: the ranges of a query do not overlap, and together contain exactly the matching keys. A scan returns each
//!    matching row once and in order, forward and backward, from the start or after any row.
//! 6. Identity: two different values never have the same bytes, except in a hashed field.
//! 7. Fingerprint: two layouts have the same fingerprint exactly if they encode every value as the same bytes. No key
//!    is longer than `max_len`.
//! 8. Explanation: `explain` reports a problem exactly if `decode` fails, and reports the same problem.

mod bytes;
mod key;
mod places;
mod random;
mod ranges;
mod space;
mod subject;
mod table;
mod text;
mod types;

pub use self::bytes::{
    damaged_bytes_are_rejected_or_are_another_key, given_keys_are_encoded_as_the_model_does,
    keys_are_encoded_as_the_model_does, the_layout_has_the_properties_of_the_model,
};
pub use self::key::{ascii, constant, index_of};
pub use self::random::{Trial, explains_every_field, random_keys_keep_the_laws};
pub use self::ranges::{
    RangeMethods, has_order, has_starts_and_ends, range_methods, ranges_contain_exactly_the_matching_keys,
};
pub use self::space::{KeyOfKind, Space, a_key_space_is_the_union_of_its_keys};
pub use self::subject::{
    Answer, DecodeIfPossible, Decoded, EncodeIfTotal, Encoded, FromValue, Probe, Reading, Records, ScanIfPossible,
    Subject, Table, bounds, encoded,
};
pub use self::text::printed_values_select_their_rows;

/// Returns whether the laws are checked with more values of each key, as in CI. This option is an environment variable
/// and not a feature, because cargo would compile the tests a second time for a feature.
pub fn is_thorough() -> bool {
    std::env::var_os("ROWKEY_THOROUGH").is_some()
}

/// Defines tests of laws 1 to 6, except the scans of law 5. Each argument is the name of a function that returns the
/// [`Subject`](crate::laws::Subject)s to test.
#[macro_export]
macro_rules! laws {
    ($($keys:ident),+ $(,)?) => {$(
        mod $keys {
            #[test]
            fn keys_are_encoded_as_the_model_does() {
                super::$keys().iter().for_each($crate::laws::keys_are_encoded_as_the_model_does);
            }

            #[test]
            fn damaged_bytes_are_rejected_or_are_another_key() {
                super::$keys().iter().for_each($crate::laws::damaged_bytes_are_rejected_or_are_another_key);
            }

            #[test]
            fn ranges_contain_exactly_the_matching_keys() {
                super::$keys().iter().for_each($crate::laws::ranges_contain_exactly_the_matching_keys);
            }

            #[test]
            fn the_layout_has_the_properties_of_the_model() {
                super::$keys().iter().for_each($crate::laws::the_layout_has_the_properties_of_the_model);
            }
        }
    )+};
}
