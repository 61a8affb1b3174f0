//! Tests of the generated code itself, which a crate that uses the derives cannot see.

mod attribute_table;
mod dependencies;
mod expansions;
mod hostile_tokens;
mod token_text;
