//! Ranges and scans over stores, each with the rows that it gives.

mod btree_map;
mod empty;
mod fjall;
mod heed;
mod jammdb;
mod readings;
mod redb;
mod skip_map;
mod sled;
