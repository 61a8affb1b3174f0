//! Values in the memcomparable format of MyRocks and RisingWave.

use super::{Memcomparable, not_a_value, numeric, unencodable};
use alloc::vec::Vec;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Reader, Sink, Structs, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind};

/// The number of content bytes in a group.
const GROUP: usize = 8;
/// The byte after each group except the last. The byte after the last group is the number of content bytes in the
/// group, from 1 to 8.
const MORE: u8 = 9;

impl Format for Memcomparable {
    const NAME: &'static str = "memcomparable";

    const TYPES: &'static [Type] = &[
        plain(Type::unsigned(1..=16)),
        plain(Type::signed(1..=16)),
        plain(Type::new(Kind::Bool)),
        plain(Type::new(Kind::Char)),
        plain(Type::array(0..=usize::MAX)).starts_alike(),
        plain(Type::new(Kind::Duration)),
        plain(Type::new(Kind::Ipv4)),
        plain(Type::new(Kind::Ipv6)),
        Type::new(Kind::Float { width: 4 }).some_values().optional(),
        Type::new(Kind::Float { width: 8 }).some_values().optional(),
        Type::new(Kind::Text).widths(ByteCount::exact(1), None).starts_alike().optional(),
        Type::new(Kind::Bytes).widths(ByteCount::exact(1), None).starts_alike().optional(),
        Type::new(Kind::Uuid).width(ByteCount::exact(19)).optional(),
        Type::new(Kind::Decimal).widths(numeric::MIN, Some(numeric::MAX)).some_values().optional(),
    ];

    const STRUCTS: Structs = Structs::Inline;

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Text | Kind::Bytes | Kind::Uuid => write_content(plain, out),
            Kind::Decimal => numeric::write::<false, _>(plain, out),
            _ => out.put(plain),
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        match kind {
            Kind::Text | Kind::Bytes => read_content(reader, usize::MAX, plain)?,
            Kind::Uuid => read_content(reader, 16, plain)?,
            Kind::Decimal => numeric::read(reader, plain)?,
            _ => plain.put(&reader.bytes(kind.width().unwrap_or(0))?),
        }
        Ok(())
    }

    /// The lower bound is the encoding of `beginning`, the least of these contents. The upper bound is the bytes that all their
    /// encodings begin with.
    fn write_beginning(kind: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        if matches!(kind, Kind::Array { .. }) {
            out.extend_from_slice(beginning);
        } else if !beginning.is_empty() {
            let start = out.len();
            write_content(beginning, out);
            if place == BoundPlace::After {
                // Removes the padding of the last group and the number after the group.
                let last_group_len = (beginning.len() - 1) % GROUP + 1;
                out.truncate(out.len().saturating_sub(GROUP + 1 - last_group_len).max(start));
            }
        }
        true
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        match kind {
            Kind::Float { width } => {
                unencodable::negative_zero(plain, width).or_else(|| unencodable::other_nan(plain, width))
            }
            Kind::Decimal => unencodable::decimal(plain),
            _ => None,
        }
    }
}

const fn plain(row: Type) -> Type {
    row.plain_after(None).optional()
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

fn read_content<S: Sink>(reader: &mut Reader<'_>, max_len: usize, plain: &mut S) -> Result<(), DecodeError> {
    let not_canonical = |reader: &Reader<'_>| Err(reader.error(DecodeErrorKind::NotCanonical));
    let offset = reader.offset();
    match reader.byte()? {
        0 => return Ok(()),
        1 => {}
        found => {
            let expected = "the first byte of a string or bytes in memcomparable, 00 or 01";
            return Err(not_a_value(offset, expected, found));
        }
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
