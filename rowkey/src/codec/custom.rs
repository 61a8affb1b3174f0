//! `#[rowkey(codec = path)]`: codecs that users write for their fields or types.

use crate::codec::derived::{ArgumentChoice, ChooseArgument};
use crate::codec::error::CodecError;
use crate::codec::output::{
    CodecBytes, CodecOutput, InfallibleOutput, KeepsOrderAt, PromisesStartsAlike, SortedOutput, StorableAt,
};
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::variable;
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, Widths};
use crate::notation::Hex;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::terminator::Terminator;
use crate::wire::text;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A codec of your own: for one field, named by `#[rowkey(codec = path)]`, or for a type that is a key field.
///
/// [`Self::Encoded`] tells the compiler three things: how decoding **finds the end** of the bytes, whether **every**
/// value can be encoded, and whether the bytes **sort** as the values do.
///
/// | bytes | end | stored in a key |
/// |---|---|---|
/// | `[u8; N]` | always after N bytes | unchanged |
/// | `Vec<u8>` | not part of the bytes | as a variable-length field, which the key escapes or terminates like a string |
/// | [`SelfDelimited`](crate::codecs::SelfDelimited) | [`Self::end`] finds it | unchanged, without a terminator, in every position |
///
/// | `type Encoded`, where `B` is a type of the first table | can encode every value | sorts: a field `at` has the method `at_in` |
/// |---|---|---|
/// | `B` | yes | no |
/// | `InOrder<B>` | yes | yes |
/// | `Result<B, E>` | no, `E` says why | no |
/// | `Result<InOrder<B>, OutOfRange>` | no: [`OutOfRange`](crate::codecs::OutOfRange) says why, and whether the value is below or above all others | yes |
/// | [`Descending<B>`](crate::codecs::Descending), `Result<Descending<B>, OutOfRange>` | like `InOrder` | in reverse; `B` is not `Vec<u8>` |
///
/// A codec of variable length that can encode every value can make one or both of these promises, also inside
/// `InOrder`:
///
/// | `type Encoded`, where `V` is `Vec<u8>` | promise | the key has |
/// |---|---|---|
/// | [`Without<'/', V>`](crate::codecs::Without) | the bytes never contain `/` | `encode` instead of `try_encode`, although its delimiter is `/` |
/// | [`StartsAlike<V>`](crate::codecs::StartsAlike) | values that start alike have bytes that start alike | a query method such as `name_starts_with`, for a field `name` |
///
/// A codec may produce any bytes, but the compiler cannot check its promises: that the bytes in an
/// [`InOrder`](crate::codecs::InOrder) sort as the values do, that [`Self::end`] of a [`SelfDelimited`](crate::codecs::SelfDelimited)
/// codec finds the end of every encoded value, and the promises of [`Without`](crate::codecs::Without) and
/// [`StartsAlike`](crate::codecs::StartsAlike). `rowkey::testing::codec` and `testing::text_codec` check them in one line of
/// a test (feature `testing`).
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey};
///
/// /// Two bytes, the less significant first, as an old program writes them.
/// struct LittleEndian;
///
/// impl Codec<u16> for LittleEndian {
///     type Encoded = [u8; 2];
///     const NAME: &'static str = "u16, little-endian";
///     fn encode(value: &u16) -> [u8; 2] { value.to_le_bytes() }
///     fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> { Ok(u16::from_le_bytes(bytes)) }
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct ReadingKey {
///     #[rowkey(codec = LittleEndian)]
///     station: u16,
///     sensor: u16,
/// }
///
/// let key = ReadingKey { station: 1, sensor: 7 };
/// assert_eq!(key.encode(), [1, 0, 0, 7]);
/// assert_eq!(ReadingKey::decode(&[1, 0, 0, 7])?, key);
/// assert!(ReadingKey::prefix().station(1).range().contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// A codec that rejects values returns a `Result`, and the key has `try_encode` instead of `encode`. [`CodecError`]
/// accepts every error, so that `?` is enough:
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey};
///
/// /// A number below 256 in one byte.
/// struct Small;
///
/// impl Codec<u32> for Small {
///     type Encoded = Result<[u8; 1], CodecError>;
///     const NAME: &'static str = "small";
///     fn encode(value: &u32) -> Self::Encoded { Ok([u8::try_from(*value)?]) }
///     fn decode([byte]: [u8; 1]) -> Result<u32, CodecError> { Ok(byte.into()) }
/// }
///
/// #[derive(RowKey)]
/// struct PartKey {
///     #[rowkey(codec = Small)]
///     part: u32,
/// }
///
/// let error = PartKey { part: 256 }.try_encode().unwrap_err();
/// assert_eq!(error.to_string(), "field `part`: out of range integral type conversion attempted");
/// ```
///
/// A codec whose bytes are self-delimiting, such as text after its length:
///
/// ```
/// use rowkey::{Codec, CodecError, RowKey, codecs::SelfDelimited};
///
/// /// A name of up to 255 bytes after its length.
/// struct ShortName;
///
/// impl Codec<String> for ShortName {
///     type Encoded = Result<SelfDelimited, CodecError>;
///     const NAME: &'static str = "name after its length in one byte";
///     fn encode(name: &String) -> Self::Encoded {
///         let len = u8::try_from(name.len()).map_err(|_| "at most 255 bytes")?;
///         Ok(SelfDelimited([&[len], name.as_bytes()].concat()))
///     }
///     fn end(bytes: &[u8]) -> Option<usize> { Some(1 + usize::from(*bytes.first()?)) }
///     fn decode(bytes: Vec<u8>) -> Result<String, CodecError> { Ok(String::from_utf8(bytes[1..].to_vec())?) }
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct FieldKey {
///     #[rowkey(codec = ShortName)]
///     namespace: String,
///     version: u16,
/// }
///
/// let key = FieldKey { namespace: "users".into(), version: 7 };
/// assert_eq!(key.try_encode()?, b"\x05users\x00\x07");
/// assert_eq!(FieldKey::decode(b"\x05users\x00\x07")?, key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To make a type a key field everywhere, without naming the codec at each field, see
/// [`KeyField`](crate::KeyField#a-codec-for-a-type).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a codec for `{T}`",
    label = "this field has the type `{T}` and the codec `{Self}`",
    note = "if `{Self}` is a codec of yours, write `impl rowkey::Codec<{T}> for {Self}`; for another codec, name a codec of your own: `#[rowkey(codec = path::to::YourCodec)]`",
    note = "if `{Self}` is a format, such as one of `rowkey_formats`, the type must be a key field: use a struct that derives `KeyField`, with `#[rowkey(fields = ..)]` above it for a value in the format",
    note = "if `{Self}` is to be a format of yours, write `impl rowkey::format::Format for {Self}`; `#[rowkey(codec = path)]` on a field takes precedence over `#[rowkey(fields = path)]`"
)]
pub trait Codec<T> {
    /// The return type of [`Self::encode`]: see the table above.
    type Encoded: CodecOutput;

