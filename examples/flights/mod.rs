//! The code of the example `flights` without its `main`. The example `hbase` shares this code, and asks the same
//! questions.

pub mod command;
pub mod keys;
pub mod load;
pub mod names;
pub mod print;
pub mod queries;
pub mod store;
