//! Keys as rowkey writes them, and the same bytes as one would write them by hand: with the same checks, and each as
//! fast as safe code knows to be.

pub mod delimited;
pub mod descending;
pub mod digits;
pub mod hand;
pub mod integers;
pub mod mixed;
pub mod salted;
