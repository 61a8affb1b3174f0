//! What the promises of a codec give the key: `_starts_with`, and `encode` before a delimiter.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rowkey::{Codec, InOrder, KeyField, RowKey, StartsAlike, Without, testing};

/// `~` as `~1` and `/` as `~0`, which also sort as the characters do not: `/` sorts before `a`, and `~0` after.
struct Escaped;

fn escaped(text: &str) -> Vec<u8> {
    text.replace('~', "~1").replace('/', "~0").into()
}

fn unescaped(bytes: Vec<u8>) -> Result<String, String> {
    Ok(String::from_utf8(bytes).map_err(|error| error.to_string())?.replace("~0", "/").replace("~1", "~"))
}

impl Codec<String> for Escaped {
    type Encoded = StartsAlike<Without<'/', Vec<u8>>>;
    const NAME: &'static str = "~0 and ~1";

    fn encode(text: &String) -> Self::Encoded {
        StartsAlike(Without(escaped(text)))
    }

    fn decode(bytes: Vec<u8>) -> Result<String, String> {
        unescaped(bytes)
    }
}

/// Text unchanged, with the promises of text.
struct Text;

impl Codec<String> for Text {
    type Encoded = InOrder<StartsAlike<Vec<u8>>>;
    const NAME: &'static str = "text";

    fn encode(text: &String) -> Self::Encoded {
        InOrder(StartsAlike(text.clone().into()))
    }

    fn decode(bytes: Vec<u8>) -> Result<String, String> {
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }
}

#[derive(Debug, Clone, PartialEq, KeyField)]
#[rowkey(codec = Escaped)]
struct Name(String);

const TEXTS: [&str; 16] =
    ["", "/", "//", "~", "~0", "~1", "/~", "a", "a/", "a/b", "a~", "ab", "a\0", "b", "\u{e9}", "\u{e9}/"];

/// Checks that the range of each start contains exactly the keys whose text has this start.
macro_rules! starts_alike {
    ($name:ident: $key:ident { $($rest:ident)? }) => {
        #[test]
        fn $name() {
            let keys = TEXTS.map(|text| $key { text: text.to_string().into(), $($rest: 7)? });
            testing::keys(keys.clone()).unwrap();
            for start in TEXTS {
                let range = $key::prefix().text_starts_with(start).range();
                for key in &keys {
                    let text: &str = key.text.as_ref();
                    assert_eq!(range.contains(&key.encode()), text.starts_with(start), "{start:?} of {text:?}");
                }
            }
        }
    };
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
#[rowkey(delimiter = '/')]
struct Delimited {
    #[rowkey(codec = Escaped)]
    text: String,
    next: u8,
}
starts_alike!(before_its_delimiter: Delimited { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
#[rowkey(terminator = '/')]
struct Terminated {
    #[rowkey(codec = Escaped)]
    text: String,
    next: u8,
}
starts_alike!(before_its_terminator: Terminated { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct Last {
    #[rowkey(codec = Escaped)]
    text: String,
}
starts_alike!(at_the_end: Last {});

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct BeforeAnother {
    #[rowkey(codec = Text)]
    text: String,
    next: u8,
}
starts_alike!(before_another_field: BeforeAnother { next });

#[derive(Debug, Clone, PartialEq, PartialOrd, RowKey)]
struct OfAType {
    text: Name,
    next: u8,
}
starts_alike!(of_a_type: OfAType { next });

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingKey {
    #[rowkey(codec = Text)]
    #[descending]
    text: String,
    next: u8,
}

#[test]
fn a_descending_field_keeps_the_promise() {
    for (start, text) in TEXTS.iter().flat_map(|start| TEXTS.map(|text| (*start, text))) {
        let key = DescendingKey { text: text.into(), next: 7 }.encode();
        let range = DescendingKey::prefix().text_starts_with(start).range();
        assert_eq!(range.contains(&key), text.starts_with(start), "{start:?} of {text:?}");
    }
}

#[test]
fn an_ordered_codec_keeps_its_order_with_the_promise() {
    let key = |text: &str| BeforeAnother { text: text.into(), next: 7 }.encode();
    let [from, to] = ["a", "b"].map(String::from);
    let range = BeforeAnother::prefix().text_in(&from..&to).range();
    assert!(range.contains(&key("a")) && range.contains(&key("ab")) && !range.contains(&key("b")));
    assert!(BeforeAnother::LAYOUT.is_ordered() && !Delimited::LAYOUT.is_ordered());
}

#[test]
fn the_laws_find_broken_promises() {
    /// Text unchanged, which may contain the character.
    struct Careless;
    impl Codec<String> for Careless {
        type Encoded = Without<'/', Vec<u8>>;
        const NAME: &'static str = "careless";
        fn encode(text: &String) -> Self::Encoded {
            Without(text.clone().into())
        }
        fn decode(bytes: Vec<u8>) -> Result<String, String> {
            String::from_utf8(bytes).map_err(|error| error.to_string())
        }
    }
    assert_eq!(testing::codec::<Careless, String>(["a".into()]), Ok(()));
    let broken = testing::codec::<Careless, String>(["a/b".into()]).unwrap_err();
    assert_eq!(broken.to_string(), "without: the bytes 612f62 of \"a/b\" contain '/'");
    testing::text_codec::<Escaped, String>(TEXTS.map(String::from)).unwrap();
    testing::text_codec::<Text, String>(TEXTS.map(String::from)).unwrap();
}
