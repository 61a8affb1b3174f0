//! Explanations of stored keys, with and without the type that wrote them.
#![allow(missing_docs)]

#[macro_use]
mod keys;
mod agreement;
mod compile_time;
mod faults;
mod files;
mod marked;
mod notations;
mod own_codecs;
mod printed;
mod ranges;
mod shown;
mod single_row;
mod unterminated;

/// Returns whether the tests check more keys, as in CI. A feature would do the same, but then cargo would compile this program
/// a second time.
fn is_thorough() -> bool {
    std::env::var_os("ROWKEY_THOROUGH").is_some()
}
