//! Checks all 2^32 values of `f32` in total order: zeros, subnormals, infinities and every NaN.
//!
//! ```text
//! cargo test --release -p rowkey-proof --test every_f32 -- --ignored
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

/// The number of values.
const ALL: u64 = 1 << 32;

/// Returns the float at this position of the total order: first the negative floats from the greatest NaN to -0, then the
/// others from 0 on.
fn at(position: u64) -> f32 {
    let position = u32::try_from(position).expect("a position in the order");
    f32::from_bits(if position < 1 << 31 { !position } else { position - (1 << 31) })
}

/// Checks that the bytes of every `step`-th value are greater than the bytes before (or less, if descending) and decode to
/// the same bits.
fn assert_in_order(positions: Range<u64>, step: usize) {
    let mut optional = Optional { value: None }.encode();
    let mut before: Option<(f32, [u8; 4], [u8; 4])> = None;
    for position in positions.step_by(step) {
        let value = at(position);
        let ascending = Ascending { value }.encode();
        let descending = Descending { value }.encode();
        // Reuses the buffer, because 2^32 allocations would take most of the time.
        let optional_at = optional.len();
        Optional { value: Some(value) }.encode_into(&mut optional).expect("bytes");
        let is_same = |decoded: f32| decoded.to_bits() == value.to_bits();
        assert!(is_same(Ascending::decode(&ascending).expect("a key").value), "{value:?}");
        assert!(is_same(Descending::decode(&descending).expect("a key").value), "{value:?}");
        let (optional_below, optional_bytes) = optional.split_at(optional_at);
        let decoded = Optional::decode(optional_bytes).expect("a key").value;
        assert!(decoded.is_some_and(is_same) && optional_below < optional_bytes, "{value:?}");
        optional.drain(..optional_at);
        if let Some((lesser, below, above)) = &before {
            assert!(lesser.total_cmp(&value).is_lt(), "{lesser:?}, {value:?}");
            assert!(*below < ascending && *above > descending, "{lesser:?}, {value:?}");
        }
        before = Some((value, ascending, descending));
    }
}

#[test]
fn one_in_many_is_in_order() {
    const MANY: usize = 65_537;
    assert_in_order(0..ALL, MANY);
}

/// If each value is less than the next value, all pairs are in order.
#[test]
#[ignore = "minutes, and without optimization an hour"]
fn every_one_is_in_order() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        for thread in 0..threads {
            // The last value of this thread is the first value of the next thread.
            let positions = ALL * thread / threads..(ALL * (thread + 1) / threads + 1).min(ALL);
            scope.spawn(|| assert_in_order(positions, 1));
        }
    });
}
