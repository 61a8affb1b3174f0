//! The law of [`Handles`].

use rowkey::store::Handles;
use std::collections::BTreeMap;

/// More names than lists, so that some lists have several handles.
static NAMES: [&str; 20] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "i",
    "j",
    "aa",
    "ab",
    "ac",
    "ad",
    "ae",
    "af",
    "ag",
    "",
    "rowkey.layouts",
    "é",
];

/// Handles are a map from names to the first handle that was added with this name.
#[test]
fn handles_are_a_map() {
    fastrand::seed(7);
    for _ in 0..crate::cases(100) {
        let (mut handles, mut model) = (Handles::new(), BTreeMap::new());
        for handle in 0..100 {
            let name = NAMES[fastrand::usize(..NAMES.len())];
            match fastrand::u8(..3) {
                0 => assert_eq!(handles.add(name, handle), model.entry(name).or_insert(handle)),
                1 => {
                    handles.remove(name);
                    model.remove(name);
                }
                _ => assert_eq!(handles.get_mut(name), model.get_mut(name)),
            }
            NAMES.iter().for_each(|name| assert_eq!(handles.get(name), model.get(name)));
        }
    }
}
