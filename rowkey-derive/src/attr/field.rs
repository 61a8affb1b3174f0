//! The attributes of a field.

use super::args::{self, Arg, Value};
use super::format;
use super::salt::{self, Salt};
use super::table::{Item, Name, Spec};
use super::{Slot, Written, identifier, read_written, string};
use crate::context::{Context, listed};
use crate::digest::Digest;
use crate::model::{Hash, NamedDigest, TimeFormat};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, Lit, Type};

/// `#[pad(N)]`, `#[pad(N, 'x')]`
pub(crate) struct Pad {
    pub(crate) width: usize,
    pub(crate) character: Option<char>,
}

#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) pad: Slot<Pad>,
    pub(crate) descending: Slot<()>,
    pub(crate) reverse: Slot<()>,
    pub(crate) salt: Slot<Salt>,
    pub(crate) hash: Slot<Hash>,
    pub(crate) format: Slot<TimeFormat>,
    pub(crate) codec: Slot<Type>,
    pub(crate) method: Slot<Ident>,
    /// True if none of the attributes has a mistake.
    pub(crate) sound: bool,
}

impl FieldAttrs {
    pub(super) fn read(context: &Context, attrs: &[Attribute], item: Item) -> Self {
        let mistakes_before = context.mistakes();
        let mut read = Self::default();
        for written in read_written(context, attrs, item) {
            let Written { spec, tokens, args } = written;
            // Each name that a field can have is read here. `read_written` passes on no other.
            match spec.name {
                Name::Pad => read.pad.fill_read(context, spec, pad(context, spec, args, &tokens), tokens),
                Name::Descending => read.descending.fill_read(context, spec, flag(context, spec, &args), tokens),
                Name::Reverse => read.reverse.fill_read(context, spec, flag(context, spec, &args), tokens),
                Name::Hash => read.hash.fill_read(context, spec, hash(context, spec, args, &tokens), tokens),
                Name::Format => {
                    let format = format::read(context, spec, &args, &tokens);
                    read.format.fill_read(context, spec, format, tokens);
                }
                Name::Salt => {
                    let salt = salt::read(context, args, &tokens, salt::Place::Field);
                    read.salt.fill_read(context, spec, salt, tokens);
                }
                Name::Codec => read.codec.fill_read(context, spec, codec(context, spec, args), tokens),
                Name::Method => read.method.fill_read(context, spec, method(context, spec, &args), tokens),
                Name::Code
                | Name::Delimiter
                | Name::Terminator
                | Name::Namespace
                | Name::KeySalt
                | Name::MaxLen
                | Name::Fingerprint
                | Name::Prefix
                | Name::Crate => {}
            }
        }
        read.sound = context.mistakes() == mistakes_before;
        read
    }
}

impl FieldAttrs {
    /// The tokens of the attribute of this name, if it is written.
    pub(crate) fn tokens(&self, name: Name) -> Option<&TokenStream> {
        match name {
            Name::Pad => self.pad.get().map(|at| &at.tokens),
            Name::Descending => self.descending.get().map(|at| &at.tokens),
            Name::Reverse => self.reverse.get().map(|at| &at.tokens),
            Name::Format => self.format.get().map(|at| &at.tokens),
            Name::Salt => self.salt.get().map(|at| &at.tokens),
            Name::Hash => self.hash.get().map(|at| &at.tokens),
            Name::Codec => self.codec.get().map(|at| &at.tokens),
            Name::Method => self.method.get().map(|at| &at.tokens),
            Name::Code
            | Name::Delimiter
            | Name::Terminator
            | Name::Namespace
            | Name::KeySalt
            | Name::MaxLen
            | Name::Fingerprint
            | Name::Prefix
            | Name::Crate => None,
        }
    }
}

fn flag(context: &Context, spec: &Spec, args: &[Arg]) -> Option<()> {
    let Some(first) = args.first() else { return Some(()) };
    context.error(first, format_args!("`{spec}` takes no arguments"), format_args!("write `{}`", spec.attribute()));
    None
}

