//! The types that a user's codec can encode to, such as `InOrder<[u8; 2]>`. The type tells how decoding finds the end
//! of the bytes, and whether the bytes sort as the values do.

use crate::ascii::separator_byte;
use crate::codec::BoundPlace;
use crate::codec::error::{CodecError, OutOfRange};
use crate::codec::position::{
    AcceptsEvery, Complemented, DelimitedBy, InKey, KeepsOrder, MidField, Position, TerminatedBy,
};
use alloc::vec::Vec;

/// The bytes of a [`Codec`](crate::Codec) whose encoded values sort as the values do. A field `version` with such a
/// codec has the method `version_in`. The exception is `InOrder<Vec<u8>>` before a delimiter or terminator other than
/// `'\0'`, where a string also lacks this method.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::InOrder};
///
/// /// A version such as (1, 95), in two bytes.
/// struct MajorMinor;
///
/// impl Codec<(u8, u8)> for MajorMinor {
///     type Encoded = InOrder<[u8; 2]>;
///     const NAME: &'static str = "major and minor version";
///     fn encode((major, minor): &(u8, u8)) -> Self::Encoded {
///         InOrder([*major, *minor])
///     }
///     fn decode([major, minor]: [u8; 2]) -> Result<(u8, u8), CodecError> {
///         Ok((major, minor))
///     }
/// }
///
/// #[derive(RowKey)]
/// struct ReleaseKey {
///     #[rowkey(codec = MajorMinor)]
///     version: (u8, u8),
/// }
///
/// let key = ReleaseKey { version: (1, 95) };
/// assert_eq!(key.encode(), [1, 95]);
/// let range = ReleaseKey::prefix().version_in((1, 90)..(2, 0)).range();
/// assert!(range.contains(&key.encode()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InOrder<B>(pub B);

/// The bytes of a [`Codec`](crate::Codec) whose encoded values sort in reverse: a greater value has lesser bytes. A
/// field `score` with such a codec has the query method `score_in`. Its argument is a range of values, with the
/// lower bound first.
///
/// Most programs need no such codec: `#[descending]` complements the bytes of any codec. `Descending` is for the keys
/// of other programs that store greater values first in some other format, such as 10,000 minus the number.
///
/// [`OutOfRange::above`] and [`OutOfRange::below`] compare values, not bytes. In this example, 10,001 is above all
/// values that the codec can encode.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::{Descending, OutOfRange}};
///
/// /// 10,000 minus the number, in two bytes.
/// struct MinusFrom10000;
///
/// impl Codec<u16> for MinusFrom10000 {
///     type Encoded = Result<Descending<[u8; 2]>, OutOfRange>;
///     const NAME: &'static str = "10000 minus the number";
///     fn encode(value: &u16) -> Self::Encoded {
///         let difference = 10_000_u16.checked_sub(*value);
///         let difference = difference.ok_or_else(|| OutOfRange::above("more than 10000"))?;
///         Ok(Descending(difference.to_be_bytes()))
///     }
///     fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
///         Ok(10_000_u16.checked_sub(u16::from_be_bytes(bytes)).ok_or("more than 10000")?)
///     }
/// }
///
/// #[derive(RowKey)]
/// struct ScoreKey {
///     #[rowkey(codec = MinusFrom10000)]
///     score: u16,
///     player: u16,
/// }
///
/// let key = ScoreKey { score: 9_990, player: 7 }.try_encode()?;
/// assert_eq!(key, [0, 10, 0, 7]);
/// assert!(key < ScoreKey { score: 9_989, player: 7 }.try_encode()?);
/// assert!(ScoreKey::prefix().score_in(9_990..=20_000).range().contains(&key));
/// assert!(!ScoreKey::prefix().score_in(..9_990).range().contains(&key));
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
///
/// The bytes must have a fixed width or be self-delimiting. Inside an `Option`, an array, a list or a struct that is
/// itself a field, such a value does not sort: the derive generates no query method such as `score_in` for the field,
/// and queries can only set the field to one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Descending<B>(pub B);

