//! Tests of the example `hbase` that need no cluster.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod client;
mod command;
mod keys;
