//! The derive macros of the `rowkey` crate. Use them from there: `rowkey::RowKey`.
//!
//! Data flows one way: tokens, attributes ([`attr`]), a model that can only hold legal layouts ([`model`]), checks
//! between fields ([`check`]), expansion ([`expand`]); after any mistake [`fallback`] stands in for the expansion, so
//! that one mistake is one message.

mod attr;
mod check;
mod context;
mod docs;
mod expand;
mod fallback;
mod key_field;
mod key_space;
mod model;
mod names;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct a row key: see the `RowKey` trait of the `rowkey` crate, and its page on attributes.
#[proc_macro_derive(RowKey, attributes(rowkey, pad, descending, reverse, salt, hash))]
pub fn derive_row_key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    row_key(&input).into()
}

/// Makes a newtype, a struct or an enum without data a field of row keys: see the `KeyField` trait of the `rowkey` crate.
#[proc_macro_derive(KeyField, attributes(rowkey, pad, descending, reverse, salt, hash, code))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    key_field::key_field(&input).into()
}

/// Makes an enum of row keys a key space: see the `KeySpace` trait of the `rowkey` crate.
#[proc_macro_derive(KeySpace, attributes(rowkey))]
pub fn derive_key_space(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    key_space::key_space(&input).into()
}

fn row_key(input: &DeriveInput) -> proc_macro2::TokenStream {
    let context = context::Context::new();
    let attrs = attr::read(&context, input);
    let key = model::build(&context, input, &attrs);
    if let Some(key) = &key {
        check::all(&context, key);
    }
    match (context.finish(), key) {
        (Ok(()), Some(key)) => expand::row_key(&key),
        (Ok(()), None) => fallback::row_key(input, &attrs),
        (Err(errors), _) => {
            let stand_in = fallback::row_key(input, &attrs);
            quote::quote! { #errors #stand_in }
        }
    }
}
