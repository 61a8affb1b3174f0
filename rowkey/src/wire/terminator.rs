//! The end of a variable-length field.

/// The end of a variable-length field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terminator {
    /// Nothing follows the content: the field ends with the key.
    None,
    /// 00 00. Each 00 in the content is written as 00 FF.
    Escaped,
    /// This character. The content cannot contain it.
    Char(u8),
}

impl Terminator {
    /// The number of bytes of the terminator.
    pub const fn width(self) -> usize {
        match self {
            Self::None => 0,
            Self::Escaped => 2,
            Self::Char(_) => 1,
        }
    }
}
