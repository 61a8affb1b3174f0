//! The model: a key after its attributes were read and checked.

use crate::context::source_text;
use crate::digest::Digest;
use crate::names;
use crate::spans;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::fmt::Display;
use syn::{Ident, Lifetime, Member, Path, Type, Visibility};

/// A value from an attribute, with the tokens that the user wrote.
pub(crate) struct WithTokens<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> WithTokens<T> {
    pub(crate) fn new(value: T, tokens: impl ToTokens) -> Self {
        Self { value, tokens: tokens.into_token_stream() }
    }
}

impl<T> ToTokens for WithTokens<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}

/// A row key, or a type that derives `KeyField`. Types of the second kind have no namespace, separator, salt or limits.
pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    /// A hash of the definition, see [`prefix_type::hash`](crate::prefix_type::hash).
    pub(crate) hash: u32,
    pub(crate) vis: &'a Visibility,
    pub(crate) lifetimes: Vec<&'a Lifetime>,
    /// The name of the prefix type.
    pub(crate) prefix: Ident,
    /// The path of the runtime crate, if the user wrote one.
    pub(crate) krate: Option<&'a Path>,
    /// The namespace, unless it is empty.
    pub(crate) namespace: Option<&'a Constant>,
    pub(crate) separator: Separator,
    pub(crate) salt: Option<KeySalt<'a>>,
    pub(crate) max_len: Option<&'a WithTokens<Number>>,
    pub(crate) fingerprint: Option<&'a WithTokens<Fingerprint>>,
    /// For an enum, the fields of all variants.
    pub(crate) fields: Vec<Field<'a>>,
}

/// The layout that the user pinned.
pub(crate) struct Fingerprint {
    /// 0 before the first fingerprint is pinned.
    pub(crate) number: u64,
    /// The names of the fields, such as `"tenant user"`, or `""` if the user pinned no names.
    pub(crate) names: String,
}

impl Key<'_> {
    /// Returns the user's expressions and paths that derived code evaluates: functions, numbers, constants and codecs.
    pub(crate) fn expressions(&self) -> TokenStream {
        let constants = self.namespace.into_iter().chain(self.fields.iter().flat_map(Field::constants));
        let mut tokens: TokenStream = constants.map(ToTokens::to_token_stream).collect();
        tokens.extend(self.max_len.map(|max_len| max_len.value.to_token_stream()));
        tokens.extend(self.salt.iter().map(|salt| {
            let (count, function) = (salt.count(), salt.function());
            quote!(#count #function)
        }));
        tokens.extend(self.fields.iter().map(|field| match &field.encoding {
            Encoding::Padded { width, .. } => width.to_token_stream(),
            Encoding::OfOtherSystem { form: OtherSystemForm::Integer { bytes, .. }, .. } => bytes.to_token_stream(),
            Encoding::Custom { path, .. } => path.to_token_stream(),
            Encoding::Hashed(Hash { by: FieldHash::Function(path), bytes, .. }) => quote!(#path #bytes),
            Encoding::Hashed(Hash { bytes, .. }) => bytes.to_token_stream(),
            Encoding::Plain(_) | Encoding::Time { .. } | Encoding::OfOtherSystem { .. } => TokenStream::new(),
        }));
        tokens
    }
}

/// The rule that ends a variable-length field. A byte above 7F is the character with the same number:
/// `b'\xFF'` is `'\u{FF}'`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// Variable-length fields are escaped and terminated.
    Escape,
    /// This character is between all fields.
    Delimiter(char),
    /// This character is after each variable-length field that is not last.
    Terminator(char),
}

impl Separator {
    /// Checks whether strings still sort correctly when this separator follows them in a key. With `'_'`, they do not:
    /// `"a" < "a-b"`, but `"a_" > "a-b_"`.
    pub(crate) fn keeps_order(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }

    /// Checks whether the separator is a byte that UTF-8 never contains. The runtime lists the same bytes in
    /// `codec/position.rs`.
    pub(crate) fn is_never_in_text(self) -> bool {
        const UNUSED_BY_UTF8: [char; 13] = [
            '\u{C0}', '\u{C1}', '\u{F5}', '\u{F6}', '\u{F7}', '\u{F8}', '\u{F9}', '\u{FA}', '\u{FB}', '\u{FC}',
            '\u{FD}', '\u{FE}', '\u{FF}',
        ];
        self.character().is_some_and(|character| UNUSED_BY_UTF8.contains(&character))
    }

