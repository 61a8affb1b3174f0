//! The examples of `rowkey/docs/layout.md`, in the order of that page.
//!
//! `golden(title, fields, hex)` is one example: the text left of `->`, the fields with their values, and the expected
//! bytes. The functions `plain` and `field` return a field with its value: `plain` without attributes, `field` with
//! attributes.

use super::{Column, Golden, field, plain, unhex};
use crate::model::{BucketFunction, Digest, Endian, Field, Format, Kind, Layout, Salt, Typed, Value};

/// Returns all examples of `layout.md` for the types that the model has.
pub fn page() -> Vec<Golden> {
    [
        beginning(),
        fixed(),
        variable_length(),
        descending(),
        optional(),
        padded(),
        reversed(),
        hashed(),
        salted(),
        bucketed(),
        salts_of_several_fields_and_namespaces(),
        constants(),
        whole_keys(),
        after_lengths(),
        integers(),
        to_the_end(),
        unterminated(),
        in_foundation_db(),
        in_memcomparable(),
        in_ordered_code(),
        in_ordered_bytes(),
        in_phoenix(),
        in_tidb(),
    ]
    .concat()
}

fn golden(title: &'static str, columns: impl IntoIterator<Item = Column>, hex: &str) -> Golden {
    Golden::new(title, columns, unhex(hex))
}

