//! What stands between the parentheses of an attribute: `6, 'x'`, `md5, 2, hex`, `delimiter = '_', of(a, b)`.

use crate::context::Context;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Lit, LitInt, Meta, Token, Type, parenthesized};

/// One argument.
pub(super) enum Arg {
    /// `6`, `'x'`
    Literal(Lit),
    /// `hex`
    Word(Ident),
    /// `buckets = 16`
    Assign(Ident, Value),
    /// `of(a, b)`
    List(Ident, TokenStream),
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
            Self::Word(word) | Self::Assign(word, _) | Self::List(word, _) => Some(word.unraw().to_string()),
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
            input.parse::<Token![=]>()?;
            let value = if input.peek(Lit) { Value::Literal(input.parse()?) } else { Value::Path(input.parse()?) };
            return Ok(Self::Assign(word, value));
        }
        if input.peek(syn::token::Paren) {
            let content;
            parenthesized!(content in input);
            return Ok(Self::List(word, content.parse()?));
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
        tokens.extend(match self {
            Self::Literal(literal) => quote!(#literal),
            Self::Word(word) => quote!(#word),
            Self::Assign(word, value) => quote!(#word = #value),
            Self::List(word, list) => quote!(#word (#list)),
        });
    }
}

/// The arguments of an attribute; one without parentheses has none.
pub(super) fn of_attribute(context: &Context, attr: &Attribute) -> Vec<Arg> {
    match &attr.meta {
        Meta::Path(_) => Vec::new(),
        Meta::List(list) => of_tokens(context, list.tokens.clone()),
        Meta::NameValue(pair) => {
            let name = attr.path().to_token_stream();
            context.error(pair, format_args!("write `#[{name}(..)]` with parentheses"));
            Vec::new()
        }
    }
}

/// The arguments in `tokens`.
pub(super) fn of_tokens(context: &Context, tokens: TokenStream) -> Vec<Arg> {
    match Punctuated::<Arg, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(args) => args.into_iter().collect(),
        Err(error) => {
            context.syn_error(error);
            Vec::new()
        }
    }
}

/// A whole number; anything else is reported.
pub(super) fn number<N>(context: &Context, literal: &LitInt) -> Option<N>
where
    N: std::str::FromStr,
    N::Err: std::fmt::Display,
{
    literal.base10_parse().map_err(|error| context.syn_error(error)).ok()
}
