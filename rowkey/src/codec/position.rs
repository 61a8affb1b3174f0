//! The position of a field in its key, which decides how a variable-length field ends and what follows a fixed-width one.

use crate::wire::terminator::Terminator;
use core::marker::PhantomData;

/// The separator between the fields of a key.
pub trait Separator {
    /// The terminator of a variable-length field that is not last.
    const TERMINATOR: Terminator;
    /// The character after each field that has no terminator.
    const DELIMITER: Option<u8>;
}

/// Nothing between fields. Variable-length fields are escaped.
#[derive(Debug)]
pub struct Escaped;

/// `delimiter = 'C'`.
#[derive(Debug)]
pub struct DelimitedBy<const C: char>;

/// `terminator = 'C'`.
#[derive(Debug)]
pub struct TerminatedBy<const C: char>;

impl Separator for Escaped {
    const TERMINATOR: Terminator = Terminator::Escaped;
    const DELIMITER: Option<u8> = None;
}

impl<const C: char> Separator for DelimitedBy<C> {
    const TERMINATOR: Terminator = Terminator::Char(ascii(C));
    const DELIMITER: Option<u8> = Some(ascii(C));
}

impl<const C: char> Separator for TerminatedBy<C> {
    const TERMINATOR: Terminator = Terminator::Char(ascii(C));
    const DELIMITER: Option<u8> = None;
}

// The derive rejects all characters that are not ASCII.
#[allow(clippy::cast_possible_truncation, reason = "the derive refuses characters above 7F")]
const fn ascii(c: char) -> u8 {
    c as u32 as u8
}

/// A field's place in its key.
pub trait Position {
    /// The terminator of a variable-length field here.
    const TERMINATOR: Terminator;
    /// The character after a field without a terminator.
    const DELIMITER: Option<u8>;
    /// True if the field is the last of its key.
    const LAST: bool;
    /// The position of a field whose bytes are complemented. It always has a terminator: without one, "a" would sort before
    /// "ab" in descending order too.
    type Descended: Position;
}

/// A field that others follow.
#[derive(Debug)]
pub struct MidField<S>(PhantomData<S>);

/// The last field of the key.
#[derive(Debug)]
pub struct LastField<S>(PhantomData<S>);

/// Within a complement: terminated as in `MidField`, although the field may be the last one.
#[derive(Debug)]
pub struct Closed<S>(PhantomData<S>);

/// A field that others follow, in a key without a separator.
pub type Mid = MidField<Escaped>;

/// The last field of a key without a separator.
pub type Last = LastField<Escaped>;

impl<S: Separator> Position for MidField<S> {
    const TERMINATOR: Terminator = S::TERMINATOR;
    const DELIMITER: Option<u8> = S::DELIMITER;
    const LAST: bool = false;
    type Descended = Closed<S>;
}

impl<S: Separator> Position for LastField<S> {
    const TERMINATOR: Terminator = Terminator::None;
    const DELIMITER: Option<u8> = None;
    const LAST: bool = true;
    type Descended = Closed<S>;
}

impl<S: Separator> Position for Closed<S> {
    const TERMINATOR: Terminator = S::TERMINATOR;
    const DELIMITER: Option<u8> = None;
    const LAST: bool = false;
    type Descended = Self;
}

/// A field of a struct, where only order matters: `_in` on a struct compares its bytes from the first to the last field, so
/// that a field sorts here if equal values have equal bytes, too.
///
/// The bytes of a struct's fields are those of [`MidField<Escaped>`].
#[derive(Debug)]
pub struct InStruct;

impl Position for InStruct {
    const TERMINATOR: Terminator = Terminator::Escaped;
    const DELIMITER: Option<u8> = None;
    const LAST: bool = false;
    type Descended = Self;
}

#[cfg_attr(
    not(feature = "rust_decimal1"),
    allow(dead_code, unreachable_pub, reason = "decimals are the one type with several encodings of equal values")
)]
/// Positions of a field of a key, at which `_in` has the field to itself.
pub trait InKey: Position {}
impl<S: Separator> InKey for MidField<S> {}
impl<S: Separator> InKey for LastField<S> {}
impl<S: Separator> InKey for Closed<S> {}

/// Positions in which a variable-length field can hold every value.
pub trait HoldsAll: Position {}
impl HoldsAll for InStruct {}
impl HoldsAll for MidField<Escaped> {}
impl HoldsAll for Closed<Escaped> {}
impl<S: Separator> HoldsAll for LastField<S> {}

/// Positions in which variable-length fields sort as their values do: no byte of a value may be below its terminator.
pub trait Sorts: Position {}
impl Sorts for InStruct {}
impl Sorts for MidField<Escaped> {}
impl Sorts for MidField<DelimitedBy<'\0'>> {}
impl Sorts for MidField<TerminatedBy<'\0'>> {}
impl Sorts for Closed<Escaped> {}
impl Sorts for Closed<DelimitedBy<'\0'>> {}
impl Sorts for Closed<TerminatedBy<'\0'>> {}
impl<S: Separator> Sorts for LastField<S> {}

/// Positions in which the content of a variable-length field is stored unchanged, so that decoding can borrow it.
pub trait Verbatim: Position {}
impl<const C: char> Verbatim for MidField<DelimitedBy<C>> {}
impl<const C: char> Verbatim for MidField<TerminatedBy<C>> {}
impl<S: Separator> Verbatim for LastField<S> {}

/// Positions that are not within a complement.
pub trait Ascending: Position {}
impl<S: Separator> Ascending for MidField<S> {}
impl<S: Separator> Ascending for LastField<S> {}
