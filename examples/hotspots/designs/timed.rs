//! Keys that sort rows by time: in the whole table, or in each bucket.

use anyhow::Result;
use rowkey::RowKey;

use super::{About, Design, bucket, day, events, random, splits};
use crate::event::{Airport, Carrier, Event};
use crate::questions::{LAST, Question, Table};

/// Implements `ask` for keys that sort rows by time. If the oldest row is first, pass `rev`: the scan for the last ten
/// rows is then reversed.
macro_rules! ask_in_order_of_time {
    ($($newest_first:ident)?) => {
        fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>> {
            match question {
                Question::OneFlight(Event { at, carrier, number, origin, .. }) => {
                    let flight = Self::prefix().at(*at).carrier(*carrier).number(*number).origin(*origin);
                    Ok(table.read(flight.ranges()))
                }
                Question::Number { .. } => Ok(table.search(question)),
                Question::CarriersDay { times, .. } | Question::Hour(times) => {
                    events(Self::prefix().at_in(times.clone()).scan(|range| table.open(range)))
                }
                Question::LastTen { .. } => events(Self::prefix().scan(|range| table.open(range))$(.$newest_first())?.take(LAST)),
            }
        }
    };
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct TimeFirst {
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for TimeFirst {
    const ABOUT: About = About {
        name: "time-first",
        title: "Time first",
        key: "[at][carrier][number][origin]",
        why: "Each new key is the largest so far, so all writes go to the last region. Splitting it does not help: the \
              lower halves are never written to again and stay half empty.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn label(_: &[u8], row: Option<&Event>) -> String {
        day(row)
    }

    ask_in_order_of_time!(rev);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct NewestFirst {
    #[descending]
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for NewestFirst {
    const ABOUT: About = About {
        name: "newest-first",
        title: "Time first, descending",
        key: "[MAX - at][carrier][number][origin]",
        why: "The opposite order: each new key is the smallest so far. Good for \"the last ten\", but all writes \
              still go to one region.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn label(_: &[u8], row: Option<&Event>) -> String {
        day(row)
    }

    ask_in_order_of_time!();
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct RandomSuffix {
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
    suffix: u8,
}

impl Design for RandomSuffix {
    const ABOUT: About = About {
        name: "random-suffix",
        title: "Random suffix",
        key: "[at][carrier][number][origin][random(100)]",
        why: "The random number is at the end, but the beginning of a key decides where its row goes, and the beginning \
              did not change. The suffix moves nothing.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin, suffix: random(event).u8(0..100) }.encode())
    }

    fn label(_: &[u8], row: Option<&Event>) -> String {
        day(row)
    }

    ask_in_order_of_time!(rev);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct ModuloTen {
    #[salt(modulo, buckets = 10)]
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for ModuloTen {
    const ABOUT: About = About {
        name: "modulo-ten",
        title: "Bucket: at % 10",
        key: "[at % 10][at][carrier][number][origin]",
        why: "Milliseconds of whole seconds end in 000, so the bucket is always 0. The other nine stay empty, and in \
              bucket 0 each new key is the largest.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct ModuloSeven {
    #[salt(modulo, buckets = 7)]
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for ModuloSeven {
    const ABOUT: About = About {
        name: "modulo-seven",
        title: "Bucket: at % 7",
        key: "[at % 7][at][carrier][number][origin]",
        why: "7 has no factor in common with the 1,000 milliseconds of a second or the 60,000 of a minute, so \
              successive times go to different buckets.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}

/// The number of buckets of [`KeySalt`] and [`RandomSalt`]: one for each initial region on three servers.
const BUCKETS: u64 = 12;

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 12))]
pub(crate) struct KeySalt {
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for KeySalt {
    const ABOUT: About = About {
        name: "key-salt",
        title: "Salt of the whole key",
        key: "[md5(key) % 12][at][carrier][number][origin]",
        why: "Even, and each bucket sorts its rows by time. The price: a scan over time reads all 12 buckets and merges \
              their rows.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(random, buckets = 12))]
pub(crate) struct RandomSalt {
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for RandomSalt {
    const ABOUT: About = About {
        name: "random-salt",
        title: "Random salt",
        key: "[random(12)][at][carrier][number][origin]",
        why: "As even. But the salt cannot be computed from the key, so even a single flight must be looked up in all \
              12 buckets.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode_in(random(event).u64(0..BUCKETS))?)
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}
