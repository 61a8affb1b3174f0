//! Tests time windows and their labels.

use super::FLIGHTS;
use crate::windows::Windows;

const HOUR: i64 = 3_600_000;

fn shipped(at_most: usize) -> Windows {
    Windows::new(FLIGHTS.events().next().unwrap().at, FLIGHTS.events().last().unwrap().at, at_most)
}

#[test]
fn windows_have_the_shortest_round_length_that_the_maximum_allows() {
    for (at_most, count, length) in
        [(128, 125, "6 h"), (64, 63, "12 h"), (32, 32, "1 d"), (4, 3, "14 d"), (512, 373, "2 h")]
    {
        let windows = shipped(at_most);
        assert_eq!((windows.count(), windows.length().as_str()), (count, length));
    }
    assert_eq!(shipped(128).period(), "1 January to 1 February 2013");
}

#[test]
fn windows_begin_at_midnight_in_new_york() {
    let windows = shipped(32);
    let midnight = 1_357_016_400_000; // 2013-01-01T05:00Z
    assert_eq!(windows.of(midnight), 0);
    assert_eq!(windows.of(midnight + 24 * HOUR - 1), 0);
    assert_eq!(windows.of(midnight + 24 * HOUR), 1);
}

#[test]
fn labels_are_in_order_and_within_the_time() {
    let start = 1_357_016_400_000;
    for hours in [1, 5, 47, 49, 24 * 6, 24 * 31, 24 * 90, 24 * 365, 24 * 365 * 9] {
        let windows = Windows::new(start, start + hours * HOUR - 1, 128);
        let ticks = windows.ticks(6);
        assert!((1..=8).contains(&ticks.len()), "{hours}: {ticks:?}");
        assert!(ticks.iter().all(|(place, name)| (0.0..1.0).contains(place) && !name.is_empty()), "{hours}: {ticks:?}");
        assert!(ticks.is_sorted_by(|a, b| a.0 < b.0 && a.1 != b.1), "{hours}: {ticks:?}");
        assert!(windows.count() <= 128);
    }
}
