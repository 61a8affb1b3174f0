//! Every name that derived code uses or defines.
//!
//! Derived code is expanded next to the user's code, with all names of the user in scope. To be hygienic,
//! * it reaches the runtime by an absolute path (or by the path given with `crate = ".."`), and everything else, such as
//!   `Ok` and `usize`, through the runtime;
//! * its own items are in a `const _` block and begin with `__`, except for the prefix type;
//! * it calls methods by their path, so that no other method of the name is called;
//! * the types that name fields in messages have the names of the fields, followed by `_` if a type of the user has the
//!   name.

use crate::model::{Algorithm, Field, Form, Key};
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeSet;
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

pub(crate) fn position(index: usize, span: Span) -> Ident {
    format_ident!("__Position{index}", span = span)
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
pub(crate) fn answered_type(index: usize, answers: usize, span: Span) -> Ident {
    format_ident!("__Answered{index}_{answers}", span = span)
}

/// The type that ends a descending field.
pub(crate) fn descending_end(index: usize, span: Span) -> Ident {
    format_ident!("__End{index}", span = span)
}

/// A type parameter named after the field.
pub(crate) fn label(field: &Field<'_>, span: Span) -> Ident {
    let mut name = field.name.clone();
    if name.starts_with("__") {
        // Derived code may use this name.
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

/// The types that name the fields in messages.
pub(crate) fn markers(key: &Key<'_>) -> Vec<Ident> {
    let mut taken = BTreeSet::from(["Self", "usize", "str"].map(String::from));
    if let Some(Algorithm::With(path)) = key.salt.as_ref().map(|salt| &salt.salt.algorithm) {
        collect_names(path.to_token_stream(), &mut taken);
    }
    for field in &key.fields {
        collect_names(field.ty.to_token_stream(), &mut taken);
        if let Form::Custom { path, .. } = &field.form {
            collect_names(path.to_token_stream(), &mut taken);
        }
    }
    taken.insert(key.ident.to_string());
    taken.insert(key.prefix.to_string());
    key.fields.iter().map(|field| marker(field, &taken)).collect()
}

fn marker(field: &Field<'_>, taken: &BTreeSet<String>) -> Ident {
    let mut name = field.name.clone();
    while taken.contains(&name) {
        name.push('_');
    }
    type_name(&name, Span::call_site())
}

/// An identifier of this name, which is raw if the name is a keyword.
fn type_name(name: &str, span: Span) -> Ident {
    let mut ident = syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, span));
    ident.set_span(span);
    ident
}

fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                names.insert(ident.unraw().to_string());
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The methods of a field: `name`, `name_in`, `name_starts_with`, `name_ends_with`.
pub(crate) fn methods(name: &Ident) -> [Ident; 4] {
    let plain = name.unraw();
    let with = |suffix: &str| format_ident!("{plain}_{suffix}", span = name.span());
    [name.clone(), with("in"), with("starts_with"), with("ends_with")]
}

/// Whether every step of a prefix has a method of this name.
pub(crate) fn reserved(name: &str) -> bool {
    matches!(name, "range" | "ranges" | "scan")
}
