//! The laws of a key field, over the values of one type.

use core::cmp::Ordering;
use core::fmt::{self, Debug};
use core::ops::{Bound, RangeBounds};
use std::rc::Rc;

use proptest::strategy::{BoxedStrategy, Strategy};
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
pub(crate) fn decoded<T, K>(bytes: &[u8], value: fn(K) -> T) -> Decoded<T>
where
    K: TotalKey + for<'de> DecodeKey<'de>,
{
    let key = K::decode(bytes)?;
    let again = key.encode().into();
    Ok((value(key), again))
}

impl<T: Same> Subject<T> {
    /// Checks all laws on all these values.
    #[track_caller]
    pub(crate) fn check(&self, values: &[T]) {
        let rows: Vec<(T, Vec<u8>)> = values
            .iter()
            .map(|value| {
                let bytes = (self.encode)(value.clone());
                self.is_canonical(value, &bytes);
                (value.clone(), bytes)
            })
            .collect();
        self.is_found_within((Bound::Unbounded, Bound::Unbounded), &rows);
        for one in &rows {
            self.is_found(&one.0, &rows);
            for bound in ends(&one.0) {
                self.is_found_within((bound, Bound::Unbounded), &rows);
                self.is_found_within((Bound::Unbounded, bound), &rows);
            }
            for other in &rows {
                self.is_in_order(one, other);
                for start in ends(&one.0) {
                    for end in ends(&other.0) {
                        self.is_found_within((start, end), &rows);
                    }
                }
            }
        }
    }

    /// Checks laws 1 and 2 of [`rowkey_proof::laws`].
    #[track_caller]
    fn is_canonical(&self, value: &T, bytes: &[u8]) {
        let name = self.name;
        let decoded = (self.decode)(bytes);
        assert!(decoded.as_ref().is_ok_and(|(decoded, _)| decoded.same(value)), "{name} {value:?}: {decoded:?}");
        for damaged in damaged(bytes) {
            if let Ok((_, again)) = (self.decode)(&damaged) {
                assert!(again == damaged, "{name} {value:?}: {} is read as {}", hex(&damaged), hex(&again));
            }
        }
    }

    /// Checks laws 3 and 6.
    #[track_caller]
    fn is_in_order(&self, (one, one_bytes): &(T, Vec<u8>), (other, other_bytes): &(T, Vec<u8>)) {
        let name = self.name;
        assert_eq!(one.same(other), one_bytes == other_bytes, "{name} {one:?} and {other:?}");
        let order = if self.descending { other.cmp(one) } else { one.cmp(other) };
        if order != Ordering::Equal {
            assert_eq!(one_bytes.cmp(other_bytes), order, "{name} {one:?} and {other:?}");
        }
    }

    /// Checks law 4.
    #[track_caller]
    fn is_found(&self, wanted: &T, rows: &[(T, Vec<u8>)]) {
        let name = self.name;
        let range = (self.equal)(wanted);
        for (value, bytes) in rows {
            assert_eq!(range.contains(bytes), value.same(wanted), "{name} {value:?} equal to {wanted:?}");
        }
    }

    /// Checks law 4.
    #[track_caller]
    fn is_found_within(&self, bounds: (Bound<&T>, Bound<&T>), rows: &[(T, Vec<u8>)]) {
        let name = self.name;
        let range = (self.within)(bounds);
        for (value, bytes) in rows {
            // Computed by the type's own order, without our code.
            let expected = RangeBounds::<T>::contains(&bounds, value);
            assert_eq!(range.contains(bytes), expected, "{name} {value:?} in {bounds:?}");
        }
    }
}

fn ends<T>(value: &T) -> [Bound<&T>; 2] {
    [Bound::Included(value), Bound::Excluded(value)]
}

/// Tests some values of a strategy. The function erases the type of the strategy, so that proptest is compiled once and
/// not for each type.
pub(crate) fn on_any<V: Debug + 'static>(values: impl Strategy<Value = V> + 'static, check: fn(&V)) {
    let trials =
        values.prop_map(move |values| Trial { shown: format!("{values:?}"), run: Rc::new(move || check(&values)) });
    run(&trials.boxed());
}

#[derive(Clone)]
struct Trial {
    shown: String,
    run: Rc<dyn Fn()>,
}

impl Debug for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

