//! Checks whether the attributes, fields and variants of a type fit together. Each rule is a function that reports
//! violations of the rule. The comment of the function states the rule, if the name does not.
//!
//! `attr` reports mistakes within a single attribute.

#[cfg(any(not(feature = "records"), test))]
pub(crate) mod no_records;
#[cfg(any(feature = "records", test))]
mod record;

#[cfg(not(any(feature = "records", test)))]
use self::no_records as record;
use crate::attr::table::{Name, TABLE};
use crate::attr::{Attrs, Code, CodeKind, FieldAttrs, Item, KeyAttrs, KnownCode, SaltKind};
use crate::context::{Context, listed, source_text};
use crate::lifetimes;
use crate::model::{WithTokens, member};
use crate::names::{is_reserved, method_of_variant, methods};
use quote::ToTokens;
use std::collections::VecDeque;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{
    Data, DataEnum, DataStruct, DataUnion, DeriveInput, Field, Fields, GenericParam, Ident, Lifetime, Meta, Token,
    Type, Variant,
};

/// Checks a struct with `#[derive(RowKey)]`. Returns for each field whether it has no mistake.
pub(crate) fn key(context: &Context, input: &DeriveInput, attrs: &Attrs) -> Vec<bool> {
    only_lifetimes(context, input, Item::Key);
    let Some(fields) = fields_of_struct(context, input, Item::Key) else { return Vec::new() };
    not_packed(context, input, fields);
    key_has_a_field(context, input, fields, attrs);
    let valid = each_field(context, fields.iter().enumerate(), attrs, &lifetimes::of(input));
    no_method_of_every_prefix(context, fields, attrs);
    prefix_has_a_name_of_its_own(context, input, attrs);
    not_delimiter_and_terminator(context, attrs);
    no_digit_after_digits(context, attrs);
    optional_and_list_end_the_key(context, attrs);
    unterminated_before_others(context, attrs);
    unterminated_without_a_codec_of_all_fields(context, attrs);
    no_value_at_the_end_with_a_codec_of_all_fields(context, attrs);
    sort_key_after_a_partition_key(context, attrs);
    at_most_one_salt(context, attrs);
    salt_of_known_fields(context, fields, attrs);
    random_salt_of_no_field(context, attrs);
    modulo_of_one_field(context, attrs);
    constants_have_bytes(context, attrs, Item::Key);
    record::key(context, input, fields, attrs);
    valid
}

/// Checks a struct with `#[derive(KeyField)]`, and returns the same as [`key`].
pub(crate) fn field_type(context: &Context, input: &DeriveInput, attrs: &Attrs) -> Vec<bool> {
    only_lifetimes(context, input, Item::FieldType);
    let Some(fields) = fields_of_struct(context, input, Item::FieldType) else { return Vec::new() };
    not_packed(context, input, fields);
    field_type_has_a_field(context, input, fields);
    constants_have_bytes(context, attrs, Item::FieldType);
    no_prefix_type(context, attrs);
    each_field(context, fields.iter().enumerate(), attrs, &lifetimes::of(input))
}

/// Checks an enum with `#[derive(KeyField)]`, and returns the same as [`key`] for the fields of all variants.
pub(crate) fn variants(
    context: &Context,
    input: &DeriveInput,
    data: &DataEnum,
    attrs: &Attrs,
    codes: &[(&Ident, &WithTokens<Code>)],
) -> Vec<bool> {
    only_lifetimes(context, input, Item::FieldType);
    if has_data(data) {
        prefix_has_a_name_of_its_own(context, input, attrs);
    } else {
        codes_borrow_nothing(context, input);
        no_prefix_type(context, attrs);
    }
    enum_has_a_variant(context, input, data);
    no_empty_brackets(context, data);
    methods_of_variants_differ(context, data);
    // rustc checks codes that are expressions: see `compile_time::check_code` in `rowkey`.
    let known: Vec<_> = codes.iter().filter_map(|(name, code)| Some((*name, *code, code.value.known()?))).collect();
    codes_of_one_kind(context, &known);
    no_code_begins_another(context, &known);
    constants_have_bytes(context, attrs, Item::FieldType);
    let fields = data.variants.iter().flat_map(|variant| variant.fields.iter().enumerate());
    each_field(context, fields, attrs, &lifetimes::of(input))
}

