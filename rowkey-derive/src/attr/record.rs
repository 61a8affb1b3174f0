//! Reads the attributes of records and indexes. A record is a primary key with a stored value. An index is another key,
//! whose entries are computed from records, as in `#[rowkey(index_of = MessageKey)]`.

use super::args::{self, Arg, Value, string};
use super::table::Spec;
use crate::context::{Context, source_text};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Lit, LitStr, Token, Type};

/// The argument of `from = ..` or `from_each = ..`: the expression that computes a field of an index.
#[cfg_attr(not(any(feature = "records", test)), allow(dead_code, reason = "only the code of an index contains it"))]
pub(crate) struct From {
    /// The expression without a `?` at its end.
    pub(crate) expression: TokenStream,
    /// True if the expression ends in `?`: a record has no entry if the expression is `None`.
    pub(crate) sparse: bool,
}

pub(super) fn from(context: &Context, spec: &Spec, arg: &Arg) -> Option<From> {
    let mut tokens: Vec<_> = expression(context, spec, arg)?.into_iter().collect();
    let sparse = tokens.pop_if(|last| last.to_string() == "?").is_some();
    if tokens.is_empty() {
        args::reject(context, spec, arg);
        return None;
    }
    Some(From { expression: tokens.into_iter().collect(), sparse })
}

/// Reads the expression after `=`.
pub(super) fn expression(context: &Context, spec: &Spec, arg: &Arg) -> Option<TokenStream> {
    if let Arg::Assign(_, _, Value::Other(tokens)) = arg {
        let tokens = passed_expression(tokens.clone());
        if !tokens.is_empty() {
            return Some(tokens);
        }
    }
    args::reject(context, spec, arg);
    None
}

/// Returns the tokens of an expression that a user's macro passed on, without the invisible group around them.
fn passed_expression(tokens: TokenStream) -> TokenStream {
    let mut parts = tokens.clone().into_iter();
    match (parts.next(), parts.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            passed_expression(group.stream())
        }
        _ => tokens,
    }
}

pub(super) fn path(context: &Context, spec: &Spec, arg: Arg) -> Option<Type> {
    // The path in the string is used, so that the quotes stay the only error.
    if let Arg::Assign(_, _, Value::Literal(Lit::Str(text))) = &arg
        && let Ok(path) = text.parse()
    {
        let takes = format_args!("`{spec}` takes {}, without quotes", spec.takes);
        context.error(&arg, takes, format_args!("write `{} = {}`", spec.word, text.value()));
        return Some(path);
    }
    args::codec(context, spec, arg)
}

pub(super) fn indexes(context: &Context, spec: &Spec, arg: &Arg) -> Option<Vec<Type>> {
    if let Arg::List(_, _, list) = arg {
        let indexes = Punctuated::<Type, Token![,]>::parse_terminated.parse2(list.clone());
        if let Ok(indexes) = indexes {
            return Some(indexes.into_iter().collect());
        }
        let quoted = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(list.clone());
        if let Ok(indexes) = quoted.and_then(|quoted| quoted.iter().map(LitStr::parse).collect::<Result<Vec<_>, _>>()) {
            let takes = format_args!("`{spec}` takes {}, without quotes", spec.takes);
            let paths: Vec<_> = indexes.iter().map(source_text).collect();
            context.error(arg.to_token_stream(), takes, format_args!("write `{}({})`", spec.word, paths.join(", ")));
            return Some(indexes);
        }
    }
    args::reject(context, spec, arg);
    None
}

pub(super) fn table(context: &Context, spec: &Spec, arg: &Arg) -> Option<String> {
    let name = string(context, spec, arg)?;
    let value = name.value();
    if value.is_empty() || value.contains('\0') {
        context.error(name, "the name of a table must not be empty and must not contain `\\0`", "write another name");
        return None;
    }
    // A store records the layouts of its tables in the table `rowkey.layouts`.
    if value.starts_with("rowkey.") {
        context.error(name, "names of tables that begin with `rowkey.` belong to the library", "write another name");
        return None;
    }
    Some(value)
}

pub(super) fn flag(context: &Context, spec: &Spec, arg: &Arg) -> Option<()> {
    if matches!(arg, Arg::Word(_)) {
        return Some(());
    }
    let wrong = format_args!("`{spec}` takes {}", spec.takes);
    context.error(arg.to_token_stream(), wrong, format_args!("write `{}`", spec.word));
    None
}
