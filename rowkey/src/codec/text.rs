//! Which codecs write text: their bytes are UTF-8, so that a key of such fields is a `String`.

use crate::codec::codes::Codes;
use crate::codec::descending::Descending;
use crate::codec::digits::Digits;
use crate::codec::hashed::Hashed;
use crate::codec::open::Text;
use crate::codec::padded_text::PaddedText;
use crate::codec::position::{Position, Verbatim};
use crate::codec::reversed::{Reversed, ReversedContent};
use crate::codec::wrapped::Wrapped;
use crate::derived::{TextCoded, Wrapper};

/// At position `P`, the bytes are UTF-8.
pub trait IsText<T, P: Position> {}

impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for Digits<N, FITS> {}
impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for Descending<Digits<N, FITS>> {}
impl<T, P: Position, const N: usize, const FITS: bool> IsText<T, P> for Reversed<Digits<N, FITS>> {}
impl<T, P: Position, const N: usize, const PAD: char> IsText<T, P> for PaddedText<N, PAD> {}
impl<T, P: Position, const N: usize, const PAD: char> IsText<T, P> for ReversedContent<PaddedText<N, PAD>> {}
impl<T, P: Verbatim> IsText<T, P> for Text {}
impl<T, P: Verbatim> IsText<T, P> for ReversedContent<Text> {}
impl<T, P: Position, C, D, const N: usize, const W: usize> IsText<T, P> for Hashed<C, D, N, W, true> {}
impl<T: TextCoded, P: Position> IsText<T, P> for Codes {}
impl<T: Wrapper, P: Position, C: IsText<T::Inner, P>> IsText<T, P> for Wrapped<C> {}
