//! Functions for constants, where trait methods such as `==` cannot be called. Also the types through which derived
//! code reads a user's constant, as in `namespace = NAMESPACE`.

use alloc::borrow::Cow;
use core::marker::PhantomData;
use core::ops::Deref;

pub(crate) const fn begins_with(mut bytes: &[u8], mut start: &[u8]) -> bool {
    while let [first, start_rest @ ..] = start {
        match bytes {
            [byte, rest @ ..] if *byte == *first => bytes = rest,
            _ => return false,
        }
        start = start_rest;
    }
    true
}

pub(crate) const fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && begins_with(a, b)
}

pub(crate) const fn is_less(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if *x != *y {
            return *x < *y;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && !b.is_empty()
}

#[allow(clippy::ptr_arg, reason = "a constant cannot dereference a `Cow`")]
pub(crate) const fn slice<'a, T: Clone>(items: &'a Cow<'static, [T]>) -> &'a [T] {
    match items {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => items.as_slice(),
    }
}

#[allow(clippy::ptr_arg, reason = "a constant cannot dereference a `Cow`")]
pub(crate) const fn text<'a>(text: &'a Cow<'static, str>) -> &'a str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

/// The value of a constant expression in an attribute: `namespace = NAMESPACE`.
///
/// `text_or_bytes` is an inherent method of `Constant<T>` for each type `T` that the attribute accepts, because a
/// constant cannot call a trait method. For every other type, rustc finds the method of `OtherConstant`, because
/// `Constant` dereferences to it.
#[derive(Debug)]
pub struct Constant<T>(pub T);

impl<T> Deref for Constant<T> {
    type Target = OtherConstant<T>;

    fn deref(&self) -> &OtherConstant<T> {
        &OtherConstant(PhantomData)
    }
}

/// A constant expression of a type that the attribute does not accept. Its methods have the names of the methods of
/// `Constant`, but trait bounds that no type satisfies. So rustc prints the compile error of the trait, which says what
/// to write, instead of "no method found".
#[derive(Debug)]
pub struct OtherConstant<T>(PhantomData<T>);

impl<T> OtherConstant<T> {
    /// Never called, because no type implements `TextOrBytes`.
    #[allow(clippy::unused_self, reason = "derived code calls a method")]
    pub const fn text_or_bytes(&self) -> &'static [u8]
    where
        T: TextOrBytes,
    {
        &[]
    }
}

/// The type of a constant expression in `namespace`, `before` and `after`. No type implements this trait, which only
/// supplies the compile error about wrong types. For the right types, `Constant` has the method `text_or_bytes`.
#[diagnostic::on_unimplemented(
    message = "a constant in a key is text or bytes, not `{Self}`",
    label = "expected `&str`, `&[u8]` or `&[u8; N]`",
    note = "give the constant one of these types, such as `const SEPARATOR: &str = \"/\";`"
)]
pub trait TextOrBytes {}

impl Constant<&'static str> {
    /// Returns the bytes of the text.
    pub const fn text_or_bytes(self) -> &'static [u8] {
        self.0.as_bytes()
    }
}

impl Constant<&'static [u8]> {
    /// Returns the bytes.
    pub const fn text_or_bytes(self) -> &'static [u8] {
        self.0
    }
}

impl<const N: usize> Constant<&'static [u8; N]> {
    /// Returns the bytes.
    pub const fn text_or_bytes(self) -> &'static [u8] {
        self.0
    }
}

/// Checks whether bytes are UTF-8.
pub const fn is_text(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_ok()
}
