// errors: 10
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(codec = Degrees)]
struct CodecOnStructKey {
    degrees: f32,
}

#[derive(RowKey)]
struct DelimiterOnFieldKey {
    #[rowkey(delimiter = '_')]
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[delimiter('_')]
struct DelimiterWithoutRowkeyKey {
    customer: u32,
}

#[derive(RowKey)]
struct DescWithinRowkeyKey {
    #[rowkey(desc)]
    paid_at: i64,
}

#[derive(RowKey)]
struct EventKey {
    #[rowkey(descending)]
    at: u64,
}

fn descending_within_rowkey() {
    let _ = EventKey { at: 1 }.encode();
}

#[derive(RowKey)]
enum PadOnEnumVariant {
    #[pad(6)]
    Payment(u64),
}

#[derive(RowKey)]
#[pad(6)]
struct PadOnStructKey {
    customer: u32,
}

#[derive(RowKey)]
struct PadWithinRowkeyKey {
    #[rowkey(pad(6))]
    customer: u32,
}

#[derive(RowKey)]
#[salt(md5, 2)]
struct SaltOnStructKey {
    customer: u32,
}

#[derive(RowKey)]
struct SaltWithinRowkeyOnFieldKey {
    #[rowkey(salt(md5, 2))]
    customer: u32,
}

fn main() {}