fn run(trials: &BoxedStrategy<Trial>) {
    let cases = if rowkey_proof::laws::is_thorough() { 48 } else { 16 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(trials, |trial| {
        (trial.run)();
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Defines a module of tests, of keys that have the field in the middle, and in the middle as a descending option. A type
/// of a fixed width has the same bytes in every position.
macro_rules! type_keeps_the_laws {
    ($module:ident: $type:ty, |$value:ident| -> $arg:ty { $to_arg:expr }, $traps:expr, $any:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "not every list needs all")]
            use super::*;
            use crate::laws::{Subject, decoded, on_any};
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

            /// Neighbours that look like a part of the value.
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
                    decode: |bytes| decoded(bytes, |key: Middle| key.value),
                    equal: |value| Middle::prefix().before(BEFORE).value(arg(value)).range(),
                    within: |(from, to)| Middle::prefix().before(BEFORE).value_in((from.map(arg), to.map(arg))).range(),
                };
                let optional_descending = Subject {
                    name: "optional and descending in the middle",
                    descending: true,
                    encode: |value| OptionalDescending { before: BEFORE, value, next: NEXT }.encode().into(),
                    decode: |bytes| decoded(bytes, |key: OptionalDescending| key.value),
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
                let traps: Vec<$type> = $traps;
                for (at, one) in traps.iter().enumerate() {
                    let again = traps.iter().skip(at + 1).any(|other| crate::laws::Same::same(one, other));
                    assert!(!again, "{one:?} is listed twice");
                }
                check(&traps);
            }

            #[test]
            fn keeps_the_laws_on_random_values() {
                on_any(prop::collection::vec($any, 1..4), |values| check(values));
            }
        }
    };
}

pub(crate) use type_keeps_the_laws;

/// Defines a module of tests, of keys that have the field last: descending, and as an option. For types without a fixed width.
macro_rules! last_keeps_the_laws {
    ($module:ident: $type:ty, |$value:ident| -> $arg:ty { $to_arg:expr }, $traps:expr, $any:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "not every list needs all")]
            use super::*;
            use crate::laws::{Subject, decoded, on_any};
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

            /// A neighbour that looks like a part of the value.
            const BEFORE: u8 = 0x00;

            fn arg($value: &$type) -> $arg {
                $to_arg
            }

            fn check(values: &[$type]) {
                let descending = Subject {
                    name: "descending and last",
                    descending: true,
                    encode: |value| Descending { value }.encode().into(),
                    decode: |bytes| decoded(bytes, |key: Descending| key.value),
                    equal: |value| Descending::prefix().value(arg(value)).range(),
                    within: |(from, to)| Descending::prefix().value_in((from.map(arg), to.map(arg))).range(),
                };
                let optional_last = Subject {
                    name: "optional and last",
                    descending: false,
                    encode: |value| OptionalLast { before: BEFORE, value }.encode().into(),
                    decode: |bytes| decoded(bytes, |key: OptionalLast| key.value),
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
                let traps: Vec<$type> = $traps;
                check(&traps);
            }

            #[test]
            fn keeps_the_laws_on_random_values() {
                on_any(prop::collection::vec($any, 1..4), |values| check(values));
            }
        }
    };
}

pub(crate) use last_keeps_the_laws;

/// Defines a test of keys with a field that is a struct of a value of the type and a number. If equal values of the type can
/// have different encodings, the encoded structs are not in order, so that such a struct must not have `_in`.
macro_rules! pair_keeps_the_laws {
    ($module:ident: $type:ty, $traps:expr) => {
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

            let traps: Vec<$type> = $traps;
            let pairs = traps.into_iter().flat_map(|value| [0, 7].map(|number| Pair { value: value.clone(), number }));
            let subject = crate::laws::Subject {
                name: "in a struct",
                descending: false,
                encode: |pair| rowkey::RowKey::encode(&Key { pair, next: 0xFF }).into(),
                decode: |bytes| crate::laws::decoded(bytes, |key: Key| key.pair),
                equal: |pair| <Key as rowkey::RowKey>::prefix().pair(pair).range(),
                within: |bounds| <Key as rowkey::RowKey>::prefix().pair_in(bounds).range(),
            };
            subject.check(&pairs.collect::<Vec<_>>());
        }
    };
}

pub(crate) use pair_keeps_the_laws;
