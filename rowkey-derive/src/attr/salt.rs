//! `salt(..)`, on a field or on the struct.

use super::args::{self, Arg, Value};
use crate::context::Context;
use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Ident, Lit, Token, Type};

/// A digest that the runtime knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digest {
    Md5,
    Sha256,
    Xxh3,
    Crc32,
    Murmur3,
}

pub(crate) const DIGESTS: &str = "`md5`, `sha256`, `xxh3`, `crc32` or `murmur3`";
const ALGORITHMS: &str = "`md5`, `sha256`, `xxh3`, `crc32`, `murmur3`, or with `buckets = N` also `phoenix`, `modulo`, `random` or `with = path`";

impl Digest {
    pub(crate) fn named(name: &Ident) -> Option<Self> {
        Some(match name.to_string().as_str() {
            "md5" => Self::Md5,
            "sha256" => Self::Sha256,
            "xxh3" => Self::Xxh3,
            "crc32" => Self::Crc32,
            "murmur3" => Self::Murmur3,
            _ => return None,
        })
    }

    /// Its name in attributes.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Md5 => "md5",
            Self::Sha256 => "sha256",
            Self::Xxh3 => "xxh3",
            Self::Crc32 => "crc32",
            Self::Murmur3 => "murmur3",
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::Md5 => 16,
            Self::Sha256 => 32,
            Self::Xxh3 => 8,
            Self::Crc32 | Self::Murmur3 => 4,
        }
    }

    /// Whether `count` of its bytes can be taken; if not, that is reported.
    pub(super) fn has_bytes(self, context: &Context, count: usize, tokens: impl ToTokens) -> bool {
        let all = self.bytes();
        let fine = (1..=all).contains(&count);
        if !fine {
            let name = self.name();
            context.error(tokens, format_args!("{name} has {all} bytes: write a number from 1 to {all}"));
        }
        fine
    }
}

/// Where a number of a bucket comes from.
pub(crate) enum Algorithm {
    /// The digest, and where it was named.
    Digest(Digest, Span),
    Phoenix,
    Modulo,
    With(Box<Type>),
    Random,
}

/// How much of it stands in the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SaltSize {
    Bytes { count: usize, last: bool, hex: bool },
    Buckets { count: u64, digits: bool },
}

pub(crate) struct Salt {
    pub(crate) algorithm: Algorithm,
    pub(crate) size: SaltSize,
    /// `of(a, b)`.
    pub(crate) of: Option<Vec<Ident>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Field,
    Struct,
}

const MOST_BUCKETS: u64 = 1 << 32;

pub(super) fn read(context: &Context, args: Vec<Arg>, at: impl ToTokens, place: Place) -> Option<Salt> {
    let mut args = args.into_iter();
    let algorithm = match args.next() {
        Some(Arg::Word(name)) => match (name.to_string().as_str(), Digest::named(&name)) {
            (_, Some(digest)) => Algorithm::Digest(digest, name.span()),
            ("phoenix", _) => Algorithm::Phoenix,
            ("modulo", _) => Algorithm::Modulo,
            ("random", _) if place == Place::Field => {
                context.error(
                    name,
                    "a random salt is computed from no field: write `#[rowkey(salt(random, buckets = N))]` above `struct`",
                );
                return None;
            }
            ("random", _) => Algorithm::Random,
            _ => {
                context.error(&name, format_args!("`{name}` is no salt: write {ALGORITHMS}"));
                return None;
            }
        },
        Some(Arg::Assign(word, _, Value::Path(path))) if word == "with" => Algorithm::With(path),
        _ => {
            context.error(at, format_args!("a salt begins with its algorithm, as in `salt(md5, 2)` or `salt(md5, buckets = 16)`: write {ALGORITHMS}"));
            return None;
        }
    };
    let mut words = Words::default();
    for arg in args {
        words.take(context, arg, place)?;
    }
    let size = words.size(context, &algorithm, &at)?;
    Some(Salt { algorithm, size, of: words.of })
}

/// What follows the algorithm.
#[derive(Default)]
struct Words {
    bytes: Option<syn::LitInt>,
    buckets: Option<syn::LitInt>,
    hex: Option<Ident>,
    last: Option<Ident>,
    digits: Option<Ident>,
    of: Option<Vec<Ident>>,
}

