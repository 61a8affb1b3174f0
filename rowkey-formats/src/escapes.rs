//! Reads content that has a byte after each 00. This byte distinguishes the 00 from the terminator, whose first byte is 00.

use super::not_a_value;
use rowkey::DecodeError;
use rowkey::format::{Reader, Sink};

/// Reads up to a 00 that `end` follows. After every other 00 must come `escape`.
///
/// # Errors
/// The key ends too early, or another byte follows a 00. The message contains `expected`.
pub(crate) fn read<S: Sink>(
    reader: &mut Reader<'_>,
    escape: u8,
    end: u8,
    expected: &'static str,
    plain: &mut S,
) -> Result<(), DecodeError> {
    loop {
        plain.put(&reader.until(0)?);
        let offset = reader.offset();
        match reader.byte()? {
            found if found == end => return Ok(()),
            found if found == escape => plain.put_array([0]),
            found => return Err(not_a_value(offset, expected, found)),
        }
    }
}
