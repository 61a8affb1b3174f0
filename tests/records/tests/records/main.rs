//! Tests the laws of records and their indexes against a model without indexes, and mistakes that other libraries made.

mod costs;
mod counted;
mod duplicates;
mod expressions;
mod foreign;
mod forged;
mod handles;
mod kinds;
mod laws;
mod model;
mod moving;
mod places;
mod recorded;
mod sharing;
mod streams;
mod texts;
mod timestamps;
mod traps;
mod unchanged;
mod values;
mod versions;

/// Returns the number of cases of a random test: a fifth of `count`. With `ROWKEY_THOROUGH` in the environment, as in
/// CI, returns `count`.
fn cases(count: u32) -> u32 {
    if std::env::var_os("ROWKEY_THOROUGH").is_some() { count } else { count.div_ceil(5) }
}
