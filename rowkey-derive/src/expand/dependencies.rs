//! Finds the fields of a record's value that an expression of an index reads. If an update changes none of these
//! fields, the entries of the index stay the same.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// Returns the fields of the value that an expression reads, such as `value.author`. If the expression uses the whole
/// value, this is `value`.
///
/// Returns `None` if the tokens do not show the fields, for example because the expression contains a macro, or may
/// declare another variable named `value`.
pub(crate) fn dependencies(expression: &TokenStream) -> Option<Vec<TokenStream>> {
    let (mut dependencies, mut may_shadow) = (Vec::new(), false);
    find_dependencies(expression, &mut dependencies, &mut may_shadow)?;
    Some(dependencies)
}

/// Appends the fields that the tokens read to `dependencies`. Returns `None` as [`dependencies`] does.
///
/// `may_shadow` is set to true by tokens that can declare another variable named `value`.
fn find_dependencies(tokens: &TokenStream, dependencies: &mut Vec<TokenStream>, may_shadow: &mut bool) -> Option<()> {
    let tokens: Vec<_> = tokens.clone().into_iter().collect();
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        let start = rest;
        rest = after;
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                // A macro can read anything. In `!(a || b)`, the `!` is an operator, because no name is before it.
                '!' => {
                    let name = tokens.len().checked_sub(start.len() + 1).and_then(|before| tokens.get(before));
                    if let (Some(TokenTree::Ident(_)), Some(TokenTree::Group(_))) = (name, after.first()) {
                        return None;
                    }
                }
                // This can begin the parameters of a closure, and one of them can be named `value`.
                '|' => *may_shadow = true,
                // A name after one dot is a field. But in a range such as `0..value.len`, the name is a variable.
                '.' => match after {
                    [TokenTree::Punct(dot), ..] if dot.as_char() == '.' => return None,
                    [TokenTree::Ident(_), after @ ..] => rest = after,
                    _ => {}
                },
                // A name after `::` is a part of a path.
                ':' => match after {
                    [TokenTree::Punct(colon), TokenTree::Ident(_), after @ ..] if colon.as_char() == ':' => {
                        rest = after;
                    }
                    _ => {}
                },
                _ => {}
            },
            TokenTree::Group(group) => {
                // A block can declare a variable named `value`.
                *may_shadow |= group.delimiter() == Delimiter::Brace;
                find_dependencies(&group.stream(), dependencies, may_shadow)?;
            }
            TokenTree::Ident(ident) if ident.unraw() == "value" => {
                if *may_shadow || ident != "value" || is_punct(after.first(), ':') {
                    return None;
                }
                while let [dot, name, after @ ..] = rest
                    && is_punct(Some(dot), '.')
                    && is_field(name, after.first())
                {
                    rest = after;
                }
                dependencies.push(start.iter().take(start.len() - rest.len()).cloned().collect());
            }
            _ => {}
        }
    }
    Some(())
}

/// Checks whether a token after a dot is the name of a field. `next` is the token after the name.
fn is_field(name: &TokenTree, next: Option<&TokenTree>) -> bool {
    let is_call = match next {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        next => is_punct(next, ':'),
    };
    matches!(name, TokenTree::Ident(_) | TokenTree::Literal(_)) && !is_call
}

fn is_punct(token: Option<&TokenTree>, char: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}
