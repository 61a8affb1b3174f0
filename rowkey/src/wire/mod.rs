//! Writes and reads the bytes of each kind of value.
//!
//! Codecs call these functions with constant widths, so that the compiler can inline the functions without loops.
//! `explain` and layout files call the same functions with widths that are known at run time.

pub(crate) mod calendar;
pub(crate) mod decimal;
pub(crate) mod digits;
pub(crate) mod float;
pub(crate) mod groups;
pub(crate) mod integer;
pub(crate) mod length;
pub(crate) mod reader;
pub(crate) mod sink;
pub(crate) mod span;
pub(crate) mod tag;
pub(crate) mod terminator;
pub(crate) mod text;
pub(crate) mod time_text;
pub(crate) mod varint;