/// Bytes of a [`Codec`](crate::Codec) that never contain the character `C`, for example because the codec escapes it.
///
/// In a key whose delimiter or terminator is `C`, such a field can hold every value. Without this promise, encoding
/// fails for values whose bytes contain `C`, so the key has only `try_encode` and no `encode`.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::{StartsAlike, Without}};
///
/// /// `%` as `%25` and `/` as `%2F`.
/// struct Escaped;
///
/// impl Codec<String> for Escaped {
///     type Encoded = Without<'/', StartsAlike<Vec<u8>>>;
///     const NAME: &'static str = "%25 and %2F";
///     fn encode(text: &String) -> Self::Encoded {
///         Without(StartsAlike(text.replace('%', "%25").replace('/', "%2F").into()))
///     }
///     fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
///         let text = String::from_utf8(bytes)?;
///         Ok(text.replace("%2F", "/").replace("%25", "%"))
///     }
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '/')]
/// struct PageKey {
///     #[rowkey(codec = Escaped)]
///     site: String,
///     #[rowkey(codec = Escaped)]
///     page: String,
/// }
///
/// let key = PageKey { site: "a/b".into(), page: "100%".into() };
/// assert_eq!(key.encode(), b"a%2Fb/100%25");
/// assert!(PageKey::prefix().site_starts_with("a/").range().contains(&key.encode()));
/// assert!(PageKey::prefix().site(&"a/b".into()).page_starts_with("1").range().contains(&key.encode()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Without<const C: char, B>(pub B);

/// Bytes of a [`Codec`](crate::Codec) of text that start alike if and only if the values start alike: the bytes of `v`
/// start with the bytes of `w` exactly if `v` starts with `w`. A field `word` with such a codec has the method
/// `word_starts_with`.
///
/// A codec that encodes each character separately keeps this promise if no character's bytes start with the bytes of
/// another character. The type of the value must implement `From<&str>`, as `String` does. If `Encoded` is a `Result`,
/// the field does not have this method.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::StartsAlike};
///
/// /// Text with each letter in the other case.
/// struct OtherCase;
///
/// fn other_case(letter: char) -> char {
///     if letter.is_ascii_lowercase() {
///         letter.to_ascii_uppercase()
///     } else {
///         letter.to_ascii_lowercase()
///     }
/// }
///
/// impl Codec<String> for OtherCase {
///     type Encoded = StartsAlike<Vec<u8>>;
///     const NAME: &'static str = "other case";
///     fn encode(text: &String) -> Self::Encoded {
///         StartsAlike(text.chars().map(other_case).collect::<String>().into())
///     }
///     fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
///         let text = String::from_utf8(bytes)?;
///         Ok(text.chars().map(other_case).collect())
///     }
/// }
///
/// #[derive(RowKey)]
/// struct WordKey {
///     #[rowkey(codec = OtherCase)]
///     word: String,
/// }
///
/// let key = WordKey { word: "Ulm".into() }.encode();
/// assert_eq!(key, b"uLM");
/// assert!(WordKey::prefix().word_starts_with("Ul").range().contains(&key));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartsAlike<B>(pub B);

