//! The contenders on workloads (b) and (c), a string of 16 or 256 bytes among integers.

use crate::arrow::arrow;
use crate::harness::{Contender, Operation};
use crate::peer::{self, keys, peer_structs};
use crate::report::Report;
use crate::values::{Random, texts};
use crate::workloads::mixed::{self as by_hand, Borrowing, Key};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Int64Array, StringArray, UInt32Array, UInt64Array};
use cw_storage_plus::{KeyDeserialize, PrimaryKey};
use rowkey::RowKey;
use std::borrow::Cow;
use std::hint::black_box;
use std::sync::Arc;

peer_structs!(by_hand::Key { customer: u32, shop: String, paid_at: i64, payment: u64 });

#[derive(storekey::BorrowDecode)]
#[allow(dead_code, reason = "only the benchmark reads the fields")]
struct StorekeyBorrowing<'a> {
    customer: u32,
    shop: Cow<'a, str>,
    paid_at: i64,
    payment: u64,
}

fn adversarial() -> Vec<Key> {
    let keys_of_shop = |shop: String| {
        let number = move |customer| (customer, shop.clone());
        let time = |(customer, shop): (u32, String)| {
            [-1, 0, 1].map(|paid_at| Key { customer, shop: shop.clone(), paid_at, payment: 256 })
        };
        [1, 256].map(number).into_iter().flat_map(time)
    };
    texts().into_iter().flat_map(keys_of_shop).collect()
}

pub fn run(report: &mut Report, letter: &str, len: usize) {
    let samples = Random::new().samples(|random| Key {
        customer: random.number() as u32,
        shop: random.text(len),
        paid_at: (random.number() >> 23) as i64,
        payment: random.number(),
    });
    let contenders = vec![
        hand_written(&samples),
        rowkey(&samples),
        peer::storekey::<_, Peer>(&samples)
            .each(
                Operation::Borrowed,
                keys(&samples, |key| storekey::encode_vec(&Peer::from(key.clone())).unwrap()),
                |key| {
                    black_box(storekey::decode_borrow::<StorekeyBorrowing>(key).unwrap());
                },
            )
            .each(Operation::Range, samples.clone(), |key| {
                let start = storekey::encode_vec(&(key.customer, key.shop.as_str())).unwrap();
                black_box((start.clone(), crate::workloads::hand::upper_bound(start)));
            }),
        foundationdb(&samples),
        peer::memcomparable::<_, Peer>(&samples),
        peer::bonsaidb::<_, Peer>(&samples),
        cw_storage_plus(&samples),
        tuple_key2(&samples),
        peer::tuple_key::<_, TupleKeyPeer>(&samples),
        peer::redb::<_, Peer>(&samples),
        peer::bincode::<_, Peer>(&samples),
        peer::postcard::<_, Peer>(&samples),
        arrow(
            &samples,
            |keys| {
                vec![
                    Arc::new(UInt32Array::from_iter_values(keys.iter().map(|key| key.customer))),
                    Arc::new(StringArray::from_iter_values(keys.iter().map(|key| &key.shop))),
                    Arc::new(Int64Array::from_iter_values(keys.iter().map(|key| key.paid_at))),
                    Arc::new(UInt64Array::from_iter_values(keys.iter().map(|key| key.payment))),
                ]
            },
            |columns| Key {
                customer: columns[0].as_primitive::<UInt32Type>().value(0),
                shop: columns[1].as_string::<i32>().value(0).into(),
                paid_at: columns[2].as_primitive::<Int64Type>().value(0),
                payment: columns[3].as_primitive::<UInt64Type>().value(0),
            },
        ),
    ];
    let title = format!("({letter}) `u32`, a string of {len} bytes, `i64`, `u64`");
    report.workload(&title, contenders, &adversarial(), Some(Ord::cmp), "db-key-macro has no strings.");
}

