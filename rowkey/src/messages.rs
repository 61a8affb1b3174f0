pub use crate::code::CodeConstant;
pub use crate::codec::array::ByteArray;
pub use crate::codec::big_endian::BigEndian;
pub use crate::codec::composite::{Codes, Fields, Variants};
pub use crate::codec::descending::DescendingOf;
pub use crate::codec::digits::PaddedDigits;
pub use crate::codec::elements::ArrayOf;
pub use crate::codec::float::TotalOrder;
pub use crate::codec::hashed::HashOf;
pub use crate::codec::integer::Integer;
pub use crate::codec::length::{EveryLength, Length, LengthIn, LengthPrefixed, VarintLength};
pub use crate::codec::named::CodecFor;
pub use crate::codec::newtype::NewtypeOf;
pub use crate::codec::optional::OptionOf;
pub use crate::codec::output::{CodecBytes, CodecContent, TerminatedByKey};
pub use crate::codec::padded_text::PaddedString;
pub use crate::codec::position::{DelimitedBy, Escaped, LastField, MidField, TerminatedBy};
pub use crate::codec::proxy::ByProxy;
pub use crate::codec::repeated::{IfPresent, ListOf};
pub use crate::codec::reversed::{ReversedContent, ReversedOf};
pub use crate::codec::scalar::Scalar;
pub use crate::codec::time_text::{FromHour, FromYear, TimeText};
pub use crate::codec::unpadded::UnpaddedDigits;
pub use crate::codec::unterminated::UnterminatedOf;
pub use crate::codec::variable::VariableLength;
pub use crate::codec::{DecodeField, FieldCodec};
pub use crate::constant::TextOrBytes;
pub use crate::digest::algorithms::*;
pub use crate::digest::{CompiledIn, Digest, DigestBy};
pub use crate::field::ip::TaggedAddress;
pub use crate::field::{
    DecimalTarget, LengthTarget, LentField, ListTarget, OptionalTarget, PadCharTarget, PadTarget, ReverseTarget,
    WidePadTarget,
};
pub use crate::format::field::{FormatOf, HasType};
pub use crate::key::bounds::{
    BorrowingField, ByCharacter, ByWidth, CanDescend, DecodableField, EndsWithField, InRange, KeptField, KnownSalt,
    OrderedField, OrderedType, OutsideLimits, ReadNestedField, SpreadField, StartValue, StartsWithField, TextConstant,
    TextField, TotalCodec, TotalDecimal, TotalDelimitedCodec, TotalField, TotalLength, TotalPadded, TotalTime,
    TotalType,
};
pub use crate::key::bounds::{DecodeFields, Holds, OwnedFields, SpreadStart, TextFields, TotalFields};
pub use crate::key::bytes::{ChooseBytes, Width};
pub use crate::key::space::{AllVariantsTotal, TotalVariant};
pub use crate::query::composite::{ByComposite, ByValue, FieldRange, ValueRange};
pub use crate::query::scan::{ReadFromEnd, StoredKey};
pub use crate::query::{Argument, ExactRanges, FewRanges, IsRange, NoField, NoSalt, OneRange, StartOf, random_number};
#[cfg(feature = "records")]
pub use crate::record::conversion::{Copied, Element, Kept, Sparse, StoredFrom};
pub use crate::salt::ModuloField;
#[cfg(not(feature = "random"))]
pub use crate::salt::random::{HasRandomSource, ThisBuild};
