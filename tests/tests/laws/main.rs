//! The laws over whole keys: salts of every form, namespaces, tuple structs, aliases, keys of several
//! fields, fields of derived types, and codecs of the user's.
//!
//! `integers.rs`, `closed.rs` and `open.rs` try every kind of field: alone, in front of others and behind them. All in
//! all there are 857 layouts with the feature `thorough`; each file counts its own.

mod codecs;
#[cfg(feature = "thorough")]
mod exhaustive;
mod salts;
mod shapes;
mod types;
