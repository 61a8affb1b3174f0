//! Ranges and scans over real stores, with the expected rows.

mod btree_map;
mod empty;
mod fjall;
mod heed;
mod jammdb;
mod readings;
mod readme;
mod redb;
mod skip_map;
mod sled;
