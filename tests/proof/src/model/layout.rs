//! [`Layout`], which describes a key type in the model (a second implementation of `rowkey/docs/layout.md`, for tests):
//! its namespace, salt and separator, and its [`Field`]s with their attributes.

use super::formats::Format;
use super::{Digest, Kind, Salt, Typed, Value};

/// Padding (`layout.md`, section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pad {
    /// The width: digits of an integer, bytes of a text.
    pub width: usize,
    /// The fill byte of a text. Integers are always filled with zeros.
    pub fill: u8,
}

/// A hash that is stored in place of the field (`layout.md`, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash {
    /// The algorithm.
    pub digest: Digest,
    /// The number of bytes of the digest that are stored.
    pub size: usize,
    /// True if the bytes are written as hexadecimal digits.
    pub hex: bool,
}

/// A form in which other systems store a value, chosen by an attribute (`layout.md`, section 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// `#[length(..)]`: the content follows its length, which is stored in this many bytes.
    Length(usize, Endian),
    /// `#[length(varint)]`.
    VarintLength,
    /// The format `IntegerBytes`, `LittleEndian` or `TwosComplement`.
    Integer {
        /// The number of bytes. `None` means the width of the type.
        bytes: Option<usize>,
        /// The order of the bytes.
        endian: Endian,
        /// True if the sign bit of a signed integer is flipped, so that negative integers sort first.
        flipped: bool,
    },
    /// `#[decimal]`.
    Decimal,
    /// `#[rowkey(optional)]`.
    Optional,
    /// `#[rowkey(list)]`.
    List,
    /// `#[rowkey(codec = ..)]` with a format of few types of `rowkey_formats`.
    Codec(Codec),
}

/// A format of few types of `rowkey_formats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Groups of seven bits, the least significant first.
    Leb128,
    /// Groups of seven bits, the most significant first. Each number has only one encoding: 128 is `80 00`.
    BitcoinVarint,
    /// Small numbers in one byte, and other numbers after a byte for their length.
    CockroachInteger,
    /// Text or bytes, escaped, between `12` and `00 01`.
    CockroachBytes,
    /// Text or bytes in groups of eight, as in an index of TiDB.
    TidbBytes,
    /// Text or bytes, followed by `00`.
    NulTerminated,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Codec; 6] = [
        Codec::Leb128,
        Codec::BitcoinVarint,
        Codec::CockroachInteger,
        Codec::CockroachBytes,
        Codec::TidbBytes,
        Codec::NulTerminated,
    ];

    /// Checks whether the codec encodes values of this kind, or of the kind in an `Option`.
    pub fn supports(self, kind: &Kind) -> bool {
        let kind = if let Kind::Opt(inner) = kind { inner } else { kind };
        match self {
            Codec::Leb128 | Codec::BitcoinVarint => matches!(kind, Kind::U(_)),
            Codec::CockroachInteger => matches!(kind, Kind::U(1..=8) | Kind::I(1..=8)),
            Codec::CockroachBytes | Codec::TidbBytes | Codec::NulTerminated => matches!(kind, Kind::Str | Kind::Bytes),
        }
    }

    /// Checks whether the bytes sort as the values do.
    pub fn is_ordered(self) -> bool {
        !matches!(self, Codec::Leb128 | Codec::BitcoinVarint)
    }
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
}

/// A field of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute")]
pub struct Field {
    /// The type of the field.
    pub kind: Kind,
    /// `#[pad(..)]`.
    pub pad: Option<Pad>,
    /// `#[descending]`.
    pub descending: bool,
    /// `#[reverse]`.
    pub reverse: bool,
    /// `#[hash(..)]`.
    pub hash: Option<Hash>,
    /// `#[unterminated]`.
    pub unterminated: bool,
    /// `#[rowkey(before = ..)]`.
    pub before: Vec<u8>,
    /// `#[rowkey(after = ..)]`.
    pub after: Option<Vec<u8>>,
    /// `#[rowkey(codec = ..)]` with a format of another system.
    pub format: Option<Format>,
    /// The form of another system, such as `#[length(..)]`.
    pub foreign: Option<Foreign>,
    /// True if the field has a codec that a test defines. The codec must write the same bytes as the field without the
    /// codec.
    pub own_codec: bool,
}

