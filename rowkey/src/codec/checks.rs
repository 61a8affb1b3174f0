//! The codecs of a key type behind function pointers, for code that knows only the layout of the type.

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
    pub(crate) salt: Option<SaltOf>,
}

/// [`check_field`] for the codec of a field.
pub(crate) type CheckField = fn(&mut Reader<'_>) -> Result<Span, DecodeError>;

/// Returns the salt of a key whose salted fields have these bytes.
pub(crate) type SaltOf = fn(&[&[u8]]) -> Vec<u8>;

impl Checks {
    /// Collects the functions of the fields, in order, and of the salt.
    pub const fn new(fields: &'static [CheckField], salt: Option<SaltOf>) -> Self {
        Self { fields, salt }
    }
}