/// Only row keys and enums with data have `prefix = ..`: other types that derive `KeyField` have no prefix type of
/// their own.
fn no_prefix_type(context: &Context, attrs: &Attrs) {
    if let Some(name) = attrs.key.prefix.get() {
        let wrong = "`prefix` names the prefix type of a row key or of an enum with data, and this type has none";
        context.error(name, wrong, "leave out `prefix`");
    }
}

pub(crate) fn has_data(data: &DataEnum) -> bool {
    data.variants.iter().any(|variant| !variant.fields.is_empty())
}

/// Checks an enum with `#[derive(KeySpace)]`. Returns the variants that hold a key.
pub(crate) fn key_space<'a>(context: &Context, input: &'a DeriveInput) -> Vec<(&'a Ident, &'a Type)> {
    only_lifetimes(context, input, Item::Space);
    let Some(data) = data_of_enum(context, input) else { return Vec::new() };
    space_has_a_key(context, input, data);
    let variants: Vec<_> = data.variants.iter().filter_map(|variant| one_key_per_variant(context, variant)).collect();
    for (_, ty) in &variants {
        no_trait_object(context, ty);
    }
    one_variant_per_key(context, &variants);
    variants
}

/// Applies the rules for single fields. Each field comes with its index in its struct or variant. Returns for each
/// field whether it has no mistake.
fn each_field<'a>(
    context: &Context,
    fields: impl Iterator<Item = (usize, &'a Field)>,
    attrs: &Attrs,
    declared: &[&Lifetime],
) -> Vec<bool> {
    fields
        .zip(&attrs.fields)
        .map(|((index, field), attrs)| {
            let mistakes_before = context.mistake_count();
            no_attributes_that_exclude_each_other(context, attrs);
            if !attrs.codec.is_set() {
                borrows_only_text_or_bytes(context, index, field);
            }
            no_trait_object(context, &field.ty);
            // rustc reports such a lifetime, so the derive does not.
            let has_wrong_lifetime = lifetimes::are_missing_or_undeclared(&field.ty, declared);
            attrs.is_valid && !has_wrong_lifetime && context.mistake_count() == mistakes_before
        })
        .collect()
}

/// A struct with fields that need alignment is not packed, because the derived code borrows the fields, and such a field of a
/// packed struct cannot be borrowed. For a type that the tokens do not show, rustc reports this.
fn not_packed(context: &Context, input: &DeriveInput, fields: &Fields) {
    const ALIGNED: [&str; 15] = [
        "char", "f32", "f64", "i16", "i32", "i64", "i128", "u16", "u32", "u64", "u128", "String", "Vec", "Cow",
        "Duration",
    ];
    let is_aligned = |field: &Field| match &field.ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| ALIGNED.iter().any(|name| last.ident == name)),
        Type::Reference(_) => true,
        _ => false,
    };
    if !fields.iter().any(is_aligned) {
        return;
    }
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let words = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
        if let Some(packed) = words.iter().find(|word| word.path().is_ident("packed")) {
            let wrong = "a struct with `packed` cannot derive this: its fields cannot be borrowed";
            let help = "leave out `packed`: the encoded bytes have no padding in any case";
            context.error(packed, wrong, help);
        }
    }
}

/// A type has no type or const parameters, because the key would have other bytes for each argument.
fn only_lifetimes(context: &Context, input: &DeriveInput, item: Item) {
    let kind = match item {
        Item::Key | Item::FieldOfKey => "a row key",
        Item::Space | Item::SpaceVariant => "a key space",
        Item::FieldType | Item::Member | Item::Variant => "a type that is a field of a row key",
    };
    for param in &input.generics.params {
        let (parameter, instead) = match param {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(_) => ("type parameters", "for each type"),
            GenericParam::Const(_) => ("const parameters", "for each value"),
        };
        context.error(
            param,
            format_args!("{kind} cannot have {parameter}: its bytes would differ for each argument"),
            format_args!("write a separate type {instead} that you use"),
        );
    }
}