impl Field {
    /// Returns a field of this type without attributes.
    pub fn new(kind: Kind) -> Field {
        Field {
            kind,
            pad: None,
            descending: false,
            reverse: false,
            hash: None,
            unterminated: false,
            before: Vec::new(),
            after: None,
            format: None,
            foreign: None,
            own_codec: false,
        }
    }

    /// Returns a field of this Rust type without attributes.
    pub fn of<T: Typed>() -> Field {
        Field { own_codec: T::OWN_CODEC, ..Field::new(T::kind()) }
    }

    /// Adds `#[pad(width)]`.
    #[must_use]
    pub fn pad(self, width: usize) -> Field {
        self.pad_with(width, 0)
    }

    /// Adds `#[pad(width, 'fill')]`.
    #[must_use]
    pub fn pad_with(self, width: usize, fill: u8) -> Field {
        Field { pad: Some(Pad { width, fill }), ..self }
    }

    /// Adds `#[descending]`.
    #[must_use]
    pub fn descending(self) -> Field {
        Field { descending: true, ..self }
    }

    /// Adds `#[reverse]`.
    #[must_use]
    pub fn reverse(self) -> Field {
        Field { reverse: true, ..self }
    }

    /// Adds `#[rowkey(before = bytes)]`.
    #[must_use]
    pub fn before(self, bytes: impl Into<Vec<u8>>) -> Field {
        Field { before: bytes.into(), ..self }
    }

    /// Adds `#[rowkey(after = bytes)]`.
    #[must_use]
    pub fn after(self, bytes: impl Into<Vec<u8>>) -> Field {
        Field { after: Some(bytes.into()), ..self }
    }

    /// Adds `#[hash(digest, size)]`.
    #[must_use]
    pub fn hash(self, digest: Digest, size: usize) -> Field {
        Field { hash: Some(Hash { digest, size, hex: false }), ..self }
    }

    /// Adds `#[hash(digest, size, hex)]`.
    #[must_use]
    pub fn hash_hex(self, digest: Digest, size: usize) -> Field {
        Field { hash: Some(Hash { digest, size, hex: true }), ..self }
    }

    /// Adds `#[unterminated]`.
    #[must_use]
    pub fn unterminated(self) -> Field {
        Field { unterminated: true, ..self }
    }

    /// Adds `#[rowkey(codec = format)]`.
    #[must_use]
    pub fn format(self, format: Format) -> Field {
        Field { format: Some(format), ..self }
    }

    /// Adds `#[length(..)]` of this many bytes.
    #[must_use]
    pub fn length(self, bytes: usize, endian: Endian) -> Field {
        Field { foreign: Some(Foreign::Length(bytes, endian)), ..self }
    }

    /// Adds `#[length(varint)]`.
    #[must_use]
    pub fn length_varint(self) -> Field {
        Field { foreign: Some(Foreign::VarintLength), ..self }
    }

    /// Stores the integer in this many bytes.
    #[must_use]
    pub fn bytes(self, bytes: usize) -> Field {
        let foreign = match self.foreign {
            Some(Foreign::Integer { endian, flipped, .. }) => Foreign::Integer { bytes: Some(bytes), endian, flipped },
            _ => Foreign::Integer { bytes: Some(bytes), endian: Endian::Big, flipped: true },
        };
        Field { foreign: Some(foreign), ..self }
    }

    /// Stores the integer with its least significant byte first.
    #[must_use]
    pub fn little_endian(self) -> Field {
        Field { foreign: Some(self.unflipped_integer(Endian::Little)), ..self }
    }

    /// Stores the integer in two's complement.
    #[must_use]
    pub fn twos_complement(self) -> Field {
        Field { foreign: Some(self.unflipped_integer(Endian::Big)), ..self }
    }

    fn unflipped_integer(&self, endian: Endian) -> Foreign {
        let bytes = match self.foreign {
            Some(Foreign::Integer { bytes, .. }) => bytes,
            _ => None,
        };
        Foreign::Integer { bytes, endian, flipped: false }
    }

    /// Adds `#[decimal]`.
    #[must_use]
    pub fn decimal(self) -> Field {
        Field { foreign: Some(Foreign::Decimal), ..self }
    }

