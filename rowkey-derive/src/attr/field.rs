//! The attributes of a field.

use super::args::{self, Arg, Value};
use super::format::{self, TimeFormat};
use super::salt::{self, Salt};
use super::{ROWKEY, Slot, named, near};
use crate::context::Context;
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, Field, Ident, Lit, LitStr, Meta, Type};

/// `#[pad(N)]`, `#[pad(N, 'x')]`
pub(crate) struct Pad {
    pub(crate) width: usize,
    pub(crate) character: Option<char>,
}

/// `#[hash(md5, N)]`, `#[hash(md5, N, hex)]`
pub(crate) struct Hash {
    pub(crate) algorithm: salt::Digest,
    /// Where it was named.
    pub(crate) algorithm_at: Span,
    pub(crate) bytes: usize,
    pub(crate) hex: bool,
}

pub(crate) struct FieldAttrs {
    pub(crate) pad: Slot<Pad>,
    pub(crate) descending: Slot<()>,
    pub(crate) reverse: Slot<()>,
    pub(crate) salt: Slot<Salt>,
    pub(crate) hash: Slot<Hash>,
    pub(crate) format: Slot<TimeFormat>,
    pub(crate) codec: Slot<Type>,
    pub(crate) method: Slot<Ident>,
    /// Whether all of them could be read.
    pub(crate) sound: bool,
}

const ROWKEY_WORDS: &str = "`codec = path` or `method = \"name\"`";

impl FieldAttrs {
    pub(super) fn read(context: &Context, field: &Field) -> Self {
        let mut attrs = Self {
            pad: Slot::new("#[pad]"),
            descending: Slot::new("#[descending]"),
            reverse: Slot::new("#[reverse]"),
            salt: Slot::new("#[salt]"),
            hash: Slot::new("#[hash]"),
            format: Slot::new("#[format]"),
            codec: Slot::new("codec"),
            method: Slot::new("method"),
            sound: true,
        };
        let mistakes_before = context.mistakes();
        for attr in named(&field.attrs, "pad") {
            if let Some(pad) = pad(context, attr) {
                attrs.pad.fill(context, pad, attr);
            }
        }
        for attr in named(&field.attrs, "descending") {
            flag(context, attr, &mut attrs.descending);
        }
        for attr in named(&field.attrs, "reverse") {
            flag(context, attr, &mut attrs.reverse);
        }
        for attr in named(&field.attrs, "salt") {
            let args = args::of_attribute(context, attr);
            if let Some(salt) = args.and_then(|args| salt::read(context, args, attr, salt::Place::Field)) {
                attrs.salt.fill(context, salt, attr);
            }
        }
        for attr in named(&field.attrs, "hash") {
            if let Some(hash) = hash(context, attr) {
                attrs.hash.fill(context, hash, attr);
            }
        }
        for attr in named(&field.attrs, "format") {
            if let Some(format) = format::read(context, attr) {
                attrs.format.fill(context, format, attr);
            }
        }
        for attr in named(&field.attrs, ROWKEY) {
            if matches!(attr.meta, Meta::Path(_)) {
                context.error(
                    attr,
                    format_args!("`#[rowkey]` alone says nothing: write `#[rowkey(..)]` with {ROWKEY_WORDS}"),
                );
            }
            for arg in args::of_attribute(context, attr).into_iter().flatten() {
                attrs.rowkey(context, arg);
            }
        }
        near::report(context, &field.attrs);
        attrs.sound = context.mistakes() == mistakes_before;
        attrs
    }

