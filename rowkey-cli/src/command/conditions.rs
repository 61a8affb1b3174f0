//! Conditions on fields, as people type them: `customer=123`, `name^=An`, `paid_at=2013-01-10..2013-02-01`.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use rowkey::__untyped::Encoding;
use rowkey::{KeyRange, Layout, RowKey};
use rowkey_cli::ranges;

use crate::store::AnyKey;

/// A condition on one field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    field: String,
    test: Test,
}

#[derive(Debug, Clone, PartialEq)]
enum Test {
    Equals(String),
    StartsWith(String),
    Between { start: Option<String>, end: Option<String>, includes_end: bool },
}

impl Condition {
    /// Parses `FIELD=VALUE`, `FIELD^=PREFIX`, `FIELD=FROM..TO` or `FIELD=FROM..=TO`. Two dots in a value with quotes are a
    /// part of the value.
    pub(crate) fn parse(argument: &str) -> Result<Self, String> {
        let (field, value) =
            argument.split_once('=').ok_or("write FIELD=VALUE, FIELD^=START or FIELD=FROM..TO, like customer=123")?;
        let test = match (field.strip_suffix('^'), value.split_once("..")) {
            (Some(field), _) => {
                return Ok(Self { field: field.to_owned(), test: Test::StartsWith(value.to_owned()) });
            }
            (None, Some((start, end))) if !value.starts_with('"') => {
                let bound = |text: &str| (!text.is_empty()).then(|| text.to_owned());
                let (end, includes_end) = end.strip_prefix('=').map_or((end, false), |end| (end, true));
                Test::Between { start: bound(start), end: bound(end), includes_end }
            }
            _ => Test::Equals(value.to_owned()),
        };
        Ok(Self { field: field.to_owned(), test })
    }
}

/// The rows that a scan selects: the rows in certain ranges of keys that also pass the filters.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) ranges: Vec<KeyRange>,
    /// The fields that are not leading fields of the key, and the value that each of them must have.
    pub(crate) filters: Vec<(String, String)>,
}

impl Selection {
    pub(crate) fn new(layout: &Layout, conditions: &[Condition]) -> Result<Self> {
        let position = |name: &str| {
            layout.field_names().position(|field| field == name).ok_or_else(|| {
                let names = layout.field_names().collect::<Vec<_>>().join(", ");
                anyhow!("there is no field `{name}`; the fields are {names}")
            })
        };
        let mut by_position = BTreeMap::new();
        for condition in conditions {
            if by_position.insert(position(&condition.field)?, condition).is_some() {
                bail!("field `{}` has two conditions", condition.field);
            }
        }
        let mut equals: Vec<(&str, String)> = Vec::new();
        let mut conditions = by_position.into_iter().peekable();
        while let Some((_, condition)) = conditions.next_if(|(position, _)| *position == equals.len()) {
            let field = condition.field.as_str();
            match &condition.test {
                Test::Equals(value) => equals.push((field, accepted(layout, &equals, field, value)?)),
                test => {
                    let ranges = bounded(layout, &equals, field, test)?;
                    return Ok(Self { ranges, filters: filters(conditions.map(|(_, condition)| condition))? });
                }
            }
        }
        let ranges = of(layout, &equals, None)?;
        Ok(Self { ranges, filters: filters(conditions.map(|(_, condition)| condition))? })
    }

    /// Checks the fields of a row.
    pub(crate) fn matches(&self, fields: &BTreeMap<String, String>) -> bool {
        self.filters.iter().all(|(field, expected)| {
            let plain = |text: &str| {
                let inner = text.strip_prefix("Some(").and_then(|text| text.strip_suffix(')')).unwrap_or(text);
                inner.trim_matches('"').to_owned()
            };
            fields.get(field).is_some_and(|value| plain(value) == plain(expected))
        })
    }
}

fn filters<'c>(conditions: impl Iterator<Item = &'c Condition>) -> Result<Vec<(String, String)>> {
    let filter = |condition: &Condition| match &condition.test {
        Test::Equals(value) => Ok((condition.field.clone(), value.clone())),
        _ => bail!(
            "field `{}`: a range needs a value for each field before it, because keys sort by the first field first",
            condition.field
        ),
    };
    conditions.map(filter).collect()
}

fn of(layout: &Layout, equals: &[(&str, String)], last: Option<(&str, &str)>) -> Result<Vec<KeyRange>> {
    let values: Vec<_> = equals.iter().map(|(field, value)| (*field, value.as_str())).chain(last).collect();
    Ok(ranges(layout, &values)?)
}

/// Returns the value in the form that the layout accepts: the value of an optional field needs no `Some(..)`.
fn accepted(layout: &Layout, equals: &[(&str, String)], field: &str, value: &str) -> Result<String> {
    first_accepted(layout, equals, field, [value.to_owned(), format!("Some({value})")])
}

/// Like [`accepted`], for the bound of a range. A date is read as the start of this day in UTC.
fn accepted_bound(layout: &Layout, equals: &[(&str, String)], field: &str, value: &str) -> Result<String> {
    let days = ["T00:00:00Z", "T00:00:00"].map(|time| format!("{value}{time}"));
    let forms = [value.to_owned(), format!("Some({value})")].into_iter();
    let optional_days = days.clone().map(|day| format!("Some({day})"));
    first_accepted(layout, equals, field, forms.chain(days).chain(optional_days))
}

