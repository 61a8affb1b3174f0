//! Code that the tests of rowkey share.
//!
//! - [`model`]: a second implementation of the key encoding, slow and simple.
//! - [`domain`]: test values of each field type.
//! - `golden`: tests of the model with keys whose bytes are known, from `layout.md` and from other systems.
//! - `laws_of_model`: tests that the model satisfies the laws of keys, such as "the bytes sort as the values do".
//! - [`mod@laws`]: functions that compare derived keys with the model.
//! - [`hex`](mod@hex): bytes as hexadecimal digits.
//! - [`foreign`]: items for keys that another crate defines.
//! - [`linted`]: keys in a module with strict lints.
//! - [`mod@random`]: a random source with a seed.
//! - [`untyped`]: `explain` and `ranges` of a layout, from `rowkey-cli`.
//!
//! The first four modules do not use the library. They were written from its specification, `rowkey/docs/layout.md`.

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
pub mod untyped;
