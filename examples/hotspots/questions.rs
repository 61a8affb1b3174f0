//! Typical questions about a table of flights. Their cost under a key is the number of ranges that are opened and of
//! rows that are read.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;
use jiff::ToSpan;
use rowkey::{KeyRange, RowKey};
use rowkey_examples::flight::NEW_YORK;

use crate::designs::Design;
use crate::event::{Carrier, Event, text, timestamp};

/// The number of flights in "the last ten".
pub(crate) const LAST: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Question {
    /// One flight; all fields of its key are known.
    OneFlight(Event),
    /// All flights with one carrier and number.
    Number { carrier: Carrier, number: u16 },
    /// One carrier's flights on one day.
    CarriersDay { carrier: Carrier, times: Range<i64> },
    /// All flights of one hour.
    Hour(Range<i64>),
    /// The last [`LAST`] flights. All of them left at `since` or later.
    LastTen { since: i64 },
}

impl Question {
    /// Returns one question of each kind, about the flight in the middle of the sample or about the last flights.
    pub(crate) fn about(sample: &[Event]) -> Result<Vec<Self>> {
        let Some(&flight) = sample.get(sample.len() / 2) else {
            return Ok(Vec::new());
        };
        let Event { carrier, number, .. } = flight;
        let midnight = timestamp(flight.at).to_zoned_datetime(NEW_YORK).start_of_day()?;
        let day = [&midnight, &midnight.checked_add(1.day())?].map(|time| time.timestamp().as_millisecond());
        let hour = flight.at - flight.at.rem_euclid(3_600_000);
        let since = sample.iter().rev().nth(LAST - 1).or(sample.first()).map_or(flight.at, |event| event.at);
        Ok(vec![
            Self::OneFlight(flight),
            Self::Number { carrier, number },
            Self::CarriersDay { carrier, times: day[0]..day[1] },
            Self::Hour(hour..hour + 3_600_000),
            Self::LastTen { since },
        ])
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::OneFlight(_) => "one flight",
            Self::Number { .. } => "a number's flights",
            Self::CarriersDay { .. } => "a carrier's day",
            Self::Hour(_) => "one hour",
            Self::LastTen { .. } => "the last ten",
        }
    }

    /// Returns the question with its values, such as `all flights UA 1545`.
    pub(crate) fn in_full(&self) -> String {
        let time = |at: i64, format| timestamp(at).to_zoned_datetime(NEW_YORK).strftime(format).to_string();
        let flight = |carrier: &Carrier, number: u16| format!("{} {number}", text(carrier));
        match self {
            Self::OneFlight(event) => {
                format!("flight {} of {}", flight(&event.carrier, event.number), time(event.at, "%-d %b %H:%M:%S"))
            }
            Self::Number { carrier, number } => format!("all flights {}", flight(carrier, *number)),
            Self::CarriersDay { carrier, times } => {
                format!("the flights of {} on {}", text(carrier), time(times.start, "%-d %b"))
            }
            Self::Hour(times) => {
                format!("all flights of {}-{}", time(times.start, "%-d %b %H:%M"), time(times.end, "%H:%M"))
            }
            Self::LastTen { .. } => format!("the last {LAST} flights"),
        }
    }

    fn is_answered_by(&self, event: &Event) -> bool {
        match self {
            Self::OneFlight(flight) => flight.identity() == event.identity(),
            Self::Number { carrier, number } => (event.carrier, event.number) == (*carrier, *number),
            Self::CarriersDay { carrier, times } => event.carrier == *carrier && times.contains(&event.at),
            Self::Hour(times) => times.contains(&event.at),
            Self::LastTen { since } => event.at >= *since,
        }
    }
}

/// A table under the keys of one design. It counts the ranges that are opened and the rows that are read.
#[derive(Debug)]
pub(crate) struct Table<K: RowKey> {
    rows: BTreeMap<K::Bytes, Event>,
    opened: RefCell<Vec<KeyRange>>,
    rows_read: Cell<usize>,
}

#[derive(Debug)]
pub(crate) struct Cost {
    pub(crate) answer: Vec<Event>,
    pub(crate) ranges: Vec<KeyRange>,
    pub(crate) rows: usize,
}

impl<K: Design> Table<K> {
    pub(crate) fn new(rows: impl IntoIterator<Item = (K::Bytes, Event)>) -> Self {
        Self { rows: rows.into_iter().collect(), opened: RefCell::default(), rows_read: Cell::new(0) }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &[u8]> {
        self.rows.keys().map(AsRef::as_ref)
    }

    pub(crate) fn first_from(&self, key: &[u8]) -> Option<&Event> {
        use std::ops::Bound::{Included, Unbounded};
        self.rows.range::<[u8], _>((Included(key), Unbounded)).next().map(|(_, event)| event)
    }

    /// Scans a range. Counts the range, and each row that the caller takes from the iterator.
    pub(crate) fn open(&self, range: KeyRange) -> impl DoubleEndedIterator<Item = (&K::Bytes, &Event)> {
        let rows = self.rows.range::<[u8], _>(range.as_bounds());
        self.opened.borrow_mut().push(range);
        rows.inspect(|_| self.rows_read.set(self.rows_read.get() + 1))
    }

    pub(crate) fn read(&self, ranges: impl Iterator<Item = KeyRange>) -> Vec<Event> {
        ranges.flat_map(|range| self.open(range)).map(|(_, event)| *event).collect()
    }

    /// Reads and filters the whole table, for a question that no range of the key answers.
    pub(crate) fn search(&self, question: &Question) -> Vec<Event> {
        let rows = self.open(K::all()).map(|(_, event)| *event);
        rows.filter(|event| question.is_answered_by(event)).collect()
    }

    pub(crate) fn ask(&self, question: &Question) -> Result<Cost> {
        self.opened.take();
        self.rows_read.take();
        let mut answer = K::ask(question, self)?;
        // `K::ask` may return rows that do not answer the question, because a range of the key can contain them.
        answer.retain(|event| question.is_answered_by(event));
        if let Question::LastTen { .. } = question {
            answer.sort_by_key(|event| Reverse(event.at));
            answer.truncate(LAST);
        }
        Ok(Cost { answer, ranges: self.opened.take(), rows: self.rows_read.take() })
    }
}
