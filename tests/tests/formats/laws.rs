//! Tests the laws for a key with one field in a format of another system, such as FoundationDB, over all pairs of
//! sample values.

/// Defines a test for each type. A field of this type is tested alone and before another field.
///
/// A value that the format cannot encode is an error in a key, but can be a bound of a range. `$argument` is a function
/// of this module. It converts a value to the argument of prefix methods such as `value_in`. `$starts` converts a value
/// to the argument of `value_starts_with`, if the prefix has this method. `$order` compares two values.
macro_rules! laws_of {
    ($format:ident: $($name:ident $type:ty, $argument:ident [$($starts:ident)?] = $values:expr, by $order:expr;)+) => {$(
        #[test]
        fn $name() {
            #[derive(Debug, rowkey::RowKey)]
            struct Alone {
                #[rowkey(codec = $format)]
                value: $type,
            }

            #[derive(Debug, rowkey::RowKey)]
            struct Before {
                #[rowkey(codec = $format)]
                value: $type,
                next: u8,
            }

            let order = $order;
            let values: Vec<$type> = crate::laws::some($values);
            let stored: Vec<(&$type, Vec<u8>, [Vec<u8>; 2])> = values
                .iter()
                .filter_map(|value| {
                    let alone = Alone { value: value.clone() }.try_encode().ok()?;
                    let before = |next| Before { value: value.clone(), next }.try_encode().unwrap();
                    Some((value, crate::laws::owned(alone), [crate::laws::owned(before(0)), crate::laws::owned(before(255))]))
                })
                .collect();
            assert!(stored.len() > 1);
            for (value, alone, before) in &stored {
                let decoded = Alone::decode(alone).unwrap().value;
                assert!(order(&decoded, value).is_eq(), "{value:?} came back as {decoded:?}");
                assert_eq!(Before::decode(&before[1]).unwrap().next, 255);
                for damaged in crate::laws::some(rowkey_proof::domain::damaged(alone)) {
                    crate::laws::assert_same_verdict::<Alone>(&damaged, |key| crate::laws::owned(key.try_encode().unwrap()));
                }
                for damaged in crate::laws::some(rowkey_proof::domain::damaged(&before[0])) {
                    crate::laws::assert_same_verdict::<Before>(&damaged, |key| crate::laws::owned(key.try_encode().unwrap()));
                }
                for (other, other_alone, other_before) in &stored {
                    assert_eq!(alone.cmp(other_alone), order(value, other), "{value:?}, {other:?}");
                    if !order(value, other).is_eq() {
                        assert_eq!(before[1].cmp(&other_before[0]), order(value, other), "{value:?}, {other:?}");
                    }
                }
            }
            for bound in &values {
                let argument = crate::laws::$argument(bound);
                let [alone_from, alone_to] =
                    [Alone::prefix().value_in(argument..).range(), Alone::prefix().value_in(..=argument).range()];
                let alone_after = Alone::prefix().value_in((std::ops::Bound::Excluded(argument), std::ops::Bound::Unbounded));
                let alone_after = alone_after.range();
                let alone_equal = Alone::prefix().value(argument).range();
                let [from, to] =
                    [Before::prefix().value_in(argument..).range(), Before::prefix().value_in(..=argument).range()];
                let equal = Before::prefix().value(argument).range();
                for (value, alone, before) in &stored {
                    let ordering = order(value, bound);
                    assert_eq!(alone_from.contains(alone), ordering.is_ge(), "{value:?} from {bound:?}");
                    assert_eq!(alone_to.contains(alone), ordering.is_le(), "{value:?} to {bound:?}");
                    assert_eq!(alone_after.contains(alone), ordering.is_gt(), "{value:?} after {bound:?}");
                    assert_eq!(alone_equal.contains(alone), ordering.is_eq(), "{value:?} at {bound:?}");
                    for key in before {
                        assert_eq!(from.contains(key), ordering.is_ge(), "{value:?} from {bound:?}");
                        assert_eq!(to.contains(key), ordering.is_le(), "{value:?} to {bound:?}");
                        assert_eq!(equal.contains(key), ordering.is_eq(), "{value:?} at {bound:?}");
                    }
                }
                $(
                    let part = crate::laws::$starts(bound);
                    let alone_starts = Alone::prefix().value_starts_with(part).range();
                    let starts = Before::prefix().value_starts_with(part).range();
                    for (value, alone, before) in &stored {
                        let matches = value.starts_with(part);
                        assert_eq!(alone_starts.contains(alone), matches, "{value:?} starts with {part:?}");
                        before.iter().for_each(|key| assert_eq!(starts.contains(key), matches, "{value:?}, {part:?}"));
                    }
                )?
            }
        }
    )+};
}

