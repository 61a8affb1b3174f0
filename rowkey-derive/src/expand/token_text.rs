//! Writes the expression of an index, such as `value.author`, as text that stays the same if only the formatting of the
//! expression changes.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Ident;

/// Returns the text of an expression. Databases contain this text, so the text of an expression must never change.
///
/// Expressions that differ only in white space, in comments, or in a trailing comma of a call or of a list have the
/// same text. The text contains a space between two words and after a comma, and no other spaces. The text does not
/// depend on `Punct::spacing`, which a line break between `?` and `.` changes.
pub(crate) fn token_text(tokens: &TokenStream) -> String {
    let mut text = String::new();
    write(tokens, &mut None, &mut text);
    text
}

/// `last` is the token before `tokens`.
fn write(tokens: &TokenStream, last: &mut Option<TokenTree>, text: &mut String) {
    for token in tokens.clone() {
        match &token {
            // A group without delimiters is an expression that a macro passed on.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                write(&group.stream(), last, text);
                continue;
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Parenthesis | Delimiter::None => ('(', ')'),
                };
                text.push(open);
                write(&contents(group, last.as_ref()), &mut None, text);
                text.push(close);
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => text.push_str(", "),
            TokenTree::Punct(punct) => text.push(punct.as_char()),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if matches!(last, Some(TokenTree::Ident(_) | TokenTree::Literal(_))) {
                    text.push(' ');
                }
                // Databases store the text on a single line.
                text.push_str(&token.to_string().replace('\r', "\\u{d}").replace('\n', "\\u{a}"));
            }
        }
        *last = Some(token);
    }
}

/// Returns the tokens in a group without a trailing comma, except for the comma of a tuple of one element. `before` is
/// the token before the group.
fn contents(group: &Group, before: Option<&TokenTree>) -> TokenStream {
    let mut tokens: Vec<_> = group.stream().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let is_call = match before {
        Some(TokenTree::Ident(name)) => syn::parse_str::<Ident>(&name.to_string()).is_ok(),
        Some(TokenTree::Group(called)) => called.delimiter() != Delimiter::Brace,
        _ => false,
    };
    let is_list = tokens.iter().filter(|token| is_comma(token)).count() > 1;
    if is_list || is_call || group.delimiter() != Delimiter::Parenthesis {
        let _ = tokens.pop_if(|token| is_comma(token));
    }
    tokens.into_iter().collect()
}
