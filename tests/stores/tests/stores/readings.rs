//! The rows that each test stores, and the results that it expects.

use std::fmt::Debug;

use rowkey::RowKey;

/// A key with 256 buckets. The last bucket ends at the end of the table.
///
/// The derive generates the query method `at_in` for the field `at`: `at_in(20..)` finds the readings from time 20 on.
#[derive(Clone, Debug, PartialEq, RowKey)]
pub(crate) struct Reading {
    #[salt(md5, 1)]
    pub(crate) sensor: u32,
    #[descending]
    pub(crate) at: u64,
    pub(crate) unit: String,
}

pub(crate) const SENSORS: u32 = 300;
pub(crate) const UNITS: [&str; 2] = ["K", "K\0m"];

/// Returns six readings of every sensor, at three times in two units, in the order of a scan, which ignores the salt.
/// The value of a reading is its number in this order.
pub(crate) fn readings() -> Vec<(Reading, u32)> {
    let sensor_times = (0..SENSORS).flat_map(|sensor| [30, 20, 10].map(|at| (sensor, at)));
    let keys = sensor_times.flat_map(|(sensor, at)| UNITS.map(|unit| Reading { sensor, at, unit: unit.into() }));
    keys.zip(0..).collect()
}

pub(crate) fn rows() -> Vec<(Vec<u8>, u32)> {
    readings().into_iter().map(|(key, value)| (key.encode(), value)).collect()
}

pub(crate) fn number(value: impl AsRef<[u8]>) -> u32 {
    u32::from_be_bytes(value.as_ref().try_into().unwrap())
}

/// Returns the readings of one sensor from the time `since` on: the rows that the range of `at_in(since..)` contains.
pub(crate) fn of_sensor_since(sensor: u32, since: u64) -> Vec<(Reading, u32)> {
    readings().into_iter().filter(|(key, _)| key.sensor == sensor && key.at >= since).collect()
}

/// Returns all readings in the order of a backward scan.
pub(crate) fn readings_back() -> Vec<(Reading, u32)> {
    readings().into_iter().rev().collect()
}

/// Returns the key at which the tests continue a scan, with `rows.after(..)`: in forward direction with the greater
/// keys, and in backward direction, after `rows.rev()`, with the lesser keys.
pub(crate) fn last_read() -> Reading {
    Reading { sensor: 295, at: 30, unit: "K".into() }
}

/// Returns the readings that a scan returns after the key [`last_read`]: first the readings of a forward scan, with
/// greater keys, then the readings of a backward scan, with lesser keys, from the greatest to the least.
pub(crate) fn readings_after_and_before() -> [Vec<(Reading, u32)>; 2] {
    let mut before = readings();
    let index = before.iter().position(|(key, _)| *key == last_read()).unwrap();
    let after = before.split_off(index + 1);
    before.pop();
    before.reverse();
    [after, before]
}

/// Decodes the rows that the store's own range method returns.
pub(crate) fn decoded<B: AsRef<[u8]>>(rows: impl Iterator<Item = (B, u32)>) -> Vec<(Reading, u32)> {
    rows.map(|(key, value)| (Reading::decode(key.as_ref()).unwrap(), value)).collect()
}

pub(crate) fn collected<V, E: Debug>(
    rows: impl Iterator<Item = Result<(Reading, V), E>>,
    value: impl Fn(V) -> u32,
) -> Vec<(Reading, u32)> {
    let rows = rows.map(|row| row.unwrap());
    rows.map(|(key, row)| (key, value(row))).collect()
}

/// Reports the first row that differs: a plain comparison would print all the rows.
#[track_caller]
pub(crate) fn assert_same(found: Vec<(Reading, u32)>, expected: Vec<(Reading, u32)>) {
    let different = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    if let Some(row) = different {
        panic!("row {row} is {:?}, not {:?}", found[row], expected[row]);
    }
    assert_eq!(found.len(), expected.len());
}
