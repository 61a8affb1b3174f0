//! Every name that derived code uses or defines.
//!
//! Derived code is expanded next to the user's code, with all names of the user in scope. To be hygienic,
//! * it reaches the runtime by an absolute path (or by the path given with `crate = ".."`), and everything else, such
//!   as `Ok` and `usize`, through the runtime;
//! * its own items are in a `const _` block and begin with `__`, except for the prefix type, which is outside of the
//!   block (see `prefix_type`), and the module `field_of_K` of a key `K`;
//! * it calls functions and inherent methods, so that it never calls a method of the same name in a trait of the user;
//! * the types that name fields in messages are in a module of their own.

use crate::spans;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;

/// Returns the path of the runtime crate, which is valid everywhere.
pub(crate) fn root_path(krate: Option<&Path>) -> TokenStream {
    krate.map_or_else(|| quote!(::rowkey), ToTokens::to_token_stream)
}

/// Returns the path of the runtime's hidden module, which is valid wherever [`root_path`] is valid.
pub(crate) fn private_path(krate: Option<&Path>) -> TokenStream {
    let root = root_path(krate);
    quote!(#root::__private)
}

/// Imports the runtime into derived code. If the path is wrong, this import is the only error.
pub(crate) fn imports(krate: Option<&Path>) -> TokenStream {
    let path = root_path(krate);
    let span = spans::first_span(path.clone());
    quote_spanned!(span=> use #path::{self as __rowkey, __private as __rk};)
}

/// Imports functions that have the names of the parameters of derived methods. If the user has a constant `start`, a
/// parameter `start` would be a pattern that matches this constant. The import hides the constant, and a parameter can
/// shadow a function.
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

/// Imports functions with the names of the variables that an index's expressions refer to, for the same reason as
/// [`parameters`].
pub(crate) fn record_parameters() -> TokenStream {
    let rk = private(Span::call_site());
    quote!(use #rk::parameters::{key, value};)
}

/// Returns the name of the runtime crate in derived code.
pub(crate) fn root(span: Span) -> Ident {
    Ident::new("__rowkey", span)
}

/// Returns the name of the runtime's hidden module in derived code.
pub(crate) fn private(span: Span) -> Ident {
    Ident::new("__rk", span)
}

/// Returns the name of the alias for a field's codec.
pub(crate) fn codec(index: usize, span: Span) -> Ident {
    format_ident!("__Codec{index}", span = span)
}

/// Returns the name of the alias for a field's type, with the assertions about the type.
pub(crate) fn value_type(index: usize, span: Span) -> Ident {
    format_ident!("__Type{index}", span = span)
}

/// Returns the name of the constant for an expression in an attribute of a field.
pub(crate) fn count(index: usize, span: Span) -> Ident {
    format_ident!("__Count{index}", span = span)
}

/// Returns the name of the constant for the code of a variant.
pub(crate) fn code(index: usize, span: Span) -> Ident {
    format_ident!("__Code{index}", span = span)
}

/// Returns the name of the constant for an expression in the salt.
pub(crate) fn salt_count(span: Span) -> Ident {
    Ident::new("__SaltCount", span)
}

/// Returns the name of the constant for the width of a salt whose number of bytes or buckets is an expression.
pub(crate) fn salt_width(span: Span) -> Ident {
    Ident::new("__SaltWidth", span)
}

/// Returns the name of the type for the user's function that hashes the field.
pub(crate) fn hash_function(index: usize, span: Span) -> Ident {
    format_ident!("__HashFunction{index}", span = span)
}

/// Returns the name of the type that represents the time format of a field.
pub(crate) fn format(index: usize, span: Span) -> Ident {
    format_ident!("__Format{index}", span = span)
}

/// Returns the name of the alias for a field's type, as the user wrote it.
pub(crate) fn type_as_written(index: usize, span: Span) -> Ident {
    format_ident!("__Named{index}", span = span)
}

/// Returns the name of the alias for a user's codec, as the user wrote it.
pub(crate) fn user_codec_as_written(index: usize, span: Span) -> Ident {
    format_ident!("__NamedCoder{index}", span = span)
}

/// Returns the name of the alias for a user's codec, with the assertion that the codec exists.
pub(crate) fn user_codec(index: usize, span: Span) -> Ident {
    format_ident!("__Coder{index}", span = span)
}

/// Returns the name of the alias for the field's type after the given number of assertions.
pub(crate) fn resolved_type(index: usize, assertions: usize, span: Span) -> Ident {
    format_ident!("__Resolved{index}_{assertions}", span = span)
}

/// Returns the name of the type that chooses how a descending field ends.
pub(crate) fn descending_end(index: usize, span: Span) -> Ident {
    format_ident!("__End{index}", span = span)
}

/// Returns the name of the variable for the value of a field.
pub(crate) fn local(index: usize) -> Ident {
    format_ident!("__field_{index}")
}

/// Returns the name of the variable for the byte range of a field in the key.
pub(crate) fn byte_span(index: usize) -> Ident {
    format_ident!("__span_{index}")
}

/// Returns another name for the prefix type. Derived code imports the type under this name if the user may have another
/// type with the prefix type's own name, or if the key has a mistake. The documentation then prints this name.
pub(crate) fn renamed_prefix() -> Ident {
    Ident::new("__Prefix", Span::call_site())
}

/// Returns an identifier with this name, which is raw if the name is a keyword.
pub(crate) fn type_name(name: &str, span: Span) -> Ident {
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
    type_name(&method, variant.span())
}

/// Checks whether a prefix has a method of this name, whatever fields are set.
pub(crate) fn is_reserved(name: &str) -> bool {
    matches!(name, "range" | "ranges" | "scan")
}
