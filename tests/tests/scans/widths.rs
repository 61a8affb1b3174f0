//! Prefixes of every width: a prefix stores its first bytes in an array, and moves them to the heap when the array is
//! full.

use rowkey::RowKey;

macro_rules! widths {
    ($($test:ident $namespace:literal)*) => {$(
        #[test]
        fn $test() {
            #[derive(Clone, RowKey)]
            #[rowkey(namespace = $namespace, salt(md5, 2, of(a)))]
            struct Key {
                a: u8,
                b: [u8; 13],
                #[pad(3)]
                c: u8,
                d: u64,
                e: String,
                f: u64,
            }

            for text in ["", "text", "a text that is longer than all that fits into the array"] {
                let key = Key { a: 1, b: [2; 13], c: 3, d: 4, e: text.into(), f: 6 };
                let bytes = key.encode();
                let a = Key::prefix().a(key.a);
                let b = a.clone().b(key.b);
                let c = b.clone().c(key.c);
                let d = c.clone().d(key.d);
                let e = d.clone().e(&key.e);
                let f = e.clone().f(key.f);
                let bounded = [
                    a.clone().b_in(key.b..=key.b).range(),
                    b.clone().c_in(key.c..=key.c).range(),
                    c.clone().d_in(key.d..=key.d).range(),
                    d.clone().e_in(text..=text).range(),
                    e.clone().f_in(key.f..=key.f).range(),
                ];
                let ranges = [a.range(), b.range(), c.range(), d.range(), e.range(), f.range()];
                // Equality with a value has the same range as bounds from that value to itself.
                assert_eq!(ranges[1..5], bounded[..4]);
                for range in ranges.iter().chain(&bounded) {
                    assert!(range.contains(&bytes), "{range:?}");
                    assert!(bytes.starts_with(range.start()), "{range:?}");
                }
            }
        }
    )*};
}

widths! {
    without_a_namespace ""
    the_last_fixed_field_just_fits "12345"
    the_last_fixed_field_does_not_fit "123456"
    the_salt_just_fits "123456789012345678901234567890"
    the_salt_does_not_fit "1234567890123456789012345678901"
    the_namespace_does_not_fit "123456789012345678901234567890123"
}

#[test]
fn a_prefix_prints_its_bytes() {
    #[derive(RowKey)]
    #[rowkey(namespace = "n/", prefix = "Pages")]
    struct PageKey {
        site: u16,
        page: String,
    }

    let prefix = PageKey::prefix().site(7);
    assert_eq!(format!("{prefix:?}"), r#""n/\x00\x07""#);
    assert_eq!(format!("{:?}", prefix.page("a")), r#""n/\x00\x07a""#);
}
