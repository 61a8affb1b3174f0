//! A key. `version_2.rs` imports all names of this file, and declares a key with the same name.

use rowkey::RowKey;

pub type Visit = u32;

#[derive(RowKey)]
pub struct VisitKey {
    visit: Visit,
}