    /// Adds `#[rowkey(optional)]`.
    #[must_use]
    pub fn optional(self) -> Field {
        Field { foreign: Some(Foreign::Optional), ..self }
    }

    /// Adds `#[rowkey(list)]`.
    #[must_use]
    pub fn list(self) -> Field {
        Field { foreign: Some(Foreign::List), ..self }
    }

    /// Adds `#[rowkey(codec = codec)]` with a format of few types of `rowkey_formats`.
    #[must_use]
    pub fn codec(self, codec: Codec) -> Field {
        Field { foreign: Some(Foreign::Codec(codec)), ..self }
    }

    /// Adds `#[rowkey(codec = ..)]` with a codec that a test defines: see the field [`own_codec`](Self::own_codec).
    #[must_use]
    pub fn own_codec(self) -> Field {
        Field { own_codec: true, ..self }
    }

    pub(super) fn contains(&self, value: &Value) -> bool {
        match value {
            Value::Descending(value) => self.descending && self.kind.contains(value),
            value => !self.descending && self.kind.contains(value),
        }
    }

    /// Checks whether the field has variable length: its type has variable length, and no attribute makes the width of
    /// the field fixed (`layout.md`, section 1).
    pub fn is_variable_length(&self) -> bool {
        match self.foreign {
            Some(Foreign::Decimal) => true,
            Some(_) => false,
            None => {
                self.kind.is_variable_length() && self.pad.is_none() && self.hash.is_none() && self.format.is_none()
            }
        }
    }

    /// Returns the width of the field, without its constants and a delimiter, if all its values have the same width.
    pub(crate) fn fixed_width(&self) -> Option<usize> {
        match (self.hash, self.pad, self.foreign) {
            (Some(hash), ..) => Some(hash.size * (1 + usize::from(hash.hex))),
            (None, Some(pad), _) => Some(pad.width),
            (None, None, Some(Foreign::Integer { bytes, .. })) => bytes.or(self.kind.width()),
            (None, None, None) if self.format.is_none() => self.kind.width(),
            _ => None,
        }
    }

    /// Returns the rule that the field breaks in every layout, or `None` if the field breaks no such rule (`layout.md`,
    /// section 11.1).
    fn mistake(&self) -> Option<&'static str> {
        if let Kind::Struct(fields) = &self.kind
            && let Some(mistake) = fields.iter().find_map(Field::mistake)
        {
            return Some(mistake);
        }
        if let Kind::DataEnum(variants) = &self.kind
            && let Some(mistake) = variants.iter().flat_map(|(_, fields)| fields).find_map(Field::mistake)
        {
            return Some(mistake);
        }
        if self.own_codec && (self.pad.is_some() || self.reverse || self.foreign.is_some() || self.format.is_some()) {
            return Some(
                "a field with a codec cannot also have a format, `pad`, `reverse` or another attribute of the encoding",
            );
        }
        if let Some(format) = self.format {
            return if self.foreign.is_some() || self.pad.is_some() || self.reverse || self.hash.is_some() {
                Some(
                    "a field with a format cannot also have `pad`, `reverse`, `hash` or another attribute of the encoding",
                )
            } else {
                format.mistake(&self.kind, self.descending, true)
            };
        }
        if let Some(foreign) = self.foreign {
            let kind = if let Kind::Opt(inner) = &self.kind { inner } else { &self.kind };
            return match (foreign, kind) {
                _ if self.pad.is_some() || self.reverse || self.hash.is_some() => {
                    Some("the field has two attributes of which a field can have only one, such as `decimal` and `pad`")
                }
                (Foreign::Optional | Foreign::List, _) if self.descending => {
                    Some("an `optional` or `list` field cannot be descending")
                }
                (Foreign::Optional, kind) => match &self.kind {
                    Kind::Opt(_) if kind.is_variable_length() => {
                        Some("the value of an `optional` field cannot be text or bytes, which need a terminator")
                    }
                    Kind::Opt(_) => mistake_of_element(kind),
                    _ => Some("`optional` is on a field whose type is not `Option`"),
                },
                (Foreign::List, Kind::List(element)) => mistake_of_element(element),
                (Foreign::Codec(codec), _) if !codec.supports(&self.kind) => {
                    Some("the codec does not support the type of the field")
                }
                (Foreign::Codec(_), _)
                | (Foreign::Length(..) | Foreign::VarintLength, Kind::Str | Kind::Bytes)
                | (Foreign::Decimal | Foreign::Integer { .. }, Kind::U(_) | Kind::I(_)) => None,
                _ => Some("the attribute does not support the type of the field"),
            };
        }
        let plain = self.pad.is_none() && !self.descending && !self.reverse;
        if let Some(hash) = self.hash {
            return if !plain {
                Some("a field with `hash` cannot also have `pad`, `descending` or `reverse`")
            } else if hash.size == 0 || hash.size > hash.digest.width() {
                Some("`hash` needs a size from 1 byte to the size of the digest")
            } else {
                None
            };
        }
        if self.reverse && self.descending {
            return Some("a field cannot have both `reverse` and `descending`");
        }
        let has_reverse = matches!(self.kind, Kind::U(_) | Kind::I(_) | Kind::Str | Kind::Bytes | Kind::Array(_));
        if self.reverse && !has_reverse {
            return Some("`reverse` is on a field that is not an integer, text, bytes or an array of bytes");
        }
        let pad = self.pad?;
        match self.kind {
            _ if pad.width == 0 => Some("`pad` needs a width of at least 1"),
            Kind::U(_) | Kind::I(_) if pad.width > 39 => Some("`pad` on an integer must not have a width above 39"),
            Kind::U(_) | Kind::I(_) if pad.fill != 0 => Some("`pad` on an integer must not have a pad character"),
            Kind::Str if !pad.fill.is_ascii() => Some("the pad character must be ASCII"),
            Kind::U(_) | Kind::I(_) | Kind::Str => None,
            _ => Some("`pad` is on a field that is not an integer or text"),
        }
    }
}

