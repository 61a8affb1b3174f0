//! [`Condition`]s on fields, as people type them, and the [`Selection`] of the rows that meet them.

use crate::range::{LeadingError, MAX_BYTES, OfLayout, Written};
use crate::text::{field_parts, in_order, optional, within_some, without_option};
use crate::text::{kinds::midnight, read};
use rowkey::__untyped::{Encoding, PrefixEnd, ValueKind, quoted_bytes};
use rowkey::explain::Explanation;
use rowkey::{KeyRange, Layout, RowKey};
use rowkey_explain::field::Position;
use std::collections::BTreeMap;

/// A condition on one field: `customer=123`, `name^=An`, `paid_at=2013-01-10..2013-02-01`.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    field: String,
    /// True for `^=`.
    is_start: bool,
    value: String,
}

impl Condition {
    /// Parses `FIELD=VALUE`, `FIELD^=START`, `FIELD=FROM..TO` or `FIELD=FROM..=TO`. Write values as the command prints them.
    ///
    /// # Errors
    /// There is no `=`.
    pub fn parse(argument: &str) -> Result<Self, LeadingError> {
        let (field, value) = argument.split_once('=').ok_or_else(|| LeadingError {
            message: "write FIELD=VALUE, FIELD^=START or FIELD=FROM..TO, like customer=123".into(),
        })?;
        let (field, is_start) = field.strip_suffix('^').map_or((field, false), |field| (field, true));
        Ok(Self { field: field.to_owned(), is_start, value: value.to_owned() })
    }
}

/// The rows that meet some conditions: the rows in certain ranges of keys that also pass the filters.
///
/// A condition on a leading field, or on the field after leading fields with one value each, is a range of keys. All other
/// conditions are filters.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_cli::{Condition, Selection, Value, explain};
///
/// #[derive(RowKey)]
/// struct VisitKey {
///     host: String,
///     visit: u16,
/// }
///
/// let selection = Selection::new(VisitKey::LAYOUT, &[Condition::parse("host^=a")?, Condition::parse("visit=7..9")?])?;
/// let key = VisitKey { host: "a.org".into(), visit: 7 }.encode();
/// let explanation = explain(VisitKey::LAYOUT, &key);
/// assert!(selection.ranges()[0].contains(&key) && selection.matches(&explanation));
///
/// let [Some(host), Some(visit)] = &Value::of_fields(VisitKey::LAYOUT, &explanation)[..] else { unreachable!() };
/// assert_eq!((host.to_string(), host.to_json(), visit.to_json()), ("a.org".into(), "\"a.org\"".into(), "7".into()));
/// # Ok::<(), rowkey_cli::LeadingError>(())
/// ```
#[derive(Debug)]
pub struct Selection {
    ranges: Vec<KeyRange>,
    filters: Vec<Filter>,
}

#[derive(Debug)]
struct Filter {
    index: usize,
    name: String,
    test: Test,
}

#[derive(Debug)]
enum Test {
    /// The field has these bytes.
    Equals(Written),
    /// The content of the text or of the bytes begins with `start`.
    StartsWith {
        start: Vec<u8>,
        encoding: Encoding,
    },
    Between(Between),
}

/// A range of values.
#[derive(Debug)]
struct Between {
    start: Option<String>,
    end: Option<String>,
    includes_end: bool,
    /// The encoding whose bytes sort as the values do: see [`in_order`].
    encoding: Encoding,
}

impl Selection {
    /// Selects the rows that meet all conditions.
    ///
    /// # Errors
    /// A field is unknown, has two conditions, or cannot have the value.
    pub fn new(layout: &Layout, conditions: &[Condition]) -> Result<Self, LeadingError> {
        select(&OfLayout(layout), conditions).map_err(|message| LeadingError { message })
    }

    /// Returns the ranges that contain all selected rows.
    pub fn ranges(&self) -> &[KeyRange] {
        &self.ranges
    }

