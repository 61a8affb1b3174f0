//! Function pointers to the codecs of a key type, for code that only has the layout and not the type.

#[cfg(doc)]
use crate::codec::delimited::check_field;
use crate::error::DecodeError;
use crate::wire::reader::Reader;
use crate::wire::span::Span;
use alloc::vec::Vec;

/// The codecs and the salt of a key type, as functions that check stored bytes.
///
/// A program that never explains a key contains none of this code, because nothing else refers to the functions.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// [`check_field`] for each field.
    pub(crate) fields: &'static [CheckField],
    /// Computes the salt, if the salt is computed from bytes of the key.
    pub(crate) salt: Option<ComputeSalt>,
}

/// [`check_field`] for the codec of a field.
pub(crate) type CheckField = fn(&mut Reader<'_>) -> Result<Span, DecodeError>;

/// Returns the salt of a key whose salted fields have these bytes.
pub(crate) type ComputeSalt = fn(&[&[u8]]) -> Vec<u8>;

impl Checks {
    /// Collects the functions of the fields, in order, of a key whose salt is not computed from bytes.
    pub const fn of_fields(fields: &'static [CheckField]) -> Self {
        Self { fields, salt: None }
    }

    /// Collects the functions of the fields, in order, and of the salt.
    pub const fn with_salt(fields: &'static [CheckField], salt: ComputeSalt) -> Self {
        Self { fields, salt: Some(salt) }
    }
}
