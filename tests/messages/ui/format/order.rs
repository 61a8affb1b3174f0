// errors: 8
use rowkey::RowKey;

#[derive(RowKey)]
struct DayFirstKey {
    #[format("%d-%m-%Y")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct MinuteFirstKey {
    #[format("%M:%S")]
    at: jiff::civil::Time,
}

#[derive(RowKey)]
struct MonthFirstKey {
    #[format("%m-%d")]
    day: jiff::civil::Date,
}

#[derive(RowKey)]
struct NameOfTheMonthKey {
    #[format("%Y-%b-%d")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct TwelveHourClockKey {
    #[format("%Y-%m-%d %I:%M:%S")]
    paid: jiff::civil::DateTime,
}

#[derive(RowKey)]
struct TwoDigitYearKey {
    #[format("%y-%m-%d")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct WithoutLeadingZeroKey {
    #[format("%Y-%-m-%d")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct WithoutTheMonthKey {
    #[format("%Y-%d")]
    paid: jiff::civil::Date,
}

fn main() {}
