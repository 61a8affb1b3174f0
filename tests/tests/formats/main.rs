//! The key formats of other systems: the laws of keys in them, and their bytes compared with the systems' own
//! libraries.

#[macro_use]
mod laws;
mod foundation_db;
mod hbase;
mod memcomparable;
mod storekey;
mod tables;
mod tidb;
mod vectors;
mod wrong;