    /// The codec's name in the key's `LAYOUT`. The layout's fingerprint covers the name, so change the name when you
    /// change the bytes.
    const NAME: &'static str;

    /// The least and the greatest number of bytes that [`Self::encode`] returns. The greatest is `None` if there is no
    /// limit. These widths determine the [greatest length](crate::Layout::max_len) of a key, and the lengths by which a
    /// [`KeySpace`](crate::KeySpace) tells its kinds of keys apart.
    ///
    /// Declare this constant for [`SelfDelimited`](crate::codecs::SelfDelimited) codecs only. `rowkey::testing::codec`
    /// compares it with the bytes of the samples.
    ///
    /// ```
    /// use rowkey::{Codec, CodecError, RowKey, codecs::SelfDelimited};
    ///
    /// /// A number below 128 in one byte, or a greater number in two.
    /// struct Short;
    ///
    /// impl Codec<u8> for Short {
    ///     type Encoded = SelfDelimited;
    ///     const NAME: &'static str = "short number";
    ///     const WIDTHS: (usize, Option<usize>) = (1, Some(2));
    ///     fn encode(value: &u8) -> SelfDelimited {
    ///         SelfDelimited(if *value < 128 { vec![*value] } else { vec![0x80, *value] })
    ///     }
    ///     fn end(bytes: &[u8]) -> Option<usize> {
    ///         bytes.first().map(|first| if *first == 0x80 { 2 } else { 1 })
    ///     }
    ///     fn decode(bytes: Vec<u8>) -> Result<u8, CodecError> {
    ///         Ok(*bytes.last().ok_or("no bytes")?)
    ///     }
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(max_len = 6)]
    /// struct ReadingKey {
    ///     #[rowkey(codec = Short)]
    ///     station: u8,
    ///     at: u32,
    /// }
    ///
    /// assert_eq!(ReadingKey::LAYOUT.max_len(), Some(6));
    /// ```
    const WIDTHS: (usize, Option<usize>) = default_widths::<Self::Encoded>();

    /// Returns the bytes of a value.
    fn encode(value: &T) -> Self::Encoded;

    /// The inverse of [`Self::encode`]. The caller encodes the returned value, and rejects `bytes` if the encoded bytes
    /// differ.
    ///
    /// # Errors
    /// The bytes do not encode a value. `?` converts every error that implements `Display` to a [`CodecError`], and
    /// `"text".into()` creates one.
    fn decode(bytes: <Self::Encoded as CodecOutput>::Bytes) -> Result<T, CodecError>;

    /// Returns the value as [`explain`](crate::RowKey::explain) prints it. The default prints no value: `explain` then
    /// shows the encoded bytes in hex.
    ///
    /// ```
    /// # use rowkey::{Codec, CodecError, RowKey};
    /// # struct Celsius;
    /// impl Codec<i8> for Celsius {
    ///     // ..
    /// #   type Encoded = [u8; 1];
    /// #   const NAME: &'static str = "celsius";
    /// #   fn encode(value: &i8) -> [u8; 1] { [value.cast_unsigned()] }
    /// #   fn decode([byte]: [u8; 1]) -> Result<i8, CodecError> { Ok(byte.cast_signed()) }
    ///     fn text(value: &i8) -> Option<String> {
    ///         Some(format!("{value} °C"))
    ///     }
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct ReadingKey {
    ///     #[rowkey(codec = Celsius)]
    ///     temperature: i8,
    /// }
    ///
    /// assert_eq!(ReadingKey::explain(b"\xFE").parts()[0].value(), Some("-2 °C"));
    /// ```
    #[must_use]
    fn text(value: &T) -> Option<String> {
        let _ = value;
        None
    }

    /// Returns the length of the encoded value at the start of `bytes`, or `None` if `bytes` is too short to tell. A
    /// length above `bytes.len()` also means that `bytes` is too short.
    ///
    /// Implement this function for [`SelfDelimited`](crate::codecs::SelfDelimited) codecs only. The bytes after the value can
    /// be anything and must not change the result. So the bytes of a value must not begin with all the bytes of another
    /// value. In a descending field, the key complements the bytes before this call, so `bytes` begins with what
    /// `encode` returned.
    ///
    /// The default is right for codecs that are not `SelfDelimited`: `N` for `[u8; N]`, and all bytes for `Vec<u8>`.
    #[must_use]
    fn end(bytes: &[u8]) -> Option<usize> {
        const {
            assert!(
                !<Self::Encoded as CodecOutput>::SELF_DELIMITED,
                "a codec that encodes to `SelfDelimited` must find the end of its bytes: write `fn end(bytes: &[u8]) -> Option<usize>`"
            );
        }
        Some(<<Self::Encoded as CodecOutput>::Bytes as CodecBytes>::WIDTH.unwrap_or(bytes.len()))
    }
}

