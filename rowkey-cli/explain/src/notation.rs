//! Text forms of keys: hex, the notation of `HBase`'s shell, base64.

use rowkey::__untyped::Hex;
use rowkey::explain::HbaseShell;
use std::fmt;

/// A text form of the bytes of a key.
///
/// ```
/// use rowkey_explain::Notation;
///
/// let key = b"\x00abc";
/// assert_eq!(Notation::Hex.parse("0x00 61 62 63")?, key);
/// assert_eq!(Notation::HbaseShell.parse(r"\x00abc")?, key);
/// assert_eq!(Notation::Base64.parse("AGFiYw==")?, key);
/// assert_eq!(Notation::HbaseShell.write(key), r"\x00abc");
/// # Ok::<(), rowkey_explain::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Two hex digits for each byte, in upper or lower case. `0x` before the digits and white space between bytes are
    /// allowed.
    Hex,
    /// The notation of row keys in `HBase`'s shell and logs (`Bytes.toStringBinary`): printable ASCII characters
    /// unchanged, and every other byte as `\x` and two hex digits, such as `\x00`. [`parse`](Self::parse) accepts every
    /// text: a backslash without `x` and two hex digits after it stays a backslash, and a character beyond ASCII
    /// becomes the bytes of its UTF-8 form.
    ///
    /// [`write`](Self::write) returns text that can be pasted into `hbase shell`: see [`HbaseShell`](rowkey::explain::HbaseShell).
    ///
    /// To parse a line that `scan` or `get` prints, cut out the row key first. The shell prints byte 20 as a space, and
    /// also fills the column of the row keys with spaces. So a function such as `trim` can remove the last bytes of a
    /// key. If keys of a fixed width can end in byte 20, keep as many spaces as the width requires.
    HbaseShell,
    /// The standard or the URL-safe alphabet of RFC 4648, with or without `=` at the end. [`write`](Self::write)
    /// returns the standard alphabet with `=`. In URLs, use [`Hex`](Self::Hex) instead: the standard alphabet contains
    /// `+` and `/`.
    Base64,
}

/// The error for text that is not in the given notation.
#[derive(Clone, PartialEq, Eq)]
pub struct NotationError {
    notation: Notation,
    offset: usize,
    reason: Reason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    NotADigit(char),
    HalfAByte,
    DigitAfterPadding,
    WrongPadding,
    LeftoverBits,
    LoneDigit,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Hex, Self::HbaseShell, Self::Base64];

    /// Returns the notation that a text most likely is in. The first rule that matches decides:
    ///
    /// 1. Text that begins with `0x` or `0X`: hex.
    /// 2. `\x` and two hex digits anywhere: `HBase`'s shell.
    /// 3. Pairs of hex digits, with or without white space between the pairs, at least one pair: hex.
    /// 4. Base64 of the standard alphabet that ends in the right number of `=`, at least one: base64.
    /// 5. Any other text: `HBase`'s shell.
    ///
    /// The guess can be wrong: a textual key can look like hex (`cafe`), and base64 without `=` looks like text. If you
    /// know the notation, do not call `guess`.
    ///
    /// ```
    /// use rowkey_explain::Notation;
    ///
    /// assert_eq!(Notation::guess("0x00"), Notation::Hex);
    /// assert_eq!(Notation::guess(r"3c\x6F"), Notation::HbaseShell);
    /// assert_eq!(Notation::guess("3c 6f"), Notation::Hex);
    /// assert_eq!(Notation::guess("AGFiYw=="), Notation::Base64);
    /// assert_eq!(Notation::guess("user000001"), Notation::HbaseShell);
    /// ```
    pub fn guess(text: &str) -> Self {
        let trimmed = text.trim();
        if trimmed.starts_with("0x") || trimmed.starts_with("0X") {
            return Self::Hex;
        }
        if trimmed.as_bytes().windows(4).any(|four| unescape(four).is_some()) {
            return Self::HbaseShell;
        }
        if !trimmed.is_empty() && parse_hex(trimmed).is_ok() {
            return Self::Hex;
        }
        let url_safe = trimmed.contains(['-', '_']);
        if trimmed.len().is_multiple_of(4) && trimmed.ends_with('=') && !url_safe && parse_base64(trimmed).is_ok() {
            return Self::Base64;
        }
        Self::HbaseShell
    }

    /// Parses a text into bytes.
    ///
    /// # Errors
    /// The text is not in this notation. The error contains the offset of the first mistake. [`Self::HbaseShell`]
    /// accepts every text.
    pub fn parse(self, text: &str) -> Result<Vec<u8>, NotationError> {
        let read = match self {
            Self::Hex => parse_hex(text),
            Self::HbaseShell => Ok(parse_shell(text)),
            Self::Base64 => parse_base64(text),
        };
        read.map_err(|(offset, reason)| NotationError { notation: self, offset, reason })
    }

    /// Writes bytes as text, which [`Self::parse`] parses into the same bytes.
    pub fn write(self, bytes: &[u8]) -> String {
        match self {
            Self::Hex => Hex(bytes).to_string(),
            Self::HbaseShell => HbaseShell(bytes).to_string(),
            Self::Base64 => to_base64(bytes),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::HbaseShell => "HBase's notation",
            Self::Base64 => "base64",
        }
    }
}

