//! The key whose code is generated, and code that several modules generate.

use super::field::FieldCode;
use super::labels;
use crate::model::{Key, Separator};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A key, and the names that all its generated code uses.
pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The name of the runtime's hidden module, with the span of the derive.
    pub(crate) rk: Ident,
    /// The name of the prefix type in derived code.
    pub(crate) prefix: Ident,
    pub(crate) fields: Vec<FieldCode<'a>>,
}

impl<'a> Scope<'a> {
    /// Creates the scope of a row key.
    pub(super) fn of_key(key: &'a Key<'a>) -> Self {
        Self { key, rk: names::private(Span::call_site()), prefix: labels::prefix(key), fields: FieldCode::of_key(key) }
    }

    /// Creates the scope of a type that is a field of keys. Its last field is not encoded as the last field of a key,
    /// because other fields of the key can follow.
    pub(crate) fn of_field(key: &'a Key<'a>) -> Self {
        Self {
            key,
            rk: names::private(Span::call_site()),
            prefix: labels::prefix(key),
            fields: FieldCode::of_struct(key),
        }
    }

    /// Returns the separator of the key as an expression.
    pub(super) fn separator(&self) -> TokenStream {
        let rk = &self.rk;
        match self.key.separator {
            Separator::Escape => quote!(#rk::Separator::Escape),
            Separator::Delimiter(character) => quote!(#rk::Separator::Delimiter(#character)),
            Separator::Terminator(character) => quote!(#rk::Separator::Terminator(#character)),
        }
    }

    /// Returns the layout of the key as an expression.
    pub(super) fn layout(&self) -> TokenStream {
        let root = names::root(Span::call_site());
        let ident = self.key.ident;
        let lifetimes = self.key.lifetimes.iter().map(|_| quote!('static));
        quote!(<#ident<#(#lifetimes),*> as #root::RowKey>::LAYOUT)
    }
}

/// Returns code equivalent to `?`. The operator itself would make rustc resolve four traits at each use.
pub(crate) fn or_return(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        match #result {
            #rk::Ok(__value) => __value,
            #rk::Err(__error) => return #rk::Err(__error),
        }
    }
}

/// Returns a statement equivalent to `?` for a result whose value is not used, or is `()`.
pub(crate) fn return_error(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        if let #rk::Err(__error) = #result {
            return #rk::Err(__error);
        }
    }
}

/// Wraps derived code in a block that turns off the user's lints.
pub(crate) fn unnamed_block(items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
        #[allow(private_bounds, private_interfaces, single_use_lifetimes)]
        #[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
        const _: () = { #items };
    }
}
