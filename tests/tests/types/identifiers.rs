//! UUIDs and ULIDs.

use rowkey::RowKey;
use ulid::Ulid;
use uuid::Uuid;

use crate::laws::{Same, type_keeps_the_laws};

impl Same for Uuid {}
impl Same for Ulid {}

/// Returns the extremes, values with a single byte set, a value of 16 different bytes, and UUIDs of versions 1, 4, 6
/// and 7.
fn words() -> Vec<u128> {
    let versions = [
        0xC232_AB00_9414_11EC_B3C8_9F68_DEC6_CE40,
        0x9191_08F7_52D1_4320_9BAC_F847_DB41_48A8,
        0x1EC9_414C_232A_6B00_B3C8_9E6B_DECE_D846,
        0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F,
    ];
    let bytes = (0..16).map(|byte| 1 << (8 * byte));
    bytes.chain([0, u128::MAX, 1 << 127, 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F]).chain(versions).collect()
}

type_keeps_the_laws!(
    uuid_keys: Uuid,
    |value| -> Uuid { *value },
    words().into_iter().map(Uuid::from_u128).collect(),
    any::<u128>().prop_map(Uuid::from_u128)
);
type_keeps_the_laws!(
    ulid_keys: Ulid,
    |value| -> Ulid { *value },
    words().into_iter().map(Ulid).collect(),
    any::<u128>().prop_map(Ulid)
);

#[derive(RowKey)]
struct ByUuid(Uuid);

#[derive(RowKey)]
struct ByUlid(Ulid);

/// Returns a UUID of version 7 (RFC 9562): 48 bits of milliseconds, then version, variant and random bits.
fn v7(millis: u64, random: u128) -> Uuid {
    /// All bits except those of the version and the variant.
    const FREE: u128 = !(0xF << 76 | 0x3 << 62);
    Uuid::from_u128((u128::from(millis) << 80 | random >> 48) & FREE | 0x7 << 76 | 0x2 << 62)
}

#[test]
fn version_7_and_ulids_sort_by_their_time() {
    let times = [0, 1, 0xFF, 0x100, 1_364_246_090_000, 1_645_557_742_000, 0xFFFF_FFFF_FFFF];
    let randoms = [u128::MAX, 0];
    for pair in times.windows(2) {
        for random in randoms {
            let other = u128::MAX - random;
            assert_eq!(v7(pair[0], random).get_version_num(), 7);
            assert!(ByUuid(v7(pair[0], random)).encode() < ByUuid(v7(pair[1], other)).encode());
            let ulids = [Ulid::from_parts(pair[0], random), Ulid::from_parts(pair[1], other)];
            let [earlier, later] = ulids.map(|ulid| ByUlid(ulid).encode());
            assert!(earlier < later);
        }
    }
}

#[test]
fn the_text_of_a_ulid_sorts_as_its_bytes_do() {
    let mut words = words();
    words.sort_unstable();
    let texts: Vec<String> = words.iter().map(|word| Ulid(*word).array_to_str(&mut [0; 26]).to_owned()).collect();
    assert!(texts.is_sorted());
}
