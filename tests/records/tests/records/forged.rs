//! Cursors with another content and a right checksum. A cursor that was cut or changed by accident has a wrong
//! checksum, and is rejected before its content is checked.

use rowkey_explain::Notation;

const CHECKSUM_LEN: usize = 4;

/// Decodes the text of a cursor into its content, without the checksum.
fn content(cursor: &str) -> Vec<u8> {
    let mut content = Notation::Base64.parse(cursor).unwrap();
    content.truncate(content.len() - CHECKSUM_LEN);
    content
}

/// Returns the number of bytes of a cursor's content: the version, the direction, the fingerprint and the key.
pub fn content_len(cursor: &str) -> usize {
    content(cursor).len()
}

/// Returns the cursor with a changed content.
pub fn forged(cursor: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = content(cursor);
    change(&mut bytes);
    bytes.extend_from_slice(&checksum(&bytes));
    Notation::Base64.write(&bytes).replace('+', "-").replace('/', "_").replace('=', "")
}

/// Returns the first bytes of SipHash-2-4 with the key 0 over the number of bytes and the bytes, as words of 64 bits.
/// The last word has only as many bytes as are left.
#[allow(deprecated, reason = "the only SipHash-2-4 of the standard library")]
fn checksum(content: &[u8]) -> [u8; CHECKSUM_LEN] {
    use std::hash::{Hasher, SipHasher};
    let mut hasher = SipHasher::new();
    hasher.write(&(content.len() as u64).to_le_bytes());
    for chunk in content.chunks(8) {
        let word = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        hasher.write(&word.to_le_bytes());
    }
    *hasher.finish().to_be_bytes().first_chunk().unwrap()
}