    /// Returns the names of the fields whose conditions [`matches`](Self::matches) checks.
    pub fn filtered_fields(&self) -> impl Iterator<Item = &str> {
        self.filters.iter().map(|filter| &*filter.name)
    }

    /// Checks whether an explained key in one of the ranges passes the filters. A damaged key passes no filter.
    pub fn matches(&self, explanation: &Explanation) -> bool {
        let passes = |filter: &Filter| {
            field_parts(explanation).nth(filter.index).is_some_and(|part| match (&filter.test, part.value()) {
                (Test::Equals(written), _) => part.bytes() == written.bytes,
                (Test::StartsWith { start, encoding }, Some(text)) => {
                    read::content(encoding, text).is_some_and(|content| content.starts_with(start))
                }
                (Test::Between(between), Some(text)) => between.contains(text),
                (_, None) => false,
            })
        };
        self.filters.is_empty() || (explanation.is_ok() && self.filters.iter().all(passes))
    }
}

fn select(layout: &OfLayout<'_>, conditions: &[Condition]) -> Result<Selection, String> {
    let mut by_position = BTreeMap::new();
    for condition in conditions {
        let name = &condition.field;
        let index = layout.field_names().position(|field| field == name).ok_or_else(|| {
            let names = layout.field_names().collect::<Vec<_>>().join(", ");
            format!("there is no field `{name}`; the fields are {names}")
        })?;
        if by_position.insert(index, condition).is_some() {
            return Err(format!("field `{name}` has two conditions"));
        }
    }
    let tests = by_position.into_iter().map(|(index, condition)| {
        let test = condition.test(layout, index)?;
        Ok(Filter { index, name: condition.field.clone(), test })
    });
    let mut filters: Vec<Filter> = tests.collect::<Result<_, String>>()?;
    let mut leading: Vec<Written> = Vec::new();
    for filter in &filters {
        match &filter.test {
            Test::Equals(written) if filter.index == leading.len() => leading.push(written.clone()),
            _ => break,
        }
    }
    if let Some(unterminated) = layout.unterminated().filter(|_| leading.len() < layout.fields().len()) {
        // Keys with a longer value begin with the same bytes.
        leading.truncate(unterminated);
    }
    let next = filters.get(leading.len()).filter(|next| next.index == leading.len());
    let span = next.and_then(|next| next.test.span(layout, &leading));
    let range_of_next = span.is_some();
    let span = span.unwrap_or_else(|| Span::Prefix(layout.prefix(&leading), layout.end(leading.len())));
    let ranges = match layout.salts(&leading) {
        Ok(salts) if salts.len() == 1 || (salts.len() as u64).saturating_mul(span.len() as u64) <= MAX_BYTES => {
            filters.drain(..leading.len() + usize::from(range_of_next));
            salts.iter().map(|salt| span.range(layout, salt)).collect()
        }
        // A table with too many buckets is read as a whole.
        _ => [KeyRange::beginning_with(layout.namespace())].into(),
    };
    Ok(Selection { ranges, filters })
}

impl Condition {
    fn test(&self, layout: &OfLayout<'_>, index: usize) -> Result<Test, String> {
        let (name, value) = (&self.field, &*self.value);
        let encoding = layout.fields().get(index).ok_or("there is no such field")?.encoding();
        if self.is_start {
            let value = within_some(value).filter(|_| optional(encoding).is_some()).unwrap_or(value);
            let start = read::content(without_option(encoding), value);
            let start = start.ok_or_else(|| {
                format!(
                    "field `{name}` is neither text nor bytes, so a value has no start: write a range, like {name}=1..2"
                )
            })?;
            return Ok(Test::StartsWith { start, encoding: encoding.clone() });
        }
        let Some((start, end)) = split_range(encoding, value) else {
            return layout.write_field(index, value).map(Test::Equals);
        };
        let in_order = in_order(encoding).ok_or_else(|| {
            format!("field `{name}` does not sort by its value, so it has no ranges: give one value with `=`")
        })?;
        // A date is the start of the day in UTC.
        let bound = |text: &str| match (text, layout.write_field(index, text)) {
            ("", _) => Ok(None),
            (_, Ok(_)) => Ok(Some(text.to_owned())),
            (_, Err(reason)) => {
                let day = midnight(encoding, text).filter(|day| layout.write_field(index, day).is_ok());
                day.map(Some).ok_or(reason)
            }
        };
        let (end, includes_end) = end.strip_prefix('=').map_or((end, false), |end| (end, true));
        Ok(Test::Between(Between { start: bound(start)?, end: bound(end)?, includes_end, encoding: in_order }))
    }
}

