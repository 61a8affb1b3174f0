//! Encodes test vectors with rowkey. A test vector is a value such as the `i16` -256, and the bytes that the classes of
//! `HBase` and Phoenix write for this value, see `examples/hbase/src/test/resources/vectors.txt`.

mod encode;
mod samples;
mod splits;

pub use self::encode::encode;
pub use self::samples::samples;

use crate::hex;

/// Writes bytes in hex, or `-` for no bytes.
fn to_text(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { hex::encode(bytes) }
}

/// Reads the output of [`to_text`].
fn from_text(text: &str) -> Option<Vec<u8>> {
    if text == "-" { Some(Vec::new()) } else { hex::decode(text) }
}
