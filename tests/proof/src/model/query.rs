//! [`Query`], which decides from the values of a key whether a scan must find the key. Tests compare scans with it.

use std::ops::{Bound, RangeBounds};

use super::Value;

/// A query: values of the leading fields, and optionally a bound on the next field.
#[derive(Clone, Debug)]
pub struct Query {
    /// The values of the leading fields.
    pub equal: Vec<Value>,
    /// The bound on the next field.
    pub then: Then,
}

/// A bound on one field.
#[derive(Clone, Debug)]
pub enum Then {
    /// No bound.
    Anything,
    /// Values between these bounds.
    In(Bound<Value>, Bound<Value>),
    /// Values that start with this text, these bytes or these elements.
    StartsWith(Value),
    /// Values that end with this text or these bytes.
    EndsWith(Value),
}

impl Query {
    /// Returns a query for the keys whose leading fields have these values.
    pub fn equal(values: impl Into<Vec<Value>>) -> Query {
        Query { equal: values.into(), then: Then::Anything }
    }

    /// Also requires the next field to be in this range.
    #[must_use]
    pub fn and_in(self, range: impl RangeBounds<Value>) -> Query {
        let then = Then::In(range.start_bound().cloned(), range.end_bound().cloned());
        Query { then, ..self }
    }

    /// Also requires the next field to start with `start`.
    #[must_use]
    pub fn and_starts_with(self, start: impl Into<Value>) -> Query {
        Query { then: Then::StartsWith(start.into()), ..self }
    }

    /// Also requires the next field to end with `end`.
    #[must_use]
    pub fn and_ends_with(self, end: impl Into<Value>) -> Query {
        Query { then: Then::EndsWith(end.into()), ..self }
    }

    /// Checks whether a key with these values matches the query.
    pub fn matches(&self, values: &[Value]) -> bool {
        let (leading, others) = values.split_at(self.equal.len());
        let next = || others.first().expect("a field of the query");
        leading == self.equal
            && match &self.then {
                Then::Anything => true,
                Then::In(start, end) => in_range(next(), (start.as_ref(), end.as_ref())),
                Then::StartsWith(start) => starts_with(next(), start),
                Then::EndsWith(end) => ends_with(next(), end),
            }
    }
}

/// Checks whether the value is in the range, by [`Value::order`]. A range whose start is after its end is empty.
pub fn in_range(value: &Value, (start, end): (Bound<&Value>, Bound<&Value>)) -> bool {
    let has_begun = match start {
        Bound::Included(start) => start.order(value).is_le(),
        Bound::Excluded(start) => start.order(value).is_lt(),
        Bound::Unbounded => true,
    };
    let is_over = match end {
        Bound::Included(end) => value.order(end).is_gt(),
        Bound::Excluded(end) => value.order(end).is_ge(),
        Bound::Unbounded => false,
    };
    has_begun && !is_over
}

/// Checks whether the text, byte string or list starts with `start`. For an array of bytes, `start` is a byte string.
pub fn starts_with(value: &Value, start: &Value) -> bool {
    match (value, start) {
        (Value::Str(value), Value::Str(start)) => value.starts_with(start),
        (Value::Bytes(value) | Value::Array(value), Value::Bytes(start)) => value.starts_with(start),
        (Value::List(value), Value::List(start)) => value.starts_with(start),
        _ => panic!("{value:?} cannot start with {start:?}"),
    }
}

/// Checks whether the text or byte string ends with `end`.
pub fn ends_with(value: &Value, end: &Value) -> bool {
    match (value, end) {
        (Value::Str(value), Value::Str(end)) => value.ends_with(end),
        (Value::Bytes(value), Value::Bytes(end)) => value.ends_with(end),
        _ => panic!("{value:?} cannot end with {end:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Query;
    use crate::values;

    #[test]
    fn a_query_matches_the_described_keys() {
        let key = values![7u32, "host12", 9u8];
        assert!(Query::equal(values![]).matches(&key));
        assert!(Query::equal(values![7u32]).matches(&key));
        assert!(Query::equal(values![7u32, "host12", 9u8]).matches(&key));
        assert!(!Query::equal(values![7u32, "host1"]).matches(&key));
        assert!(Query::equal(values![7u32]).and_starts_with("host1").matches(&key));
        assert!(!Query::equal(values![8u32]).and_starts_with("host1").matches(&key));
        assert!(Query::equal(values![7u32]).and_ends_with("12").matches(&key));
        assert!(!Query::equal(values![7u32]).and_ends_with("1").matches(&key));
        let [low, high] = [7u32, 8].map(crate::model::Value::from);
        assert!(Query::equal(values![]).and_in(low.clone()..high.clone()).matches(&key));
        assert!(Query::equal(values![]).and_in(..=low.clone()).matches(&key));
        assert!(!Query::equal(values![]).and_in(..low.clone()).matches(&key));
        assert!(!Query::equal(values![]).and_in(high..low).matches(&key));
    }
}
