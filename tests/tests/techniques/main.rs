//! A cookbook: the techniques of the guides about row keys, each as a test with the name `technique_NN_what_it_shows`.
//!
//! The doc comment quotes the guide. The test uses the guide's own keys and rows, or, if the guide is wrong, shows the
//! right answer. Technique 16, the lookup table, needs a store with writers: its tests are in the example `dictionary`.
//!
//! What a technique forbids, such as a range over a hashed field, is a file in `tests/messages/ui`.

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
