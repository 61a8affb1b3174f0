//! Split points of `HBase` tables, for the kinds of test vectors whose names end in `-splits`, such as `hex-splits`.

use rowkey::{RowKey, Spreads};

#[derive(RowKey)]
#[rowkey(salt(md5, 4, hex))]
struct Hex {
    #[allow(dead_code, reason = "only the layout of this key is used")]
    value: u64,
}

#[derive(RowKey)]
struct Decimal {
    #[allow(dead_code, reason = "only the layout of this key is used")]
    #[pad(8)]
    #[reverse]
    value: u32,
}

#[derive(RowKey)]
#[rowkey(salt(md5, 8))]
struct Uniform {
    #[allow(dead_code, reason = "only the layout of this key is used")]
    value: u64,
}

macro_rules! phoenix {
    ($regions:expr, $($buckets:literal)*) => {
        match $regions {
            $($buckets => {
                #[derive(RowKey)]
                #[rowkey(salt(phoenix, buckets = $buckets))]
                struct Key {
                    #[allow(dead_code, reason = "only the layout of this key is used")]
                    value: u64,
                }
                points::<Key>($buckets)
            })*
            other => panic!("this file declares no key with {other} buckets"),
        }
    };
}

/// Returns the split points for a kind such as `hex-splits`, or `None` for a kind of other test vectors.
pub(super) fn splits(kind: &str, regions: &str) -> Option<Vec<Vec<u8>>> {
    let points = match kind {
        "hex-splits" => points::<Hex>,
        "decimal-splits" => points::<Decimal>,
        "uniform-splits" => points::<Uniform>,
        "phoenix-splits" => phoenix,
        _ => return None,
    };
    Some(points(regions.parse().unwrap()))
}

fn points<K: Spreads>(regions: usize) -> Vec<Vec<u8>> {
    K::split_points(regions).unwrap()
}

/// Returns split points with one region per bucket.
fn phoenix(regions: usize) -> Vec<Vec<u8>> {
    phoenix!(regions, 2 3 4 7 16 64 256)
}
