//! [`Terminator`]: the end of a variable-length field.

/// The rule by which decoding finds the end of a variable-length field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terminator {
    /// No terminator: the content goes up to the end of the [`Reader`](crate::wire::reader::Reader).
    None,
    /// The bytes 00 00. Each 00 in the content is written as 00 FF.
    Escaped,
    /// This byte, which the content cannot contain.
    Char(u8),
}

impl Terminator {
    /// Returns the number of bytes of the terminator.
    pub const fn width(self) -> usize {
        match self {
            Self::None => 0,
            Self::Escaped => 2,
            Self::Char(_) => 1,
        }
    }
}
