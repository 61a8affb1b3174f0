//! The codecs of a key type behind function pointers, for code that knows only the layout of the type.

#[cfg(doc)]
use crate::codec::delimited::check_field;
use crate::error::DecodeError;
use crate::wire::reader::Reader;
use crate::wire::span::Span;
use alloc::vec::Vec;

/// What a key type's own code says of stored bytes: its codecs and its salt, behind pointers, so that code which knows
/// no more of the type than its layout can ask. It makes no code in a program that never explains a key.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// [`check_field`] of each field.
    pub(crate) fields: &'static [CheckField],
    /// `salt_of`, if the salt is computed from bytes of the key.
    pub(crate) salt: Option<SaltOf>,
}

/// [`check_field`] of some field.
pub(crate) type CheckField = fn(&mut Reader<'_>) -> Result<Span, DecodeError>;

/// `salt_of` of some salt.
pub(crate) type SaltOf = fn(&[&[u8]]) -> Vec<u8>;

impl Checks {
    /// Of the fields in order, and of the salt.
    pub const fn new(fields: &'static [CheckField], salt: Option<SaltOf>) -> Self {
        Self { fields, salt }
    }
}
