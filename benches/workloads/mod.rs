//! The keys of the benchmarks. Each module has a key that derives `RowKey`, and hand-written code that writes and reads
//! the same bytes. The hand-written code makes the same checks, and uses the fastest safe code for each field.

pub mod delimited;
pub mod descending;
pub mod digits;
pub mod hand;
pub mod integers;
pub mod mixed;
pub mod salted;
