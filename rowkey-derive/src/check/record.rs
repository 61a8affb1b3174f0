//! The rules of records and indexes. A record is a primary key with a stored value (`value = Message`). An index is
//! another key, whose entries are computed from records (`index_of = MessageKey`).

use crate::attr::table::Name;
use crate::attr::{Attrs, KeyAttrs, SaltKind};
use crate::context::{Context, source_text};
use crate::model::member;
use crate::spans::find;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{DeriveInput, Fields, Ident};

/// Checks the attributes of records and indexes on a struct with `#[derive(RowKey)]`.
pub(super) fn key(context: &Context, input: &DeriveInput, fields: &Fields, attrs: &Attrs) {
    not_record_and_index(context, attrs);
    value_has_a_format(context, attrs);
    attributes_of_records_only(context, attrs);
    attributes_of_indexes_only(context, attrs);
    computed_fields_of_indexes_only(context, attrs);
    one_source_per_field(context, attrs);
    no_self(context, attrs);
    no_closure(context, attrs);
    no_other_variable(context, attrs);
    at_most_one_field_with_from_each(context, attrs);
    each_index_once(context, attrs);
    let role = &attrs.key;
    if role.value.is_set() || role.index_of.is_set() {
        owns_its_fields(context, input);
        no_random_salt(context, attrs);
    }
    if role.index_of.is_set() {
        fields_of_indexes_have_names(context, fields);
        no_hashed_primary_key_field(context, fields, attrs);
    }
}

fn not_record_and_index(context: &Context, attrs: &Attrs) {
    if let (Some(_), Some(index_of)) = (attrs.key.value.get(), attrs.key.index_of.get()) {
        let wrong =
            "`value` and `index_of` exclude each other: a key is either the key of records or an index of records";
        context.error(index_of, wrong, "leave out one of them; if the entries of the index should store a part of the value, write `stores = TheType`");
    }
}

/// There is no default format, because a later change of the default would make stored values unreadable.
fn value_has_a_format(context: &Context, attrs: &Attrs) {
    let role = &attrs.key;
    if let Some(value) = role.value.get().filter(|_| !role.format.is_written()) {
        let ty = source_text(&value.value);
        context.error(
            value,
            format_args!("the format in which a `{ty}` is stored is missing"),
            format_args!(
                "write `value = {ty}, format = rowkey::Postcard` or `format = rowkey::Json` for types that implement serde's traits, `format = rowkey::Raw` for unchanged bytes and strings, or a format of your own"
            ),
        );
    }
}

/// Only a key with `value = ..` has `format` and `indexes`. Only a key with `value = ..` or `index_of = ..` has
/// `table`.
fn attributes_of_records_only(context: &Context, attrs: &Attrs) {
    let KeyAttrs { value, index_of, .. } = &attrs.key;
    if value.is_written() {
        return;
    }
    for name in [Name::ValueFormat, Name::Indexes, Name::Table] {
        let Some(tokens) = attrs.key.tokens(name).filter(|_| name != Name::Table || !index_of.is_written()) else {
            continue;
        };
        if index_of.is_written() {
            let wrong = format_args!("`{name}` describes records, but this key is an index");
            let help = match name {
                Name::ValueFormat => "leave out `format`: an index uses the format of its records",
                _ => "leave out `indexes`: the key of the records lists all indexes",
            };
            context.error(tokens, wrong, help);
        } else {
            let wrong = format_args!("`{name}` describes records, but this key has no values");
            let add = format!("add the type of the values: `value = TheValue, {}`", source_text(tokens));
            let help = match name {
                Name::ValueFormat => {
                    format!("{add}; for the format of the fields, write `fields = rowkey_formats::Phoenix`")
                }
                _ => add,
            };
            context.error(tokens, wrong, help);
        }
    }
}

fn attributes_of_indexes_only(context: &Context, attrs: &Attrs) {
    if attrs.key.index_of.is_written() {
        return;
    }
    for name in [Name::Unique, Name::Filter, Name::Stores] {
        if let Some(tokens) = attrs.key.tokens(name) {
            let wrong = format_args!("`{name}` describes an index, but this key is not an index");
            context.error(
                tokens,
                wrong,
                format_args!("add the key of the records: `index_of = TheKey, {}`", source_text(tokens)),
            );
        }
    }
}

fn computed_fields_of_indexes_only(context: &Context, attrs: &Attrs) {
    if attrs.key.index_of.is_written() {
        return;
    }
    for field in &attrs.fields {
        for name in [Name::From, Name::FromEach] {
            if let Some(tokens) = field.tokens(name) {
                let wrong = format_args!("`{name}` computes a field of an index, but this key is not an index");
                context.error(
                    tokens,
                    wrong,
                    "write `#[rowkey(index_of = TheKey)]` above the struct, with the key of the records",
                );
            }
        }
    }
}

fn one_source_per_field(context: &Context, attrs: &Attrs) {
    for field in &attrs.fields {
        if let (Some(_), Some(each)) = (field.from.get(), field.from_each.get()) {
            context.error(
                each,
                "`from` and `from_each` exclude each other: a field has one source",
                "leave out one of them",
            );
        }
    }
}

