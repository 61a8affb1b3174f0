//! Tests the laws for the combinations of attributes, salts and fields that the target `laws` leaves out. Both targets
//! have the same modules.
#![allow(dead_code, unused_imports, unused_macros, reason = "`laws` uses the rest of the modules")]

/// Leaves out the items that the target `laws` tests.
macro_rules! in_laws {
    ($($item:item)*) => {};
}

/// Includes the items that only this target tests.
macro_rules! in_combinations {
    ($($item:item)*) => { $($item)* };
}

mod codecs;
mod composite;
mod other_systems;
mod salts;
mod shapes;
mod types;
mod unterminated;
