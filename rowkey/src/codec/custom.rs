//! `#[rowkey(codec = path)]`: a codec of the user's own.

use crate::codec::derived::{Argument, ChooseArgument};
use crate::codec::open;
use crate::codec::position::{HoldsAll, Position, Sorts};
use crate::codec::{DecodeField, FieldCodec, Ordered, Side, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// A codec of your own: for one field, named by `#[rowkey(codec = path)]`, or for a type that is a key field.
///
/// [`Self::Encoded`] says what the compiler may rely on: whether the field has a **fixed width**, whether **every** value
/// has bytes, and whether the bytes **sort** as the values do.
///
/// | `type Encoded` | width | every value has bytes | sorts: the field has `_in` |
/// |---|---|---|---|
/// | `[u8; N]`, `Vec<u8>` | N bytes, any | yes | no |
/// | `InOrder<[u8; N]>`, `InOrder<Vec<u8>>` | N bytes, any | yes | yes |
/// | `Result<[u8; N], E>`, `Result<Vec<u8>, E>` | N bytes, any | no, `E` says why | no |
///
/// The bytes can be any. A `Vec<u8>` is a variable-length field: the key escapes or terminates it like a string. That
/// bytes [`InOrder`] are in order is a promise, which the compiler cannot check: `rowkey::testing::codec` does, in one
/// line of a test (feature `testing`).
///
/// ```
/// use rowkey::{Codec, RowKey};
///
/// /// The bytes that an old program writes.
/// struct LittleEndian;
///
/// impl Codec<u16> for LittleEndian {
///     type Encoded = [u8; 2];
///     const NAME: &'static str = "u16, little-endian";
///     fn encode(value: &u16) -> [u8; 2] { value.to_le_bytes() }
///     fn decode(bytes: [u8; 2]) -> Result<u16, String> { Ok(u16::from_le_bytes(bytes)) }
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
/// A codec that rejects values returns a `Result`, and the key has `try_encode` instead of `encode`:
///
/// ```
/// use rowkey::{Codec, RowKey};
///
/// /// A number below 256 in one byte.
/// struct Small;
///
/// impl Codec<u32> for Small {
///     type Encoded = Result<[u8; 1], &'static str>;
///     const NAME: &'static str = "small";
///     fn encode(value: &u32) -> Self::Encoded { u8::try_from(*value).map(|byte| [byte]).map_err(|_| "only below 256") }
///     fn decode([byte]: [u8; 1]) -> Result<u32, String> { Ok(byte.into()) }
/// }
///
/// #[derive(RowKey)]
/// struct PartKey {
///     #[rowkey(codec = Small)]
///     part: u32,
/// }
///
/// let error = PartKey { part: 256 }.try_encode().unwrap_err();
/// assert_eq!(error.to_string(), "field `part`: only below 256");
/// ```
///
/// To make a type a key field everywhere, without naming the codec at each field, see
/// [`KeyField`](crate::KeyField#a-codec-for-a-type).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a codec for `{T}`",
    label = "named here as the codec of a field of type `{T}`",
    note = "write `impl rowkey::Codec<{T}> for {Self}`"
)]
pub trait Codec<T> {
    /// The return type of [`Self::encode`]: see the table above.
    type Encoded: CodecOutput;

    /// The codec's name in `LAYOUT`. The layout's fingerprint covers the name: change it when the bytes change.
    const NAME: &'static str;

    /// Returns the bytes of a value.
    fn encode(value: &T) -> Self::Encoded;

    /// The inverse of [`Self::encode`]. Bytes that `encode` would not return for the value are rejected afterwards.
    ///
    /// # Errors
    /// The bytes are not those of a value.
    fn decode(bytes: <Self::Encoded as CodecOutput>::Bytes) -> Result<T, String>;
}

/// The bytes of a [`Codec`] that compare as its values do, which gives its fields `_in`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InOrder<B>(pub B);

/// The types that a [`Codec`] can encode to.
#[diagnostic::on_unimplemented(
    message = "a codec cannot encode to `{Self}`",
    label = "not what a codec encodes to",
    note = "write `type Encoded = [u8; 2];` for a field that always has 2 bytes, `Vec<u8>` for one whose length varies, `InOrder<[u8; 2]>` if the bytes compare as the values do, and `Result<[u8; 2], String>` if some values have no bytes"
)]
pub trait CodecOutput: sealed::Sealed {
    /// `[u8; N]` or `Vec<u8>`.
    type Bytes: CodecBytes;

    /// True if the bytes compare as the values do.
    const SORTS: bool;

    #[doc(hidden)]
    fn into_bytes(self) -> Result<Self::Bytes, String>;
}

impl<const N: usize> CodecOutput for [u8; N] {
    type Bytes = Self;
    const SORTS: bool = false;

    #[inline]
    fn into_bytes(self) -> Result<Self, String> {
        Ok(self)
    }
}

impl CodecOutput for Vec<u8> {
    type Bytes = Self;
    const SORTS: bool = false;

    #[inline]
    fn into_bytes(self) -> Result<Self, String> {
        Ok(self)
    }
}

impl<B: CodecBytes> CodecOutput for InOrder<B> {
    type Bytes = B;
    const SORTS: bool = true;

    #[inline]
    fn into_bytes(self) -> Result<B, String> {
        Ok(self.0)
    }
}

impl<B: CodecBytes, E: fmt::Display> CodecOutput for Result<B, E> {
    type Bytes = B;
    const SORTS: bool = false;

    #[inline]
    fn into_bytes(self) -> Result<B, String> {
        self.map_err(|error| error.to_string())
    }
}

