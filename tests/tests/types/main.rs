//! Tests the laws of keys for field types beyond integers and strings, with values at which encodings are easy to get
//! wrong. The target `types-codecs`, with the root `with_codecs.rs`, tests the codecs of other systems, times as text,
//! and periods.
#![allow(dead_code, reason = "`types-codecs` uses the rest of `laws`")]

mod decimals;
mod identifiers;
mod laws;
mod layouts;
mod networks;
mod numbers;
mod page;
mod strings;
mod times;