    /// Checks whether the separator is UTF-8. A single byte above 7F is not.
    pub(crate) fn is_text(self) -> bool {
        self.character().is_none_or(|character| character.is_ascii())
    }

    pub(crate) fn character(self) -> Option<char> {
        match self {
            Self::Escape => None,
            Self::Delimiter(character) | Self::Terminator(character) => Some(character),
        }
    }
}

/// The salt of a key, with the tokens that the user wrote.
pub(crate) struct KeySalt<'a> {
    pub(crate) kind: SaltKind<'a>,
    pub(crate) tokens: &'a TokenStream,
}

pub(crate) enum SaltKind<'a> {
    /// A hash of bytes of the key.
    Hashed { hash: &'a HashedSalt, of: SaltInput },
    /// The remainder of the integer field with this index.
    Modulo { field: usize, buckets: &'a Buckets },
    /// A bucket that the writer chooses.
    Random { buckets: &'a Buckets },
}

/// The bytes that a hashed salt is computed from.
pub(crate) enum SaltInput {
    /// Everything after the salt.
    WholeKey,
    /// The fields with these indexes, in this order.
    Fields(Vec<usize>),
}

/// A salt that a hash function computes.
pub(crate) enum HashedSalt {
    /// The first `count` bytes of a digest, or with `last` the last ones, or with `hex` their hex digits.
    Bytes { digest: NamedDigest, count: Number, last: bool, hex: bool },
    /// A bucket number, such as 3 of 16.
    Bucket { by: BucketHash, buckets: Buckets },
}

/// A hash function that returns a bucket number.
pub(crate) enum BucketHash {
    Digest(NamedDigest),
    Phoenix,
    /// The path of the user's function, parsed as a type.
    Function(Box<Type>),
}

/// A hash function that returns the bytes that a key stores in place of a field.
pub(crate) enum FieldHash {
    Digest(NamedDigest),
    /// The path of the user's function, parsed as a type.
    Function(Box<Type>),
}

impl FieldHash {
    /// Returns the name of the function for messages, and the greatest number of bytes that the function can return.
    pub(crate) fn name_and_max_bytes(&self) -> (&'static str, usize) {
        match self {
            Self::Digest(NamedDigest { digest, .. }) => (digest.name(), digest.bytes()),
            Self::Function(_) => ("the function", usize::MAX),
        }
    }
}

/// A digest, with the span of its name.
#[derive(Clone, Copy)]
pub(crate) struct NamedDigest {
    pub(crate) digest: Digest,
    pub(crate) span: Span,
}

/// The buckets of a salt.
pub(crate) struct Buckets {
    pub(crate) count: Number<u64>,
    /// True if keys contain the bucket number in decimal digits, false if in binary.
    pub(crate) digits: bool,
}

impl Buckets {
    /// Returns the number of bytes of a bucket number, if the derive knows it. With 300 buckets, this is 2, or 3 with `digits`.
    fn width(&self) -> Option<usize> {
        let base = if self.digits { 10 } else { 256 };
        let mut width = 1;
        let mut rest = (self.count.known()? - 1) / base;
        while rest > 0 {
            width += 1;
            rest /= base;
        }
        Some(width)
    }
}

impl KeySalt<'_> {
    /// Returns the number of bytes that the salt has in a key, if the derive knows it.
    pub(crate) fn width(&self) -> Option<usize> {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { count, hex, .. }, .. } => {
                Some(count.known()? * if *hex { 2 } else { 1 })
            }
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.width(),
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.width(),
        }
    }

    /// Checks whether the salt has at most this many values. Returns `None` if the derive does not know.
    pub(crate) fn has_at_most(&self, max: u64) -> Option<bool> {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { count, .. }, .. } => {
                let count = u32::try_from(count.known()?).ok()?;
                Some(256u64.checked_pow(count).is_some_and(|values| values <= max))
            }
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => Some(buckets.count.known()? <= max),
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => Some(buckets.count.known()? <= max),
        }
    }

    /// Checks whether the salt is UTF-8.
    pub(crate) fn is_text(&self) -> bool {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { hex, .. }, .. } => *hex,
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.digits,
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.digits,
        }
    }

    /// Returns the digest that computes the salt, if one does.
    pub(crate) fn digest(&self) -> Option<NamedDigest> {
        match &self.kind {
            SaltKind::Hashed {
                hash: HashedSalt::Bytes { digest, .. } | HashedSalt::Bucket { by: BucketHash::Digest(digest), .. },
                ..
            } => Some(*digest),
            _ => None,
        }
    }

    /// Returns the number in the attribute: of buckets, or of bytes of the digest before `hex`.
    fn count(&self) -> TokenStream {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { count, .. }, .. } => count.to_token_stream(),
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.count.to_token_stream(),
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.count.to_token_stream(),
        }
    }

    /// Returns the path of the user's function that computes the salt, if one does.
    pub(crate) fn function(&self) -> Option<&Type> {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bucket { by: BucketHash::Function(path), .. }, .. } => Some(path),
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
    /// The name of the field's methods on the prefix type.
    pub(crate) method: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) encoding: Encoding<'a>,
    /// True for a field with `#[unterminated]`.
    pub(crate) unterminated: bool,
    pub(crate) before: Option<&'a Constant>,
    pub(crate) after: Option<&'a Constant>,
}