/// Like [`laws_of`], for descending fields. `null` is not tested, because Phoenix has no descending `Option`.
macro_rules! laws_of_descending {
    ($format:ident: $($name:ident $type:ty, $argument:ident = $values:expr, by $order:expr;)+) => {$(
        #[test]
        fn $name() {
            #[derive(Debug, rowkey::RowKey)]
            struct Alone {
                #[descending]
                #[rowkey(codec = $format)]
                value: $type,
            }

            #[derive(Debug, rowkey::RowKey)]
            struct Before {
                first: u8,
                #[descending]
                #[rowkey(codec = $format)]
                value: $type,
                next: u8,
            }

            use std::ops::Bound::{Excluded, Included, Unbounded};
            let order = $order;
            let values: Vec<$type> = crate::laws::some($values);
            let stored: Vec<(&$type, Vec<u8>, [Vec<u8>; 2])> = values
                .iter()
                .filter_map(|value| {
                    let alone = Alone { value: value.clone() }.try_encode().ok()?;
                    let before = |next| Before { first: 7, value: value.clone(), next }.try_encode().unwrap();
                    Some((value, crate::laws::owned(alone), [crate::laws::owned(before(0)), crate::laws::owned(before(255))]))
                })
                .collect();
            for bound in &values {
                let argument = crate::laws::$argument(bound);
                for (bounds, orders) in [
                    ((Included(argument), Unbounded), [false, true, true]),
                    ((Excluded(argument), Unbounded), [false, false, true]),
                    ((Unbounded, Included(argument)), [true, true, false]),
                    ((Unbounded, Excluded(argument)), [true, false, false]),
                    ((Included(argument), Included(argument)), [false, true, false]),
                ] {
                    let alone_range = Alone::prefix().value_in(bounds).range();
                    let before_range = Before::prefix().first(7).value_in(bounds).range();
                    for (value, alone, before) in &stored {
                        let [less, equal, greater] = orders;
                        let ordering = order(value, bound);
                        let expected =
                            (less && ordering.is_lt()) || (equal && ordering.is_eq()) || (greater && ordering.is_gt());
                        assert_eq!(alone_range.contains(alone), expected, "{value:?} in {bounds:?}");
                        before.iter().for_each(|key| assert_eq!(before_range.contains(key), expected, "{value:?} in {bounds:?}"));
                    }
                }
                let alone_equal = Alone::prefix().value(argument).range();
                let before_equal = Before::prefix().first(7).value(argument).next(255).range();
                for (value, alone, [_, before]) in &stored {
                    let is_equal = order(value, bound).is_eq();
                    assert_eq!(alone_equal.contains(alone), is_equal, "{value:?} at {bound:?}");
                    assert_eq!(before_equal.contains(before), is_equal, "{value:?} at {bound:?}");
                }
            }
        }
    )+};
}

pub(crate) fn owned(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    bytes.as_ref().to_vec()
}

pub(crate) fn copied<T: Copy>(value: &T) -> T {
    *value
}

pub(crate) fn text(value: &String) -> &str {
    value
}

pub(crate) fn bytes(value: &Vec<u8>) -> &[u8] {
    value
}

pub(crate) fn opt_text(value: &Option<String>) -> Option<&str> {
    value.as_deref()
}

/// The maximum number of values that [`some`] returns.
const MAX_VALUES: usize = 40;

/// Returns some of the values, evenly spaced.
pub(crate) fn some<T>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let values: Vec<T> = values.into_iter().collect();
    let step = values.len().div_ceil(MAX_VALUES);
    values.into_iter().step_by(step).collect()
}

/// Checks that `explain` and `decode` reject the same bytes for the same reason, and that a decoded value is encoded as
/// the same bytes.
pub(crate) fn assert_same_verdict<K>(stored: &[u8], encode: impl Fn(&K) -> Vec<u8>)
where
    K: rowkey::OwnedKey,
{
    let explanation = K::explain(stored);
    match K::decode(stored) {
        Ok(key) => {
            assert_eq!(encode(&key), stored);
            assert!(explanation.is_ok(), "{explanation}");
        }
        Err(error) => {
            let problem = explanation.problem().unwrap_or_else(|| panic!("{error}: {stored:02x?}"));
            assert_eq!(
                (problem.offset(), problem.reason()),
                (error.offset(), &*error.kind().to_string()),
                "{stored:02x?}"
            );
        }
    }
}
