//! Tests the table in `rowkey/docs/evolution.md`: which changes to a key type change the bytes of its keys, and which
//! change its fingerprint.
#![allow(missing_docs)]

mod fields;
mod moving;
mod pairs;

use jiff::civil::{Date, Time};
use rowkey::{KeyField, Layout, RowKey};
use std::borrow::Cow;
use std::num::NonZeroU16;

/// Evaluates to the fingerprint of a key type with these attributes and fields.
macro_rules! fingerprint {
    ($(#[$key:meta])* { $($body:tt)* }) => {{
        #[derive(RowKey)]
        $(#[$key])*
        #[allow(dead_code)]
        struct Key { $($body)* }
        Key::LAYOUT.fingerprint()
    }};
}

#[derive(Debug, KeyField)]
#[allow(dead_code)]
struct Name(String);

#[derive(Debug, KeyField)]
#[allow(dead_code)]
struct Pair {
    left: u32,
    right: u32,
}

mod before {
    #[derive(Debug, Clone, Copy, PartialEq, rowkey::KeyField)]
    pub(super) enum Channel {
        #[code("tb")]
        Taobao,
        #[code("tm")]
        Tmall,
    }
}

mod reordered {
    #[derive(Debug, Clone, Copy, PartialEq, rowkey::KeyField)]
    pub(super) enum Channel {
        #[code("tm")]
        Cat,
        #[code("tb")]
        Taobao,
    }
}

/// Defines modules that each have an enum `Side`. The two literals are the codes of its variants.
macro_rules! coded {
    ($($module:ident: $a:literal $b:literal;)*) => {$(
        mod $module {
            #[derive(Debug, rowkey::KeyField)]
            #[allow(dead_code)]
            pub(super) enum Side {
                #[code($a)]
                Buy,
                #[code($b)]
                Sell,
            }
        }
    )*};
}

coded! {
    one_and_two: 1 2;
    two_and_one: 2 1;
    zero_and_three: 0 3;
    ending_in_x: "ax" "bx";
    ending_in_y: "ay" "by";
}

mod grown {
    #[derive(Debug, rowkey::KeyField)]
    #[allow(dead_code)]
    pub(super) enum Channel {
        #[code("tb")]
        Taobao,
        #[code("tm")]
        Tmall,
        #[code("jd")]
        Jingdong,
    }
}

/// The old layout rejects a key with a value in the new field.
#[test]
fn old_keys_decode_without_a_value_in_a_new_optional_or_list_field() {
    macro_rules! check {
        ($($attribute:tt)*) => {{
            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey($($attribute)*)]
            struct Old { at: u16 }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey($($attribute)*)]
            struct WithOptional { at: u16, #[rowkey(optional)] version: Option<u8> }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey($($attribute)*)]
            struct WithList { at: u16, #[rowkey(list)] tags: Vec<String> }

            for at in 0..=u16::MAX {
                let old = Old { at }.encode();
                assert_eq!(WithOptional::decode(&old), Ok(WithOptional { at, version: None }));
                assert_eq!(WithList::decode(&old), Ok(WithList { at, tags: Vec::new() }));
                assert!(WithOptional::prefix().at(at).ranges().any(|range| range.contains(&old)));
                assert!(WithList::prefix().at(at).ranges().any(|range| range.contains(&old)));
            }
            assert!(Old::decode(&WithOptional { at: 7, version: Some(1) }.encode()).is_err());
            assert!(Old::decode(&WithList { at: 7, tags: vec![String::new()] }.encode()).is_err());
            assert_ne!(Old::LAYOUT.fingerprint(), WithOptional::LAYOUT.fingerprint());
            assert_ne!(Old::LAYOUT.fingerprint(), WithList::LAYOUT.fingerprint());
        }};
    }

    check!(namespace = "k");
    check!(terminator = '_');
    check!(salt(md5, buckets = 16));
}

#[test]
fn changes_without_effect_on_the_bytes_keep_the_fingerprint() {
    let text = fingerprint!({ a: u8, b: String, });
    assert_eq!(text, fingerprint!({ renamed: u8, too: String, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Box<str>, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Cow<'static, str>, }));
    assert_eq!(text, fingerprint!({ a: u8, b: &'static str, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Name, }));
    assert_eq!(text, fingerprint!(#[rowkey(prefix = "Other")] { a: u8, #[rowkey(method = "c")] b: String, }));
    assert_eq!(fingerprint!({ #[pad(6)] a: u32, }), fingerprint!({ #[pad(6)] a: i64, }));
    assert_eq!(fingerprint!({ a: before::Channel, }), fingerprint!({ a: reordered::Channel, }));
    assert_eq!(fingerprint!({ a: u16, b: String, }), fingerprint!({ a: NonZeroU16, b: String, }));
}

#[test]
fn one_layout_written_in_two_ways_has_one_fingerprint() {
    let fixed = fingerprint!({ a: u32, b: u32, });
    assert_eq!(fixed, fingerprint!(#[rowkey(terminator = '_')] { a: u32, b: u32, }));
    assert_eq!(fixed, fingerprint!({ a: Pair, }));
    assert_eq!(fingerprint!({ a: u8, b: u8, }), fingerprint!({ a: u8, #[reverse] b: u8, }));
    assert_eq!(fingerprint!({ a: [u8; 2], }), fingerprint!({ a: [std::num::NonZero<u8>; 2], }));
    assert_eq!(fingerprint!({ a: [u16; 2], }), fingerprint!({ a: [std::num::NonZero<u16>; 2], }));
    assert_ne!(fingerprint!({ a: [u16; 2], }), fingerprint!({ a: [u16; 3], }));
    assert_eq!(fingerprint!({ a: [u16; 0], b: u8, }), fingerprint!({ b: u8, }));
    assert_eq!(fingerprint!({ a: [String; 2], }), fingerprint!(#[rowkey(terminator = '_')] { a: [String; 2], }));
    let delimited = fingerprint!(#[rowkey(delimiter = '_')] { a: String, b: u32, });
    assert_eq!(delimited, fingerprint!(#[rowkey(terminator = '_')] { a: String, b: u32, }));

    let salted = fingerprint!({ #[salt(md5, 2)] a: u32, });
    assert_eq!(salted, fingerprint!(#[rowkey(salt(md5, 2))] { a: u32, }));
    let salted = fingerprint!(#[rowkey(salt(md5, 2))] { a: u32, b: u32, });
    assert_eq!(salted, fingerprint!(#[rowkey(salt(md5, 2, of(a, b)))] { a: u32, b: u32, }));
    assert_ne!(salted, fingerprint!(#[rowkey(salt(md5, 2, of(b, a)))] { a: u32, b: u32, }));
    let one_bucket = fingerprint!(#[rowkey(namespace = "n", salt(md5, buckets = 1))] { a: u32, });
    assert_eq!(one_bucket, fingerprint!(#[rowkey(namespace = b"n\0")] { a: u32, }));

    let date = fingerprint!({ #[format("%F")] a: Date, });
    assert_eq!(date, fingerprint!({ #[format("%Y-%m-%d")] a: Date, }));
    let time = fingerprint!({ #[format("%T.%3f")] a: Time, });
    assert_eq!(time, fingerprint!({ #[format("%H:%M:%S%.3f")] a: Time, }));
    let time = fingerprint!({ #[format("%T%f")] a: Time, });
    assert_eq!(time, fingerprint!({ #[format("%T%9f")] a: Time, }));
    assert_ne!(time, fingerprint!({ #[format("%T%6f")] a: Time, }));
}

/// Some formats store a value as a constant byte followed by the bytes of a plain field. A field in such a format has
/// the same fingerprint as a plain field after that constant.
#[test]
fn a_value_in_a_format_has_the_fingerprint_of_a_plain_field_with_the_same_bytes() {
    use rowkey_formats::{FoundationDb, Memcomparable, OrderedBytes, Phoenix, Tidb};

    #[derive(KeyField)]
    #[allow(dead_code)]
    struct Double {
        #[rowkey(before = "!")]
        value: f64,
    }
    let float = fingerprint! { { #[rowkey(codec = FoundationDb)] a: f64, b: u8 } };
    assert_eq!(float, fingerprint! { { a: Double, b: u8 } });
    assert_eq!(float, fingerprint! { { #[rowkey(before = "!")] a: f64, b: u8 } });
    assert_ne!(float, fingerprint! { { #[rowkey(before = " ")] a: f64, b: u8 } });

    let plain = fingerprint! { { a: u32, #[descending] b: Option<i8>, c: [u8; 3] } };
    let memcomparable =
        fingerprint! { #[rowkey(fields = Memcomparable)] { a: u32, #[descending] b: Option<i8>, c: [u8; 3] } };
    assert_eq!(plain, memcomparable);
    assert_eq!(fingerprint! { #[rowkey(fields = Phoenix)] { a: i16 } }, fingerprint! { { a: i16 } });
    // Phoenix cannot store the upper half of `u16`, and memcomparable cannot store -0.0.
    assert_ne!(fingerprint! { #[rowkey(fields = Phoenix)] { a: u16 } }, fingerprint! { { a: u16 } });
    assert_ne!(fingerprint! { #[rowkey(fields = Memcomparable)] { a: f64 } }, fingerprint! { { a: f64 } });

    let number = fingerprint! { #[rowkey(fields = OrderedBytes)] { #[descending] a: i32 } };
    assert_eq!(number, fingerprint! { { #[rowkey(before = b"\xD4")] #[descending] a: i32 } });
    let text = fingerprint! { #[rowkey(fields = OrderedBytes)] { a: String } };
    assert_eq!(text, fingerprint! { #[rowkey(terminator = '\0')] { #[rowkey(before = "4", after = "")] a: String } });
    assert_eq!(text, fingerprint! { #[rowkey(fields = OrderedBytes, terminator = '_')] { a: String } });

    let handle = fingerprint! { #[rowkey(fields = Tidb)] { a: i16 } };
    assert_eq!(handle, fingerprint! { { #[rowkey(before = b"\x03")] a: i64 } });
    assert_ne!(handle, fingerprint! { #[rowkey(fields = Tidb)] { a: u16 } });
}

#[derive(Debug, KeyField)]
#[allow(dead_code)]
enum Only {
    #[code(1)]
    Number { of: u16 },
}

#[derive(Debug, KeyField)]
#[allow(dead_code)]
struct AfterCode {
    #[rowkey(before = b"\x01")]
    number: u16,
}

#[derive(Debug, Clone, Copy, KeyField)]
#[allow(dead_code)]
enum Constant {
    #[code(1)]
    One,
}

#[test]
fn an_enum_with_one_variant_has_the_fingerprint_of_a_struct() {
    assert_eq!(fingerprint! { { a: Only, b: u8 } }, fingerprint! { { a: AfterCode, b: u8 } });
    assert_eq!(
        fingerprint! { { #[salt(md5, 1)] #[descending] a: Only } },
        fingerprint! { { #[salt(md5, 1)] #[descending] a: AfterCode } }
    );
    assert_eq!(fingerprint! { { a: Constant, b: u16 } }, fingerprint! { { #[rowkey(before = b"\x01")] b: u16 } });
    assert_ne!(
        fingerprint! { { #[salt(md5, 1)] a: Only } },
        fingerprint! { { #[salt(md5, 1)] #[rowkey(before = b"\x01")] a: u16 } }
    );
}

/// If the codes of two variants are swapped, stored keys decode as the other variant. `evolution.md` warns that the
/// fingerprint does not detect this. The printed layout shows it.
#[test]
fn swapped_codes_keep_the_fingerprint_and_change_the_table() {
    #[derive(RowKey)]
    #[allow(dead_code)]
    struct Before {
        side: one_and_two::Side,
    }
    #[derive(RowKey)]
    #[allow(dead_code)]
    struct After {
        side: two_and_one::Side,
    }
    assert_eq!(Before::LAYOUT.fingerprint(), After::LAYOUT.fingerprint());
    assert_ne!(Before::LAYOUT.to_string().replace("Before", "After"), After::LAYOUT.to_string());
}

/// Such a salt moves rows to other buckets, so the printed layout must show it.
#[test]
fn a_salt_of_other_fields_changes_the_table() {
    macro_rules! table {
        ($($salt:tt)*) => {{
            #[derive(RowKey)]
            #[rowkey(salt($($salt)*))]
            #[allow(dead_code)]
            struct Key { a: u32, b: u32, c: u32 }
            (Key::LAYOUT.to_string(), Key::LAYOUT.fingerprint())
        }};
    }
    let all = [
        table!(md5, buckets = 16),
        table!(md5, buckets = 16, of(a)),
        table!(md5, buckets = 16, of(b)),
        table!(md5, buckets = 16, of(a, b)),
        table!(md5, buckets = 16, of(b, a)),
        table!(md5, buckets = 16, of(a, c)),
    ];
    for (index, (table, fingerprint)) in all.iter().enumerate() {
        for (other, other_fingerprint) in &all[..index] {
            assert_ne!(table, other);
            assert_ne!(fingerprint, other_fingerprint);
        }
    }
    assert!(all[3].0.contains("md5 of a and b, 16 buckets"), "{}", all[3].0);
    assert!(all[0].0.contains("md5 of the whole key, 16 buckets"), "{}", all[0].0);
    assert!(table!(random, buckets = 16).0.contains("random, 16 buckets"));
}

/// A code identifies a variant of an enum. The order and the names of the variants do not matter.
#[test]
fn a_reordered_enum_reads_what_was_written_before() {
    #[derive(Debug, RowKey)]
    struct Before {
        channel: before::Channel,
        order: u8,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct After {
        channel: reordered::Channel,
        order: u8,
    }
    let renamed = [
        (before::Channel::Taobao, reordered::Channel::Taobao, b"tb\x07"),
        (before::Channel::Tmall, reordered::Channel::Cat, b"tm\x07"),
    ];
    for (channel, now, bytes) in renamed {
        let stored = Before { channel, order: 7 }.try_encode().unwrap();
        assert_eq!(stored.as_slice(), bytes);
        assert_eq!(After::decode(&stored), Ok(After { channel: now, order: 7 }));
        assert!(After::prefix().channel(now).range().contains(&stored));
    }
    assert_eq!(Before::LAYOUT.fingerprint(), After::LAYOUT.fingerprint());
}

#[test]
fn changes_of_the_bytes_change_the_fingerprint() {
    let all = [
        fingerprint!({ a: u32, b: u32, }),
        fingerprint!({ a: u32, }),
        fingerprint!({ a: u32, b: u32, c: u32, }),
        fingerprint!({ a: u32, b: u64, }),
        fingerprint!({ a: u64, b: u32, }),
        fingerprint!({ a: u32, b: i32, }),
        fingerprint!({ a: u32, b: Option<u32>, }),
        fingerprint!({ a: u32, #[descending] b: u32, }),
        fingerprint!({ a: u32, #[reverse] b: u32, }),
        fingerprint!({ a: u32, #[pad(10)] b: u32, }),
        fingerprint!({ a: u32, #[pad(9)] b: u32, }),
        fingerprint!({ a: u32, #[hash(md5, 4)] b: u32, }),
        fingerprint!({ #[salt(md5, 2)] a: u32, b: u32, }),
        fingerprint!({ #[salt(md5, 1)] a: u32, b: u32, }),
        fingerprint!({ #[salt(md5, buckets = 16)] a: u32, b: u32, }),
        fingerprint!({ #[salt(md5, buckets = 17)] a: u32, b: u32, }),
        fingerprint!({ a: u32, #[salt(md5, 2)] b: u32, }),
        fingerprint!(#[rowkey(namespace = "o/")] { a: u32, b: u32, }),
        fingerprint!(#[rowkey(delimiter = '_')] { a: u32, b: u32, }),
        fingerprint!({ a: String, b: u32, }),
        fingerprint!(#[rowkey(terminator = '\0')] { a: String, b: u32, }),
        fingerprint!({ a: before::Channel, }),
        fingerprint!({ a: grown::Channel, }),
        fingerprint!({ a: one_and_two::Side, }),
        fingerprint!({ a: zero_and_three::Side, }),
        fingerprint!({ a: ending_in_x::Side, }),
        fingerprint!({ a: ending_in_y::Side, }),
    ];
    for (index, one) in all.iter().enumerate() {
        assert_eq!(all.iter().position(|other| other == one), Some(index));
    }
}

/// The limits of the fingerprint that the page on evolution names: it does not depend on the names of fields.
#[test]
fn exchanged_fields_of_one_encoding_keep_the_fingerprint() {
    macro_rules! versions {
        ($($version:ident: $first:ident $second:ident;)*) => {$(
            mod $version {
                #[derive(rowkey::KeyField)]
                pub struct Point {
                    $first: u16,
                    $second: u16,
                }

                #[derive(rowkey::RowKey)]
                pub struct KeyOfStruct {
                    point: Point,
                }

                #[derive(rowkey::RowKey)]
                pub struct KeyOfFields {
                    $first: u16,
                    $second: u16,
                }
            }
        )*};
    }
    versions! {
        before: x y;
        after: y x;
    }
    let fingerprints = |of_fields: &Layout, of_struct: &Layout| [of_fields, of_struct].map(Layout::fingerprint);
    assert_eq!(
        fingerprints(before::KeyOfFields::LAYOUT, before::KeyOfStruct::LAYOUT),
        fingerprints(after::KeyOfFields::LAYOUT, after::KeyOfStruct::LAYOUT)
    );
}
