//! Reads the attributes of a field, such as `#[pad(6)]` and `#[rowkey(method = "at")]`.

use super::From;
use super::args::{self, Arg, Value, identifier, string};
use super::format;
use super::record;
use super::salt::{self, Salt};
use super::slot::Slot;
use super::table::{Item, Name, Spec};
use super::written::{Written, read_written};
use crate::context::{Context, listed};
use crate::digest::Digest;
use crate::model::{Constant, FieldHash, Hash, LengthForm, MAX_INTEGER_BYTES, NamedDigest, Number, TimeFormat};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, Lit, Type};

/// `#[pad(N)]`, `#[pad(N, 'x')]`
pub(crate) struct Pad {
    pub(crate) width: Number,
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
    pub(crate) length: Slot<LengthForm>,
    pub(crate) bytes: Slot<Number>,
    pub(crate) little_endian: Slot<()>,
    pub(crate) twos_complement: Slot<()>,
    pub(crate) decimal: Slot<()>,
    pub(crate) unterminated: Slot<()>,
    pub(crate) codec: Slot<Type>,
    pub(crate) optional: Slot<()>,
    pub(crate) list: Slot<()>,
    pub(crate) before: Slot<Constant>,
    pub(crate) after: Slot<Constant>,
    pub(crate) sort_key: Slot<()>,
    pub(crate) method: Slot<Ident>,
    pub(crate) from: Slot<From>,
    pub(crate) from_each: Slot<From>,
    /// True if none of the attributes has a mistake.
    pub(crate) is_valid: bool,
}

impl FieldAttrs {
    pub(super) fn read(context: &Context, attrs: &[Attribute], item: Item) -> Self {
        let mistakes_before = context.mistake_count();
        let mut read = Self::default();
        for written in read_written(context, attrs, item) {
            let Written { spec, tokens, args } = written;
            // `read_written` returns only attributes that are allowed on fields, so the names in the last arm never
            // occur.
            match spec.name {
                Name::Pad => read.pad.fill(context, spec, pad(context, spec, args, &tokens), tokens),
                Name::Descending => read.descending.fill(context, spec, flag(context, spec, &args), tokens),
                Name::Reverse => read.reverse.fill(context, spec, flag(context, spec, &args), tokens),
                Name::Hash => read.hash.fill(context, spec, hash(context, spec, args, &tokens), tokens),
                Name::Format => {
                    let format = format::read(context, spec, &args, &tokens);
                    read.format.fill(context, spec, format, tokens);
                }
                Name::Length => read.length.fill(context, spec, length(context, spec, args, &tokens), tokens),
                Name::Bytes => read.bytes.fill(context, spec, bytes(context, spec, args, &tokens), tokens),
                Name::LittleEndian => read.little_endian.fill(context, spec, flag(context, spec, &args), tokens),
                Name::TwosComplement => {
                    read.twos_complement.fill(context, spec, flag(context, spec, &args), tokens);
                }
                Name::Decimal => read.decimal.fill(context, spec, flag(context, spec, &args), tokens),
                Name::Unterminated => read.unterminated.fill(context, spec, flag(context, spec, &args), tokens),
                Name::Salt => {
                    let salt = salt::read(context, args, &tokens, salt::Target::Field);
                    read.salt.fill(context, spec, salt, tokens);
                }
                Name::Codec => {
                    let codec = args.into_iter().next().and_then(|arg| codec(context, spec, arg));
                    read.codec.fill(context, spec, codec, tokens);
                }
                Name::Optional => {
                    let flag = args.first().and_then(|arg| record::flag(context, spec, arg));
                    read.optional.fill(context, spec, flag, tokens);
                }
                Name::List => {
                    let flag = args.first().and_then(|arg| record::flag(context, spec, arg));
                    read.list.fill(context, spec, flag, tokens);
                }
                Name::Before => read.before.fill(context, spec, constant(context, spec, &args), tokens),
                Name::After => read.after.fill(context, spec, constant(context, spec, &args), tokens),
                Name::SortKey => {
                    let flag = args.first().and_then(|arg| record::flag(context, spec, arg));
                    read.sort_key.fill(context, spec, flag, tokens);
                }
                Name::Method => read.method.fill(context, spec, method(context, spec, &args), tokens),
                Name::From => read.from.fill(context, spec, record::from(context, spec, args.first()), tokens),
                Name::FromEach => {
                    let from = record::from(context, spec, args.first());
                    read.from_each.fill(context, spec, from, tokens);
                }
                Name::Code
                | Name::Fields
                | Name::Delimiter
                | Name::Terminator
                | Name::Namespace
                | Name::KeySalt
                | Name::MaxLen
                | Name::Fingerprint
                | Name::Prefix
                | Name::Crate
                | Name::Value
                | Name::ValueFormat
                | Name::Indexes
                | Name::Table
                | Name::IndexOf
                | Name::Unique
                | Name::Filter
                | Name::Stores => {}
            }
        }
        read.is_valid = context.mistake_count() == mistakes_before;
        read
    }
}

