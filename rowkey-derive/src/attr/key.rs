//! The attributes of the struct: `#[rowkey(..)]`.

use super::args::{self, Arg, Value};
use super::field::identifier;
use super::salt::{self, Salt};
use super::{ROWKEY, Slot, named, near};
use crate::context::Context;
use quote::ToTokens;
use syn::{Attribute, Ident, Lit, LitStr, Meta, Path};

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

const WORDS: &str = "`delimiter`, `terminator`, `namespace`, `salt(..)`, `max_len`, `fingerprint`, `prefix` or `crate`";

const FINGERPRINT: &str = "a fingerprint is `0x` and 16 hex digits in a string: write `fingerprint = \"0x0123456789abcdef\"`, and the message says the right one";

impl KeyAttrs {
    pub(crate) fn read(context: &Context, attrs: &[Attribute]) -> Self {
        let mut key = Self {
            delimiter: Slot::new("delimiter"),
            terminator: Slot::new("terminator"),
            namespace: Slot::new("namespace"),
            salt: Slot::new("salt"),
            max_len: Slot::new("max_len"),
            fingerprint: Slot::new("fingerprint"),
            prefix: Slot::new("prefix"),
            krate: Slot::new("crate"),
        };
        for attr in named(attrs, ROWKEY) {
            if matches!(attr.meta, Meta::Path(_)) {
                context.error(attr, format_args!("`#[rowkey]` alone says nothing: write `#[rowkey(..)]` with {WORDS}"));
            }
            for arg in args::of_attribute(context, attr).into_iter().flatten() {
                key.rowkey(context, arg);
            }
        }
        near::report(context, attrs);
        for name in ["pad", "descending", "reverse", "hash", "format"] {
            for attr in named(attrs, name) {
                context.error(attr, format_args!("`#[{name}]` belongs on a field"));
            }
        }
        for attr in named(attrs, "salt") {
            context.error(
                attr,
                "on the struct write `#[rowkey(salt(..))]`, or put `#[salt(..)]` on the field to be hashed",
            );
        }
        key
    }

    /// On a type that is a field, and on a key space, only `crate` is for the type.
    pub(crate) fn only_crate(&self, context: &Context, otherwise: &str) {
        let tokens = [
            self.delimiter.get().map(|at| &at.tokens),
            self.terminator.get().map(|at| &at.tokens),
            self.namespace.get().map(|at| &at.tokens),
            self.salt.get().map(|at| &at.tokens),
            self.max_len.get().map(|at| &at.tokens),
            self.fingerprint.get().map(|at| &at.tokens),
            self.prefix.get().map(|at| &at.tokens),
        ];
        for tokens in tokens.into_iter().flatten() {
            context.error(tokens, otherwise);
        }
    }

    fn rowkey(&mut self, context: &Context, arg: Arg) {
        let tokens = arg.to_token_stream();
        match (arg.word().as_deref(), arg) {
            (Some("delimiter"), arg) => {
                if let Some(character) = one_ascii_character(context, "delimiter", &arg) {
                    self.delimiter.fill(context, character, tokens);
                }
            }
            (Some("terminator"), arg) => {
                if let Some(character) = one_ascii_character(context, "terminator", &arg) {
                    self.terminator.fill(context, character, tokens);
                }
            }
            (Some("namespace"), Arg::Assign(.., Value::Literal(Lit::Str(text)))) => {
                self.namespace.fill(context, text.value().into_bytes(), tokens);
            }
            (Some("namespace"), Arg::Assign(.., Value::Literal(Lit::ByteStr(bytes)))) => {
                self.namespace.fill(context, bytes.value(), tokens);
            }
            (Some("namespace"), _) => {
                context.error(
                    tokens,
                    "a namespace is a string: write `namespace = \"orders/\"` or `namespace = b\"\\x01\"`",
                );
            }
            (Some("salt"), Arg::List(.., list)) => {
                let args = args::of_tokens(context, list);
                if let Some(salt) = args.and_then(|args| salt::read(context, args, &tokens, salt::Place::Struct)) {
                    self.salt.fill(context, salt, tokens);
                }
            }
            (Some("salt"), _) => context.error(
                tokens,
                "a salt needs an algorithm and a size: write `salt(md5, 2)` or `salt(md5, 2, of(a, b))`",
            ),
            (Some("max_len"), Arg::Assign(.., Value::Literal(Lit::Int(limit)))) => {
                if let Some(limit) = args::number(context, &limit) {
                    self.max_len.fill(context, limit, tokens);
                }
            }
            (Some("max_len"), _) => context.error(tokens, "`max_len` is a number of bytes: write `max_len = 4096`"),
            (Some("fingerprint"), Arg::Assign(.., Value::Literal(Lit::Str(text)))) => {
                if let Some(fingerprint) = fingerprint(context, &text) {
                    self.fingerprint.fill(context, fingerprint, tokens);
                }
            }
            (Some("fingerprint"), _) => context.error(tokens, FINGERPRINT),
            (Some("prefix"), Arg::Assign(.., Value::Literal(Lit::Str(name)))) => {
                if let Some(name) = identifier(context, &name) {
                    self.prefix.fill(context, name, tokens);
                }
            }
            (Some("prefix"), _) => {
                context.error(tokens, "the prefix type is named by a string: write `prefix = \"Name\"`");
            }
            (Some("crate"), Arg::Assign(.., Value::Literal(Lit::Str(path)))) => {
                match path.parse_with(Path::parse_mod_style) {
                    Ok(path) => self.krate.fill(context, path, tokens),
                    Err(_) => context.error(
                        &path,
                        format_args!("`{}` is no path: write `crate = \"path::to::rowkey\"`", path.value()),
                    ),
                }
            }
            (Some("crate"), _) => {
                context.error(tokens, "the path is given as a string: write `crate = \"path::to::rowkey\"`");
            }
            (Some(word @ ("codec" | "method")), _) => {
                context.error(tokens, format_args!("`{word}` belongs on a field"));
            }
            (Some(word @ ("pad" | "descending" | "reverse" | "hash")), _) => {
                context.error(tokens, format_args!("`#[{word}]` belongs on a field, without `rowkey`"));
            }
            (Some(word), _) => {
                context.error(tokens, format_args!("`{word}` is unknown on a struct: write {WORDS}"));
            }
            (None, _) => context.error(tokens, format_args!("unknown on a struct: write {WORDS}")),
        }
    }
}

fn one_ascii_character(context: &Context, name: &str, arg: &Arg) -> Option<char> {
    if let Arg::Assign(.., Value::Literal(Lit::Char(character))) = arg {
        if character.value().is_ascii() {
            return Some(character.value());
        }
    }
    context.error(arg, format_args!("a {name} is one ASCII character: write `{name} = '_'` or `{name} = '\\0'`"));
    None
}

fn fingerprint(context: &Context, text: &LitStr) -> Option<u64> {
    let value = text.value();
    let number = value.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    if number.is_none() {
        context.error(text, FINGERPRINT);
    }
    number
}
