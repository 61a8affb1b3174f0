//! Parses the arguments of an attribute, such as `6, 'x'` in `#[pad(6, 'x')]`, or `md5, buckets = 16, of(a, b)` in
//! `salt(md5, buckets = 16, of(a, b))`.

use super::table::{Form, Name, Spec};
use crate::context::{Context, source_text};
use crate::model::{Constant, Number};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{Ident, Lit, LitInt, Token, Type, parenthesized};

pub(super) enum Arg {
    /// `6`, `'x'`
    Literal(Lit),
    /// `hex`, or the name of a constant
    Word(Ident),
    /// `buckets = 16`
    Assign(Ident, Token![=], Value),
    /// `of(a, b)`
    List(Ident, Paren, TokenStream),
    /// `{ A + 1 }`, `limits::WIDTH`, or tokens that no attribute takes, such as `3 + 3`.
    Other(TokenStream),
}

/// The right side of `=`.
pub(super) enum Value {
    Literal(Lit),
    /// A path or any other type. Constants and macro calls are also parsed as types.
    Path(Box<Type>),
    /// `{ A + 1 }`, an expression such as `value.author` in `from = value.author`, or tokens that no attribute takes.
    Other(TokenStream),
}

impl Arg {
    /// Returns the word at the start of the argument, such as `buckets` in `buckets = 16`.
    pub(super) fn word(&self) -> Option<String> {
        match self {
            Self::Literal(_) | Self::Other(_) => None,
            Self::Word(word) | Self::Assign(word, ..) | Self::List(word, ..) => Some(word.unraw().to_string()),
        }
    }

    /// Returns the text of an argument that is probably an expression in place of a literal, such as the name of a
    /// constant.
    fn expression(&self) -> Option<String> {
        let expression = match self {
            Self::Literal(_) | Self::List(..) | Self::Assign(_, _, Value::Literal(_)) => return None,
            Self::Word(word) => word.to_token_stream(),
            Self::Other(tokens) | Self::Assign(_, _, Value::Other(tokens)) => tokens.clone(),
            Self::Assign(_, _, Value::Path(path)) => path.to_token_stream(),
        };
        // An array such as `[1, 2]` does not count as an expression, because no attribute takes an array.
        let starts_like_a_value = matches!(expression.clone().into_iter().next(), Some(TokenTree::Ident(_)));
        let is_computed = expression.clone().into_iter().count() > 1 && !is_one_group(&expression);
        (starts_like_a_value || is_computed).then(|| source_text(expression))
    }
}

fn is_one_group(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Group(_)), None))
}

impl Parse for Arg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if let Some(literal) = parse_whole_argument(input) {
            return Ok(Self::Literal(literal));
        }
        let start = input.fork();
        let Ok(word) = input.call(Ident::parse_any) else { return rest(input).map(Self::Other) };
        if input.peek(Token![=]) && !input.peek(Token![==]) {
            let equals = input.parse()?;
            let value = if Spec::takes_expression(&word) { Value::Other(expression(input)?) } else { input.parse()? };
            return Ok(Self::Assign(word, equals, value));
        }
        if input.peek(Paren) {
            let content;
            let paren = parenthesized!(content in input);
            return Ok(Self::List(word, paren, content.parse()?));
        }
        if is_argument_end(input) {
            return Ok(Self::Word(word));
        }
        let tokens = rest(&start)?;
        input.advance_to(&start);
        Ok(Self::Other(tokens))
    }
}

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // Checked first, because the parsers of literals and types would parse the tokens inside an expression that a
        // user's macro passed on.
        if is_passed_expression(input) {
            return rest(input).map(Self::Other);
        }
        if let Some(literal) = parse_whole_argument(input) {
            return Ok(Self::Literal(literal));
        }
        match parse_whole_argument(input) {
            Some(path) => Ok(Self::Path(path)),
            None => rest(input).map(Self::Other),
        }
    }
}

/// Checks whether the next token is an expression that a user's macro passed on. Returns `false` if the macro passed on
/// a literal or a type.
fn is_passed_expression(input: ParseStream<'_>) -> bool {
    let Ok(TokenTree::Group(group)) = input.fork().parse() else { return false };
    group.delimiter() == Delimiter::None
        && syn::parse2::<Lit>(group.stream()).is_err()
        && syn::parse2::<Type>(group.stream()).is_err()
}

