//! The types of the model: a key whose attributes are read and checked.

use crate::digest::Digest;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::{Ident, Lifetime, Member, Path, Type, Visibility};

/// A value from an attribute, and the tokens it was written as.
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> At<T> {
    pub(crate) fn new(value: T, tokens: impl ToTokens) -> Self {
        Self { value, tokens: tokens.into_token_stream() }
    }
}

impl<T> ToTokens for At<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}

/// A struct with a layout.
pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) lifetimes: Vec<&'a Lifetime>,
    /// The name of the prefix type.
    pub(crate) prefix: Ident,
    /// The path of the runtime, if it is given.
    pub(crate) krate: Option<&'a Path>,
    pub(crate) namespace: &'a [u8],
    pub(crate) separator: Separator,
    pub(crate) salt: Option<KeySalt<'a>>,
    pub(crate) max_len: Option<&'a At<usize>>,
    pub(crate) fingerprint: Option<&'a At<u64>>,
    pub(crate) fields: Vec<Field<'a>>,
}

/// The rule by which the end of a variable-length field is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// Variable-length fields are escaped and terminated.
    Escape,
    /// A character between all fields.
    Delimiter(char),
    /// A character after each variable-length field that is not last.
    Terminator(char),
}

impl Separator {
    /// Checks whether a string before the separator sorts.
    pub(crate) fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }
}

/// The salt of a key, and the tokens that it is written as.
pub(crate) struct KeySalt<'a> {
    pub(crate) kind: SaltKind<'a>,
    pub(crate) tokens: &'a TokenStream,
}

pub(crate) enum SaltKind<'a> {
    /// A hash of bytes of the key.
    Hashed { hash: &'a SaltHash, of: Salted },
    /// The remainder of an integer field.
    Modulo { field: usize, buckets: Buckets },
    /// A bucket that the writer chooses.
    Random { buckets: Buckets },
}

/// The bytes that a salt is computed from.
pub(crate) enum Salted {
    /// Everything after the salt.
    WholeKey,
    /// These fields, in this order.
    Fields(Vec<usize>),
}

/// A salt that is computed from bytes.
pub(crate) enum SaltHash {
    /// The first or the last bytes of a digest, or their hex digits.
    Bytes { digest: NamedDigest, count: usize, last: bool, hex: bool },
    /// The number of a bucket.
    Bucket { by: BucketHash, buckets: Buckets },
}

/// A function from bytes to the number of a bucket.
pub(crate) enum BucketHash {
    Digest(NamedDigest),
    Phoenix,
    Function(Box<Type>),
}

/// A digest, and the place where it is named.
#[derive(Clone, Copy)]
pub(crate) struct NamedDigest {
    pub(crate) digest: Digest,
    pub(crate) span: Span,
}

/// The buckets of a salt.
#[derive(Clone, Copy)]
pub(crate) struct Buckets {
    pub(crate) count: u64,
    /// True if the number is written in decimal digits.
    pub(crate) digits: bool,
}

impl Buckets {
    /// The number of bytes that hold the number of any bucket.
    pub(crate) fn width(self) -> usize {
        let base = if self.digits { 10 } else { 256 };
        let mut width = 1;
        let mut left = (self.count - 1) / base;
        while left > 0 {
            width += 1;
            left /= base;
        }
        width
    }
}

