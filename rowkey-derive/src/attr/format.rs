//! `#[format("%Y-%m-%d %H:%M:%S")]`: which formats sort, and what is wrong with the others.

use crate::context::Context;
use syn::{Attribute, LitStr};

/// A format whose text sorts as the time does.
pub(crate) struct TimeFormat {
    pub(crate) text: String,
    pub(crate) parts: Vec<TimePart>,
    /// It is for times of day.
    pub(crate) from_hour: bool,
}

/// A piece of it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum TimePart {
    /// Year to second, as [`UNITS`] counts them.
    Unit(usize),
    /// So many digits of a second's fraction.
    Fraction(u32),
    Literal(String),
}

/// The units from the greatest to the least: directive, name, and name in the runtime.
pub(crate) const UNITS: [(char, &str, &str); 6] = [
    ('Y', "year", "Year"),
    ('m', "month", "Month"),
    ('d', "day", "Day"),
    ('H', "hour", "Hour"),
    ('M', "minute", "Minute"),
    ('S', "second", "Second"),
];
const YEAR: usize = 0;
const HOUR: usize = 3;
const FRACTION: usize = 6;
const DIRECTIVES: &str = "%Y, %m, %d, %H, %M, %S, %3f (with 1 to 9 digits), %F for %Y-%m-%d and %T for %H:%M:%S";

pub(super) fn read(context: &Context, attr: &Attribute) -> Option<TimeFormat> {
    let Ok(text) = attr.parse_args::<LitStr>() else {
        context.error(attr, "write the format as a string: `#[format(\"%Y-%m-%d %H:%M:%S\")]`");
        return None;
    };
    match parse(&text.value()) {
        Ok(format) => Some(format),
        Err(message) => {
            context.error(&text, message);
            None
        }
    }
}

fn parse(text: &str) -> Result<TimeFormat, String> {
    let parts = parts(text)?;
    let units: Vec<_> = parts
        .iter()
        .filter_map(|part| match part {
            TimePart::Unit(unit) => Some(*unit),
            TimePart::Fraction(_) => Some(FRACTION),
            TimePart::Literal(_) => None,
        })
        .collect();
    let Some(first) = units.first() else {
        return Err(format!("this format shows nothing of the time: it may hold {DIRECTIVES}"));
    };
    for pair in units.windows(2) {
        if let [earlier, later] = pair {
            check_order(*earlier, *later)?;
        }
    }
    match *first {
        YEAR => {}
        HOUR => return Ok(TimeFormat { text: text.into(), parts, from_hour: true }),
        other => {
            let start = if other > HOUR { "hour (`%H`)" } else { "year (`%Y`)" };
            return Err(format!(
                "this format begins with the {}, so that different times have the same text: begin with the {start}",
                name(other)
            ));
        }
    }
    Ok(TimeFormat { text: text.into(), parts, from_hour: false })
}

fn name(unit: usize) -> &'static str {
    UNITS.get(unit).map_or("fraction", |(_, name, _)| name)
}

/// Text sorts by its first difference: each unit must stand directly in front of the next smaller one.
fn check_order(earlier: usize, later: usize) -> Result<(), String> {
    if later == earlier {
        return Err(format!("the {} stands here twice", name(later)));
    }
    if later < earlier {
        return Err(format!(
            "the {} stands in front of the {}: text sorts by its first difference, so the greater part must come first, as in `%Y-%m-%d %H:%M:%S`",
            name(earlier),
            name(later)
        ));
    }
    if later > earlier + 1 {
        return Err(format!(
            "between the {} and the {} the {} is left out, so that different times have the same text: put it in",
            name(earlier),
            name(later),
            name(earlier + 1)
        ));
    }
    Ok(())
}

fn parts(text: &str) -> Result<Vec<TimePart>, String> {
    let mut parts = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            push_literal(&mut parts, character);
            continue;
        }
        let directive = characters.next().ok_or("the format ends in `%`: for the character itself write `%%`")?;
        match directive {
            '%' => push_literal(&mut parts, '%'),
            'F' => parts.extend(parts_of("%Y-%m-%d")),
            'T' => parts.extend(parts_of("%H:%M:%S")),
            'f' => parts.push(TimePart::Fraction(9)),
            '1'..='9' => match (characters.next(), directive.to_digit(10)) {
                (Some('f'), Some(digits)) => parts.push(TimePart::Fraction(digits)),
                _ => return Err(format!("`%{directive}` has no meaning here: a fraction is `%3f`")),
            },
            '.' => {
                push_literal(&mut parts, '.');
                match (characters.next().and_then(|digit| digit.to_digit(10)), characters.next()) {
                    (Some(digits @ 1..=9), Some('f')) => parts.push(TimePart::Fraction(digits)),
                    _ => return Err("a fraction behind a point needs a number of digits: write `%.3f`".into()),
                }
            }
            other => match UNITS.iter().position(|(unit, _, _)| *unit == other) {
                Some(unit) => parts.push(TimePart::Unit(unit)),
                None => return Err(why_not(other)),
            },
        }
    }
    Ok(parts)
}

fn parts_of(text: &str) -> Vec<TimePart> {
    parts(text).unwrap_or_default()
}

fn push_literal(parts: &mut Vec<TimePart>, character: char) {
    if let Some(TimePart::Literal(text)) = parts.last_mut() {
        text.push(character);
    } else {
        parts.push(TimePart::Literal(character.into()));
    }
}

fn why_not(directive: char) -> String {
    let why = match directive {
        'I' | 'l' | 'p' | 'P' | 'r' => {
            "is a clock of 12 hours, on which 01 in the afternoon sorts before 11 in the morning: write `%H`"
        }
        '-' | '_' | 'e' | 'k' => {
            "leaves out the zero in front, so that 10 sorts before 9: write the directive without it, such as `%d` or `%H`"
        }
        'y' | 'C' | 'g' => "is part of a year, which begins anew with each century: write `%Y`",
        'b' | 'B' | 'h' | 'a' | 'A' => "is a name, and names do not sort as what they name: write `%m` or `%d`",
        's' => "has no width: use the time without `#[format]`, which stands in the key as binary and sorts",
        'z' | 'Z' | ':' => "is a time zone, in which the same time has many texts: convert to UTC first",
        'D' | 'x' | 'c' => "puts the month or day in front of the year: write `%Y-%m-%d`",
        _ => return format!("`%{directive}` is unknown here: a format may hold {DIRECTIVES}"),
    };
    format!("`%{directive}` {why}")
}