/// Parses a `T` if the argument consists of nothing else.
fn parse_whole_argument<T: Parse>(input: ParseStream<'_>) -> Option<T> {
    let fork = input.fork();
    let parsed = fork.parse().ok().filter(|_| is_argument_end(&fork))?;
    input.advance_to(&fork);
    Some(parsed)
}

/// Checks whether an argument ends here. A word or a literal also ends the argument: [`parse`] then reports that a
/// comma is missing.
fn is_argument_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,]) || input.peek(Ident::peek_any) || input.peek(Lit)
}

/// Parses an expression: all tokens up to the next comma, except for commas between angle brackets, as in
/// `sum::<u8, _>(x)`.
fn expression(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    let mut depth = 0;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        if input.peek(Token![::]) && input.peek3(Token![<]) {
            depth += 1;
            tokens.extend(input.parse::<Token![::]>()?.into_token_stream());
            tokens.extend(input.parse::<Token![<]>()?.into_token_stream());
        } else {
            match depth {
                0 => {}
                _ if input.peek(Token![->]) => {}
                _ if input.peek(Token![<]) => depth += 1,
                _ if input.peek(Token![>]) => depth -= 1,
                _ => {}
            }
            tokens.extend([input.parse::<TokenTree>()?]);
        }
    }
    Ok(tokens)
}

/// Parses all tokens up to the next comma.
fn rest(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(literal) => literal.to_tokens(tokens),
            Self::Path(path) => path.to_tokens(tokens),
            Self::Other(other) => other.to_tokens(tokens),
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
            Self::Other(other) => other.to_tokens(tokens),
        }
    }
}

/// Parses all arguments. Reports missing and extra commas.
pub(super) fn parse(context: &Context, tokens: TokenStream) -> Option<Vec<Arg>> {
    let parse = |input: ParseStream<'_>| {
        let mut args = Vec::new();
        while !input.is_empty() {
            if input.peek(Token![,]) {
                let comma: Token![,] = input.parse()?;
                context.error(comma, "there is no argument before this comma", "leave out the comma");
                return Ok(None);
            }
            args.push(input.parse()?);
            if !input.is_empty() && !input.peek(Token![,]) {
                let next: TokenTree = input.parse()?;
                let help = format_args!("write `, {next}`");
                context.error(&next, format_args!("a comma is missing before `{next}`"), help);
                input.parse::<TokenStream>()?;
                return Ok(None);
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Some(args))
    };
    parse.parse2(tokens).ok().flatten()
}

/// Reports an argument that `spec` does not take.
pub(super) fn reject(context: &Context, spec: &Spec, arg: &Arg) {
    let takes = format_args!("`{spec}` takes {}", spec.takes);
    if spec.form == Form::InParentheses && matches!(arg, Arg::Assign(word, ..) if *word == spec.word) {
        let wrong = format_args!("`{spec}` takes its arguments in parentheses, not a value after `=`");
        context.error(arg, wrong, format_args!("write `{}`", spec.example));
    } else if matches!(arg, Arg::Word(word) if *word == spec.word) {
        context.error(arg, takes, format_args!("write `{}`", spec.example));
    } else {
        reject_argument(context, arg, takes, spec.example);
    }
}

/// Reports an argument where a literal is required. For a constant or an expression, the compile error says that a
/// derive cannot read the value of the argument. For all other arguments, the compile error is `takes`.
pub(super) fn reject_argument(context: &Context, arg: &Arg, takes: impl std::fmt::Display, example: &str) {
    match arg.expression() {
        Some(expression) => context.error(
            arg,
            format_args!("a derive cannot read the value of `{expression}`: it runs before constants are evaluated"),
            format_args!("write the value itself, as in `{example}`"),
        ),
        None => context.error(arg, takes, format_args!("write `{example}`")),
    }
}

