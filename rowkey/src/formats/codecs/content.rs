//! [`ContentOf`], the codec of fields whose strings or bytes have a self-delimiting form of another system.

use crate::codec::custom::{Codec, EncodedBy};
use crate::codec::output::{CodecOutput, InfallibleOutput, SortedOutput};
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text::Content;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

/// A self-delimiting form of strings and bytes, which stores values with the same beginning next to each other.
pub trait ContentCodec {
    type Encoded: CodecOutput<Bytes = Vec<u8>>;

    fn encode_content(content: &[u8]) -> Self::Encoded;

    /// Like [`StartsWith::write_starts_with_bound`].
    fn write_starts_with_bound(start: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace>;
}

/// Stores strings and bytes in the form `C`. Unlike [`EncodedBy`], the prefix method of the field takes a `&str` or
/// `&[u8]`, and the field has a query method such as `name_starts_with`.
#[derive(Debug)]
pub struct ContentOf<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C> FieldCodec<T> for ContentOf<C>
where
    T: Deref<Target: Content>,
    C: ContentCodec + Codec<T>,
{
    type Arg<'a>
        = &'a T::Target
    where
        T: 'a;
    type Slice = T::Target;
    const ENCODING: &'static Encoding = <EncodedBy<C> as FieldCodec<T>>::ENCODING;
    const DESCENDING: bool = <EncodedBy<C> as FieldCodec<T>>::DESCENDING;

    #[inline]
    fn arg(value: &T) -> &T::Target {
        value
    }

    fn encode<P: Position, S: Sink>(arg: &T::Target, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let bytes = C::encode_content(arg.as_raw()).into_bytes();
        out.put(&bytes.map_err(|error| EncodeErrorKind::Codec(error.message))?);
        Ok(0)
    }

    #[inline]
    fn size(arg: &T::Target) -> usize {
        // An estimate: most forms add a terminator of up to two bytes.
        arg.as_raw().len() + 2
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        <EncodedBy<C> as FieldCodec<T>>::show::<P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C> DecodeField<'de, T, P> for ContentOf<C>
where
    T: Deref<Target: Content>,
    C: ContentCodec + Codec<T>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        <EncodedBy<C> as DecodeField<'de, T, P>>::decode(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C> Total<T, P> for ContentOf<C>
where
    T: Deref<Target: Content>,
    C: ContentCodec<Encoded: InfallibleOutput> + Codec<T>,
{
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C> Ordered<T, P> for ContentOf<C>
where
    T: Deref<Target: Content>,
    C: ContentCodec<Encoded: SortedOutput> + Codec<T>,
{
    fn write_bound(arg: &T::Target, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let place = if <Self as FieldCodec<T>>::DESCENDING { place.opposite() } else { place };
        match C::encode_content(arg.as_raw()).into_bound() {
            Ok(bytes) => out.extend_from_slice(&bytes),
            // Not reached: a form that sorts encodes every value.
            Err(outside) => return outside,
        }
        place
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C> StartsWith<T, P> for ContentOf<C>
where
    T: Deref<Target: Content>,
    C: ContentCodec + Codec<T>,
{
    fn write_starts_with_bound(start: &T::Target, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        C::write_starts_with_bound(start.as_raw(), place, out)
    }
}

/// The kind of [`CodecFor`](crate::codec::named::CodecFor) for a [`ContentCodec`].
pub(super) const CONTENT: u8 = 6;