impl NotationError {
    /// Returns the notation of the text.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Returns the offset of the mistake in the text, in bytes from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid {} at byte {} of the text: ", self.notation.name(), self.offset)?;
        match self.reason {
            Reason::NotADigit(found) => write!(f, "{found:?} is not a digit"),
            Reason::HalfAByte => f.write_str("a byte needs two digits"),
            Reason::DigitAfterPadding => f.write_str("only `=` can follow `=`"),
            Reason::WrongPadding => f.write_str("the `=` do not complete a group of four"),
            Reason::LeftoverBits => f.write_str("the unused bits of the last digit must be 0"),
            Reason::LoneDigit => f.write_str("the last group of four has only one digit"),
        }
    }
}

impl fmt::Debug for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for NotationError {}

type Parsed = Result<Vec<u8>, (usize, Reason)>;

fn parse_hex(text: &str) -> Parsed {
    let lead = text.len() - text.trim_start().len();
    let rest = text.get(lead..).unwrap_or_default();
    let digits = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
    let (skipped, digits) = digits.map_or((lead, rest), |digits| (lead + 2, digits));
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut half: Option<(usize, u8)> = None;
    for (offset, character) in digits.char_indices() {
        let offset = skipped + offset;
        if character.is_whitespace() {
            if let Some((offset, _)) = half {
                return Err((offset, Reason::HalfAByte));
            }
            continue;
        }
        let Some(digit) = hex_digit(character) else {
            return Err((offset, Reason::NotADigit(character)));
        };
        half = match half {
            None => Some((offset, digit)),
            Some((_, high)) => {
                bytes.push(high << 4 | digit);
                None
            }
        };
    }
    match half {
        None => Ok(bytes),
        Some((offset, _)) => Err((offset, Reason::HalfAByte)),
    }
}

fn hex_digit(character: char) -> Option<u8> {
    character.to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Returns the byte of an escape such as `\x00`.
fn unescape(four: &[u8]) -> Option<u8> {
    match four {
        [b'\\', b'x', high, low] => Some(hex_digit(char::from(*high))? << 4 | hex_digit(char::from(*low))?),
        _ => None,
    }
}

fn parse_shell(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escape = rest.get(..4).and_then(unescape);
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { rest.get(4..).unwrap_or_default() } else { after };
    }
    bytes
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64_digit(character: char) -> Option<u32> {
    match character {
        'A'..='Z' => Some(u32::from(character) - u32::from('A')),
        'a'..='z' => Some(u32::from(character) - u32::from('a') + 26),
        '0'..='9' => Some(u32::from(character) - u32::from('0') + 52),
        '+' | '-' => Some(62),
        '/' | '_' => Some(63),
        _ => None,
    }
}

fn parse_base64(text: &str) -> Parsed {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut pending, mut digits) = (0u32, 0u32, 0usize);
    let mut padding: Option<(usize, usize)> = None;
    let mut last_digit = 0;
    for (offset, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
        if character == '=' {
            let (first, count) = padding.unwrap_or((offset, 0));
            padding = Some((first, count + 1));
            continue;
        }
        if padding.is_some() {
            return Err((offset, Reason::DigitAfterPadding));
        }
        let digit = base64_digit(character).ok_or((offset, Reason::NotADigit(character)))?;
        (pending, bits, digits, last_digit) = (pending << 6 | digit, bits + 6, digits + 1, offset);
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(pending >> bits & 0xFF).unwrap_or(0));
            pending &= (1 << bits) - 1;
        }
    }
    if digits % 4 == 1 {
        return Err((last_digit, Reason::LoneDigit));
    }
    if pending != 0 {
        return Err((last_digit, Reason::LeftoverBits));
    }
    match padding {
        Some((offset, count)) if (digits + count) % 4 != 0 || count > 2 => Err((offset, Reason::WrongPadding)),
        _ => Ok(bytes),
    }
}

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, index| word << 8 | u32::from(three.get(index).copied().unwrap_or(0)));
        for place in 0..4usize {
            let digit = usize::try_from(word >> (18 - 6 * place) & 63).unwrap_or(0);
            // 1, 2 or 3 bytes have 2, 3 or 4 digits. `=` fills a group up to 4.
            let digit = BASE64.get(digit).filter(|_| place <= three.len());
            text.push(digit.copied().map_or('=', char::from));
        }
    }
    text
}