/// Parses a whole number.
pub(super) fn number<N: std::str::FromStr>(context: &Context, literal: &LitInt) -> Option<N> {
    let digits = literal.base10_digits();
    let number = digits.parse().ok();
    if number.is_none() {
        context.error(literal, format_args!("`{literal}` is out of range"), "write a whole number from 1 on");
    } else if !literal.suffix().is_empty() {
        context.error(
            literal,
            format_args!("the number `{literal}` has a type suffix"),
            format_args!("write `{digits}`"),
        );
        return None;
    }
    number
}

pub(super) fn count(context: &Context, spec: &Spec, arg: &Arg) -> Option<Number> {
    number_or_expression(context, spec.form, arg, || reject(context, spec, arg))
}

/// Parses a whole number, or an expression in its place. Calls `reject` for any other argument.
pub(super) fn number_or_expression<N: std::str::FromStr>(
    context: &Context,
    form: Form,
    arg: &Arg,
    reject: impl FnOnce(),
) -> Option<Number<N>> {
    match (form, arg) {
        (Form::Assigned, Arg::Assign(_, _, Value::Literal(Lit::Int(literal))))
        | (Form::InParentheses, Arg::Literal(Lit::Int(literal))) => number(context, literal).map(Number::Literal),
        _ => expression_for(context, form, arg, "a number", |_| false, reject).map(Number::Expression),
    }
}

/// Parses an expression in place of a literal: the path of a constant, a block, or an expression for which `accepts`
/// returns true. Calls `reject` for an argument that is not an expression. `literal` describes the literal in compile
/// errors, such as "a number".
pub(super) fn expression_for(
    context: &Context,
    form: Form,
    arg: &Arg,
    literal: &str,
    accepts: impl FnOnce(&TokenStream) -> bool,
    reject: impl FnOnce(),
) -> Option<TokenStream> {
    let expression = match (form, arg) {
        (Form::Assigned, Arg::Assign(_, _, value)) => match value {
            Value::Literal(_) => None,
            Value::Path(path) => Some(path.to_token_stream()),
            Value::Other(tokens) => Some(tokens.clone()),
        },
        (Form::InParentheses, Arg::Word(word)) => Some(word.to_token_stream()),
        (Form::InParentheses, Arg::Other(tokens)) => Some(tokens.clone()),
        _ => None,
    };
    let Some(expression) = expression.filter(|_| arg.expression().is_some() || is_block(arg)) else {
        reject();
        return None;
    };
    if expression.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(name) if name == "Self")) {
        let wrong = format_args!("`Self` is not known in `{}`", source_text(&expression));
        context.error(&expression, wrong, "write the name of the type instead of `Self`");
        return None;
    }
    if is_one_group(&expression) || syn::parse2::<syn::Path>(expression.clone()).is_ok() || accepts(&expression) {
        return Some(expression);
    }
    let text = source_text(&expression);
    context.error(
        &expression,
        format_args!("`{text}` is neither {literal} nor the path of a constant"),
        format_args!("write it in braces: `{{ {text} }}`"),
    );
    None
}

/// Checks whether an argument is a block such as `{ A + 1 }`, or an expression that a user's macro passed on.
fn is_block(arg: &Arg) -> bool {
    let (Arg::Other(tokens) | Arg::Assign(_, _, Value::Other(tokens))) = arg else { return false };
    let first = tokens.clone().into_iter().next();
    let is_block = matches!(
        first,
        Some(TokenTree::Group(group)) if matches!(group.delimiter(), Delimiter::Brace | Delimiter::None)
    );
    is_block && is_one_group(tokens)
}

/// Parses constant bytes after `=`: a literal, the path of a constant, or a macro call such as `concat!(..)`.
pub(super) fn constant(context: &Context, spec: &Spec, arg: &Arg) -> Option<Constant> {
    let constant = match arg {
        Arg::Assign(_, _, Value::Literal(literal)) => match literal {
            Lit::Str(text) => Some(text.value().into_bytes()),
            Lit::ByteStr(bytes) => Some(bytes.value()),
            Lit::Char(character) => Some(character.value().to_string().into_bytes()),
            Lit::Byte(byte) => Some(vec![byte.value()]),
            Lit::Int(number) if matches!(number.suffix(), "" | "u8") => {
                number.base10_parse::<u8>().ok().map(|byte| vec![byte])
            }
            _ => None,
        }
        .map(Constant::Bytes),
        Arg::Assign(_, _, Value::Path(path)) => constant_expression(path).map(Constant::Expression),
        _ => None,
    };
    if constant.is_none() {
        match array_as_byte_string(arg) {
            Some(bytes) => {
                let takes = format_args!("`{spec}` takes {}", spec.takes);
                context.error(arg, takes, format_args!("write `{} = {bytes}`", spec.word));
            }
            None => reject(context, spec, arg),
        }
    }
    constant
}

