//! Which codecs write text: their bytes are UTF-8, so that a key of such fields is a `String`.

use crate::codec::codes::Codes;
use crate::codec::descending::DescendingOf;
use crate::codec::digits::PaddedDigits;
use crate::codec::hashed::HashOf;
use crate::codec::open::OpenText;
use crate::codec::padded_text::PaddedString;
use crate::codec::position::{Position, Verbatim};
use crate::codec::reversed::{ReversedContent, ReversedOf};
use crate::codec::time_text::TimeText;
use crate::codec::wrapped::Wrapped;
use crate::derived::{TextCoded, Wrapper};

/// At position `P`, the bytes are UTF-8.
pub trait IsText<T, P: Position> {}

impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for PaddedDigits<N, FITS> {}
impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for DescendingOf<PaddedDigits<N, FITS>> {}
impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for ReversedOf<PaddedDigits<N, FITS>> {}
impl<T, P: Position, const N: usize, const PAD: char> IsText<T, P> for PaddedString<N, PAD> {}
impl<T, P: Position, const N: usize, const PAD: char> IsText<T, P> for ReversedContent<PaddedString<N, PAD>> {}
impl<T, P: Verbatim> IsText<T, P> for OpenText {}
impl<T, P: Verbatim> IsText<T, P> for ReversedContent<OpenText> {}
impl<T, P: Position, C, D, const N: usize, const W: usize> IsText<T, P> for HashOf<C, D, N, W, true> {}
impl<T, P: Position, M> IsText<T, P> for TimeText<M, T> {}
impl<T: TextCoded, P: Position> IsText<T, P> for Codes {}
impl<T: Wrapper, P: Position, C: IsText<T::Inner, P>> IsText<T, P> for Wrapped<C> {}
