//! The names that derived code uses or defines.
//!
//! All names of the user are in scope in derived code. These rules prevent collisions with them:
//! * Derived code refers to the crate `rowkey` by an absolute path, or by the path in `crate = ".."`. It refers to
//!   everything else, such as `Ok` and `usize`, through the crate `rowkey`.
//! * Items that derived code defines are in a `const _` block, and their names begin with `__`. There are two
//!   exceptions: the prefix type is outside of the block (see `prefix_type`), and the types that name the fields of a
//!   key `K` in compile errors are in a module `field_of_K` in the block.
//! * Derived code calls functions by their path, and inherent methods. A method of the same name in a trait of the user
//!   is never called.

use crate::spans;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;

/// Returns the path of the crate `rowkey` that the user wrote in `crate = ".."`, or `::rowkey`. Code outside of the
/// `const _` block uses this path, because [`imports`] has no effect there.
pub(crate) fn root_path(krate: Option<&Path>) -> TokenStream {
    krate.map_or_else(|| quote!(::rowkey), ToTokens::to_token_stream)
}

/// Returns the path of the hidden module of the crate `rowkey` that is only for derived code.
pub(crate) fn private_path(krate: Option<&Path>) -> TokenStream {
    let root = root_path(krate);
    quote!(#root::__private)
}

/// Imports the crate `rowkey` and its hidden module into derived code. If the path of the crate is wrong, rustc reports
/// only this import.
pub(crate) fn imports(krate: Option<&Path>) -> TokenStream {
    let path = root_path(krate);
    let span = spans::first_span(path.clone());
    quote_spanned!(span=> use #path::{self as __rowkey, __private as __rk};)
}

/// Imports a function for each name that a parameter of a derived method has, such as `start`. Without the import, a
/// constant `start` of the user would turn the parameter `start` into a pattern that matches this constant. The
/// imported function hides the constant, and a parameter can shadow a function.
///
/// Does not import a name that occurs in `expressions`, the user's expressions in the attributes. Such a name is an
/// item of the user, as in `#[salt(with = start, buckets = 16)]`.
pub(crate) fn parameters(expressions: &TokenStream) -> TokenStream {
    let rk = private(Span::call_site());
    let names = ["bounds", "end", "start", "value"].into_iter().filter(|name| !has_identifier(expressions, name));
    let names = names.map(|name| Ident::new(name, Span::call_site()));
    quote!(use #rk::parameters::{#(#names),*};)
}

fn has_identifier(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => has_identifier(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Imports functions named `key` and `value`, which are variables in the expressions of an index. The reason is the
/// same as for [`parameters`].
#[cfg(any(feature = "records", test))]
pub(crate) fn record_parameters() -> TokenStream {
    let rk = private(Span::call_site());
    quote!(use #rk::parameters::{key, value};)
}

/// Returns the name under which [`imports`] imports the crate `rowkey`.
pub(crate) fn root(span: Span) -> Ident {
    Ident::new("__rowkey", span)
}

/// Returns the name under which [`imports`] imports the hidden module of the crate `rowkey`.
pub(crate) fn private(span: Span) -> Ident {
    Ident::new("__rk", span)
}

pub(crate) fn codec(index: usize, span: Span) -> Ident {
    format_ident!("__Codec{index}", span = span)
}

/// Names the alias for a field's type that contains the assertions about the type.
pub(crate) fn value_type(index: usize, span: Span) -> Ident {
    format_ident!("__Type{index}", span = span)
}

/// Names the constant for an expression in an attribute of a field, such as `WIDTH` in `#[pad(WIDTH)]`.
pub(crate) fn count(index: usize, span: Span) -> Ident {
    format_ident!("__Count{index}", span = span)
}

pub(crate) fn code(index: usize, span: Span) -> Ident {
    format_ident!("__Code{index}", span = span)
}

/// Names the constant for an expression in the salt, such as `COUNT` in `buckets = COUNT`.
pub(crate) fn salt_count(span: Span) -> Ident {
    Ident::new("__SaltCount", span)
}

/// Names the constant for the number of bytes of a salt whose size is an expression.
pub(crate) fn salt_width(span: Span) -> Ident {
    Ident::new("__SaltWidth", span)
}

pub(crate) fn hash_function(index: usize, span: Span) -> Ident {
    format_ident!("__HashFunction{index}", span = span)
}

pub(crate) fn format(index: usize, span: Span) -> Ident {
    format_ident!("__Format{index}", span = span)
}

/// Names the alias for a field's type, as the user wrote it.
pub(crate) fn type_as_written(index: usize, span: Span) -> Ident {
    format_ident!("__Named{index}", span = span)
}

/// Names the alias for the path of a codec that the user named.
pub(crate) fn user_codec_as_written(index: usize, span: Span) -> Ident {
    format_ident!("__NamedCoder{index}", span = span)
}

/// Names the alias for a codec that the user named, with the assertion that the codec exists.
pub(crate) fn user_codec(index: usize, span: Span) -> Ident {
    format_ident!("__Coder{index}", span = span)
}

/// Names the alias for a field's type with the first `assertions` assertions about the type.
pub(crate) fn resolved_type(index: usize, assertions: usize, span: Span) -> Ident {
    format_ident!("__Resolved{index}_{assertions}", span = span)
}

/// Names the alias for the type that says how the end of a descending field is found: by its width, or by a character.
pub(crate) fn descending_end(index: usize, span: Span) -> Ident {
    format_ident!("__End{index}", span = span)
}

pub(crate) fn local(index: usize) -> Ident {
    format_ident!("__field_{index}")
}

/// Names the variable for the byte range of a field in the key.
pub(crate) fn byte_span(index: usize) -> Ident {
    format_ident!("__span_{index}")
}

/// Returns the name under which derived code imports the prefix type if the user may have another type of the same
/// name, or if the key has a mistake. rustdoc prints this name.
pub(crate) fn renamed_prefix() -> Ident {
    Ident::new("__Prefix", Span::call_site())
}

/// Returns `name` as an identifier. A keyword becomes a raw identifier, such as `r#type`.
pub(crate) fn identifier(name: &str, span: Span) -> Ident {
    let mut ident = syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, span));
    ident.set_span(span);
    ident
}

/// Returns the names of a field's methods: `name`, `name_in`, `name_starts_with`, `name_ends_with`.
pub(crate) fn methods(name: &Ident) -> [Ident; 4] {
    let plain = name.unraw();
    let with = |suffix: &str| format_ident!("{plain}_{suffix}", span = name.span());
    [name.clone(), with("in"), with("starts_with"), with("ends_with")]
}

/// Returns the name of a variant's method: the variant's name in snake case.
pub(crate) fn method_of_variant(variant: &Ident) -> Ident {
    let name = variant.unraw().to_string();
    let characters: Vec<_> = name.chars().collect();
    let mut method = String::new();
    for (index, character) in characters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| characters.get(before));
        let begins_a_word = character.is_uppercase()
            && before.is_some_and(|before| {
                let ends_a_word = characters.get(index + 1).is_some_and(|next| next.is_lowercase());
                *before != '_' && (!before.is_uppercase() || ends_a_word)
            });
        method.extend(begins_a_word.then_some('_'));
        method.extend(character.to_lowercase());
    }
    // These keywords cannot be raw identifiers.
    if matches!(method.as_str(), "crate" | "self" | "super") {
        method.push('_');
    }
    identifier(&method, variant.span())
}

/// Checks whether every prefix has a method of this name, regardless of the fields that are set.
pub(crate) fn is_reserved(name: &str) -> bool {
    matches!(name, "range" | "ranges" | "scan")
}
