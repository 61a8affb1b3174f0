//! The limits of DynamoDB, which are checked before a request.

use crate::StoreError;
use crate::keys::Attribute;
use rowkey::store::Table;

/// The limit for the items of a transaction.
pub(crate) const MAX_ROWS: usize = 100;
/// The limit for the bytes of the items of a transaction.
pub(crate) const MAX_TRANSACTION_LEN: usize = 4 << 20;
/// The limit for the bytes of an item.
pub(crate) const MAX_ITEM_LEN: usize = 400 << 10;

/// The names of the three attributes have a byte each.
const NAMES_LEN: usize = 3;

/// Returns the number of bytes of an item, as DynamoDB counts them.
pub(crate) fn item_len((partition, sort): &(Attribute, Attribute), value: &[u8]) -> usize {
    NAMES_LEN + partition.len() + sort.len() + value.len()
}

/// Checks that DynamoDB accepts an item. Returns the number of its bytes.
pub(crate) fn check_item(
    table: &Table,
    key: &[u8],
    item: &(Attribute, Attribute),
    value: &[u8],
) -> Result<usize, StoreError> {
    let length = item_len(item, value);
    if length > MAX_ITEM_LEN {
        return Err(StoreError::RowLength { table: table.name(), key: key.into(), length });
    }
    Ok(length)
}
