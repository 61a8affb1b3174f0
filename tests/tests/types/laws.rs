//! Checks the laws of `rowkey_proof::laws` for keys with a field of one type. The macros of this file define tests for
//! a type.

use core::cmp::Ordering;
use core::fmt::Debug;
use core::ops::Bound;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use rowkey::{DecodeError, DecodeKey, KeyRange, TotalKey};
use rowkey_proof::domain::damaged;
use rowkey_proof::hex::hex;

/// Compares values by identity, for types in which equal values can be distinguished, such as 1 and 1.00.
pub(crate) trait Same: Clone + Ord + Debug {
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl<T: Same> Same for Option<T> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(one), Some(other)) => one.same(other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// A key type with one field of type `T`, and its prefix methods. The laws compile faster because this type does not
/// name the key type.
pub(crate) struct Subject<T> {
    pub(crate) name: &'static str,
    pub(crate) descending: bool,
    /// Encodes the key with this value; all other fields are constant.
    pub(crate) encode: fn(T) -> Vec<u8>,
    pub(crate) decode: fn(&[u8]) -> Decoded<T>,
    pub(crate) equal: fn(&T) -> KeyRange,
    pub(crate) within: fn((Bound<&T>, Bound<&T>)) -> KeyRange,
}

/// The value of a key, and the bytes of the key when encoded again.
type Decoded<T> = Result<(T, Vec<u8>), DecodeError>;

/// Decodes a key and encodes it again. Used as [`Subject::decode`].
pub(crate) fn decode_and_reencode<T, K>(bytes: &[u8], value: fn(K) -> T) -> Decoded<T>
where
    K: TotalKey + for<'de> DecodeKey<'de>,
{
    let key = K::decode(bytes)?;
    let again = key.encode().into();
    Ok((value(key), again))
}

impl<T: Same> Subject<T> {
    #[track_caller]
    pub(crate) fn check(&self, values: &[T]) {
        check(self.name, &Values { subject: self, values });
    }
}

struct Values<'a, T> {
    subject: &'a Subject<T>,
    values: &'a [T],
}

/// The values of one subject, as indexes. The functions that check the laws do not name the type of the values, so that
/// they are compiled once and not for each type.
trait Indexed {
    fn len(&self) -> usize;
    fn show(&self, index: usize) -> &dyn Debug;
    fn encode(&self, index: usize) -> Vec<u8>;
    fn check_decoded(&self, index: usize, bytes: &[u8]) -> Result<(), String>;
    /// Decodes bytes, and encodes the value again. Returns `None` if the bytes are rejected.
    fn reencode(&self, bytes: &[u8]) -> Option<Vec<u8>>;
    fn same(&self, one: usize, other: usize) -> bool;
    /// Compares two values by the `Ord` of their type.
    fn order(&self, one: usize, other: usize) -> Ordering;
    fn is_descending(&self) -> bool;
    fn equal(&self, index: usize) -> KeyRange;
    fn within(&self, bounds: (Bound<usize>, Bound<usize>)) -> KeyRange;
}

