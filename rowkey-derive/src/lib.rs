//! The derive macros of the `rowkey` crate. Use them from there: `rowkey::RowKey`.
//!
//! Data flows one way: tokens, attributes (`attr`), a model that can only hold legal layouts (`model`), checks
//! between fields (`check`), expansion (`expand`); after any mistake `fallback` stands in for the expansion, so
//! that one mistake is one message.

#![allow(missing_docs, reason = "what `rowkey` re-exports is documented there, with links")]
#![forbid(unsafe_code)]

mod attr;
mod check;
mod context;
mod digest;
mod docs;
mod expand;
mod fallback;
mod key_field;
mod key_space;
mod lifetimes;
mod model;
mod names;
mod row_key;
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
    row_key::row_key(&input).into()
}

#[proc_macro_derive(KeyField, attributes(code, codec, desc, descending, format, hash, pad, reverse, rowkey, salt))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    key_field::key_field(&input).into()
}

#[proc_macro_derive(KeySpace, attributes(rowkey))]
pub fn derive_key_space(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    key_space::key_space(&input).into()
}
