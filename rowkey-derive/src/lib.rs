//! The derive macros of the `rowkey` crate. Use them from there: `rowkey::RowKey`.
//!
//! Data flows one way:
//!
//! 1. `attr` reads tokens into attributes. `attr::table` is the one list of attributes.
//! 2. `check` applies the rules between attributes, fields and variants.
//! 3. `build` turns checked attributes into a `model` of the key.
//! 4. `expand` turns the model into code. After a mistake, `derive::fallback` generates implementations that only
//!    compile, so that the mistake is the only error.
//!
//! `derive` runs these steps for each derive. `context` collects the mistakes of one item.

#![allow(missing_docs, reason = "`rowkey` documents the derives where it re-exports them")]
#![forbid(unsafe_code)]

mod attr;
mod build;
mod check;
mod context;
mod derive;
mod digest;
mod docs;
mod expand;
mod lifetimes;
mod model;
mod names;
mod spans;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

// A test compares the helper attributes with `attr::table`.
#[proc_macro_derive(
    RowKey,
    attributes(
        codec,
        delimiter,
        desc,
        descending,
        fingerprint,
        format,
        hash,
        max_len,
        method,
        namespace,
        pad,
        prefix,
        reverse,
        rowkey,
        salt,
        terminator,
    )
)]
pub fn derive_row_key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::row_key(&input).into()
}

#[proc_macro_derive(KeyField, attributes(code, codec, desc, descending, format, hash, pad, reverse, rowkey, salt))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_field(&input).into()
}

#[proc_macro_derive(KeySpace, attributes(rowkey))]
pub fn derive_key_space(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_space(&input).into()
}
