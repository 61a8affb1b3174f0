//! The types of the model: a key whose attributes are read and checked.

use crate::digest::Digest;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::{Ident, Lifetime, Member, Path, Type, Visibility};

/// A value from an attribute, and the tokens it was written as.
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> At<T> {
    pub(crate) fn new(value: T, tokens: impl ToTokens) -> Self {
        Self { value, tokens: tokens.into_token_stream() }
    }
}

impl<T> ToTokens for At<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}

/// A struct with a layout.
pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) lifetimes: Vec<&'a Lifetime>,
    /// Whether the struct has type or const parameters, which is a mistake.
    pub(crate) generic: bool,
    /// The name of the prefix type.
    pub(crate) prefix: Ident,
    /// The path of the runtime, if it is given.
    pub(crate) krate: Option<&'a Path>,
    pub(crate) namespace: &'a [u8],
    pub(crate) separator: Separator,
    pub(crate) salt: Option<KeySalt<'a>>,
    pub(crate) max_len: Option<&'a At<usize>>,
    pub(crate) fingerprint: Option<&'a At<u64>>,
    pub(crate) fields: Vec<Field<'a>>,
}

/// How the end of a variable-length field is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// Variable-length fields are escaped and terminated.
    Escape,
    /// A character between all fields.
    Delimiter(char),
    /// A character after each variable-length field that is not last.
    Terminator(char),
}

impl Separator {
    /// Whether a string before the separator sorts.
    pub(crate) fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }
}

/// What a salt is computed by.
pub(crate) enum Algorithm {
    /// The digest, and where it is named.
    Digest(Digest, Span),
    Phoenix,
    Modulo,
    With(Box<Type>),
    Random,
}

/// The part of the digest, or the number of buckets, that the key holds.
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

/// A salt and what it is computed from.
pub(crate) struct KeySalt<'a> {
    pub(crate) salt: &'a Salt,
    pub(crate) of: SaltOf,
    pub(crate) tokens: &'a TokenStream,
}

#[derive(PartialEq, Eq)]
pub(crate) enum SaltOf {
    /// These fields, in this order.
    Fields(Vec<usize>),
    /// Everything after the salt.
    WholeKey,
    /// Nothing, because the salt is random.
    Chance,
}

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// The name in messages and in `LAYOUT`.
    pub(crate) name: String,
    /// The name of its methods on the prefix.
    pub(crate) method: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) form: Form<'a>,
    /// Whether nothing about the field is a mistake, so that its type can be checked.
    pub(crate) sound: bool,
}

/// How a field is encoded.
pub(crate) enum Form<'a> {
    /// Without an attribute that chooses the encoding.
    Plain(Direction),
    /// As decimal digits, or as text of a fixed width.
    Padded { width: usize, character: Option<char>, direction: Direction },
    /// As a time in a text format.
    Time { format: &'a TimeFormat, descending: bool },
    /// By a codec of the user.
    Custom { path: &'a Type, descending: bool },
    /// As part of the digest.
    Hashed(&'a Hash),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
    Reversed,
}

/// A format whose text sorts as the time does.
pub(crate) struct TimeFormat {
    pub(crate) text: String,
    pub(crate) parts: Vec<TimePart>,
    /// Whether it begins with the hour, for times of day.
    pub(crate) from_hour: bool,
}

/// A directive of a format, or the text between two.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum TimePart {
    /// Year to second, as [`UNITS`] counts them.
    Unit(usize),
    /// This many digits of a second's fraction.
    Fraction(u32),
    Literal(String),
}

/// The units from the greatest to the least: directive, name for messages, and name in the runtime.
pub(crate) const UNITS: [(char, &str, &str); 6] = [
    ('Y', "year", "Year"),
    ('m', "month", "Month"),
    ('d', "day", "Day"),
    ('H', "hour", "Hour"),
    ('M', "minute", "Minute"),
    ('S', "second", "Second"),
];
/// `#[hash(md5, N)]`, `#[hash(md5, N, hex)]`
pub(crate) struct Hash {
    pub(crate) algorithm: Digest,
    /// Where the algorithm is named.
    pub(crate) algorithm_at: Span,
    pub(crate) bytes: usize,
    pub(crate) hex: bool,
}

impl Field<'_> {
    /// The place that a message about the field points to, with the hygiene of derived code.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.type_span())
    }

    /// The same place with the hygiene of the type itself. A message about a token of the type and one about a token of
    /// ours are then equal, and rustc prints the message once.
    pub(crate) fn type_span(&self) -> Span {
        spans::first_span(self.ty.to_token_stream())
    }

    pub(crate) fn descending(&self) -> bool {
        matches!(
            self.form,
            Form::Plain(Direction::Descending)
                | Form::Padded { direction: Direction::Descending, .. }
                | Form::Time { descending: true, .. }
                | Form::Custom { descending: true, .. }
        )
    }
}

/// The member and the name of the field at `index`.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}
