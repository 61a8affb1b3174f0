//! Tests of functions and of generated code that integration tests cannot reach, because a crate of derives exports
//! only the derives.

mod attribute_table;
mod dependencies;
mod expansions;
mod hostile_tokens;
mod no_records;
mod token_text;
