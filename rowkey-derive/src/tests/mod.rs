//! Tests of what the macros write, which tests of a crate that uses them cannot see.

mod attribute_table;
mod expansions;
mod hostile_tokens;