/// The self-delimiting bytes of a [`Codec`](crate::Codec): decoding finds their end without a terminator. The key
/// neither escapes nor terminates these bytes.
///
/// No value's bytes may begin with all the bytes of another value. Common ways to ensure this are a length prefix, a
/// last byte that does not occur before the end, and a first byte that determines the length.
/// [`Codec::end`](crate::Codec::end) finds the end.
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::SelfDelimited};
///
/// /// A list of bytes after its length.
/// struct Counted;
///
/// impl Codec<Vec<u8>> for Counted {
///     type Encoded = Result<SelfDelimited, &'static str>;
///     const NAME: &'static str = "bytes after their number";
///     fn encode(bytes: &Vec<u8>) -> Self::Encoded {
///         let count = u8::try_from(bytes.len()).map_err(|_| "more than 255 bytes")?;
///         Ok(SelfDelimited([&[count], &bytes[..]].concat()))
///     }
///     fn end(bytes: &[u8]) -> Option<usize> {
///         Some(1 + usize::from(*bytes.first()?))
///     }
///     fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
///         Ok(bytes[1..].to_vec())
///     }
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct BlobKey {
///     #[rowkey(codec = Counted)]
///     blob: Vec<u8>,
///     part: u8,
/// }
///
/// let key = BlobKey { blob: vec![0, 9], part: 7 };
/// assert_eq!(key.try_encode()?, [2, 0, 9, 7]);
/// assert_eq!(BlobKey::decode(&[2, 0, 9, 7])?, key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfDelimited(pub Vec<u8>);

/// The types that a [`Codec`](crate::Codec) can encode to.
///
/// Code that is generic over codecs can read the constants of this trait:
///
/// ```
/// use rowkey::{Codec, CodecError, codecs::CodecOutput};
/// use rowkey_formats::PercentEscaped;
///
/// fn sorts<T, C: Codec<T>>() -> bool {
///     C::Encoded::SORTS
/// }
///
/// assert!(!sorts::<String, PercentEscaped>());
/// ```
#[diagnostic::on_unimplemented(
    message = "a codec cannot encode to `{Self}`",
    label = "not a type that a codec can encode to",
    note = "write `type Encoded = [u8; 2];` for a field that always has 2 bytes, `Vec<u8>` for a variable-length field, `SelfDelimited` for self-delimiting bytes, `InOrder<[u8; 2]>` if the bytes sort as the values do, and `Result<[u8; 2], String>` if some values cannot be encoded"
)]
pub trait CodecOutput: sealed::Sealed {
    /// `[u8; N]` or `Vec<u8>`.
    type Bytes: CodecBytes;

    /// True if the bytes sort as the values do, or in reverse if [`Self::DESCENDING`].
    const SORTS: bool;

    /// True if the bytes sort in reverse.
    const DESCENDING: bool = false;

    /// True if the bytes are self-delimiting.
    const SELF_DELIMITED: bool;

    #[doc(hidden)]
    fn into_bytes(self) -> Result<Self::Bytes, CodecError>;

    /// Checks the promise of [`Without<C, _>`](Without). Returns `C` if the bytes contain `C`, which violates the
    /// promise.
    #[doc(hidden)]
    fn __violation(bytes: &[u8]) -> Option<char>;
}

macro_rules! plain_output {
    ($([$($parameter:tt)*] $output:ty;)*) => {$(
        impl<$($parameter)*> CodecOutput for $output {
            type Bytes = <Self as CodecContent>::Bytes;
            const SORTS: bool = false;
            const SELF_DELIMITED: bool = <Self as CodecContent>::SELF_DELIMITED;

            #[inline]
            fn into_bytes(self) -> Result<Self::Bytes, CodecError> {
                Ok(CodecContent::into_bytes(self))
            }

            fn __violation(bytes: &[u8]) -> Option<char> {
                <Self as CodecContent>::__violation(bytes)
            }
        }

        impl<$($parameter)*> InfallibleOutput for $output {
            type Content = Self;
        }
    )*};
}

plain_output! {
    [const N: usize] [u8; N];
    [] Vec<u8>;
    [] SelfDelimited;
    [const C: char, B: TerminatedByKey] Without<C, B>;
    [B: TerminatedByKey] StartsAlike<B>;
}

impl<B: CodecContent> CodecOutput for InOrder<B> {
    type Bytes = B::Bytes;
    const SORTS: bool = true;
    const SELF_DELIMITED: bool = B::SELF_DELIMITED;

    #[inline]
    fn into_bytes(self) -> Result<B::Bytes, CodecError> {
        Ok(self.0.into_bytes())
    }

    fn __violation(bytes: &[u8]) -> Option<char> {
        B::__violation(bytes)
    }
}