/// Returns the rule that an `optional` or `list` field with elements of this kind breaks, or `None` if the field breaks
/// no rule (`layout.md`, section 17.5).
fn mistake_of_element(kind: &Kind) -> Option<&'static str> {
    (fixed_width(kind) == Some(0))
        .then_some("each element of an `optional` or `list` field must have at least one byte")
}

fn fixed_width(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::Struct(fields) => {
            let is_plain = |field: &Field| field.format.is_none() && field.foreign.is_none();
            fields.iter().map(|field| fixed_width(&field.kind).filter(|_| is_plain(field))).sum()
        }
        Kind::Elements(element, count) => fixed_width(element).map(|width| width * count),
        Kind::UnitEnum(codes) => {
            codes.first().map(Vec::len).filter(|width| codes.iter().all(|code| code.len() == *width))
        }
        kind => kind.width(),
    }
}

/// The bytes that separate the fields (`layout.md`, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// No separator: variable-length fields are escaped.
    None,
    /// This byte between all fields.
    Delimiter(u8),
    /// This byte after each variable-length field that needs a terminator.
    Terminator(u8),
}

impl Separator {
    /// Checks whether every value of this variable-length kind can be encoded before the separator. A value that
    /// contains the separator cannot.
    pub fn allows_every(self, kind: &Kind) -> bool {
        match (self, kind) {
            (_, Kind::Opt(inner)) => self.allows_every(inner),
            (Separator::None, _) => true,
            // Text and decimal digits never contain these bytes, because UTF-8 does not use them.
            (Separator::Delimiter(byte) | Separator::Terminator(byte), kind) => {
                *kind != Kind::Bytes && matches!(byte, 0xC0 | 0xC1 | 0xF5..=0xFF)
            }
        }
    }
}

/// A key type in the model.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The constant bytes at the beginning of the key.
    pub namespace: Vec<u8>,
    /// The bytes that separate the fields.
    pub separator: Separator,
    /// The salt between the namespace and the fields.
    pub salt: Option<Salt>,
    /// The fields, in order.
    pub fields: Vec<Field>,
}

impl Layout {
    /// Returns a layout of these fields, without namespace, separator and salt.
    pub fn new(fields: impl IntoIterator<Item = Field>) -> Layout {
        Layout { namespace: Vec::new(), separator: Separator::None, salt: None, fields: fields.into_iter().collect() }
    }

    /// Adds `#[rowkey(namespace = "..")]`.
    #[must_use]
    pub fn namespace(self, namespace: impl Into<Vec<u8>>) -> Layout {
        Layout { namespace: namespace.into(), ..self }
    }