/// A row key is a struct. A type that derives `KeyField` is a struct or an enum, which [`variants`] checks.
fn fields_of_struct<'a>(context: &Context, input: &'a DeriveInput, item: Item) -> Option<&'a Fields> {
    match &input.data {
        Data::Struct(data) => return Some(&data.fields),
        Data::Enum(DataEnum { enum_token, .. }) => context.error(
            enum_token,
            "a row key is a struct, not an enum",
            "for several kinds of rows in one table derive `KeySpace` on an enum whose variants each hold one row key; for an enum that is a field of a key derive `KeyField`",
        ),
        Data::Union(DataUnion { union_token, .. }) => {
            let (role, help) = match item {
                Item::Key => ("a row key", "write a `struct`"),
                _ => ("a field of a row key", "write a `struct`, or an `enum` with a code for each variant"),
            };
            let wrong = format_args!("a union cannot be {role}: it does not say which of its fields is set");
            context.error(union_token, wrong, help);
        }
    }
    None
}

/// A row key without fields is the key of a single row. Such a key has a namespace, because it would be empty without
/// one. It has no salt and is not an index, because salts and indexes need fields.
fn key_has_a_field(context: &Context, input: &DeriveInput, fields: &Fields, attrs: &Attrs) {
    if !fields.is_empty() {
        return;
    }
    let KeyAttrs { namespace, salt, index_of, .. } = &attrs.key;
    if let Some(salt) = salt.get() {
        let wrong = "a row key without fields is the key of a single row, which a salt cannot spread";
        context.error(salt, wrong, "leave out the salt");
    } else if let Some(index_of) = index_of.get() {
        context.error(index_of, "an index needs at least one field", "write the fields that the index sorts by");
    } else if namespace.get().is_none_or(|namespace| namespace.value.is_empty()) {
        let wrong = "a row key without fields needs a namespace, since the key would be empty otherwise";
        let help = format_args!(
            "for the key of a single row write `#[rowkey(namespace = \"..\")]`; otherwise add a field: `struct {} {{ id: u64 }}`",
            input.ident
        );
        context.error(&input.ident, wrong, help);
    }
}

fn field_type_has_a_field(context: &Context, input: &DeriveInput, fields: &Fields) {
    if fields.is_empty() {
        let wrong = "a type that is a field of a row key needs at least one field of its own";
        context.error(&input.ident, wrong, format_args!("write `struct {} {{ id: u64 }}`", input.ident));
    }
}

/// Pairs of attributes that exclude each other for another reason than [`BOTH_DECIDE`], or where the compile error should
/// point at an attribute that is later in the table: it points at the first of the pair. Then the reason, and the advice.
const REASONS: [(Name, Name, &str, &str); 4] = [
    (Name::Pad, Name::Format, "the format decides the width", "leave out `#[pad]`"),
    (
        Name::Reverse,
        Name::Format,
        "reversed text has no ranges of times",
        "to spread the keys, write `#[salt(md5, 1)]` instead of `#[reverse]`",
    ),
    (Name::Reverse, Name::Descending, "a reversed field is not in order", LEAVE_ONE_OUT),
    (Name::List, Name::Optional, "one is for an `Option`, the other for a `Vec`", LEAVE_ONE_OUT),
];
const BOTH_DECIDE: &str = "both decide the bytes of the field";
const ONLY_PLAIN: &str = "only a plain string or bytes, or a codec, can be unterminated";
const LEAVE_ONE_OUT: &str = "leave out one of them";

