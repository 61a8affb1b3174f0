//! Types for the position of a field in its key, such as "last field". The position decides how a variable-length field
//! ends, and whether a delimiter follows the field.

use crate::ascii::separator_byte;
use crate::wire::terminator::Terminator;
use core::marker::PhantomData;

/// The separator between the fields of a key.
pub trait Separator {
    /// The terminator of a variable-length field before other fields, or `Terminator::None`.
    const TERMINATOR: Terminator;
    /// The character between a field without a terminator and the next field.
    const DELIMITER: Option<u8>;
}

/// The separator of a key without a separator character: variable-length fields are escaped.
#[derive(Debug)]
pub struct Escaped;

/// The separator of a key with `delimiter = 'C'`: `C` is between all fields.
#[derive(Debug)]
pub struct DelimitedBy<const C: char>;

/// The separator of a key with `terminator = 'C'`: `C` is after each variable-length field that is not last.
#[derive(Debug)]
pub struct TerminatedBy<const C: char>;

impl Separator for Escaped {
    const TERMINATOR: Terminator = Terminator::Escaped;
    const DELIMITER: Option<u8> = None;
}

impl<const C: char> Separator for DelimitedBy<C> {
    // After a variable-length field, this trait calls the delimiter a terminator.
    const TERMINATOR: Terminator = Terminator::Char(separator_byte(C));
    const DELIMITER: Option<u8> = Some(separator_byte(C));
}

impl<const C: char> Separator for TerminatedBy<C> {
    const TERMINATOR: Terminator = Terminator::Char(separator_byte(C));
    const DELIMITER: Option<u8> = None;
}

/// The position of a field in its key, as a type such as [`Last`].
pub trait Position {
    /// The terminator of a variable-length field at this position.
    const TERMINATOR: Terminator;
    /// The character after a field at this position that has no terminator.
    const DELIMITER: Option<u8>;
    /// True if the key ends after the field, so that the field needs no terminator. False for a complemented field,
    /// which needs a terminator even at the end of the key.
    const LAST: bool;
    /// The same position for a field whose bytes are complemented. At this position, a variable-length field always has
    /// a terminator. Without one, "a" would sort before "ab" even in descending order.
    type Complemented: Position;
    /// The position for decoding the fields or elements of a struct, enum, array or list that is at this position. They
    /// are always encoded as at [`Mid`]. `Nested` differs from `Mid` only because a decoded value cannot borrow
    /// complemented bytes.
    type Nested: Position;
}

/// The position of a field that is followed by other fields or by constant bytes.
#[derive(Debug)]
pub struct MidField<S>(PhantomData<S>);

/// The position of the last field of a key.
#[derive(Debug)]
pub struct LastField<S>(PhantomData<S>);

/// The position of a field that the codec `DescendingOf` complements. A variable-length field has a terminator at this
/// position, even if the key ends after the field.
#[derive(Debug)]
pub struct Complemented<S>(PhantomData<S>);

/// The position [`MidField`] in a key without a separator.
pub type Mid = MidField<Escaped>;

/// The position [`LastField`] in a key without a separator.
pub type Last = LastField<Escaped>;

impl<S: Separator> Position for MidField<S> {
    const TERMINATOR: Terminator = S::TERMINATOR;
    const DELIMITER: Option<u8> = S::DELIMITER;
    const LAST: bool = false;
    type Complemented = Complemented<S>;
    type Nested = Mid;
}

impl<S: Separator> Position for LastField<S> {
    const TERMINATOR: Terminator = Terminator::None;
    const DELIMITER: Option<u8> = None;
    const LAST: bool = true;
    type Complemented = Complemented<S>;
    type Nested = Mid;
}

impl<S: Separator> Position for Complemented<S> {
    const TERMINATOR: Terminator = S::TERMINATOR;
    // The delimiter after the field is not complemented. It comes from the position of `DescendingOf`, such as
    // `MidField`.
    const DELIMITER: Option<u8> = None;
    const LAST: bool = false;
    type Complemented = Self;
    type Nested = Complemented<Escaped>;
}

