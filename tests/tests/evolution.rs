//! The table of `docs/evolution.md`: which changes move bytes, and which the fingerprint tells.
#![allow(missing_docs)]

use rowkey::{KeyField, RowKey};
use std::borrow::Cow;

/// The fingerprint of a key type of this one definition.
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

#[test]
fn what_moves_no_byte_keeps_the_fingerprint() {
    let text = fingerprint!({ a: u8, b: String, });
    assert_eq!(text, fingerprint!({ renamed: u8, too: String, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Box<str>, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Cow<'static, str>, }));
    assert_eq!(text, fingerprint!({ a: u8, b: &'static str, }));
    assert_eq!(text, fingerprint!({ a: u8, b: Name, }));
    assert_eq!(text, fingerprint!(#[rowkey(prefix = "Other")] { a: u8, #[rowkey(method = "c")] b: String, }));
    assert_eq!(fingerprint!({ #[pad(6)] a: u32, }), fingerprint!({ #[pad(6)] a: i64, }));
    assert_eq!(fingerprint!({ a: before::Channel, }), fingerprint!({ a: reordered::Channel, }));
}

/// The variants of an enum are their codes, wherever they are declared and whatever they are called.
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
fn what_moves_bytes_changes_the_fingerprint() {
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
        fingerprint!(#[rowkey(terminator = '\0')] { a: u32, b: u32, }),
        fingerprint!({ a: before::Channel, }),
        fingerprint!({ a: grown::Channel, }),
    ];
    for (index, one) in all.iter().enumerate() {
        assert_eq!(all.iter().position(|other| other == one), Some(index));
    }
}
