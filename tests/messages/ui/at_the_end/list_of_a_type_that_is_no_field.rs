// errors: 2
use rowkey::RowKey;

#[derive(Debug, Clone, PartialEq)]
struct Tag(u32);

type Pairs = Vec<(u8, u8)>;

#[derive(Debug, Clone, PartialEq, RowKey)]
struct MetricKey {
    metric: u32,
    #[rowkey(list)]
    tags: Vec<Tag>,
}

#[derive(RowKey)]
struct PairKey {
    #[rowkey(list)]
    pairs: Pairs,
}

fn main() {
    let key = MetricKey { metric: 1, tags: vec![Tag(1)] };
    let bytes = key.encode();
    assert_eq!(MetricKey::decode(&bytes), Ok(key));
    let _ = MetricKey::prefix().metric(1).tags_starts_with(&[Tag(1)]).range();
    let _ = MetricKey::prefix().metric(1).tags(&[Tag(1)]).range();
}