/// No two attributes of a field exclude each other: see [`Name::combines_with`]. Reports only the exclusions of one
/// attribute, which is the first in the table.
fn no_attributes_that_exclude_each_other(context: &Context, attrs: &FieldAttrs) {
    let mut deciding = TABLE
        .iter()
        .filter_map(|spec| Some((spec.name, attrs.tokens(spec.name)?, spec.name.combines_with()?)))
        .collect::<VecDeque<_>>();
    let mut excluding = None;
    while let Some((name, tokens, with)) = deciding.pop_front() {
        for (other, other_tokens, other_with) in &deciding {
            if with.contains(other) || other_with.contains(&name) {
                continue;
            }
            let pair = [name, *other];
            let reason = REASONS.iter().find(|(a, b, ..)| pair.contains(a) && pair.contains(b));
            let (first, second, why, help) = match reason {
                Some(reason) => *reason,
                None if pair.contains(&Name::Unterminated) => (name, *other, ONLY_PLAIN, LEAVE_ONE_OUT),
                None => (name, *other, BOTH_DECIDE, LEAVE_ONE_OUT),
            };
            if *excluding.get_or_insert(first) == first {
                let tokens = if first == name { tokens } else { *other_tokens };
                context.error(tokens, format_args!("`{first}` and `{second}` exclude each other: {why}"), help);
            }
        }
    }
}

/// A trait object has no bytes of its own. Generated code writes the type after `&`, where `dyn A + B`
/// and, as in old Rust, `A +` need brackets.
fn no_trait_object(context: &Context, ty: &Type) {
    if let Type::TraitObject(_) | Type::ImplTrait(_) = ty {
        let wrong = format_args!("`{}` is a trait, and a key contains the bytes of a value", source_text(ty));
        context.error(ty, wrong, "write the type of the value");
    }
}

/// A field can borrow `str` or `[u8]`, but not a `String` or a `Vec`, and not mutably.
///
/// Without this rule, rustc would suggest adding another `&`, which does not help.
fn borrows_only_text_or_bytes(context: &Context, index: usize, field: &Field) {
    let Type::Reference(reference) = &field.ty else { return };
    let name = member(index, field).1;
    if let Some(mutable) = &reference.mutability {
        let wrong = format_args!("field `{}`: a key never changes what it borrows", name.unraw());
        context.error(mutable, wrong, "leave out `mut`");
        return;
    }
    let Type::Path(path) = &*reference.elem else { return };
    let Some(owner) = path.path.segments.last() else { return };
    let owner = source_text(owner);
    let borrowed = match owner.as_str() {
        "String" => "str",
        "Vec<u8>" => "[u8]",
        _ => return,
    };
    let lifetime = reference.lifetime.as_ref().map_or(String::new(), |lifetime| format!("{lifetime} "));
    context.error(
        &field.ty,
        format_args!("field `{}`: a decoded key can borrow a `{borrowed}`, but not a `{owner}`", name.unraw()),
        format_args!("write `&{lifetime}{borrowed}`"),
    );
}

/// No field has a method with the name of a method that every prefix has, such as `range`.
fn no_method_of_every_prefix(context: &Context, fields: &Fields, attrs: &Attrs) {
    for (index, (field, attrs)) in fields.iter().zip(&attrs.fields).enumerate() {
        let (_, name) = member(index, field);
        let method = attrs.method.get().map_or(&name, |attr| &attr.value);
        for taken in methods(method).into_iter().filter(|method| is_reserved(&method.unraw().to_string())) {
            let name = name.unraw();
            context.error(
                method,
                format_args!("every prefix has a method `{taken}`, so the field `{name}` cannot have one too"),
                format_args!("give the field's methods another name: `#[rowkey(method = \"{name}_field\")]`"),
            );
        }
    }
}

fn prefix_has_a_name_of_its_own(context: &Context, input: &DeriveInput, attrs: &Attrs) {
    let key = &input.ident;
    let kind = if matches!(input.data, Data::Enum(_)) { "the enum" } else { "the key" };
    if let Some(name) = attrs.key.prefix.get().filter(|name| name.value == *key) {
        let wrong = format_args!("the prefix type cannot be named `{key}`, because {kind} is named `{key}`");
        context.error(name, wrong, format_args!("write `prefix = \"{key}Prefix\"`"));
    }
}

