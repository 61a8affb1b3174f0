//! The derive macros of the crate `rowkey`. Users import them from `rowkey`: `use rowkey::RowKey;`.
//!
//! A derive has four steps. Each step is a module:
//!
//! 1. `attr` parses the attributes. `attr::table` lists all attributes.
//! 2. `check` reports attributes, fields and variants that do not fit together.
//! 3. `build` turns checked attributes into a `model` of the key.
//! 4. `expand` turns the model into code. The attributes of records and indexes are not in the model: `expand::record`
//!    reads them from `attr`.
//!
//! `derive` runs these steps for each derive. If the user made a mistake, `derive` generates implementations with
//! placeholder bodies instead, so that the mistake is the only error. `context` collects the mistakes in one struct or
//! enum.
//!
//! To add an attribute:
//!
//! 1. Add a name and a row to `attr::table`, and the word to `attributes(..)` below. Compile errors and failed tests
//!    then show each `match` and list that lacks the new name.
//! 2. Add a line to the slots in `attr::field` or `attr::key`, and a function that reads the arguments.
//! 3. If the attribute decides the bytes of a field, `Name::combines_with` says with which others a field can have it: with
//!    none, unless you list them. Add further rules in `check`.
//! 4. Add the attribute to a type in `model`, set its value in `build`, and generate its code in `expand`.
//! 5. Add a row to `rowkey/docs/attributes/index.md`, and an example of each mistake to `tests/messages/ui`.
//!
//! To add a digest, add a row to `digest`, and a type to the crate `rowkey`.

#![allow(missing_docs, reason = "`rowkey` documents the derives where it re-exports them")]
#![forbid(unsafe_code)]

mod attr;
mod build;
mod check;
mod context;
mod derive;
mod digest;
mod expand;
mod lifetimes;
mod model;
mod names;
mod prefix_type;
mod spans;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

// `tests::attribute_table` compares these helper attributes with `attr::table`.
#[proc_macro_derive(
    RowKey,
    attributes(
        after,
        ascending,
        before,
        bytes,
        code,
        codec,
        decimal,
        delimiter,
        desc,
        descending,
        fields,
        fingerprint,
        format,
        hash,
        length,
        list,
        little_endian,
        max_len,
        method,
        namespace,
        optional,
        pad,
        prefix,
        reverse,
        rowkey,
        salt,
        sort_key,
        terminator,
        twos_complement,
        unterminated,
    )
)]
pub fn derive_row_key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::row_key(&input).into()
}

#[proc_macro_derive(
    KeyField,
    attributes(
        after,
        ascending,
        before,
        bytes,
        code,
        codec,
        decimal,
        desc,
        descending,
        format,
        hash,
        length,
        little_endian,
        pad,
        reverse,
        rowkey,
        salt,
        twos_complement,
        unterminated
    )
)]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_field(&input).into()
}

#[proc_macro_derive(KeySpace, attributes(rowkey))]
pub fn derive_key_space(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_space(&input).into()
}
