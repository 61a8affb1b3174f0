//! The attributes of the type: `#[rowkey(..)]`.

use super::args::{self, Arg, Value};
use super::salt::{self, Salt};
use super::table::{Item, Name, Spec};
use super::{Slot, Written, identifier, read_written, string};
use crate::context::Context;
use quote::ToTokens;
use syn::{Attribute, Ident, Lit, LitStr, Path};

#[derive(Default)]
pub(crate) struct KeyAttrs {
    pub(crate) delimiter: Slot<char>,
    pub(crate) terminator: Slot<char>,
    pub(crate) namespace: Slot<Vec<u8>>,
    pub(crate) salt: Slot<Salt>,
    pub(crate) max_len: Slot<usize>,
    pub(crate) fingerprint: Slot<u64>,
    pub(crate) prefix: Slot<Ident>,
    pub(crate) krate: Slot<Path>,
}

impl KeyAttrs {
    pub(crate) fn read(context: &Context, attrs: &[Attribute], item: Item) -> Self {
        let mut read = Self::default();
        for written in read_written(context, attrs, item) {
            let Written { spec, tokens, args } = written;
            let Some(arg) = args.into_iter().next() else { continue };
            // Each name that a type can have is read here. `read_written` passes on no other.
            match spec.name {
                Name::Delimiter => read.delimiter.fill_read(context, spec, ascii(context, spec, &arg), tokens),
                Name::Terminator => read.terminator.fill_read(context, spec, ascii(context, spec, &arg), tokens),
                Name::Namespace => read.namespace.fill_read(context, spec, namespace(context, spec, &arg), tokens),
                Name::KeySalt => read.salt.fill_read(context, spec, salt(context, spec, arg), tokens),
                Name::MaxLen => read.max_len.fill_read(context, spec, max_len(context, spec, &arg), tokens),
                Name::Fingerprint => {
                    let fingerprint = string(context, spec, &arg).and_then(|text| fingerprint(context, text));
                    read.fingerprint.fill_read(context, spec, fingerprint, tokens);
                }
                Name::Prefix => {
                    let name = string(context, spec, &arg).and_then(|name| identifier(context, name));
                    read.prefix.fill_read(context, spec, name, tokens);
                }
                Name::Crate => {
                    let path = string(context, spec, &arg).and_then(|text| path(context, spec, text));
                    read.krate.fill_read(context, spec, path, tokens);
                }
                Name::Pad
                | Name::Descending
                | Name::Reverse
                | Name::Format
                | Name::Salt
                | Name::Hash
                | Name::Code
                | Name::Codec
                | Name::Method => {}
            }
        }
        read
    }
}

fn ascii(context: &Context, spec: &Spec, arg: &Arg) -> Option<char> {
    if let Arg::Assign(_, _, Value::Literal(Lit::Char(character))) = arg {
        if character.value().is_ascii() {
            return Some(character.value());
        }
    }
    args::wrong(context, spec, arg);
    None
}

fn namespace(context: &Context, spec: &Spec, arg: &Arg) -> Option<Vec<u8>> {
    match arg {
        Arg::Assign(_, _, Value::Literal(Lit::Str(text))) => Some(text.value().into_bytes()),
        Arg::Assign(_, _, Value::Literal(Lit::ByteStr(bytes))) => Some(bytes.value()),
        _ => {
            args::wrong(context, spec, arg);
            None
        }
    }
}

fn salt(context: &Context, spec: &Spec, arg: Arg) -> Option<Salt> {
    let tokens = arg.to_token_stream();
    match arg {
        Arg::List(_, _, list) => salt::read(context, args::parse(context, list)?, tokens, salt::Place::Struct),
        arg => {
            args::wrong(context, spec, &arg);
            None
        }
    }
}

fn max_len(context: &Context, spec: &Spec, arg: &Arg) -> Option<usize> {
    if let Arg::Assign(_, _, Value::Literal(Lit::Int(limit))) = arg {
        return args::number(context, limit);
    }
    args::wrong(context, spec, arg);
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

/// The number of a fingerprint. `"0x0"` is a placeholder: the compile error then says the right one.
fn fingerprint(context: &Context, text: &LitStr) -> Option<u64> {
    const UNKNOWN: &str = "0";
    const DIGITS: usize = 16;
    let value = text.value();
    let digits = value.strip_prefix("0x").filter(|digits| {
        *digits == UNKNOWN || digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    if number.is_none() {
        context.error(
            text,
            "a fingerprint is `0x` and 16 hex digits",
            "write `fingerprint = \"0x0\"` first, and the compiler says what to write instead",
        );
    }
    number
}
