//! Writes and reads the bytes of each kind of value.
//!
//! Codecs call these functions with constant widths, so that the compiler can inline the functions without loops.
//! `explain` and layout files call the same functions with widths that are known at run time.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_errors_doc,
    clippy::return_self_not_must_use,
    clippy::len_without_is_empty,
    reason = "public only for the packages `rowkey-explain` and `rowkey-cli`"
)]

pub mod calendar;
pub mod decimal;
pub mod digits;
pub mod float;
pub(crate) mod integer;
pub(crate) mod length;
pub(crate) mod reader;
pub(crate) mod sink;
pub(crate) mod span;
pub mod tag;
pub(crate) mod terminator;
pub mod text;
pub mod time_text;
pub mod value;
pub(crate) mod varint;
