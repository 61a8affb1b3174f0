// errors: 7
use rowkey::KeyField;

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

fn main() {}
