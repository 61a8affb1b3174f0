//! The contenders on workload (a), three integers, and on workload (e), the same integers with a salt.

use crate::arrow::arrow;
use crate::harness::{Contender, Operation};
use crate::peer::{self, keys, peer_structs};
use crate::report::Report;
use crate::values::{I64, Random, U32, U64};
use crate::workloads::{integers as by_hand, salted};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Int64Array, UInt32Array, UInt64Array};
use cw_storage_plus::{KeyDeserialize, PrimaryKey};
use rowkey::RowKey;
use std::hint::black_box;
use std::sync::Arc;

type Key = by_hand::Key;

peer_structs!(by_hand::Key { customer: u32, paid_at: i64, payment: u64 });

fn samples() -> Vec<Key> {
    Random::new().samples(|random| Key {
        customer: random.number() as u32,
        paid_at: (random.number() >> 23) as i64,
        payment: random.number(),
    })
}

fn adversarial() -> Vec<Key> {
    let at = |customer, paid_at| U64.map(|payment| Key { customer, paid_at, payment });
    U32.into_iter().flat_map(|customer| I64.into_iter().flat_map(move |paid_at| at(customer, paid_at))).collect()
}

pub fn run(report: &mut Report) {
    let samples = samples();
    let contenders = vec![
        hand_written(&samples),
        rowkey(&samples),
        peer::storekey::<_, Peer>(&samples).each(Operation::Range, samples.clone(), |key| {
            black_box(range_of(key, |at| storekey::encode_vec(&(key.customer, at)).unwrap()));
        }),
        foundationdb(&samples),
        peer::memcomparable::<_, Peer>(&samples),
        peer::bonsaidb::<_, Peer>(&samples),
        cw_storage_plus(&samples),
        tuple_key2(&samples),
        peer::tuple_key::<_, TupleKeyPeer>(&samples),
        peer::redb::<_, Peer>(&samples),
        db_key(&samples),
        peer::bincode::<_, Peer>(&samples),
        peer::postcard::<_, Peer>(&samples),
        arrow(
            &samples,
            |keys| {
                vec![
                    Arc::new(UInt32Array::from_iter_values(keys.iter().map(|key| key.customer))),
                    Arc::new(Int64Array::from_iter_values(keys.iter().map(|key| key.paid_at))),
                    Arc::new(UInt64Array::from_iter_values(keys.iter().map(|key| key.payment))),
                ]
            },
            |columns| Key {
                customer: columns[0].as_primitive::<UInt32Type>().value(0),
                paid_at: columns[1].as_primitive::<Int64Type>().value(0),
                payment: columns[2].as_primitive::<UInt64Type>().value(0),
            },
        ),
    ];
    let title = "(a) three integers: `u32`, `i64`, `u64`";
    report.workload(title, contenders, &adversarial(), Some(Ord::cmp), "");
}

/// Returns the bounds of a customer's payments from the time of `key` up to 1,000 later. `bound` encodes a bound for a
/// time.
fn range_of<B>(key: &Key, bound: impl Fn(i64) -> B) -> (B, B) {
    (bound(key.paid_at), bound(key.paid_at.saturating_add(1000)))
}

fn hand_written(samples: &[Key]) -> Contender<Key> {
    Contender::new("hand-written", |key| by_hand::encode(key).to_vec(), |key| by_hand::decode(key).unwrap())
        .each(Operation::Array, samples.to_vec(), |key| {
            black_box(by_hand::encode(key));
        })
        .reused(samples.to_vec(), by_hand::encode_into)
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(by_hand::encode(key).to_vec());
        })
        .each(Operation::Owned, keys(samples, |key| by_hand::encode(key).to_vec()), |key| {
            black_box(by_hand::decode(key).unwrap());
        })
        .each(Operation::Range, samples.to_vec(), |key| {
            black_box(by_hand::range(key.customer, key.paid_at, key.paid_at.saturating_add(1000)));
        })
}

fn rowkey(samples: &[Key]) -> Contender<Key> {
    Contender::new("**rowkey**", |key: &Key| key.encode().to_vec(), |key| Key::decode(key).unwrap())
        .each(Operation::Array, samples.to_vec(), |key| {
            black_box(key.encode());
        })
        .reused(samples.to_vec(), |key, out| key.encode_into(out).unwrap())
        .each(Operation::NewVec, samples.to_vec(), |key| {
            black_box(Vec::from(key.encode()));
        })
        .each(Operation::Owned, keys(samples, |key| key.encode().to_vec()), |key| {
            black_box(Key::decode(key).unwrap());
        })
        .each(Operation::Range, samples.to_vec(), |key| {
            let times = key.paid_at..key.paid_at.saturating_add(1000);
            black_box(Key::prefix().customer(key.customer).paid_at_in(times).range());
        })
}

