//! [`Name`], the name of a format with parameters.

use super::hex_digit;

/// A text that is written while the compiler runs.
pub(crate) struct Name {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Name {
    const CAPACITY: usize = 64;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::CAPACITY], len: 0 }
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        let (_, free) = self.bytes.split_at_mut(self.len);
        let (copied, _) = free.split_at_mut(bytes.len());
        copied.copy_from_slice(bytes);
        self.len += bytes.len();
        self
    }

    pub(crate) const fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    pub(crate) const fn number(self, number: u64) -> Self {
        let name = if number > 9 { self.number(number / 10) } else { self };
        #[allow(clippy::cast_possible_truncation, reason = "a digit")]
        name.bytes(&[b'0' + (number % 10) as u8])
    }

    /// Appends a byte as Rust writes it: `':'`, `'\\0'` or `b'\\xfe'`.
    pub(crate) const fn byte(self, byte: u8) -> Self {
        match byte {
            0 => self.text(r"'\0'"),
            b' '..=b'~' => self.bytes(&[b'\'', byte, b'\'']),
            _ => self.bytes(b"b'\\x").bytes(&[hex_digit(byte >> 4), hex_digit(byte & 0xF), b'\'']),
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