/// The codec of a field, implemented by a [`Codec`] `C` of yours.
///
/// The prefix method of the field takes a reference: `prefix().version(&version)`. With `BY_VALUE`, the method takes
/// the value itself, which must then be `Copy`. `#[rowkey(codec = path)]` chooses `BY_VALUE` for `Copy` types.
///
/// `EncodedBy` names the codec in an implementation of [`KeyField`](trait@crate::KeyField#a-codec-for-a-type):
///
/// ```
/// use rowkey::{Codec, CodecError, KeyField, RowKey, codecs::EncodedBy};
///
/// struct Version {
///     major: u8,
///     minor: u8,
/// }
///
/// impl Codec<Version> for Version {
///     type Encoded = [u8; 2];
///     const NAME: &'static str = "version";
///     fn encode(version: &Version) -> [u8; 2] {
///         [version.major, version.minor]
///     }
///     fn decode([major, minor]: [u8; 2]) -> Result<Version, CodecError> {
///         Ok(Version { major, minor })
///     }
/// }
///
/// impl<Field> KeyField<Field> for Version {
///     type Codec = EncodedBy<Self>;
/// }
///
/// #[derive(RowKey)]
/// struct ReleaseKey {
///     version: Version,
/// }
///
/// assert_eq!(ReleaseKey { version: Version { major: 1, minor: 95 } }.encode(), [1, 95]);
/// ```
#[derive(Debug)]
pub struct EncodedBy<C, const BY_VALUE: bool = false>(PhantomData<C>);

