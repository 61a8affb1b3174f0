//! Function pointers to the codecs of a key type, for code such as `explain` that has only the key's layout and not its
//! type.

#[cfg(doc)]
use crate::codec::delimited::check_field;
use crate::error::DecodeError;
use crate::wire::reader::Reader;
use crate::wire::span::Span;
use alloc::vec::Vec;

/// The codecs and the salt of a key type, as functions that check stored bytes.
///
/// Only `explain` refers to these functions, so a program that never explains a key does not contain their code.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// [`check_field`] for each field, in order.
    pub(crate) fields: &'static [CheckField],
    /// Computes the salt, if the key has a salt that is computed from its bytes.
    pub(crate) salt: Option<ComputeSalt>,
}

/// [`check_field`] for the codec of a field.
pub(crate) type CheckField = fn(&mut Reader<'_>) -> Result<Span, DecodeError>;

/// Returns the salt of a key whose salted fields have these bytes.
pub(crate) type ComputeSalt = fn(&[&[u8]]) -> Vec<u8>;

impl Checks {
    /// Collects the functions of the fields. The key has no salt that is computed from its bytes.
    pub const fn of_fields(fields: &'static [CheckField]) -> Self {
        Self { fields, salt: None }
    }

    /// Collects the functions of the fields and of the salt.
    pub const fn with_salt(fields: &'static [CheckField], salt: ComputeSalt) -> Self {
        Self { fields, salt: Some(salt) }
    }
}
