//! Reads `#[rowkey(..)]` above a struct or enum, such as `#[rowkey(namespace = "orders/")]`.

use super::args::{self, Arg, Value, first, string};
use super::record;
use super::salt::{self, Salt};
use super::slot::slots;
use super::table::Spec;
use crate::context::Context;
use crate::model::{Constant, Fingerprint, Number};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Ident, Lit, LitStr, Path, Type};

slots! {
    KeyAttrs(context, spec, args, tokens):
    Delimiter => delimiter: char = first(args, |arg| separator(context, spec, &arg));
    Terminator => terminator: char = first(args, |arg| separator(context, spec, &arg));
    Namespace => namespace: Constant = first(args, |arg| args::constant(context, spec, &arg));
    KeySalt => salt: Salt = first(args, |arg| salt(context, spec, &arg));
    MaxLen => max_len: Number = first(args, |arg| args::count(context, spec, &arg));
    Fingerprint => fingerprint: Fingerprint = first(args, |arg| fingerprint(context, string(context, spec, &arg)?));
    Prefix => prefix: Ident = first(args, |arg| args::identifier(context, spec, &arg));
    Fields => fields: Type = first(args, |arg| args::codec(context, spec, arg));
    Codec => codec: Type = first(args, |arg| args::codec(context, spec, arg));
    Crate => krate: Path = first(args, |arg| path(context, spec, string(context, spec, &arg)?));
    Value => value: Type = first(args, |arg| record::path(context, spec, arg));
    /// The format of the values.
    ValueFormat => format: Type = first(args, |arg| record::path(context, spec, arg));
    Indexes => indexes: Vec<Type> = first(args, |arg| record::indexes(context, spec, &arg));
    Table => table: String = first(args, |arg| record::table(context, spec, &arg));
    IndexOf => index_of: Type = first(args, |arg| record::path(context, spec, arg));
    Unique => unique: () = first(args, |arg| record::flag(context, spec, &arg));
    /// An expression of type `bool`. A record has an entry in the index only if the expression is true.
    Filter => filter: TokenStream = first(args, |arg| record::expression(context, spec, &arg));
    Stores => stores: Type = first(args, |arg| record::path(context, spec, arg));
}

/// Parses a delimiter or a terminator. A byte above 7F becomes the character with the same number.
fn separator(context: &Context, spec: &Spec, arg: &Arg) -> Option<char> {
    match arg {
        Arg::Assign(_, _, Value::Literal(Lit::Char(character))) if character.value().is_ascii() => {
            Some(character.value())
        }
        Arg::Assign(_, _, Value::Literal(Lit::Byte(byte))) => Some(char::from(byte.value())),
        _ => {
            args::reject(context, spec, arg);
            None
        }
    }
}

fn salt(context: &Context, spec: &Spec, arg: &Arg) -> Option<Salt> {
    if let Arg::List(_, _, list) = arg {
        let args = args::parse(context, list.clone())?;
        return salt::read(context, args, arg.to_token_stream(), salt::Target::Struct);
    }
    args::reject(context, spec, arg);
    None
}

fn path(context: &Context, spec: &Spec, text: &LitStr) -> Option<Path> {
    let path = text.parse_with(Path::parse_mod_style).ok();
    if path.is_none() {
        let help = format_args!("write `{}`", spec.example);
        context.error(text, format_args!("`{}` is not a path", text.value()), help);
    }
    path
}

/// Parses a fingerprint and the names of the fields, such as `"0x4172cc7aa2c5e69d x y"`. The names can be missing. `"0x0"` is a
/// placeholder, for which the compile error shows what to write.
fn fingerprint(context: &Context, text: &LitStr) -> Option<Fingerprint> {
    const UNKNOWN: &str = "0";
    const DIGITS: usize = 16;
    let value = text.value();
    let mut words = value.split_ascii_whitespace();
    let digits = words.next().and_then(|word| word.strip_prefix("0x")).filter(|digits| {
        *digits == UNKNOWN || digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let names: Vec<_> = words.collect();
    let are_names =
        names.iter().all(|name| name.chars().all(|character| character.is_alphanumeric() || character == '_'));
    let fingerprint = number.filter(|_| are_names).map(|number| Fingerprint { number, names: names.join(" ") });
    if fingerprint.is_none() {
        context.error(
            text,
            "a fingerprint is `0x`, 16 hex digits, and the names of the fields, all separated by spaces",
            "write `fingerprint = \"0x0\"` first, and the compiler says what to write instead",
        );
    }
    fingerprint
}
