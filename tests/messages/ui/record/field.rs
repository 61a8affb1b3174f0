// errors: 11
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

// A field has another type than in the primary key, in an index that is not unique.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(FieldOfAnotherTypeInAnIndexThatIsNotUniqueMessageByText))]
struct FieldOfAnotherTypeInAnIndexThatIsNotUniqueMessageKey {
    message: u64,
}

// Not unique, so that the primary key is read from the entry, too.
#[derive(RowKey)]
#[rowkey(index_of = FieldOfAnotherTypeInAnIndexThatIsNotUniqueMessageKey)]
struct FieldOfAnotherTypeInAnIndexThatIsNotUniqueMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u32,
}

// Field of another type than in the primary key.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(FieldOfAnotherTypeThanInThePrimaryKeyMessageByText))]
struct FieldOfAnotherTypeThanInThePrimaryKeyMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = FieldOfAnotherTypeThanInThePrimaryKeyMessageKey, unique)]
struct FieldOfAnotherTypeThanInThePrimaryKeyMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u32,
}

struct Length {
    length: usize,
}

impl From<&String> for Length {
    fn from(text: &String) -> Self {
        Self { length: text.len() }
    }
}

enum AsText {}

impl rowkey::record::ValueFormat<String> for AsText {
    const NAME: &'static str = "text";

    fn write(text: &String, out: &mut Vec<u8>) -> Result<(), rowkey::record::FormatError> {
        out.extend(text.as_bytes());
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<String, rowkey::record::FormatError> {
        Ok(String::from_utf8_lossy(bytes).into())
    }
}

impl rowkey::record::ValueFormat<Length> for AsText {
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
#[rowkey(value = String, format = AsText, indexes(FieldThatACoveringIndexDoesNotStoreMessageByText))]
struct FieldThatACoveringIndexDoesNotStoreMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = FieldThatACoveringIndexDoesNotStoreMessageKey, stores = Length)]
struct FieldThatACoveringIndexDoesNotStoreMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn field_that_a_covering_index_does_not_store() {
    let rows = Rows::new(Memory::new());
    for row in rows.covered(FieldThatACoveringIndexDoesNotStoreMessageByText::prefix()) {
        let (_, stored) = row.unwrap();
        println!("{} {}", stored.length, stored.first_word);
    }
}

// A field that the value does not have. The entry and the comparison of an update both use the expression. rustc reports the mistake once.
struct Message {
    author: u32,
    tags: Vec<String>,
}

enum NoFormat {}

impl rowkey::record::ValueFormat<Message> for NoFormat {
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
struct FieldThatTheValueDoesNotHaveMessageKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = FieldThatTheValueDoesNotHaveMessageKey)]
struct ByAuthor {
    #[rowkey(from = value.auhtor)]
    author: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = FieldThatTheValueDoesNotHaveMessageKey)]
struct ByTag {
    #[rowkey(from_each = value.tag.iter().map(|tag| tag.to_lowercase()))]
    tag: String,
    id: u64,
}

// A field without `from`. It gives an error for each index.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByAuthor, MessageByDay))]
struct MessageKey {
    conversation: u32,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByAuthor {
    author: String,
    conversation: u32,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, unique)]
struct MessageByDay {
    day: u32,
}

// Hash of the primary key.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(HashOfThePrimaryKeyMessageByText))]
struct HashOfThePrimaryKeyMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = HashOfThePrimaryKeyMessageKey)]
struct HashOfThePrimaryKeyMessageByText {
    #[rowkey(from = value)]
    text: String,
    #[hash(md5, 4)]
    message: u64,
}

// Index without a field of the primary key.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(IndexWithoutAFieldOfThePrimaryKeyMessageByText))]
struct PostKey {
    conversation: u32,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = PostKey)]
struct IndexWithoutAFieldOfThePrimaryKeyMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

// Index without field names.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(IndexWithoutFieldNamesMessageByText))]
struct IndexWithoutFieldNamesMessageKey(u64);

#[derive(RowKey)]
#[rowkey(index_of = IndexWithoutFieldNamesMessageKey, unique)]
struct IndexWithoutFieldNamesMessageByText(#[rowkey(from = value)] String);

// Index without fields.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(AllUsers))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(namespace = "all", index_of = UserKey)]
struct AllUsers;

fn main() {}
