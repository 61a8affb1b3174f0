// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
struct LastKey {
    #[hash(md5, 2, last)]
    customer: u32,
}

#[derive(RowKey)]
struct UnknownDigestKey {
    #[hash(phoenix, 4)]
    customer: u32,
}

struct Compact;

#[derive(RowKey)]
struct WithCodecKey {
    #[hash(md5, 4)]
    #[rowkey(codec = Compact)]
    customer: u32,
}

#[derive(RowKey)]
struct WithDescendingKey {
    #[descending]
    #[hash(md5, 4)]
    customer: u32,
}

#[derive(RowKey)]
struct WithPadKey {
    #[hash(md5, 4)]
    #[pad(6)]
    customer: u32,
}

#[derive(RowKey)]
struct WithReverseKey {
    #[hash(md5, 4)]
    #[reverse]
    customer: u32,
}

fn main() {}
