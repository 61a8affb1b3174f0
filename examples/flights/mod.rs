//! The example `flights` without its `main`. The example `hbase` asks the same questions of another store.

pub mod command;
pub mod keys;
pub mod load;
pub mod names;
pub mod print;
pub mod queries;
pub mod store;
