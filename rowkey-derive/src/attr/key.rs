//! Reads `#[rowkey(..)]` above a struct or enum, such as `#[rowkey(namespace = "orders/")]`.

use super::RecordAttrs;
use super::args::{self, Arg, Value, identifier, string};
use super::salt::{self, Salt};
use super::slot::Slot;
use super::table::{Item, Name, Spec};
use super::written::{Written, read_written};
use crate::context::Context;
use crate::model::{Constant, Fingerprint, Number};
use quote::ToTokens;
use syn::{Attribute, Ident, Lit, LitStr, Path, Type};

#[derive(Default)]
pub(crate) struct KeyAttrs {
    pub(crate) delimiter: Slot<char>,
    pub(crate) terminator: Slot<char>,
    pub(crate) namespace: Slot<Constant>,
    pub(crate) salt: Slot<Salt>,
    pub(crate) max_len: Slot<Number>,
    pub(crate) fingerprint: Slot<Fingerprint>,
    pub(crate) prefix: Slot<Ident>,
    pub(crate) fields: Slot<Type>,
    pub(crate) codec: Slot<Type>,
    pub(crate) krate: Slot<Path>,
    pub(crate) record: RecordAttrs,
}

impl KeyAttrs {
    pub(crate) fn read(context: &Context, attrs: &[Attribute], item: Item) -> Self {
        let mut read = Self::default();
        for written in read_written(context, attrs, item) {
            let Written { spec, tokens, args } = written;
            let Some(arg) = args.into_iter().next() else { continue };
            // `read_written` returns only attributes that are allowed on types, so the names in the last arm never
            // occur.
            match spec.name {
                Name::Delimiter => read.delimiter.fill(context, spec, separator(context, spec, &arg), tokens),
                Name::Terminator => read.terminator.fill(context, spec, separator(context, spec, &arg), tokens),
                Name::Namespace => read.namespace.fill(context, spec, args::constant(context, spec, &arg), tokens),
                Name::KeySalt => read.salt.fill(context, spec, salt(context, spec, arg), tokens),
                Name::MaxLen => read.max_len.fill(context, spec, args::count(context, spec, &arg), tokens),
                Name::Fingerprint => {
                    let fingerprint = string(context, spec, &arg).and_then(|text| fingerprint(context, text));
                    read.fingerprint.fill(context, spec, fingerprint, tokens);
                }
                Name::Prefix => {
                    let name = string(context, spec, &arg).and_then(|name| identifier(context, name));
                    read.prefix.fill(context, spec, name, tokens);
                }
                Name::Codec => read.codec.fill(context, spec, super::field::codec(context, spec, arg), tokens),
                Name::Fields => read.fields.fill(context, spec, super::field::codec(context, spec, arg), tokens),
                Name::Crate => {
                    let path = string(context, spec, &arg).and_then(|text| path(context, spec, text));
                    read.krate.fill(context, spec, path, tokens);
                }
                Name::Value
                | Name::ValueFormat
                | Name::Indexes
                | Name::Table
                | Name::IndexOf
                | Name::Unique
                | Name::Filter
                | Name::Stores => read.record.read(context, spec, arg, tokens),
                Name::Pad
                | Name::Descending
                | Name::Reverse
                | Name::Format
                | Name::Length
                | Name::Bytes
                | Name::LittleEndian
                | Name::TwosComplement
                | Name::Decimal
                | Name::Unterminated
                | Name::Salt
                | Name::Hash
                | Name::Code
                | Name::Optional
                | Name::List
                | Name::Before
                | Name::After
                | Name::SortKey
                | Name::Method
                | Name::From
                | Name::FromEach => {}
            }
        }
        read
    }
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

fn salt(context: &Context, spec: &Spec, arg: Arg) -> Option<Salt> {
    let tokens = arg.to_token_stream();
    match arg {
        Arg::List(_, _, list) => salt::read(context, args::parse(context, list)?, tokens, salt::Target::Struct),
        arg => {
            args::reject(context, spec, &arg);
            None
        }
    }
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
