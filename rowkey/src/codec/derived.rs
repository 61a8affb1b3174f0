//! The traits that `#[derive(KeyField)]` implements, and types that the derived code uses.

use crate::codec::FieldCodec;
use crate::codec::delimited::read_constant;
use crate::codec::position::{InStruct, Position};
use crate::codec::shown::{ShownParts, WrongField};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, FieldLayout};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// A type that derives `KeyField`. A prefix has an equality method for each field, such as `customer` in
/// `prefix().customer(7)`. This method takes a value whose type is `Copy` by value, and any other value by reference.
#[doc(hidden)]
pub trait FieldValue: Sized {
    /// The argument of the equality method.
    type Arg<'a>: Copy
    where
        Self: 'a;

    /// Returns the argument of the equality method for the value.
    fn arg(&self) -> Self::Arg<'_>;

    /// Returns the value that the argument is or refers to.
    fn value_of<'x, 'y>(arg: &'x Self::Arg<'y>) -> &'x Self
    where
        Self: 'y;
}

/// Chooses the argument of the equality method: by value or by reference.
#[derive(Debug)]
pub struct ArgumentChoice<const COPY: bool>;

/// The argument of the equality method for a value of type `T`, as [`ArgumentChoice`] chooses it.
#[doc(hidden)]
pub trait ChooseArgument<T> {
    /// The value or a reference.
    type Arg<'a>: Copy
    where
        T: 'a;

    fn arg(value: &T) -> Self::Arg<'_>;

    fn value_of<'x, 'y>(arg: &'x Self::Arg<'y>) -> &'x T
    where
        T: 'y;
}

impl<T: Copy> ChooseArgument<T> for ArgumentChoice<true> {
    type Arg<'a>
        = T
    where
        T: 'a;

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    #[inline]
    fn value_of<'x, 'y>(arg: &'x T) -> &'x T
    where
        T: 'y,
    {
        arg
    }
}

impl<T> ChooseArgument<T> for ArgumentChoice<false> {
    type Arg<'a>
        = &'a T
    where
        T: 'a;

    #[inline]
    fn arg(value: &T) -> &T {
        value
    }

    #[inline]
    fn value_of<'x, 'y>(arg: &'x &'y T) -> &'x T
    where
        T: 'y,
    {
        arg
    }
}

/// Tells whether a type is `Copy`. If `T` is `Copy`, `IsCopy::<T>::VALUE` is the inherent constant, because it takes
/// precedence over the trait's constant. Otherwise it is the constant of [`NotCopyFallback`].
#[derive(Debug)]
pub struct IsCopy<T>(core::marker::PhantomData<T>);

impl<T: Copy> IsCopy<T> {
    /// True: the type is `Copy`.
    pub const VALUE: bool = true;
}

/// Supplies [`IsCopy`]'s constant for types that are not `Copy`.
#[doc(hidden)]
pub trait NotCopyFallback {
    /// False: the type is not `Copy`.
    const VALUE: bool = false;
}

impl<T> NotCopyFallback for IsCopy<T> {}

/// A newtype, such as `struct CustomerId(u32);`.
#[doc(hidden)]
pub trait Newtype: FieldValue {
    /// The type of the only field.
    type Inner;

    fn inner(&self) -> &Self::Inner;

    fn into_inner(self) -> Self::Inner;

    fn wrap(inner: Self::Inner) -> Self;
}

/// The fields of a struct or of a variant as a type-level list: `(C, T, Rest)` for a field of type `T` that `C` encodes
/// and the fields `Rest` after it, or `()` for no fields.
#[doc(hidden)]
pub trait FieldList {
    /// Reads the fields that `fields` describe, and the constants before and after each field. Adds each field to
    /// `shown`.
    ///
    /// # Errors
    /// The bytes do not encode such fields.
    fn show(fields: &[FieldLayout], reader: &mut Reader<'_>, shown: &mut ShownParts) -> Result<(), WrongField>;
}

impl FieldList for () {
    fn show(_: &[FieldLayout], _: &mut Reader<'_>, _: &mut ShownParts) -> Result<(), WrongField> {
        Ok(())
    }
}

impl<C: FieldCodec<T>, T, Rest: FieldList> FieldList for (C, T, Rest) {
    fn show(fields: &[FieldLayout], reader: &mut Reader<'_>, shown: &mut ShownParts) -> Result<(), WrongField> {
        // Always matches: `fields` is as long as this list of types.
        let [field, rest @ ..] = fields else { return Ok(()) };
        read_constant(reader, field.before())?;
        shown.add_field(field.name(), C::show::<InStruct>(reader).map_err(WrongField::within)?);
        read_constant(reader, field.bytes_after())?;
        Rest::show(rest, reader, shown)
    }
}

/// [`FieldList::show`] for the fields of one variant.
pub type ShowFields = fn(&[FieldLayout], &mut Reader<'_>, &mut ShownParts) -> Result<(), WrongField>;

/// A struct or an enum, but not a newtype. A struct is stored as its fields. An enum is stored as the code of the
/// variant, and then the fields of the variant.
#[doc(hidden)]
pub trait Composite: FieldValue {
    /// The codec of the type.
    type Codec;

    /// The description of the value's bytes in the key's `LAYOUT`.
    const ENCODING: &'static Encoding;

    /// [`FieldList::show`] of a struct, or of each variant. Empty if no variant has fields.
    const SHOW: &'static [ShowFields];

    /// Appends the code of the variant, if the type is an enum, and the encoded fields.
    ///
    /// # Errors
    /// The value of a field cannot be encoded.
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), EncodeErrorKind>;

    /// Returns a size hint: the number of bytes that [`Self::write`] appends, or close to it.
    fn size(&self) -> usize;
}

/// A struct or an enum whose fields can be decoded at position `P` from a key that lives for `'de`.
#[doc(hidden)]
pub trait ReadComposite<'de, P: Position>: Composite {
    /// Reads the fields of a struct, or of the variant at `index`.
    ///
    /// # Errors
    /// The bytes do not encode such fields.
    fn read(index: usize, reader: &mut Reader<'de>) -> Result<Self, DecodeError>;
}

/// A struct or an enum whose every value can be encoded.
#[doc(hidden)]
pub trait TotalComposite: Composite {}

/// A struct whose bytes sort like the tuple of its fields, or an enum whose codes ascend in declared order and where
/// the bytes of each variant's fields sort like the tuple of the fields. In particular, equal values have equal bytes.
#[doc(hidden)]
pub trait OrderedComposite: TotalComposite {}
