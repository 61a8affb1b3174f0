//! Reads and writes row keys without their types. The command `rowkey` is made of this library.
//!
//! A program that has the key type needs only the crate [`rowkey`]: [`RowKey::explain`](rowkey::RowKey::explain) reads a
//! key with its own codecs. A program that has only the [layout](rowkey::Layout) of the keys, such as a tool for the
//! command line, uses this crate:
//!
//! - [`explain`] and [`explain_any`] show the parts of a key.
//! - [`ranges`] returns the ranges of the keys with given values, which are written as text.
//! - [`Value`] is the value of a field as text, JSON and CSV, and a [`Selection`] finds the rows that meet [`Condition`]s.
//!
//! [Look at your data](look_at_your_data) shows the command.
//!
//! ```
//! use rowkey::{KeyRange, RowKey};

//!
//! #[derive(RowKey)]
//! struct VisitKey {
//!     #[rowkey(before = "v/")]
//!     host: String,
//!     visit: u16,
//! }
//!
//! let key = VisitKey { host: "a.org".into(), visit: 7 }.encode();
//! assert_eq!(rowkey_cli::explain(VisitKey::LAYOUT, &key), VisitKey::explain(&key));
//!
//! let [range]: [KeyRange; 1] = rowkey_cli::ranges(VisitKey::LAYOUT, &[("host", "a.org")])?.try_into().unwrap();
//! assert!(range.contains(&key));
//! # Ok::<(), rowkey_cli::LeadingError>(())
//! ```
//!
#![doc = include_str!("../docs/layout_files.md")]
#![forbid(unsafe_code)]

#[doc = include_str!("../docs/look_at_your_data.md")]
pub mod look_at_your_data {}

mod range;
mod select;
mod text;

pub use range::{LeadingError, ranges};
#[doc(inline)]
pub use rowkey_explain::{FileLayout, Notation, NotationError, explain, explain_any};
#[doc(hidden)]
pub use select::{AnyKey, between};
pub use select::{Condition, Selection};
pub use text::Value;
#[doc(hidden)]
pub use text::json_string;