/// The position of a field in a struct that is itself a field, or of an element of an array or a list. This type is
/// only used to decide whether the struct sorts, and to check stored bytes. The fields of a struct are encoded as at
/// [`Mid`].
///
/// A decimal does not sort at this position, because equal decimals such as 1 and 1.00 have different bytes. In a
/// struct with the fields `price` and `seats`, these bytes would decide the order of `(1, 6)` and `(1.00, 5)` before
/// the seats are compared.
#[derive(Debug)]
pub struct InStruct;

impl Position for InStruct {
    const TERMINATOR: Terminator = Terminator::Escaped;
    const DELIMITER: Option<u8> = None;
    const LAST: bool = false;
    type Complemented = Self;
    type Nested = Self;
}

/// Positions directly in a key, as opposed to [`InStruct`]. For example, a decimal sorts here: the derived method
/// `price_in(range)` of a field `price` compares only this field, so it can ignore the bytes that distinguish 1 from
/// 1.00.
pub trait InKey: Position {}
impl<S: Separator> InKey for MidField<S> {}
impl<S: Separator> InKey for LastField<S> {}
impl<S: Separator> InKey for Complemented<S> {}

/// Positions at which a variable-length field can hold every value of `B`, which is `str` or `[u8]`.
pub trait AcceptsEvery<B: ?Sized>: Position {}
impl<B: ?Sized> AcceptsEvery<B> for InStruct {}
impl<B: ?Sized> AcceptsEvery<B> for MidField<Escaped> {}
impl<B: ?Sized> AcceptsEvery<B> for Complemented<Escaped> {}
impl<B: ?Sized, S: Separator> AcceptsEvery<B> for LastField<S> {}

// The bytes that never occur in UTF-8, each written as the character with the number of the byte: `'\u{C0}'` is the
// byte C0. The derive contains the same list.
macro_rules! never_in_text {
    ($($byte:literal)*) => {$(
        impl AcceptsEvery<str> for MidField<DelimitedBy<$byte>> {}
        impl AcceptsEvery<str> for MidField<TerminatedBy<$byte>> {}
    )*};
}

never_in_text! {
    '\u{C0}' '\u{C1}' '\u{F5}' '\u{F6}' '\u{F7}' '\u{F8}' '\u{F9}' '\u{FA}' '\u{FB}' '\u{FC}' '\u{FD}' '\u{FE}' '\u{FF}'
}

/// Positions at which variable-length fields sort as their values do. A terminator that is not the least byte changes
/// the order: with `_`, "a" is stored as `a_`, which sorts after `a!_`, although "a" sorts before "a!".
pub trait KeepsOrder: Position {}
impl KeepsOrder for InStruct {}
impl KeepsOrder for MidField<Escaped> {}
impl KeepsOrder for MidField<DelimitedBy<'\0'>> {}
impl KeepsOrder for MidField<TerminatedBy<'\0'>> {}
impl KeepsOrder for Complemented<Escaped> {}
impl KeepsOrder for Complemented<DelimitedBy<'\0'>> {}
impl KeepsOrder for Complemented<TerminatedBy<'\0'>> {}
impl<S: Separator> KeepsOrder for LastField<S> {}

/// Positions at which the content of a variable-length field is stored unchanged, so that decoding can borrow the
/// content.
pub trait Verbatim: Position {}
impl<const C: char> Verbatim for MidField<DelimitedBy<C>> {}
impl<const C: char> Verbatim for MidField<TerminatedBy<C>> {}
impl<S: Separator> Verbatim for LastField<S> {}

/// Positions of fields that are not complemented.
pub trait Ascending: Position {}
impl<S: Separator> Ascending for MidField<S> {}
impl<S: Separator> Ascending for LastField<S> {}
