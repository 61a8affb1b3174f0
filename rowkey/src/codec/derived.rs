//! What `#[derive(KeyField)]` says of a type, and what follows from it.

use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Code, Part};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// A derived type, and what equality takes of it: the value if it is `Copy`, else a reference.
pub trait FieldValue: Sized {
    /// What equality takes.
    type Arg<'a>: Copy
    where
        Self: 'a;

    /// The value as equality takes it.
    fn arg(&self) -> Self::Arg<'_>;

    /// The value behind it.
    fn get<'x, 'y>(arg: &'x Self::Arg<'y>) -> &'x Self
    where
        Self: 'y;
}

/// Chooses what equality takes of a type.
#[derive(Debug)]
pub struct Argument<const COPY: bool>;

/// What [`Argument`] chose.
pub trait ChooseArgument<T> {
    /// The value or a reference.
    type Arg<'a>: Copy
    where
        T: 'a;

    /// Of a value.
    fn arg(value: &T) -> Self::Arg<'_>;

    /// The value behind it.
    fn get<'x, 'y>(arg: &'x Self::Arg<'y>) -> &'x T
    where
        T: 'y;
}

impl<T: Copy> ChooseArgument<T> for Argument<true> {
    type Arg<'a>
        = T
    where
        T: 'a;

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    #[inline]
    fn get<'x, 'y>(arg: &'x T) -> &'x T
    where
        T: 'y,
    {
        arg
    }
}

impl<T> ChooseArgument<T> for Argument<false> {
    type Arg<'a>
        = &'a T
    where
        T: 'a;

    #[inline]
    fn arg(value: &T) -> &T {
        value
    }

    #[inline]
    fn get<'x, 'y>(arg: &'x &'y T) -> &'x T
    where
        T: 'y,
    {
        arg
    }
}

/// Whether a type is `Copy`, as a constant: an inherent constant hides a trait's.
#[derive(Debug)]
pub struct IsCopy<T>(core::marker::PhantomData<T>);

impl<T: Copy> IsCopy<T> {
    /// It is.
    pub const VALUE: bool = true;
}

/// What holds of types for which nothing else was said.
pub trait NotCopy {
    /// It is not.
    const VALUE: bool = false;
}

impl<T> NotCopy for IsCopy<T> {}

/// `struct CustomerId(u32);`
pub trait Wrapper: FieldValue {
    /// The type within.
    type Inner;

    /// The value within.
    fn inner(&self) -> &Self::Inner;

    /// The value within, taken out.
    fn into_inner(self) -> Self::Inner;

    /// Around a value.
    fn wrap(inner: Self::Inner) -> Self;
}

/// Reads over a field of a struct, as decoding does: [`check_part`](crate::codec::delimited::check_part) of some field.
pub type CheckPart = fn(&mut Reader<'_>) -> Result<(), DecodeError>;

/// A struct of several fields.
pub trait Structure: FieldValue {
    /// Its fields.
    const PARTS: &'static [Part];

    /// [`check_part`](crate::codec::delimited::check_part) of each field.
    const CHECKS: &'static [CheckPart];

    /// Appends its fields.
    ///
    /// # Errors
    /// A field's value has no bytes.
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), EncodeErrorKind>;

    /// How many bytes [`Self::write`] appends, or a close guess.
    fn size(&self) -> usize;
}

/// A struct that can be decoded from a key that lives for `'de`.
pub trait ReadStructure<'de>: Structure {
    /// Reads its fields.
    ///
    /// # Errors
    /// The bytes are none of them.
    fn read(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;
}

/// A struct all of whose values have bytes.
pub trait TotalStructure: Structure {}

/// A struct whose bytes sort as its fields do one after the other: equal fields have equal bytes.
pub trait OrderedStructure: TotalStructure {}

/// An enum without data.
pub trait Coded: FieldValue {
    /// The codes of its variants in declared order. None begins another.
    const CODES: &'static [Code];

    /// The place of a value among [`Self::CODES`].
    fn index(&self) -> usize;

    /// The value at a place.
    fn at(index: usize) -> Option<Self>;
}

/// An enum whose codes rise in declared order.
pub trait OrderedCoded: Coded {}
