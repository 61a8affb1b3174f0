#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod codec;
mod error;
mod facts;
mod field;
mod key;
mod layout;
mod merge;
mod prefix;
mod range;
mod salt;
mod scan;
mod write;

#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

// The pictures stand inline, as rustdoc takes no files along; between empty lines, as Markdown wants it.
#[doc = include_str!("../docs/choosing/1-questions.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/hot.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/2-writes.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/spread.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/3-price.md")]
pub mod choosing {}

#[doc = include_str!("../docs/layout.md")]
pub mod format {}

pub use crate::codec::custom::{Codec, CodecBytes, CodecOrder, InOrder, Unordered};
pub use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use crate::field::KeyField;
pub use crate::key::{DecodeKey, PossibleKeys, RandomSalt, RowKey, Spreads, TotalKey};
pub use crate::layout::{Encoding, KeySalt, Layout, Part, SaltForm, SaltLayout, Separator, TooManyRegions};
pub use crate::merge::{Merge, MergeRow, merge};
pub use crate::prefix::{Bounded, Ranges};
pub use crate::range::{KeyRange, KeyRangeRef};
pub use crate::scan::{Backward, OwnedKey, Rows, Scan, ScanError, ScanErrorKind};
pub use rowkey_derive::RowKey;
