//! Divides the time of the replay into windows, for example of 12 hours.

use jiff::civil::Date;
use jiff::{ToSpan, Unit, ZonedDateTimeRound};
use rowkey_examples::flight::NEW_YORK;

use crate::event::timestamp;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The possible lengths of a window.
const LENGTHS: [i64; 19] = [
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    4 * HOUR,
    6 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    28 * DAY,
    364 * DAY,
];

/// Windows of equal length. The first window begins at a full hour or at midnight in New York.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Windows {
    /// The start of the first window. All times are in milliseconds since 1970.
    start: i64,
    /// The length of one window, in milliseconds.
    length: i64,
    count: usize,
    /// The time of the last event.
    last: i64,
}

impl Windows {
    /// Returns the windows for the time from `first` to `last`, with the shortest length that gives at most `at_most`
    /// windows.
    pub(crate) fn new(first: i64, last: i64, at_most: usize) -> Self {
        let windows = LENGTHS.map(|length| Self::of_length(first, last, length));
        let [.., longest] = &windows;
        windows.iter().find(|windows| windows.count <= at_most).unwrap_or(longest).clone()
    }

    fn of_length(first: i64, last: i64, length: i64) -> Self {
        let unit = if length < HOUR { Unit::Hour } else { Unit::Day };
        let round = ZonedDateTimeRound::new().smallest(unit).mode(jiff::RoundMode::Floor);
        let start = timestamp(first)
            .to_zoned_datetime(NEW_YORK)
            .round(round)
            .map_or(first, |time| time.timestamp().as_millisecond());
        let count = (last - start) / length + 1;
        Self { start, length, count: usize::try_from(count).unwrap_or(usize::MAX), last }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the index of the window that contains a time.
    pub(crate) fn of(&self, at: i64) -> usize {
        usize::try_from((at - self.start) / self.length).unwrap_or(0).min(self.count - 1)
    }

    /// Returns the length of one window in hours: 0.25 for windows of 15 minutes.
    #[allow(clippy::cast_precision_loss, reason = "a window's minutes are few")]
    pub(crate) fn hours_per_window(&self) -> f64 {
        (self.length / MINUTE) as f64 / 60.0
    }

    /// Returns the length of a window as text, such as `6 h`.
    pub(crate) fn length(&self) -> String {
        let (unit, name) =
            [(DAY, "d"), (HOUR, "h")].into_iter().find(|(unit, _)| self.length % unit == 0).unwrap_or((MINUTE, "min"));
        format!("{} {name}", self.length / unit)
    }

    /// Returns the whole time as text, such as `1 January to 1 February 2013`.
    pub(crate) fn period(&self) -> String {
        let day = |at: i64| timestamp(at).to_zoned_datetime(NEW_YORK).strftime("%-d %B %Y").to_string();
        let [first, last] = [day(self.start), day(self.last)];
        match (first.rsplit_once(' '), last.rsplit_once(' ')) {
            _ if first == last => first,
            (Some((start, year)), Some((_, same))) if year == same => format!("{start} to {last}"),
            _ => format!("{first} to {last}"),
        }
    }

    /// Returns about `wanted` ticks for the time axis of a chart. A tick is a place on the axis and its label, such as
    /// `(0.5, "16 Jan")`. Place 0 is the start of the first window, and place 1 is the end of the last window.
    #[allow(clippy::cast_precision_loss, reason = "times of a few thousand years are below 2^53 milliseconds")]
    pub(crate) fn ticks(&self, wanted: i64) -> Vec<(f64, String)> {
        let end = self.start + self.length * i64::try_from(self.count).unwrap_or(1);
        let place = |at: i64| (at - self.start) as f64 / (end - self.start) as f64;
        let between = |at: &i64| (self.start..end).contains(at);
        if end - self.start < 2 * DAY {
            let step = [1, 2, 3, 4, 6, 12].map(|hours| hours * HOUR).into_iter();
            let step = step.clone().find(|step| (end - self.start) / step <= wanted).unwrap_or(12 * HOUR);
            let first = self.start + (HOUR - self.start.rem_euclid(HOUR)) % HOUR;
            let times = (0..=wanted).map(|index| first + index * step).filter(between);
            return times
                .map(|at| (place(at), timestamp(at).to_zoned_datetime(NEW_YORK).strftime("%H:%M").to_string()))
                .collect();
        }
        let first = timestamp(self.start).to_zoned_datetime(NEW_YORK).date();
        let days = (end - self.start) / DAY;
        let midnight = |day: Date| day.to_zoned_datetime(NEW_YORK).ok().map(|time| time.timestamp().as_millisecond());
        let (first, step, format) = if days <= 7 * wanted {
            let step = [1, 2, 7].into_iter().find(|step| days / step <= wanted).unwrap_or(7);
            (first, step.days(), "%-d %b")
        } else {
            let months = days / 30;
            let step = [1, 2, 3, 6, 12, 60, 120, 600].into_iter().find(|step| months / step <= wanted).unwrap_or(600);
            (first.first_of_month(), step.months(), if step < 12 { "%b %Y" } else { "%Y" })
        };
        let tick = |day: Date| Some((midnight(day).filter(between)?, day.strftime(format).to_string()));
        let days = first.series(step).take_while(|day| midnight(*day).is_some_and(|at| at < end));
        days.filter_map(tick).map(|(at, label)| (place(at), label)).collect()
    }
}