fn pad(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<Pad> {
    const WITH_CHARACTER: &str = "pad(20, 'x')";
    let mut args = args.into_iter();
    let width = match args.next() {
        Some(Arg::Literal(Lit::Int(width))) => width,
        Some(other) => {
            args::wrong(context, spec, &other);
            return None;
        }
        None => {
            context.error(
                tokens,
                format_args!("`{spec}` needs {}", spec.takes),
                format_args!("write `#[{}]`, or `#[{WITH_CHARACTER}]` on a string", spec.example),
            );
            return None;
        }
    };
    let character = match args.next() {
        None => None,
        Some(Arg::Literal(Lit::Char(character))) if character.value().is_ascii() => Some(character.value()),
        Some(Arg::Literal(Lit::Char(character))) => {
            context.error(
                &character,
                format_args!("the pad character `{}` has more than one byte", character.value()),
                format_args!("write an ASCII character, as in `{WITH_CHARACTER}`"),
            );
            return None;
        }
        Some(other) => {
            let takes = "the second argument of `#[pad]` is the pad character";
            args::wrong_argument(context, &other, takes, WITH_CHARACTER);
            return None;
        }
    };
    if let Some(more) = args.next() {
        let help = format_args!("write `{}` or `{WITH_CHARACTER}`", spec.example);
        context.error(more, "`#[pad]` has a third argument", help);
        return None;
    }
    let value = args::number(context, &width)?;
    if value == 0 {
        let help = format_args!("write the number of digits or bytes, as in `{}`", spec.example);
        context.error(&width, "a field of width 0 holds no value", help);
        return None;
    }
    Some(Pad { width: value, character })
}

fn hash(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<Hash> {
    const WITH_HEX: &str = "hash(md5, 4, hex)";
    let mut args = args.into_iter();
    let (algorithm, bytes) = match (args.next(), args.next()) {
        (Some(Arg::Word(algorithm)), Some(Arg::Literal(Lit::Int(bytes)))) => (algorithm, bytes),
        (Some(Arg::Word(algorithm)), Some(other)) if Digest::named(&algorithm).is_some() => {
            args::wrong(context, spec, &other);
            return None;
        }
        _ => {
            context.error(
                tokens,
                format_args!("`{spec}` needs {}", spec.takes),
                format_args!("write `#[{}]` or `#[{WITH_HEX}]`", spec.example),
            );
            return None;
        }
    };
    let hex = match args.next() {
        None => false,
        Some(Arg::Word(word)) if word == "hex" => true,
        Some(other) => {
            let help = format_args!("write `{}` or `{WITH_HEX}`", spec.example);
            context.error(other, "the third argument of `#[hash]` can only be `hex`", help);
            return None;
        }
    };
    if let Some(more) = args.next() {
        let help = format_args!("write `{}` or `{WITH_HEX}`", spec.example);
        context.error(more, "`#[hash]` has a fourth argument", help);
        return None;
    }
    let Some(digest) = Digest::named(&algorithm) else {
        let help = format_args!("write {}", listed(Digest::names()));
        context.error(&algorithm, format_args!("`{algorithm}` is not a digest"), help);
        return None;
    };
    let count = args::number(context, &bytes)?;
    salt::has_bytes(context, digest, count, &bytes).then_some(Hash {
        digest: NamedDigest { digest, span: algorithm.span() },
        bytes: count,
        hex,
    })
}

fn codec(context: &Context, spec: &Spec, args: Vec<Arg>) -> Option<Type> {
    let arg = args.into_iter().next()?;
    if let Arg::Assign(_, _, Value::Path(path)) = arg {
        return Some(*path);
    }
    args::wrong(context, spec, &arg);
    None
}

fn method(context: &Context, spec: &Spec, args: &[Arg]) -> Option<Ident> {
    identifier(context, string(context, spec, args.first()?)?)
}