/// The number of bytes of the widest integer.
pub(crate) const MAX_INTEGER_BYTES: usize = 16;

/// The greatest number of buckets.
pub(crate) const MAX_BUCKETS: u64 = 1 << 32;

/// A whole number in an attribute.
pub(crate) enum Number<N = usize> {
    Literal(N),
    /// An expression that only the compiler can evaluate: the path of a constant, or a block.
    Expression(TokenStream),
}

impl<N: Copy + Display + ToTokens> Number<N> {
    /// Returns the number if the derive knows it.
    pub(crate) fn known(&self) -> Option<N> {
        match self {
            Self::Literal(number) => Some(*number),
            Self::Expression(_) => None,
        }
    }

    /// Returns the literal, or the name of the constant of the field at `index` that holds the value of the expression.
    pub(crate) fn of_field(&self, index: usize, span: Span) -> TokenStream {
        self.or_constant(|| names::count(index, span))
    }

    /// Returns the literal, or the `name` of the constant that holds the value of the expression.
    pub(crate) fn or_constant(&self, name: impl FnOnce() -> Ident) -> TokenStream {
        match self {
            Self::Literal(number) => number.to_token_stream(),
            Self::Expression(_) => name().to_token_stream(),
        }
    }

    /// Returns the number for the documentation of the prefix type.
    pub(crate) fn for_docs(&self) -> String {
        match self {
            Self::Literal(number) => number.to_string(),
            Self::Expression(expression) => format!("`{}`", source_text(expression)),
        }
    }
}

impl<N: ToTokens> ToTokens for Number<N> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(number) => number.to_tokens(tokens),
            Self::Expression(expression) => expression.to_tokens(tokens),
        }
    }
}

/// Constant bytes.
pub(crate) enum Constant {
    /// The bytes of a literal.
    Bytes(Vec<u8>),
    /// An expression that only the compiler can evaluate: the path of a constant, or a macro call.
    Expression(TokenStream),
}

