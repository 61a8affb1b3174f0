//! Where tables are split.

use anyhow::{Result, bail};
use rowkey::{RowKey, Spreads};

#[derive(RowKey)]
#[rowkey(salt(md5, 4, hex))]
struct Hex {
    #[allow(dead_code, reason = "only the layout of this key is asked for")]
    value: u64,
}

#[derive(RowKey)]
struct Decimal {
    #[allow(dead_code, reason = "only the layout of this key is asked for")]
    #[pad(8)]
    #[reverse]
    value: u32,
}

#[derive(RowKey)]
#[rowkey(salt(md5, 8))]
struct Uniform {
    #[allow(dead_code, reason = "only the layout of this key is asked for")]
    value: u64,
}

macro_rules! phoenix {
    ($regions:expr, $($buckets:literal)*) => {
        match $regions {
            $($buckets => {
                #[derive(RowKey)]
                #[rowkey(salt(phoenix, buckets = $buckets))]
                struct Key {
                    #[allow(dead_code, reason = "only the layout of this key is asked for")]
                    value: u64,
                }
                points::<Key>($buckets)
            })*
            other => bail!("no key here has {other} buckets"),
        }
    };
}

/// The split points of a kind of table for a number of regions; `None` if the kind is of something else.
pub(super) fn splits(kind: &str, regions: &str) -> Option<Result<Vec<Vec<u8>>>> {
    let points = match kind {
        "hex-splits" => points::<Hex>,
        "decimal-splits" => points::<Decimal>,
        "uniform-splits" => points::<Uniform>,
        "phoenix-splits" => phoenix,
        _ => return None,
    };
    Some(regions.parse().map_err(Into::into).and_then(points))
}

fn points<K: Spreads>(regions: usize) -> Result<Vec<Vec<u8>>> {
    Ok(K::split_points(regions)?)
}

/// A region for each bucket.
fn phoenix(regions: usize) -> Result<Vec<Vec<u8>>> {
    phoenix!(regions, 2 3 4 7 16 64 256)
}
