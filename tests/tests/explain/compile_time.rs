//! Calls the checks that are compile errors in programs as ordinary functions, to test when they fail and with which
//! message.

use rowkey::__private::compile_time;
use rowkey::__untyped::{Code, Encoding, FieldLayout, Separator};
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
struct VariableLength {
    customer: u32,
    name: String,
    #[reverse]
    host: String,
}

pub fn compile_error(check: impl FnOnce() + std::panic::UnwindSafe) -> Option<String> {
    catch_unwind(check).err().map(|panic| *panic.downcast::<String>().expect("a formatted message"))
}

#[test]
fn a_key_may_be_as_long_as_its_limit_and_no_longer() {
    for layout in [Fixed::LAYOUT, Longest::LAYOUT] {
        let longest = layout.max_len().unwrap();
        for limit in 0..40 {
            let message = compile_error(|| compile_time::check_max_len(layout, limit));
            assert_eq!(message.is_some(), limit < longest, "{limit}");
            if let Some(message) = message {
                let name = layout.name();
                let first = format!("a key of `{name}` can have {longest} bytes, more than max_len = {limit}");
                assert_eq!(message, format!("{first}\n\nhelp: shorten a field, or raise max_len\n\n{layout}"));
            }
        }
    }
}

#[test]
fn a_key_without_a_maximum_length_has_no_limit() {
    let message = compile_error(|| compile_time::check_max_len(VariableLength::LAYOUT, usize::MAX)).unwrap();
    let fields = "a key of `VariableLength` has no maximum length; field `name` has a variable length; field `host` has a variable length";
    let help = "help: give a string a width with #[pad(N)], or leave out max_len";
    assert_eq!(message, format!("{fields}\n\n{help}\n\n{}", VariableLength::LAYOUT));
}

#[test]
fn only_the_fingerprint_of_the_layout_is_accepted() {
    let now = Fixed::LAYOUT.fingerprint();
    let names = names_of(Fixed::LAYOUT);
    assert_eq!(compile_error(|| compile_time::check_fingerprint(Fixed::LAYOUT, now, "")), None);
    assert_eq!(compile_error(|| compile_time::check_fingerprint(Fixed::LAYOUT, now, &names)), None);
    for bit in 0..64 {
        let pinned = now ^ 1 << bit;
        let message = compile_error(|| compile_time::check_fingerprint(Fixed::LAYOUT, pinned, "")).unwrap();
        let with_names = compile_error(|| compile_time::check_fingerprint(Fixed::LAYOUT, pinned, &names));
        assert_eq!(with_names.as_ref(), Some(&message));
        let first = "the layout of `Fixed` has changed since its fingerprint was pinned: stored keys may no longer be found \
                     or decoded";
        let both = format!("fingerprint pinned: 0x{pinned:016x}\nfingerprint now:    0x{now:016x}");
        let help = format!(
            "help: undo the change; or, if no keys are stored, all of them are migrated, or every program can read \
             both the old and the new keys (see `rowkey::guide::evolution`), write `fingerprint = \"0x{now:016x} {names}\"`"
        );
        assert_eq!(message, format!("{first}\n\n{both}\n\n{help}\n\n{}", Fixed::LAYOUT));
    }
}

/// Returns the names of the fields as a pin contains them.
fn names_of(layout: &Layout) -> String {
    let names: Vec<_> = layout.fields().iter().map(FieldLayout::name).collect();
    names.join(" ")
}

#[test]
fn only_the_names_of_the_fields_in_order_are_accepted() {
    #[derive(RowKey)]
    struct Point {
        x: u16,
        y: u16,
        #[rowkey(method = "of_type")]
        r#type: u8,
    }
    let now = Point::LAYOUT.fingerprint();
    let check = |names| compile_error(|| compile_time::check_fingerprint(Point::LAYOUT, now, names));
    assert_eq!(check("x y type"), None);
    for names in ["y x type", "x y", "x y type z", "x", "xy type", "x y typ", "X y type"] {
        let message = check(names).unwrap();
        let first = "the fields of `Point` have changed places or names since its fingerprint was pinned: if two fields have \
                     changed places, stored keys decode with swapped values";
        let both = format!("names pinned: {names}\nnames now:    x y type");
        let help = format!(
            "help: put the fields back in the pinned order; or, if you only renamed fields, write `fingerprint = \
             \"0x{now:016x} x y type\"`"
        );
        assert_eq!(message, format!("{first}\n\n{both}\n\n{help}\n\n{}", Point::LAYOUT));
    }
}

#[test]
fn the_message_about_the_placeholder_says_the_fingerprint() {
    let now = Fixed::LAYOUT.fingerprint();
    assert_ne!(now, 0);
    let message = compile_error(|| compile_time::check_fingerprint(Fixed::LAYOUT, 0, "")).unwrap();
    let help = format!("help: write `fingerprint = \"0x{now:016x} {}\"`", names_of(Fixed::LAYOUT));
    assert_eq!(message, format!("no fingerprint of `Fixed` is pinned yet\n\n{help}\n\n{}", Fixed::LAYOUT));
}

