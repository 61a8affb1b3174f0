//! Tests the laws of `rowkey_proof::laws` for whole keys: salts of every form, namespaces, tuple structs, aliases, keys
//! of several fields, fields of derived types, and custom codecs.
//!
//! This target, `laws`, is part of the default run. It tests each attribute, each form of salt and each kind of field
//! in at least one key. The target `laws-combinations` has the same modules, and tests the other combinations. Its root
//! is `combinations.rs`.
//!
//! `integers.rs`, `fixed_width.rs`, `variable_length.rs` and `exhaustive.rs` are targets of their own. They test every
//! kind of field, alone and before and after other fields. These four targets and `laws-combinations` take long to
//! compile, so only CI runs them, with the feature `more-laws`.
#![allow(dead_code, unused_imports, unused_macros, reason = "`laws-combinations` uses the rest of the modules")]

/// Includes the items that this target tests.
macro_rules! in_laws {
    ($($item:item)*) => { $($item)* };
}

/// Leaves out the items that only `laws-combinations` tests.
macro_rules! in_combinations {
    ($($item:item)*) => {};
}

mod codecs;
mod composite;
mod other_systems;
mod salts;
mod shapes;
mod types;
mod unterminated;
