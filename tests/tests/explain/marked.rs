//! Tests which parts of a key an explanation marks as wrong. A problem in one part does not hide the other parts.

use crate::keys::{Derived, FixedDelimited, Padded, ReversedKey, SaltedWhole, TimesAsText, Values};
use rowkey::explain::Explanation;
use rowkey::{DecodeKey, RowKey};
use rowkey_proof::untyped::{Untyped, from_file};
use serde_json::json;

/// Returns the value of each part, or the problem of the part as an error.
fn parts(explanation: &Explanation) -> Vec<Result<&str, String>> {
    let part = |part: &rowkey::explain::ExplainedPart| part.problem().map(ToString::to_string);
    explanation
        .parts()
        .iter()
        .map(|explained| part(explained).map_or_else(|| Ok(explained.value().unwrap_or("-")), Err))
        .collect()
}

#[test]
fn the_parts_after_a_wrong_field_are_explained() {
    #[derive(RowKey)]
    struct Fixed {
        a: u32,
        b: char,
        c: u8,
    }
    let explanation = Fixed::explain(&[0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 9]);
    assert_eq!(parts(&explanation), [Ok("1"), Err("field `b` at byte 4: 0xffffffff is not a char".into()), Ok("9"),]);

    #[derive(RowKey)]
    struct VariableLength {
        a: String,
        b: u8,
    }
    let explanation = VariableLength::explain(&[0xFF, 0, 0, 9]);
    assert_eq!(parts(&explanation)[1], Ok("9"), "{explanation}");
    assert!(parts(&explanation)[0].is_err(), "{explanation}");
}

/// A wrong field hides where its struct ends, so nothing after the struct can be read.
#[test]
fn the_parts_after_a_wrong_struct_are_not_guessed() {
    let explanation = Derived::explain(b"\xFF\0\0\x80\0\x01r\0\0tm\x90\x01\x2Bl");
    assert!(explanation.parts()[0].problem().is_some(), "{explanation}");
    assert!(explanation.parts()[1..].iter().all(|part| part.note() == Some("not reached")), "{explanation}");
}

#[test]
fn a_bucket_in_digits_is_printed_with_the_count() {
    #[derive(RowKey)]
    #[rowkey(salt(random, buckets = 12, digits))]
    struct Drawn {
        a: u8,
    }
    for salt in ["00", "07", "11", "12", "99", "1x", "/0", ":0"] {
        let key = [salt.as_bytes(), &[7]].concat();
        let bucket = salt.parse::<u64>().ok().filter(|bucket| *bucket < 12);
        assert_eq!(Drawn::decode(&key).is_ok(), bucket.is_some(), "{salt}");
        let explanation = Drawn::explain(&key);
        assert_eq!(explanation.is_ok(), bucket.is_some(), "{explanation}");
        let value = explanation.parts()[0].value().map(String::from);
        assert_eq!(value, bucket.map(|bucket| format!("bucket {bucket} of 12")));
    }
}

#[test]
fn a_truncated_part_has_the_error_of_decoding() {
    let whole = FixedDelimited { a: 258, b: 12_345, c: true }.try_encode().unwrap();
    for len in 0..whole.len() {
        let explanation = FixedDelimited::explain(&whole[..len]);
        let marked: Vec<_> = explanation.parts().iter().filter_map(|part| part.problem()).collect();
        assert_eq!(marked, [explanation.problem().unwrap()], "{explanation}");
        let error = FixedDelimited::decode(&whole[..len]).unwrap_err();
        assert_eq!(marked[0].to_string(), error.to_string());
    }
    // If a byte is also wrong, its part `b` reports the wrong byte.
    let explanation = FixedDelimited::explain(b"\x01\x02.1x345");
    let digits = "field `b` at byte 4: expected 5 ASCII digits, found 0x78";
    assert_eq!(parts(&explanation)[1], Err(digits.into()), "{explanation}");
    let explanation = FixedDelimited::explain(b"\x01\x02.1x345.");
    assert_eq!(parts(&explanation)[1], Err(digits.into()), "{explanation}");
    assert!(parts(&explanation)[2].as_ref().unwrap_err().starts_with("field `c` at byte 9: "), "{explanation}");
}

