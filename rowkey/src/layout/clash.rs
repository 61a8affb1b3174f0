//! Two items of many that must not be together, found without comparing each with each.

use alloc::vec::Vec;

/// Two items of which `clashes` holds, in ascending order. Only neighbours in sorted order are asked: that is enough where
/// an item that clashes with another also clashes with all items between the two, as equal names do, and a code and those
/// that it begins.
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