fn foundationdb(samples: &[Key]) -> Contender<Key> {
    use foundationdb_tuple::{pack, pack_into, unpack};
    fn tuple(key: &Key) -> (u32, i64, u64) {
        (key.customer, key.paid_at, key.payment)
    }
    fn decode(key: &[u8]) -> Key {
        let (customer, paid_at, payment) = unpack(key).unwrap();
        Key { customer, paid_at, payment }
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
        .each(Operation::Range, samples.to_vec(), |key| {
            black_box(range_of(key, |at| pack(&(key.customer, at))));
        })
}

fn cw_storage_plus(samples: &[Key]) -> Contender<Key> {
    type Tuple = (u32, i64, u64);
    fn encode(key: &Key) -> Vec<u8> {
        (key.customer, key.paid_at, key.payment).joined_key()
    }
    fn decode(key: &[u8]) -> Key {
        let (customer, paid_at, payment) = Tuple::from_slice(key).unwrap();
        Key { customer, paid_at, payment }
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
        TupleKey::builder().u32(key.customer).i64(key.paid_at).u64(key.payment).build().into_bytes()
    }
    fn decode(key: &[u8]) -> Key {
        let mut parser = TupleKeyParser::new(key);
        let decoded =
            Key { customer: parser.u32().unwrap(), paid_at: parser.i64().unwrap(), payment: parser.u64().unwrap() };
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

/// `db-key` has no signed integers, so this code flips the sign bit.
fn db_key(samples: &[Key]) -> Contender<Key> {
    #[db_key_macro::db_key]
    struct DbKey {
        customer: u32,
        paid_at: u64,
        payment: u64,
    }
    const SIGN: u64 = 1 << 63;
    fn encode(key: &Key) -> DbKey {
        DbKey::new(key.customer, key.paid_at as u64 ^ SIGN, key.payment)
    }
    fn decode(key: &[u8]) -> Key {
        let key = DbKey::from(<[u8; 20]>::try_from(key).unwrap());
        Key { customer: key.customer(), paid_at: (key.paid_at() ^ SIGN) as i64, payment: key.payment() }
    }
    Contender::new("db-key-macro 0.2, sign by hand", |key| encode(key).as_ref().to_vec(), decode)
        .each(Operation::Array, samples.to_vec(), |key| {
            black_box(encode(key));
        })
        .each(Operation::Owned, keys(samples, |key| encode(key).as_ref().to_vec()), |key| {
            black_box(decode(key));
        })
}

pub fn salted(report: &mut Report) {
    type Key = salted::Key;
    let salt = |key: by_hand::Key| Key { customer: key.customer, paid_at: key.paid_at, payment: key.payment };
    let samples: Vec<Key> = samples().into_iter().map(salt).collect();
    let stored = || keys(&samples, |key| salted::encode(key).to_vec());
    let contenders = vec![
        Contender::new("hand-written", |key| salted::encode(key).to_vec(), |key| salted::decode(key).unwrap())
            .each(Operation::Array, samples.clone(), |key| {
                black_box(salted::encode(key));
            })
            .reused(samples.clone(), salted::encode_into)
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(salted::encode(key).to_vec());
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(salted::decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(salted::range(key.customer, key.paid_at, key.paid_at.saturating_add(1000)));
            }),
        Contender::new("**rowkey**", |key: &Key| key.encode().to_vec(), |key| Key::decode(key).unwrap())
            .each(Operation::Array, samples.clone(), |key| {
                black_box(key.encode());
            })
            .reused(samples.clone(), |key, out| key.encode_into(out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(Vec::from(key.encode()));
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(Key::decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                let times = key.paid_at..key.paid_at.saturating_add(1000);
                black_box(Key::prefix().customer(key.customer).paid_at_in(times).range());
            }),
        // Times only the hash, which every salted key must compute. The table lists this time under encoding and
        // decoding.
        Contender::new("the hash alone", |key| salted::encode(key).to_vec(), |key| salted::decode(key).unwrap())
            .each(Operation::Array, samples.clone(), |key| {
                black_box(salted::salt_of(key.customer));
            })
            .each(Operation::Owned, samples.clone(), |key| {
                black_box(salted::salt_of(key.customer));
            }),
    ];
    let checked_keys: Vec<Key> = adversarial().into_iter().map(salt).collect();
    let title = "(e) the same with a salt: the first two bytes of the MD5 of the `u32`";
    report.workload(title, contenders, &checked_keys, Some(by_salt_and_fields), "The other crates have no salts.");
}

fn by_salt_and_fields(a: &salted::Key, b: &salted::Key) -> std::cmp::Ordering {
    let order = |key: &salted::Key| (salted::salt_of(key.customer), *key);
    order(a).cmp(&order(b))
}
