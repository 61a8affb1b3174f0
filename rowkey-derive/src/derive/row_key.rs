//! `#[derive(RowKey)]`: reads the attributes, checks them, and generates code.

use super::fallback;
use crate::attr::{self, Attrs, Item};
use crate::context::Context;
use crate::{build, check, expand, lifetimes};
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

pub(crate) fn row_key(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = attr::read(&context, input, Item::Key, Item::FieldOfKey);
    let valid = check::key(&context, input, &attrs);
    if let Err(errors) = context.finish() {
        let fallback = fallback::row_key(input, &attrs);
        let record = expand::record(input, &attrs, false);
        let field_types = field_types(input, &attrs, &valid);
        return quote! { #errors #fallback #record #field_types };
    }
    if valid.contains(&false) {
        // A field has a missing or undeclared lifetime, which rustc reports.
        let (fallback, record) = (fallback::row_key(input, &attrs), expand::record(input, &attrs, false));
        return quote! { #fallback #record };
    }
    let (key, record) = (expand::row_key(&build::key(input, &attrs)), expand::record(input, &attrs, true));
    quote! { #key #record }
}

/// Generates assertions about the types of the fields without a mistake, so that rustc reports mistakes in these types
/// together with the mistakes that the derive found.
///
/// Returns `None` for a struct with type or const parameters: the assertions are outside of the struct, so they cannot
/// use its parameters.
fn field_types(input: &DeriveInput, attrs: &Attrs, valid: &[bool]) -> Option<TokenStream> {
    let lifetimes = lifetimes::of(input);
    if lifetimes.len() < input.generics.params.len() || valid.is_empty() {
        return None;
    }
    let fields = build::fields(input, attrs).enumerate().zip(valid);
    let valid = fields.filter(|(_, valid)| **valid).map(|(field, _)| field);
    Some(expand::field_types(attrs.key.krate.get().map(|attr| &attr.value), &lifetimes, valid))
}
