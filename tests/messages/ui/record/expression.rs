// errors: 13
use rowkey::RowKey;

// A closure is written as the expression. It gives an error for each expression.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(ClosureAsAnExpressionMessageByLength))]
struct ClosureAsAnExpressionMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ClosureAsAnExpressionMessageKey, filter = |value| !value.is_empty())]
struct ClosureAsAnExpressionMessageByLength {
    #[rowkey(from = move |value| value.len() as u64)]
    length: u64,
    message: u64,
}

// The field is an `Option`. It gives an error for each field.
#[derive(RowKey)]
#[rowkey(value = [u8; 4], format = rowkey::Raw, indexes(MessageByFirst))]
struct ComputedFieldOfAnOptionMessageKey {
    thread: Option<u32>,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ComputedFieldOfAnOptionMessageKey)]
struct MessageByFirst {
    #[rowkey(from = key.thread)]
    started_by: u32,
    #[rowkey(from = key.thread?)]
    answered_by: u64,
    thread: Option<u32>,
    message: u64,
}

// Computed field of another type.
struct Message {
    author: u32,
}

struct AsBytes;

impl rowkey::record::ValueFormat<Message> for AsBytes {
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
struct ComputedFieldOfAnotherTypeMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ComputedFieldOfAnotherTypeMessageKey)]
struct MessageByAuthor {
    #[rowkey(from = value.author)]
    author: u16,
    message: u64,
}

// Elements of a number.
#[derive(RowKey)]
#[rowkey(value = [u8; 4], format = rowkey::Raw, indexes(MessageByDigit))]
struct ElementsOfANumberMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ElementsOfANumberMessageKey)]
struct MessageByDigit {
    #[rowkey(from_each = key.message)]
    digit: u8,
    message: u64,
}

// Elements of another type.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByWord))]
struct ElementsOfAnotherTypeMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ElementsOfAnotherTypeMessageKey)]
struct MessageByWord {
    #[rowkey(from_each = value.split_whitespace().map(str::len))]
    word: String,
    message: u64,
}

// The filter has another type than `bool`.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(FilterThatIsNoBoolMessageByLength))]
struct FilterThatIsNoBoolMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = FilterThatIsNoBoolMessageKey, filter = value.strip_prefix('#'))]
struct FilterThatIsNoBoolMessageByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    message: u64,
}

// Question mark without an option.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(QuestionMarkWithoutAnOptionMessageByLength))]
struct QuestionMarkWithoutAnOptionMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = QuestionMarkWithoutAnOptionMessageKey)]
struct QuestionMarkWithoutAnOptionMessageByLength {
    #[rowkey(from = value.len() as u64?)]
    length: u64,
    message: u64,
}

// `Self` in an expression. It gives an error for each expression.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(SelfInAnExpressionMessageByText))]
struct SelfInAnExpressionMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = SelfInAnExpressionMessageKey, filter = !self.text.is_empty())]
struct SelfInAnExpressionMessageByText {
    #[rowkey(from = self.text)]
    text: String,
    #[rowkey(from_each = self.text.split(' '))]
    word: String,
    message: u64,
}

// Stores what cannot be made.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(StoresWhatCannotBeMadeMessageByText))]
struct StoresWhatCannotBeMadeMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = StoresWhatCannotBeMadeMessageKey, stores = Vec<u8>)]
struct StoresWhatCannotBeMadeMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn main() {}
