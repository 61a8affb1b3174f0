//! Writes text in constant functions, which cannot call `format!`.

use crate::ascii::ascii_hex;

/// Writes text into a buffer, and counts its bytes and characters. Text that does not fit into the buffer is only
/// counted, so an empty buffer measures a text.
#[derive(Debug)]
pub(crate) struct TextWriter<'a> {
    buffer: &'a mut [u8],
    len: usize,
    characters: usize,
}

#[allow(clippy::indexing_slicing, reason = "each index is compared with the length before")]
#[allow(clippy::cast_possible_truncation, reason = "a digit is below its base")]
impl<'a> TextWriter<'a> {
    pub(crate) const fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, len: 0, characters: 0 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn characters(&self) -> usize {
        self.characters
    }

    pub(crate) const fn byte(&mut self, byte: u8) {
        if self.len < self.buffer.len() {
            self.buffer[self.len] = byte;
        }
        self.len += 1;
        let continues_character = byte & 0xC0 == 0x80;
        self.characters += !continues_character as usize;
    }

    pub(crate) const fn text(&mut self, text: &str) {
        let mut bytes = text.as_bytes();
        while let [byte, rest @ ..] = bytes {
            self.byte(*byte);
            bytes = rest;
        }
    }

    pub(crate) const fn texts(&mut self, mut texts: &[&str]) {
        while let [text, rest @ ..] = texts {
            self.text(text);
            texts = rest;
        }
    }

    pub(crate) const fn decimal(&mut self, number: u64) {
        self.number(number, 10, 1);
    }

    pub(crate) const fn hex(&mut self, number: u64, digits: usize) {
        self.number(number, 16, digits);
    }

    const fn number(&mut self, number: u64, base: u64, least_digits: usize) {
        let mut digits = [b'0'; 20];
        let mut index = digits.len();
        let mut remaining = number;
        while remaining > 0 || digits.len() - index < least_digits {
            index -= 1;
            digits[index] = ascii_hex((remaining % base) as u8);
            remaining /= base;
        }
        while index < digits.len() {
            self.byte(digits[index]);
            index += 1;
        }
    }

    /// Writes bytes in double quotes: printable characters as in a literal, and every other byte as `\x` and two
    /// digits, as in [`HbaseShell`](crate::explain::HbaseShell).
    pub(crate) const fn quoted(&mut self, mut bytes: &[u8]) {
        self.byte(b'"');
        while let [byte, rest @ ..] = bytes {
            match *byte {
                b'"' | b'\'' | b'\\' => {
                    self.byte(b'\\');
                    self.byte(*byte);
                }
                b' '..=b'~' => self.byte(*byte),
                _ => {
                    self.text("\\x");
                    self.byte(ascii_hex(*byte >> 4).to_ascii_uppercase());
                    self.byte(ascii_hex(*byte & 0x0F).to_ascii_uppercase());
                }
            }
            bytes = rest;
        }
        self.byte(b'"');
    }

    /// Writes a separator or a pad as in an attribute: an ASCII character as `Debug` writes it, or `b'\xff'` for a byte
    /// above 7F.
    pub(crate) const fn character(&mut self, character: char) {
        if !character.is_ascii() {
            self.byte(b'b');
        }
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
            '\u{80}'.. => {
                self.text("\\x");
                self.hex(character as u64, 2);
            }
            _ => {
                self.text("\\u{");
                self.number(character as u64, 16, 1);
                self.byte(b'}');
            }
        }
        self.byte(b'\'');
    }

    pub(crate) const fn spaces(&mut self, mut count: usize) {
        while count > 0 {
            self.byte(b' ');
            count -= 1;
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        let written = if self.len < self.buffer.len() { self.len } else { self.buffer.len() };
        let (bytes, _) = self.buffer.split_at(written);
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            // The buffer ends within a character of a name.
            Err(error) => match core::str::from_utf8(bytes.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}
