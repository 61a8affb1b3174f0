//! Generates the code of `#[derive(RowKey)]`. This code is short: it names codecs, and calls functions of the crate
//! `rowkey`, which do the work.

pub(crate) mod codec;
mod decode;
#[cfg(any(feature = "records", test))]
pub(crate) mod dependencies;
mod docs;
pub(crate) mod field;
mod key;
mod known;
mod labels;
mod prefix;
#[cfg_attr(not(any(feature = "records", test)), path = "no_records.rs")]
mod record;
mod salt;
mod scope;
#[cfg(any(feature = "records", test))]
pub(crate) mod token_text;

use crate::model::{Field, Key};
use crate::names;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Lifetime, Path};

pub(crate) use record::record;
pub(crate) use scope::{Scope, or_return, return_error, unnamed_block};

/// Returns the assertions about the types of `fields`. The key has a mistake, but these fields have none.
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
    let parameters = names::parameters(&key.expressions());
    let (markers_module, markers) = (labels::markers_module(key), prefix::markers(key));
    let codecs = codec::aliases(&scope);
    let salt = salt::items(&scope);
    let key_impls = key::impls(&scope);
    let decode = decode::impls(&scope);
    let prefix = prefix::impls(&scope);
    let block = unnamed_block(&quote! {
        #imports
        #prefix_type
        #parameters
        mod #markers_module {
            #markers
        }
        #codecs
        #salt
        #key_impls
        #decode
        #prefix
    });
    quote!(#declaration #block)
}
