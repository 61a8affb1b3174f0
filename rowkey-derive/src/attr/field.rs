//! Reads the attributes of a field, such as `#[pad(6)]` and `#[rowkey(method = "at")]`.

use super::From;
use super::args::{self, Arg, Value, first};
use super::format;
use super::record;
use super::salt::{self, Salt};
use super::slot::slots;
use super::table::Spec;
use crate::context::{Context, listed};
use crate::digest::Digest;
use crate::model::{Constant, FieldHash, Hash, LengthForm, NamedDigest, Number, TimeFormat};
use quote::ToTokens;
use syn::{Ident, Lit, Type};

/// `#[pad(N)]`, `#[pad(N, 'x')]`
pub(crate) struct Pad {
    pub(crate) width: Number,
    pub(crate) character: Option<char>,
}

slots! {
    FieldAttrs(context, spec, args, tokens):
    Pad => pad: Pad = pad(context, spec, args, &tokens);
    Descending => descending: () = flag(context, spec, &args);
    Reverse => reverse: () = flag(context, spec, &args);
    Format => format: TimeFormat = format::read(context, spec, &args, &tokens);
    Length => length: LengthForm = length(context, spec, args, &tokens);
    Decimal => decimal: () = flag(context, spec, &args);
    Unterminated => unterminated: () = flag(context, spec, &args);
    Salt => salt: Salt = salt::read(context, args, &tokens, salt::Target::Field);
    Hash => hash: Hash = hash(context, spec, args, &tokens);
    Codec => codec: Type = first(args, |arg| args::codec(context, spec, arg));
    Optional => optional: () = first(args, |arg| record::flag(context, spec, &arg));
    List => list: () = first(args, |arg| record::flag(context, spec, &arg));
    Before => before: Constant = first(args, |arg| args::constant(context, spec, &arg));
    After => after: Constant = first(args, |arg| args::constant(context, spec, &arg));
    SortKey => sort_key: () = first(args, |arg| record::flag(context, spec, &arg));
    Method => method: Ident = first(args, |arg| args::identifier(context, spec, &arg));
    From => from: From = first(args, |arg| record::from(context, spec, &arg));
    FromEach => from_each: From = first(args, |arg| record::from(context, spec, &arg));
}

// Each function below reads the arguments of one attribute. If they contain a mistake, the function reports the mistake
// and returns `None`.

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
