//! The compile-time checks of `max_len` and `fingerprint`, and their messages.

use super::Layout;
use crate::ascii::ascii_hex;

/// A message composed in a constant.
#[derive(Debug)]
struct Message {
    bytes: [u8; 512],
    len: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 512], len: 0 }
    }

    #[allow(clippy::indexing_slicing, reason = "runs in the compiler only, where a panic is an error message")]
    const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = bytes[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    #[allow(clippy::indexing_slicing, reason = "runs in the compiler only, where a panic is an error message")]
    #[allow(clippy::cast_possible_truncation, reason = "a digit is below 16")]
    const fn number(self, number: u64, base: u64, least_digits: usize) -> Self {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        let mut left = number;
        while left > 0 || digits.len() - at < least_digits {
            at -= 1;
            digits[at] = ascii_hex((left % base) as u8);
            left /= base;
        }
        let (_, digits) = digits.split_at(at);
        match core::str::from_utf8(digits) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    /// The message.
    const fn as_str(&self) -> &str {
        let (bytes, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// Does not compile where a key can be longer than `limit`.
///
/// # Panics
/// A key can be.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn max_len(layout: &Layout, limit: usize) {
    assert!(fits(layout, limit), "{}", too_long(layout, limit).as_str());
}

/// Does not compile where the layout is not the one with this fingerprint.
///
/// # Panics
/// It is not.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn fingerprint(layout: &Layout, pinned: u64) {
    assert!(layout.fingerprint() == pinned, "{}", changed(layout, pinned).as_str());
}

/// Does not compile where of two keys of a key space one's namespace begins the other's.
///
/// # Panics
/// It does.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
pub const fn key_space(mut layouts: &[Layout]) {
    while let [layout, rest @ ..] = layouts {
        let mut others = rest;
        while let [other, rest @ ..] = others {
            assert!(
                !(begins_with(layout.namespace, other.namespace) || begins_with(other.namespace, layout.namespace)),
                "{}",
                clash(layout, other).as_str()
            );
            others = rest;
        }
        layouts = rest;
    }
}

/// Whether `bytes` begin with `start`.
pub const fn begins_with(mut bytes: &[u8], mut start: &[u8]) -> bool {
    while let [first, start_rest @ ..] = start {
        match bytes {
            [byte, rest @ ..] if *byte == *first => bytes = rest,
            _ => return false,
        }
        start = start_rest;
    }
    true
}

/// What to say when a key could be read as either of two.
const fn clash(a: &Layout, b: &Layout) -> Message {
    Message::new()
        .text("a key of this space could be a `")
        .text(a.name())
        .text("` or a `")
        .text(b.name())
        .text("`, as the namespace of one is the start of the other's, or both are the same: give each key its own, such as `#[rowkey(namespace = \"a/\")]` and `#[rowkey(namespace = \"b/\")]`")
}

/// Whether no key is longer than `limit`.
const fn fits(layout: &Layout, limit: usize) -> bool {
    match layout.max_len() {
        Some(len) => len <= limit,
        None => false,
    }
}

/// What to say when a key can be longer than `max_len` allows.
const fn too_long(layout: &Layout, limit: usize) -> Message {
    let message = Message::new().text("a key of `").text(layout.name());
    if let Some(len) = layout.max_len() {
        message
            .text("` can have ")
            .number(len as u64, 10, 1)
            .text(" bytes, more than max_len = ")
            .number(limit as u64, 10, 1)
            .text(": shorten a field, or raise max_len")
    } else {
        let mut message = message.text("` has no longest length: ");
        let mut parts = layout.parts;
        while let [part, rest @ ..] = parts {
            if part.encoding.max_width().is_none() {
                message = message.text("field `").text(part.name).text("` has no width; ");
            }
            parts = rest;
        }
        message.text("give it one with #[pad(N)], or leave out max_len")
    }
}

/// What to say when the layout is no longer the one that was pinned.
const fn changed(layout: &Layout, pinned: u64) -> Message {
    Message::new()
        .text("the bytes of `")
        .text(layout.name())
        .text("` are no longer those with the fingerprint 0x")
        .number(pinned, 16, 16)
        .text(": the layout's is now 0x")
        .number(layout.fingerprint(), 16, 16)
        .text(". Keys already stored cannot be read with it. Take the change back, or write the new fingerprint if there is no data")
}