type Bytes<T, C> = <<C as Codec<T>>::Encoded as CodecOutput>::Bytes;

impl<C, const BY_VALUE: bool> EncodedBy<C, BY_VALUE> {
    /// Reads the bytes of a value and its terminator. Returns the bytes, and the width of the terminator.
    #[inline]
    fn read_content<'de, T, P: Position>(reader: &mut Reader<'de>) -> Result<(Cow<'de, [u8]>, usize), DecodeError>
    where
        C: Codec<T>,
    {
        match Bytes::<T, C>::WIDTH {
            Some(width) => Ok((reader.bytes(width)?, 0)),
            None if C::Encoded::SELF_DELIMITED => Ok((reader.self_delimited(C::end, C::NAME)?, 0)),
            None => reader.variable(P::TERMINATOR),
        }
    }
}

/// Returns the widths of self-delimiting bytes, and `None` for other bytes.
#[track_caller]
const fn self_delimited<T, C: Codec<T>>() -> Option<Widths> {
    let (min, max) = C::WIDTHS;
    if C::Encoded::SELF_DELIMITED {
        let is_range = match max {
            Some(max) => min <= max,
            None => true,
        };
        assert!(is_range, "`WIDTHS` of a codec: the least width is above the greatest");
        return Some(Widths { min, max });
    }
    let (default_min, default_max) = default_widths::<C::Encoded>();
    let is_default = match (max, default_max) {
        (Some(max), Some(default_max)) => min == default_min && max == default_max,
        (None, None) => min == default_min,
        _ => false,
    };
    assert!(is_default, "`WIDTHS` is for codecs that encode to `SelfDelimited`: leave out `WIDTHS`");
    None
}

/// The widths of `[u8; N]`, or any widths.
const fn default_widths<E: CodecOutput>() -> (usize, Option<usize>) {
    match E::Bytes::WIDTH {
        Some(width) => (width, Some(width)),
        None => (0, None),
    }
}

#[inline]
fn is_terminated<E: CodecOutput>() -> bool {
    E::Bytes::WIDTH.is_none() && !E::SELF_DELIMITED
}

#[inline]
fn bytes_of<T, C: Codec<T>>(value: &T) -> Result<Bytes<T, C>, EncodeErrorKind> {
    C::encode(value).into_bytes().map_err(|error| EncodeErrorKind::Codec(error.message))
}

/// Returns the value that is encoded as `stored`.
///
/// # Errors
/// No value is encoded as `stored`: the index of the first wrong byte, and what is wrong.
#[inline]
fn value_of<T, C: Codec<T>>(stored: &[u8]) -> Result<T, (usize, DecodeErrorKind)> {
    let bytes = Bytes::<T, C>::from_slice(stored).ok_or((0, DecodeErrorKind::NotCanonical))?;
    let value =
        C::decode(bytes).map_err(|error| (error.offset.min(stored.len()), DecodeErrorKind::Codec(error.message)))?;
    match bytes_of::<T, C>(&value) {
        Ok(reencoded) if reencoded.as_ref() == stored => Ok(value),
        Ok(reencoded) => {
            let first_difference =
                reencoded.as_ref().iter().zip(stored).position(|(reencoded, stored)| reencoded != stored);
            Err((first_difference.unwrap_or(reencoded.as_ref().len()).min(stored.len()), DecodeErrorKind::NotCanonical))
        }
        // `decode` accepted bytes of a value that `encode` rejects.
        Err(EncodeErrorKind::Codec(why)) => Err((0, DecodeErrorKind::Codec(why))),
        Err(_) => Err((0, DecodeErrorKind::NotCanonical)),
    }
}

/// Returns the offset in the key of the byte `content[index]`. The field begins at offset `start` of the key. If the
/// field is escaped, each 00 of the content takes two bytes of the key.
pub(crate) fn offset_in_key(start: usize, content: &[u8], index: usize, escaped: bool) -> usize {
    let before = content.get(..index).unwrap_or(content);
    let added = if escaped { memchr::memchr_iter(0, before).count() } else { 0 };
    start + before.len() + added
}