fn not_delimiter_and_terminator(context: &Context, attrs: &Attrs) {
    if let (Some(_), Some(terminator)) = (attrs.key.delimiter.get(), attrs.key.terminator.get()) {
        let wrong = "`delimiter` and `terminator` exclude each other: a delimiter already ends every field";
        context.error(terminator, wrong, LEAVE_ONE_OUT);
    }
}

/// A digit is not the delimiter or terminator of a key with a `#[decimal]` field. With `'0'`, the fields 1 and 10 would
/// be stored as `10` and `100`, and both begin with `10`.
fn no_digit_after_digits(context: &Context, attrs: &Attrs) {
    let Some(separator) = attrs.key.delimiter.get().or(attrs.key.terminator.get()) else { return };
    if separator.value.is_ascii_digit() && attrs.fields.iter().any(|field| field.decimal.is_set()) {
        let wrong = format_args!("`{}` is a digit, so it cannot show where a `#[decimal]` field ends", separator.value);
        context.error(separator, wrong, "write another character, such as `'_'`");
    }
}

/// Only the last field has `optional` or `list`, and no constant follows this field, because nothing marks its end.
fn optional_and_list_end_the_key(context: &Context, attrs: &Attrs) {
    let last = attrs.fields.len().saturating_sub(1);
    for (index, field) in attrs.fields.iter().enumerate() {
        for tokens in [Name::Optional, Name::List].into_iter().filter_map(|name| field.tokens(name)) {
            if index < last {
                let wrong = format_args!(
                    "only the last field of a key can have `{tokens}`, because nothing marks the end of such a field"
                );
                context.error(tokens, wrong, "move the field to the end of the struct");
            } else if let Some(after) = field.after.get() {
                let wrong = format_args!(
                    "no constant can follow a field with `{tokens}`, because nothing marks the end of such a field"
                );
                context.error(after, wrong, "leave out `after`");
            }
        }
    }
}

/// The last field of a key has `#[unterminated]` only if a constant follows, because without a constant it has no
/// terminator anyway. A key has at most one unterminated field, because the end of this field is found by counting
/// bytes from the end of the key.
fn unterminated_before_others(context: &Context, attrs: &Attrs) {
    let last = attrs.fields.len().saturating_sub(1);
    let mut fields = attrs.fields.iter().enumerate();
    let Some((index, field)) = fields.find(|(_, field)| field.unterminated.is_set()) else { return };
    if let (Some(tokens), true, None) = (field.unterminated.get(), index == last, field.after.get()) {
        let wrong = "`#[unterminated]` changes nothing: the last field of a key has no terminator";
        context.error(tokens, wrong, "leave out `#[unterminated]`");
    }
    for tokens in fields.filter_map(|(_, field)| field.unterminated.get()) {
        let wrong = "a key has only one unterminated field, because its end is found from the end of the key";
        context.error(tokens, wrong, "leave out one `#[unterminated]`");
    }
}

/// In a key with `fields = ..`, an unterminated field has a codec of its own. Without this rule, the field would
/// silently be stored in another format than all other fields.
fn unterminated_without_a_codec_of_all_fields(context: &Context, attrs: &Attrs) {
    let Some(codec) = attrs.key.fields.get() else { return };
    for field in attrs.fields.iter().filter(|field| !field.codec.is_set()) {
        if let Some(tokens) = field.unterminated.get() {
            let codec = source_text(&codec.value);
            let wrong = format_args!(
                "`#[unterminated]` and `fields = {codec}` exclude each other: both decide the bytes of the field"
            );
            let help = format_args!(
                "for an unterminated string or bytes, leave out `fields`, and write `#[rowkey(codec = {codec})]` on each of the other fields; for an unterminated codec that encodes to `Vec<u8>`, write `#[rowkey(codec = path::to::YourCodec)]` on this field"
            );
            context.error(tokens, wrong, help);
        }
    }
}

