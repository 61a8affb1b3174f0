//! `#[derive(RowKey)]`.

use super::fallback;
use crate::attr::{self, Item};
use crate::context::Context;
use crate::{build, check, expand};
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

pub(crate) fn row_key(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = attr::read(&context, input, Item::Key, Item::KeyField);
    let sound = check::key(&context, input, &attrs);
    let key = build::key(input, &attrs, &sound);
    match (context.finish(), key) {
        (Ok(()), Some(key)) if key.fields.iter().all(|field| field.sound) => expand::row_key(&key),
        (Ok(()), _) => fallback::row_key(input, &attrs),
        (Err(errors), key) => {
            let fallback = fallback::row_key(input, &attrs);
            let field_types = key.map(|key| expand::field_types(&key));
            quote! { #errors #fallback #field_types }
        }
    }
}
