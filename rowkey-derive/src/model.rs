//! The model of a key: the types that describe a key after `attr` has read its attributes and `check` has checked them.
//! `expand` generates code from these types.

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

/// A struct that derives `RowKey`, or a type that derives `KeyField`. A type that derives `KeyField` has no namespace,
/// salt, `max_len` or fingerprint, and its separator is `Escape`.
pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    /// A hash of the definition, see [`prefix_type::hash`](crate::prefix_type::hash).
    pub(crate) hash: u32,
    pub(crate) vis: &'a Visibility,
    pub(crate) lifetimes: Vec<&'a Lifetime>,
    pub(crate) prefix: Ident,
    /// The path of the crate `rowkey`, if the user wrote one.
    pub(crate) krate: Option<&'a Path>,
    /// The namespace, unless it is empty.
    pub(crate) namespace: Option<&'a Constant>,
    pub(crate) separator: Separator,
    pub(crate) salt: Option<KeySalt<'a>>,
    /// The index of the field with which the sort key begins.
    pub(crate) sort_from: Option<usize>,
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
    /// Returns the tokens of all functions, numbers, constants and codecs that derived code repeats from attributes.
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
            Encoding::Custom { path, .. } => path.to_token_stream(),
            Encoding::Hashed(Hash { by: FieldHash::Function(path), bytes, .. }) => quote!(#path #bytes),
            Encoding::Hashed(Hash { bytes, .. }) => bytes.to_token_stream(),
            Encoding::Plain(_) | Encoding::Time { .. } | Encoding::InForm { .. } => TokenStream::new(),
        }));
        tokens
    }
}

/// The way in which a key marks the end of a variable-length field. A byte above 7F is represented by the character
/// with the same number: `b'\xFF'` by `'\u{FF}'`.
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

    /// Checks whether the separator is a byte that UTF-8 never contains. The crate `rowkey` has the same list in
    /// `codec/position.rs`.
    pub(crate) fn is_never_in_text(self) -> bool {
        const UNUSED_BY_UTF8: [char; 13] = [
            '\u{C0}', '\u{C1}', '\u{F5}', '\u{F6}', '\u{F7}', '\u{F8}', '\u{F9}', '\u{FA}', '\u{FB}', '\u{FC}',
            '\u{FD}', '\u{FE}', '\u{FF}',
        ];
        self.character().is_some_and(|character| UNUSED_BY_UTF8.contains(&character))
    }

    /// Checks whether the separator is valid UTF-8. A byte above 7F is not.
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

/// The salt of a key: bytes between the namespace and the first field, which spread the keys over the store.
pub(crate) struct KeySalt<'a> {
    pub(crate) kind: SaltKind<'a>,
    /// The attribute as the user wrote it.
    pub(crate) tokens: &'a TokenStream,
}

pub(crate) enum SaltKind<'a> {
    /// A hash of bytes of the key.
    Hashed { hash: &'a HashedSalt, of: SaltInput },
    /// The remainder of the integer field at index `field`, divided by the number of buckets.
    Modulo { field: usize, buckets: &'a Buckets },
    /// A bucket number that the program chooses when it writes a row.
    Random { buckets: &'a Buckets },
}

/// The bytes that a hashed salt is computed from.
pub(crate) enum SaltInput {
    /// Everything after the salt.
    WholeKey,
    /// The fields at these indexes, in this order.
    Fields(Vec<usize>),
}

pub(crate) enum HashedSalt {
    /// `count` bytes of a digest: the first bytes, or the last bytes if `last` is true. If `hex` is true, keys contain
    /// the hex digits of these bytes.
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
    /// Returns the name of the function for compile errors, and the greatest number of bytes that the function can
    /// return.
    pub(crate) fn name_and_max_bytes(&self) -> (&'static str, usize) {
        match self {
            Self::Digest(NamedDigest { digest, .. }) => (digest.name(), digest.bytes()),
            Self::Function(_) => ("the function", usize::MAX),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct NamedDigest {
    pub(crate) digest: Digest,
    pub(crate) span: Span,
}

pub(crate) struct Buckets {
    pub(crate) count: Number<u64>,
    /// True if keys contain the bucket number in decimal digits, false if they contain it in binary.
    pub(crate) digits: bool,
}

impl Buckets {
    /// Returns the number of bytes of a bucket number: for 300 buckets 2, or 3 with `digits`.
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
    pub(crate) fn width(&self) -> Option<usize> {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { count, hex, .. }, .. } => {
                Some(count.known()? * if *hex { 2 } else { 1 })
            }
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.width(),
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.width(),
        }
    }

    /// Checks whether the salt has at most `max` different values. Returns `None` if only rustc knows.
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

    pub(crate) fn is_text(&self) -> bool {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { hex, .. }, .. } => *hex,
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.digits,
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.digits,
        }
    }

    pub(crate) fn digest(&self) -> Option<NamedDigest> {
        match &self.kind {
            SaltKind::Hashed {
                hash: HashedSalt::Bytes { digest, .. } | HashedSalt::Bucket { by: BucketHash::Digest(digest), .. },
                ..
            } => Some(*digest),
            _ => None,
        }
    }

    /// Returns the number in the attribute, such as `16` in `salt(md5, buckets = 16)`, or `2` in `salt(md5, 2, hex)`.
    fn count(&self) -> TokenStream {
        match &self.kind {
            SaltKind::Hashed { hash: HashedSalt::Bytes { count, .. }, .. } => count.to_token_stream(),
            SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets.count.to_token_stream(),
            SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => buckets.count.to_token_stream(),
        }
    }

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

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// The name in compile errors and in `LAYOUT`.
    pub(crate) name: String,
    /// The name of the method of the prefix type that sets the field, such as `at`. The other methods of the field add
    /// a suffix to this name: `at_in`.
    pub(crate) method: Ident,
    pub(crate) ty: &'a Type,
    pub(crate) encoding: Encoding<'a>,
    pub(crate) unterminated: bool,
    pub(crate) before: Option<&'a Constant>,
    pub(crate) after: Option<&'a Constant>,
}

pub(crate) const MAX_BUCKETS: u64 = 1 << 32;

/// A whole number in an attribute.
pub(crate) enum Number<N = usize> {
    Literal(N),
    /// An expression that only the compiler can evaluate: the path of a constant, or a block.
    Expression(TokenStream),
}

impl<N: Copy + Display + ToTokens> Number<N> {
    pub(crate) fn known(&self) -> Option<N> {
        match self {
            Self::Literal(number) => Some(*number),
            Self::Expression(_) => None,
        }
    }

    /// Returns the literal, or for an expression the name of the constant in derived code that holds its value. The
    /// number is in an attribute of the field at `index`.
    pub(crate) fn of_field(&self, index: usize, span: Span) -> TokenStream {
        self.or_constant(|| names::count(index, span))
    }

    /// Returns the literal, or for an expression the `name` of the constant in derived code that holds its value.
    pub(crate) fn or_constant(&self, name: impl FnOnce() -> Ident) -> TokenStream {
        match self {
            Self::Literal(number) => number.to_token_stream(),
            Self::Expression(_) => name().to_token_stream(),
        }
    }

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

/// Constant bytes in a key, such as a namespace.
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

    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::Expression(_) => None,
        }
    }

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

