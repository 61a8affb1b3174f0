//! Encodes and decodes text and bytes in three key formats of other systems: in groups of eight bytes for memcomparable
//! and TiDB, and in seven bits per byte for OrderedBytes. Part of the model, a second implementation of
//! `rowkey/docs/layout.md` (sections 18.2, 18.6 and 18.4) for tests.

use super::Fault;

const GROUP: usize = 8;

/// Fills the piece with `00` to eight bytes.
fn filled(piece: &[u8]) -> Vec<u8> {
    [piece, &vec![0; GROUP - piece.len()]].concat()
}

fn to_u8(length: usize) -> u8 {
    u8::try_from(length).expect("at most eight")
}

pub(super) fn memcomparable(content: &[u8]) -> Vec<u8> {
    if content.is_empty() {
        return vec![0];
    }
    let pieces: Vec<&[u8]> = content.chunks(GROUP).collect();
    let group = |(index, piece): (usize, &&[u8])| {
        let mark = if index + 1 == pieces.len() { to_u8(piece.len()) } else { 9 };
        [filled(piece), vec![mark]].concat()
    };
    [vec![1], pieces.iter().enumerate().flat_map(group).collect()].concat()
}

pub(super) fn read_memcomparable(rest: &[u8]) -> Result<(Vec<u8>, usize), Fault> {
    match rest.first().ok_or(Fault::Short)? {
        0 => return Ok((vec![], 1)),
        1 => {}
        _ => return Err(Fault::Value),
    }
    let (mut content, mut offset) = (Vec::new(), 1);
    loop {
        let group = rest.get(offset..=offset + GROUP).ok_or(Fault::Short)?;
        offset += GROUP + 1;
        let mark = usize::from(group[GROUP]);
        content.extend(group.get(..mark.min(GROUP)).ok_or(Fault::Value)?);
        if mark != 9 {
            return Ok((content, offset));
        }
    }
}

pub(in crate::model) fn tidb(content: &[u8]) -> Vec<u8> {
    let mut groups = Vec::new();
    let full = content.len() / GROUP;
    for index in 0..=full {
        let piece = &content[index * GROUP..content.len().min((index + 1) * GROUP)];
        groups.extend(filled(piece));
        groups.push(0xFF - to_u8(GROUP - piece.len()));
    }
    groups
}

pub(in crate::model) fn read_tidb(rest: &[u8]) -> Result<(Vec<u8>, usize), Fault> {
    let (mut content, mut offset) = (Vec::new(), 0);
    loop {
        let group = rest.get(offset..=offset + GROUP).ok_or(Fault::Short)?;
        offset += GROUP + 1;
        let fill = usize::from(0xFF - group[GROUP]);
        content.extend(&group[..GROUP.checked_sub(fill).ok_or(Fault::Value)?]);
        if fill > 0 {
            return Ok((content, offset));
        }
    }
}

/// Returns the bits of the content in bytes of seven bits each, the highest bit first. All bytes except the last have
/// `80` set.
pub(super) fn seven_bits(content: &[u8]) -> Vec<u8> {
    let bits: Vec<bool> = content.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1)).collect();
    let mut bytes: Vec<u8> = bits
        .chunks(7)
        .map(|bits| (0..7).fold(0x80, |byte, bit| byte | u8::from(bits.get(bit) == Some(&true)) << (6 - bit)))
        .collect();
    if bytes.is_empty() {
        bytes.push(0);
    }
    *bytes.last_mut().expect("a byte") &= 0x7F;
    bytes
}

pub(super) fn read_seven_bits(rest: &[u8]) -> Result<(Vec<u8>, usize), Fault> {
    let length = 1 + rest.iter().position(|byte| *byte < 0x80).ok_or(Fault::Short)?;
    let bits: Vec<bool> =
        rest[..length].iter().flat_map(|byte| (0..7).rev().map(move |bit| byte >> bit & 1 == 1)).collect();
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    Ok((bits.chunks_exact(8).map(byte).collect(), length))
}

pub(in crate::model) fn up_to_zero(rest: &[u8]) -> Result<(Vec<u8>, usize), Fault> {
    let end = rest.iter().position(|byte| *byte == 0).ok_or(Fault::Short)?;
    Ok((rest[..end].to_vec(), end + 1))
}
