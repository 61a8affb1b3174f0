//! Every name that derived code uses or defines.
//!
//! Derived code is expanded next to the user's code, with all names of the user in scope. To be hygienic,
//! * it reaches the runtime by an absolute path (or by the path given with `crate = ".."`), and everything else, such as
//!   `Ok` and `usize`, through the runtime;
//! * its own items are in a `const _` block and begin with `__`, except for the prefix type and the module `next_field`;
//! * it calls functions and inherent methods of its own types, so that no other method of the name is called;
//! * the types that name fields in messages are in a module of their own.

use crate::model::{Encoding, Field, Key};
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Lifetime, Path};

/// The path of the runtime crate, which is valid anywhere.
pub(crate) fn root_path(krate: Option<&Path>) -> TokenStream {
    krate.map_or_else(|| quote!(::rowkey), ToTokens::to_token_stream)
}

/// Imports the runtime into derived code. If the path is wrong, this import is the only error.
pub(crate) fn imports(krate: Option<&Path>) -> TokenStream {
    let path = root_path(krate);
    let span = spans::first_span(path.clone());
    quote_spanned!(span=> use #path::{self as __rowkey, __private as __rk};)
}

/// Imports functions with the names of the parameters of derived methods. A constant of the user's with such a name would
/// be taken for a pattern otherwise; a function is shadowed by the parameter.
pub(crate) fn parameters() -> TokenStream {
    let rk = runtime(Span::call_site());
    quote!(use #rk::parameters::{bounds, end, start, value};)
}

/// The runtime crate in derived code.
pub(crate) fn root(span: Span) -> Ident {
    Ident::new("__rowkey", span)
}

/// The hidden module of the runtime in derived code.
pub(crate) fn runtime(span: Span) -> Ident {
    Ident::new("__rk", span)
}

pub(crate) fn codec(index: usize, span: Span) -> Ident {
    format_ident!("__Codec{index}", span = span)
}

pub(crate) fn value_type(index: usize, span: Span) -> Ident {
    format_ident!("__Type{index}", span = span)
}

pub(crate) fn format(index: usize, span: Span) -> Ident {
    format_ident!("__Format{index}", span = span)
}

/// The type of a field, as the user wrote it.
pub(crate) fn named_type(index: usize, span: Span) -> Ident {
    format_ident!("__Named{index}", span = span)
}

/// The user's codec, as the user wrote it.
pub(crate) fn named_coder(index: usize, span: Span) -> Ident {
    format_ident!("__NamedCoder{index}", span = span)
}

pub(crate) fn coder(index: usize, span: Span) -> Ident {
    format_ident!("__Coder{index}", span = span)
}

/// The type of the field, after this many assertions about it.
pub(crate) fn resolved_type(index: usize, assertions: usize, span: Span) -> Ident {
    format_ident!("__Resolved{index}_{assertions}", span = span)
}

/// The type that ends a descending field.
pub(crate) fn descending_end(index: usize, span: Span) -> Ident {
    format_ident!("__End{index}", span = span)
}

/// A type parameter named after the field.
pub(crate) fn label(field: &Field<'_>, span: Span) -> Ident {
    let mut name = field.name.clone();
    if is_derived(&name) {
        name.push('_');
    }
    type_name(&name, span)
}

/// A lifetime named after the field, which messages print.
pub(crate) fn label_lifetime(key: &Key<'_>, field: &Field<'_>, span: Span) -> Lifetime {
    let mut name = field.name.clone();
    while key.lifetimes.iter().any(|known| known.ident == name) || syn::parse_str::<Ident>(&name).is_err() {
        name.push('_');
    }
    Lifetime::new(&format!("'{name}"), span)
}

pub(crate) fn local(index: usize) -> Ident {
    format_ident!("__field_{index}")
}

pub(crate) fn span_of(index: usize) -> Ident {
    format_ident!("__span_{index}")
}

/// The type that names a field in messages. The types are in a module of their own, so that the compiler does not suggest
/// one of them in place of a type that the user misspelled.
pub(crate) fn marker(field: &Field<'_>) -> Ident {
    let name = if field.name == "Self" { "Self_" } else { &field.name };
    type_name(name, Span::call_site())
}

/// The module of the types that name fields, which messages print where the crate has two such types. The module has
/// another name if the user's types could be in a module of this name.
pub(crate) fn markers(key: &Key<'_>) -> Ident {
    let types = key.fields.iter().map(|field| field.ty.to_token_stream());
    let codecs = key.fields.iter().filter_map(|field| match &field.encoding {
        Encoding::Custom { path, .. } => Some(path.to_token_stream()),
        _ => None,
    });
    let others = key.salt.iter().map(|salt| salt.tokens.clone()).chain(key.krate.map(ToTokens::to_token_stream));
    let mut used = types.chain(codecs).chain(others).map(|tokens| tokens.to_string());
    let name = if used.any(|text| text.contains("next_field")) { "__next_field" } else { "next_field" };
    Ident::new(name, Span::call_site())
}

/// Checks whether derived code may use the name for something of its own.
fn is_derived(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with('_')
}

/// An identifier of this name, which is raw if the name is a keyword.
fn type_name(name: &str, span: Span) -> Ident {
    let mut ident = syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, span));
    ident.set_span(span);
    ident
}

/// The methods of a field: `name`, `name_in`, `name_starts_with`, `name_ends_with`.
pub(crate) fn methods(name: &Ident) -> [Ident; 4] {
    let plain = name.unraw();
    let with = |suffix: &str| format_ident!("{plain}_{suffix}", span = name.span());
    [name.clone(), with("in"), with("starts_with"), with("ends_with")]
}

/// Checks whether every step of a prefix has a method of this name.
pub(crate) fn reserved(name: &str) -> bool {
    matches!(name, "range" | "ranges" | "scan")
}
