//! The checks that stop a program from compiling, run as any other function: when they refuse, and what they say.

use rowkey::__private::limit;
use rowkey::{Layout, RowKey};
use std::panic::catch_unwind;

#[derive(RowKey)]
struct Fixed {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
struct Longest {
    customer: u32,
    address: std::net::IpAddr,
}

#[derive(RowKey)]
struct Open {
    customer: u32,
    name: String,
    #[reverse]
    host: String,
}

/// What the compiler would say, if it would refuse.
fn refusal(check: impl FnOnce() + std::panic::UnwindSafe) -> Option<String> {
    catch_unwind(check).err().map(|panic| *panic.downcast::<String>().expect("a message with figures in it"))
}

#[test]
fn a_key_may_be_as_long_as_its_limit_and_no_longer() {
    for layout in [Fixed::LAYOUT, Longest::LAYOUT] {
        let longest = layout.max_len().unwrap();
        for limit in 0..40 {
            let said = refusal(|| limit::max_len(&layout, limit));
            assert_eq!(said.is_some(), limit < longest, "{limit}");
            if let Some(said) = said {
                let name = layout.name();
                let first = format!("a key of `{name}` can have {longest} bytes, more than max_len = {limit}\n\n");
                assert_eq!(said, format!("{first}{layout}\nshorten a field, or raise max_len"));
            }
        }
    }
}

#[test]
fn a_key_without_a_longest_has_no_limit() {
    let said = refusal(|| limit::max_len(&Open::LAYOUT, usize::MAX)).unwrap();
    let fields = "a key of `Open` has no longest length; field `name` has no width; field `host` has no width";
    let mend = "give a string a width with #[pad(N)], or leave out max_len";
    assert_eq!(said, format!("{fields}\n\n{}\n{mend}", Open::LAYOUT));
}

#[test]
fn one_fingerprint_alone_is_taken() {
    let now = Fixed::LAYOUT.fingerprint();
    assert_eq!(refusal(|| limit::fingerprint(&Fixed::LAYOUT, now)), None);
    for bit in 0..64 {
        let pinned = now ^ 1 << bit;
        let said = refusal(|| limit::fingerprint(&Fixed::LAYOUT, pinned)).unwrap();
        assert!(said.contains(&format!("pinned: 0x{pinned:016x}\nfingerprint now:    0x{now:016x}\n")), "{said}");
        assert!(said.starts_with("the bytes of `Fixed` have changed, ") && said.contains(&Fixed::LAYOUT.to_string()));
    }
}

macro_rules! named {
    ($($key:ident $($namespace:literal)?;)*) => {$(
        #[derive(RowKey)]
        $(#[rowkey(namespace = $namespace)])?
        struct $key(u8);
    )*};
}

named! {
    Bare;
    Orders "o/";
    Others "o/";
    Older "o/old/";
    Parts "p/";
    Order "o";
}

#[test]
fn two_keys_are_told_apart_unless_one_namespace_begins_the_other() {
    let layouts = [Bare::LAYOUT, Orders::LAYOUT, Others::LAYOUT, Older::LAYOUT, Parts::LAYOUT, Order::LAYOUT];
    for (a, b) in layouts.iter().flat_map(|a| layouts.iter().map(move |b| (a, b))) {
        let clash = a.namespace().starts_with(b.namespace()) || b.namespace().starts_with(a.namespace());
        assert_eq!(refusal(|| limit::key_space(&[*a, *b], 1)).is_some(), clash, "{} {}", a.name(), b.name());
        // The one it is compared with may stand anywhere in front, and what stands behind is asked in its turn.
        assert_eq!(refusal(|| limit::key_space(&[Parts::LAYOUT, *a, *b], 1)).is_some(), {
            a.namespace() == b"p/" || a.namespace().is_empty()
        });
        assert_eq!(limit::begins_with(a.namespace(), b.namespace()), a.namespace().starts_with(b.namespace()));
    }
    assert_eq!(refusal(|| limit::key_space(&layouts[..1], 0)), None);
    assert!(refusal(|| limit::key_space(&[Orders::LAYOUT, Parts::LAYOUT, Older::LAYOUT], 2)).is_some());
}

#[test]
fn what_a_key_could_be_read_as_is_said() {
    let said = |a: Layout, b: Layout| {
        let said = refusal(|| limit::key_space(&[a, b], 1)).unwrap();
        let (what, mend) = said.split_once(": ").unwrap();
        let (why, mend) = mend.split_once("; ").unwrap_or((mend, mend));
        assert!(mend.starts_with("give each a namespace") || mend.starts_with("leave one out"), "{said}");
        [what, why].map(String::from)
    };
    let either = |a: &str, b: &str| format!("a stored key could be read as a `{a}` or a `{b}`");
    assert_eq!(
        said(Orders::LAYOUT, Others::LAYOUT),
        [either("Orders", "Others"), r#"both have the namespace "o/""#.into()]
    );
    // The names begin alike, and they are two keys none the less.
    assert_eq!(
        said(Orders::LAYOUT, Order::LAYOUT),
        [
            either("Orders", "Order"),
            r#"`Order` has the namespace "o", so that its keys may begin as those of `Orders` do"#.into()
        ]
    );
    assert_eq!(
        said(Order::LAYOUT, Older::LAYOUT)[1],
        r#"`Order` has the namespace "o", so that its keys may begin as those of `Older` do"#
    );
    assert_eq!(
        said(Parts::LAYOUT, Bare::LAYOUT)[1],
        "`Bare` has no namespace, so that its keys may begin as those of `Parts` do"
    );
    let twice = said(Parts::LAYOUT, Parts::LAYOUT);
    assert_eq!(twice[0], "two variants hold a `Parts`, so that a stored key could be read as either");
}
