//! What the tests of rowkey share: a second, slow and plain implementation of the byte layout, the
//! values that have broken key encodings before, and keys whose bytes are known from elsewhere.
//!
//! These three use nothing of `rowkey`; they are written from `rowkey/docs/layout.md` ("the layout page" below). Only
//! [`mod@laws`] knows it, which compares derived keys with the model. Beside them, [`refused`] holds what must not compile,
//! as doc tests, [`foreign`] and [`linted`] hold keys that only a library can, and [`mod@random`] draws.

#![warn(missing_docs, unreachable_pub, missing_debug_implementations)]
#![warn(clippy::pedantic)]
#![allow(clippy::must_use_candidate, reason = "on every getter it says nothing")]
#![allow(clippy::missing_panics_doc, reason = "a panic here is a failed test")]
#![allow(clippy::missing_errors_doc, reason = "the types of the errors say when there is one")]

pub mod domain;
pub mod foreign;
pub mod golden;
pub mod laws;
pub mod linted;
pub mod model;
pub mod random;
pub mod refused;
