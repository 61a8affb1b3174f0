//! The laws over whole keys: salts of every form, namespaces, tuple structs, aliases, keys of several fields, fields of
//! derived types, and custom codecs.
//!
//! `integers.rs`, `fixed_width.rs`, `variable_length.rs` and `exhaustive.rs` are targets of their own. They test every kind
//! of field, alone and before and after other fields. They take long to compile, so only CI runs them, with the feature
//! `thorough`.

mod codecs;
mod composite;
mod other_systems;
mod salts;
mod shapes;
mod types;
mod unterminated;
