//! Every `f32`, of which there are 2^32: zeros, subnormals, infinities and each NaN, in total order.
//!
//! ```text
//! cargo test --release -p rowkey-tests --test every_f32 -- --ignored
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

/// How many there are.
const ALL: u64 = 1 << 32;

/// The float in this place of the total order: the negative ones from the greatest NaN to zero, then the others from zero on.
fn at(place: u64) -> f32 {
    let place = u32::try_from(place).expect("a place among all");
    f32::from_bits(if place < 1 << 31 { !place } else { place - (1 << 31) })
}

/// Each of these, `step` by `step`, has bytes that are greater than those of the one before, and less if descending, and
/// decodes to the same bits.
fn assert_in_order(places: Range<u64>, step: usize) {
    let mut optional = Optional { value: None }.encode();
    let mut before: Option<(f32, [u8; 4], [u8; 4])> = None;
    for place in places.step_by(step) {
        let value = at(place);
        let ascending = Ascending { value }.encode();
        let descending = Descending { value }.encode();
        // In the buffer of the one before, as 2^32 new ones would take most of the time.
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

/// That each is less than the next shows the order of all pairs.
#[test]
#[ignore = "minutes, and without optimization an hour"]
fn every_one_is_in_order() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        for thread in 0..threads {
            // The next thread's first one is this one's last.
            let places = ALL * thread / threads..(ALL * (thread + 1) / threads + 1).min(ALL);
            scope.spawn(|| assert_in_order(places, 1));
        }
    });
}
