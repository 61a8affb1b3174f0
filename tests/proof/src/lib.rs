//! Code that the tests of rowkey share.
//!
//! - [`model`]: a second implementation of the byte layout, slow and plain.
//! - [`domain`]: values that have broken key encodings before.
//! - `golden`: tests with keys whose bytes are known from elsewhere.
//! - `laws_of_model`: tests that the model satisfies the laws itself.
//! - [`mod@laws`]: compares derived keys with the model.
//! - [`hex`](mod@hex): bytes as hexadecimal digits.
//! - [`foreign`] and [`linted`]: keys that a library defines, for another crate and under strict lints.
//! - [`mod@random`]: a random source with a seed.
//!
//! The first four use nothing of `rowkey`. They are written from `rowkey/docs/layout.md`, which their comments call "the
//! layout page".

#![warn(missing_docs, unreachable_pub, missing_debug_implementations)]
#![warn(clippy::pedantic)]
#![allow(clippy::must_use_candidate, reason = "almost every function here would need it")]
#![allow(clippy::missing_panics_doc, reason = "a panic here is a failed test")]
#![allow(clippy::missing_errors_doc, reason = "the error types list all errors")]

pub mod domain;
pub mod foreign;
#[cfg(test)]
pub mod golden;
pub mod hex;
pub mod laws;
#[cfg(test)]
mod laws_of_model;
pub mod linted;
pub mod model;
pub mod random;