impl<T: Same> Indexed for Values<'_, T> {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn show(&self, index: usize) -> &dyn Debug {
        &self.values[index]
    }

    fn encode(&self, index: usize) -> Vec<u8> {
        (self.subject.encode)(self.values[index].clone())
    }

    fn check_decoded(&self, index: usize, bytes: &[u8]) -> Result<(), String> {
        match (self.subject.decode)(bytes) {
            Ok((decoded, _)) if decoded.same(&self.values[index]) => Ok(()),
            Ok((decoded, _)) => Err(shown(&decoded)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn reencode(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        match (self.subject.decode)(bytes) {
            Ok((_, again)) => Some(again),
            Err(_) => None,
        }
    }

    fn same(&self, one: usize, other: usize) -> bool {
        self.values[one].same(&self.values[other])
    }

    fn order(&self, one: usize, other: usize) -> Ordering {
        self.values[one].cmp(&self.values[other])
    }

    fn is_descending(&self) -> bool {
        self.subject.descending
    }

    fn equal(&self, index: usize) -> KeyRange {
        (self.subject.equal)(&self.values[index])
    }

    fn within(&self, (start, end): (Bound<usize>, Bound<usize>)) -> KeyRange {
        (self.subject.within)((bound(self.values, start), bound(self.values, end)))
    }
}

fn bound<T>(values: &[T], bound: Bound<usize>) -> Bound<&T> {
    match bound {
        Bound::Included(index) => Bound::Included(&values[index]),
        Bound::Excluded(index) => Bound::Excluded(&values[index]),
        Bound::Unbounded => Bound::Unbounded,
    }
}

fn shown(value: &dyn Debug) -> String {
    format!("{value:?}")
}

#[track_caller]
fn check(name: &str, values: &dyn Indexed) {
    let rows: Vec<Vec<u8>> = (0..values.len()).map(|index| values.encode(index)).collect();
    for (index, bytes) in rows.iter().enumerate() {
        assert_canonical(name, values, index, bytes);
    }
    assert_found_by_bounds(name, values, (Bound::Unbounded, Bound::Unbounded), &rows);
    for one in 0..rows.len() {
        assert_found_by_equality(name, values, one, &rows);
        for bound in ends(one) {
            assert_found_by_bounds(name, values, (bound, Bound::Unbounded), &rows);
            assert_found_by_bounds(name, values, (Bound::Unbounded, bound), &rows);
        }
        for other in 0..rows.len() {
            assert_in_order(name, values, [one, other], &rows);
            for start in ends(one) {
                for end in ends(other) {
                    assert_found_by_bounds(name, values, (start, end), &rows);
                }
            }
        }
    }
}

/// Checks laws 1 and 2 of [`rowkey_proof::laws`].
#[track_caller]
fn assert_canonical(name: &str, values: &dyn Indexed, index: usize, bytes: &[u8]) {
    let value = values.show(index);
    if let Err(decoded) = values.check_decoded(index, bytes) {
        panic!("{name} {value:?}: {decoded}");
    }
    assert!(values.reencode(bytes).is_some_and(|again| again == bytes), "{name} {value:?}");
    for damaged in damaged(bytes) {
        if let Some(again) = values.reencode(&damaged) {
            assert!(again == damaged, "{name} {value:?}: {} is read as {}", hex(&damaged), hex(&again));
        }
    }
}

/// Checks laws 3 and 6.
#[track_caller]
fn assert_in_order(name: &str, values: &dyn Indexed, [one, other]: [usize; 2], rows: &[Vec<u8>]) {
    let shown = || format!("{name} {:?} and {:?}", values.show(one), values.show(other));
    assert_eq!(values.same(one, other), rows[one] == rows[other], "{}", shown());
    let order = if values.is_descending() { values.order(other, one) } else { values.order(one, other) };
    if order != Ordering::Equal {
        assert_eq!(rows[one].cmp(&rows[other]), order, "{}", shown());
    }
}

/// Checks law 4 for a prefix that sets the field to a value.
#[track_caller]
fn assert_found_by_equality(name: &str, values: &dyn Indexed, wanted: usize, rows: &[Vec<u8>]) {
    let range = values.equal(wanted);
    for (index, bytes) in rows.iter().enumerate() {
        let shown = || format!("{name} {:?} equal to {:?}", values.show(index), values.show(wanted));
        assert_eq!(range.contains(bytes), values.same(index, wanted), "{}", shown());
    }
}

/// Checks law 4 for a prefix that sets bounds of the field.
#[track_caller]
fn assert_found_by_bounds(name: &str, values: &dyn Indexed, bounds: (Bound<usize>, Bound<usize>), rows: &[Vec<u8>]) {
    let range = values.within(bounds);
    for (index, bytes) in rows.iter().enumerate() {
        let is_after_start = match bounds.0 {
            Bound::Included(start) => values.order(index, start).is_ge(),
            Bound::Excluded(start) => values.order(index, start).is_gt(),
            Bound::Unbounded => true,
        };
        let is_before_end = match bounds.1 {
            Bound::Included(end) => values.order(index, end).is_le(),
            Bound::Excluded(end) => values.order(index, end).is_lt(),
            Bound::Unbounded => true,
        };
        let shown = || format!("{name} {:?} in {:?}", values.show(index), shown_bounds(values, bounds));
        assert_eq!(range.contains(bytes), is_after_start && is_before_end, "{}", shown());
    }
}

fn shown_bounds(values: &dyn Indexed, (start, end): (Bound<usize>, Bound<usize>)) -> [Bound<String>; 2] {
    [start, end].map(|bound| bound.map(|index| shown(values.show(index))))
}

fn ends(index: usize) -> [Bound<usize>; 2] {
    [Bound::Included(index), Bound::Excluded(index)]
}

pub(crate) fn on_any<V>(values: impl Strategy<Value = V>, check: fn(&V)) {
    let mut runner = runner();
    for _ in 0..runner.config().cases {
        check(&any(&values, &mut runner));
    }
}

/// Runs a check on random lists of one to three values of a strategy. proptest's strategies for lists would be compiled
/// for each type, which takes long. They would also simplify the list of a failed test, but the laws print the values
/// that violate them.
pub(crate) fn on_any_list<V>(values: impl Strategy<Value = V>, check: fn(&[V])) {
    let mut runner = runner();
    for case in 0..runner.config().cases {
        let mut list = Vec::new();
        for _ in 0..=case % 3 {
            list.push(any(&values, &mut runner));
        }
        check(&list);
    }
}

fn runner() -> TestRunner {
    let cases = if rowkey_proof::laws::is_thorough() { 48 } else { 16 };
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

fn any<V>(values: &impl Strategy<Value = V>, runner: &mut TestRunner) -> V {
    match values.new_tree(runner) {
        Ok(tree) => tree.current(),
        Err(reason) => panic!("{reason}"),
    }
}

/// Defines a module of tests over keys with a field of this type between two other fields: once as it is, and once as a
/// descending `Option`. Types of fixed width need no other positions, because their bytes are the same in every
/// position.
macro_rules! type_keeps_the_laws {
    ($module:ident: $type:ty, |$value:ident| -> $arg:ty { $to_arg:expr }, $extremes:expr, $any:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "not every list needs all")]
            use super::*;
            use crate::laws::{Subject, decode_and_reencode, on_any_list};
            #[allow(unused_imports, reason = "not every strategy needs it")]
            use proptest::prelude::*;
            use rowkey::RowKey;

            #[derive(RowKey)]
            struct Middle {
                before: u8,
                value: $type,
                next: u8,
            }

            #[derive(RowKey)]
            struct OptionalDescending {
                before: u8,
                #[descending]
                value: Option<$type>,
                next: u8,
            }

            /// Neighbors that look like a part of the value.
            const BEFORE: u8 = 0x00;
            const NEXT: u8 = 0xFF;

            fn arg($value: &$type) -> $arg {
                $to_arg
            }

            fn check(values: &[$type]) {
                let middle = Subject {
                    name: "in the middle",
                    descending: false,
                    encode: |value| Middle { before: BEFORE, value, next: NEXT }.encode().into(),
                    decode: |bytes| decode_and_reencode(bytes, |key: Middle| key.value),
                    equal: |value| Middle::prefix().before(BEFORE).value(arg(value)).range(),
                    within: |(from, to)| Middle::prefix().before(BEFORE).value_in((from.map(arg), to.map(arg))).range(),
                };
                let optional_descending = Subject {
                    name: "optional and descending in the middle",
                    descending: true,
                    encode: |value| OptionalDescending { before: BEFORE, value, next: NEXT }.encode().into(),
                    decode: |bytes| decode_and_reencode(bytes, |key: OptionalDescending| key.value),
                    equal: |value| OptionalDescending::prefix().before(BEFORE).value(value.as_ref().map(arg)).range(),
                    within: |(from, to)| {
                        let args = (from.map(|value| value.as_ref().map(arg)), to.map(|value| value.as_ref().map(arg)));
                        OptionalDescending::prefix().before(BEFORE).value_in(args).range()
                    },
                };
                middle.check(values);
                let options: Vec<Option<$type>> = [None].into_iter().chain(values.iter().cloned().map(Some)).collect();
                optional_descending.check(&options);
            }

            #[test]
            fn keeps_the_laws_on_extreme_values() {
                let extremes: Vec<$type> = $extremes;
                for (at, one) in extremes.iter().enumerate() {
                    let again = extremes.iter().skip(at + 1).any(|other| crate::laws::Same::same(one, other));
                    assert!(!again, "{one:?} is listed twice");
                }
                check(&extremes);
            }

            #[test]
            fn keeps_the_laws_on_random_values() {
                on_any_list($any, check);
            }
        }
    };
}

