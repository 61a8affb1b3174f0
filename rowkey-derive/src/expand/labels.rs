//! Names in derived code that depend on names that the user wrote. A label is a type parameter or a lifetime that is
//! named after a field, such as `customer` or `'customer`, so that compile errors contain the name of the field.

use crate::model::{Encoding, Field, Key};
use crate::names;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::Lifetime;
use syn::ext::IdentExt;

/// Returns a type parameter that is named after the field.
pub(crate) fn label(field: &Field<'_>, span: Span) -> Ident {
    let mut name = field.name.clone();
    if may_be_derived(&name) {
        name.push('_');
    }
    names::identifier(&name, span)
}

/// Returns a lifetime that is named after the field.
pub(crate) fn label_lifetime(key: &Key<'_>, field: &Field<'_>, span: Span) -> Lifetime {
    let mut name = field.name.clone();
    while key.lifetimes.iter().any(|known| known.ident == name) || syn::parse_str::<Ident>(&name).is_err() {
        name.push('_');
    }
    Lifetime::new(&format!("'{name}"), span)
}

/// Returns the name of the marker type of a field. Compile errors contain this name if a method of a prefix is called
/// too early. The marker types of a key are in a module of their own, so that rustc does not suggest one of them in
/// place of a type that the user misspelled.
pub(crate) fn marker(field: &Field<'_>) -> Ident {
    let name = if field.name == "Self" { "Self_" } else { &field.name };
    names::identifier(name, Span::call_site())
}

/// Returns the name of the module that contains the marker types of a key, such as `field_of_OrderKey`.
///
/// rustc prints the last part of a path that is unique in the crate: `customer`, or `field_of_OrderKey::customer` if
/// two keys have a field `customer`. If the user's types may contain the name of the module, the name gets a prefix.
pub(crate) fn markers_module(key: &Key<'_>) -> Ident {
    let name = format!("field_of_{}", key.ident.unraw());
    let name = if is_written(key, &name) { format!("__{name}") } else { name };
    Ident::new(&name, Span::call_site())
}

/// Returns the name of the prefix type in derived code, which rustdoc prints. This is [`names::renamed_prefix`] if the
/// user's types may contain the name of the prefix type.
pub(crate) fn prefix(key: &Key<'_>) -> Ident {
    if is_written(key, &key.prefix.unraw().to_string()) { names::renamed_prefix() } else { key.prefix.clone() }
}

/// Checks whether the text `name` is in a type or path that derived code repeats, such as the type of a field.
fn is_written(key: &Key<'_>, name: &str) -> bool {
    let types = key.fields.iter().map(|field| field.ty.to_token_stream());
    let codecs = key.fields.iter().filter_map(|field| match &field.encoding {
        Encoding::Custom { path, .. } => Some(path.to_token_stream()),
        _ => None,
    });
    let others = key.salt.iter().map(|salt| salt.tokens.clone()).chain(key.krate.map(ToTokens::to_token_stream));
    let mut written = types.chain(codecs).chain(others).map(|tokens| tokens.to_string());
    written.any(|text| text.contains(name))
}

/// Checks whether derived code may define an item of this name, such as `__Codec0`. The names of such items do not end
/// with `_`.
fn may_be_derived(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with('_')
}
