//! Attributes as written, each with its tokens.
//!
//! Nothing here fails: what cannot be read is reported and left out.

mod args;
mod field;
mod format;
mod key;
mod near;
mod salt;

pub(crate) use field::{FieldAttrs, Hash};
pub(crate) use format::{TimeFormat, TimePart, UNITS};
pub(crate) use key::KeyAttrs;
pub(crate) use salt::{Algorithm, Digest, Salt, SaltSize};

use crate::context::Context;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Data, DeriveInput, Fields};

/// Something written in an attribute, and where.
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> At<T> {
    fn new(value: T, tokens: impl ToTokens) -> Self {
        Self { value, tokens: tokens.into_token_stream() }
    }
}

impl<T> ToTokens for At<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}

/// A place that takes one value; a second one is reported.
pub(crate) struct Slot<T> {
    name: &'static str,
    filled: Option<At<T>>,
}

impl<T> Slot<T> {
    fn new(name: &'static str) -> Self {
        Self { name, filled: None }
    }

    fn fill(&mut self, context: &Context, value: T, tokens: impl ToTokens) {
        if self.filled.is_some() {
            context.error(tokens, format_args!("`{}` stands here twice: leave one out", self.name));
        } else {
            self.filled = Some(At::new(value, tokens));
        }
    }

    pub(crate) fn get(&self) -> Option<&At<T>> {
        self.filled.as_ref()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.filled.is_some()
    }
}

/// All attributes of a struct.
pub(crate) struct Attrs {
    pub(crate) key: KeyAttrs,
    pub(crate) fields: Vec<FieldAttrs>,
}

/// The attributes that the derive declares; all but `rowkey` are for fields only.
const ROWKEY: &str = "rowkey";

pub(crate) fn read(context: &Context, input: &DeriveInput) -> Attrs {
    let key = KeyAttrs::read(context, &input.attrs);
    let no_fields = Fields::Unit;
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(_) | Data::Union(_) => &no_fields,
    };
    let fields = fields.iter().map(|field| FieldAttrs::read(context, field)).collect();
    Attrs { key, fields }
}

/// Reports every attribute of the derives that has no place here, as `message` puts it.
pub(crate) fn refuse(context: &Context, attrs: &[Attribute], names: &[&str], message: &str) {
    for attr in names.iter().flat_map(|name| named(attrs, name)) {
        context.error(attr, message);
    }
}

/// All that stand on fields.
pub(crate) const ON_FIELDS: [&str; 7] = [ROWKEY, "pad", "descending", "reverse", "salt", "hash", "format"];

fn named<'a>(attrs: &'a [Attribute], name: &'a str) -> impl Iterator<Item = &'a Attribute> {
    attrs.iter().filter(move |attr| attr.path().is_ident(name))
}
