use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

struct Length {
    length: usize,
}

impl From<&String> for Length {
    fn from(text: &String) -> Self {
        Self { length: text.len() }
    }
}

enum AsText {}

impl rowkey::record::Format<String> for AsText {
    const NAME: &'static str = "text";

    fn write(text: &String, out: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
        out.extend(text.as_bytes());
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<String, rowkey::record::FormatError> {
        Ok(String::from_utf8_lossy(bytes).into())
    }
}

impl rowkey::record::Format<Length> for AsText {
    const NAME: &'static str = "length";

    fn write(length: &Length, out: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
        out.push(length.length as u8);
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<Length, rowkey::record::FormatError> {
        Ok(Length { length: bytes.len() })
    }
}

#[derive(RowKey)]
#[rowkey(value = String, format = AsText, indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, stores = Length)]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn main() {
    let rows = Rows::new(Memory::new());
    for row in rows.covered(MessageByText::prefix()) {
        let (_, stored) = row.unwrap();
        println!("{} {}", stored.length, stored.first_word);
    }
}