#[diagnostic::do_not_recommend]
impl<B: NeedsNoTerminator> CodecOutput for Descending<B> {
    type Bytes = B::Bytes;
    const SORTS: bool = true;
    const DESCENDING: bool = true;
    const SELF_DELIMITED: bool = B::SELF_DELIMITED;

    #[inline]
    fn into_bytes(self) -> Result<B::Bytes, CodecError> {
        Ok(self.0.into_bytes())
    }

    fn __violation(_: &[u8]) -> Option<char> {
        None
    }
}

impl<B: CodecContent, E: Into<CodecError>> CodecOutput for Result<B, E> {
    type Bytes = B::Bytes;
    const SORTS: bool = false;
    const SELF_DELIMITED: bool = B::SELF_DELIMITED;

    #[inline]
    fn into_bytes(self) -> Result<B::Bytes, CodecError> {
        self.map(CodecContent::into_bytes).map_err(Into::into)
    }

    fn __violation(bytes: &[u8]) -> Option<char> {
        B::__violation(bytes)
    }
}

impl<B: CodecContent> CodecOutput for Result<InOrder<B>, OutOfRange> {
    type Bytes = B::Bytes;
    const SORTS: bool = true;
    const SELF_DELIMITED: bool = B::SELF_DELIMITED;

    #[inline]
    fn into_bytes(self) -> Result<B::Bytes, CodecError> {
        self.map(|InOrder(content)| content.into_bytes()).map_err(|error| error.reason)
    }

    fn __violation(bytes: &[u8]) -> Option<char> {
        B::__violation(bytes)
    }
}

#[diagnostic::do_not_recommend]
impl<B: NeedsNoTerminator> CodecOutput for Result<Descending<B>, OutOfRange> {
    type Bytes = B::Bytes;
    const SORTS: bool = true;
    const DESCENDING: bool = true;
    const SELF_DELIMITED: bool = B::SELF_DELIMITED;

    #[inline]
    fn into_bytes(self) -> Result<B::Bytes, CodecError> {
        self.map(|Descending(content)| content.into_bytes()).map_err(|error| error.reason)
    }

    fn __violation(_: &[u8]) -> Option<char> {
        None
    }
}

/// The output of a codec whose encoded values sort as the values do, or in reverse.
pub trait SortedOutput: CodecOutput {
    /// The type whose [`KeepsOrderAt`] says at which positions the output sorts: `B` for [`InOrder<B>`](InOrder), and
    /// [`Descending<B>`](Descending) itself, because it sorts at fewer positions than `B`.
    type Content;

    /// Returns the bytes of a value. If the codec rejected the value, the error says whether the value is before or
    /// after all values that the codec can encode.
    #[doc(hidden)]
    fn into_bound(self) -> Result<Self::Bytes, BoundPlace>;
}

impl<B: CodecContent> SortedOutput for InOrder<B> {
    type Content = B;

    #[inline]
    fn into_bound(self) -> Result<B::Bytes, BoundPlace> {
        Ok(self.0.into_bytes())
    }
}

impl<B: NeedsNoTerminator> SortedOutput for Descending<B> {
    type Content = Self;

    #[inline]
    fn into_bound(self) -> Result<B::Bytes, BoundPlace> {
        Ok(self.0.into_bytes())
    }
}

impl<B: NeedsNoTerminator> SortedOutput for Result<Descending<B>, OutOfRange> {
    type Content = Descending<B>;

    fn into_bound(self) -> Result<B::Bytes, BoundPlace> {
        self.map(|Descending(content)| content.into_bytes()).map_err(|error| error.place)
    }
}

impl<B: CodecContent> SortedOutput for Result<InOrder<B>, OutOfRange> {
    type Content = B;

    fn into_bound(self) -> Result<B::Bytes, BoundPlace> {
        self.map(|InOrder(content)| content.into_bytes()).map_err(|error| error.place)
    }
}

