//! Tests of the function that writes the expression of an index as text. Databases contain this text: if the text of an
//! expression changed, every user would have to rebuild the index.

use crate::expand::token_text::token_text;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

fn text(expression: &str) -> String {
    token_text(&expression.parse::<TokenStream>().unwrap())
}

#[test]
fn each_expression_has_its_text() {
    for (expression, expected) in [
        ("value.author", "value.author"),
        ("& value . tags", "&value.tags"),
        ("value.email.to_lowercase()", "value.email.to_lowercase()"),
        ("value.split_once(':')?.0.to_lowercase()", "value.split_once(':')?.0.to_lowercase()"),
        ("value.len() as u64 + key.user", "value.len()as u64+key.user"),
        ("value.tags.iter().map(move |tag| tag.len())", "value.tags.iter().map(move|tag|tag.len())"),
        ("if value.a { [1, 2] } else { [b\"x y\", 'a'] }", "if value.a{[1, 2]}else{[b\"x y\", 'a']}"),
        ("Vec::<&'static str>::new()", "Vec::<&'static str>::new()"),
        ("value.replace(\"\n\", r\"\\n\")", "value.replace(\"\\u{a}\", r\"\\n\")"),
    ] {
        assert_eq!(text(expression), expected);
    }
}

#[test]
fn expressions_that_differ_in_their_formatting_have_the_same_text() {
    for (one, other) in [
        ("value.split_once(':')?.0", "value\n    .split_once(':')?\n    .0"),
        ("f(value, key)", "f(\n    value, // the value\n    key,\n)"),
        ("f(value)", "f(value,)"),
        ("(value.a, key.b)", "( value.a , key.b , )"),
        ("[value.a]", "[value.a,]"),
        ("a && b >= &c", "a&&b>=&c"),
    ] {
        assert_eq!(text(one), text(other));
    }
}

#[test]
fn other_expressions_have_another_text() {
    for (one, other) in [
        ("value.name", "value.nick"),
        ("value.name", "value.name()"),
        ("value.name.to_lowercase()", "value.name"),
        ("value.split(' ')", "value.split('\\t')"),
        ("value.split(\" \")", "value.split(\"\")"),
        ("(value,)", "(value)"),
        ("match (value,) { (a,) => a }", "match (value) { (a) => a }"),
        ("xas", "x as"),
        ("f(a, b)", "f(b, a)"),
        ("(a + b) * c", "a + (b * c)"),
        ("[a]", "(a)"),
    ] {
        assert_ne!(text(one), text(other));
    }
}

/// An expression that a macro passes on is a group without delimiters.
#[test]
fn a_group_without_delimiters_has_the_text_of_its_tokens() {
    let inner: TokenStream = "value.author".parse().unwrap();
    let group = TokenTree::Group(Group::new(Delimiter::None, inner.clone()));
    let cast: TokenStream = [group].into_iter().chain("as u8".parse::<TokenStream>().unwrap()).collect();
    assert_eq!(token_text(&cast), "value.author as u8");
}
