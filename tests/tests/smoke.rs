use rowkey::RowKey;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    #[pad(6)]
    customer: u32,
    #[descending]
    paid_at: i64,
    payment: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Guide {
    #[salt(md5, 2, hex, last)]
    #[pad(10)]
    ts: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(terminator = '\0')]
struct Kiji {
    #[salt(md5, 2)]
    a: String,
    b: i32,
    c: i64,
}
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(terminator = '\0', salt(phoenix, buckets = 10))]
struct Phx {
    a: i32,
    b: i32,
    c: i32,
    s: String,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct Pay {
    #[pad(6)]
    customer: u32,
    #[pad(19)]
    at: String,
    #[pad(9)]
    id: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Borrowed<'a> {
    c: Cow<'a, str>,
    #[reverse]
    r: String,
    #[descending]
    o: Option<String>,
    b: &'a [u8],
}
#[derive(Debug, Clone, PartialEq, RowKey)]
struct Tuple(
    u32,
    #[reverse] u64,
    #[pad(5)]
    #[reverse]
    u16,
    String,
);
#[derive(Debug, Clone, PartialEq, RowKey)]
struct Modulo {
    #[salt(modulo, buckets = 10)]
    ts: i64,
    host: String,
}
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 1, of(b, a)))]
struct H {
    #[hash(md5, 4)]
    a: String,
    b: u32,
    #[rowkey(method = "third")]
    c: u8,
    field_0: u8,
    u64: u64,
    r#type: u8,
}

fn hex(b: &[u8]) -> String {
    b.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn smoke() {
    let key = PaymentKey { customer: 123, paid_at: 1_364_248_490_000, payment: 7 };
    let bytes: [u8; 24] = key.try_encode().unwrap();
    assert_eq!(PaymentKey::decode(&bytes).unwrap(), key);
    let range = PaymentKey::prefix().customer(123).paid_at_in(0..2_000_000_000_000).range();
    assert!(range.contains(bytes));
    let _ = PaymentKey::prefix().customer(1).paid_at_in(..);
    assert_eq!(Guide { ts: 1364248490 }.try_encode().unwrap(), *b"ffe51364248490");
    assert_eq!(
        hex(&Kiji { a: "one".into(), b: 1, c: 7 }.try_encode().unwrap()),
        "f97c6f6e6500800000018000000000000007"
    );
    let h = "00800062b980000db3800000014d4f42494c45008000000000000000800000006f49174280000000000000008000000000000000";
    let b: Vec<u8> = (0..h.len() / 2).map(|i| u8::from_str_radix(&h[2 * i..2 * i + 2], 16).unwrap()).collect();
    let p = Phx::decode(&b).unwrap();
    println!("{p:?}\n{}", Phx::LAYOUT);
    assert_eq!(p.try_encode().unwrap(), b);
    println!("{}\n{}", PaymentKey::LAYOUT, Borrowed::LAYOUT);
    let k = Borrowed { c: "a\0".into(), r: "abc".into(), o: None, b: b"x" };
    let e = k.encode();
    assert_eq!(Borrowed::decode(&e).unwrap(), k);
    let s = String::from("x");
    let _ = Borrowed::prefix().c(&s).r("x").o(None);
    let _ = Borrowed::prefix().c_in("a".."b").range();
    let _ = Borrowed::prefix().c_starts_with("a").range();
    let _ = Borrowed::prefix().c("x").r_ends_with("a").range();
    let t = Tuple(1, 2, 3, "x".into());
    assert_eq!(Tuple::decode(&t.encode()).unwrap(), t);
    let _ = Tuple::prefix().field_0_in(0..100).range();
    println!("{}", hex(&Modulo { ts: -7, host: "h".into() }.encode()));
    let m = Modulo { ts: -7, host: "h".into() };
    assert_eq!(Modulo::decode(&m.encode()).unwrap(), m);
    assert!(Modulo::prefix().ts(-7).range().contains(m.encode()));
    println!(
        "{:?}",
        Pay { customer: 123, at: "01-01-2017 09:00:00".into(), id: 12345678 }
            .try_encode()
            .map(|b| String::from_utf8_lossy(&b).into_owned())
    );
    println!("{} {:x}", H::LAYOUT, H::LAYOUT.fingerprint());
}
