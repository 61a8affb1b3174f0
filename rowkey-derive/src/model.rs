//! A key as it is expanded. What cannot be built here is no legal layout.

use crate::attr::{Algorithm, At, Attrs, FieldAttrs, Hash, Item, KeyAttrs, Salt, TimeFormat};
use crate::context::{Context, listed};
use crate::lifetimes;
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{
    Data, DataEnum, DataUnion, DeriveInput, Fields, GenericParam, Ident, Lifetime, Member, Path, Type, Visibility,
};

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

pub(crate) fn build<'a>(context: &Context, input: &'a DeriveInput, attrs: &'a Attrs, item: Item) -> Option<Key<'a>> {
    let fields = struct_fields(context, input, item)?;
    let lifetimes = lifetimes(context, input, item);
    let generic = lifetimes.len() < input.generics.params.len();
    if fields.is_empty() {
        let wrong = match item {
            Item::Key => "a row key needs at least one field, since without one all rows would have the same key",
            _ => "a type that is a field of a row key needs at least one field of its own",
        };
        context.error(&input.ident, wrong, format_args!("write `struct {} {{ id: u64 }}`", input.ident));
    }
    let fields: Vec<_> = fields
        .iter()
        .zip(&attrs.fields)
        .enumerate()
        .map(|(index, (field, attrs))| build_field(context, index, field, attrs, &lifetimes))
        .collect();
    if let Some(name) = attrs.key.prefix.get().filter(|name| name.value == input.ident) {
        let wrong = format_args!("the prefix type cannot be named `{0}`, because the key is named `{0}`", input.ident);
        context.error(name, wrong, format_args!("write `prefix = \"{}Prefix\"`", input.ident));
    }
    let separator = separator(context, &attrs.key);
    let salt = salt(context, attrs, &fields);
    Some(Key {
        ident: &input.ident,
        vis: &input.vis,
        lifetimes,
        generic,
        prefix: prefix_ident(input, &attrs.key),
        krate: attrs.key.krate.get().map(|at| &at.value),
        namespace: attrs.key.namespace.get().map_or(&[], |at| &at.value),
        separator,
        salt,
        max_len: attrs.key.max_len.get(),
        fingerprint: attrs.key.fingerprint.get(),
        fields,
    })
}

fn struct_fields<'a>(context: &Context, input: &'a DeriveInput, item: Item) -> Option<&'a Fields> {
    let is_key = item == Item::Key;
    match &input.data {
        Data::Struct(data) => return Some(&data.fields),
        Data::Enum(DataEnum { enum_token, .. }) => context.error(
            enum_token,
            "a row key is a struct, not an enum",
            "for several kinds of rows in one table derive `KeySpace` on an enum whose variants each hold one row key; for an enum that is a field of a key derive `KeyField`",
        ),
        Data::Union(DataUnion { union_token, .. }) => context.error(
            union_token,
            format_args!("a union cannot be a {}: it does not say which of its fields is set", if is_key { "row key" } else { "field of a row key" }),
            if is_key { "write a `struct`" } else { "write a `struct`, or an `enum` with a code for each variant" },
        ),
    }
    None
}

/// The lifetimes of the type. It may have no other parameters.
pub(crate) fn lifetimes<'a>(context: &Context, input: &'a DeriveInput, item: Item) -> Vec<&'a Lifetime> {
    let kind = match item {
        Item::Key | Item::KeyField => "a row key",
        Item::Space | Item::SpaceVariant => "a key space",
        Item::FieldType | Item::Member | Item::Variant => "a type that is a field of a row key",
    };
    let mut lifetimes = Vec::new();
    for param in &input.generics.params {
        let (parameter, instead) = match param {
            GenericParam::Lifetime(param) => {
                lifetimes.push(&param.lifetime);
                continue;
            }
            GenericParam::Type(_) => ("type parameters", "for each type"),
            GenericParam::Const(_) => ("const parameters", "for each value"),
        };
        context.error(
            param,
            format_args!("{kind} cannot have {parameter}: each argument would give other bytes"),
            format_args!("write a separate type {instead} that you use"),
        );
    }
    lifetimes
}

pub(crate) fn prefix_ident(input: &DeriveInput, attrs: &KeyAttrs) -> Ident {
    match attrs.prefix.get() {
        Some(name) if name.value != input.ident => name.value.clone(),
        _ => format_ident!("{}Prefix", input.ident),
    }
}

/// The member and the name of the `index`th field.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}

fn build_field<'a>(
    context: &Context,
    index: usize,
    field: &'a syn::Field,
    attrs: &'a FieldAttrs,
    known: &[&Lifetime],
) -> Field<'a> {
    let (member, ident) = member(index, field);
    let mistakes_before = context.mistakes();
    let form = form(context, attrs);
    let name = ident.unraw().to_string();
    if !matches!(form, Form::Custom { .. }) {
        refuse_reference(context, &name, &field.ty);
    }
    Field {
        member,
        name,
        method: attrs.method.get().map_or(ident, |at| at.value.clone()),
        ty: &field.ty,
        form,
        sound: attrs.sound && context.mistakes() == mistakes_before && !lifetimes::lacks(&field.ty, known),
    }
}

