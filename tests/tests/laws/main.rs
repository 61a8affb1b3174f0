//! The laws over whole keys: salts of every form, namespaces, tuple structs, aliases, keys of several fields.
//!
//! `integers.rs`, `closed.rs` and `open.rs` try every kind of field.

mod exhaustive;
mod salts;
mod shapes;