/// Splits `FROM..TO` at the dots. Returns `None` for one value, which can have dots within quotes or brackets.
fn split_range<'t>(encoding: &Encoding, value: &'t str) -> Option<(&'t str, &'t str)> {
    use Encoding as E;
    let is_quoted = match without_option(encoding) {
        _ if value.starts_with("Some(") && optional(encoding).is_some() => true,
        E::Text | E::PaddedText { .. } => value.starts_with('"'),
        E::Char => value.starts_with(['"', '\'']),
        E::Bytes | E::Array { .. } => value.starts_with("b\""),
        E::Struct { .. } | E::Variants { .. } | E::Elements { .. } | E::Repeated { .. } => true,
        E::Hashed { .. } => value.starts_with(['"', '\'', '{', '[']),
        _ => false,
    };
    let (start, rest) = if is_quoted { read::split_before(value, "..") } else { value.split_at(value.find("..")?) };
    Some((start, rest.strip_prefix("..")?))
}

/// Keys whose bytes are known except for the salt, which is 0.
enum Span {
    /// The keys that begin with these bytes.
    Prefix(Vec<u8>, PrefixEnd),
    /// The keys from those that begin with the first bytes to those that begin with the second bytes. The bounds of a
    /// descending field are exchanged. `all` are the keys with any value of the field.
    Between { all: Bound, start: Option<Bound>, end: Option<Bound>, includes_end: bool, is_descending: bool },
}

type Bound = (Vec<u8>, PrefixEnd);

impl Test {
    /// Returns the keys that begin with these fields and whose next field passes the test. Returns `None` if these keys are not
    /// a range.
    fn span(&self, layout: &OfLayout<'_>, leading: &[Written]) -> Option<Span> {
        let index = leading.len();
        let field = layout.fields().get(index)?;
        let with = |written: &Written| layout.prefix(&[leading, std::slice::from_ref(written)].concat());
        match self {
            Self::Equals(_) => None,
            Self::StartsWith { start, encoding } => {
                let mut of = encoding;
                while let Encoding::Optional { of: inner } | Encoding::Descending { of: inner } = of {
                    of = inner;
                }
                let longer = |last: &str| match of {
                    // A shorter value begins with the same bytes.
                    Encoding::PaddedText { pad, .. } if start.ends_with(&[*pad]) => None,
                    Encoding::Text | Encoding::PaddedText { .. } => {
                        Some(format!("{:?}", String::from_utf8(start.clone()).ok()? + last))
                    }
                    Encoding::Bytes => Some(quoted_bytes(&[start, last.as_bytes()].concat())),
                    _ => None,
                };
                // A value of variable length has a terminator. The common start of two longer values has none.
                let [a, b] = ["a", "b"].map(|last| Some(with(&layout.write_field(index, &longer(last)?).ok()?)));
                let (a, b) = (a?, b?);
                let len = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
                Some(Span::Prefix(a.get(..len)?.into(), PrefixEnd::All))
            }
            Self::Between(between) => {
                if !layout.sorts(field, field.ends_key(layout.fields().get(index + 1..)?)) {
                    return None;
                }
                let bound = |text: &Option<String>| {
                    let mut written = layout.write_field(index, text.as_deref()?).ok()?;
                    if is_decimal(field.encoding()) && written.content_len > 1 {
                        // Decimals are compared without their scale.
                        written.bytes.truncate(written.content_len - 1);
                        let prefix = [layout.prefix(leading), written.bytes].concat();
                        return Some((prefix, PrefixEnd::All));
                    }
                    Some((with(&written), layout.end(index + 1)))
                };
                Some(Span::Between {
                    all: (layout.prefix(leading), layout.end(index)),
                    start: bound(&between.start),
                    end: bound(&between.end),
                    includes_end: between.includes_end,
                    is_descending: field.encoding().sorts_in_reverse(),
                })
            }
        }
    }
}