#[diagnostic::do_not_recommend]
impl<T, C: Codec<T>, const BY_VALUE: bool> FieldCodec<T> for EncodedBy<C, BY_VALUE>
where
    ArgumentChoice<BY_VALUE>: ChooseArgument<T>,
{
    type Arg<'a>
        = <ArgumentChoice<BY_VALUE> as ChooseArgument<T>>::Arg<'a>
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Custom {
        codec: Cow::Borrowed(C::NAME),
        width: Bytes::<T, C>::WIDTH,
        self_delimited: const { self_delimited::<T, C>() },
        sorts: C::Encoded::SORTS,
        descending: C::Encoded::DESCENDING,
    };
    const DESCENDING: bool = C::Encoded::DESCENDING;

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        <ArgumentChoice<BY_VALUE> as ChooseArgument<T>>::arg(value)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let bytes = bytes_of::<T, C>(<ArgumentChoice<BY_VALUE> as ChooseArgument<T>>::value_of(&arg))?;
        if is_terminated::<C::Encoded>() {
            text::write(bytes.as_ref(), P::TERMINATOR, out)
        } else {
            out.put(bytes.as_ref());
            Ok(0)
        }
    }

    #[inline]
    fn size(_: Self::Arg<'_>) -> usize {
        Bytes::<T, C>::WIDTH.unwrap_or(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let mut stored = reader.clone();
        let content = Self::read_content::<T, P>(&mut stored);
        let end_is_known = content.is_ok();
        show_decoded::<T, Self, P>(reader, |value| match C::text(&value) {
            Some(text) => Shown::plain(text),
            None => Shown {
                note: Some(format!("encoded by the codec {}, which does not print the value", C::NAME)),
                ..Shown::plain(format!("0x{}", Hex(&content.map(|(content, _)| content).unwrap_or_default())))
            },
        })
        .map_err(|wrong| WrongField { end_is_known, ..wrong })
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: Codec<T>, const BY_VALUE: bool> DecodeField<'de, T, P> for EncodedBy<C, BY_VALUE>
where
    Self: FieldCodec<T>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let (stored, terminator) = Self::read_content::<T, P>(reader)?;
        let value = value_of::<T, C>(&stored).map_err(|(index, kind)| {
            let escaped = is_terminated::<C::Encoded>() && P::TERMINATOR == Terminator::Escaped;
            DecodeError::new(offset_in_key(offset, &stored, index, escaped), kind)
        })?;
        Ok((value, terminator))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Codec<T>, const BY_VALUE: bool> Total<T, P> for EncodedBy<C, BY_VALUE>
where
    Self: FieldCodec<T>,
    C::Encoded: InfallibleOutput<Content: StorableAt<P>>,
{
}

#[diagnostic::do_not_recommend]
impl<T, P, C, const BY_VALUE: bool> Ordered<T, P> for EncodedBy<C, BY_VALUE>
where
    ArgumentChoice<BY_VALUE>: ChooseArgument<T>,
    P: Position,
    C: Codec<T, Encoded: SortedOutput<Content: KeepsOrderAt<P>>>,
{
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let encoded = C::encode(<ArgumentChoice<BY_VALUE> as ChooseArgument<T>>::value_of(&arg));
        let bytes = match encoded.into_bound() {
            Ok(bytes) => bytes,
            Err(outside) if Self::DESCENDING => return outside.opposite(),
            Err(outside) => return outside,
        };
        if is_terminated::<C::Encoded>() {
            return variable::write_bound::<P>(bytes.as_ref(), place, out);
        }
        out.extend_from_slice(bytes.as_ref());
        if Self::DESCENDING { place.opposite() } else { place }
    }
}

#[diagnostic::do_not_recommend]
impl<T, P, C, const BY_VALUE: bool> StartsWith<T, P> for EncodedBy<C, BY_VALUE>
where
    Self: FieldCodec<T, Slice = str>,
    T: for<'p> From<&'p str>,
    P: Position,
    C: Codec<T, Encoded: PromisesStartsAlike>,
{
    fn write_starts_with_bound(start: &str, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        let bytes = C::encode(&T::from(start)).into_bytes().ok()?;
        variable::write_starts_with_bound::<P>(bytes.as_ref(), place, out)
    }
}
