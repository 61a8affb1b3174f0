//! Without the feature `records`, no key has records: `check` rejects their attributes.

use crate::attr::Attrs;
use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) fn record(_: &DeriveInput, _: &Attrs, _: bool) -> Option<TokenStream> {
    None
}