/// A key with `fields = ..` has no field with `optional` or `list`, because these attributes decide the bytes of the
/// field. Without this rule, the field would silently be stored in another format than all other fields.
fn no_value_at_the_end_with_a_codec_of_all_fields(context: &Context, attrs: &Attrs) {
    let Some(codec) = attrs.key.fields.get() else { return };
    for field in attrs.fields.iter().filter(|field| !field.codec.is_set()) {
        let word = if field.list.is_set() { "list" } else { "optional" };
        if let Some(tokens) = field.optional.get().or_else(|| field.list.get()) {
            let codec = source_text(&codec.value);
            let wrong =
                format_args!("`{word}` and `fields = {codec}` exclude each other: both decide the bytes of the field");
            let help = format_args!(
                "leave out `fields`, and write `#[rowkey(codec = {codec})]` on each of the other fields; to store this value with `{codec}` too, use as its type a struct that derives `KeyField`, with `#[rowkey(fields = {codec})]` above it"
            );
            context.error(tokens, wrong, help);
        }
    }
}

/// One field has `sort_key`. Before it are the salt or other fields, whose ends are found from the beginning of the key.
fn sort_key_after_a_partition_key(context: &Context, attrs: &Attrs) {
    let mut fields = attrs.fields.iter().enumerate().filter_map(|(index, field)| Some((index, field.sort_key.get()?)));
    let Some((index, first)) = fields.next() else { return };
    for (_, another) in fields {
        let wrong = "a key has one sort key, which contains this field as well";
        context.error(another, wrong, "leave out one `sort_key`");
    }
    let is_salted = attrs.key.salt.is_set() || attrs.fields.iter().any(|field| field.salt.is_set());
    if index == 0 && !is_salted {
        let wrong = "no field is before the sort key, so all rows would be in one partition";
        context.error(first, wrong, "write `sort_key` on a later field; the fields before it are the partition key");
    }
    if let Some(unterminated) = attrs.fields.iter().take(index).find_map(|field| field.unterminated.get()) {
        let wrong = "no unterminated field is before the sort key, because its end is found from the end of the key";
        context.error(unterminated, wrong, "leave out `#[unterminated]`, or write `sort_key` on this field");
    }
}

fn at_most_one_salt(context: &Context, attrs: &Attrs) {
    let on_fields = attrs.fields.iter().filter_map(|field| field.salt.get());
    for another in attrs.key.salt.get().into_iter().chain(on_fields).skip(1) {
        let help = "for a salt over several fields write `#[rowkey(salt(md5, 2, of(a, b)))]` above `struct`";
        context.error(another, "a key has only one salt", help);
    }
}

/// Each name in `of(..)` is the name of a field, and occurs once.
fn salt_of_known_fields(context: &Context, fields: &Fields, attrs: &Attrs) {
    let Some(named) = attrs.key.salt.get().and_then(|salt| salt.value.of.as_ref()) else { return };
    let known: Vec<_> = fields.iter().enumerate().map(|(index, field)| member(index, field).1.unraw()).collect();
    for (position, name) in named.iter().enumerate() {
        if !known.contains(&name.unraw()) {
            let wrong = format_args!("the key has no field `{name}`");
            context.error(name, wrong, format_args!("write {}", listed(known.iter())));
        } else if named.iter().take(position).any(|earlier| earlier.unraw() == name.unraw()) {
            context.error(name, format_args!("the field `{name}` is named twice"), "leave one out");
        }
    }
}

fn random_salt_of_no_field(context: &Context, attrs: &Attrs) {
    if let Some(salt) = attrs.key.salt.get()
        && matches!(salt.value.kind, SaltKind::Random(_))
        && salt.value.of.is_some()
    {
        context.error(salt, "a random salt is not computed from fields", "leave out `of(..)`");
    }
}

fn modulo_of_one_field(context: &Context, attrs: &Attrs) {
    if let Some(salt) = attrs.key.salt.get() {
        let one_field = salt.value.of.as_ref().is_some_and(|names| names.len() == 1);
        if matches!(salt.value.kind, SaltKind::Modulo(_)) && !one_field {
            let wrong = "a `modulo` salt is computed from exactly one integer field";
            context.error(salt, wrong, "write `#[salt(modulo, buckets = 16)]` on an integer field");
        }
    }
}

