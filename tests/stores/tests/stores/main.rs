//! Checks that ranges and scans over real stores return the expected rows. sled and jammdb take long to compile, so
//! only CI tests them, with the feature `more-stores`. Also checks that nothing forgets a store,
//! and the oldest Rust of each package.

mod adapters;
mod btree_map;
mod empty;
mod fjall;
mod heed;
#[cfg(feature = "more-stores")]
mod jammdb;
mod readings;
mod readme;
mod redb;
mod rust_versions;
mod skip_map;
#[cfg(feature = "more-stores")]
mod sled;
