//! Checks that the keys of all 2^32 values of `f32` sort in total order, including subnormals, infinities and every
//! NaN.
//!
//! ```text
//! cargo test --release -p rowkey-benches --test every_f32 -- --include-ignored
//! ```

use std::ops::Range;
use std::thread;

use rowkey::RowKey;

#[derive(RowKey)]
struct Ascending {
    value: f32,
}

#[derive(RowKey)]
struct Descending {
    #[descending]
    value: f32,
}

#[derive(RowKey)]
struct Optional {
    value: Option<f32>,
}

const ALL: u64 = 1 << 32;

/// Returns the float at this position of the total order: first the negative floats, from the NaN with the bits FFFFFFFF
/// to -0, then the positive floats, from 0 to the NaN with the bits 7FFFFFFF.
fn float_at(position: u64) -> f32 {
    let position = u32::try_from(position).expect("a position in the order");
    f32::from_bits(if position < 1 << 31 { !position } else { position - (1 << 31) })
}

/// The bytes of a value in the three keys, as big-endian integers. Integers compare like the bytes, but three times as
/// fast.
#[derive(Debug, Clone, Copy)]
struct Encoded {
    ascending: u32,
    descending: u32,
    /// The first byte, and the other four bytes.
    optional: (u8, u32),
}

/// Encodes a value in the three keys. Checks that the bytes decode to the same bits.
fn encoded(value: f32, buffer: &mut Vec<u8>) -> Encoded {
    let ascending = Ascending { value }.encode();
    let descending = Descending { value }.encode();
    // Reuses the buffer, because 2^32 allocations would take most of the time.
    buffer.clear();
    Optional { value: Some(value) }.encode_into(buffer).expect("bytes");
    let (first, rest) = buffer.split_first().expect("five bytes");
    let optional = (*first, u32::from_be_bytes(rest.try_into().expect("five bytes")));
    let is_same = |decoded: f32| decoded.to_bits() == value.to_bits();
    assert!(is_same(Ascending::decode(&ascending).expect("a key").value), "{value:?}");
    assert!(is_same(Descending::decode(&descending).expect("a key").value), "{value:?}");
    assert!(Optional::decode(buffer).expect("a key").value.is_some_and(is_same), "{value:?}");
    Encoded { ascending: u32::from_be_bytes(ascending), descending: u32::from_be_bytes(descending), optional }
}

/// Checks every `step`-th value at these positions of the total order. The bytes must be greater than those of the
/// previous tested value, or less if the key is descending. They must decode to the bits of the value.
fn assert_in_order(positions: Range<u64>, step: usize) {
    let none = Optional { value: None }.encode();
    let [none] = none.as_slice() else { panic!("a missing value is one byte: {none:?}") };
    let mut buffer = Vec::new();
    let mut previous: Option<(f32, Encoded)> = None;
    for position in positions.step_by(step) {
        let value = float_at(position);
        let bytes = encoded(value, &mut buffer);
        match &previous {
            Some((previous_value, previous_bytes)) => {
                assert!(previous_value.total_cmp(&value).is_lt(), "{previous_value:?}, {value:?}");
                assert!(previous_bytes.ascending < bytes.ascending, "{previous_value:?}, {value:?}");
                assert!(previous_bytes.descending > bytes.descending, "{previous_value:?}, {value:?}");
                assert!(previous_bytes.optional < bytes.optional, "{previous_value:?}, {value:?}");
            }
            None => assert!(*none < bytes.optional.0, "{value:?}"),
        }
        previous = Some((value, bytes));
    }
}

#[test]
fn one_value_in_65537_is_in_order() {
    // A prime number, so that all four bytes of the tested values vary.
    const STEP: usize = 65_537;
    assert_in_order(0..ALL, STEP);
}

/// Compares only neighbors. If each value is less than the next value, all pairs are in order.
#[test]
#[ignore = "minutes, and without optimization an hour"]
fn every_value_is_in_order() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        for thread in 0..threads {
            // The last value of this thread is the first value of the next thread.
            let positions = ALL * thread / threads..(ALL * (thread + 1) / threads + 1).min(ALL);
            scope.spawn(|| assert_in_order(positions, 1));
        }
    });
}
