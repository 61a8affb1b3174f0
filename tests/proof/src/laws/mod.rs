//! The laws of a key, for any derived key: [`key!`](crate::key) makes a [`Subject`] of a struct, and the functions here
//! compare the subject with the model.

mod bytes;
mod key;
mod places;
mod random;
mod ranges;
mod space;
mod subject;
mod table;
mod types;

pub use self::bytes::{
    damage_is_rejected_or_another_key, given_keys_are_those_of_the_model, keys_are_those_of_the_model,
    the_layout_says_what_is_true,
};
pub use self::key::{ascii, constant, index_of};
pub use self::random::{Trial, explains_every_field, random_keys_keep_the_laws};
pub use self::ranges::{Answers, answers, has_order, has_parts, ranges_hold_the_matching_keys};
pub use self::space::{KeyOfKind, Space, a_key_space_is_the_union_of_its_keys};
pub use self::subject::{
    Answer, Decodable, Decoded, Encoded, Given, Infallible, Probe, Reading, Scannable, Subject, Table, bounds, encoded,
};

/// Defines tests of every law over the keys that each of these functions returns.
#[macro_export]
macro_rules! laws {
    ($($keys:ident),+ $(,)?) => {$(
        mod $keys {
            #[test]
            fn keys_are_those_of_the_model() {
                super::$keys().iter().for_each($crate::laws::keys_are_those_of_the_model);
            }

            #[test]
            fn damage_is_rejected_or_another_key() {
                super::$keys().iter().for_each($crate::laws::damage_is_rejected_or_another_key);
            }

            #[test]
            fn ranges_hold_the_matching_keys() {
                super::$keys().iter().for_each($crate::laws::ranges_hold_the_matching_keys);
            }

            #[test]
            fn the_layout_says_what_is_true() {
                super::$keys().iter().for_each($crate::laws::the_layout_says_what_is_true);
            }
        }
    )+};
}
