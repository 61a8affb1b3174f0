//! `#[hash(..)]`: the key stores only the first bytes of a digest of the value. The key cannot be decoded, and does not
//! keep the order of the values. A query can only search for one value, whose digest it computes.

use crate::ascii::to_hex;
use crate::codec::position::{Escaped, LastField, Position};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{FieldCodec, Total};
use crate::digest::{Digest, USER_FUNCTION};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, Nested};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::borrow::Cow;
use alloc::format;
use core::marker::PhantomData;

/// The codec that stores the first `N` bytes of a digest. `D` is the digest algorithm, and its input is the value as
/// `C` encodes it. `W` is the width of the field in bytes: `2 * N` with `HEX`, which stores hex digits, and otherwise
/// `N`.
#[derive(Debug)]
pub struct HashOf<C, D, const N: usize, const W: usize, const HEX: bool>(PhantomData<(C, D)>);

struct DigestSink<D: Digest>(D::State);

impl<D: Digest> Sink for DigestSink<D> {
    fn put(&mut self, bytes: &[u8]) {
        D::update(&mut self.0, bytes);
    }
}

#[diagnostic::do_not_recommend]
impl<T, C, D, const N: usize, const W: usize, const HEX: bool> FieldCodec<T> for HashOf<C, D, N, W, HEX>
where
    C: FieldCodec<T>,
    D: Digest,
{
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding =
        &Encoding::Hashed { algorithm: Cow::Borrowed(D::NAME), hex: HEX, width: W, of: Nested::Static(C::ENCODING) };

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let mut sink = DigestSink::<D>(D::start());
        C::encode::<LastField<Escaped>, _>(arg, &mut sink)?;
        let digest = D::finish(sink.0);
        // The default is never used: the derive rejects an `N` greater than the width of the digest.
        let bytes = digest.as_ref().first_chunk::<N>().copied().unwrap_or([0; N]);
        if HEX {
            out.put_array(to_hex::<W>(&bytes));
        } else {
            out.put_array(bytes);
        }
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        Ok(show(D::NAME, HEX, W, C::ENCODING, reader)?)
    }
}

/// Reads the digest of a hashed field. The note says that its value is not in the key. `of` is the encoding of the value.
///
/// # Errors
/// The key ends too early, or a byte is not a lower-case hex digit.
pub fn show(
    algorithm: &str,
    hex: bool,
    width: usize,
    of: &Encoding,
    reader: &mut Reader<'_>,
) -> Result<Shown, DecodeError> {
    let offset = reader.offset();
    let digest = reader.bytes(width)?;
    let is_wrong = |byte: &u8| hex && !matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if let Some((index, found)) = digest.iter().enumerate().find(|(_, byte)| is_wrong(byte)) {
        let kind = DecodeErrorKind::NotAValue { expected: "a lower-case hex digit", found: *found };
        return Err(DecodeError::new(offset + index, kind));
    }
    Ok(Shown::unchecked(match algorithm {
        USER_FUNCTION => format!("the hash of a {of}, computed by a function of the program; the value is not known"),
        _ => format!("part of the {algorithm} of a {of}; the value is not known"),
    }))
}

#[diagnostic::do_not_recommend]
impl<T, P, C, D, const N: usize, const W: usize, const HEX: bool> Total<T, P> for HashOf<C, D, N, W, HEX>
where
    C: Total<T, LastField<Escaped>>,
    D: Digest,
    P: Position,
{
}
