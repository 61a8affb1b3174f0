//! Functions that find tokens and change their spans. The span of a token determines where a compile error points.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// Gives all tokens the location of `span`, because rustc prints equal errors at the same location only once. The
/// tokens keep their hygiene.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                let mut inner = Group::new(group.delimiter(), respanned(group.stream(), span));
                inner.set_span(span);
                return TokenTree::Group(inner);
            }
            token.set_span(token.span().located_at(span));
            token
        })
        .collect()
}

/// Gives the tokens the location and the hygiene of `span`, except for the tokens inside groups. rustc then treats the
/// tokens as if the user had written them at `span`, and gives no advice about derives.
pub(crate) fn as_written(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// Returns the span of the first token. Stable Rust cannot join the spans of several tokens.
pub(crate) fn first_span(tokens: TokenStream) -> Span {
    tokens.into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Finds the first identifier with this name, also inside groups.
#[cfg(any(feature = "records", test))]
pub(crate) fn find(tokens: &TokenStream, name: &str) -> Option<proc_macro2::Ident> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == name => Some(ident),
        TokenTree::Group(group) => find(&group.stream(), name),
        _ => None,
    })
}