/// A constant is not empty, except for `after = ""` on the last field of a key: the field then has the terminator or
/// delimiter that it has before other fields.
fn constants_have_bytes(context: &Context, attrs: &Attrs, item: Item) {
    let last = attrs.fields.len().saturating_sub(1);
    for (index, field) in attrs.fields.iter().enumerate() {
        let after = field.after.get().filter(|_| item != Item::Key || index < last);
        for constant in field.before.get().into_iter().chain(after).filter(|constant| constant.value.is_empty()) {
            context.error(constant, "an empty constant adds no bytes", "leave it out");
        }
    }
}

pub(crate) fn enum_with_a_codec_has_a_field(context: &Context, attrs: &Attrs) {
    if let (Some(codec), []) = (attrs.key.fields.get(), &*attrs.fields) {
        context.error(codec, "`fields` names the codec of all fields, and this enum has none", "leave out `fields`");
    }
}

/// A type with `codec = ..` is a tuple struct of one field. The field has no attributes, and the struct has no
/// `fields = ..`.
pub(crate) fn codec_of_a_newtype(context: &Context, input: &DeriveInput, attrs: &Attrs) {
    let Some(codec) = attrs.key.codec.get() else { return };
    match &input.data {
        Data::Struct(DataStruct { fields: Fields::Unnamed(fields), .. }) if fields.unnamed.len() == 1 => {
            let on_field =
                attrs.fields.iter().flat_map(|field| TABLE.iter().filter_map(|spec| field.tokens(spec.name)));
            for tokens in on_field {
                context.error(tokens, "the codec of the type decides the bytes of its field", LEAVE_ONE_OUT);
            }
            if let Some(fields) = attrs.key.fields.get() {
                context.error(fields, "`fields` and `codec` both name the codec of the field", LEAVE_ONE_OUT);
            }
        }
        _ => context.error(
            codec,
            "a codec on a type is for a tuple struct of one field, whose value the codec encodes",
            format_args!("write `struct {}(String);`, or write the codec on a field", input.ident),
        ),
    }
}

/// An enum whose variants have no fields has no lifetimes.
fn codes_borrow_nothing(context: &Context, input: &DeriveInput) {
    for lifetime in input.generics.lifetimes() {
        context.error(
            lifetime,
            "an enum whose variants have no fields cannot have a lifetime",
            "leave out the lifetime",
        );
    }
}

fn enum_has_a_variant(context: &Context, input: &DeriveInput, data: &DataEnum) {
    if data.variants.is_empty() {
        let help = format_args!("write `enum {} {{ #[code(1)] One }}`", input.ident);
        context.error(&input.ident, "an enum without variants has no value to encode", help);
    }
}

/// In an enum with data, no two variants have the same name in snake case, which is the name of the method for the
/// variant.
fn methods_of_variants_differ(context: &Context, data: &DataEnum) {
    if !has_data(data) {
        return;
    }
    for (index, variant) in data.variants.iter().enumerate() {
        let (name, method) = (&variant.ident, method_of_variant(&variant.ident));
        if let Some(earlier) =
            data.variants.iter().take(index).find(|earlier| method_of_variant(&earlier.ident) == method)
        {
            let wrong = format_args!("`{}` and `{name}` would both have the method `{method}`", earlier.ident);
            context.error(name, wrong, "rename one of the variants: the code decides the bytes, not the name");
        }
    }
}

fn no_empty_brackets(context: &Context, data: &DataEnum) {
    let empty = |fields: &Fields| fields.is_empty() && !matches!(fields, Fields::Unit);
    for variant in data.variants.iter().filter(|variant| empty(&variant.fields)) {
        let name = &variant.ident;
        let wrong = format_args!("the variant `{name}` has brackets, but no field in them");
        context.error(&variant.fields, wrong, format_args!("write `{name}`"));
    }
}

