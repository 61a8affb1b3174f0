//! Reads layouts of other programs: from [canonical bytes](bytes) and, with the feature `serde`, from [files](file). Both
//! have the same [checks](check).

pub(crate) mod bytes;
mod check;
pub(crate) mod clash;
#[cfg(feature = "serde")]
mod file;
#[cfg(feature = "serde")]
pub(crate) mod file_values;

pub use bytes::InvalidLayout;
