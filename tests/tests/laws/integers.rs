//! Tests the laws for integers of every width, with every attribute, at every position in a key.
//! [`places!`](rowkey_proof::places) explains the notation.
#![recursion_limit = "256"]

use rowkey_proof::places;

/// Each integer type in binary, padded to the digits of its greatest value (`$all`), and padded to fewer digits
/// (`$fewer`).
macro_rules! integers {
    ($($name:ident [$($places:tt)+]: $($int:ident $all:tt $fewer:tt),+;)+) => {$(
        places! {
            $name: $($places)+;
            [$(
                { $int => [in] }
                { #[descending] $int => [in] }
                { #[reverse] $int => [] }
                { #[pad($all)] $int => [in] }
                { #[pad($all)] #[descending] $int => [in] }
                { #[reverse] #[pad($all)] $int => [] }
                { #[pad($fewer)] $int => [in] }
                { #[descending] #[pad($fewer)] $int => [in] }
                { #[pad($fewer)] #[reverse] $int => [] }
            )+]
        }
    )+};
}

integers! {
    narrow [alone [], before_and_after [], before_and_after [#[rowkey(delimiter = '_')]]]: u8 3 2, u16 5 4, i8 3 1, i16 5 3;
    wide [alone [], before_and_after []]: u32 10 6, i32 10 8, u64 20 9, i64 19 16;
    widest [alone [], before_and_after []]: u128 39 17, i128 39 38;
}

#[test]
fn no_macro_drops_a_key() {
    let groups = [narrow, wide, widest];
    assert_eq!(groups.iter().map(|keys| keys().len()).sum::<usize>(), 216);
}
