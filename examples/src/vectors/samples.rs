//! Values of all kinds: the ends of each, and many by chance.

use std::fmt::Display;

use fastrand::Rng;

use super::written;

const CHANCES: usize = 50;

/// Kinds and values, each time the same.
pub fn samples() -> Vec<(String, String)> {
    let mut chance = Rng::with_seed(2013);
    let mut all = Vec::new();
    for suffix in ["", "-desc"] {
        let mut add = |kind: &str, values: Vec<String>| {
            all.extend(values.into_iter().map(|value| (format!("{kind}{suffix}"), value)));
        };
        add("i8", (i8::MIN..=i8::MAX).map(text).collect());
        add("i16", with(&[i16::MIN, -1, 0, 1, i16::MAX], || chance.i16(..)));
        add("i32", with(&[i32::MIN, -1, 0, 1, i32::MAX], || chance.i32(..)));
        add("i64", with(&[i64::MIN, -1, 0, 1, i64::MAX], || chance.i64(..)));
        add("u16", with(&[0, 1, u16::MAX], || chance.u16(..)));
        add("u32", with(&[0, 1, u32::MAX / 2, u32::MAX / 2 + 1, u32::MAX], || chance.u32(..)));
        add("u64", with(&[0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX], || chance.u64(..)));
        add(
            "f32",
            floats(&[f32::MIN, -0.0, 0.0, f32::MAX], || f32::from_bits(chance.u32(..)), f32::is_nan, f32::to_bits),
        );
        add(
            "f64",
            floats(&[f64::MIN, -0.0, 0.0, f64::MAX], || f64::from_bits(chance.u64(..)), f64::is_nan, f64::to_bits),
        );
        add("str0", (0..CHANCES).map(|length| written(string(&mut chance, length, '\u{1}').as_bytes())).collect());
    }
    let mut add = |kind: &str, values: Vec<String>| {
        all.extend(values.into_iter().map(|value| (kind.to_owned(), value)));
    };
    add("bool", vec![text(false), text(true)]);
    add("str", (0..CHANCES).map(|length| written(string(&mut chance, length, '\0').as_bytes())).collect());
    add("prefix", (1..CHANCES).map(|length| written(&prefix(&mut chance, length % 12 + 1))).collect());
    for kind in ["md5", "murmur3"] {
        add(kind, (0..CHANCES).map(|length| written(&octets(&mut chance, length))).collect());
    }
    for buckets in [2, 7, 10, 16, 64, 255, 256] {
        add(
            "phoenix-salt",
            (1..20).map(|length| format!("{buckets} {}", written(&octets(&mut chance, length)))).collect(),
        );
    }
    add("phoenix-splits", [2, 3, 4, 7, 16, 64, 256].map(text).into());
    // HBase adds up a size that it has rounded; where nothing is rounded the points are the same.
    add("decimal-splits", [2, 4, 5, 8, 10, 16, 100].map(text).into());
    for kind in ["hex-splits", "uniform-splits"] {
        add(kind, [2, 4, 8, 16, 64, 256, 1024].map(text).into());
    }
    all
}

fn text(value: impl Display) -> String {
    value.to_string()
}

fn with<T: Display + Copy>(ends: &[T], mut chance: impl FnMut() -> T) -> Vec<String> {
    ends.iter().map(text).chain((0..CHANCES).map(|_| text(chance()))).collect()
}

/// Without what is no number: Java knows only one of those.
fn floats<T: Copy, B: std::fmt::LowerHex>(
    ends: &[T],
    mut chance: impl FnMut() -> T,
    is_nan: impl Fn(T) -> bool,
    bits: impl Fn(T) -> B,
) -> Vec<String> {
    let digits = size_of::<B>() * 2;
    let chances = (0..CHANCES).map(|_| chance());
    let all = ends.iter().copied().chain(chances).filter(|value| !is_nan(*value));
    all.map(|value| format!("{:0digits$x}", bits(value))).collect()
}

fn string(chance: &mut Rng, length: usize, from: char) -> String {
    (0..length).map(|_| if chance.bool() { chance.char(from..='\u{7f}') } else { chance.char(from..) }).collect()
}

fn octets(chance: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| chance.u8(..)).collect()
}

/// With some FF in the end, which the next key has not.
fn prefix(chance: &mut Rng, length: usize) -> Vec<u8> {
    let mut bytes = octets(chance, length);
    for byte in bytes.iter_mut().rev().take(chance.usize(..=length)) {
        *byte = 0xff;
    }
    bytes
}
