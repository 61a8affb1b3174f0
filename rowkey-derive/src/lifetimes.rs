//! Finds and replaces the lifetimes of a key in the types of its fields.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{DeriveInput, Lifetime, Type};

pub(crate) fn of(input: &DeriveInput) -> Vec<&Lifetime> {
    input.generics.lifetimes().map(|param| &param.lifetime).collect()
}

/// Replaces the `declared` lifetimes of the key by `'static`, because prefixes and layouts have no lifetimes.
pub(crate) fn with_static(declared: &[&Lifetime], tokens: TokenStream) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|token| {
            let is_lifetime_name = after_quote;
            after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), with_static(declared, group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                TokenTree::Ident(name) if is_lifetime_name && is_declared(declared, &name) => {
                    TokenTree::Ident(Ident::new("static", name.span()))
                }
                token => token,
            }
        })
        .collect()
}

/// Checks whether a lifetime is missing in the type of a field, or is not `declared` by the struct. rustc reports such
/// a lifetime, so the derive does not.
///
/// Returns `false` for a type that contains parentheses, `dyn`, `fn`, `for` or `impl`, because such a type can omit
/// lifetimes. Ignores the tokens inside `[..]`.
pub(crate) fn are_missing_or_undeclared(ty: &Type, declared: &[&Lifetime]) -> bool {
    let tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
    let can_omit_lifetimes = |token: &TokenTree| match token {
        TokenTree::Ident(word) => word == "dyn" || word == "fn" || word == "for" || word == "impl",
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    };
    if tokens.iter().any(can_omit_lifetimes) {
        return false;
    }
    let is_punct =
        |token: &TokenTree, character| matches!(token, TokenTree::Punct(punct) if punct.as_char() == character);
    tokens.iter().zip(tokens.iter().skip(1)).any(|(token, next)| match next {
        TokenTree::Ident(name) if is_punct(token, '\'') => name != "static" && !is_declared(declared, name),
        next => is_punct(token, '&') && !is_punct(next, '\''),
    })
}

/// Returns the `declared` lifetimes of the key that occur in `tokens`.
pub(crate) fn within<'a>(declared: &[&'a Lifetime], tokens: TokenStream) -> Vec<&'a Lifetime> {
    let mut found = Vec::new();
    let mut after_quote = false;
    for token in tokens {
        let is_lifetime_name = after_quote;
        after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Group(group) => found.extend(within(declared, group.stream())),
            TokenTree::Ident(name) if is_lifetime_name => {
                found.extend(declared.iter().filter(|declared| declared.ident == name));
            }
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

fn is_declared(declared: &[&Lifetime], name: &Ident) -> bool {
    declared.iter().any(|declared| declared.ident == *name)
}
