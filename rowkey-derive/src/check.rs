//! Rules between the parts of a key. Each reads the model alone.

use crate::attr::Algorithm;
use crate::context::Context;
use crate::model::{Key, SaltOf};
use crate::names::{methods, reserved};
use syn::ext::IdentExt;

pub(crate) fn all(context: &Context, key: &Key<'_>) {
    check_method_names(context, key);
    check_modulo_takes_one_field(context, key);
}

/// No field may have a method that every step of the prefix has.
fn check_method_names(context: &Context, key: &Key<'_>) {
    for field in &key.fields {
        for method in methods(&field.method) {
            if reserved(&method.unraw().to_string()) {
                context.error(
                    &field.method,
                    format_args!(
                        "every prefix has a method `{method}`, so the field `{}` cannot have one too",
                        field.name
                    ),
                    format_args!(
                        "give the field's methods another name: `#[rowkey(method = \"{}_field\")]`",
                        field.name
                    ),
                );
            }
        }
    }
}

/// `modulo` takes a number, not bytes, so there must be exactly one field to take it from.
fn check_modulo_takes_one_field(context: &Context, key: &Key<'_>) {
    let Some(salt) = &key.salt else { return };
    let one_field = matches!(&salt.of, SaltOf::Fields(fields) if fields.len() == 1);
    if matches!(salt.salt.algorithm, Algorithm::Modulo) && !one_field {
        context.error(
            salt.tokens,
            "a `modulo` salt is computed from exactly one integer field",
            "write `#[salt(modulo, buckets = 16)]` on this field",
        );
    }
}
