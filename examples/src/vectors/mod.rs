//! What keys make of values, in the file format of `hbase/src/test/resources/vectors.txt`, in which `HBase`'s and
//! Phoenix's own classes say what they make of them.

mod encode;
mod samples;
mod splits;

pub use self::encode::encode;
pub use self::samples::samples;

use crate::hex;

/// A value in hex; `-` is no bytes.
fn written(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { hex::encode(bytes) }
}

/// The other way round.
fn read(text: &str) -> Option<Vec<u8>> {
    if text == "-" { Some(Vec::new()) } else { hex::decode(text) }
}