pub(crate) use type_keeps_the_laws;

/// Defines a module of tests over keys whose last field has this type: once descending, and once as an `Option`. The
/// macro is for types without a fixed width.
macro_rules! last_keeps_the_laws {
    ($module:ident: $type:ty, |$value:ident| -> $arg:ty { $to_arg:expr }, $extremes:expr, $any:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "not every list needs all")]
            use super::*;
            use crate::laws::{Subject, decode_and_reencode, on_any_list};
            #[allow(unused_imports, reason = "not every strategy needs it")]
            use proptest::prelude::*;
            use rowkey::RowKey;

            #[derive(RowKey)]
            struct Descending {
                #[descending]
                value: $type,
            }

            #[derive(RowKey)]
            struct OptionalLast {
                before: u8,
                value: Option<$type>,
            }

            /// A neighbor that looks like a part of the value.
            const BEFORE: u8 = 0x00;

            fn arg($value: &$type) -> $arg {
                $to_arg
            }

            fn check(values: &[$type]) {
                let descending = Subject {
                    name: "descending and last",
                    descending: true,
                    encode: |value| Descending { value }.encode().into(),
                    decode: |bytes| decode_and_reencode(bytes, |key: Descending| key.value),
                    equal: |value| Descending::prefix().value(arg(value)).range(),
                    within: |(from, to)| Descending::prefix().value_in((from.map(arg), to.map(arg))).range(),
                };
                let optional_last = Subject {
                    name: "optional and last",
                    descending: false,
                    encode: |value| OptionalLast { before: BEFORE, value }.encode().into(),
                    decode: |bytes| decode_and_reencode(bytes, |key: OptionalLast| key.value),
                    equal: |value| OptionalLast::prefix().before(BEFORE).value(value.as_ref().map(arg)).range(),
                    within: |(from, to)| {
                        let args = (from.map(|value| value.as_ref().map(arg)), to.map(|value| value.as_ref().map(arg)));
                        OptionalLast::prefix().before(BEFORE).value_in(args).range()
                    },
                };
                descending.check(values);
                let options: Vec<Option<$type>> = [None].into_iter().chain(values.iter().cloned().map(Some)).collect();
                optional_last.check(&options);
            }

            #[test]
            fn keeps_the_laws_on_extreme_values() {
                let extremes: Vec<$type> = $extremes;
                check(&extremes);
            }

            #[test]
            fn keeps_the_laws_on_random_values() {
                on_any_list($any, check);
            }
        }
    };
}

