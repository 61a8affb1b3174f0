//! The rules of records and indexes.

use crate::attr::table::Name;
use crate::attr::{Attrs, SaltKind};
use crate::context::{Context, source};
use crate::model::member;
use quote::ToTokens;
use syn::{DeriveInput, Fields};

/// Checks the attributes of records and indexes on a struct with `#[derive(RowKey)]`.
pub(super) fn key(context: &Context, input: &DeriveInput, fields: &Fields, attrs: &Attrs) {
    record_or_index(context, attrs);
    value_with_a_format(context, attrs);
    words_of_records_only(context, attrs);
    words_of_indexes_only(context, attrs);
    computed_fields_of_indexes_only(context, attrs);
    one_source_a_field(context, attrs);
    one_from_each(context, attrs);
    each_index_once(context, attrs);
    let role = &attrs.key.record;
    if role.value.is_set() || role.index_of.is_set() {
        owns_its_fields(context, input);
        no_random_salt(context, attrs);
    }
    if role.index_of.is_set() {
        named_fields(context, fields);
        no_hash_of_the_primary_key(context, fields, attrs);
    }
}

/// A key is the key of records or an index.
fn record_or_index(context: &Context, attrs: &Attrs) {
    if let (Some(_), Some(index_of)) = (attrs.key.record.value.get(), attrs.key.record.index_of.get()) {
        let wrong = "`value` and `index_of` exclude each other: a key is the key of records or an index of records";
        context.error(index_of, wrong, "leave out one of them; what an index stores is written `stores = TheType`");
    }
}

/// The format of values is never chosen silently.
fn value_with_a_format(context: &Context, attrs: &Attrs) {
    let role = &attrs.key.record;
    if let (Some(value), None) = (role.value.get(), role.format.get()) {
        let ty = source(&value.value);
        context.error(
            value,
            format_args!("the format in which a `{ty}` is stored is missing"),
            format_args!(
                "write `value = {ty}, format = rowkey::Postcard` or `format = rowkey::Json` for types of serde, `format = rowkey::Raw` for bytes and strings as they are, or a format of your own"
            ),
        );
    }
}

/// `format` and `indexes` describe records, and `table` describes records or an index.
fn words_of_records_only(context: &Context, attrs: &Attrs) {
    let role = &attrs.key.record;
    if role.value.is_set() {
        return;
    }
    let of_records = [
        (Name::ValueFormat, role.format.get().map(|at| &at.tokens)),
        (Name::Indexes, role.indexes.get().map(|at| &at.tokens)),
        (Name::Table, role.table.get().map(|at| &at.tokens).filter(|_| !role.index_of.is_set())),
    ];
    for (name, tokens) in of_records {
        if let Some(tokens) = tokens {
            let wrong = format_args!("`{name}` describes records, but this key has no values");
            context.error(
                tokens,
                wrong,
                format_args!("add the type of the values: `value = TheValue, {}`", source(tokens)),
            );
        }
    }
}

/// `unique` and `stores` describe an index.
fn words_of_indexes_only(context: &Context, attrs: &Attrs) {
    let role = &attrs.key.record;
    if role.index_of.is_set() {
        return;
    }
    let of_indexes = [
        (Name::Unique, role.unique.get().map(|at| &at.tokens)),
        (Name::Stores, role.stores.get().map(|at| &at.tokens)),
    ];
    for (name, tokens) in of_indexes {
        if let Some(tokens) = tokens {
            let wrong = format_args!("`{name}` describes an index, but this key is not an index");
            context.error(
                tokens,
                wrong,
                format_args!("add the key of the records: `index_of = TheKey, {}`", source(tokens)),
            );
        }
    }
}

/// Only the fields of an index are computed from a record.
fn computed_fields_of_indexes_only(context: &Context, attrs: &Attrs) {
    if attrs.key.record.index_of.is_set() {
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

/// A field has one source.
fn one_source_a_field(context: &Context, attrs: &Attrs) {
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

/// One field of an index has several values for a record.
fn one_from_each(context: &Context, attrs: &Attrs) {
    for another in attrs.fields.iter().filter_map(|field| field.from_each.get()).skip(1) {
        let help = "leave out one of them, or write an index for each";
        context.error(another, "an index has only one field with `from_each`", help);
    }
}

/// An index is listed once, because its entries would be written twice otherwise.
fn each_index_once(context: &Context, attrs: &Attrs) {
    let Some(indexes) = attrs.key.record.indexes.get() else { return };
    for (place, index) in indexes.value.iter().enumerate() {
        let name = source(index);
        if indexes.value.iter().take(place).any(|earlier| source(earlier) == name) {
            context.error(index, format_args!("the index `{name}` is listed twice"), "leave one out");
        }
    }
}

/// A record and an index own their fields, because stores return them after the bytes are gone.
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

/// The record alone decides where it and its entries are stored.
fn no_random_salt(context: &Context, attrs: &Attrs) {
    if let Some(salt) = attrs.key.salt.get().filter(|salt| matches!(salt.value.kind, SaltKind::Random(_))) {
        let wrong = "a record or an entry of an index cannot have a random salt: it could not be found again";
        context.error(salt, wrong, "compute the salt: `salt(md5, buckets = 16)`");
    }
}

/// The fields of an index have names, which are those of the primary key.
fn named_fields(context: &Context, fields: &Fields) {
    if let Fields::Unnamed(fields) = fields {
        let wrong = "the fields of an index need names, because they come from the primary key by name";
        context.error(fields, wrong, "write a struct with named fields: `{ author: UserId, message: MessageId }`");
    }
}

/// An index that is not unique contains the primary key, and a digest could not tell two records apart.
fn no_hash_of_the_primary_key(context: &Context, fields: &Fields, attrs: &Attrs) {
    if attrs.key.record.unique.is_set() {
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
