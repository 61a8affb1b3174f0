//! Keys encoded by rowkey, and hand-written code for the same bytes: field by field, with the same checks, and with the
//! fastest safe code for each field.

pub mod delimited;
pub mod descending;
pub mod digits;
pub mod hand;
pub mod integers;
pub mod mixed;
pub mod salted;