#[test]
fn a_salt_of_the_whole_key_is_checked_if_the_whole_key_was_read() {
    #[derive(RowKey)]
    #[rowkey(salt(md5, 1))]
    struct Fixed {
        a: u8,
        b: u16,
    }
    fn salt_of(explanation: &Explanation) -> (Option<&str>, bool) {
        (explanation.parts()[0].note(), explanation.parts()[0].problem().is_some())
    }
    const NOT_CHECKED: (Option<&str>, bool) =
        (Some("not checked: a field from which the salt is computed is wrong"), false);
    let key = Fixed { a: 1, b: 2 }.encode();
    assert_eq!(salt_of(&Fixed::explain(&key)), (None, false));
    assert_eq!(salt_of(&Fixed::explain(&[&[key[0] ^ 1], &key[1..]].concat())), (None, true));
    assert_eq!(salt_of(&Fixed::explain(&key[..3])), NOT_CHECKED);
    let after_key = "not checked: bytes follow the last field, and the salt is of the whole key";
    assert_eq!(salt_of(&Fixed::explain(&[&key[..], &[7]].concat())), (Some(after_key), false));
    assert_eq!(salt_of(&SaltedWhole::explain(b"00")), NOT_CHECKED);
}

fn rejection<K: RowKey>(leading: &[(&str, &str)]) -> String {
    K::LAYOUT.ranges(leading).unwrap_err().to_string()
}

#[test]
fn a_range_of_a_value_that_does_not_fit_says_why() {
    let before = [("a", "1"), ("b", "12"), ("c", r"\x01\x02\x03"), ("s", "s"), ("v", "v")];
    let padded = |text| [&before[..], &[("p", text)]].concat();
    assert_eq!(ReversedKey::LAYOUT.ranges(&padded("123456789")).map(|ranges| ranges.len()), Ok(1));
    assert!(rejection::<ReversedKey>(&padded("\0a")).contains("the string begins with '\\0'"));
    assert!(rejection::<ReversedKey>(&padded("\x00234567890")).contains("the string has 10 bytes"));
    assert!(rejection::<Padded>(&[("a", "1234567")]).contains("1234567 has 7 digits"));
    let time = "2013-03-25 21:14:50";
    let error = rejection::<TimesAsText>(&[("a", &format!("{time}x"))]);
    assert_eq!(
        error,
        format!("field `a`: `{time}x` is not a time as \"%Y-%m-%d %H:%M:%S\": write it like 2024-02-29 12:30:00")
    );
}

#[test]
fn a_whole_second_has_no_fraction() {
    fn problem_of<K: for<'a> DecodeKey<'a>>(key: &[u8]) -> Option<String> {
        let problem = K::explain(key).problem().map(ToString::to_string);
        assert_eq!(problem, K::decode(key).err().map(|error| error.to_string()), "{key:?}");
        problem
    }
    #[derive(RowKey)]
    struct Span(std::time::Duration);
    let nanos = |nanos: u32| [&[0; 8][..], &nanos.to_be_bytes()].concat();
    assert_eq!(problem_of::<Span>(&nanos(999_999_999)), None);
    assert!(problem_of::<Span>(&nanos(1_000_000_000)).is_some());
    assert!(problem_of::<Span>(&nanos(u32::MAX)).is_some());
    assert!(Values::explain(&[0; 3]).problem().is_some());
}

#[test]
fn a_format_in_a_file_is_valid_if_the_attribute_accepts_it() {
    fn width_of(format: &str) -> Result<usize, String> {
        for width in 0..40 {
            let field = json!({"name": "a", "kind": "time", "format": format, "width": width});
            let file = json!({"rowkey_layout": 1, "name": "K", "fields": [field]});
            match from_file(&file.to_string()) {
                Err(error) if error.contains(" bytes, not ") => {}
                other => return other.map(|_| width),
            }
        }
        panic!("{format}")
    }
    for (format, width) in [
        ("%F", 10),
        ("%T", 8),
        ("%Y%m%d%H%M%S", 14),
        ("%H%%", 3),
        ("%f", 9),
        ("%1f", 1),
        ("%9f", 9),
        ("%S.%3f", 6),
        ("%S%.3f", 6),
    ] {
        assert_eq!(width_of(format), Ok(width), "{format}");
    }
    for format in ["%", "%x", "%0f", "%3", "%3x", "%10f", "%.", "%.3", "%.0f", "%.3x", "%.xf"] {
        let error = width_of(format).unwrap_err();
        assert!(error.contains(&format!("{format:?} is not a time format")), "{error}");
    }
}
