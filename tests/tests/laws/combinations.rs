//! The laws over whole keys: the combinations of attributes, salts and fields that the default run leaves out.
#![allow(dead_code, unused_imports, unused_macros, reason = "`laws` uses the rest of the modules")]

/// Defines what the default run tests, in the target `laws`.
macro_rules! in_laws {
    ($($item:item)*) => {};
}

/// Defines what only this target tests.
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