/// All codes of an enum are text, or all codes are numbers of the same width.
fn codes_of_one_kind(context: &Context, codes: &[(&Ident, &WithTokens<Code>, &KnownCode)]) {
    let mut codes = codes.iter();
    let Some((first_name, _, first)) = codes.next() else { return };
    for (name, code, _) in codes.filter(|(_, _, code)| code.kind != first.kind) {
        let (kind, example) = match first.kind {
            CodeKind::Text => ("text", "\"tb\""),
            CodeKind::Number(1) => ("a number of one byte", "7"),
            CodeKind::Number(2) => ("a `u16`", "7u16"),
            CodeKind::Number(_) => ("a `u32`", "7u32"),
        };
        let wrong = format_args!("the code of `{name}` is of another kind than the code of `{first_name}`");
        context.error(code, wrong, format_args!("write {kind} here too, as in `#[code({example})]`"));
    }
}

/// No code of an enum begins with another code, because a stored key could then be read in two ways.
fn no_code_begins_another(context: &Context, codes: &[(&Ident, &WithTokens<Code>, &KnownCode)]) {
    for (index, (name, code, known)) in codes.iter().enumerate() {
        for (earlier_name, _, earlier) in codes.iter().take(index) {
            let (a, b) = (&earlier.bytes, &known.bytes);
            if a == b {
                let wrong = format_args!("`{earlier_name}` and `{name}` have the same code");
                context.error(code, wrong, "give each variant a code of its own");
            } else if a.starts_with(b) || b.starts_with(a) {
                let (short, long) = if a.len() < b.len() { (earlier_name, name) } else { (name, earlier_name) };
                context.error(
                    code,
                    format_args!(
                        "the code of `{long}` begins with the code of `{short}`, so a stored key could be read in two ways"
                    ),
                    "write codes of one length, such as `#[code(\"tb\")]` and `#[code(\"ib\")]`",
                );
            }
        }
    }
}

fn data_of_enum<'a>(context: &Context, input: &'a DeriveInput) -> Option<&'a DataEnum> {
    let (place, help) = match &input.data {
        Data::Enum(data) => return Some(data),
        Data::Union(data) => (data.union_token.to_token_stream(), "write an `enum`"),
        Data::Struct(_) => {
            (input.ident.to_token_stream(), "write an `enum`, or derive `RowKey` on a struct that is one key")
        }
    };
    context.error(place, "a key space is an enum whose variants each hold one row key", help);
    None
}

fn space_has_a_key(context: &Context, input: &DeriveInput, data: &DataEnum) {
    if data.variants.is_empty() {
        let wrong = "a key space needs at least one variant that holds a row key";
        context.error(&input.ident, wrong, format_args!("write `enum {} {{ User(UserKey) }}`", input.ident));
    }
}

fn one_key_per_variant<'a>(context: &Context, variant: &'a Variant) -> Option<(&'a Ident, &'a Type)> {
    let name = &variant.ident;
    let place = match &variant.fields {
        Fields::Unnamed(fields) => match (fields.unnamed.first(), fields.unnamed.len()) {
            (Some(field), 1) => return Some((name, &field.ty)),
            _ => fields.to_token_stream(),
        },
        Fields::Named(fields) => fields.to_token_stream(),
        Fields::Unit => name.to_token_stream(),
    };
    let wrong = format_args!("the variant `{name}` must hold exactly one row key, without a field name");
    context.error(place, wrong, format_args!("write `{name}({name}Key)`"));
    None
}

/// No two variants of a key space hold the same key type, because a stored key could then be read as either variant.
///
/// This function compares only how the types are written. rustc compares their layouts: see
/// `compile_time::check_key_space` in `rowkey`.
fn one_variant_per_key(context: &Context, variants: &[(&Ident, &Type)]) {
    for (index, (name, ty)) in variants.iter().enumerate() {
        let key = source_text(ty);
        if let Some((earlier, _)) = variants.iter().take(index).find(|(_, ty)| source_text(ty) == key) {
            let wrong =
                format_args!("`{earlier}` and `{name}` both hold a `{key}`, so a stored key could be read as either");
            context.error(ty, wrong, "leave out one variant, or write a key type with another namespace for it");
        }
    }
}
