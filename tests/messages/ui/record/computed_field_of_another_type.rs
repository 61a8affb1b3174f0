use rowkey::RowKey;

struct Message {
    author: u32,
}

struct AsBytes;

impl rowkey::record::Format<Message> for AsBytes {
    const NAME: &'static str = "bytes";

    fn write(value: &Message, out: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
        out.extend(value.author.to_be_bytes());
        Ok(())
    }

    fn read(_: &[u8]) -> Result<Message, rowkey::record::FormatError> {
        Ok(Message { author: 7 })
    }
}

#[derive(RowKey)]
#[rowkey(value = Message, format = AsBytes, indexes(MessageByAuthor))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByAuthor {
    #[rowkey(from = value.author)]
    author: u16,
    message: u64,
}

fn main() {}
