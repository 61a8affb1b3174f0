//! Decodes the percent-encoding of the codec `rowkey_formats::PercentEscaped`, such as `a%2Fb` for `a/b`.

/// Checks whether percent-encoding stores the byte unchanged.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Returns the bytes that the codec encodes as `encoded`, or `None` if the codec never writes `encoded`.
pub(crate) fn decode(encoded: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(encoded.len());
    let mut rest = encoded.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            content.push(Some(byte).filter(|byte| is_unreserved(*byte))?);
            continue;
        }
        let mut digit = || match rest.next()? {
            digit @ b'0'..=b'9' => Some(digit - b'0'),
            digit @ b'A'..=b'F' => Some(digit - b'A' + 10),
            _ => None,
        };
        let escaped = digit()? << 4 | digit()?;
        content.push(Some(escaped).filter(|byte| !is_unreserved(*byte))?);
    }
    Some(content)
}
