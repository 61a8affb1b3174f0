//! Reads layouts of other programs from [canonical bytes](bytes), and [checks](check) them. The package `rowkey-explain` reads
//! layout files, with the same checks.

pub(crate) mod bytes;
pub(crate) mod check;
pub(crate) mod clash;

pub use bytes::InvalidLayout;
