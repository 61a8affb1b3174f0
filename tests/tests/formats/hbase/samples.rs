//! Sample values for test vectors: for each kind, the smallest, the largest and random values.

use std::fmt::Display;

use fastrand::Rng;

use super::to_text;

const RANDOM_VALUES: usize = 50;

/// Returns pairs of a kind and a value, the same pairs in each run.
pub(super) fn samples() -> Vec<(String, String)> {
    let mut random = Rng::with_seed(2013);
    let mut all = Vec::new();
    for suffix in ["", "-desc"] {
        let mut add = |kind: &str, values: Vec<String>| {
            all.extend(values.into_iter().map(|value| (format!("{kind}{suffix}"), value)));
        };
        add("i8", (i8::MIN..=i8::MAX).map(text).collect());
        add("i16", with_random(&[i16::MIN, -1, 0, 1, i16::MAX], || random.i16(..)));
        add("i32", with_random(&[i32::MIN, -1, 0, 1, i32::MAX], || random.i32(..)));
        add("i64", with_random(&[i64::MIN, -1, 0, 1, i64::MAX], || random.i64(..)));
        add("u16", with_random(&[0, 1, u16::MAX], || random.u16(..)));
        add("u32", with_random(&[0, 1, u32::MAX / 2, u32::MAX / 2 + 1, u32::MAX], || random.u32(..)));
        add("u64", with_random(&[0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX], || random.u64(..)));
        add(
            "f32",
            floats(&[f32::MIN, -0.0, 0.0, f32::MAX], || f32::from_bits(random.u32(..)), f32::is_nan, f32::to_bits),
        );
        add(
            "f64",
            floats(&[f64::MIN, -0.0, 0.0, f64::MAX], || f64::from_bits(random.u64(..)), f64::is_nan, f64::to_bits),
        );
        add(
            "str0",
            (0..RANDOM_VALUES).map(|length| to_text(string(&mut random, length, '\u{1}').as_bytes())).collect(),
        );
    }
    let mut add = |kind: &str, values: Vec<String>| {
        all.extend(values.into_iter().map(|value| (kind.to_owned(), value)));
    };
    add("bool", vec![text(false), text(true)]);
    add("str", (0..RANDOM_VALUES).map(|length| to_text(string(&mut random, length, '\0').as_bytes())).collect());
    add("prefix", (1..RANDOM_VALUES).map(|length| to_text(&prefix(&mut random, length % 12 + 1))).collect());
    for kind in ["md5", "murmur3"] {
        add(kind, (0..RANDOM_VALUES).map(|length| to_text(&octets(&mut random, length))).collect());
    }
    for buckets in [2, 7, 10, 16, 64, 255, 256] {
        add(
            "phoenix-salt",
            (1..20).map(|length| format!("{buckets} {}", to_text(&octets(&mut random, length)))).collect(),
        );
    }
    add("phoenix-splits", [2, 3, 4, 7, 16, 64, 256].map(text).into());
    // HBase rounds the size of a region and adds up the rounded sizes. These numbers of regions need no rounding, so
    // rowkey computes the same split points.
    add("decimal-splits", [2, 4, 5, 8, 10, 16, 100].map(text).into());
    for kind in ["hex-splits", "uniform-splits"] {
        add(kind, [2, 4, 8, 16, 64, 256, 1024].map(text).into());
    }
    all
}

fn text(value: impl Display) -> String {
    value.to_string()
}

fn with_random<T: Display + Copy>(fixed: &[T], mut random: impl FnMut() -> T) -> Vec<String> {
    fixed.iter().map(text).chain((0..RANDOM_VALUES).map(|_| text(random()))).collect()
}

/// Returns the bits of floats in hex. Leaves out NaN, because Java writes every NaN with the same bits.
fn floats<T: Copy, B: std::fmt::LowerHex>(
    fixed: &[T],
    mut random: impl FnMut() -> T,
    is_nan: impl Fn(T) -> bool,
    bits: impl Fn(T) -> B,
) -> Vec<String> {
    let digits = size_of::<B>() * 2;
    let random_values = (0..RANDOM_VALUES).map(|_| random());
    let all = fixed.iter().copied().chain(random_values).filter(|value| !is_nan(*value));
    all.map(|value| format!("{:0digits$x}", bits(value))).collect()
}

fn string(random: &mut Rng, length: usize, smallest: char) -> String {
    (0..length)
        .map(|_| if random.bool() { random.char(smallest..='\u{7f}') } else { random.char(smallest..) })
        .collect()
}

fn octets(random: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.u8(..)).collect()
}

/// Returns random bytes, with a random number of FF at the end. The upper bound of a prefix is computed without its
/// trailing FF.
fn prefix(random: &mut Rng, length: usize) -> Vec<u8> {
    let mut bytes = octets(random, length);
    for byte in bytes.iter_mut().rev().take(random.usize(..=length)) {
        *byte = 0xff;
    }
    bytes
}
