//! What stands between the parentheses of an attribute: `6, 'x'`, `md5, 2, hex`, `delimiter = '_', of(a, b)`.

use crate::context::Context;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{Attribute, Ident, Lit, LitInt, Meta, Token, Type, parenthesized};

/// One argument.
pub(super) enum Arg {
    /// `6`, `'x'`
    Literal(Lit),
    /// `hex`
    Word(Ident),
    /// `buckets = 16`
    Assign(Ident, Token![=], Value),
    /// `of(a, b)`
    List(Ident, Paren, TokenStream),
}

/// What stands behind `=`.
pub(super) enum Value {
    Literal(Lit),
    Path(Box<Type>),
}

impl Arg {
    /// The word that it begins with.
    pub(super) fn word(&self) -> Option<String> {
        match self {
            Self::Literal(_) => None,
            Self::Word(word) | Self::Assign(word, ..) | Self::List(word, ..) => Some(word.unraw().to_string()),
        }
    }
}

impl Parse for Arg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Lit) {
            return input.parse().map(Self::Literal);
        }
        let word = input.call(Ident::parse_any)?;
        if input.peek(Token![=]) {
            let equals = input.parse()?;
            let value = if input.peek(Lit) { Value::Literal(input.parse()?) } else { Value::Path(input.parse()?) };
            return Ok(Self::Assign(word, equals, value));
        }
        if input.peek(Paren) {
            let content;
            let paren = parenthesized!(content in input);
            return Ok(Self::List(word, paren, content.parse()?));
        }
        Ok(Self::Word(word))
    }
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(literal) => literal.to_tokens(tokens),
            Self::Path(path) => path.to_tokens(tokens),
        }
    }
}

impl ToTokens for Arg {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(literal) => literal.to_tokens(tokens),
            Self::Word(word) => word.to_tokens(tokens),
            Self::Assign(word, equals, value) => {
                word.to_tokens(tokens);
                equals.to_tokens(tokens);
                value.to_tokens(tokens);
            }
            Self::List(word, paren, list) => {
                word.to_tokens(tokens);
                paren.surround(tokens, |tokens| list.to_tokens(tokens));
            }
        }
    }
}

/// The arguments of an attribute; one without parentheses has none. What cannot be read is reported.
pub(super) fn of_attribute(context: &Context, attr: &Attribute) -> Option<Vec<Arg>> {
    match &attr.meta {
        Meta::Path(_) => Some(Vec::new()),
        Meta::List(list) => of_tokens(context, list.tokens.clone()),
        Meta::NameValue(meta) => {
            let (name, value) = (attr.path().to_token_stream(), meta.value.to_token_stream());
            context.error(attr, format_args!("write `#[{name}({value})]`, with parentheses instead of `=`"));
            None
        }
    }
}

/// The arguments in `tokens`; what cannot be read is reported.
pub(super) fn of_tokens(context: &Context, tokens: TokenStream) -> Option<Vec<Arg>> {
    match Punctuated::<Arg, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(args) => Some(args.into_iter().collect()),
        Err(error) => {
            let help = "arguments are words and values written out, as in `6` for `3 + 3`, with commas between them";
            context.syn_error(syn::Error::new(error.span(), format_args!("{error}: {help}")));
            None
        }
    }
}

/// A whole number; anything else is reported.
pub(super) fn number<N: std::str::FromStr>(context: &Context, literal: &LitInt) -> Option<N> {
    let digits = literal.base10_digits();
    let number = digits.parse().ok().filter(|_| literal.suffix().is_empty());
    if number.is_none() {
        context.error(
            literal,
            format_args!("`{literal}` is no number that can stand here: write a whole one from 1 on, without a suffix"),
        );
    }
    number
}