/// Returns the byte string with the bytes of an array, such as `b"\x01\x02"` for `[1, 2]`.
fn array_as_byte_string(arg: &Arg) -> Option<String> {
    let tokens = match arg {
        Arg::Assign(_, _, Value::Other(tokens)) => tokens.clone(),
        Arg::Assign(_, _, Value::Path(path)) => path.to_token_stream(),
        _ => return None,
    };
    let mut tokens = tokens.into_iter();
    let (Some(TokenTree::Group(array)), None) = (tokens.next(), tokens.next()) else { return None };
    if array.delimiter() != Delimiter::Bracket {
        return None;
    }
    let elements = Punctuated::<Lit, Token![,]>::parse_terminated.parse2(array.stream()).ok()?;
    let byte = |element: &Lit| match element {
        Lit::Int(byte) => byte.base10_parse::<u8>().ok(),
        Lit::Byte(byte) => Some(byte.value()),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = elements.iter().map(byte).collect();
    Some(format!("b\"{}\"", bytes?.escape_ascii()))
}

/// Converts a path or a macro call that was parsed as a type to an expression.
fn constant_expression(parsed_as: &Type) -> Option<TokenStream> {
    match parsed_as {
        // Rejects `Self`, which is the prefix type in some of the derived code.
        Type::Path(path) if path.path.segments.first().is_some_and(|first| first.ident != "Self") => {
            Some(path.to_token_stream())
        }
        Type::Macro(call) => Some(call.to_token_stream()),
        // A path or a macro call that a user's macro passed on.
        Type::Group(group) => constant_expression(&group.elem),
        _ => None,
    }
}

/// Reads the first of these arguments. A word of `#[rowkey(..)]` has only one.
pub(super) fn first<T>(args: Vec<Arg>, read: impl FnOnce(Arg) -> Option<T>) -> Option<T> {
    args.into_iter().next().and_then(read)
}

/// Returns the string literal after `=`. Reports anything else.
pub(super) fn string<'a>(context: &Context, spec: &Spec, arg: &'a Arg) -> Option<&'a syn::LitStr> {
    if let Arg::Assign(_, _, Value::Literal(syn::Lit::Str(text))) = arg {
        return Some(text);
    }
    match arg {
        Arg::Assign(_, _, Value::Path(path)) if matches!(spec.name, Name::Method | Name::Prefix | Name::Crate) => {
            let help = format!("write `{} = \"{}\"`", spec.word, source_text(path));
            context.error(arg, format_args!("`{spec}` takes {}", spec.takes), help);
        }
        _ => reject(context, spec, arg),
    }
    None
}

/// Returns the path of a codec or another type after `=`.
pub(super) fn codec(context: &Context, spec: &Spec, arg: Arg) -> Option<Type> {
    if let Arg::Assign(_, _, Value::Path(path)) = arg {
        return Some(*path);
    }
    reject(context, spec, &arg);
    None
}

/// Returns the identifier in the string literal after `=`.
pub(super) fn identifier(context: &Context, spec: &Spec, arg: &Arg) -> Option<syn::Ident> {
    let name = string(context, spec, arg)?;
    let parsed = name.parse().ok();
    if parsed.is_none() {
        context.error(
            name,
            format_args!("`{}` is not a valid Rust identifier", name.value()),
            format_args!(
                "write a name such as `\"{}\"`: letters, digits and `_`, but not a keyword",
                valid_name(&name.value())
            ),
        );
    }
    parsed
}

/// Returns a valid identifier that resembles `name`.
fn valid_name(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if syn::parse_str::<syn::Ident>(&word).is_ok() { word } else { format!("{word}_") }
}
