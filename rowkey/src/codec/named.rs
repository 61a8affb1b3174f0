//! [`CodecFor`], which finds the codec of a field with `#[rowkey(codec = ..)]`: the attribute names a codec or a format.

use super::FieldCodec;
use super::custom::{Codec, EncodedBy};
use super::derived::{ArgumentChoice, ChooseArgument};
use super::optional::OptionOf;
use core::marker::PhantomData;

/// A type that `#[rowkey(codec = ..)]` names for a field of type `T`: a codec or a format. `KIND` is the result of
/// `codec_kind`.
pub trait CodecFor<T, const BY_VALUE: bool, const KIND: u8> {
    /// The codec of the field.
    type Field: FieldCodec<T>;
}

/// Finds out whether `#[rowkey(codec = C)]` on a field of type `T` names a format or a codec. If `C` is a format,
/// `FormatKind::<C, T>::VALUE` is the inherent constant, which takes precedence over the constant of
/// [`NotAFormatFallback`].
#[derive(Debug)]
pub struct FormatKind<C, T>(PhantomData<(C, T)>);

// The results of `codec_kind`. The results from 2 on are kinds of formats, which `format::field` defines.

/// A codec of the field's type.
const CODEC: u8 = 0;
/// A codec of the type within an `Option`.
const CODEC_OF_INNER: u8 = 1;

/// Returns the `KIND` of [`CodecFor`]. `format_kind` is `FormatKind::VALUE`. If a type is a codec both of an `Option`
/// and of the value in the `Option`, the codec of the `Option` takes precedence.
pub const fn codec_kind(format_kind: u8, is_option: bool, is_codec: bool) -> u8 {
    if format_kind == CODEC && is_option && !is_codec { CODEC_OF_INNER } else { format_kind }
}

/// Finds out whether `C` is a codec of `T`. If so, `IsCodec::<C, T>::VALUE` is the inherent constant, which takes
/// precedence over the constant of [`NotProvenFallback`].
#[derive(Debug)]
pub struct IsCodec<C, T>(PhantomData<(C, T)>);

impl<C: Codec<T>, T> IsCodec<C, T> {
    /// True: this constant exists only if `C` is a codec of `T`.
    pub const VALUE: bool = true;
}

/// Finds out whether `T` is an `Option`, in the same way as [`IsCodec`].
#[derive(Debug)]
pub struct IsOption<T>(PhantomData<T>);

impl<T> IsOption<Option<T>> {
    /// True: this constant exists only for an `Option`.
    pub const VALUE: bool = true;
}

/// Supplies the constant of [`IsCodec`] and [`IsOption`] where no inherent constant exists.
pub trait NotProvenFallback {
    /// False: the inherent constant, which is true, does not exist.
    const VALUE: bool = false;
}

impl<C, T> NotProvenFallback for IsCodec<C, T> {}
impl<T> NotProvenFallback for IsOption<T> {}

/// Supplies the constant of [`FormatKind`] for types that are not formats.
pub trait NotAFormatFallback {
    /// `CODEC`: the type is not a format.
    const VALUE: u8 = CODEC;
}

impl<C, T> NotAFormatFallback for FormatKind<C, T> {}

impl<T, C: Codec<T>, const BY_VALUE: bool> CodecFor<T, BY_VALUE, CODEC> for C
where
    ArgumentChoice<BY_VALUE>: ChooseArgument<T>,
{
    type Field = EncodedBy<C, BY_VALUE>;
}

impl<T, C: Codec<T>, const BY_VALUE: bool> CodecFor<Option<T>, BY_VALUE, CODEC_OF_INNER> for C
where
    ArgumentChoice<BY_VALUE>: ChooseArgument<T>,
{
    type Field = OptionOf<EncodedBy<C, BY_VALUE>>;
}
