//! Tests `split_points`, the keys at which a table can be split into regions. They are sorted, are the starts of
//! buckets, and split the table as evenly as the buckets allow.

use std::num::{NonZeroI8, NonZeroU8};

use rowkey::{RegionCountError, RowKey, Spreads};

/// Returns the numbers below `count` as big-endian bytes. Keys begin with one of these buckets after the namespace.
fn bytes(width: usize, count: u64) -> Vec<Vec<u8>> {
    (0..count).map(|number| number.to_be_bytes()[8 - width..].to_vec()).collect()
}

fn digits(width: usize, count: u64) -> Vec<Vec<u8>> {
    (0..count).map(|number| format!("{number:0width$}").into_bytes()).collect()
}

fn hex(width: usize) -> Vec<Vec<u8>> {
    (0..16u32.pow(width as u32)).map(|number| format!("{number:0width$x}").into_bytes()).collect()
}

/// Appends zeros to each number. If the last digits of a field cannot take all values, all split points have zeros
/// there.
fn then_zeros(numbers: Vec<Vec<u8>>, zeros: usize) -> Vec<Vec<u8>> {
    numbers.into_iter().map(|number| [&number[..], &b"0".repeat(zeros)].concat()).collect()
}

/// The `split_points` of a key, as a function pointer, so that the checks are compiled once.
type Split = fn(usize) -> Result<Vec<Vec<u8>>, RegionCountError>;

/// Checks everything that is documented for `regions` regions of a table whose keys begin with one of the buckets.
fn check(split: Split, buckets: &[Vec<u8>], regions: usize) {
    let points = split(regions).unwrap();
    assert_eq!(points.len(), regions - 1);
    assert!(points.is_sorted_by(|a, b| a < b), "{regions}: {points:?}");
    for point in &points {
        assert!(buckets[1..].binary_search(point).is_ok(), "{regions}: {point:?}");
    }
    let indexes = points.iter().map(|point| buckets.partition_point(|bucket| bucket < point));
    let ends: Vec<usize> = indexes.chain([buckets.len()]).collect();
    let starts = std::iter::once(&0).chain(&ends);
    let sizes: Vec<usize> = ends.iter().zip(starts).map(|(end, start)| end - start).collect();
    let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
    assert!(*least > 0 && most - least <= 1, "{regions}: {least} to {most} buckets");
}

fn check_all(split: Split, namespace: &[u8], numbers: Vec<Vec<u8>>) {
    let buckets: Vec<_> = numbers.iter().map(|number| [namespace, number].concat()).collect();
    let most = buckets.len();
    let many = [most / 2 + 1, most - 1, most].into_iter().filter(|regions| *regions > 100);
    for regions in (1..=most.min(100)).chain(many) {
        check(split, &buckets, regions);
    }
    let none = split(0).unwrap_err();
    assert_eq!(
        (none.requested(), none.most(), none.to_string()),
        (0, most, "a table has at least 1 region, not 0".into())
    );
    for requested in [most + 1, most + 2, usize::MAX] {
        let error = split(requested).unwrap_err();
        assert_eq!((error.requested(), error.most()), (requested, most));
        let regions = if most == 1 { "region" } else { "regions" };
        let message = format!("a table with these keys splits into at most {most} {regions}, not {requested}");
        assert_eq!(error.to_string(), message);
    }
}

macro_rules! split_points {
    ($($test:ident: [$($key:tt)*] { $($field:tt)* } $namespace:literal, $numbers:expr;)*) => {$(
        #[test]
        fn $test() {
            #[derive(RowKey)]
            #[rowkey($($key)*)]
            #[allow(dead_code)]
            struct Key {
                $($field)*
            }
            check_all(Key::split_points, $namespace, $numbers);
        }
    )*};
}

