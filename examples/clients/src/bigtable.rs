//! Scans Google's Bigtable with `bigtable_rs`.

use bigtable_rs::bigtable::BigTable;
use bigtable_rs::google::bigtable::v2::row_range::{EndKey, StartKey};
use bigtable_rs::google::bigtable::v2::{ReadRowsRequest, RowRange, RowSet};
use rowkey::{KeyRange, RowKey};

use crate::PaymentKey;

/// Returns a customer's payments in a period, newest first.
pub async fn payments(bigtable: &mut BigTable, customer: u64, from: i64, to: i64) -> anyhow::Result<Vec<PaymentKey>> {
    let range = PaymentKey::prefix().customer(customer).paid_at_in(from..to).range();
    // For an empty range, Bigtable returns an error.
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let request = ReadRowsRequest {
        table_name: bigtable.get_full_table_name("payments"),
        rows: Some(RowSet { row_keys: Vec::new(), row_ranges: vec![row_range(range)] }),
        ..ReadRowsRequest::default()
    };
    let rows = bigtable.read_rows(request).await?;
    Ok(rows.into_iter().map(|(key, _cells)| PaymentKey::decode(&key)).collect::<Result<_, _>>()?)
}

/// Converts a range for a `RowSet`. A `RowSet` can hold many ranges, such as one per bucket from `ranges()`.
fn row_range(range: KeyRange) -> RowRange {
    let (start, end) = range.into_parts();
    RowRange { start_key: Some(StartKey::StartKeyClosed(start)), end_key: end.map(EndKey::EndKeyOpen) }
}