impl KeySalt<'_> {
    /// The number of bytes.
    pub(crate) fn width(&self) -> usize {
        match &self.kind {
            SaltKind::Hashed { hash: SaltHash::Bytes { count, hex, .. }, .. } => count * if *hex { 2 } else { 1 },
            SaltKind::Hashed { hash: SaltHash::Bucket { buckets, .. }, .. }
            | SaltKind::Modulo { buckets, .. }
            | SaltKind::Random { buckets } => buckets.width(),
        }
    }

    /// The number of values that the salt can have, unless it exceeds a `u64`.
    pub(crate) fn bucket_count(&self) -> Option<u64> {
        match &self.kind {
            SaltKind::Hashed { hash: SaltHash::Bytes { count, .. }, .. } => {
                256u64.checked_pow(u32::try_from(*count).ok()?)
            }
            SaltKind::Hashed { hash: SaltHash::Bucket { buckets, .. }, .. }
            | SaltKind::Modulo { buckets, .. }
            | SaltKind::Random { buckets } => Some(buckets.count),
        }
    }

    /// Checks whether the salt is UTF-8.
    pub(crate) fn is_text(&self) -> bool {
        match &self.kind {
            SaltKind::Hashed { hash: SaltHash::Bytes { hex, .. }, .. } => *hex,
            SaltKind::Hashed { hash: SaltHash::Bucket { buckets, .. }, .. }
            | SaltKind::Modulo { buckets, .. }
            | SaltKind::Random { buckets } => buckets.digits,
        }
    }

    /// The digest that the salt is computed by.
    pub(crate) fn digest(&self) -> Option<NamedDigest> {
        match &self.kind {
            SaltKind::Hashed {
                hash: SaltHash::Bytes { digest, .. } | SaltHash::Bucket { by: BucketHash::Digest(digest), .. },
                ..
            } => Some(*digest),
            _ => None,
        }
    }

    /// The user's function that the salt is computed by.
    pub(crate) fn function(&self) -> Option<&Type> {
        match &self.kind {
            SaltKind::Hashed { hash: SaltHash::Bucket { by: BucketHash::Function(path), .. }, .. } => Some(path),
            _ => None,
        }
    }

    pub(crate) fn is_random(&self) -> bool {
        matches!(self.kind, SaltKind::Random { .. })
    }
}

/// A field of a key.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// The name in messages and in `LAYOUT`.
    pub(crate) name: String,
    /// The name of its methods on the prefix.
    pub(crate) method: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) encoding: Encoding<'a>,
}

/// The encoding of a field.
pub(crate) enum Encoding<'a> {
    /// Without an attribute that chooses the encoding.
    Plain(Direction),
    /// Decimal digits, or text of a fixed width.
    Padded { width: usize, character: Option<char>, direction: Direction },
    /// A time in a text format.
    Time { format: &'a TimeFormat, descending: bool },
    /// By a codec of the user.
    Custom { path: &'a Type, descending: bool },
    /// Part of the digest.
    Hashed(&'a Hash),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
    Reversed,
}

/// A format whose text sorts as the time does.
pub(crate) struct TimeFormat {
    pub(crate) text: String,
    pub(crate) parts: Vec<TimePart>,
    /// True if it begins with the hour, for times of day.
    pub(crate) from_hour: bool,
}

/// A directive of a format, or the text between two.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum TimePart {
    /// Year to second, as [`UNITS`] counts them.
    Unit(usize),
    /// This many digits of a second's fraction.
    Fraction(u32),
    Literal(String),
}

/// The units from the greatest to the least: directive, name for messages, and name in the runtime.
pub(crate) const UNITS: [(char, &str, &str); 6] = [
    ('Y', "year", "Year"),
    ('m', "month", "Month"),
    ('d', "day", "Day"),
    ('H', "hour", "Hour"),
    ('M', "minute", "Minute"),
    ('S', "second", "Second"),
];
/// `#[hash(md5, N)]`, `#[hash(md5, N, hex)]`
pub(crate) struct Hash {
    pub(crate) digest: NamedDigest,
    pub(crate) bytes: usize,
    pub(crate) hex: bool,
}

impl Field<'_> {
    /// The place that a message about the field points to, with the hygiene of derived code.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.type_span())
    }

    /// The same place with the hygiene of the type itself. A message about a token of the type and one about a token of
    /// ours are then equal, and rustc prints the message once.
    pub(crate) fn type_span(&self) -> Span {
        spans::first_span(self.ty.to_token_stream())
    }

    pub(crate) fn descending(&self) -> bool {
        matches!(
            self.encoding,
            Encoding::Plain(Direction::Descending)
                | Encoding::Padded { direction: Direction::Descending, .. }
                | Encoding::Time { descending: true, .. }
                | Encoding::Custom { descending: true, .. }
        )
    }
}

/// The member and the name of the field at `index`.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}