impl FieldAttrs {
    /// Returns the tokens of the attribute with this name, if the field has the attribute.
    pub(crate) fn tokens(&self, name: Name) -> Option<&TokenStream> {
        match name {
            Name::Pad => self.pad.get().map(|attr| &attr.tokens),
            Name::Descending => self.descending.get().map(|attr| &attr.tokens),
            Name::Reverse => self.reverse.get().map(|attr| &attr.tokens),
            Name::Format => self.format.get().map(|attr| &attr.tokens),
            Name::Length => self.length.get().map(|attr| &attr.tokens),
            Name::Bytes => self.bytes.get().map(|attr| &attr.tokens),
            Name::LittleEndian => self.little_endian.get().map(|attr| &attr.tokens),
            Name::TwosComplement => self.twos_complement.get().map(|attr| &attr.tokens),
            Name::Decimal => self.decimal.get().map(|attr| &attr.tokens),
            Name::Unterminated => self.unterminated.get().map(|attr| &attr.tokens),
            Name::Salt => self.salt.get().map(|attr| &attr.tokens),
            Name::Hash => self.hash.get().map(|attr| &attr.tokens),
            Name::Codec => self.codec.get().map(|attr| &attr.tokens),
            Name::Optional => self.optional.get().map(|attr| &attr.tokens),
            Name::List => self.list.get().map(|attr| &attr.tokens),
            Name::Before => self.before.get().map(|attr| &attr.tokens),
            Name::After => self.after.get().map(|attr| &attr.tokens),
            Name::SortKey => self.sort_key.get().map(|attr| &attr.tokens),
            Name::Method => self.method.get().map(|attr| &attr.tokens),
            Name::From => self.from.get().map(|attr| &attr.tokens),
            Name::FromEach => self.from_each.get().map(|attr| &attr.tokens),
            Name::Code
            | Name::Fields
            | Name::Delimiter
            | Name::Terminator
            | Name::Namespace
            | Name::KeySalt
            | Name::MaxLen
            | Name::Fingerprint
            | Name::Prefix
            | Name::Crate
            | Name::Value
            | Name::ValueFormat
            | Name::Indexes
            | Name::Table
            | Name::IndexOf
            | Name::Unique
            | Name::Filter
            | Name::Stores => None,
        }
    }
}

// Each function below reads the arguments of one attribute. If they contain a mistake, the function reports the mistake
// and returns `None`.

fn constant(context: &Context, spec: &Spec, args: &[Arg]) -> Option<Constant> {
    args.first().and_then(|arg| args::constant(context, spec, arg))
}

fn flag(context: &Context, spec: &Spec, args: &[Arg]) -> Option<()> {
    let Some(first) = args.first() else { return Some(()) };
    context.error(first, format_args!("`{spec}` takes no arguments"), format_args!("write `{}`", spec.attribute()));
    None
}

fn pad(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<Pad> {
    const WITH_CHARACTER: &str = "pad(20, 'x')";
    let mut args = args.into_iter();
    let Some(first) = args.next() else {
        context.error(
            tokens,
            format_args!("`{spec}` needs {}", spec.takes),
            format_args!("write `#[{}]`, or `#[{WITH_CHARACTER}]` on a string", spec.example),
        );
        return None;
    };
    let width = args::count(context, spec, &first)?;
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
            args::reject_argument(context, &other, takes, WITH_CHARACTER);
            return None;
        }
    };
    if let Some(more) = args.next() {
        let help = format_args!("write `{}` or `{WITH_CHARACTER}`", spec.example);
        context.error(more, "`#[pad]` has a third argument", help);
        return None;
    }
    if width.known() == Some(0) {
        let help = format_args!("write the number of digits or bytes, as in `{}`", spec.example);
        context.error(&first, "a field of width 0 holds no value", help);
        return None;
    }
    Some(Pad { width, character })
}

