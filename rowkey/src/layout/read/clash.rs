//! Finds two items that must not occur together, such as two fields of one name, without comparing every item with
//! every other.

use alloc::vec::Vec;

/// Returns two items that clash, the lesser one first.
///
/// Sorts the items and compares only neighbors. This is enough if an item that clashes with a greater item also clashes
/// with all items between them. Equal names have this property, and so do two codes if the greater code begins with the
/// lesser.
pub fn clash<T: Ord>(items: impl IntoIterator<Item = T>, clashes: impl Fn(&T, &T) -> bool) -> Option<[T; 2]> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    let mut items = items.into_iter();
    let mut first = items.next()?;
    for second in items {
        if clashes(&first, &second) {
            return Some([first, second]);
        }
        first = second;
    }
    None
}