pub(crate) use last_keeps_the_laws;

/// Defines a test over keys with a struct field. The struct contains a value of the type and a number. If equal values
/// of the type could have different encodings, the encoded structs would not be in order, and the struct would have no
/// `_in`.
macro_rules! pair_keeps_the_laws {
    ($module:ident: $type:ty, $extremes:expr) => {
        #[test]
        fn $module() {
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, rowkey::KeyField)]
            struct Pair {
                value: $type,
                number: u8,
            }

            impl crate::laws::Same for Pair {
                fn same(&self, other: &Self) -> bool {
                    self.value.same(&other.value) && self.number == other.number
                }
            }

            #[derive(rowkey::RowKey)]
            struct Key {
                pair: Pair,
                next: u8,
            }

            let extremes: Vec<$type> = $extremes;
            let pairs =
                extremes.into_iter().flat_map(|value| [0, 7].map(|number| Pair { value: value.clone(), number }));
            let subject = crate::laws::Subject {
                name: "in a struct",
                descending: false,
                encode: |pair| rowkey::RowKey::encode(&Key { pair, next: 0xFF }).into(),
                decode: |bytes| crate::laws::decode_and_reencode(bytes, |key: Key| key.pair),
                equal: |pair| <Key as rowkey::RowKey>::prefix().pair(pair).range(),
                within: |bounds| <Key as rowkey::RowKey>::prefix().pair_in(bounds).range(),
            };
            subject.check(&pairs.collect::<Vec<_>>());
        }
    };
}

pub(crate) use pair_keeps_the_laws;
