//! Tests of the generated code, and of parts of the derive, which a crate that uses the derive cannot see.

mod attribute_table;
mod dependencies;
mod expansions;
mod hostile_tokens;
mod token_text;
