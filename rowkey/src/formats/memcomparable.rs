//! Values in the memcomparable format of MyRocks and RisingWave.

use super::numeric;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::{Encoding, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::tag;
use alloc::vec::Vec;

/// The number of content bytes in a group.
const GROUP: usize = 8;
/// The byte after each group except the last. The byte after the last group is the number of content bytes in the
/// group, from 1 to 8.
const MORE: u8 = 9;

pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], out: &mut S) {
    match of {
        Encoding::Text | Encoding::Bytes | Encoding::Value { value: ValueKind::Uuid } => write_content(plain, out),
        Encoding::Value { value: ValueKind::Decimal } => numeric::write::<false, _>(plain, out),
        _ => out.put(plain),
    }
}

fn write_content<S: Sink>(content: &[u8], out: &mut S) {
    // The first byte is 00 if the content is empty, and otherwise 01.
    out.put_array([u8::from(!content.is_empty())]);
    let mut rest = content;
    while !rest.is_empty() {
        let (group, after) = rest.split_at_checked(GROUP).unwrap_or((rest, &[]));
        out.put(group);
        out.put_repeated(0, GROUP - group.len());
        out.put_array([if after.is_empty() { u8::try_from(group.len()).unwrap_or(MORE) } else { MORE }]);
        rest = after;
    }
}

pub(super) fn read<B: Buffer>(of: &Encoding, reader: &mut Reader<'_>, plain: &mut B) -> Result<(), DecodeError> {
    match of {
        Encoding::Text | Encoding::Bytes => read_content(reader, usize::MAX, plain),
        Encoding::Value { value: ValueKind::Uuid } => read_content(reader, ValueKind::Uuid.min_width(), plain),
        Encoding::Value { value: ValueKind::Decimal } => numeric::read(reader, plain),
        _ => {
            plain.put(&reader.bytes(of.min_width())?);
            Ok(())
        }
    }
}

fn read_content<S: Sink>(reader: &mut Reader<'_>, max_len: usize, plain: &mut S) -> Result<(), DecodeError> {
    let not_canonical = |reader: &Reader<'_>| Err(reader.error(DecodeErrorKind::NotCanonical));
    if !tag::read_has_bytes(reader)? {
        return Ok(());
    }
    let mut remaining = max_len;
    loop {
        let group = reader.bytes(GROUP)?;
        let count = reader.byte()?;
        let Some(content) = group.get(..usize::from(count).min(GROUP)).filter(|content| content.len() <= remaining)
        else {
            return not_canonical(reader);
        };
        plain.put(content);
        remaining -= content.len();
        match count {
            1..MORE => return Ok(()),
            MORE => {}
            _ => return not_canonical(reader),
        }
    }
}

/// Appends a bound of the contents that begin with `beginning`. The lower bound is the encoding of `beginning`, the
/// least of these contents. The upper bound is the bytes that all their encodings begin with.
pub(super) fn write_starts_with_bound(beginning: &[u8], is_lower: bool, out: &mut Vec<u8>) {
    if beginning.is_empty() {
        return;
    }
    let start = out.len();
    write_content(beginning, out);
    if !is_lower {
        // Removes the padding of the last group and the number after the group.
        let last_group_len = (beginning.len() - 1) % GROUP + 1;
        out.truncate(out.len().saturating_sub(GROUP + 1 - last_group_len).max(start));
    }
}
