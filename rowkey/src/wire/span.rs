//! [`Span`]: the position of a field's content in an encoded key.

/// The offsets in a key at which the content of a field starts and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    #[inline]
    pub fn slice(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Uses a loop, because the `map` of arrays would be compiled again for each key with a salt.
    #[inline]
    pub fn slices<const N: usize>(spans: [Self; N], bytes: &[u8]) -> [&[u8]; N] {
        let mut contents = [bytes; N];
        for (content, span) in contents.iter_mut().zip(spans) {
            *content = span.slice(bytes);
        }
        contents
    }
}
