//! `#[derive(RowKey)]`, from tokens to tokens.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::{attr, check, context, expand, fallback, model};

pub(crate) fn row_key(input: &DeriveInput) -> TokenStream {
    let context = context::Context::new();
    let attrs = attr::read(&context, input, attr::Item::Key, attr::Item::KeyField);
    let key = model::build(&context, input, &attrs, attr::Item::Key);
    if let Some(key) = &key {
        check::all(&context, key);
    }
    match (context.finish(), key) {
        (Ok(()), Some(key)) if key.fields.iter().all(|field| field.sound) => expand::row_key(&key),
        (Ok(()), _) => fallback::row_key(input, &attrs),
        (Err(errors), key) => {
            let stand_in = fallback::row_key(input, &attrs);
            let field_types = key.map(|key| expand::field_types(&key));
            quote::quote! { #errors #stand_in #field_types }
        }
    }
}
