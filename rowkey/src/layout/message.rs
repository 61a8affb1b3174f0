//! Messages of compile errors, composed in constants.

use crate::ascii::ascii_hex;

/// Text in a buffer. What does not fit is left out.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; ROOM],
    len: usize,
}

/// For a layout of more parts than any sane key has.
const ROOM: usize = 16 << 10;

#[allow(clippy::indexing_slicing, reason = "runs in the compiler only, where a panic is an error message")]
#[allow(clippy::cast_possible_truncation, reason = "a digit is below its base")]
impl Message {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; ROOM], len: 0 }
    }

    /// How many characters it has from byte `from` on.
    pub(super) const fn width_from(&self, from: usize) -> usize {
        let (written, _) = self.bytes.split_at(self.len);
        let (_, mut bytes) = written.split_at(from);
        let mut width = 0;
        while let [byte, rest @ ..] = bytes {
            width += (*byte & 0xC0 != 0x80) as usize;
            bytes = rest;
        }
        width
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) const fn byte(&mut self, byte: u8) {
        if self.len < ROOM {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    pub(super) const fn text(&mut self, text: &str) {
        let mut bytes = text.as_bytes();
        while let [byte, rest @ ..] = bytes {
            self.byte(*byte);
            bytes = rest;
        }
    }

    pub(super) const fn texts(&mut self, mut texts: &[&str]) {
        while let [text, rest @ ..] = texts {
            self.text(text);
            texts = rest;
        }
    }

    pub(super) const fn decimal(&mut self, number: u64) {
        self.number(number, 10, 1);
    }

    pub(super) const fn hex(&mut self, number: u64, digits: usize) {
        self.number(number, 16, digits);
    }

    const fn number(&mut self, number: u64, base: u64, least_digits: usize) {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        let mut left = number;
        while left > 0 || digits.len() - at < least_digits {
            at -= 1;
            digits[at] = ascii_hex((left % base) as u8);
            left /= base;
        }
        while at < digits.len() {
            self.byte(digits[at]);
            at += 1;
        }
    }

    /// Bytes as `escape_ascii` writes them, in double quotes.
    pub(super) const fn quoted(&mut self, mut bytes: &[u8]) {
        self.byte(b'"');
        while let [byte, rest @ ..] = bytes {
            match *byte {
                b'\t' => self.text("\\t"),
                b'\r' => self.text("\\r"),
                b'\n' => self.text("\\n"),
                b'"' | b'\'' | b'\\' => {
                    self.byte(b'\\');
                    self.byte(*byte);
                }
                b' '..=b'~' => self.byte(*byte),
                _ => {
                    self.text("\\x");
                    self.hex(*byte as u64, 2);
                }
            }
            bytes = rest;
        }
        self.byte(b'"');
    }

    /// An ASCII character as `Debug` writes it, in single quotes.
    pub(super) const fn character(&mut self, character: char) {
        self.byte(b'\'');
        match character {
            '\0' => self.text("\\0"),
            '\t' => self.text("\\t"),
            '\r' => self.text("\\r"),
            '\n' => self.text("\\n"),
            '\'' | '\\' => {
                self.byte(b'\\');
                self.byte(character as u8);
            }
            ' '..='~' => self.byte(character as u8),
            _ => {
                self.text("\\u{");
                self.number(character as u64, 16, 1);
                self.byte(b'}');
            }
        }
        self.byte(b'\'');
    }

    pub(super) const fn spaces(&mut self, mut count: usize) {
        while count > 0 {
            self.byte(b' ');
            count -= 1;
        }
    }

    /// The message, where everything fits.
    pub const fn as_str(&self) -> &str {
        let (bytes, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
