//! The first version of a key, see `version_2.rs`.

use rowkey::RowKey;

pub type Visit = u32;

#[derive(RowKey)]
pub struct VisitKey {
    visit: Visit,
}
