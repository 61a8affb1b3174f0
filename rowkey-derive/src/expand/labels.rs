//! The names in derived code that depend on the names that the user wrote.

use crate::model::{Encoding, Field, Key};
use crate::names;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::Lifetime;
use syn::ext::IdentExt;

/// Returns a type parameter named after the field.
pub(crate) fn label(field: &Field<'_>, span: Span) -> Ident {
    let mut name = field.name.clone();
    if may_be_derived(&name) {
        name.push('_');
    }
    names::type_name(&name, span)
}

/// Returns a lifetime named after the field, which messages print.
pub(crate) fn label_lifetime(key: &Key<'_>, field: &Field<'_>, span: Span) -> Lifetime {
    let mut name = field.name.clone();
    while key.lifetimes.iter().any(|known| known.ident == name) || syn::parse_str::<Ident>(&name).is_err() {
        name.push('_');
    }
    Lifetime::new(&format!("'{name}"), span)
}

/// Returns the name of the type that names a field in messages. These types are in a module of their own, so that the
/// compiler does not suggest one of them in place of a type that the user misspelled.
pub(crate) fn marker(field: &Field<'_>) -> Ident {
    let name = if field.name == "Self" { "Self_" } else { &field.name };
    names::type_name(name, Span::call_site())
}

/// Returns the name of the module that contains the types of [`marker`], such as `field_of_OrderKey`.
///
/// If two keys of a crate have a field `customer`, messages print `field_of_OrderKey::customer`. rustc prints only the
/// part of the path that makes it unique, and a crate usually has no other item with the name of this module. If the
/// user may have a module of this name, the name gets a prefix.
pub(crate) fn markers_module(key: &Key<'_>) -> Ident {
    let name = format!("field_of_{}", key.ident.unraw());
    let name = if is_written(key, &name) { format!("__{name}") } else { name };
    Ident::new(&name, Span::call_site())
}

/// Returns the name of the prefix type in derived code, which the documentation prints. If one of the user's types may
/// have the same name, this is [`names::renamed_prefix`].
pub(crate) fn prefix(key: &Key<'_>) -> Ident {
    if is_written(key, &key.prefix.unraw().to_string()) { names::renamed_prefix() } else { key.prefix.clone() }
}

/// Checks whether the user wrote the name, or a name that contains it, in a type or path that derived code repeats.
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

/// Checks whether derived code may define an item of this name, such as `__Codec0`. Such items do not end with `_`.
fn may_be_derived(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with('_')
}
