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
mod model;
mod names;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct a row key: see the `RowKey` trait of the `rowkey` crate, and its page on attributes.
#[proc_macro_derive(RowKey, attributes(rowkey, pad, descending, reverse, salt, hash))]
pub fn derive_row_key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    row_key(&input).into()
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
        (Err(errors), key) => {
            let stand_in = fallback::row_key(input, &attrs);
            let field_types = key.map(|key| expand::field_types(&key));
            quote::quote! { #errors #stand_in #field_types }
        }
    }
}
