//! Tests the laws for variable-length strings and bytes, and options of them, with every separator.
//! [`places!`](rowkey_proof::places) explains the notation.
#![recursion_limit = "256"]

use std::borrow::Cow;

use rowkey_proof::places;

/// Keys whose separator sorts before all content, so that the order of encoded keys is the order of the fields.
macro_rules! in_order {
    ($($name:ident [$($place:ident $key:tt),+])+) => {$(
        places! {
            $name: $($place $key),+;
            [
                { String => [in starts] }
                { #[descending] String => [in starts] }
                { #[reverse] String => [ends] }
                { Vec<u8> => [in starts] }
                { #[descending] Vec<u8> => [in starts] }
                { #[reverse] Vec<u8> => [ends] }
                { Option<String> => [in] }
                { #[descending] Option<String> => [in] }
                { Option<Vec<u8>> => [in] }
                { #[descending] Option<Vec<u8>> => [in] }
                { Option<Option<String>> => [in] }
                { #[descending] Option<Option<String>> => [in] }
            ]
        }
    )+};
}

in_order! {
    escaped [alone [], before_and_after [], doubled []]
    nul_delimited [before_and_after [#[rowkey(delimiter = '\0')]], doubled [#[rowkey(delimiter = '\0')]]]
    nul_terminated [alone [#[rowkey(terminator = '\0')]], before_and_after [#[rowkey(terminator = '\0')]], doubled [#[rowkey(terminator = '\0')]]]
}

/// Keys whose separator can sort after content. Only the last field, which has no separator after it, is ordered.
macro_rules! out_of_order {
    ($($name:ident [$($place:ident $key:tt),+])+) => {$(
        places! {
            $name: $($place $key),+;
            [
                { String => [starts] [in starts] }
                { #[reverse] String => [ends] }
                { Vec<u8> => [starts] [in starts] }
                { #[reverse] Vec<u8> => [ends] }
                { Option<String> => [] [in] }
                { Option<Vec<u8>> => [] [in] }
                { Option<Option<String>> => [] [in] }
            ]
        }
    )+};
}

out_of_order! {
    delimited [before_and_after [#[rowkey(delimiter = '_')]], doubled [#[rowkey(delimiter = '_')]]]
    terminated [alone [#[rowkey(terminator = '|')]], before_and_after [#[rowkey(terminator = '|')]], doubled [#[rowkey(terminator = '|')]]]
    terminated_by_a_letter [before_and_after [#[rowkey(terminator = 'a')]]]
    delimited_by_the_greatest_ascii_character [before_and_after [#[rowkey(delimiter = '\x7F')]]]
    delimited_by_a_byte_outside_text [before_and_after [#[rowkey(delimiter = b'\xFF')]], doubled [#[rowkey(terminator = b'\xFF')]]]
    delimited_by_a_part_of_a_character [before_and_after [#[rowkey(delimiter = b'\xC3')]]]
}

places! {
    borrowed<'a>:
        before_and_after [],
        before_and_after [#[rowkey(terminator = '\0')]];
    [
        { &'a str => [in starts] }
        { #[descending] &'a str => [in starts] }
        { #[reverse] &'a str => [ends] }
        { Cow<'a, str> => [in starts] }
        { #[descending] Cow<'a, str> => [in starts] }
        { #[reverse] Cow<'a, str> => [ends] }
        { &'a [u8] => [in starts] }
        { #[descending] &'a [u8] => [in starts] }
        { #[reverse] &'a [u8] => [ends] }
        { Cow<'a, [u8]> => [in starts] }
        { #[descending] Cow<'a, [u8]> => [in starts] }
        { #[reverse] Cow<'a, [u8]> => [ends] }
        { Option<&'a str> => [in] }
        { #[descending] Option<&'a [u8]> => [in] }
        { Option<Cow<'a, str>> => [in] }
    ]
}

places! {
    borrowed_and_delimited<'a>:
        before_and_after [#[rowkey(delimiter = '_')]],
        before_and_after [#[rowkey(terminator = '|')]];
    [
        { &'a str => [starts] [in starts] }
        { #[reverse] &'a str => [ends] }
        { Cow<'a, str> => [starts] [in starts] }
        { &'a [u8] => [starts] [in starts] }
        { Cow<'a, [u8]> => [starts] [in starts] }
        { #[reverse] Cow<'a, [u8]> => [ends] }
        { Option<&'a [u8]> => [] [in] }
        { Option<Cow<'a, str>> => [] [in] }
    ]
}

places! {
    boxed:
        before_and_after [#[rowkey(terminator = '\0')]];
    [
        { Box<str> => [in starts] }
        { #[descending] Box<str> => [in starts] }
        { #[reverse] Box<str> => [ends] }
        { Box<[u8]> => [in starts] }
        { #[descending] Box<[u8]> => [in starts] }
        { #[reverse] Box<[u8]> => [ends] }
        { Option<Box<str>> => [in] }
    ]
}

#[test]
fn no_macro_drops_a_key() {
    let groups = [
        escaped,
        nul_delimited,
        nul_terminated,
        delimited,
        terminated,
        terminated_by_a_letter,
        delimited_by_the_greatest_ascii_character,
        delimited_by_a_byte_outside_text,
        delimited_by_a_part_of_a_character,
        borrowed,
        borrowed_and_delimited,
        boxed,
    ];
    assert_eq!(groups.iter().map(|keys| keys().len()).sum::<usize>(), 219);
}
