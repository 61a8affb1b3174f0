//! Comparisons and dereferences for constants, which cannot call trait methods.

use alloc::borrow::Cow;

/// Checks whether `bytes` begin with `start`.
pub const fn begins_with(mut bytes: &[u8], mut start: &[u8]) -> bool {
    while let [first, start_rest @ ..] = start {
        match bytes {
            [byte, rest @ ..] if *byte == *first => bytes = rest,
            _ => return false,
        }
        start = start_rest;
    }
    true
}

/// Checks whether `a` sorts before `b`.
pub(crate) const fn is_less(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if *x != *y {
            return *x < *y;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && !b.is_empty()
}

/// The items of a `Cow`.
#[allow(clippy::ptr_arg, reason = "a constant cannot dereference a `Cow`")]
pub(crate) const fn slice<'a, T: Clone>(items: &'a Cow<'static, [T]>) -> &'a [T] {
    match items {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => items.as_slice(),
    }
}

/// The text of a `Cow`.
#[allow(clippy::ptr_arg, reason = "a constant cannot dereference a `Cow`")]
pub(crate) const fn text<'a>(text: &'a Cow<'static, str>) -> &'a str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}
