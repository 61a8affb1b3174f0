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
    if is_derived(&name) {
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

/// Returns the name of the module of the types that name fields, such as `field_of_OrderKey`. If the crate has two such types
/// of one name, messages print `field_of_OrderKey::customer`. rustc prints no more than that because a crate usually has no
/// other item with the name of this module. The module has another name if the user's types could be in a module of this name.
pub(crate) fn markers(key: &Key<'_>) -> Ident {
    let name = format!("field_of_{}", key.ident.unraw());
    let name = if is_written(key, &name) { format!("__{name}") } else { name };
    Ident::new(&name, Span::call_site())
}

/// Returns the name of the prefix type in derived code, which the documentation prints. This is another name if one of
/// the user's types could have the name of the prefix type.
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

/// Checks whether derived code can define an item of this name without a conflict.
fn is_derived(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with('_')
}
