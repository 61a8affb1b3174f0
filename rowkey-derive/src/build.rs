//! Converts checked attributes to the types of `model`, from which `expand` generates code.

use crate::attr::{self, Attrs, FieldAttrs, KeyAttrs};
use crate::lifetimes;
use crate::model::{
    Direction, Encoding, Field, Key, KeySalt, SaltInput, SaltKind, Separator, ValueForm, WithTokens, member,
};
use proc_macro2::TokenStream;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Ident, Type};

/// Builds the model of a struct, or of an enum with `#[derive(KeyField)]`. No field has a mistake.
pub(crate) fn key<'a>(input: &'a DeriveInput, attrs: &'a Attrs) -> Key<'a> {
    let fields: Vec<_> = fields(input, attrs).collect();
    Key {
        ident: &input.ident,
        hash: crate::prefix_type::hash(input),
        vis: &input.vis,
        lifetimes: lifetimes::of(input),
        prefix: prefix_ident(input, &attrs.key),
        krate: attrs.key.krate.get().map(|attr| &attr.value),
        namespace: attrs.key.namespace.get().map(|attr| &attr.value).filter(|namespace| !namespace.is_empty()),
        separator: separator(&attrs.key),
        salt: salt(attrs, &fields),
        sort_from: attrs.fields.iter().position(|field| field.sort_key.is_set()),
        max_len: attrs.key.max_len.get(),
        fingerprint: attrs.key.fingerprint.get(),
        fields,
    }
}

pub(crate) fn fields<'a>(input: &'a DeriveInput, attrs: &'a Attrs) -> impl Iterator<Item = Field<'a>> {
    let groups: Vec<_> = match &input.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let fields = groups.into_iter().flat_map(|fields| fields.iter().enumerate()).zip(&attrs.fields);
    let codec = attrs.key.fields.get().map(|attr| &attr.value);
    fields.map(move |((index, declared), attrs)| field(index, declared, attrs, codec))
}

/// Returns the name of the prefix type: the name in `prefix = ".."`, or the name of the struct or enum followed by
/// `Prefix`, such as `OrderKeyPrefix`.
pub(crate) fn prefix_ident(input: &DeriveInput, attrs: &KeyAttrs) -> Ident {
    match attrs.prefix.get() {
        // `check` has reported a prefix type with the name of the struct or enum. The default name prevents a second
        // error about two types with the same name.
        Some(name) if name.value != input.ident => name.value.clone(),
        _ => format_ident!("{}Prefix", input.ident),
    }
}

fn field<'a>(index: usize, field: &'a syn::Field, attrs: &'a FieldAttrs, codec: Option<&'a Type>) -> Field<'a> {
    let (member, ident) = member(index, field);
    Field {
        member,
        name: ident.unraw().to_string(),
        method: attrs.method.get().map_or(ident, |attr| attr.value.clone()),
        ty: &field.ty,
        encoding: encoding(attrs, codec),
        unterminated: attrs.unterminated.is_set(),
        before: attrs.before.get().map(|attr| &attr.value),
        after: attrs.after.get().map(|attr| &attr.value),
    }
}

/// Returns the encoding of a field. `codec` is the codec in `fields = ..` above the type. This codec applies to each
/// field without an attribute that chooses another encoding, such as `#[pad]`.
fn encoding<'a>(attrs: &'a FieldAttrs, codec: Option<&'a Type>) -> Encoding<'a> {
    let descending = attrs.descending.is_set();
    if let Some(hash) = attrs.hash.get() {
        return Encoding::Hashed(&hash.value);
    }
    if let Some(path) = attrs.codec.get() {
        return Encoding::Custom { path: &path.value, is_from_fields_attribute: false, descending };
    }
    if let Some(format) = attrs.format.get() {
        return Encoding::Time { format: &format.value, descending };
    }
    if let Some(form) = value_form(attrs) {
        return Encoding::InForm { form, descending };
    }
    let direction = match (descending, attrs.reverse.is_set()) {
        (true, _) => Direction::Descending,
        (false, true) => Direction::Reversed,
        (false, false) => Direction::Ascending,
    };
    match (attrs.pad.get(), codec) {
        (Some(WithTokens { value: pad, .. }), _) => {
            Encoding::Padded { width: &pad.width, character: pad.character, direction }
        }
        (None, Some(path)) if direction != Direction::Reversed => {
            Encoding::Custom { path, is_from_fields_attribute: true, descending }
        }
        (None, _) => Encoding::Plain(direction),
    }
}

/// Returns the form that one of these attributes chooses: `length`, `optional`, `list` or `decimal`.
fn value_form(attrs: &FieldAttrs) -> Option<ValueForm> {
    if let Some(length) = attrs.length.get() {
        return Some(ValueForm::AfterLength(length.value));
    }
    if attrs.optional.is_set() {
        return Some(ValueForm::Optional);
    }
    if attrs.list.is_set() {
        return Some(ValueForm::List);
    }
    attrs.decimal.is_set().then_some(ValueForm::Decimal)
}

fn separator(attrs: &KeyAttrs) -> Separator {
    match (attrs.delimiter.get(), attrs.terminator.get()) {
        (Some(delimiter), _) => Separator::Delimiter(delimiter.value),
        (None, Some(terminator)) => Separator::Terminator(terminator.value),
        (None, None) => Separator::Escape,
    }
}

fn salt<'a>(attrs: &'a Attrs, fields: &[Field<'_>]) -> Option<KeySalt<'a>> {
    if let Some(WithTokens { value: salt, tokens }) = attrs.key.salt.get() {
        let index = |name: &Ident| fields.iter().position(|field| name.unraw() == field.name);
        let of = salt.of.as_ref().map(|names| names.iter().filter_map(index).collect());
        return key_salt(salt, of, tokens);
    }
    attrs.fields.iter().enumerate().find_map(|(index, field)| {
        let WithTokens { value: salt, tokens } = field.salt.get()?;
        key_salt(salt, Some(vec![index]), tokens)
    })
}

fn key_salt<'a>(salt: &'a attr::Salt, of: Option<Vec<usize>>, tokens: &'a TokenStream) -> Option<KeySalt<'a>> {
    let kind = match &salt.kind {
        attr::SaltKind::Hashed(hash) => {
            SaltKind::Hashed { hash, of: of.map_or(SaltInput::WholeKey, SaltInput::Fields) }
        }
        attr::SaltKind::Modulo(buckets) => SaltKind::Modulo { field: *of?.first()?, buckets },
        attr::SaltKind::Random(buckets) => SaltKind::Random { buckets },
    };
    Some(KeySalt { kind, tokens })
}
