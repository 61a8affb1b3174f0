//! One number for all that decides a layout's bytes: equal layouts have equal fingerprints.
//!
//! It covers kinds, widths, order, salts and separators, but no names of structs or fields: renaming moves no byte.

use super::description::{EncodingDescription, LayoutDescription, PartDescription};
use super::{Code, Encoding, Layout, Part, SaltForm, Separator};

/// FNV-1a with 64 bits, which a constant can compute.
struct Hasher(u64);

impl Hasher {
    const fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01B3))
    }

    const fn number(mut self, number: u64) -> Self {
        let mut bytes: &[u8] = &number.to_be_bytes();
        while let [byte, rest @ ..] = bytes {
            self = self.byte(*byte);
            bytes = rest;
        }
        self
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        self = self.number(bytes.len() as u64);
        let mut bytes = bytes;
        while let [byte, rest @ ..] = bytes {
            self = self.byte(*byte);
            bytes = rest;
        }
        self
    }

    const fn kind(self, tag: u8, width: usize) -> Self {
        self.byte(tag).number(width as u64)
    }

    /// A tag is never given to another kind: fingerprints stand in people's source code.
    const fn encoding(self, encoding: &Encoding) -> Self {
        match encoding {
            Encoding::Unsigned { width } => self.kind(1, *width),
            Encoding::Signed { width } => self.kind(2, *width),
            Encoding::NonZero(inner) => self.kind(3, 0).encoding(inner),
            Encoding::Float { width } => self.kind(4, *width),
            Encoding::Bool => self.kind(5, 1),
            Encoding::Char => self.kind(6, 4),
            Encoding::Digits { width, .. } => self.kind(7, *width),
            Encoding::Array { width } => self.kind(8, *width),
            Encoding::Text => self.kind(9, 0),
            Encoding::Bytes => self.kind(10, 0),
            Encoding::PaddedText { width, pad } => self.kind(11, *width).byte(*pad),
            Encoding::Optional(inner) => self.kind(12, 0).encoding(inner),
            Encoding::Descending(inner) => self.kind(13, 0).encoding(inner),
            Encoding::Reversed(inner) => self.kind(14, 0).encoding(inner),
            Encoding::Hashed { algorithm, hex, width, of } => {
                self.kind(15, *width).byte(*hex as u8).bytes(algorithm.as_bytes()).encoding(of)
            }
            Encoding::Struct(parts) => self.kind(40, parts.len()).parts(parts),
            Encoding::Codes(codes) => self.kind(41, 0).codes(codes),
            Encoding::Time { format, width, .. } => self.kind(43, *width).bytes(format.as_bytes()),
            Encoding::Shard { width, count } => self.kind(42, *width).number(*count as u64),
            Encoding::Custom { name, width, sorts } => {
                let (fixed, width) = match width {
                    Some(width) => (1, *width),
                    None => (0, 0),
                };
                self.kind(16, width).byte(fixed).byte(*sorts as u8).bytes(name.as_bytes())
            }
            Encoding::Value(kind) => self.kind(17, 0).byte(kind.tag()),
        }
    }
}

impl Hasher {
    const fn parts(mut self, mut parts: &[Part]) -> Self {
        while let [part, rest @ ..] = parts {
            self = self.encoding(&part.encoding);
            parts = rest;
        }
        self
    }

    /// The codes alone, without names and order: reordering variants moves no byte.
    const fn codes(self, mut codes: &[Code]) -> Self {
        let mut sum = 0u64;
        while let [code, rest @ ..] = codes {
            sum = sum.wrapping_add(Hasher(BASIS).bytes(code.bytes).0);
            codes = rest;
        }
        self.number(sum)
    }
}

const BASIS: u64 = 0xCBF2_9CE4_8422_2325;

impl Hasher {
    /// Before the salt.
    const fn layout(namespace: &[u8], separator: Separator) -> Self {
        let hasher = Self(BASIS).bytes(namespace);
        match separator {
            Separator::Escape => hasher.kind(1, 0),
            Separator::Delimiter(c) => hasher.kind(2, c as usize),
            Separator::Terminator(c) => hasher.kind(3, c as usize),
        }
    }

