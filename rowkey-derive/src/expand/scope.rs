//! `Scope`: the key whose code is generated. Also functions that generate small pieces of code for several modules.

use super::field::FieldCode;
use super::labels;
use crate::model::{Key, Separator};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The name of the hidden module of `rowkey` in derived code, with the span of the derive.
    pub(crate) rk: Ident,
    pub(crate) prefix: Ident,
    pub(crate) fields: Vec<FieldCode<'a>>,
}

impl<'a> Scope<'a> {
    pub(super) fn of_key(key: &'a Key<'a>) -> Self {
        Self { key, rk: names::private(Span::call_site()), prefix: labels::prefix(key), fields: FieldCode::of_key(key) }
    }

    /// Creates the scope of a type that derives `KeyField`. Its last field is not encoded like the last field of a key,
    /// because other fields of the key can follow.
    pub(crate) fn of_field(key: &'a Key<'a>) -> Self {
        Self {
            key,
            rk: names::private(Span::call_site()),
            prefix: labels::prefix(key),
            fields: FieldCode::of_struct(key),
        }
    }

    pub(super) fn separator(&self) -> TokenStream {
        let rk = &self.rk;
        match self.key.separator {
            Separator::Escape => quote!(#rk::Separator::Escape),
            Separator::Delimiter(character) => quote!(#rk::Separator::Delimiter(#character)),
            Separator::Terminator(character) => quote!(#rk::Separator::Terminator(#character)),
        }
    }

    pub(super) fn layout(&self) -> TokenStream {
        let root = names::root(Span::call_site());
        let ident = self.key.ident;
        let lifetimes = self.key.lifetimes.iter().map(|_| quote!('static));
        quote!(<#ident<#(#lifetimes),*> as #root::RowKey>::LAYOUT)
    }
}

/// Returns code equivalent to `result?`. For each `?`, rustc would have to resolve four traits.
pub(crate) fn or_return(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        match #result {
            #rk::Ok(__value) => __value,
            #rk::Err(__error) => return #rk::Err(__error),
        }
    }
}

/// Returns a statement equivalent to `result?;`.
pub(crate) fn return_error(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        if let #rk::Err(__error) = #result {
            return #rk::Err(__error);
        }
    }
}

/// Wraps derived code in a `const _` block, in which the user's lints are turned off.
pub(crate) fn unnamed_block(items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
        #[allow(private_bounds, private_interfaces, single_use_lifetimes)]
        #[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
        const _: () = { #items };
    }
}