fn beginning() -> Vec<Golden> {
    vec![golden(r#"u32 123, "ann", i16 -2"#, [plain(123u32), plain("ann"), plain(-2i16)], "0000007B 616E6E 0000 7FFE")]
}

// Section 2.
fn fixed() -> Vec<Golden> {
    vec![
        golden("u8 7", [plain(7u8)], "07"),
        golden("u16 256", [plain(256u16)], "0100"),
        golden("u32 123", [plain(123u32)], "0000007B"),
        golden("u64 1364248490", [plain(1_364_248_490u64)], "000000005150C7AA"),
        golden("u128 1", [plain(1u128)], "00000000000000000000000000000001"),
        golden("i8 -128", [plain(-128i8)], "00"),
        golden("i32 -1", [plain(-1i32)], "7FFFFFFF"),
        golden("i32 0", [plain(0i32)], "80000000"),
        golden("i32 1", [plain(1i32)], "80000001"),
        golden("i64 7", [plain(7i64)], "8000000000000007"),
        golden("true", [plain(true)], "01"),
        golden("'a'", [plain('a')], "00000061"),
        golden("'ÿ'", [plain('ÿ')], "000000FF"),
        golden("U+10FFFF", [plain('\u{10FFFF}')], "0010FFFF"),
        golden("f64 1.0", [plain(1.0f64)], "BFF0000000000000"),
        golden("f64 -1.0", [plain(-1.0f64)], "400FFFFFFFFFFFFF"),
        golden("f64 0.0", [plain(0.0f64)], "8000000000000000"),
        golden("f64 -0.0", [plain(-0.0f64)], "7FFFFFFFFFFFFFFF"),
        golden("f32 1.5", [plain(1.5f32)], "BFC00000"),
        golden("f32 infinity", [plain(f32::INFINITY)], "FF800000"),
        golden("f32 NaN with the bits 7FC00000", [plain(f32::from_bits(0x7FC0_0000))], "FFC00000"),
        golden("f32 NaN with the bits FFC00000", [plain(f32::from_bits(0xFFC0_0000))], "003FFFFF"),
        golden("[1, 2, 3]", [plain([1u8, 2, 3])], "010203"),
    ]
}

// Section 3.
fn variable_length() -> Vec<Golden> {
    vec![
        golden(r#"u8 7, "a_b""#, [plain(7u8), plain("a_b")], "07 615F62"),
        golden("u8 7, bytes 61 00 5F", [plain(7u8), plain(b"a\0_".to_vec())], "07 61005F"),
        golden(r#""a", u8 7"#, [plain("a"), plain(7u8)], "61 0000 07"),
        golden(r#""ab", u8 7"#, [plain("ab"), plain(7u8)], "6162 0000 07"),
        golden(r#""a\0", u8 7"#, [plain("a\0"), plain(7u8)], "6100FF 0000 07"),
        golden(r#""", u8 7"#, [plain(""), plain(7u8)], "0000 07"),
        golden("bytes 00 FF, u8 7", [plain(vec![0u8, 0xFF]), plain(7u8)], "00FFFF 0000 07"),
        golden(r#""a", u8 7"#, [plain("a"), plain(7u8)], "61 00 07").with(nul_terminated),
        golden(r#""a", "b""#, [plain("a"), plain("b")], "61 00 62").with(nul_terminated),
        golden(r#""a", u8 7"#, [plain("a"), plain(7u8)], "61 5F 07").with(terminated),
        golden(r#"u8 7, "a", "b""#, [plain(7u8), plain("a"), plain("b")], "07 5F 61 5F 62").with(delimited),
        golden("u8 95, u8 95", [plain(95u8), plain(95u8)], "5F 5F 5F").with(delimited),
        golden(r#""a", u8 7"#, [plain("a"), plain(7u8)], "61 00 07").with(nul_delimited),
    ]
}

// Section 4.
fn descending() -> Vec<Golden> {
    let descending = Field::descending;
    vec![
        golden("descending u32 123", [field(123u32, descending)], "FFFFFF84"),
        golden("descending i64 1364248490000", [field(1_364_248_490_000i64, descending)], "7FFFFEC25C740FEF"),
        golden("descending true", [field(true, descending)], "FE"),
        golden("descending f64 1.0", [field(1.0f64, descending)], "400FFFFFFFFFFFFF"),
        golden(r#"descending "a", u8 7"#, [field("a", descending), plain(7u8)], "9E FFFF 07"),
        golden(r#"descending "a\0", u8 7"#, [field("a\0", descending), plain(7u8)], "9EFF00 FFFF 07"),
        golden(r#"descending "", u8 7"#, [field("", descending), plain(7u8)], "FFFF 07"),
        golden(r#"descending "a""#, [field("a", descending)], "9E FFFF"),
        golden(r#"descending "a", u8 7"#, [field("a", descending), plain(7u8)], "9E FF 07").with(nul_terminated),
        golden(r#"descending "a""#, [field("a", descending)], "9E FF").with(nul_terminated),
        golden(r#"descending "a", u8 7"#, [field("a", descending), plain(7u8)], "9E FF 07").with(nul_delimited),
        golden("descending u8 7, u8 7", [field(7u8, descending), plain(7u8)], "F8 5F 07").with(delimited),
    ]
}

// Section 5.
fn optional() -> Vec<Golden> {
    let descending = Field::descending;
    let (some, none) = (Some("a"), None::<&str>);
    vec![
        golden("Option<u16>, None", [plain(None::<u16>)], "00"),
        golden("Option<u16>, 5", [plain(Some(5u16))], "010005"),
        golden("descending Option<u16>, None", [field(None::<u16>, descending)], "FF"),
        golden("descending Option<u16>, 5", [field(Some(5u16), descending)], "FEFFFA"),
        golden(r#"Option "a", u8 7"#, [plain(some), plain(7u8)], "0161 0000 07"),
        golden("Option None, u8 7", [plain(none), plain(7u8)], "00 07"),
        golden(r#"u8 7, Option "a""#, [plain(7u8), plain(some)], "07 0161"),
        golden("u8 7, Option None", [plain(7u8), plain(none)], "07 00"),
        golden(r#"descending Option "a", u8 7"#, [field(some, descending), plain(7u8)], "FE9E FFFF 07"),
        golden("descending Option None, u8 7", [field(none, descending), plain(7u8)], "FF 07"),
        golden(r#"u8 7, descending Option "a""#, [plain(7u8), field(some, descending)], "07 FE9E FFFF"),
        golden("u8 7, descending Option None", [plain(7u8), field(none, descending)], "07 FF"),
        golden(r#"Option "a", u8 7"#, [plain(some), plain(7u8)], "0161 5F 07").with(terminated),
        golden("Option None, u8 7", [plain(none), plain(7u8)], "00 07").with(terminated),
        golden(r#"Option "a", u8 7"#, [plain(some), plain(7u8)], "0161 5F 07").with(delimited),
        golden("Option None, u8 7", [plain(none), plain(7u8)], "00 5F 07").with(delimited),
        golden("Option<u16> 5, u8 7", [plain(Some(5u16)), plain(7u8)], "010005 5F 07").with(delimited),
        golden(r#"u8 7, descending Option "a""#, [plain(7u8), field(some, descending)], "07 FE9E FF")
            .with(nul_terminated),
        golden("u8 7, descending Option None", [plain(7u8), field(none, descending)], "07 FF").with(nul_terminated),
        golden(r#"descending Option "a", u8 7"#, [field(some, descending), plain(7u8)], "FE9E FF 07")
            .with(nul_delimited),
        golden("descending Option None, u8 7", [field(none, descending), plain(7u8)], "FF 00 07").with(nul_delimited),
    ]
}

// Section 6.
fn padded() -> Vec<Golden> {
    vec![
        golden("pad(6) u32 123", [field(123u32, |field| field.pad(6))], "303030313233"),
        golden("descending pad(6) u32 123", [field(123u32, |field| field.pad(6).descending())], "393939383736"),
        golden("descending pad(6) u32 100", [field(100u32, |field| field.pad(6).descending())], "393939383939"),
        golden(r#"pad(5) "ab""#, [field("ab", |field| field.pad(5))], "6162000000"),
        golden(r#"descending pad(5) "ab""#, [field("ab", |field| field.pad(5).descending())], "9E9DFFFFFF"),
        golden(
            r#"pad(20, 'x') "host1""#,
            [field("host1", |field| field.pad_with(20, b'x'))],
            "686F737431787878787878787878787878787878",
        ),
    ]
}

// Section 7.
fn reversed() -> Vec<Golden> {
    let reversed = Field::reverse;
    vec![
        golden("reverse pad(6) u32 123", [field(123u32, |field| field.pad(6).reverse())], "333231303030"),
        golden("reverse u32 123", [field(123u32, reversed)], "7B000000"),
        golden("reverse i32 -1", [field(-1i32, reversed)], "FFFFFF7F"),
        golden("reverse [1, 2, 3]", [field([1u8, 2, 3], reversed)], "030201"),
        golden("reverse bytes 01 02 00, u8 7", [field(vec![1u8, 2, 0], reversed), plain(7u8)], "00FF0201 0000 07"),
        golden(r#"reverse "example.com""#, [field("example.com", reversed)], "6D6F632E656C706D617865"),
        golden(r#"reverse "aÿ", u8 7"#, [field("aÿ", reversed), plain(7u8)], "C3BF61 0000 07"),
        golden(r#"reverse pad(5) "ab""#, [field("ab", |field| field.pad(5).reverse())], "6261000000"),
    ]
}

// Section 8.
fn hashed() -> Vec<Golden> {
    vec![
        golden(r#"hash(md5, 4) "user000001""#, [field("user000001", |field| field.hash(Digest::Md5, 4))], "469EAE2E"),
        golden(
            r#"hash(md5, 4, hex) "user000001""#,
            [field("user000001", |field| field.hash_hex(Digest::Md5, 4))],
            "3436396561653265",
        ),
        golden("hash(sha256, 4) u64 7", [field(7u64, |field| field.hash(Digest::Sha256, 4))], "A3EB8DB8"),
        golden(
            r#"hash(crc32, 4) Option "a", u8 7"#,
            [field(Some("a"), |field| field.hash(Digest::Crc32, 4)), plain(7u8)],
            "62777270 07",
        ),
    ]
}

// Section 9.3.
fn salted() -> Vec<Golden> {
    vec![
        golden(r#"salt(md5, 2) "user000001""#, user(), "469E 75736572303030303031")
            .with(over_first_field(Salt::digest(Digest::Md5, 2))),
        golden(r#"salt(md5, 2, hex) "user000001""#, user(), "34363965 75736572303030303031")
            .with(over_first_field(Salt::digest(Digest::Md5, 2).hex())),
        golden(r#"salt(md5, 2, last, hex) "1364248490""#, [plain("1364248490")], "66666535 31333634323438343930")
            .with(over_first_field(Salt::digest(Digest::Md5, 2).last().hex())),
        golden(r#"salt(xxh3, 2) "user000001""#, user(), "4E23 75736572303030303031")
            .with(over_first_field(Salt::digest(Digest::Xxh3, 2))),
        golden(r#"salt(crc32, 1, last) "user000001""#, user(), "B4 75736572303030303031")
            .with(over_first_field(Salt::digest(Digest::Crc32, 1).last())),
        golden(r#"salt(md5, 1) "a\0", u8 7"#, [plain("a\0"), plain(7u8)], "B4 6100FF 0000 07")
            .with(over_first_field(Salt::digest(Digest::Md5, 1))),
        golden(r#"salt(md5, 1) descending "a", u8 7"#, [field("a", Field::descending), plain(7u8)], "CE 9E FFFF 07")
            .with(over_first_field(Salt::digest(Digest::Md5, 1))),
    ]
}

// Section 9.4.
fn bucketed() -> Vec<Golden> {
    let md5 = BucketFunction::Digest(Digest::Md5);
    vec![
        golden(r#"salt(md5, buckets = 16) "user000001""#, user(), "05 75736572303030303031")
            .with(over_first_field(Salt::buckets(md5, 16))),
        golden(r#"salt(md5, buckets = 300) "user000001""#, user(), "0045 75736572303030303031")
            .with(over_first_field(Salt::buckets(md5, 300))),
        golden(r#"salt(crc32, buckets = 300) "user000001""#, user(), "007C 75736572303030303031")
            .with(over_first_field(Salt::buckets(BucketFunction::Digest(Digest::Crc32), 300))),
        golden(r#"salt(md5, buckets = 100, digits) "user000001""#, user(), "3639 75736572303030303031")
            .with(over_first_field(Salt::buckets(md5, 100).digits())),
        golden("salt(modulo, buckets = 10) u64 1364248497", [plain(1_364_248_497u64)], "07 000000005150C7B1")
            .with(over_first_field(Salt::buckets(BucketFunction::Modulo, 10))),
        golden(
            "salt(modulo, buckets = 10, digits) pad(6) u32 123",
            [field(123u32, |field| field.pad(6))],
            "33 303030313233",
        )
        .with(over_first_field(Salt::buckets(BucketFunction::Modulo, 10).digits())),
        golden("salt(modulo, buckets = 10) i32 -1", [plain(-1i32)], "09 7FFFFFFF")
            .with(over_first_field(Salt::buckets(BucketFunction::Modulo, 10))),
        golden("salt(phoenix, buckets = 3) bytes 96 00 F6 00 13 FE", [plain(unhex("9600F60013FE"))], "02 9600F60013FE")
            .with(over_first_field(Salt::buckets(BucketFunction::Phoenix, 3))),
    ]
}

// Sections 9.5 and 10.
fn salts_of_several_fields_and_namespaces() -> Vec<Golden> {
    vec![
        golden(
            r#"salt(md5, 1, of(b, a)), a: u8 7, b: "x", u8 9"#,
            [plain(7u8), plain("x"), plain(9u8)],
            "3F 07 78 0000 09",
        )
        .with(|layout| layout.salt(Salt::digest(Digest::Md5, 1).of([1, 0]))),
        golden(r#"salt(md5, 1), u8 7, "x", u8 9"#, [plain(7u8), plain("x"), plain(9u8)], "58 07 78 0000 09")
            .with(|layout| layout.salt(Salt::digest(Digest::Md5, 1))),
        golden("u32 123", [plain(123u32)], "6F72646572732F 0000007B").with(|layout| layout.namespace("orders/")),
        golden("salt(md5, 1) u32 123", [plain(123u32)], "6F72646572732F A7 0000007B")
            .with(over_first_field(Salt::digest(Digest::Md5, 1)))
            .with(|layout| layout.namespace("orders/")),
    ]
}

// Section 10.1.
fn constants() -> Vec<Golden> {
    let before = |constant: &'static str| move |field: Field| field.before(constant);
    let after = |constant: &'static [u8]| move |field: Field| field.after(constant);
    vec![
        golden(
            r#"i64 1, before "_r" i64 2"#,
            [plain(1i64), field(2i64, before("_r"))],
            "8000000000000001 5F72 8000000000000002",
        ),
        golden(r#"u8 7, after FF "a""#, [field(7u8, after(b"\xFF")), plain("a")], "07 FF 61"),
        golden(r#""a", after FF u8 7"#, [plain("a"), field(7u8, after(b"\xFF"))], "61 0000 07 FF"),
        golden(r#"after "" "a""#, [field("a", after(b""))], "61 0000"),
        golden(r#"after "!" "a", after "" "b""#, [field("a", after(b"!")), field("b", after(b""))], "61 00 21 62 00")
            .with(nul_terminated),
        golden(
            r#"u8 7, before "x" u8 8, after "" u8 9"#,
            [plain(7u8), field(8u8, before("x")), field(9u8, after(b""))],
            "07 5F 78 08 5F 09 5F",
        )
        .with(delimited),
    ]
}

// Section 13.
fn whole_keys() -> Vec<Golden> {
    vec![
        golden(
            "salt(md5, 2) pad(6) u32 123, descending i64 1364248490000, u64 7",
            [field(123u32, |field| field.pad(6)), field(1_364_248_490_000i64, Field::descending), plain(7u64)],
            "3C6F 303030313233 7FFFFEC25C740FEF 0000000000000007",
        )
        .with(|layout| layout.salt(Salt::digest(Digest::Md5, 2).of([0]))),
        golden(
            r#"pad(6) u32 123, "01-01-2017 09:00:00", pad(9) u32 12345678"#,
            [
                field(123u32, |field| field.pad(6)),
                plain("01-01-2017 09:00:00"),
                field(12_345_678u32, |field| field.pad(9)),
            ],
            "303030313233 5F 30312D30312D323031372030393A30303A3030 5F 303132333435363738",
        )
        .with(delimited),
        golden(
            r#"salt(md5, 2) "one", i32 1, i64 7"#,
            [plain("one"), plain(1i32), plain(7i64)],
            "F97C 6F6E65 00 80000001 8000000000000007",
        )
        .with(|layout| nul_terminated(layout).salt(Salt::digest(Digest::Md5, 2).of([0]))),
        golden(
            r#"i32 25273, i32 3507, i32 1, "MOBILE", i64 0, i64 1867061058, i64 0, i64 0"#,
            [
                plain(25_273i32),
                plain(3_507i32),
                plain(1i32),
                plain("MOBILE"),
                plain(0i64),
                plain(1_867_061_058i64),
                plain(0i64),
                plain(0i64),
            ],
            "00 800062B9 80000DB3 80000001 4D4F42494C45 00 \
             8000000000000000 800000006F491742 8000000000000000 8000000000000000",
        )
        .with(|layout| nul_terminated(layout).salt(Salt::buckets(BucketFunction::Phoenix, 10))),
    ]
}

// Section 17.1.
fn after_lengths() -> Vec<Golden> {
    let byte = |field: Field| field.length(1, Endian::Big);
    vec![
        golden(r#"length(u8) "ab""#, [field("ab", byte)], "02 6162"),
        golden(r#"length(u16) "ab""#, [field("ab", |field| field.length(2, Endian::Big))], "0002 6162"),
        golden(
            r#"length(u32, little_endian) "ab""#,
            [field("ab", |field| field.length(4, Endian::Little))],
            "02000000 6162",
        ),
        golden(r#"length(varint) "ab""#, [field("ab", Field::length_varint)], "02 6162"),
        golden(r#"length(u8) "a\0", u8 7"#, [field("a\0", byte), plain(7u8)], "02 6100 07"),
        golden(
            r#"descending length(u8) "a", u8 7"#,
            [field("a", |field| byte(field).descending()), plain(7u8)],
            "FE 9E 07",
        ),
        golden(r#"length(u8) Option "a""#, [field(Some("a"), byte)], "01 01 61"),
        golden("length(u8) Option None", [field(None::<&str>, byte)], "00"),
        golden(r#"length(u8) "a_", u8 7"#, [field("a_", byte), plain(7u8)], "02 615F 5F 07").with(delimited),
    ]
}

// Sections 17.2 to 17.4.
fn integers() -> Vec<Golden> {
    let three = |field: Field| field.bytes(3);
    let decimal = Field::decimal;
    vec![
        golden("bytes(3) u32 258", [field(258u32, three)], "000102"),
        golden("bytes(3) i32 -1", [field(-1i32, three)], "7FFFFF"),
        golden("bytes(5) u16 258", [field(258u16, |field| field.bytes(5))], "0000000102"),
        golden("descending bytes(3) u32 258", [field(258u32, |field| three(field).descending())], "FFFEFD"),
        golden("bytes(3) Option<u32>, 258", [field(Some(258u32), three)], "01 000102"),
        golden("twos_complement i32 -2", [field(-2i32, Field::twos_complement)], "FFFFFFFE"),
        golden("twos_complement i32 2", [field(2i32, Field::twos_complement)], "00000002"),
        golden("little_endian i32 -2", [field(-2i32, Field::little_endian)], "FEFFFFFF"),
        golden("little_endian u32 258", [field(258u32, Field::little_endian)], "02010000"),
        golden("bytes(3) little_endian u64 258", [field(258u64, |field| three(field).little_endian())], "020100"),
        golden("bytes(3) twos_complement i64 -2", [field(-2i64, |field| three(field).twos_complement())], "FFFFFE"),
        golden("descending little_endian u16 258", [field(258u16, |field| field.little_endian().descending())], "FDFE"),
        golden("decimal u64 0", [field(0u64, decimal)], "30"),
        golden("decimal i64 -17", [field(-17i64, decimal)], "2D3137"),
        golden("decimal u64 5, u8 7", [field(5u64, decimal), plain(7u8)], "35 0000 07"),
        golden("decimal Option<u64> 5, u8 7", [field(Some(5u64), decimal), plain(7u8)], "0135 0000 07"),
        golden("descending decimal u64 5", [field(5u64, |field| decimal(field).descending())], "CA FFFF"),
        golden("decimal u64 5, u8 7", [field(5u64, decimal), plain(7u8)], "35 5F 07").with(delimited),
    ]
}

// Section 17.5.
fn to_the_end() -> Vec<Golden> {
    let (optional, list) = (Field::optional, |list: Vec<char>| field(list, Field::list));
    vec![
        golden("u8 7, optional Option<u16>, None", [plain(7u8), field(None::<u16>, optional)], "07"),
        golden("u8 7, optional Option<u16>, 258", [plain(7u8), field(Some(258u16), optional)], "07 0102"),
        golden("u8 7, list of char", [plain(7u8), list(vec![])], "07"),
        golden("u8 7, list of char 'a', 'b'", [plain(7u8), list(vec!['a', 'b'])], "07 00000061 00000062"),
        golden(
            r#"u8 7, list of "", "a""#,
            [plain(7u8), field(vec![String::new(), "a".into()], Field::list)],
            "07 0000 61 0000",
        ),
        golden("u8 7, optional Option<u16>, None", [plain(7u8), field(None::<u16>, optional)], "07 5F").with(delimited),
        golden("u8 7, list of char 'a'", [plain(7u8), list(vec!['a'])], "07 5F 00000061").with(delimited),
    ]
}

// Section 17.6.
fn unterminated() -> Vec<Golden> {
    let text = |text: &'static str| field(text, Field::unterminated);
    let before_a_constant = field(vec![1u8, 2], |field| field.unterminated().after("x"));
    vec![
        golden(r#"unterminated "ann", u16 258"#, [text("ann"), plain(258u16)], "616E6E 0102"),
        golden(r#"unterminated bytes 01 02, constant "x""#, [before_a_constant], "0102 78"),
        golden(r#"unterminated "a_b", u8 7"#, [text("a_b"), plain(7u8)], "615F62 5F 07").with(delimited),
    ]
}

/// Returns a field in the format of another system, such as FoundationDB.
fn in_format<T: Typed + Into<Value>>(format: Format, value: T) -> Column {
    field(value, |field| field.format(format))
}

fn descending_in_format<T: Typed + Into<Value>>(format: Format, value: T) -> Column {
    field(value, |field| field.format(format).descending())
}

// Section 18.1.
fn in_foundation_db() -> Vec<Golden> {
    const F: Format = Format::FoundationDb;
    let none_and_five: Column = (
        Field::new(Kind::Struct(vec![Field::of::<Option<u8>>().format(F), Field::of::<u8>().format(F)])).format(F),
        Value::Struct(crate::values![None::<u8>, 5u8]),
    );
    vec![
        golden(r#"FoundationDB "ada""#, [in_format(F, "ada")], "02 616461 00"),
        golden(r#"FoundationDB "a\0b""#, [in_format(F, "a\0b")], "02 6100FF62 00"),
        golden("FoundationDB bytes 01 00", [in_format(F, vec![1u8, 0])], "01 0100FF 00"),
        golden("FoundationDB u64 1700000000", [in_format(F, 1_700_000_000u64)], "18 6553F100"),
        golden("FoundationDB i64 0", [in_format(F, 0i64)], "14"),
        golden("FoundationDB i64 -1", [in_format(F, -1i64)], "13 FE"),
        golden("FoundationDB i64 -256", [in_format(F, -256i64)], "12 FEFF"),
        golden("FoundationDB u128 2^64", [in_format(F, 1u128 << 64)], "1D 09 010000000000000000"),
        golden("FoundationDB i128 -2^64", [in_format(F, -(1i128 << 64))], "0B F6 FEFFFFFFFFFFFFFFFF"),
        golden("FoundationDB f32 1.5", [in_format(F, 1.5f32)], "20 BFC00000"),
        golden("FoundationDB f64 -1.0", [in_format(F, -1.0f64)], "21 400FFFFFFFFFFFFF"),
        golden("FoundationDB true", [in_format(F, true)], "27"),
        golden("FoundationDB Option<u8>, None", [in_format(F, None::<u8>)], "00"),
        golden("FoundationDB Option<u8>, 5", [in_format(F, Some(5u8))], "15 05"),
        golden("FoundationDB struct of None, u8 5", [none_and_five], "05 00FF 1505 00"),
        golden("descending FoundationDB i64 5", [descending_in_format(F, 5i64)], "EA FA"),
        golden(r#"FoundationDB "a", u8 7"#, [in_format(F, "a"), plain(7u8)], "02 61 00 5F 07").with(delimited),
    ]
}

// Section 18.2.
fn in_memcomparable() -> Vec<Golden> {
    const F: Format = Format::Memcomparable;
    vec![
        golden("memcomparable u16 258", [in_format(F, 258u16)], "0102"),
        golden("memcomparable i32 -1", [in_format(F, -1i32)], "7FFFFFFF"),
        golden("memcomparable f64 1.0", [in_format(F, 1.0f64)], "BFF0000000000000"),
        golden(r#"memcomparable """#, [in_format(F, "")], "00"),
        golden(r#"memcomparable "abc", u8 7"#, [in_format(F, "abc"), plain(7u8)], "01 6162630000000000 03 07"),
        golden(r#"memcomparable "abcdefgh""#, [in_format(F, "abcdefgh")], "01 6162636465666768 08"),
        golden(
            r#"memcomparable "abcdefghi""#,
            [in_format(F, "abcdefghi")],
            "01 6162636465666768 09 6900000000000000 01",
        ),
        golden(r#"memcomparable Option "", None"#, [in_format(F, None::<&str>)], "00"),
        golden(r#"memcomparable Option "", """#, [in_format(F, Some(""))], "01 00"),
        golden(r#"descending memcomparable "a""#, [descending_in_format(F, "a")], "FE 9EFFFFFFFFFFFFFF FE"),
    ]
}

// Section 18.3.
fn in_ordered_code() -> Vec<Golden> {
    const F: Format = Format::OrderedCode;
    vec![
        golden("ordered code u64 0", [in_format(F, 0u64)], "00"),
        golden("ordered code u64 300", [in_format(F, 300u64)], "02 012C"),
        golden("ordered code i64 0", [in_format(F, 0i64)], "80"),
        golden("ordered code i64 63", [in_format(F, 63i64)], "BF"),
        golden("ordered code i64 64", [in_format(F, 64i64)], "C040"),
        golden("ordered code i64 300", [in_format(F, 300i64)], "C12C"),
        golden("ordered code i64 -1", [in_format(F, -1i64)], "7F"),
        golden("ordered code i64 -65", [in_format(F, -65i64)], "3FBF"),
        golden("ordered code f64 1.0", [in_format(F, 1.0f64)], "FFBFF0000000000000"),
        golden(r#"ordered code "ann", u8 7"#, [in_format(F, "ann"), plain(7u8)], "616E6E 0001 07"),
        golden("ordered code bytes 00 FF", [in_format(F, vec![0u8, 0xFF])], "00FF FF00 0001"),
        golden("descending ordered code u64 1", [descending_in_format(F, 1u64)], "FEFE"),
    ]
}

// Section 18.4.
fn in_ordered_bytes() -> Vec<Golden> {
    const F: Format = Format::OrderedBytes;
    vec![
        golden("OrderedBytes i8 -1", [in_format(F, -1i8)], "29 7F"),
        golden("OrderedBytes i32 1", [in_format(F, 1i32)], "2B 80000001"),
        golden("OrderedBytes f64 1.0", [in_format(F, 1.0f64)], "31 BFF0000000000000"),
        golden(r#"OrderedBytes "a", u8 7"#, [in_format(F, "a"), plain(7u8)], "34 61 00 07"),
        golden("OrderedBytes bytes 01", [in_format(F, vec![1u8])], "37 8040"),
        golden("OrderedBytes bytes 00 00", [in_format(F, vec![0u8, 0])], "37 808000"),
        golden(
            "OrderedBytes bytes FF 01 02 03 04 05 06",
            [in_format(F, vec![0xFFu8, 1, 2, 3, 4, 5, 6])],
            "37 FFC0A0A098908A06",
        ),
        golden("OrderedBytes bytes of length 0", [in_format(F, Vec::<u8>::new())], "37 00"),
        golden(r#"OrderedBytes Option "a", None"#, [in_format(F, None::<&str>)], "05"),
        golden(r#"OrderedBytes Option "a", "a""#, [in_format(F, Some("a"))], "34 61 00"),
        golden(r#"descending OrderedBytes "a""#, [descending_in_format(F, "a")], "CB 9E FF"),
    ]
}

// Section 18.5.
fn in_phoenix() -> Vec<Golden> {
    const F: Format = Format::Phoenix;
    vec![
        golden("Phoenix i32 -1", [in_format(F, -1i32)], "7FFFFFFF"),
        golden("Phoenix u32 1", [in_format(F, 1u32)], "00000001"),
        golden("Phoenix f64 1.0", [in_format(F, 1.0f64)], "BFF0000000000001"),
        golden(r#"Phoenix "a", u8 7"#, [in_format(F, "a"), plain(7u8)], "61 00 07"),
        golden(r#"u8 7, Phoenix "a""#, [plain(7u8), in_format(F, "a")], "07 61"),
        golden("u8 7, Phoenix bytes 00 01", [plain(7u8), in_format(F, vec![0u8, 1])], "07 0001"),
        golden(r#"Phoenix Option "a", None, u8 7"#, [in_format(F, None::<&str>), plain(7u8)], "00 07"),
        golden(r#"u8 7, Phoenix Option "a", None"#, [plain(7u8), in_format(F, None::<&str>)], "07"),
        golden(r#"u8 7, descending Phoenix "a""#, [plain(7u8), descending_in_format(F, "a")], "07 9E FF"),
        golden(r#"Phoenix "a", u8 7"#, [in_format(F, "a"), plain(7u8)], "61 00 5F 07").with(delimited),
    ]
}

// Section 18.6.
fn in_tidb() -> Vec<Golden> {
    const F: Format = Format::Tidb;
    vec![
        golden("TiDB i16 -1", [in_format(F, -1i16)], "03 7FFFFFFFFFFFFFFF"),
        golden("TiDB u16 258", [in_format(F, 258u16)], "04 0000000000000102"),
        golden("TiDB f64 1.0", [in_format(F, 1.0f64)], "05 BFF0000000000000"),
        golden(r#"TiDB "", u8 7"#, [in_format(F, ""), plain(7u8)], "01 0000000000000000 F7 07"),
        golden(r#"TiDB "Ulm""#, [in_format(F, "Ulm")], "01 556C6D0000000000 FA"),
        golden(r#"TiDB "abcdefgh""#, [in_format(F, "abcdefgh")], "01 6162636465666768 FF 0000000000000000 F7"),
        golden(r#"TiDB Option "a", None"#, [in_format(F, None::<&str>)], "00"),
        golden(r#"descending TiDB "a""#, [descending_in_format(F, "a")], "FE 9EFFFFFFFFFFFFFF 07"),
    ]
}

fn user() -> [Column; 1] {
    [plain("user000001")]
}

/// Returns a function that adds a salt over the first field to a layout.
fn over_first_field(salt: Salt) -> impl FnOnce(Layout) -> Layout {
    move |layout| layout.salt(salt.of([0]))
}

fn terminated(layout: Layout) -> Layout {
    layout.terminator(b'_')
}

fn nul_terminated(layout: Layout) -> Layout {
    layout.terminator(0)
}

fn delimited(layout: Layout) -> Layout {
    layout.delimiter(b'_')
}

fn nul_delimited(layout: Layout) -> Layout {
    layout.delimiter(0)
}
