//! Types beyond integers and strings satisfy the laws of keys, each with the values that have broken keys before. The
//! target `types-codecs`, with the root `with_codecs.rs`, has the codecs of other systems, times as text, and periods.
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
