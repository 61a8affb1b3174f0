//! Tests field types for a part of an integer type: `NonZero` has no zero, and the numbers of a `Shard` have a limit.

use core::num::NonZero;
use std::collections::BTreeSet;

use rowkey::{DecodeErrorKind, RowKey, Shard};

use crate::laws::{Same, on_any, type_keeps_the_laws};

impl Same for NonZero<u32> {}
impl Same for NonZero<i128> {}
impl Same for Shard<1> {}
impl Same for Shard<257> {}
impl Same for Shard<{ u32::MAX }> {}

type_keeps_the_laws!(
    unsigned: NonZero<u32>,
    |value| -> NonZero<u32> { *value },
    [1, 2, 255, 256, 1 << 31, u32::MAX - 1, u32::MAX].into_iter().filter_map(NonZero::new).collect(),
    any::<NonZero<u32>>()
);
type_keeps_the_laws!(
    signed: NonZero<i128>,
    |value| -> NonZero<i128> { *value },
    [i128::MIN, i128::MIN + 1, -256, -255, -1, 1, 255, 256, i128::MAX].into_iter().filter_map(NonZero::new).collect(),
    any::<NonZero<i128>>()
);
type_keeps_the_laws!(
    one_shard: Shard<1>,
    |value| -> Shard<1> { *value },
    vec![Shard::of(b"")],
    any::<[u8; 4]>().prop_map(Shard::of)
);
type_keeps_the_laws!(
    shards_of_two_bytes: Shard<257>,
    |value| -> Shard<257> { *value },
    [0, 1, 255, 256].into_iter().filter_map(Shard::new).collect(),
    (0..257_u32).prop_map(|number| Shard::new(number).unwrap())
);
type_keeps_the_laws!(
    most_shards: Shard<{ u32::MAX }>,
    |value| -> Shard<{ u32::MAX }> { *value },
    [0, 255, 256, u32::MAX / 2, u32::MAX - 1].into_iter().filter_map(Shard::new).collect(),
    (0..u32::MAX).prop_map(|number| Shard::new(number).unwrap())
);

/// A shard takes as few bytes as its greatest number needs, and at least one byte.
#[test]
fn shards_are_as_wide_as_the_greatest_number() {
    macro_rules! width {
        ($($count:literal)*) => {[$({
            #[derive(RowKey)]
            struct Key(Shard<$count>);
            let greatest = Key(Shard::new($count - 1).unwrap()).encode();
            assert_eq!(greatest.as_slice(), &u32::to_be_bytes($count - 1)[4 - greatest.len()..]);
            assert_eq!(Shard::<$count>::new($count), None);
            greatest.len()
        }),*]};
    }
    let widths = width![1 2 255 256 257 65_536 65_537 16_777_216 16_777_217 4_294_967_295];
    assert_eq!(widths, [1, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
}

/// In every encoding, a `NonZero` integer has the bytes of the plain integer. Zero is rejected.
macro_rules! non_zero_as_plain {
    ($($test:ident: $int:ident, $digits:literal;)*) => {$(
        #[test]
        fn $test() {
            use proptest::prelude::*;

            macro_rules! key {
                ($key:ident, $type:ty) => {
                    #[derive(Debug, PartialEq, RowKey)]
                    struct $key {
                        binary: $type,
                        #[descending]
                        descending: $type,
                        #[reverse]
                        reversed: $type,
                        #[pad($digits)]
                        padded: $type,
                        #[pad($digits)]
                        #[descending]
                        padded_descending: $type,
                        #[pad($digits)]
                        #[reverse]
                        padded_reversed: $type,
                        optional: Option<$type>,
                    }
                };
            }
            key!(Plain, $int);
            key!(NonZeroKey, NonZero<$int>);

            fn plain(number: $int) -> Plain {
                Plain {
                    binary: number,
                    descending: number,
                    reversed: number,
                    padded: number,
                    padded_descending: number,
                    padded_reversed: number,
                    optional: Some(number),
                }
            }

            fn non_zero(number: NonZero<$int>) -> NonZeroKey {
                NonZeroKey {
                    binary: number,
                    descending: number,
                    reversed: number,
                    padded: number,
                    padded_descending: number,
                    padded_reversed: number,
                    optional: Some(number),
                }
            }

            fn check(number: NonZero<$int>) {
                let bytes = plain(number.get()).try_encode();
                assert_eq!(non_zero(number).try_encode(), bytes);
                if let Ok(bytes) = bytes {
                    assert_eq!(NonZeroKey::decode(&bytes), Ok(non_zero(number)));
                }
            }
            [$int::MIN, 1, $int::MAX - 1, $int::MAX].into_iter().filter_map(NonZero::new).for_each(check);
            on_any(any::<NonZero<$int>>(), |number| check(*number));

            let one: Vec<u8> = plain(1).try_encode().unwrap().into();
            let zero: Vec<u8> = plain(0).try_encode().unwrap().into();
            for part in Plain::explain(&one).parts() {
                let range = part.range().unwrap();
                let mut with_zero = one.clone();
                with_zero[range.clone()].copy_from_slice(&zero[range.clone()]);
                let error = NonZeroKey::decode(&with_zero).unwrap_err();
                assert_eq!((error.kind(), error.field()), (&DecodeErrorKind::Zero, Some(part.name())));
                assert_eq!(NonZeroKey::explain(&with_zero).problem().unwrap().to_string(), error.to_string());
            }
        }
    )*};
}

non_zero_as_plain! {
    non_zero_u8: u8, 3;
    non_zero_u16: u16, 5;
    non_zero_u32: u32, 10;
    non_zero_u64: u64, 20;
    non_zero_u128: u128, 39;
    non_zero_i8: i8, 3;
    non_zero_i16: i16, 5;
    non_zero_i32: i32, 10;
    non_zero_i64: i64, 19;
    non_zero_i128: i128, 39;
}

/// The shard of given bytes never changes. It is their 64-bit FNV-1a hash modulo the number of shards. The hashes here
/// are published test values.
#[test]
fn the_shard_of_bytes_is_their_fnv_1a_hash() {
    let hashes = [("", 0xCBF2_9CE4_8422_2325_u64), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)];
    for (text, hash) in hashes {
        assert_eq!(u64::from(Shard::<1000>::of(text).get()), hash % 1000, "{text}");
        assert_eq!(u64::from(Shard::<{ u32::MAX }>::of(text).get()), hash % u64::from(u32::MAX), "{text}");
    }
}

#[test]
fn random_returns_every_shard() {
    let drawn: BTreeSet<u32> = (0..1000).map(|_| Shard::<3>::random().get()).collect();
    assert_eq!(drawn, BTreeSet::from([0, 1, 2]));
}
