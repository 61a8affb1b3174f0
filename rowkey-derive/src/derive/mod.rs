//! The derives, each as a function from a struct or enum to derived code.

mod fallback;
mod key_field;
mod key_space;
mod row_key;

pub(crate) use key_field::key_field;
pub(crate) use key_space::key_space;
pub(crate) use row_key::row_key;
