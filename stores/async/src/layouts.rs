//! The recorded layouts in a store without transactions, which are one row there, so that they change together.

use crate::{ReadRow, StoredValue, random};
use rowkey::store::{LAYOUTS, Table};

/// The key of the row.
const KEY: &[u8] = b"layouts";

/// Returns whether a table is [`LAYOUTS`].
pub(crate) fn is_layouts(table: &Table) -> bool {
    table.name() == LAYOUTS.name()
}

/// Returns the row of all recorded layouts.
pub(crate) fn row(value: StoredValue) -> ReadRow {
    ReadRow { table: &LAYOUTS, key: KEY.to_vec(), value }
}

/// The beginning of a packed value: the lengths of an empty key and of a random number, which follows.
const BEGINNING: [u8; 8] = [0, 0, 0, 0, 0, 0, 0, 8];

/// Returns the first bytes of a packed value, which no other one has. Returns `None` if an earlier program has packed the value,
/// without a random number.
pub(crate) fn header(packed: &[u8]) -> Option<&[u8]> {
    packed.get(..16).filter(|header| header.starts_with(&BEGINNING))
}

/// Writes keys and values into one value, after a random number that tells it from others.
pub(crate) fn pack<'r>(rows: impl Iterator<Item = (&'r [u8], &'r [u8])>) -> Vec<u8> {
    let mut packed = [BEGINNING, random().to_be_bytes()].concat();
    for part in rows.flat_map(|(key, value)| [key, value]) {
        // A part is a name or a description, and no store has a row of 4 GiB.
        let len = u32::try_from(part.len()).unwrap_or(u32::MAX);
        packed.extend_from_slice(&len.to_be_bytes());
        packed.extend_from_slice(part);
    }
    packed
}

/// Reads the keys and values of [`pack`]. Ignores what follows a damaged part, so that the layouts before it are read.
pub(crate) fn unpack(mut packed: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut rows = Vec::new();
    while let Some(row) = part(&mut packed).and_then(|key| Some((key, part(&mut packed)?))) {
        // The key of the random number is empty.
        if !row.0.is_empty() {
            rows.push(row);
        }
    }
    rows
}

fn part(packed: &mut &[u8]) -> Option<Vec<u8>> {
    let (len, rest) = packed.split_first_chunk()?;
    let (part, rest) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*len)).ok()?)?;
    *packed = rest;
    Some(part.to_vec())
}