split_points! {
    a_byte_of_a_digest: [] { #[salt(md5, 1)] a: u32, b: String, } b"", bytes(1, 256);
    a_byte_of_a_later_field: [namespace = "t/"] { a: u32, #[salt(crc32, 1, last)] b: String, }
        b"t/", bytes(1, 256);
    two_bytes: [salt(md5, 2)] { a: u32, } b"", bytes(2, 65_536);
    one_hex_digit_pair: [salt(md5, 1, hex)] { a: u32, } b"", hex(2);
    two_hex_digit_pairs: [salt(md5, 2, hex), namespace = "users"] { a: u32, } b"users", hex(4);
    one_bucket: [salt(md5, buckets = 1)] { a: u32, } b"", bytes(1, 1);
    three_buckets: [salt(phoenix, buckets = 3)] { a: u32, } b"", bytes(1, 3);
    all_buckets_of_a_byte: [salt(md5, buckets = 256, of(b, a))] { a: u32, b: u8, } b"", bytes(1, 256);
    more_buckets_than_a_byte: [salt(md5, buckets = 257), namespace = b"\xFF"] { a: u32, }
        b"\xFF", bytes(2, 257);
    buckets_in_digits: [salt(md5, buckets = 1000, digits)] { a: u32, } b"", digits(3, 1000);
    buckets_that_do_not_use_all_digits: [salt(md5, buckets = 12, digits)] { a: u32, } b"", digits(2, 12);
    modulo: [] { #[salt(modulo, buckets = 10, digits)] a: u32, b: u8, } b"", digits(1, 10);
    random: [salt(random, buckets = 300)] { a: u32, } b"", bytes(2, 300);
    random_in_digits: [salt(random, buckets = 7, digits), namespace = "r"] { a: u32, } b"r", digits(1, 7);
    a_hash: [] { #[hash(md5, 1)] a: u32, b: u8, } b"", bytes(1, 256);
    a_hash_in_hex: [namespace = "h", delimiter = '_'] { #[hash(sha256, 1, hex)] a: String, b: u8, }
        b"h", hex(2);
    a_reversed_byte: [] { #[reverse] a: u8, b: u8, } b"", bytes(1, 256);
    reversed_bytes: [] { #[reverse] a: u16, } b"", bytes(2, 65_536);
    reversed_signed_bytes: [namespace = "i"] { #[reverse] a: i16, } b"i", bytes(2, 65_536);
    reversed_digits: [] { #[reverse] #[pad(3)] a: u32, b: u8, } b"", digits(3, 1000);
    // 255 is reversed to 552: the last digit, before the key's other fields, is 0, 1 or 2.
    reversed_digits_of_a_byte: [] { #[reverse] #[pad(3)] a: u8, b: u8, } b"", then_zeros(digits(2, 100), 1);
    reversed_digits_with_leading_zeros: [namespace = "u"] { #[reverse] #[pad(5)] a: u8, } b"u", then_zeros(digits(2, 100), 3);
    reversed_digits_of_a_signed_byte: [] { #[reverse] #[pad(3)] a: i8, } b"", then_zeros(digits(2, 100), 1);
    reversed_digits_that_are_never_zero: [] { #[reverse] #[pad(3)] a: NonZeroU8, }
        b"", then_zeros(digits(2, 100), 1);
    reversed_digits_of_two_bytes: [] { #[reverse] #[pad(5)] a: u16, } b"", then_zeros(digits(4, 10_000), 1);
    few_reversed_digits_of_a_byte: [] { #[reverse] #[pad(2)] a: u8, } b"", digits(2, 100);
}

/// A `u8` does not use all three-digit numbers, but every region gets at least one key.
#[test]
fn every_region_of_reversed_digits_has_a_key() {
    #[derive(RowKey)]
    struct Key {
        #[reverse]
        #[pad(3)]
        a: u8,
    }

    for regions in 1..=100 {
        let points = Key::split_points(regions).unwrap();
        let mut found = vec![false; regions];
        for a in 0..=u8::MAX {
            let key = Key { a }.encode();
            found[points.partition_point(|point| point[..] <= key[..])] = true;
        }
        assert!(found.iter().all(|found| *found), "{regions} regions");
    }
}

/// A `NonZero` type never encodes zero. The first region still has a key, because each region covers at least two
/// numbers.
#[test]
fn every_region_of_nonzero_numbers_has_a_key() {
    #[derive(RowKey)]
    struct Byte {
        #[reverse]
        a: NonZeroU8,
    }

    #[derive(RowKey)]
    struct Signed {
        #[reverse]
        a: NonZeroI8,
    }

    #[derive(RowKey)]
    struct Digits {
        #[reverse]
        #[pad(2)]
        a: NonZeroU8,
    }

    fn check<K: Spreads>(most: usize, keys: impl Iterator<Item = K> + Clone) {
        for regions in 1..=most {
            let points = K::split_points(regions).unwrap();
            let mut sizes = vec![0; regions];
            for key in keys.clone() {
                let Ok(key) = key.try_encode() else { continue };
                sizes[points.partition_point(|point| &**point <= key.as_ref())] += 1;
            }
            assert!(sizes.iter().all(|size| *size > 0), "{regions}: {points:?}");
        }
        assert_eq!(K::split_points(most + 1).unwrap_err().most(), most);
    }

    check(128, (0..=u8::MAX).filter_map(NonZeroU8::new).map(|a| Byte { a }));
    check(128, (i8::MIN..=i8::MAX).filter_map(NonZeroI8::new).map(|a| Signed { a }));
    check(50, (0..=u8::MAX).filter_map(NonZeroU8::new).map(|a| Digits { a }));
}

/// The split points equal HBase's for keys of the same form: `HexStringSplit` splits eight hex digits, `UniformSplit`
/// eight bytes.
#[test]
fn split_points_equal_those_of_hbase() {
    #[derive(RowKey)]
    #[rowkey(salt(md5, 4, hex))]
    struct Hex {
        at: u64,
    }

    #[derive(RowKey)]
    #[rowkey(salt(md5, 8))]
    struct Uniform {
        at: u64,
    }

    assert_eq!(Hex::split_points(2).unwrap(), [b"80000000"]);
    assert_eq!(Hex::split_points(3).unwrap(), [b"55555555", b"aaaaaaaa"]);
    assert_eq!(Hex::split_points(4).unwrap(), [b"40000000", b"80000000", b"c0000000"]);
    assert_eq!(Uniform::split_points(2).unwrap(), [0x8000_0000_0000_0000u64.to_be_bytes()]);
    assert_eq!(Uniform::split_points(4).unwrap()[0], 0x4000_0000_0000_0000u64.to_be_bytes());
    let [first, .., last] = &Hex::split_points(1000).unwrap()[..] else { panic!() };
    assert_eq!((&first[..], &last[..]), (&b"00418937"[..], &b"ffbe76c8"[..]));
}

#[test]
fn wide_parts_split_evenly() {
    #[derive(RowKey)]
    #[rowkey(salt(md5, 16))]
    struct Salt {
        at: u64,
    }

    #[derive(RowKey)]
    struct Reversed {
        #[reverse]
        at: u128,
    }

    #[derive(RowKey)]
    struct Digits {
        #[reverse]
        #[pad(39)]
        at: u128,
    }

    for regions in [2, 3, 7, 1000, 4096] {
        for points in [Salt::split_points(regions).unwrap(), Reversed::split_points(regions).unwrap()] {
            let number = |point: &Vec<u8>| u128::from_be_bytes(point[..].try_into().unwrap());
            let numbers: Vec<u128> = std::iter::once(0).chain(points.iter().map(number)).collect();
            let steps: Vec<u128> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let even = u128::MAX / regions as u128;
            assert!(steps.iter().all(|step| step.abs_diff(even) <= 1), "{regions}: {steps:?}");
        }
    }
    let third = Digits::split_points(3).unwrap();
    assert_eq!(String::from_utf8(third[0].clone()).unwrap(), format!("{}0", "3".repeat(38)));
    assert_eq!(String::from_utf8(third[1].clone()).unwrap(), format!("{}0", "6".repeat(38)));
    assert!(Salt::split_points(100_000).unwrap().is_sorted_by(|a, b| a < b));
}

#[test]
fn keys_spread_evenly_over_regions() {
    #[derive(RowKey)]
    #[rowkey(salt(md5, 2))]
    struct Key {
        at: u32,
    }

    let points = Key::split_points(16).unwrap();
    let mut sizes = [0; 16];
    for at in 0..16_000 {
        let key = Key { at }.encode();
        sizes[points.partition_point(|point| point[..] <= key[..])] += 1;
    }
    assert!(sizes.iter().all(|size| (850..1150).contains(size)), "{sizes:?}");
}
