//! Prints stored keys in error messages.

use super::table::Table;
use crate::explain::PartKind;
use crate::notation::QuotedKey;
use core::fmt;

/// Prints the fields of a stored key, such as `tenant = 1, email = "ada@x"`. Prints the bytes if the key cannot be
/// decoded or has no fields.
pub(crate) struct KeyText<'k> {
    pub(crate) table: &'static Table,
    pub(crate) key: &'k [u8],
}

impl fmt::Display for KeyText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(explanation) = self.table.explain(self.key) else {
            return QuotedKey(self.key).fmt(f);
        };
        let mut fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field).peekable();
        if !explanation.is_ok() || fields.peek().is_none() {
            return QuotedKey(self.key).fmt(f);
        }
        while let Some(field) = fields.next() {
            match field.value() {
                Some(value) => write!(f, "{} = {value}", field.name())?,
                // The field is a digest.
                None => write!(f, "{} = bytes {}", field.name(), QuotedKey(field.bytes()))?,
            }
            if fields.peek().is_some() {
                f.write_str(", ")?;
            }
        }
        Ok(())
    }
}
