//! Writes and reads content in groups of eight bytes, as TiDB and TiKV do. The last group is padded with 00. Each group
//! is followed by a marker: the byte FF minus the number of padding bytes. If the length of the content is a multiple
//! of eight, the last group is only padding.

use super::not_a_value;
use alloc::vec::Vec;
use rowkey::DecodeError;
use rowkey::format::{Reader, Sink};

const GROUP: usize = 8;
/// The marker of a group without padding, which another group follows.
const FULL: u8 = 0xFF;
const EXPECTED_MARKER: &str = "the byte after a group, F7 to FF";

pub(crate) fn write<S: Sink>(content: &[u8], out: &mut S) {
    let mut rest = content;
    while let Some((group, after)) = rest.split_first_chunk::<GROUP>() {
        out.put_array(*group);
        out.put_array([FULL]);
        rest = after;
    }
    let padding = GROUP - rest.len();
    out.put(rest);
    out.put_repeated(0, padding);
    // The padding is at most eight bytes.
    out.put_array([FULL - u8::try_from(padding).unwrap_or(FULL)]);
}

/// Appends a bound of the contents that begin with `beginning`. The lower bound is the encoding of `beginning`, the least
/// of these contents. The upper bound is the bytes that all their groups begin with: it is after every key that begins with
/// these bytes.
pub(crate) fn write_starts_with_bound(beginning: &[u8], is_lower: bool, out: &mut Vec<u8>) {
    let start = out.len();
    write(beginning, out);
    if !is_lower {
        out.truncate(start + beginning.len() + beginning.len() / GROUP);
    }
}

/// Reads groups, and appends their content. Does not check that the padding consists of 00.
///
/// # Errors
/// The key ends too early, or a group has more than eight bytes of padding.
pub(crate) fn read<S: Sink>(reader: &mut Reader<'_>, content: &mut S) -> Result<(), DecodeError> {
    loop {
        let group = reader.array::<GROUP>()?;
        let marker_offset = reader.offset();
        let marker = reader.byte()?;
        let padding = usize::from(FULL - marker);
        let Some(bytes) = GROUP.checked_sub(padding).and_then(|len| group.get(..len)) else {
            return Err(not_a_value(marker_offset, EXPECTED_MARKER, marker));
        };
        content.put(bytes);
        if padding > 0 {
            return Ok(());
        }
    }
}
