//! The code of a key. It is thin: what it does is done in the runtime.

pub(crate) mod codec;
mod key;
mod prefix;
pub(crate) mod questions;
mod salt;

use crate::model::Key;
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A key, and the names that its code shares.
pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The runtime, at the derive.
    pub(crate) rk: Ident,
    pub(crate) markers: Vec<Ident>,
}

/// What `?` does, for which the compiler would look up four traits each time.
pub(crate) fn tried(rk: &Ident, result: &TokenStream) -> TokenStream {
    quote! {
        match #result {
            #rk::Ok(__value) => __value,
            #rk::Err(__error) => return #rk::Err(__error),
        }
    }
}

/// What is said about the types of a key that has other mistakes already.
pub(crate) fn field_types(key: &Key<'_>) -> Option<TokenStream> {
    let types: TokenStream = key
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.sound)
        .map(|(index, field)| codec::checked_type(key, field, index))
        .collect();
    let imports = names::imports(key.krate);
    (!key.generic).then(|| {
        quote! {
            #[allow(dead_code, non_camel_case_types, unused_imports, clippy::all, clippy::pedantic)]
            const _: () = {
                #imports
                #types
            };
        }
    })
}

pub(crate) fn row_key(key: &Key<'_>) -> TokenStream {
    let scope = Scope { key, rk: names::runtime(Span::call_site()), markers: names::markers(key) };
    let prefix_type = prefix::prefix_type(&scope);
    let marker = salt::needs(&scope).and_then(|index| scope.markers.get(index)).map(|name| quote!(pub enum #name {}));
    let imports = names::imports(key.krate);
    let codecs = codec::aliases(&scope);
    let salt = salt::items(&scope);
    let layout = key::layout(&scope);
    let impls = key::impls(&scope);
    let prefix = prefix::impls(&scope);
    quote! {
        #prefix_type

        #[allow(
            dead_code,
            non_camel_case_types,
            non_snake_case,
            non_upper_case_globals,
            private_bounds,
            private_interfaces,
            single_use_lifetimes,
            unreachable_pub,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
        )]
        const _: () = {
            #imports
            #marker
            #codecs
            #salt
            #layout
            #impls
            #prefix
        };
    }
}
