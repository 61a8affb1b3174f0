//! The tests of rowkey, written against it as a user would. Layouts and questions that must not compile are in
//! [`refused`]; the messages they get are in `tests/ui`.

pub mod refused;
