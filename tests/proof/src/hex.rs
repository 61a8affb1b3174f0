//! Converts bytes to hexadecimal digits and back.

/// Returns the lower-case hexadecimal digits of the bytes, in ASCII.
pub(crate) fn lower_hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
}

/// Returns the bytes as upper-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    String::from_utf8(lower_hex(bytes)).unwrap().to_uppercase()
}

/// Returns the bytes that the hexadecimal digits represent. Blanks are skipped.
///
/// Panics on other characters.
pub fn unhex(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex
        .chars()
        .filter(|digit| *digit != ' ')
        .map(|digit| digit.to_digit(16).unwrap_or_else(|| panic!("{digit:?} in {hex:?}")))
        .collect();
    assert!(digits.len().is_multiple_of(2), "{hex:?}");
    digits.chunks(2).map(|pair| u8::try_from(pair[0] << 4 | pair[1]).unwrap()).collect()
}
