//! Prints bytes as hex, and in the notation of `HBase`'s shell.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Prints bytes in the notation of row keys in `HBase`'s shell and logs (`Bytes.toStringBinary`): printable ASCII characters
/// unchanged, and every other byte as `\x` and two hex digits, such as `\x00`. The crate `rowkey-explain` reads this
/// notation.
///
/// The text can be pasted into `hbase shell`. For this purpose, the characters `\`, `"`, `'` and `#` are written as `\x5C`,
/// `\x22`, `\x27` and `\x23`. The shell reads row keys between double quotes, as in `get 'table', "\x00abc"`, and
/// [split points](crate::guide::choosing#how-to-spread-the-writes) between single quotes. The Java method `Bytes.toBytesBinary` can
/// also read this text.
///
/// ```
/// use rowkey::explain::HbaseShell;
///
/// assert_eq!(HbaseShell(b"\x00a'c").to_string(), r"\x00a\x27c");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct HbaseShell<'a>(pub &'a [u8]);

impl fmt::Display for HbaseShell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In a command of the shell, a quote would end the text. The shell is Ruby, which would replace `#{..}`, `#$..` and
        // `#@..` by values.
        write_escaped(self.0, b"\\\"'#", f)
    }
}

/// Prints bytes as [`HbaseShell`] does, but quotes and `#` unchanged.
#[derive(Debug)]
pub struct Shell<'a>(pub &'a [u8]);

impl fmt::Display for Shell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Old releases of `HBase` print a backslash unchanged, so the three characters after it can look like an
        // escape.
        write_escaped(self.0, b"\\", f)
    }
}

fn write_escaped(bytes: &[u8], escaped: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| match byte {
        b' '..=b'~' if !escaped.contains(byte) => f.write_char(char::from(*byte)),
        _ => write!(f, "\\x{byte:02X}"),
    })
}

/// Prints bytes as hex digits.
#[derive(Debug)]
pub struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Prints the bytes of a key between double quotes, in the notation of `HBase`'s shell.
pub(crate) struct QuotedKey<'a>(pub(crate) &'a [u8]);

impl fmt::Display for QuotedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", HbaseShell(self.0))
    }
}

/// Returns bytes in the notation of `HBase`'s shell, between quotes: `b"\x00abc"`.
pub fn quoted_bytes(content: &[u8]) -> String {
    // Escapes quotes, so that a printed struct can be parsed: the next quote ends this text.
    alloc::format!("b\"{}\"", alloc::format!("{}", Shell(content)).replace('"', "\\x22"))
}
