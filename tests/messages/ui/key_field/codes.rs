// errors: 21
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct CodeOnAField {
    #[code("tb")]
    channel: u8,
}

#[derive(KeyField)]
#[code("tb")]
struct CodeOnAStruct(u8);

#[derive(KeyField)]
enum CodeTooLarge {
    #[code(300)]
    Web,
}

// Codes of constants.
const OPEN: &str = "op";

const OPENED: &[u8] = b"opened";

const EMPTY: &str = "";

const SEVEN: u8 = 7;

const WIDE: u64 = 7;

#[derive(KeyField)]
enum Same {
    #[code("op")]
    Open,
    #[code(OPEN)]
    Again,
}

#[derive(KeyField)]
enum BeginsAnother {
    #[code(OPENED)]
    Opened,
    #[code("op")]
    Open,
}

#[derive(KeyField)]
enum Empty {
    #[code(EMPTY)]
    Empty,
}

#[derive(KeyField)]
enum TwoKinds {
    #[code(SEVEN)]
    Seven,
    #[code(7u16)]
    Eight,
}

#[derive(KeyField)]
enum OfNoType {
    #[code(WIDE)]
    Wide,
}

#[derive(KeyField)]
enum OfItself {
    #[code(Self::A)]
    A,
}

#[derive(KeyField)]
enum Sum {
    #[code(SEVEN + 1)]
    A,
}

#[derive(KeyField)]
enum CodesOfTwoKinds {
    #[code("web")]
    Web,
    #[code(2)]
    Shop,
}

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    Number(i64),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn data_without_a_code() {
    let key = TripleKey { subject: Term::Iri(String::new()), triple: 1 };
    let _ = key.try_encode();
    let _ = Term::Number(1);
}

#[derive(KeyField)]
enum EnumWithoutCodes {
    Web,
    #[code("shop")]
    Shop,
}

#[derive(KeyField)]
enum NegativeCode {
    #[code(-1)]
    Taobao,
    #[code(1)]
    Tmall,
}

#[derive(KeyField)]
enum NumbersOfVariants {
    Web = 1,
    Shop = 2,
}

#[derive(KeyField)]
enum OneCodeBeginsAnother {
    #[code("web")]
    Web,
    #[code("webshop")]
    Shop,
}

#[derive(KeyField)]
enum OneCodeTwice {
    #[code("a")]
    Web,
    #[code("a")]
    Shop,
}

#[derive(KeyField)]
enum CodeTooLargeForEachType {
    #[code(5000000000u32)]
    Web,
}

#[derive(KeyField)]
enum LargeNumbersWithoutCodes {
    Web = 300,
    Shop = 5_000_000_000,
}

fn main() {}