/// The expressions of an index do not contain `self`, because derived code evaluates them before it creates the entry.
fn no_self(context: &Context, attrs: &Attrs) {
    for expression in attrs.expressions() {
        if let Some(word) = find(expression, "self") {
            context.error(
                word,
                "an entry of an index is computed from `key` and `value`: there is no `self`",
                "write `value` for the value of the record, or `key` for its primary key",
            );
        }
    }
}

/// The expressions of an index are not closures: they already have the variables `key` and `value`.
fn no_closure(context: &Context, attrs: &Attrs) {
    for expression in attrs.expressions() {
        let mut tokens = expression.clone().into_iter().skip_while(|token| token.to_string() == "move");
        if tokens.next().is_some_and(|token| token.to_string() == "|") {
            context.error(
                expression,
                "an entry of an index is computed by an expression, not by a closure",
                "leave out the parameters between `|` and `|`: the expression can use `key` and `value`",
            );
        }
    }
}

/// The expressions of an index read the variables `key` and `value` only, so `from = name` lacks `value.`.
fn no_other_variable(context: &Context, attrs: &Attrs) {
    for expression in attrs.expressions() {
        let mut tokens =
            expression.clone().into_iter().skip_while(|token| ["&", "*", "!"].contains(&&*token.to_string()));
        let (Some(TokenTree::Ident(name)), next) = (tokens.next(), tokens.next()) else { continue };
        let text = name.to_string();
        // Names of constants begin with another letter. A path, a call or a macro follows the name with other tokens.
        let is_variable = text.starts_with(char::is_lowercase) && syn::parse_str::<Ident>(&text).is_ok();
        let ends = next.is_none_or(|token| [".", "?", "=", "<", ">", "as"].contains(&&*token.to_string()));
        if is_variable && ends && text != "key" && text != "value" {
            context.error(
                &name,
                format_args!("an expression of an index has the variables `key` and `value`, and no `{name}`"),
                format_args!("write `value.{name}`, or `key.{name}` for a field of the primary key"),
            );
        }
    }
}

fn at_most_one_field_with_from_each(context: &Context, attrs: &Attrs) {
    for another in attrs.fields.iter().filter_map(|field| field.from_each.get()).skip(1) {
        let help = "leave out one of them, or write an index for each";
        context.error(another, "an index has only one field with `from_each`", help);
    }
}

/// `indexes(..)` does not list an index twice, because its entries would be written twice.
fn each_index_once(context: &Context, attrs: &Attrs) {
    let Some(indexes) = attrs.key.indexes.get() else { return };
    for (position, index) in indexes.value.iter().enumerate() {
        let name = source_text(index);
        if indexes.value.iter().take(position).any(|earlier| source_text(earlier) == name) {
            context.error(index, format_args!("the index `{name}` is listed twice"), "leave one out");
        }
    }
}

/// The keys of records and indexes own their fields, because a store returns keys that live longer than the bytes of
/// the row.
fn owns_its_fields(context: &Context, input: &DeriveInput) {
    if let Some(lifetime) = input.generics.lifetimes().next() {
        let wrong = "the key of a record or an index owns its fields";
        context.error(
            lifetime,
            wrong,
            "leave out the lifetime, and write `String` or `Vec<u8>` instead of borrowed types",
        );
    }
}

/// The keys of records and indexes do not have a random salt, because the bytes of the same key could not be computed
/// again.
fn no_random_salt(context: &Context, attrs: &Attrs) {
    if let Some(salt) = attrs.key.salt.get().filter(|salt| matches!(salt.value.kind, SaltKind::Random(_))) {
        let wrong = "the key of a record or of an index cannot have a random salt, because a program cannot compute the salt again";
        context.error(salt, wrong, "compute the salt: `salt(md5, buckets = 16)`");
    }
}

/// The fields of an index have names, because a field of the primary key is found by its name.
fn fields_of_indexes_have_names(context: &Context, fields: &Fields) {
    if let Fields::Unnamed(fields) = fields {
        let wrong = "the fields of an index need names, because fields of the primary key are found by name";
        context.error(fields, wrong, "write a struct with named fields: `{ author: UserId, message: MessageId }`");
    }
}

/// In an index that is not unique, the fields of the primary key are not hashed. These fields tell the entries of two
/// records apart, and two values can have the same digest.
fn no_hashed_primary_key_field(context: &Context, fields: &Fields, attrs: &Attrs) {
    if attrs.key.unique.is_set() {
        return;
    }
    for (index, (field, attrs)) in fields.iter().zip(&attrs.fields).enumerate() {
        let computed = attrs.from.is_set() || attrs.from_each.is_set();
        if let Some(hash) = attrs.hash.get().filter(|_| !computed) {
            let name = member(index, field).1;
            context.error(
                hash.to_token_stream(),
                format_args!("the index does not tell records apart: two values of `{name}` can have the same digest"),
                format_args!("leave out `#[hash(..)]`, or add a field for the digest: `#[hash(md5, 4)] #[rowkey(from = key.{name})] {name}_digest`"),
            );
        }
    }
}
