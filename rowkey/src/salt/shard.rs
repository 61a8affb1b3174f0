//! [`Shard`]: a field of a key that spreads writes. A shard is a number below `N`: random, computed from a hash, or
//! chosen by the program.

use crate::codec::elements::element_codecs;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::field::KeyField;
use crate::layout::Encoding;
#[cfg(not(feature = "random"))]
use crate::salt::random::{HasRandomSource, ThisBuild};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::tag;
use alloc::string::ToString;

/// A number below `N`, as a field of a key. For example, write a key `[user][order][random(100)]` as a struct whose
/// last field is a `Shard<100>`.
///
/// A shard is encoded big-endian in as few bytes as `N - 1` needs. As the first field, a shard spreads writes over the
/// servers. After other fields, a shard only distinguishes rows that would otherwise have the same key.
///
/// ```
/// use rowkey::{RowKey, Shard};
///
/// #[derive(RowKey)]
/// struct OrderKey {
///     user: u32,
///     order: u32,
///     shard: Shard<100>,
/// }
///
/// let key = OrderKey { user: 1, order: 2, shard: Shard::new(99).unwrap() };
/// assert_eq!(key.encode(), [0, 0, 0, 1, 0, 0, 0, 2, 99]);
/// assert!(OrderKey::decode(&[0, 0, 0, 1, 0, 0, 0, 2, 100]).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard<const N: u32>(u32);

impl<const N: u32> Shard<N> {
    const COUNT: u32 = at_least_one(N);
    // The fewest bytes that hold `N - 1`, but at least one byte for `Shard<1>`. For `Shard<0>`, this constant must not
    // be an error, because the check of the layout reports a `Shard<0>` at the user's field.
    const WIDTH: usize = 4 - (N.saturating_sub(1).leading_zeros() / 8) as usize + (N == 1) as usize;

    /// Returns the shard with this number, or `None` if the number is not below `N`.
    pub const fn new(number: u32) -> Option<Self> {
        if number < N { Some(Self(number)) } else { None }
    }

    /// Returns the shard of bytes or of text: the 64-bit FNV-1a hash of the bytes, modulo `N`. The result is the same
    /// on every machine, and will not change in later versions of rowkey.
    ///
    /// ```
    /// use rowkey::Shard;
    ///
    /// assert_eq!(Shard::<16>::of("sensor-7"), Shard::of(b"sensor-7"));
    /// ```
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        // The numbers are the offset basis and the prime of FNV-1a.
        let hash = bytes
            .as_ref()
            .iter()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
        Self(u32::try_from(hash % u64::from(Self::COUNT)).unwrap_or(0))
    }

    /// Returns a random shard.
    #[cfg(feature = "random")]
    pub fn random() -> Self {
        Self(fastrand::u32(0..Self::COUNT))
    }

    #[doc(hidden)]
    #[cfg(not(feature = "random"))]
    pub fn random() -> Self
    where
        for<'x> ThisBuild: HasRandomSource<'x>,
    {
        Self(0)
    }

    /// Returns the number of the shard.
    pub const fn get(self) -> u32 {
        self.0
    }
}

#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
const fn at_least_one(count: u32) -> u32 {
    assert!(count > 0, "a `Shard<0>` has no value\n\nhelp: write the number of shards, as in `Shard<16>`");
    count
}

/// The codec of shards.
#[derive(Debug)]
pub struct ShardNumber;

#[diagnostic::do_not_recommend]
impl<F, const N: u32> KeyField<F> for Shard<N> {
    type Codec = ShardNumber;
}

#[diagnostic::do_not_recommend]
impl<const N: u32> FieldCodec<Shard<N>> for ShardNumber {
    type Arg<'a> = Shard<N>;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Shard { width: Shard::<N>::WIDTH, count: N };

    #[inline]
    fn arg(value: &Shard<N>) -> Shard<N> {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Shard<N>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        tag::write_shard(arg.0, Shard::<N>::WIDTH, out);
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<Shard<N>, Self, P>(reader, |value| Shown::plain(value.0.to_string()))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, const N: u32, P: Position> DecodeField<'de, Shard<N>, P> for ShardNumber {
    fn decode(reader: &mut Reader<'de>) -> Result<(Shard<N>, usize), DecodeError> {
        tag::read_shard(reader, Shard::<N>::WIDTH, N).map(|number| (Shard(number), 0))
    }
}

#[diagnostic::do_not_recommend]
impl<const N: u32, P: Position> Total<Shard<N>, P> for ShardNumber {}

#[diagnostic::do_not_recommend]
impl<const N: u32, P: Position> Ordered<Shard<N>, P> for ShardNumber {}

element_codecs! {
    [] ShardNumber;
}
