//! Function pointers to the codecs of a key type, for code such as `explain` that has only the key's layout and not its
//! type.

use crate::codec::FieldCodec;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::wire::reader::Reader;
use alloc::vec::Vec;

/// The codecs and the salt of a key type, as functions that read stored bytes.
///
/// Only `explain` refers to these functions, so a program that never explains a key does not contain their code.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// [`show_field`] for each field, in order.
    pub(crate) fields: &'static [ShowField],
    /// Computes the salt, if the key has a salt that is computed from its bytes.
    pub(crate) salt: Option<ComputeSalt>,
}

/// [`show_field`] for the codec of a field.
pub(crate) type ShowField = fn(&mut Reader<'_>) -> Result<Shown, WrongField>;

/// Reads a field with its terminator, but without a delimiter.
///
/// # Errors
/// The same as decoding, without the name of the field.
pub fn show_field<C: FieldCodec<T>, T, P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
    C::show::<P>(reader)
}

/// Returns the salt of a key whose salted fields have these bytes.
pub(crate) type ComputeSalt = fn(&[&[u8]]) -> Vec<u8>;

impl Checks {
    /// Collects the functions of the fields. The key has no salt that is computed from its bytes.
    pub const fn of_fields(fields: &'static [ShowField]) -> Self {
        Self { fields, salt: None }
    }

    /// Collects the functions of the fields and of the salt.
    pub const fn with_salt(fields: &'static [ShowField], salt: ComputeSalt) -> Self {
        Self { fields, salt: Some(salt) }
    }
}
