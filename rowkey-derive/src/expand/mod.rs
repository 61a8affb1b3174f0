//! Generates the code of a key. Derived code is thin: it names codecs and calls functions of the runtime, which do the
//! work.

pub(crate) mod codec;
mod decode;
mod docs;
pub(crate) mod field;
mod key;
mod known;
mod prefix;
mod record;
mod salt;

use crate::model::{Field, Key, Separator};
use crate::names;
use field::FieldCode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Lifetime, Path};

pub(crate) use record::record;

/// A key, and the names that all its generated code uses.
pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The name of the runtime module, with the span of the derive.
    pub(crate) rk: Ident,
    /// The prefix type.
    pub(crate) prefix: Ident,
    pub(crate) fields: Vec<FieldCode<'a>>,
}

impl<'a> Scope<'a> {
    /// Creates the scope of a row key.
    fn of_key(key: &'a Key<'a>) -> Self {
        Self { key, rk: names::runtime(Span::call_site()), prefix: names::prefix(key), fields: FieldCode::of_key(key) }
    }

    /// Creates the scope of a struct that is a field of keys. Its last field may not be the last field of the key.
    pub(crate) fn of_field(key: &'a Key<'a>) -> Self {
        Self {
            key,
            rk: names::runtime(Span::call_site()),
            prefix: names::prefix(key),
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
pub(crate) fn tried(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        match #result {
            #rk::Ok(__value) => __value,
            #rk::Err(__error) => return #rk::Err(__error),
        }
    }
}

/// Returns the assertions about the types of fields without a mistake, for a key with a mistake elsewhere.
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
    let declaration = prefix::declaration(&scope);
    let imports = names::imports(key.krate);
    let prefix_type = prefix::prefix_type(key).import(&scope.prefix);
    let parameters = names::parameters();
    let (next, markers) = (names::markers(key), key.fields.iter().map(names::marker));
    let codecs = codec::aliases(&scope);
    let salt = salt::items(&scope);
    let key_impls = key::impls(&scope);
    let decode = decode::impls(&scope);
    let prefix = prefix::impls(&scope);
    let block = unnamed_block(&quote! {
        #imports
        #prefix_type
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
    quote!(#declaration #block)
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