impl Constant {
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns the number of bytes, if it is known.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::Expression(_) => None,
        }
    }

    /// Returns the number of bytes as an expression.
    pub(crate) fn len_tokens(&self) -> TokenStream {
        self.len().map_or_else(|| quote!(#self.len()), ToTokens::into_token_stream)
    }

    /// Checks whether the bytes are UTF-8. Returns `None` if the bytes are not known.
    pub(crate) fn is_text(&self) -> Option<bool> {
        match self {
            Self::Bytes(bytes) => Some(std::str::from_utf8(bytes).is_ok()),
            Self::Expression(_) => None,
        }
    }

    /// Returns the bytes for the documentation of the prefix type.
    pub(crate) fn for_docs(&self) -> String {
        match self {
            Self::Bytes(bytes) => format!("`\"{}\"`", bytes.escape_ascii()),
            Self::Expression(expression) => format!("`{}`", source_text(expression)),
        }
    }
}

/// Expands to a `&'static [u8; N]` or a `&'static [u8]`.
impl ToTokens for Constant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Bytes(bytes) => Literal::byte_string(bytes).to_tokens(tokens),
            Self::Expression(expression) => {
                let span = spans::first_span(expression.clone());
                let rk = names::private(span);
                tokens.extend(quote_spanned!(span=> const { #rk::Constant(#expression).text_or_bytes() }));
            }
        }
    }
}

/// The encoding of a field.
pub(crate) enum Encoding<'a> {
    /// The encoding that the type of the field has without attributes, or its complement or reverse.
    Plain(Direction),
    /// An integer in a fixed number of decimal digits, or a string in a fixed number of bytes.
    Padded { width: &'a Number, character: Option<char>, direction: Direction },
    /// A time in a text format.
    Time { format: &'a TimeFormat, descending: bool },
    /// The field is stored in a form of another system. One of these attributes chooses the form: `length`, `optional`, `list`,
    /// `decimal`, `bytes`, `little_endian` or `twos_complement`.
    OfOtherSystem { form: OtherSystemForm<'a>, descending: bool },
    /// A codec of the user encodes the field. `is_from_fields_attribute` is true if the attribute `fields = ..` of the struct names
    /// the codec.
    Custom { path: &'a Type, is_from_fields_attribute: bool, descending: bool },
    /// A hash of the field, in place of the field.
    Hashed(&'a Hash),
}

/// A form of stored values that other systems use. An attribute chooses the form.
#[derive(Clone, Copy)]
pub(crate) enum OtherSystemForm<'a> {
    /// A string or bytes after their length.
    AfterLength(LengthForm),
    /// An integer in `bytes` bytes. Without `bytes`, the integer has as many bytes as its type.
    Integer { bytes: Option<&'a Number>, form: IntegerForm },
    /// An integer in as few decimal digits as it needs.
    Decimal,
    /// An `Option` at the end of the key.
    Optional,
    /// A list at the end of the key.
    List,
}

/// The form of the length before a string or bytes.
#[derive(Clone, Copy)]
pub(crate) enum LengthForm {
    /// In this many bytes.
    BigEndian(usize),
    /// In this many bytes.
    LittleEndian(usize),
    Varint,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IntegerForm {
    OrderedBigEndian,
    TwosComplement,
    LittleEndian,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
    /// `#[reverse]`: the digits, bytes or characters in reverse.
    Reversed,
}

/// A format whose text sorts as the time does.
pub(crate) struct TimeFormat {
    pub(crate) text: String,
    pub(crate) items: Vec<FormatItem>,
    /// True if the format begins with the hour, for times of day.
    pub(crate) from_hour: bool,
}

/// A directive of a format, or the text between two directives.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum FormatItem {
    /// A unit from year to second, as an index of [`UNITS`].
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

/// `#[hash(md5, N)]`, `#[hash(md5, N, hex)]`, `#[hash(with = path, N)]`
pub(crate) struct Hash {
    pub(crate) by: FieldHash,
    pub(crate) bytes: Number,
    pub(crate) hex: bool,
}

impl Field<'_> {
    /// Returns the span of messages about the field, with the hygiene of derived code.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.type_span())
    }

    /// Returns the span of the field's type, with the hygiene of the type itself. If derived tokens have this span,
    /// rustc gives the same message about them as about the user's tokens. rustc prints equal messages only once.
    pub(crate) fn type_span(&self) -> Span {
        spans::first_span(self.ty.to_token_stream())
    }

    /// Returns the constants before and after the field.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &Constant> {
        self.before.into_iter().chain(self.after)
    }

    pub(crate) fn is_descending(&self) -> bool {
        matches!(
            self.encoding,
            Encoding::Plain(Direction::Descending)
                | Encoding::Padded { direction: Direction::Descending, .. }
                | Encoding::Time { descending: true, .. }
                | Encoding::OfOtherSystem { descending: true, .. }
                | Encoding::Custom { descending: true, .. }
        )
    }
}

/// Returns the member and the name of the field at `index`.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}