/// As many variants as an enum with one variant for each town of a region could have. The compiler needs about a
/// millisecond for each variant.
const VARIANTS: usize = 250;
/// All variants are the same, because a constant cannot number them. Checking them takes as long as checking different
/// ones.
static VARIANT_CODES: [Code; VARIANTS] = [const { Code::__rowkey_new("Town", b"\x00\x0b") }; VARIANTS];
const TOWN: &Encoding = &Encoding::__rowkey_codes(&VARIANT_CODES);
const MANY_CODES: &Layout = &Layout::__rowkey_new(
    "TownKey",
    b"",
    Separator::Escape,
    None,
    const { &[FieldLayout::__rowkey_new("town", TOWN)] },
);
/// A constant, to check that the compiler computes it quickly too.
const MANY_CODES_FINGERPRINT: u64 = MANY_CODES.fingerprint();

#[test]
fn a_table_of_many_codes_is_shortened_so_that_the_message_fits() {
    let table = MANY_CODES.to_string();
    assert!(table.contains("Town \"\\x00\\x0B\", and 238 more"), "{table}");
    let message = compile_error(|| compile_time::check_fingerprint(MANY_CODES, 0, "")).unwrap();
    assert!(message.contains(&format!("0x{MANY_CODES_FINGERPRINT:016x}")), "{message}");
    assert!(message.ends_with(&format!("\n\n{table}")), "{message}");
    let message = compile_error(|| compile_time::check_max_len(MANY_CODES, 1)).unwrap();
    assert!(message.ends_with(&format!("\n\n{table}")), "{message}");
}

macro_rules! named {
    ($($key:ident $($namespace:literal)?;)*) => {$(
        #[derive(RowKey)]
        $(#[rowkey(namespace = $namespace)])?
        struct $key(String);
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

/// Returns the compile error about the key type at `index` of a key space, if there is one. Each key type is named
/// after its struct.
fn clash_at(layouts: &[&Layout], index: usize) -> Option<String> {
    let names: Vec<_> = layouts.iter().map(|layout| layout.name()).collect();
    compile_error(|| compile_time::check_key_space(layouts, &names, index))
}

#[test]
fn two_keys_are_distinguished_unless_one_namespace_begins_with_the_other() {
    let layouts = [Bare::LAYOUT, Orders::LAYOUT, Others::LAYOUT, Older::LAYOUT, Parts::LAYOUT, Order::LAYOUT];
    for (a, b) in layouts.iter().flat_map(|a| layouts.iter().map(move |b| (a, b))) {
        let clash = a.namespace().starts_with(b.namespace()) || b.namespace().starts_with(a.namespace());
        assert_eq!(clash_at(&[*a, *b], 1).is_some(), clash, "{} {}", a.name(), b.name());
        // A key type is compared with all key types before it, and with none after it.
        assert_eq!(clash_at(&[Parts::LAYOUT, *a, *b], 1).is_some(), {
            a.namespace() == b"p/" || a.namespace().is_empty()
        });
    }
    assert_eq!(clash_at(&layouts[..1], 0), None);
    assert!(clash_at(&[Orders::LAYOUT, Parts::LAYOUT, Older::LAYOUT], 2).is_some());
}

#[test]
fn the_message_about_a_clash_names_both_keys_and_says_what_to_do() {
    let message = |a: &Layout, b: &Layout| {
        let message = clash_at(&[a, b], 1).unwrap();
        let (wrong, help) = message.split_once("\n\n").unwrap();
        let help: Vec<_> = help.lines().collect();
        assert!(
            help[0].starts_with("help: give each key a namespace that is not the beginning of another namespace"),
            "{message}"
        );
        assert!(help[1].starts_with("help: or let constants differ"), "{message}");
        assert!(help[2].starts_with("help: otherwise, if rows are stored already"), "{message}");
        let wrong = wrong.split_once("; at no offset do both").unwrap().0;
        let (clash, reason) = wrong.split_once(": ").unwrap();
        [clash, reason].map(String::from)
    };
    let either = |a: &str, b: &str| format!("a stored key could be read as a `{a}` or a `{b}`");
    assert_eq!(
        message(Orders::LAYOUT, Others::LAYOUT),
        [either("Orders", "Others"), r#"both have the namespace "o/""#.into()]
    );
    // The name of one struct is a prefix of the other.
    assert_eq!(
        message(Orders::LAYOUT, Order::LAYOUT),
        [
            either("Orders", "Order"),
            r#"`Order` has the namespace "o", so its keys can begin with the same bytes as keys of `Orders`"#.into()
        ]
    );
    assert_eq!(
        message(Order::LAYOUT, Older::LAYOUT)[1],
        r#"`Order` has the namespace "o", so its keys can begin with the same bytes as keys of `Older`"#
    );
    assert_eq!(
        message(Parts::LAYOUT, Bare::LAYOUT)[1],
        "`Bare` has no namespace, so its keys can begin with the same bytes as keys of `Parts`"
    );
    let names = ["user::Key", "order::Key"];
    let same_name =
        compile_error(|| compile_time::check_key_space(&[Parts::LAYOUT, Parts::LAYOUT], &names, 1)).unwrap();
    assert!(same_name.starts_with(&either("user::Key", "order::Key")), "{same_name}");
}