    const fn salt(self, algorithm: &str, width: usize, form: SaltForm, mut of: &[usize]) -> Self {
        let hasher = self.bytes(algorithm.as_bytes()).number(width as u64);
        let mut hasher = match form {
            SaltForm::Bytes { last } => hasher.kind(1, last as usize),
            SaltForm::Hex { last } => hasher.kind(2, last as usize),
            SaltForm::Buckets { count } => hasher.byte(3).number(count),
            SaltForm::BucketDigits { count } => hasher.byte(4).number(count),
        };
        hasher = hasher.number(of.len() as u64);
        while let [field, rest @ ..] = of {
            hasher = hasher.number(*field as u64);
            of = rest;
        }
        hasher
    }
}

impl Layout {
    /// One number for all that decides the bytes: kinds, widths, order, salts, separators and the namespace, but not the
    /// names of fields. Pin it with `#[rowkey(fingerprint = "0x…")]`.
    pub const fn fingerprint(&self) -> u64 {
        let mut hasher = Hasher::layout(self.namespace(), self.separator());
        if let Some(salt) = self.salt() {
            hasher = hasher.salt(salt.layout.algorithm, salt.layout.width, salt.layout.form, salt.of);
        }
        hasher.number(self.parts().len() as u64).parts(self.parts()).0
    }
}

impl LayoutDescription {
    /// As [`Layout::fingerprint`].
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Hasher::layout(&self.namespace, self.separator);
        if let Some(salt) = &self.salt {
            hasher = hasher.salt(&salt.algorithm, salt.width, salt.form, &salt.of);
        }
        hasher.number(self.parts.len() as u64).described_parts(&self.parts).0
    }
}

/// The same, tag by tag, of a layout that owns what it says.
impl Hasher {
    fn described(self, encoding: &EncodingDescription) -> Self {
        use EncodingDescription as Encoding;
        match encoding {
            Encoding::Unsigned { width } => self.kind(1, *width),
            Encoding::Signed { width } => self.kind(2, *width),
            Encoding::NonZero { of } => self.kind(3, 0).described(of),
            Encoding::Float { width } => self.kind(4, *width),
            Encoding::Bool => self.kind(5, 1),
            Encoding::Char => self.kind(6, 4),
            Encoding::Digits { width, .. } => self.kind(7, *width),
            Encoding::Array { width } => self.kind(8, *width),
            Encoding::Text => self.kind(9, 0),
            Encoding::Bytes => self.kind(10, 0),
            Encoding::PaddedText { width, pad } => self.kind(11, *width).byte(*pad),
            Encoding::Optional { of } => self.kind(12, 0).described(of),
            Encoding::Descending { of } => self.kind(13, 0).described(of),
            Encoding::Reversed { of } => self.kind(14, 0).described(of),
            Encoding::Hashed { algorithm, hex, width, of } => {
                self.kind(15, *width).byte(u8::from(*hex)).bytes(algorithm.as_bytes()).described(of)
            }
            Encoding::Custom { codec, width, sorts } => self
                .kind(16, width.unwrap_or(0))
                .byte(width.is_some().into())
                .byte(u8::from(*sorts))
                .bytes(codec.as_bytes()),
            Encoding::Value { value } => self.kind(17, 0).byte(value.tag()),
            Encoding::Struct { parts } => self.kind(40, parts.len()).described_parts(parts),
            Encoding::Codes { codes } => {
                let sum = codes.iter().map(|code| Hasher(BASIS).bytes(&code.bytes).0).fold(0, u64::wrapping_add);
                self.kind(41, 0).number(sum)
            }
            Encoding::Shard { width, count } => self.kind(42, *width).number(u64::from(*count)),
            Encoding::Time { format, width, .. } => self.kind(43, *width).bytes(format.as_bytes()),
        }
    }

    fn described_parts(self, parts: &[PartDescription]) -> Self {
        parts.iter().fold(self, |hasher, part| hasher.described(&part.encoding))
    }
}
