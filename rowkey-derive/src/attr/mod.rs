//! Reads the attributes of a type and of its fields.
//!
//! The functions in this module report an attribute that cannot be parsed, and continue without the attribute.

mod args;
mod code;
mod field;
mod format;
pub(crate) mod helpers;
mod key;
pub(crate) mod misspelling;
mod record;
mod salt;
mod slot;
pub(crate) mod table;
mod written;

pub(crate) use code::{Code, CodeKind, KnownCode};
pub(crate) use field::FieldAttrs;
pub(crate) use key::KeyAttrs;
pub(crate) use record::From;
pub(crate) use salt::{Salt, SaltKind};
pub(crate) use table::Item;
pub(crate) use written::reject_on_space_variant;

use crate::context::Context;
use syn::{Data, DeriveInput};

pub(crate) struct Attrs {
    pub(crate) key: KeyAttrs,
    pub(crate) fields: Vec<FieldAttrs>,
}

#[cfg(any(feature = "records", test))]
impl Attrs {
    /// Returns the expressions in the attributes of an index, such as `value.author` in `from = value.author`.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &proc_macro2::TokenStream> {
        let fields = self.fields.iter().flat_map(|field| [field.from.get(), field.from_each.get()]).flatten();
        let filter = self.key.filter.get().map(|filter| &filter.value);
        filter.into_iter().chain(fields.map(|source| &source.value.expression))
    }
}

/// Reads the attributes of a type and of its fields. For an enum that derives `KeyField`, these are the fields of all
/// variants.
pub(crate) fn read(context: &Context, input: &DeriveInput, on_type: Item, on_field: Item) -> Attrs {
    let key = KeyAttrs::read(context, &input.attrs, on_type);
    let fields: Vec<_> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) if on_field == Item::Member => {
            data.variants.iter().flat_map(|variant| &variant.fields).collect()
        }
        Data::Enum(_) | Data::Union(_) => Vec::new(),
    };
    let fields = fields.into_iter().map(|field| FieldAttrs::read(context, &field.attrs, on_field)).collect();
    Attrs { key, fields }
}
