#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod codec;
mod derived;
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
mod shard;
mod space;
#[cfg(feature = "testing")]
pub mod testing;
mod write;

#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

#[doc = include_str!("../docs/layout.md")]
pub mod format {}

pub use crate::codec::custom::{Codec, CodecBytes, CodecOrder, InOrder, Unordered};
pub use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use crate::field::KeyField;
pub use crate::key::{DecodeKey, PossibleKeys, RandomSalt, RowKey, Spreads, TextKey, TotalKey};
pub use crate::layout::{Code, Encoding, KeySalt, Layout, Part, SaltForm, SaltLayout, Separator, TooManyRegions};
pub use crate::merge::{Merge, MergeRow, merge};
pub use crate::prefix::{Bounded, Ranges};
pub use crate::range::{KeyRange, KeyRangeRef};
pub use crate::scan::{Backward, OwnedKey, Rows, Scan, ScanError, ScanErrorKind};
pub use crate::shard::Shard;
pub use crate::space::{DecodeSpace, KeySpace};
pub use rowkey_derive::{KeyField, KeySpace, RowKey};