/// An output that every value has.
pub trait EveryValue: CodecOutput {}
impl<const N: usize> EveryValue for [u8; N] {}
impl EveryValue for Vec<u8> {}
impl<B: CodecBytes> EveryValue for InOrder<B> {}

/// `[u8; N]` or `Vec<u8>`: the bytes of a [`Codec`].
#[diagnostic::on_unimplemented(
    message = "a codec cannot encode to `{Self}`",
    label = "neither `[u8; N]` nor `Vec<u8>`",
    note = "write `[u8; 2]` for a field that always has 2 bytes, and `Vec<u8>` for one whose length varies"
)]
pub trait CodecBytes: AsRef<[u8]> + Sized + sealed::Sealed {
    /// The width, if it is fixed.
    const WIDTH: Option<usize>;

    #[doc(hidden)]
    fn read<P: Position>(reader: &mut Reader<'_>) -> Result<(Self, usize), DecodeError>;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for [u8; N] {}
    impl Sealed for alloc::vec::Vec<u8> {}
    impl<B: Sealed> Sealed for super::InOrder<B> {}
    impl<B: Sealed, E> Sealed for Result<B, E> {}
}

impl<const N: usize> CodecBytes for [u8; N] {
    const WIDTH: Option<usize> = Some(N);

    fn read<P: Position>(reader: &mut Reader<'_>) -> Result<(Self, usize), DecodeError> {
        reader.array().map(|array| (array, 0))
    }
}

impl CodecBytes for Vec<u8> {
    const WIDTH: Option<usize> = None;

    fn read<P: Position>(reader: &mut Reader<'_>) -> Result<(Self, usize), DecodeError> {
        reader.open(P::TERMINATOR).map(|(content, terminator)| (content.into_owned(), terminator))
    }
}

/// Bytes that can hold every value at `P`.
pub trait HoldsAllAt<P: Position>: CodecBytes {}
impl<const N: usize, P: Position> HoldsAllAt<P> for [u8; N] {}
impl<P: HoldsAll> HoldsAllAt<P> for Vec<u8> {}

/// Bytes that sort at `P`.
pub trait SortsAt<P: Position>: CodecBytes {}
impl<const N: usize, P: Position> SortsAt<P> for [u8; N] {}
impl<P: Sorts> SortsAt<P> for Vec<u8> {}

/// The codec of a field that your [`Codec`] `C` encodes.
///
/// Equality in a prefix takes a reference to the value, or with `BY_VALUE` the value itself, which must then be `Copy`.
/// `#[rowkey(codec = path)]` chooses `BY_VALUE` for `Copy` types.
#[derive(Debug)]
pub struct EncodedBy<C, const BY_VALUE: bool = false>(PhantomData<C>);

type Bytes<T, C> = <<C as Codec<T>>::Encoded as CodecOutput>::Bytes;

#[inline]
fn bytes_of<T, C: Codec<T>>(value: &T) -> Result<Bytes<T, C>, EncodeErrorKind> {
    C::encode(value).into_bytes().map_err(EncodeErrorKind::Codec)
}

#[diagnostic::do_not_recommend]
impl<T, C: Codec<T>, const BY_VALUE: bool> FieldCodec<T> for EncodedBy<C, BY_VALUE>
where
    Argument<BY_VALUE>: ChooseArgument<T>,
{
    type Arg<'a>
        = <Argument<BY_VALUE> as ChooseArgument<T>>::Arg<'a>
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding =
        &Encoding::Custom { codec: Cow::Borrowed(C::NAME), width: Bytes::<T, C>::WIDTH, sorts: C::Encoded::SORTS };

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        <Argument<BY_VALUE> as ChooseArgument<T>>::arg(value)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let bytes = bytes_of::<T, C>(<Argument<BY_VALUE> as ChooseArgument<T>>::get(&arg))?;
        if Bytes::<T, C>::WIDTH.is_some() {
            out.put(bytes.as_ref());
            Ok(0)
        } else {
            text::write(bytes.as_ref(), P::TERMINATOR, out)
        }
    }

    #[inline]
    fn size(_: Self::Arg<'_>) -> usize {
        Bytes::<T, C>::WIDTH.unwrap_or(0)
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: Codec<T>, const BY_VALUE: bool> DecodeField<'de, T, P> for EncodedBy<C, BY_VALUE>
where
    Self: FieldCodec<T>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let (bytes, terminator) = Bytes::<T, C>::read::<P>(reader)?;
        let stored: Vec<u8> = bytes.as_ref().to_vec();
        let value = C::decode(bytes).map_err(|message| DecodeError::new(offset, DecodeErrorKind::Codec(message)))?;
        match bytes_of::<T, C>(&value) {
            Ok(again) if again.as_ref() == stored => Ok((value, terminator)),
            _ => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical)),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Codec<T>, const BY_VALUE: bool> Total<T, P> for EncodedBy<C, BY_VALUE>
where
    Self: FieldCodec<T>,
    C::Encoded: EveryValue,
    Bytes<T, C>: HoldsAllAt<P>,
{
}

#[diagnostic::do_not_recommend]
impl<T, P, C, B, const BY_VALUE: bool> Ordered<T, P> for EncodedBy<C, BY_VALUE>
where
    Argument<BY_VALUE>: ChooseArgument<T>,
    P: Position,
    C: Codec<T, Encoded = InOrder<B>>,
    B: SortsAt<P>,
{
    fn write_bound(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
        let InOrder(bytes) = C::encode(<Argument<BY_VALUE> as ChooseArgument<T>>::get(&arg));
        match B::WIDTH {
            Some(_) => {
                out.extend_from_slice(bytes.as_ref());
                side
            }
            None => open::write_bound::<P>(bytes.as_ref(), side, out),
        }
    }
}