fn hand_written(samples: &[Key]) -> Contender<Key> {
    Contender::new("hand-written", by_hand::encode, |key| by_hand::decode(key).unwrap())
        .reused(samples.to_vec(), by_hand::encode_into)
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(by_hand::encode(key));
        })
        .each(Operation::Owned, keys(samples, by_hand::encode), |key| {
            black_box(by_hand::decode(key).unwrap());
        })
        .each(Operation::Borrowed, keys(samples, by_hand::encode), |key| {
            black_box(by_hand::decode_borrowed(key).unwrap());
        })
        .each(Operation::Range, samples.to_vec(), |key| {
            black_box(by_hand::range(key.customer, &key.shop));
        })
}

fn rowkey(samples: &[Key]) -> Contender<Key> {
    Contender::new("**rowkey**", |key: &Key| key.encode(), |key| Key::decode(key).unwrap())
        .reused(samples.to_vec(), |key, out| key.encode_into(out).unwrap())
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(key.encode());
        })
        .each(Operation::Owned, keys(samples, |key| key.encode()), |key| {
            black_box(Key::decode(key).unwrap());
        })
        .each(Operation::Borrowed, keys(samples, |key| key.encode()), |key| {
            black_box(Borrowing::decode(key).unwrap());
        })
        .each(Operation::Range, samples.to_vec(), |key| {
            black_box(Key::prefix().customer(key.customer).shop(&key.shop).range());
        })
}

fn foundationdb(samples: &[Key]) -> Contender<Key> {
    use foundationdb_tuple::{Subspace, pack, pack_into, unpack};
    fn tuple(key: &Key) -> (u32, &str, i64, u64) {
        (key.customer, &key.shop, key.paid_at, key.payment)
    }
    fn decode(key: &[u8]) -> Key {
        let (customer, shop, paid_at, payment) = unpack(key).unwrap();
        Key { customer, shop, paid_at, payment }
    }
    Contender::new("foundationdb-tuple 0.11", |key| pack(&tuple(key)), decode)
        .reused(samples.to_vec(), |key, out| {
            pack_into(&tuple(key), out);
        })
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(pack(&tuple(key)));
        })
        .each(Operation::Owned, keys(samples, |key| pack(&tuple(key))), |key| {
            black_box(decode(key));
        })
        .each(Operation::Borrowed, keys(samples, |key| pack(&tuple(key))), |key| {
            black_box(unpack::<(u32, Cow<'_, str>, i64, u64)>(key).unwrap());
        })
        .each(Operation::Range, samples.to_vec(), |key| {
            black_box(Subspace::from((key.customer, key.shop.as_str())).range());
        })
}

fn cw_storage_plus(samples: &[Key]) -> Contender<Key> {
    // Tuples have at most three parts, but a part can be a tuple.
    fn encode(key: &Key) -> Vec<u8> {
        ((key.customer, key.shop.as_str()), key.paid_at, key.payment).joined_key()
    }
    fn decode(key: &[u8]) -> Key {
        let ((customer, shop), paid_at, payment) = <((u32, String), i64, u64)>::from_slice(key).unwrap();
        Key { customer, shop, paid_at, payment }
    }
    Contender::new("cw-storage-plus 3", encode, decode)
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(encode(key));
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(decode(key));
        })
}

fn tuple_key2(samples: &[Key]) -> Contender<Key> {
    use tuple_key2::{TupleKey, TupleKeyParser};
    fn encode(key: &Key) -> Vec<u8> {
        TupleKey::builder().u32(key.customer).string(&key.shop).i64(key.paid_at).u64(key.payment).build().into_bytes()
    }
    fn decode(key: &[u8]) -> Key {
        let mut parser = TupleKeyParser::new(key);
        let decoded = Key {
            customer: parser.u32().unwrap(),
            shop: parser.string().unwrap(),
            paid_at: parser.i64().unwrap(),
            payment: parser.u64().unwrap(),
        };
        parser.finish().unwrap();
        decoded
    }
    Contender::new("`tuple_key2` 0.3", encode, decode)
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(encode(key));
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(decode(key));
        })
}