    fn rowkey(&mut self, context: &Context, arg: Arg) {
        let tokens = arg.to_token_stream();
        match (arg.word().as_deref(), arg) {
            (Some("codec"), Arg::Assign(.., Value::Path(path))) => {
                self.codec.fill(context, *path, tokens);
            }
            (Some("codec"), _) => {
                context.error(tokens, "a codec is named by its path: write `codec = path::to::YourCodec`");
            }
            (Some("method"), Arg::Assign(.., Value::Literal(Lit::Str(name)))) => {
                if let Some(name) = identifier(context, &name) {
                    self.method.fill(context, name, tokens);
                }
            }
            (Some("method"), _) => context.error(tokens, "a method is named by a string: write `method = \"name\"`"),
            (
                Some(
                    word @ ("delimiter" | "terminator" | "namespace" | "max_len" | "fingerprint" | "prefix" | "crate"),
                ),
                _,
            ) => {
                context.error(tokens, format_args!("`{word}` belongs to the struct: write it above `struct`"));
            }
            (Some("salt"), _) => {
                context.error(tokens, "on a field write `#[salt(..)]`; `#[rowkey(salt(..))]` belongs to the struct");
            }
            (Some(word), _) if near::attribute(word).is_some() => {
                let written = near::attribute(word).unwrap_or_default();
                context.error(tokens, format_args!("`{word}` is an attribute of its own: write `{written}`"));
            }
            (Some(word), _) if near::on_field(word).is_some() => {
                let meant = near::on_field(word).unwrap_or_default();
                context.error(tokens, format_args!("`{word}` is unknown: write `{meant}`, outside of `#[rowkey(..)]`"));
            }
            (Some(word), _) => {
                context.error(tokens, format_args!("`{word}` is unknown on a field: write {ROWKEY_WORDS}"));
            }
            (None, _) => context.error(tokens, format_args!("unknown on a field: write {ROWKEY_WORDS}")),
        }
    }
}

fn flag(context: &Context, attr: &Attribute, slot: &mut Slot<()>) {
    if matches!(attr.meta, Meta::Path(_)) {
        slot.fill(context, (), attr);
    } else {
        context.error(attr, format_args!("`{0}` takes no arguments: write `{0}` alone", slot.name));
    }
}

fn pad(context: &Context, attr: &Attribute) -> Option<Pad> {
    const FORM: &str =
        "`#[pad]` needs the number of digits or bytes: write `#[pad(6)]`, or `#[pad(20, 'x')]` on a string";
    let mut args = args::of_attribute(context, attr)?.into_iter();
    let Some(Arg::Literal(Lit::Int(width))) = args.next() else {
        context.error(attr, FORM);
        return None;
    };
    let character = match args.next() {
        None => None,
        Some(Arg::Literal(Lit::Char(character))) if character.value().is_ascii() => Some(character.value()),
        Some(Arg::Literal(Lit::Char(character))) => {
            context.error(&character, "a pad is one byte: write an ASCII character");
            return None;
        }
        Some(other) => {
            context.error(other, "a pad is a character: write it as `'x'`");
            return None;
        }
    };
    if let Some(more) = args.next() {
        context.error(more, FORM);
        return None;
    }
    let value = args::number(context, &width)?;
    if value == 0 {
        context.error(&width, "a pad of 0 holds nothing: write how many digits or bytes the field has");
        return None;
    }
    Some(Pad { width: value, character })
}

fn hash(context: &Context, attr: &Attribute) -> Option<Hash> {
    const FORM: &str =
        "`#[hash]` needs a digest and how many of its bytes: write `#[hash(md5, 4)]` or `#[hash(md5, 4, hex)]`";
    let mut args = args::of_attribute(context, attr)?.into_iter();
    let (Some(Arg::Word(algorithm)), Some(Arg::Literal(Lit::Int(bytes)))) = (args.next(), args.next()) else {
        context.error(attr, FORM);
        return None;
    };
    let hex = match args.next() {
        None => false,
        Some(Arg::Word(word)) if word == "hex" => true,
        Some(other) => {
            context.error(other, "unknown in `#[hash]`: after the number there may only be `hex`");
            return None;
        }
    };
    if let Some(more) = args.next() {
        context.error(more, FORM);
        return None;
    }
    let Some(digest) = salt::Digest::named(&algorithm) else {
        context.error(&algorithm, format_args!("`{algorithm}` is no digest: write {}", salt::DIGESTS));
        return None;
    };
    let count = args::number(context, &bytes)?;
    digest.has_bytes(context, count, &bytes).then_some(Hash {
        algorithm: digest,
        algorithm_at: algorithm.span(),
        bytes: count,
        hex,
    })
}

/// A name given as a string.
pub(super) fn identifier(context: &Context, name: &LitStr) -> Option<Ident> {
    let parsed = name.parse().ok();
    if parsed.is_none() {
        let text = name.value();
        context.error(name, format_args!("`{text}` is no name in Rust: write letters, digits and `_`, and no keyword"));
    }
    parsed
}
