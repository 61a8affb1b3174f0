//! Keys that hold their rows in order of time: the whole table, or each bucket of it.

use anyhow::Result;
use rowkey::RowKey;

use super::{About, Design, bucket, chance, day, encode, found, split};
use crate::event::{Airport, Carrier, Event};
use crate::questions::{LAST, Question, Table};

/// The same words in each design, about another type: `rev` where a forward scan begins with the oldest row.
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
                    found(Self::prefix().at_in(times.clone()).scan(|range| table.open(range)))
                }
                Question::LastTen { .. } => found(Self::prefix().scan(|range| table.open(range))$(.$newest_first())?.take(LAST)),
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
        why: "Each new key is the largest so far, so all writes go to the last region. Cutting it does not help: the \
              halves that stay behind are never written again and stay half empty.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(encode(&Self { at, carrier, number, origin }))
    }

    fn place(_: &[u8], row: Option<&Event>) -> String {
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
        why: "The same turned upside down: each new key is the smallest so far. Good for \"the last ten\", no help \
              against heat.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(encode(&Self { at, carrier, number, origin }))
    }

    fn place(_: &[u8], row: Option<&Event>) -> String {
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
        why: "The random number stands at the end, but the front of a key decides where its row goes, and the front is \
              what it was. It moves nothing.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(encode(&Self { at, carrier, number, origin, suffix: chance(event).u8(0..100) }))
    }

    fn place(_: &[u8], row: Option<&Event>) -> String {
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
        Ok(encode(&Self { at, carrier, number, origin }))
    }

    fn cuts(regions: usize) -> Vec<Vec<u8>> {
        split::<Self>(regions)
    }

    fn place(key: &[u8], _: Option<&Event>) -> String {
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
        why: "7 has no factor in common with the 1,000 milliseconds of a second or the 60,000 of a minute, so that one \
              moment after the other goes to the next bucket.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(encode(&Self { at, carrier, number, origin }))
    }

    fn cuts(regions: usize) -> Vec<Vec<u8>> {
        split::<Self>(regions)
    }

    fn place(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}

/// As many buckets as three servers have regions to begin with.
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
        why: "Even, and each bucket keeps its rows in order of time. The price: a scan over time asks all 12 buckets \
              and merges what they give.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(encode(&Self { at, carrier, number, origin }))
    }

    fn cuts(regions: usize) -> Vec<Vec<u8>> {
        split::<Self>(regions)
    }

    fn place(key: &[u8], _: Option<&Event>) -> String {
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
        why: "As even. But the salt does not follow from the key, so that even a single flight has to be looked for in \
              all 12 buckets.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode_in(chance(event).u64(0..BUCKETS))?)
    }

    fn cuts(regions: usize) -> Vec<Vec<u8>> {
        split::<Self>(regions)
    }

    fn place(key: &[u8], _: Option<&Event>) -> String {
        bucket(key)
    }

    ask_in_order_of_time!(rev);
}
