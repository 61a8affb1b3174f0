//! The code of a key. Derived code is thin: it names codecs and calls functions of the runtime, which do the work.

pub(crate) mod codec;
mod decode;
mod docs;
pub(crate) mod field;
mod key;
mod known;
mod prefix;
mod salt;

use crate::model::{Field, Key};
use crate::names;
use field::FieldCode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Lifetime, Path};

/// A key, and the names that its code shares.
pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The runtime module, at the derive.
    pub(crate) rk: Ident,
    pub(crate) fields: Vec<FieldCode<'a>>,
}

impl<'a> Scope<'a> {
    /// A key of its own.
    fn of_key(key: &'a Key<'a>) -> Self {
        Self { key, rk: names::runtime(Span::call_site()), fields: FieldCode::of_key(key) }
    }

    /// A type that fields of keys have: its last field is not the last of the key.
    pub(crate) fn of_field(key: &'a Key<'a>) -> Self {
        Self { key, rk: names::runtime(Span::call_site()), fields: FieldCode::of_struct(key) }
    }

    /// The layout of the key, as an expression.
    pub(super) fn layout(&self) -> TokenStream {
        let root = names::root(Span::call_site());
        let ident = self.key.ident;
        let lifetimes = self.key.lifetimes.iter().map(|_| quote!('static));
        quote!(<#ident<#(#lifetimes),*> as #root::RowKey>::LAYOUT)
    }
}

/// Expands to what `?` does, which would cost the compiler a look at four traits each time.
pub(crate) fn tried(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        match #result {
            #rk::Ok(__value) => __value,
            #rk::Err(__error) => return #rk::Err(__error),
        }
    }
}

/// The assertions about the types of fields without a mistake, for a key that has a mistake elsewhere.
pub(crate) fn field_types<'a>(
    krate: Option<&Path>,
    lifetimes: &[&Lifetime],
    fields: impl Iterator<Item = (usize, Field<'a>)>,
) -> TokenStream {
    let types: TokenStream = fields.map(|(index, field)| codec::checked_type(lifetimes, &field, index)).collect();
    let imports = names::imports(krate);
    unnamed_block(&quote!(#imports #types))
}

pub(crate) fn row_key(key: &Key<'_>) -> TokenStream {
    let scope = Scope::of_key(key);
    let prefix_type = prefix::prefix_type(&scope);
    let imports = names::imports(key.krate);
    let parameters = names::parameters();
    let (next, markers) = (names::markers(key), key.fields.iter().map(names::marker));
    let codecs = codec::aliases(&scope);
    let salt = salt::items(&scope);
    let key_impls = key::impls(&scope);
    let decode = decode::impls(&scope);
    let prefix = prefix::impls(&scope);
    let block = unnamed_block(&quote! {
        #imports
        #parameters
        mod #next {
            #(pub enum #markers {})*
        }
        #codecs
        #salt
        #key_impls
        #decode
        #prefix
    });
    quote!(#prefix_type #block)
}

/// A block for derived code, in which the user's lints do not warn.
pub(crate) fn unnamed_block(items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(
            deprecated,
            nonstandard_style,
            private_bounds,
            private_interfaces,
            single_use_lifetimes,
            unreachable_pub,
            unused,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
        )]
        const _: () = { #items };
    }
}
