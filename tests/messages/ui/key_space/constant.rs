// errors: 2
use rowkey::{KeySpace, RowKey};

// Constants after unterminated fields.
#[derive(RowKey)]
struct ShortKey {
    #[unterminated]
    name: String,
    #[rowkey(before = 1)]
    part: u8,
}

#[derive(RowKey)]
struct LongKey {
    #[unterminated]
    name: String,
    #[rowkey(before = 2)]
    part: u32,
}

#[derive(KeySpace)]
enum ConstantsAfterUnterminatedFieldsRow {
    Short(ShortKey),
    Long(LongKey),
}

// Constants at other offsets.
#[derive(RowKey)]
#[rowkey(namespace = "z")]
struct LogKey {
    region: u64,
    #[rowkey(before = 1)]
    index: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "z")]
struct StateKey {
    region: u64,
    name: String,
    #[rowkey(before = 2)]
    part: u32,
}

#[derive(KeySpace)]
enum ConstantsAtOtherOffsetsRow {
    Log(LogKey),
    State(StateKey),
}

fn main() {}