fn length(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<LengthForm> {
    const LITTLE_ENDIAN: &str = "length(u16, little_endian)";
    const TYPES: [(&str, usize); 4] = [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8)];
    let mut args = args.into_iter();
    let word = match args.next() {
        Some(Arg::Word(word)) => word,
        Some(other) => {
            args::reject(context, spec, &other);
            return None;
        }
        None => {
            let help = format_args!("write `#[{}]`", spec.example);
            context.error(tokens, format_args!("`{spec}` needs {}", spec.takes), help);
            return None;
        }
    };
    let width = TYPES.into_iter().find(|(name, _)| word == name).map(|(_, width)| width);
    if width.is_none() && word != "varint" {
        let help = format_args!("write {}", listed(TYPES.iter().map(|(name, _)| *name).chain(["varint"])));
        context.error(&word, format_args!("`{word}` is not the type of a length"), help);
        return None;
    }
    let Some(second) = args.next() else { return Some(width.map_or(LengthForm::Varint, LengthForm::BigEndian)) };
    if let Some(more) = args.next() {
        let help = format_args!("write `{}` or `{LITTLE_ENDIAN}`", spec.example);
        context.error(more, "`#[length]` has a third argument", help);
        return None;
    }
    match (&second, width) {
        (Arg::Word(second), Some(width @ 2..)) if second == "little_endian" => Some(LengthForm::LittleEndian(width)),
        (Arg::Word(second), _) if second == "little_endian" => {
            let wrong = format_args!("a length of type `{word}` has no byte order to choose");
            context.error(second, wrong, format_args!("write `length({word})`"));
            None
        }
        _ => {
            let help = format_args!("write `{}` or `{LITTLE_ENDIAN}`", spec.example);
            context.error(second, "the second argument of `#[length]` can only be `little_endian`", help);
            None
        }
    }
}

fn bytes(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<Number> {
    let mut args = args.into_iter();
    let Some(width) = args.next() else {
        let help = format_args!("write `#[{}]`", spec.example);
        context.error(tokens, format_args!("`{spec}` needs {}", spec.takes), help);
        return None;
    };
    let count = args::count(context, spec, &width)?;
    if let Some(more) = args.next() {
        let help = format_args!("write `#[{}]` and, in an attribute of its own, `#[little_endian]`", spec.example);
        context.error(more, "`#[bytes]` has a second argument", help);
        return None;
    }
    if let Some(value) = count.known().filter(|value| !(1..=MAX_INTEGER_BYTES).contains(value)) {
        let help = format_args!("write a number from 1 to 16, as in `{}`", spec.example);
        context.error(&width, format_args!("no integer has {value} bytes"), help);
        return None;
    }
    Some(count)
}

fn hash(context: &Context, spec: &Spec, args: Vec<Arg>, tokens: &impl ToTokens) -> Option<Hash> {
    const WITH_HEX: &str = "hash(md5, 4, hex)";
    let mut args = args.into_iter();
    let (by, bytes) = match (args.next(), args.next()) {
        (Some(Arg::Word(algorithm)), Some(Arg::Word(word))) if word == "hex" && Digest::named(&algorithm).is_some() => {
            args::reject(context, spec, &Arg::Word(word));
            return None;
        }
        (Some(Arg::Word(algorithm)), Some(bytes)) => (digest(context, &algorithm)?, bytes),
        (Some(Arg::Assign(word, _, Value::Path(path))), Some(bytes)) if word == "with" => {
            (FieldHash::Function(path), bytes)
        }
        (Some(Arg::Assign(word, ..)), None) if word == "with" => {
            let help = "write the number of bytes after it, as in `hash(with = path, 16)`";
            context.error(tokens, "`#[hash]` by a function needs the number of bytes that the function returns", help);
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
    let count = args::count(context, spec, &bytes)?;
    let fits = count.known().is_none_or(|count| salt::check_width(context, by.name_and_max_bytes(), count, "", &bytes));
    fits.then_some(Hash { by, bytes: count, hex })
}

fn digest(context: &Context, name: &Ident) -> Option<FieldHash> {
    let Some(digest) = Digest::named(name) else {
        let help = format_args!("write {}, or `with = path` for a function", listed(Digest::names()));
        context.error(name, format_args!("`{name}` is not a digest"), help);
        return None;
    };
    Some(FieldHash::Digest(NamedDigest { digest, span: name.span() }))
}

pub(super) fn codec(context: &Context, spec: &Spec, arg: Arg) -> Option<Type> {
    if let Arg::Assign(_, _, Value::Path(path)) = arg {
        return Some(*path);
    }
    args::reject(context, spec, &arg);
    None
}

fn method(context: &Context, spec: &Spec, args: &[Arg]) -> Option<Ident> {
    identifier(context, string(context, spec, args.first()?)?)
}
