//! Replaces the module `record` if rowkey is compiled without its feature `records`. `check` rejects the attributes of
//! records then.

use crate::attr::Attrs;
use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) fn record(_: &DeriveInput, _: &Attrs, _: bool) -> Option<TokenStream> {
    None
}