fn set<T>(context: &Context, slot: &mut Option<T>, value: T, arg: impl ToTokens) -> Option<()> {
    if slot.is_some() {
        context.error(arg, "this is said twice: leave one out");
        return None;
    }
    *slot = Some(value);
    Some(())
}

impl Words {
    fn take(&mut self, context: &Context, arg: Arg, place: Place) -> Option<()> {
        let tokens = arg.to_token_stream();
        match arg {
            Arg::Literal(Lit::Int(bytes)) => set(context, &mut self.bytes, bytes, tokens),
            Arg::Assign(word, _, Value::Literal(Lit::Int(buckets))) if word == "buckets" => {
                set(context, &mut self.buckets, buckets, tokens)
            }
            Arg::Assign(word, ..) | Arg::List(word, ..) | Arg::Word(word) if word == "buckets" => {
                context.error(tokens, "`buckets` is a whole number: write `buckets = 16`");
                None
            }
            Arg::Word(word) if word == "hex" => set(context, &mut self.hex, word, tokens),
            Arg::Word(word) if word == "last" => set(context, &mut self.last, word, tokens),
            Arg::Word(word) if word == "digits" => set(context, &mut self.digits, word, tokens),
            Arg::List(word, ..) if word == "of" && place == Place::Field => {
                context.error(
                    tokens,
                    "a field's salt is computed from this field; for a salt over several write `#[rowkey(salt(.., of(a, b)))]` above `struct`",
                );
                None
            }
            Arg::List(word, _, list) if word == "of" => match names.parse2(list) {
                Ok(names) if !names.is_empty() => set(context, &mut self.of, names, tokens),
                _ => {
                    context.error(tokens, "name the fields that are hashed: write `of(a, b)`");
                    None
                }
            },
            _ => {
                context.error(
                    tokens,
                    "unknown in a salt: after the algorithm write a number of bytes, then `hex` or `last`; or `buckets = N`, then `digits`; on the struct also `of(a, b)`",
                );
                None
            }
        }
    }

    fn size(&self, context: &Context, algorithm: &Algorithm, at: impl ToTokens) -> Option<SaltSize> {
        match (&self.bytes, &self.buckets) {
            (Some(_), Some(buckets)) => {
                context.error(buckets, "a salt has either a number of bytes or `buckets = N`: leave one out");
                None
            }
            (None, None) => {
                let example = match algorithm {
                    Algorithm::Digest(digest, _) => {
                        format!("`salt({}, 2)` for 2 bytes, or `buckets = 16`", digest.name())
                    }
                    _ => "`buckets = 16` behind it".into(),
                };
                context.error(at, format_args!("how large is this salt? Write {example}"));
                None
            }
            (Some(bytes), None) => {
                let Algorithm::Digest(digest, _) = algorithm else {
                    context.error(bytes, "this salt is the number of a bucket: write `buckets = N` instead");
                    return None;
                };
                if let Some(digits) = &self.digits {
                    context.error(digits, "`digits` goes with `buckets = N`; digest bytes are written with `hex`");
                    return None;
                }
                let count = args::number(context, bytes)?;
                let (last, hex) = (self.last.is_some(), self.hex.is_some());
                digest.has_bytes(context, count, bytes).then_some(SaltSize::Bytes { count, last, hex })
            }
            (None, Some(buckets)) => {
                for (word, instead) in [(&self.hex, "write `digits`, or leave it out"), (&self.last, "leave it out")] {
                    if let Some(word) = word {
                        context.error(
                            word,
                            format_args!("`{word}` goes with a number of digest bytes: beside `buckets` {instead}"),
                        );
                        return None;
                    }
                }
                let count = args::number(context, buckets)?;
                if !(1..=MOST_BUCKETS).contains(&count) {
                    context.error(buckets, "too few or too many buckets: write a number from 1 to 4294967296 (2^32)");
                    return None;
                }
                Some(SaltSize::Buckets { count, digits: self.digits.is_some() })
            }
        }
    }
}

/// Field names, raw ones and numbers of tuple fields among them.
fn names(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(input, |input| {
        if input.peek(syn::LitInt) {
            let index: syn::LitInt = input.parse()?;
            return Ok(format_ident!("field_{}", index.base10_digits(), span = index.span()));
        }
        Ident::parse_any(input)
    })?;
    Ok(names.into_iter().collect())
}