/// The output of a codec that can encode every value: any [`CodecOutput`] except `Result`.
pub trait InfallibleOutput: CodecOutput {
    /// The type inside [`InOrder`] or [`Descending`]. For an output without these wrappers, the output itself.
    type Content: CodecContent;
}
impl<B: CodecContent> InfallibleOutput for InOrder<B> {
    type Content = B;
}
impl<B: NeedsNoTerminator> InfallibleOutput for Descending<B> {
    type Content = B;
}

/// The bytes of a [`Codec`](crate::Codec), as a type that tells how decoding finds the end of the bytes: `[u8; N]`,
/// `Vec<u8>`, [`SelfDelimited`], [`Without`] or [`StartsAlike`].
#[diagnostic::on_unimplemented(
    message = "a codec cannot encode to `{Self}`",
    label = "not `[u8; N]`, `Vec<u8>` or `SelfDelimited`",
    note = "write `[u8; 2]` for a field that always has 2 bytes, `Vec<u8>` for a variable-length field, and `SelfDelimited` for self-delimiting bytes",
    note = "`InOrder` and `Descending` in a `Result` need the error `OutOfRange`: `Result<InOrder<[u8; 2]>, OutOfRange>`"
)]
pub trait CodecContent: sealed::Sealed {
    /// `[u8; N]` or `Vec<u8>`.
    type Bytes: CodecBytes;

    /// True if the bytes are self-delimiting.
    const SELF_DELIMITED: bool;

    #[doc(hidden)]
    fn into_bytes(self) -> Self::Bytes;

    #[doc(hidden)]
    fn __violation(_: &[u8]) -> Option<char> {
        None
    }
}

/// Variable-length bytes of a codec, which the key terminates like a string.
#[diagnostic::on_unimplemented(
    message = "`Without` and `StartsAlike` are for `Vec<u8>`, not for `{Self}`",
    label = "the key adds no terminator to these bytes",
    note = "write `type Encoded = {Self};`"
)]
pub trait TerminatedByKey: CodecContent<Bytes = Vec<u8>> {}
impl TerminatedByKey for Vec<u8> {}
impl<const C: char, B: TerminatedByKey> TerminatedByKey for Without<C, B> {}
impl<B: TerminatedByKey> TerminatedByKey for StartsAlike<B> {}

/// Bytes of a codec after which the key adds no terminator, because they have a fixed width or are self-delimiting.
#[diagnostic::on_unimplemented(
    message = "the bytes `{Self}` cannot be `Descending`",
    label = "not `[u8; N]` or `SelfDelimited`",
    note = "the key terminates these bytes, and the terminator would change their order: write `Descending<[u8; 2]>` or `Descending<SelfDelimited>`"
)]
pub trait NeedsNoTerminator: CodecContent {}
impl<const N: usize> NeedsNoTerminator for [u8; N] {}
impl NeedsNoTerminator for SelfDelimited {}

/// The output of a codec that promises [`StartsAlike`].
pub trait PromisesStartsAlike: InfallibleOutput {}
impl<B: TerminatedByKey> PromisesStartsAlike for StartsAlike<B> {}
impl<const C: char, B: TerminatedByKey + PromisesStartsAlike> PromisesStartsAlike for Without<C, B> {}
impl<B: TerminatedByKey + PromisesStartsAlike> PromisesStartsAlike for InOrder<B> {}

impl<const C: char, B: TerminatedByKey> CodecContent for Without<C, B> {
    type Bytes = Vec<u8>;
    const SELF_DELIMITED: bool = false;

    #[inline]
    fn into_bytes(self) -> Vec<u8> {
        CodecContent::into_bytes(self.0)
    }

    fn __violation(bytes: &[u8]) -> Option<char> {
        let violation = bytes.contains(&const { separator_byte(C) }).then_some(C);
        violation.or_else(|| <B as CodecContent>::__violation(bytes))
    }
}

impl<B: TerminatedByKey> CodecContent for StartsAlike<B> {
    type Bytes = Vec<u8>;
    const SELF_DELIMITED: bool = false;

