//! Tests scans over the buckets of a salt.

mod bad_keys;
mod ends;
mod errors;
mod law;
mod layouts;
mod lazy;
mod random;
mod salts;
mod split;
mod store;
mod unterminated;
mod widths;
