//! What can be tested without a cluster.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod client;
mod command;
mod keys;
