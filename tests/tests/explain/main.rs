//! Explanations of stored keys, with and without the type that wrote them.
#![allow(missing_docs)]

#[macro_use]
mod keys;
mod agreement;
mod compile_time;
mod faults;
mod files;
mod layout_bytes;
mod marked;
mod notations;
mod own_codecs;
mod printed;
mod ranges;
mod shown;
mod single_row;
mod unterminated;

use rowkey_proof::laws::is_thorough;