    #[inline]
    fn into_bytes(self) -> Vec<u8> {
        CodecContent::into_bytes(self.0)
    }

    fn __violation(bytes: &[u8]) -> Option<char> {
        <B as CodecContent>::__violation(bytes)
    }
}

impl<const N: usize> CodecContent for [u8; N] {
    type Bytes = Self;
    const SELF_DELIMITED: bool = false;

    #[inline]
    fn into_bytes(self) -> Self {
        self
    }
}

impl CodecContent for Vec<u8> {
    type Bytes = Self;
    const SELF_DELIMITED: bool = false;

    #[inline]
    fn into_bytes(self) -> Self {
        self
    }
}

impl CodecContent for SelfDelimited {
    type Bytes = Vec<u8>;
    const SELF_DELIMITED: bool = true;

    #[inline]
    fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// `[u8; N]` or `Vec<u8>`: the bytes of a [`Codec`](crate::Codec).
pub trait CodecBytes: AsRef<[u8]> + Sized + sealed::Sealed {
    /// The width, if it is fixed.
    const WIDTH: Option<usize>;

    #[doc(hidden)]
    fn from_slice(bytes: &[u8]) -> Option<Self>;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for [u8; N] {}
    impl Sealed for alloc::vec::Vec<u8> {}
    impl Sealed for super::SelfDelimited {}
    impl<const C: char, B: Sealed> Sealed for super::Without<C, B> {}
    impl<B: Sealed> Sealed for super::StartsAlike<B> {}
    impl<B: Sealed> Sealed for super::InOrder<B> {}
    impl<B: Sealed> Sealed for super::Descending<B> {}
    impl<B: Sealed, E> Sealed for Result<B, E> {}
}

impl<const N: usize> CodecBytes for [u8; N] {
    const WIDTH: Option<usize> = Some(N);

    fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok()
    }
}

impl CodecBytes for Vec<u8> {
    const WIDTH: Option<usize> = None;

    fn from_slice(bytes: &[u8]) -> Option<Self> {
        Some(bytes.to_vec())
    }
}

/// Codec output that can be stored at position `P` for every value.
pub trait StorableAt<P: Position>: CodecContent {}
impl<const N: usize, P: Position> StorableAt<P> for [u8; N] {}
impl<P: AcceptsEvery<[u8]>> StorableAt<P> for Vec<u8> {}
impl<P: Position> StorableAt<P> for SelfDelimited {}
impl<B: TerminatedByKey + StorableAt<P>, P: Position> StorableAt<P> for StartsAlike<B> {}
impl<const C: char, B: TerminatedByKey, P: AcceptsEvery<[u8]>> StorableAt<P> for Without<C, B> {}
impl<const C: char, B: TerminatedByKey> StorableAt<MidField<DelimitedBy<C>>> for Without<C, B> {}
impl<const C: char, B: TerminatedByKey> StorableAt<MidField<TerminatedBy<C>>> for Without<C, B> {}
impl<const C: char, B: TerminatedByKey> StorableAt<Complemented<DelimitedBy<C>>> for Without<C, B> {}
impl<const C: char, B: TerminatedByKey> StorableAt<Complemented<TerminatedBy<C>>> for Without<C, B> {}

/// Codec output whose order the key keeps at position `P`.
pub trait KeepsOrderAt<P: Position> {}
impl<const N: usize, P: Position> KeepsOrderAt<P> for [u8; N] {}
impl<P: KeepsOrder> KeepsOrderAt<P> for Vec<u8> {}
impl<P: Position> KeepsOrderAt<P> for SelfDelimited {}
impl<B: NeedsNoTerminator, P: InKey> KeepsOrderAt<P> for Descending<B> {}
impl<B: TerminatedByKey + KeepsOrderAt<P>, P: Position> KeepsOrderAt<P> for StartsAlike<B> {}
impl<const C: char, B: TerminatedByKey + KeepsOrderAt<P>, P: Position> KeepsOrderAt<P> for Without<C, B> {}
