// errors: 2
//! The entry and the comparison of an update both use the expression. rustc reports the mistake once.
use rowkey::RowKey;

struct Message {
    author: u32,
    tags: Vec<String>,
}

enum NoFormat {}

impl rowkey::record::Format<Message> for NoFormat {
    const NAME: &'static str = "none";

    fn write(_: &Message, _: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
        Ok(())
    }

    fn read(_: &[u8]) -> Result<Message, rowkey::record::FormatError> {
        Ok(Message { author: 1, tags: Vec::new() })
    }
}

#[derive(RowKey)]
#[rowkey(value = Message, format = NoFormat, indexes(ByAuthor, ByTag))]
struct MessageKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct ByAuthor {
    #[rowkey(from = value.auhtor)]
    author: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct ByTag {
    #[rowkey(from_each = value.tag.iter().map(|tag| tag.to_lowercase()))]
    tag: String,
    id: u64,
}

fn main() {}
