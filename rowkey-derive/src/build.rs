//! From checked attributes to the model.

use crate::attr::{At, Attrs, FieldAttrs, KeyAttrs};
use crate::model::{Algorithm, Direction, Field, Form, Key, KeySalt, SaltOf, Separator, member};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Ident};

/// Builds the model of a struct whose attributes were checked. `sound` says of each field whether it has no mistake.
///
/// Returns `None` for an enum or a union.
pub(crate) fn key<'a>(input: &'a DeriveInput, attrs: &'a Attrs, sound: &[bool]) -> Option<Key<'a>> {
    let Data::Struct(data) = &input.data else { return None };
    let lifetimes: Vec<_> = input.generics.lifetimes().map(|param| &param.lifetime).collect();
    let generic = lifetimes.len() < input.generics.params.len();
    let fields = data.fields.iter().zip(&attrs.fields).zip(sound).enumerate();
    let fields: Vec<_> =
        fields.map(|(index, ((declared, attrs), sound))| field(index, declared, attrs, *sound)).collect();
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

fn field<'a>(index: usize, field: &'a syn::Field, attrs: &'a FieldAttrs, sound: bool) -> Field<'a> {
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
