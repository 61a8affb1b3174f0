//! A key that `version_2.rs` declares again, next to an import of all names from here.

use rowkey::RowKey;

pub type Visit = u32;

#[derive(RowKey)]
pub struct VisitKey {
    visit: Visit,
}
