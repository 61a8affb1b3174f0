//! `#[rowkey(codec = path)]`: a codec of the user's own.

use crate::codec::open;
use crate::codec::position::{HoldsAll, Position, Sorts};
use crate::codec::{DecodeField, FieldCodec, Ordered, Side, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// A codec of your own for one field, named by `#[rowkey(codec = path)]`.
///
/// It says three things that the compiler holds it to: whether the field has a **fixed width** ([`Self::Bytes`]),
/// whether **every** value has bytes ([`Self::Error`]), and what equality in a prefix takes ([`Self::Arg`]). That the
/// bytes sort as the values do, it promises with [`Self::Order`]; without that the field has no `_in`. The compiler
/// cannot check the order: `rowkey::testing::codec` does, in one line of a test (feature `testing`).
///
/// The bytes may be any: a codec with `Vec<u8>` is an open field, and the key escapes or ends it as it does a string.
///
/// ```
/// use rowkey::{Codec, RowKey, Unordered};
///
/// /// Half degrees from -64 to 63.5 °C in one byte.
/// struct HalfDegrees;
///
/// impl Codec<f32> for HalfDegrees {
///     type Arg<'a> = f32;
///     type Bytes = [u8; 1];
///     type Error = &'static str;
///     type Order = Unordered;
///     const NAME: &'static str = "half degrees";
///
///     fn arg(value: &f32) -> f32 {
///         *value
///     }
///
///     fn encode(degrees: f32) -> Result<[u8; 1], &'static str> {
///         let halves = degrees * 2.0 + 128.0;
///         if halves.fract() != 0.0 || !(0.0..256.0).contains(&halves) {
///             return Err("half degrees from -64 to 63.5 only");
///         }
///         Ok([halves as u8])
///     }
///
///     fn decode(bytes: [u8; 1]) -> Result<f32, String> {
///         Ok((f32::from(bytes[0]) - 128.0) / 2.0)
///     }
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct ReadingKey {
///     #[rowkey(codec = HalfDegrees)]
///     degrees: f32,
///     sensor: u16,
/// }
///
/// let key = ReadingKey { degrees: 21.5, sensor: 7 };
/// assert_eq!(key.try_encode()?, [0xAB, 0, 7]);
/// assert_eq!(ReadingKey::decode(&[0xAB, 0, 7])?, key);
/// assert_eq!(
///     ReadingKey { degrees: 70.0, sensor: 7 }.try_encode().unwrap_err().to_string(),
///     "field `degrees`: half degrees from -64 to 63.5 only"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a codec for `{T}`",
    label = "named here as the codec of a field of type `{T}`",
    note = "write `impl rowkey::Codec<{T}> for {Self}`"
)]
pub trait Codec<T> {
    /// What encoding takes, and equality in a prefix: the value if it is `Copy`, else a reference such as `&'a str`.
    type Arg<'a>: Copy
    where
        T: 'a;

    /// `[u8; N]` for a field of N bytes, `Vec<u8>` for one whose length varies.
    type Bytes: CodecBytes;

    /// [`Infallible`] when every value has bytes; else a message.
    type Error: fmt::Display;

    /// [`InOrder`] if the bytes compare as the values do, else [`Unordered`].
    type Order: CodecOrder;

    /// What `LAYOUT` calls it. The layout's fingerprint covers it: change it when the bytes change.
    const NAME: &'static str;

    /// The value as [`Self::encode`] takes it.
    fn arg(value: &T) -> Self::Arg<'_>;

    /// The bytes of a value.
    ///
    /// # Errors
    /// The value has none.
    fn encode(arg: Self::Arg<'_>) -> Result<Self::Bytes, Self::Error>;

    /// The value of bytes, of which it must be the only one: what does not encode to the same bytes again is refused
    /// after this.
    ///
    /// # Errors
    /// The bytes are those of no value.
    fn decode(bytes: Self::Bytes) -> Result<T, String>;
}

/// The bytes of a [`Codec`] compare as its values do, which gives its field `_in`.
///
/// Every value must have bytes (`type Error = Infallible`), so that each bound of a range has its place.
#[derive(Debug)]
pub struct InOrder;

/// The bytes of a [`Codec`] do not compare as its values do.
#[derive(Debug)]
pub struct Unordered;

/// [`InOrder`] or [`Unordered`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether the codec keeps the order",
    label = "neither `InOrder` nor `Unordered`",
    note = "write `type Order = rowkey::InOrder;` if the bytes sort as the values do, and `type Order = rowkey::Unordered;` otherwise"
)]
pub trait CodecOrder: sealed::Sealed {
    /// Whether the bytes compare as the values do.
    const SORTS: bool;
}

impl CodecOrder for InOrder {
    const SORTS: bool = true;
}

impl CodecOrder for Unordered {
    const SORTS: bool = false;
}

/// `[u8; N]` or `Vec<u8>`: what a [`Codec`] encodes to.
#[diagnostic::on_unimplemented(
    message = "a codec cannot encode to `{Self}`",
    label = "neither `[u8; N]` nor `Vec<u8>`",
    note = "write `type Bytes = [u8; 2];` for a field that always has 2 bytes, and `Vec<u8>` for one whose length varies"
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
    impl Sealed for super::InOrder {}
    impl Sealed for super::Unordered {}
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

/// The user's codec `C`, framed by the key.
#[derive(Debug)]
pub struct EncodedBy<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C: Codec<T>> FieldCodec<T> for EncodedBy<C> {
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Part = str;
    const ENCODING: Encoding = Encoding::Custom { name: C::NAME, width: C::Bytes::WIDTH, sorts: C::Order::SORTS };

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let bytes = C::encode(arg).map_err(|error| EncodeErrorKind::Codec(error.to_string()))?;
        if C::Bytes::WIDTH.is_some() {
            out.put(bytes.as_ref());
            Ok(0)
        } else {
            text::write(bytes.as_ref(), P::TERMINATOR, out)
        }
    }

    #[inline]
    fn size(_: Self::Arg<'_>) -> usize {
        C::Bytes::WIDTH.unwrap_or(0)
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: Codec<T>> DecodeField<'de, T, P> for EncodedBy<C> {
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let (bytes, terminator) = C::Bytes::read::<P>(reader)?;
        let stored: Vec<u8> = bytes.as_ref().to_vec();
        let value = C::decode(bytes).map_err(|message| DecodeError::new(offset, DecodeErrorKind::Codec(message)))?;
        match C::encode(C::arg(&value)) {
            Ok(again) if again.as_ref() == stored => Ok((value, terminator)),
            _ => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical)),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Codec<T, Error = Infallible>> Total<T, P> for EncodedBy<C> where C::Bytes: HoldsAllAt<P> {}

#[diagnostic::do_not_recommend]
impl<T, P, C> Ordered<T, P> for EncodedBy<C>
where
    P: Position,
    C: Codec<T, Error = Infallible, Order = InOrder>,
    C::Bytes: SortsAt<P>,
{
    fn cut(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
        let Ok(bytes) = C::encode(arg);
        match C::Bytes::WIDTH {
            Some(_) => {
                out.extend_from_slice(bytes.as_ref());
                side
            }
            None => open::cut::<P>(bytes.as_ref(), side, out),
        }
    }
}