/// Returns the first form that the layout accepts, or the error of the first form.
fn first_accepted(
    layout: &Layout,
    equals: &[(&str, String)],
    field: &str,
    forms: impl IntoIterator<Item = String>,
) -> Result<String> {
    let mut refused = None;
    for form in forms {
        match of(layout, equals, Some((field, &form))) {
            Ok(_) => return Ok(form),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.unwrap_or_else(|| anyhow!("field `{field}` has no value")))
}

fn bounded(layout: &Layout, equals: &[(&str, String)], field: &str, test: &Test) -> Result<Vec<KeyRange>> {
    let of_value = |value: &str| of(layout, equals, Some((field, &accepted_bound(layout, equals, field, value)?)));
    let all = of(layout, equals, None)?;
    let same_buckets = |ranges: Vec<KeyRange>| {
        if ranges.len() == all.len() {
            return Ok(ranges);
        }
        bail!("field `{field}` determines the salt, so its rows are in several buckets: give one value with `=`")
    };
    match test {
        Test::Equals(value) => of_value(value),
        Test::StartsWith(start) => {
            if !encoding_of(layout, field).is_some_and(is_text_or_bytes) {
                bail!(
                    "field `{field}` is neither text nor bytes, so a value has no start: write a range, like {field}=1..2"
                );
            }
            // A value of variable length has a terminator. The common start of two longer values has none.
            let [a, b] = ["a", "b"].map(|last| of_value(&format!("{start}{last}")).and_then(same_buckets));
            let common = |(a, b): (KeyRange, KeyRange)| {
                let len = a.start().iter().zip(b.start()).take_while(|(a, b)| a == b).count();
                KeyRange::beginning_with(a.start().get(..len).unwrap_or_default())
            };
            Ok(a?.into_iter().zip(b?).map(common).collect())
        }
        Test::Between { start, end, includes_end } => {
            let Some(is_descending) = encoding_of(layout, field).and_then(direction) else {
                bail!(
                    "field `{field}` does not sort by its value, so a range of it is not a range of keys: give one value with `=`"
                );
            };
            let bound = |bound: &Option<String>| match bound {
                Some(value) => of_value(value).and_then(same_buckets).map(Some),
                None => Ok(None),
            };
            let (first, last) = (bound(start)?, bound(end)?);
            let range = |bucket: usize, all: &KeyRange| {
                let at =
                    |ranges: &Option<Vec<KeyRange>>| ranges.as_ref().and_then(|ranges| ranges.get(bucket)).cloned();
                let (first, last) = (at(&first), at(&last));
                let start_of = |range: Option<KeyRange>| range.map(|range| range.start().to_vec());
                let end_of = |range: Option<KeyRange>| range.map(|range| range.end().map(<[u8]>::to_vec));
                let (start, end) = match (is_descending, includes_end) {
                    (false, true) => (start_of(first), end_of(last)),
                    (false, false) => (start_of(first), start_of(last).map(Some)),
                    (true, true) => (start_of(last), end_of(first)),
                    (true, false) => match end_of(last) {
                        // No key sorts after the end of the range.
                        Some(None) => return between(&[0], Some(&[0])),
                        after => (after.flatten(), end_of(first)),
                    },
                };
                let start = start.unwrap_or_else(|| all.start().to_vec());
                let end = end.unwrap_or_else(|| all.end().map(<[u8]>::to_vec));
                between(&start, end.as_deref())
            };
            Ok(all.iter().enumerate().map(|(bucket, all)| range(bucket, all)).collect())
        }
    }
}

/// Returns the keys from `start` on and before `end`.
pub(crate) fn between(start: &[u8], end: Option<&[u8]>) -> KeyRange {
    match end {
        Some(end) => AnyKey::prefix().bytes_in(start..end).range(),
        None => AnyKey::prefix().bytes_in(start..).range(),
    }
}

fn encoding_of<'l>(layout: &'l Layout, field: &str) -> Option<&'l Encoding> {
    layout.fields().iter().find(|other| other.name() == field).map(rowkey::__private::FieldLayout::encoding)
}

fn is_text_or_bytes(encoding: &Encoding) -> bool {
    use Encoding as E;
    match encoding {
        E::Text | E::Bytes | E::PaddedText { .. } => true,
        E::Optional { of } | E::Descending { of } | E::Unterminated { of } => is_text_or_bytes(of),
        _ => false,
    }
}

/// Returns true if the bytes of a field sort in reverse, and `None` if the bytes sort neither as the values nor in reverse.
fn direction(encoding: &Encoding) -> Option<bool> {
    use Encoding as E;
    match encoding {
        E::Unsigned { .. }
        | E::Signed { .. }
        | E::Digits { .. }
        | E::Text
        | E::Bytes
        | E::Array { .. }
        | E::PaddedText { .. }
        | E::Float { .. }
        | E::Bool
        | E::Char
        | E::Value { .. }
        | E::Shard { .. }
        | E::Time { .. } => Some(false),
        E::NonZero { of } | E::Optional { of } => direction(of),
        E::Descending { of } => direction(of).map(|is_descending| !is_descending),
        _ => None,
    }
}
