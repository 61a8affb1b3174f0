//! The code of a key. It is thin: what it does is done in the runtime.

pub(crate) mod codec;
mod key;
mod prefix;
mod salt;

use crate::model::Key;
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A key, and the names that its code shares.
pub(crate) struct Scope<'a> {
    pub(crate) key: &'a Key<'a>,
    /// The runtime, at the derive.
    pub(crate) rk: TokenStream,
    pub(crate) markers: Vec<Ident>,
}

impl Scope<'_> {
    /// The runtime, at `span`.
    pub(crate) fn rk_at(&self, span: Span) -> TokenStream {
        names::runtime(self.key.krate, span)
    }

    /// The root of the runtime crate.
    pub(crate) fn root(&self) -> TokenStream {
        self.key.krate.map_or_else(|| quote!(::rowkey), |path| quote!(#path))
    }
}

pub(crate) fn row_key(key: &Key<'_>) -> TokenStream {
    let scope = Scope { key, rk: names::runtime(key.krate, Span::call_site()), markers: names::markers(key) };
    let prefix_type = prefix::prefix_type(&scope);
    let markers = &scope.markers;
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
            non_upper_case_globals,
            private_bounds,
            private_interfaces,
            unreachable_pub,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
        )]
        const _: () = {
            #(pub enum #markers {})*
            #codecs
            #salt
            #layout
            #impls
            #prefix
        };
    }
}