    /// Adds `#[rowkey(delimiter = '.')]`.
    #[must_use]
    pub fn delimiter(self, byte: u8) -> Layout {
        self.separated(Separator::Delimiter(byte))
    }

    /// Adds `#[rowkey(terminator = '.')]`.
    #[must_use]
    pub fn terminator(self, byte: u8) -> Layout {
        self.separated(Separator::Terminator(byte))
    }

    /// Adds `#[rowkey(fields = format)]`. The format applies to each field without an attribute that decides its bytes,
    /// such as `#[pad(..)]`.
    #[must_use]
    pub fn fields_in(mut self, format: Format) -> Layout {
        for field in &mut self.fields {
            let decided = field.pad.is_some() || field.reverse || field.hash.is_some() || field.foreign.is_some();
            field.format = field.format.or((!decided).then_some(format));
        }
        self
    }

    /// Returns the layout with this separator.
    #[must_use]
    pub fn separated(self, separator: Separator) -> Layout {
        Layout { separator, ..self }
    }

    /// Returns the layout with this salt.
    #[must_use]
    pub fn salt(self, salt: Salt) -> Layout {
        Layout { salt: Some(salt), ..self }
    }

    /// Returns the number of bytes of a key after the content of a field. All later fields must have fixed widths.
    pub(crate) fn tail(&self, index: usize) -> usize {
        let after_content = |index: usize| {
            let field = &self.fields[index];
            field.after.as_ref().map_or(0, Vec::len) + super::encode::delimiter_after(self, index).len()
        };
        let width = |index: usize| {
            let field = &self.fields[index];
            field.before.len() + field.fixed_width().expect("a fixed width") + after_content(index)
        };
        after_content(index) + (index + 1..self.fields.len()).map(width).sum::<usize>()
    }

    /// Checks whether the field is at the end of the key: it is the last one, and no constant follows it.
    pub fn is_at_the_end(&self, index: usize) -> bool {
        index + 1 == self.fields.len() && self.fields[index].after.is_none()
    }

    /// Returns the rule that the layout breaks, or `None` if the layout is valid (`layout.md`, section 11.1).
    pub fn mistake(&self) -> Option<&'static str> {
        if self.fields.is_empty() {
            return Some("the key must have at least one field");
        }
        if let Some(mistake) = self.fields.iter().find_map(Field::mistake) {
            return Some(mistake);
        }
        let is_misplaced = |(index, field): (usize, &Field)| {
            let format = field.format?;
            format.mistake(&field.kind, field.descending, self.is_at_the_end(index))
        };
        if let Some(mistake) = self.fields.iter().enumerate().find_map(is_misplaced) {
            return Some(mistake);
        }
        let ends_the_key = |field: &Field| matches!(field.foreign, Some(Foreign::Optional | Foreign::List));
        if (0..self.fields.len()).any(|index| ends_the_key(&self.fields[index]) && !self.is_at_the_end(index)) {
            return Some("an `optional` or `list` field must be at the end of the key");
        }
        if let Some(index) = self.fields.iter().position(|field| field.unterminated) {
            let rest = &self.fields[index + 1..];
            let without_constants = Field { before: Vec::new(), after: None, ..self.fields[index].clone() };
            let is_plain = without_constants == Field::new(self.fields[index].kind.clone()).unterminated();
            if !matches!(self.fields[index].kind, Kind::Str | Kind::Bytes) || !is_plain || self.is_at_the_end(index) {
                return Some("`unterminated` is on a field that is not a string or bytes before another field");
            }
            if rest.iter().any(|field| field.fixed_width().is_none()) {
                return Some("each field after an unterminated field must have a fixed width");
            }
        }
        if let Separator::Delimiter(byte) | Separator::Terminator(byte) = self.separator {
            if byte.is_ascii_digit() && self.fields.iter().any(|field| field.foreign == Some(Foreign::Decimal)) {
                return Some("in a key with a `decimal` field, the delimiter or terminator must not be a digit");
            }
            if byte != 0 && self.fields.iter().any(|field| field.is_variable_length() && field.descending) {
                return Some(
                    "in a key with a descending variable-length field, the delimiter or terminator must be '\\0'",
                );
            }
        }
        self.salt.as_ref().and_then(|salt| salt.mistake(&self.fields))
    }
}