impl Span {
    /// Returns the number of bytes that each bucket repeats.
    fn len(&self) -> usize {
        let len = |bound: &Option<Bound>| bound.as_ref().map_or(0, |(prefix, _)| prefix.len());
        match self {
            Self::Prefix(prefix, _) => prefix.len(),
            Self::Between { all, start, end, .. } => all.0.len() + len(start) + len(end),
        }
    }

    fn range(&self, layout: &OfLayout<'_>, salt: &[u8]) -> KeyRange {
        let range = |(prefix, end): &Bound| end.range(layout.with_salt(salt, prefix));
        let (all, start, end, includes_end, is_descending) = match self {
            Self::Prefix(prefix, end) => return end.range(layout.with_salt(salt, prefix)),
            Self::Between { all, start, end, includes_end, is_descending } => {
                (range(all), start.as_ref().map(range), end.as_ref().map(range), *includes_end, *is_descending)
            }
        };
        let (first, last) = if is_descending { (&end, &start) } else { (&start, &end) };
        let is_excluded = |bound: &Option<KeyRange>, is_end: bool| bound.is_some() && is_end && !includes_end;
        let from = match first {
            None => Some(all.start()),
            Some(first) if is_excluded(&end, is_descending) => first.end(),
            Some(first) => Some(first.start()),
        };
        let to = match last {
            None => all.end(),
            Some(last) if is_excluded(&end, !is_descending) => Some(last.start()),
            Some(last) => last.end(),
        };
        // No key sorts after a bound without an end.
        from.map_or_else(|| between(&[0], Some(&[0])), |from| between(from, to))
    }
}

/// Checks whether the bytes of the field end in the scale of a decimal.
fn is_decimal(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Optional { of } | Encoding::Descending { of } => is_decimal(of),
        Encoding::Value { value } => *value == ValueKind::Decimal,
        _ => false,
    }
}

impl Between {
    /// Checks a value, whose text is that of `explain`.
    fn contains(&self, text: &str) -> bool {
        let Some(value) = self.ordered(text) else { return false };
        let bound = |bound: &Option<String>| bound.as_ref().and_then(|text| self.ordered(text));
        let is_after_start = bound(&self.start).is_none_or(|start| start <= value);
        let is_before_end = bound(&self.end).is_none_or(|end| value < end || (self.includes_end && value == end));
        is_after_start && is_before_end
    }

    /// Returns bytes that sort as the values do.
    fn ordered(&self, text: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        read::write(&self.encoding, Position::within_struct(), text, &mut bytes).ok()?;
        if is_decimal(&self.encoding) {
            bytes.pop();
        }
        if self.encoding.sorts_in_reverse() {
            for byte in &mut bytes {
                *byte = !*byte;
            }
        }
        Some(bytes)
    }
}

/// A key that is any byte string.
#[derive(Debug, RowKey)]
pub struct AnyKey {
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Returns the keys from `start` on and before `end`.
pub fn between(start: &[u8], end: Option<&[u8]>) -> KeyRange {
    match end {
        Some(end) => AnyKey::prefix().bytes_in(start..end).range(),
        None => AnyKey::prefix().bytes_in(start..).range(),
    }
}