/// Checked here because rustc suggests adding another `&`, which does not help.
fn refuse_reference(context: &Context, name: &str, ty: &Type) {
    let Type::Reference(reference) = ty else { return };
    let lifetime = reference.lifetime.as_ref().map_or(String::new(), |lifetime| format!("{lifetime} "));
    if let Some(mutable) = &reference.mutability {
        context.error(mutable, format_args!("field `{name}`: a key never changes what it borrows"), "leave out `mut`");
        return;
    }
    let Type::Path(path) = &*reference.elem else { return };
    let Some(owner) = path.path.segments.last() else { return };
    let borrowed = match owner.to_token_stream().to_string().replace(' ', "").as_str() {
        "String" => "str",
        "Vec<u8>" => "[u8]",
        _ => return,
    };
    context.error(
        ty,
        format_args!("field `{name}`: a decoded key can borrow a `{borrowed}`, but not a `{}`", names::source(owner)),
        format_args!("write `&{lifetime}{borrowed}`"),
    );
}

fn form<'a>(context: &Context, attrs: &'a FieldAttrs) -> Form<'a> {
    if let Some(hash) = attrs.hash.get() {
        for (set, name) in [
            (attrs.pad.is_set(), "#[pad]"),
            (attrs.descending.is_set(), "#[descending]"),
            (attrs.reverse.is_set(), "#[reverse]"),
            (attrs.format.is_set(), "#[format]"),
            (attrs.codec.is_set(), "codec"),
        ] {
            if set {
                context.error(
                    hash,
                    format_args!("`#[hash]` and `{name}` exclude each other: both decide the bytes of the field"),
                    format_args!("leave out `{name}`"),
                );
            }
        }
        return Form::Hashed(&hash.value);
    }
    if let Some(path) = attrs.codec.get() {
        for (set, name) in [
            (attrs.pad.is_set(), "#[pad]"),
            (attrs.reverse.is_set(), "#[reverse]"),
            (attrs.format.is_set(), "#[format]"),
        ] {
            if set {
                context.error(
                    path,
                    format_args!("`codec` and `{name}` exclude each other: both decide the bytes of the field"),
                    "leave out one of them",
                );
            }
        }
        return Form::Custom { path: &path.value, descending: attrs.descending.is_set() };
    }
    if let Some(format) = attrs.format.get() {
        if let Some(reverse) = attrs.reverse.get() {
            context.error(
                reverse,
                "`#[format]` and `#[reverse]` exclude each other: reversed text has no ranges of times",
                "to spread the keys, write `#[salt(md5, 1)]` instead of `#[reverse]`",
            );
        }
        if let Some(pad) = attrs.pad.get() {
            let wrong = "`#[format]` and `#[pad]` exclude each other: the format decides the width";
            context.error(pad, wrong, "leave out `#[pad]`");
        }
        return Form::Time { format: &format.value, descending: attrs.descending.is_set() };
    }
    let direction = match (attrs.descending.is_set(), attrs.reverse.get()) {
        (true, Some(reverse)) => {
            context.error(
                reverse,
                "`#[descending]` and `#[reverse]` exclude each other: a reversed field is not in order",
                "leave out one of them",
            );
            Direction::Descending
        }
        (true, None) => Direction::Descending,
        (false, Some(_)) => Direction::Reversed,
        (false, None) => Direction::Ascending,
    };
    match attrs.pad.get() {
        Some(At { value: pad, .. }) => Form::Padded { width: pad.width, character: pad.character, direction },
        None => Form::Plain(direction),
    }
}

fn separator(context: &Context, attrs: &KeyAttrs) -> Separator {
    match (attrs.delimiter.get(), attrs.terminator.get()) {
        (Some(_), Some(terminator)) => {
            context.error(
                terminator,
                "`delimiter` and `terminator` exclude each other: a delimiter already ends every field",
                "leave out one of them",
            );
            Separator::Escape
        }
        (Some(delimiter), None) => Separator::Delimiter(delimiter.value),
        (None, Some(terminator)) => Separator::Terminator(terminator.value),
        (None, None) => Separator::Escape,
    }
}

fn salt<'a>(context: &Context, attrs: &'a Attrs, fields: &[Field<'_>]) -> Option<KeySalt<'a>> {
    let of_fields = attrs.fields.iter().enumerate().filter_map(|(index, field)| {
        let at = field.salt.get()?;
        Some(KeySalt { salt: &at.value, of: SaltOf::Fields(vec![index]), tokens: &at.tokens })
    });
    let of_struct = attrs.key.salt.get().map(|at| {
        let random = matches!(at.value.algorithm, Algorithm::Random);
        let of = match &at.value.of {
            Some(_) if random => {
                context.error(&at.tokens, "a random salt is not computed from fields", "leave out `of(..)`");
                SaltOf::Chance
            }
            None if random => SaltOf::Chance,
            None => SaltOf::WholeKey,
            Some(names) => SaltOf::Fields(named_fields(context, names, fields)),
        };
        KeySalt { salt: &at.value, of, tokens: &at.tokens }
    });
    let mut salts = of_struct.into_iter().chain(of_fields);
    let first = salts.next();
    for another in salts {
        context.error(
            another.tokens,
            "a key has only one salt",
            "for a salt over several fields write `#[rowkey(salt(md5, 2, of(a, b)))]` above `struct`",
        );
    }
    first
}

fn named_fields(context: &Context, names: &[Ident], fields: &[Field<'_>]) -> Vec<usize> {
    let mut indexes = Vec::new();
    for name in names {
        match fields.iter().position(|field| *name == field.name || name.unraw() == field.name) {
            Some(index) if indexes.contains(&index) => {
                context.error(name, format_args!("the field `{name}` is named twice"), "leave one out");
            }
            Some(index) => indexes.push(index),
            None => {
                let known = listed(fields.iter().map(|field| &field.name));
                context.error(name, format_args!("the key has no field `{name}`"), format_args!("write {known}"));
            }
        }
    }
    indexes
}
