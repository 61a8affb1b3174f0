//! The techniques of the guides that people learn row keys from, each as a test named after its row in the checklist:
//! `technique_NN_what_it_shows`. The doc comment quotes the row; the test shows the guide's own keys and rows, or, where
//! the guide errs, the right answer.
//!
//! Technique 16, the lookup table, needs a store with writers: its tests are those of the example `dictionary`.
//!
//! Layouts that must not compile are in the library of this crate, module `refused`.

mod fanout;
mod ids;
mod indexes;
mod order;
mod payments;
mod records;
mod scans;
mod spread;
mod stores;
mod table;
