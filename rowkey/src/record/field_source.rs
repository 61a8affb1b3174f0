//! The sources of an index: the fields of the primary key and the expressions from which its entries are computed. A
//! hash of the sources tells whether stored entries are outdated.

use crate::constant::same_bytes;
use crate::layout::Layout;
use crate::layout::siphash::SipHash;
use core::fmt;

/// One source of the entries of an index, such as the expression of a field. If the sources in the program differ from
/// the sources of stored entries, the stored entries are outdated.
#[derive(Debug, Clone, Copy)]
pub enum FieldSource {
    /// The field of the index with this name is the field of the primary key with the same name.
    Key(&'static str),
    /// `From(name, expression)`: the field with this name has the value of the expression.
    From(&'static str, &'static str),
    /// `FromEach(name, expression)`: each element of the expression has an entry, whose field with this name is the
    /// element.
    FromEach(&'static str, &'static str),
    /// Only records for which the expression is true have an entry.
    Filter(&'static str),
    /// Each entry stores the whole value. No variant describes an index that stores a part of the value: the derive
    /// knows only the name of the part's type, and one type can have several names.
    WholeValue,
}

impl FieldSource {
    /// Returns a hash of a list of sources. `primary` is the layout of the primary key. A field of the primary key is
    /// hashed as its position in `primary`, and the names of the index's fields are left out, because renaming a field
    /// does not change an entry.
    pub(super) const fn fingerprint(mut sources: &[Self], primary: &Layout) -> u64 {
        let mut hash = SipHash::new();
        while let [source, rest @ ..] = sources {
            hash = match source {
                Self::Key(name) => hash.word(0).word(position(primary, name)),
                Self::From(_, expression) => hash.word(1).bytes(expression.as_bytes()),
                Self::Filter(expression) => hash.word(3).bytes(expression.as_bytes()),
                Self::FromEach(_, expression) => hash.word(2).bytes(expression.as_bytes()),
                Self::WholeValue => hash.word(4),
            };
            sources = rest;
        }
        hash.finish()
    }
}

/// Returns the position of the field with this name, or `u64::MAX` if the layout has no such field.
const fn position(layout: &Layout, name: &str) -> u64 {
    let (mut fields, mut position) = (layout.fields(), 0);
    while let [field, rest @ ..] = fields {
        if same_bytes(field.name().as_bytes(), name.as_bytes()) {
            return position;
        }
        (fields, position) = (rest, position + 1);
    }
    u64::MAX
}

/// Prints the source as an assignment, on one line.
impl fmt::Display for FieldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(name) => write!(f, "from  {name} = key.{name}"),
            Self::From(name, expression) => write!(f, "from  {name} = {expression}"),
            Self::Filter(expression) => write!(f, "filter  {expression}"),
            Self::FromEach(name, expression) => write!(f, "from_each  {name} = {expression}"),
            Self::WholeValue => write!(f, "stores  value"),
        }
    }
}
