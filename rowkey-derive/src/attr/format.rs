//! Reads `#[format("%Y-%m-%d %H:%M:%S")]`, and reports formats whose text does not sort as the time does.

use super::args::{self, Arg};
use super::table::Spec;
use crate::context::Context;
use crate::model::{FormatItem, TimeFormat, UNITS};
use quote::ToTokens;
use syn::Lit;

// Indexes of `UNITS`. The index of the fraction of a second is the index after the last unit.
const YEAR: usize = 0;
const HOUR: usize = 3;
const FRACTION: usize = UNITS.len();

const DIRECTIVES: &str =
    "%Y, %m, %d, %H, %M, %S, %1f to %9f for the digits of a fraction, %F for %Y-%m-%d and %T for %H:%M:%S";

pub(super) fn read(context: &Context, spec: &Spec, args: &[Arg], tokens: &impl ToTokens) -> Option<TimeFormat> {
    let text = match args {
        [Arg::Literal(Lit::Str(text))] => text,
        [other] => {
            args::reject(context, spec, other);
            return None;
        }
        _ => {
            let help = format_args!("write `{}`", spec.attribute());
            context.error(tokens, format_args!("`{spec}` takes {}", spec.takes), help);
            return None;
        }
    };
    match parse(&text.value()) {
        Ok(format) => Some(format),
        Err(Fault { wrong, help }) => {
            context.error(text, wrong, help);
            None
        }
    }
}

struct Fault {
    wrong: String,
    help: String,
}

fn fault<T>(wrong: impl Into<String>, help: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { wrong: wrong.into(), help: help.into() })
}

fn parse(text: &str) -> Result<TimeFormat, Fault> {
    let items = parse_items(text)?;
    let units: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            FormatItem::Unit(unit) => Some(*unit),
            FormatItem::Fraction(_) => Some(FRACTION),
            FormatItem::Literal(_) => None,
        })
        .collect();
    let Some(first) = units.first() else {
        return fault("this format shows no part of the time", format!("write some of {DIRECTIVES}"));
    };
    for pair in units.windows(2) {
        if let [earlier, later] = pair {
            check_order(*earlier, *later)?;
        }
    }
    match *first {
        YEAR => {}
        HOUR => return Ok(TimeFormat { text: text.into(), items, from_hour: true }),
        other => {
            let start = if other > HOUR { "hour (`%H`)" } else { "year (`%Y`)" };
            return fault(
                format!("this format begins with the {}, so different times have the same text", name(other)),
                format!("begin with the {start}"),
            );
        }
    }
    Ok(TimeFormat { text: text.into(), items, from_hour: false })
}

fn name(unit: usize) -> &'static str {
    UNITS.get(unit).map_or("fraction", |(_, name, _)| name)
}

/// Checks that `later` is the next smaller unit after `earlier`, because text sorts by its first difference.
fn check_order(earlier: usize, later: usize) -> Result<(), Fault> {
    if later == earlier {
        return fault(format!("this format has the {} twice", name(later)), "leave one out");
    }
    if later < earlier {
        return fault(
            format!(
                "this format has the {} before the {}, so its text does not sort as the time does",
                name(earlier),
                name(later)
            ),
            "write the greater part first, as in `%Y-%m-%d %H:%M:%S`",
        );
    }
    if later > earlier + 1 {
        let missing = name(earlier + 1);
        return fault(
            format!(
                "this format has no {missing} between the {} and the {}, so different times have the same text",
                name(earlier),
                name(later)
            ),
            format!("write the {missing} too"),
        );
    }
    Ok(())
}

fn parse_items(text: &str) -> Result<Vec<FormatItem>, Fault> {
    let mut items = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            push_literal(&mut items, character);
            continue;
        }
        let Some(directive) = characters.next() else {
            return fault("this format ends in `%`", "write `%%` for the character itself");
        };
        match directive {
            '%' => push_literal(&mut items, '%'),
            'F' => items.extend(parse_items("%Y-%m-%d")?),
            'T' => items.extend(parse_items("%H:%M:%S")?),
            'f' => items.push(FormatItem::Fraction(9)),
            '1'..='9' => match (characters.next(), directive.to_digit(10)) {
                (Some('f'), Some(digits)) => items.push(FormatItem::Fraction(digits)),
                _ => return fault(format!("`%{directive}` has no meaning here"), "write a fraction as `%3f`"),
            },
            '.' => {
                push_literal(&mut items, '.');
                match (characters.next().and_then(|digit| digit.to_digit(10)), characters.next()) {
                    (Some(digits @ 1..=9), Some('f')) => items.push(FormatItem::Fraction(digits)),
                    _ => return fault("a fraction after a point needs a number of digits", "write `%.3f`"),
                }
            }
            other => match UNITS.iter().position(|(unit, _, _)| *unit == other) {
                Some(unit) => items.push(FormatItem::Unit(unit)),
                None => return Err(unusable(other)),
            },
        }
    }
    Ok(items)
}

fn push_literal(items: &mut Vec<FormatItem>, character: char) {
    if let Some(FormatItem::Literal(text)) = items.last_mut() {
        text.push(character);
    } else {
        items.push(FormatItem::Literal(character.into()));
    }
}

/// Returns the compile error about a directive that `#[format]` does not accept.
fn unusable(directive: char) -> Fault {
    let (why, help) = match directive {
        'I' | 'l' | 'p' | 'P' | 'r' => {
            ("belongs to a 12-hour clock, on which 01 in the afternoon sorts before 11 in the morning", "write `%H`")
        }
        '-' => ("leaves out leading zeros, so 10 sorts before 9", "write a directive with them, such as `%d` or `%H`"),
        '_' | 'e' | 'k' => {
            ("pads with spaces instead of zeros", "write a directive with leading zeros, such as `%d` or `%H`")
        }
        'y' | 'g' => ("is a year without its century, so 2000 sorts before 1999", "write `%Y`"),
        'C' => ("is a century without its years", "write `%Y`"),
        'b' | 'B' | 'h' | 'a' | 'A' => ("is a name, which does not sort as the date does", "write `%m` or `%d`"),
        's' => ("has no fixed width", "leave out `#[format]`: the time is then encoded in binary, which sorts"),
        'z' | 'Z' | ':' => ("is a time zone: the same time has a different text in each zone", "convert to UTC first"),
        'D' | 'x' | 'c' => ("puts the month or day before the year", "write `%Y-%m-%d`"),
        _ => ("is not a directive of `#[format]`", ""),
    };
    let help = if help.is_empty() { format!("write some of {DIRECTIVES}") } else { help.into() };
    Fault { wrong: format!("`%{directive}` {why}"), help }
}