pub(crate) enum Encoding<'a> {
    /// The encoding that the type of the field has without attributes. `Direction` says whether this encoding is
    /// complemented (`#[descending]`) or reversed (`#[reverse]`).
    Plain(Direction),
    /// An integer in a fixed number of decimal digits, or a string in a fixed number of bytes.
    Padded { width: &'a Number, character: Option<char>, direction: Direction },
    /// A time as text.
    Time { format: &'a TimeFormat, descending: bool },
    /// The form that one of these attributes chooses: `length`, `optional`, `list` or `decimal`.
    InForm { form: ValueForm, descending: bool },
    /// A codec or a format that the user named. `is_from_fields_attribute` is true if `fields = ..` above the type
    /// names `path`, and false if `codec = ..` does.
    Custom { path: &'a Type, is_from_fields_attribute: bool, descending: bool },
    /// A hash of the field, in place of the field.
    Hashed(&'a Hash),
}

/// A form of a value that other systems also use.
#[derive(Clone, Copy)]
pub(crate) enum ValueForm {
    /// A string or bytes after their length.
    AfterLength(LengthForm),
    /// An integer in as few decimal digits as it needs.
    Decimal,
    /// An `Option` at the end of the key.
    Optional,
    /// A list at the end of the key.
    List,
}

/// The form of the length that is stored before a string or bytes.
#[derive(Clone, Copy)]
pub(crate) enum LengthForm {
    /// In this many bytes.
    BigEndian(usize),
    /// In this many bytes.
    LittleEndian(usize),
    Varint,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
    /// `#[reverse]`: the digits, bytes or characters in reverse.
    Reversed,
}

impl Direction {
    /// Checks whether the bytes of a field can sort as its values do.
    pub(crate) fn is_in_order(self) -> bool {
        match self {
            Self::Ascending | Self::Descending => true,
            Self::Reversed => false,
        }
    }
}

/// The argument of `#[format]`: a format of times whose text sorts as the times do.
pub(crate) struct TimeFormat {
    pub(crate) text: String,
    pub(crate) items: Vec<FormatItem>,
    /// True for a format of times of day, such as `%H:%M`. All other formats begin with the year.
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

/// The units from the greatest to the least: directive, name for compile errors, and name in `rowkey`.
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
    /// Returns the location of the field's type, with the hygiene of derived code. Messages about the field point at
    /// this location.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.type_span())
    }

    /// Returns the span of the field's type, with the hygiene of the type itself. If derived tokens have this span,
    /// rustc gives the same message about them as about the user's tokens. rustc prints equal messages only once.
    pub(crate) fn type_span(&self) -> Span {
        spans::first_span(self.ty.to_token_stream())
    }

    pub(crate) fn constants(&self) -> impl Iterator<Item = &Constant> {
        self.before.into_iter().chain(self.after)
    }

    pub(crate) fn is_descending(&self) -> bool {
        matches!(
            self.encoding,
            Encoding::Plain(Direction::Descending)
                | Encoding::Padded { direction: Direction::Descending, .. }
                | Encoding::Time { descending: true, .. }
                | Encoding::InForm { descending: true, .. }
                | Encoding::Custom { descending: true, .. }
        )
    }
}

/// Returns the member and the name of the field at `index`. The name of a tuple field is, for example, `field_0`.
pub(crate) fn member(index: usize, field: &syn::Field) -> (Member, Ident) {
    match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.clone()),
        None => (Member::from(index), format_ident!("field_{index}")),
    }
}
