//! Where tokens stand in the user's source, which decides where messages point.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// The same tokens, all at `span`: rustc takes errors at the same place for one.
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

/// The same tokens as if the user had written them at `span`: rustc then gives no advice about derives.
pub(crate) fn as_written(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// Where `tokens` begin. On stable that is all that a span of several tokens is.
pub(crate) fn first_span(tokens: TokenStream) -> Span {
    tokens.into_iter().next().map_or_else(Span::call_site, |token| token.span())
}
