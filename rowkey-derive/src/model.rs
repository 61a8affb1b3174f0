//! A key as it is expanded. What cannot be built here is no legal layout.

use crate::attr::{At, Attrs, FieldAttrs, KeyAttrs};
use crate::digest::Digest;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Ident, Lifetime, Member, Path, Type, Visibility};

pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) lifetimes: Vec<&'a Lifetime>,
    /// Whether there are parameters of other kinds, which is a mistake.
    pub(crate) generic: bool,
    pub(crate) prefix: Ident,
    pub(crate) krate: Option<&'a Path>,
    pub(crate) namespace: &'a [u8],
    pub(crate) separator: Separator,
    pub(crate) salt: Option<KeySalt<'a>>,
    pub(crate) max_len: Option<&'a At<usize>>,
    pub(crate) fingerprint: Option<&'a At<u64>>,
    pub(crate) fields: Vec<Field<'a>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    Escape,
    Delimiter(char),
    Terminator(char),
}

impl Separator {
    /// Whether a string in front of it sorts.
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
    /// These fields in this order.
    Fields(Vec<usize>),
    /// All behind the salt.
    WholeKey,
    /// Nothing: it is random.
    Chance,
}

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// Its name in messages and in `LAYOUT`.
    pub(crate) name: String,
    /// Its method in prefixes.
    pub(crate) method: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) form: Form<'a>,
    /// Whether its attributes could be read and agree, so that its form is what was meant, and its type has all its
    /// lifetimes.
    pub(crate) sound: bool,
}

/// How a field stands in the key.
pub(crate) enum Form<'a> {
    /// Without an attribute that says how.
    Plain(Direction),
    /// In digits, or as a string of a width.
    Padded { width: usize, character: Option<char>, direction: Direction },
    /// As the text of a time.
    Time { format: &'a TimeFormat, descending: bool },
    /// By a codec of the user's.
    Custom { path: &'a Type, descending: bool },
    /// As part of its digest.
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
    /// Where a message about the field points to, with the hygiene of derived code.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.type_span())
    }

    /// The same with the hygiene of the type itself, for types: a message about one of the type's own tokens and one about
    /// a token of ours are then the same, and rustc prints it once.
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

/// Builds the model of a struct whose attributes were checked. `sound` says of each field whether it has no mistake.
///
/// Returns `None` for an enum or a union.
pub(crate) fn build<'a>(input: &'a DeriveInput, attrs: &'a Attrs, sound: &[bool]) -> Option<Key<'a>> {
    let Data::Struct(data) = &input.data else { return None };
    let lifetimes: Vec<_> = input.generics.lifetimes().map(|param| &param.lifetime).collect();
    let generic = lifetimes.len() < input.generics.params.len();
    let fields = data.fields.iter().zip(&attrs.fields).zip(sound).enumerate();
    let fields: Vec<_> =
        fields.map(|(index, ((field, attrs), sound))| build_field(index, field, attrs, *sound)).collect();
    Some(Key {
        ident: &input.ident,
        vis: &input.vis,
        lifetimes,
        generic,
        prefix: prefix_ident(input, &attrs.key),
        krate: attrs.key.krate.get().map(|at| &at.value),
        namespace: attrs.key.namespace.get().map_or(&[], |at| &at.value),
        separator: separator(&attrs.key),
        salt: salt(attrs, &fields),
        max_len: attrs.key.max_len.get(),
        fingerprint: attrs.key.fingerprint.get(),
        fields,
    })
}

/// The name of the prefix type.
pub(crate) fn prefix_ident(input: &DeriveInput, attrs: &KeyAttrs) -> Ident {
    match attrs.prefix.get() {
        Some(name) if name.value != input.ident => name.value.clone(),
        _ => format_ident!("{}Prefix", input.ident),
    }
}

/// The member and the name of the field at `index`.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}

fn build_field<'a>(index: usize, field: &'a syn::Field, attrs: &'a FieldAttrs, sound: bool) -> Field<'a> {
    let (member, ident) = member(index, field);
    Field {
        member,
        name: ident.unraw().to_string(),
        method: attrs.method.get().map_or(ident, |at| at.value.clone()),
        ty: &field.ty,
        form: form(attrs),
        sound,
    }
}

fn form(attrs: &FieldAttrs) -> Form<'_> {
    let descending = attrs.descending.is_set();
    if let Some(hash) = attrs.hash.get() {
        return Form::Hashed(&hash.value);
    }
    if let Some(path) = attrs.codec.get() {
        return Form::Custom { path: &path.value, descending };
    }
    if let Some(format) = attrs.format.get() {
        return Form::Time { format: &format.value, descending };
    }
    let direction = match (descending, attrs.reverse.is_set()) {
        (true, _) => Direction::Descending,
        (false, true) => Direction::Reversed,
        (false, false) => Direction::Ascending,
    };
    match attrs.pad.get() {
        Some(At { value: pad, .. }) => Form::Padded { width: pad.width, character: pad.character, direction },
        None => Form::Plain(direction),
    }
}

fn separator(attrs: &KeyAttrs) -> Separator {
    match (attrs.delimiter.get(), attrs.terminator.get()) {
        (Some(delimiter), _) => Separator::Delimiter(delimiter.value),
        (None, Some(terminator)) => Separator::Terminator(terminator.value),
        (None, None) => Separator::Escape,
    }
}

fn salt<'a>(attrs: &'a Attrs, fields: &[Field<'_>]) -> Option<KeySalt<'a>> {
    if let Some(At { value: salt, tokens }) = attrs.key.salt.get() {
        let index = |name: &Ident| fields.iter().position(|field| name.unraw() == field.name);
        let of = match &salt.of {
            _ if matches!(salt.algorithm, Algorithm::Random) => SaltOf::Chance,
            None => SaltOf::WholeKey,
            Some(names) => SaltOf::Fields(names.iter().filter_map(index).collect()),
        };
        return Some(KeySalt { salt, of, tokens });
    }
    attrs.fields.iter().enumerate().find_map(|(index, field)| {
        let At { value: salt, tokens } = field.salt.get()?;
        Some(KeySalt { salt, of: SaltOf::Fields(vec![index]), tokens })
    })
}
