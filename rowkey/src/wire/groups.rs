//! Content in groups of eight bytes, as in TiDB and TiKV. The last group is filled with 00. Each group is followed by a
//! byte: FF minus the number of these 00. Content of eight bytes has a second group, which is empty.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

const GROUP: usize = 8;
/// The byte after a group without padding, which is followed by another group.
const FULL: u8 = 0xFF;
const MARKERS: &str = "the byte after a group, F7 to FF";
/// The width of a group and the byte after it.
const MARKED: usize = GROUP + 1;

/// Returns the width of the groups for `content` bytes of content.
pub(crate) const fn width(content: usize) -> usize {
    (content / GROUP + 1).saturating_mul(MARKED)
}

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

/// Appends the bytes that the groups of all contents with this beginning have in common.
pub(crate) fn write_beginning(part: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    write(part, out);
    out.truncate(start + part.len() + part.len() / GROUP);
}

/// Reads groups that [`write`] could have appended, and appends their content. Does not check the bytes of the padding.
///
/// # Errors
/// The key ends too early, or a group has more than eight bytes of padding.
pub(crate) fn read<S: Sink>(reader: &mut Reader<'_>, content: &mut S) -> Result<(), DecodeError> {
    loop {
        let group = reader.array::<GROUP>()?;
        let marker = reader.offset();
        let found = reader.byte()?;
        let padding = usize::from(FULL - found);
        let Some(bytes) = GROUP.checked_sub(padding).and_then(|len| group.get(..len)) else {
            return Err(DecodeError::new(marker, DecodeErrorKind::NotAValue { expected: MARKERS, found }));
        };
        content.put(bytes);
        if padding > 0 {
            return Ok(());
        }
    }
}

/// Returns the number of bytes up to the end of the last group.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.chunks_exact(MARKED).position(|group| group.last() != Some(&FULL))?;
    Some((last + 1) * MARKED)
}
