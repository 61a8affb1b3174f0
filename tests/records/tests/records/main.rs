//! The laws of records and their indexes, compared with a model that keeps the records in one list, and the mistakes that other
//! libraries made, each as a test.

mod costs;
mod counted;
mod duplicates;
mod expressions;
mod foreign;
mod kinds;
mod laws;
mod model;
mod moving;
mod recorded;
mod sharing;
mod streams;
mod traps;
mod unchanged;
