//! A copy of the key in `version_1.rs`, in a file that imports all names of `version_1.rs`.

use super::version_1::*;
use rowkey::RowKey;

#[derive(RowKey)]
pub struct VisitKey {
    visit: Visit,
}

#[test]
fn the_name_means_the_key_of_this_file() {
    let key: VisitKey = VisitKey { visit: 1 };
    assert_eq!(VisitKey::prefix().visit(1).range().start(), key.encode());
}
