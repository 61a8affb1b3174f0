//! Contenders for the peers that have a derive or use serde. Each function takes a struct `S`, which [`peer_structs`]
//! defines with all these derives.

use crate::harness::{Contender, Operation};
use bincode::Options;
use bonsaidb_core::key::{ByteSource, Key};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::hint::black_box;

/// Encodes every value. The result is the input of the passes that decode.
pub fn keys<V>(values: &[V], encode: impl Fn(&V) -> Vec<u8>) -> Vec<Vec<u8>> {
    values.iter().map(encode).collect()
}

pub fn storekey<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + storekey::Encode + storekey::Decode + 'static,
{
    let own: Vec<S> = samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| storekey::encode_vec(&S::from(value.clone())).unwrap();
    Contender::new("storekey 0.11", encode, |key| storekey::decode::<_, S>(key).unwrap().into())
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(storekey::decode::<_, S>(key.as_slice()).unwrap());
        })
        .reused(samples.iter().cloned().map(S::from).collect(), |own, out| storekey::encode(out, own).unwrap())
        .each(Operation::NewVec, own, |own| {
            black_box(storekey::encode_vec(own).unwrap());
        })
}

pub fn memcomparable<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + Serialize + DeserializeOwned + 'static,
{
    let own = || samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| memcomparable::to_vec(&S::from(value.clone())).unwrap();
    Contender::new("memcomparable 0.2", encode, |key| memcomparable::from_slice::<S>(key).unwrap().into())
        .reused(own(), |own, out| own.serialize(&mut memcomparable::Serializer::new(out)).unwrap())
        .each(Operation::NewVec, own(), |own| {
            black_box(memcomparable::to_vec(own).unwrap());
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(memcomparable::from_slice::<S>(key).unwrap());
        })
}

pub fn bonsaidb<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + for<'k> Key<'k> + 'static,
{
    let own: Vec<S> = samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| S::from(value.clone()).as_ord_bytes().unwrap().into_owned();
    Contender::new("bonsaidb-core 0.5", encode, |key| S::from_ord_bytes(ByteSource::Borrowed(key)).unwrap().into())
        .each(Operation::NewVec, own, |own| {
            black_box(own.as_ord_bytes().unwrap().into_owned());
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(S::from_ord_bytes(ByteSource::Borrowed(key)).unwrap());
        })
}

/// redb compares keys with a function and not byte by byte, so the bytes need not sort like the values.
pub fn redb<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + 'static,
    S: for<'a> redb::Value<SelfType<'a> = S>,
{
    let own: Vec<S> = samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| S::as_bytes(&S::from(value.clone())).as_ref().to_vec();
    Contender::new("redb-derive 0.2", encode, |key| S::from_bytes(key).into())
        .each(Operation::NewVec, own, |own| {
            black_box(S::as_bytes(own));
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(S::from_bytes(key));
        })
}

pub fn bincode<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + Serialize + DeserializeOwned + 'static,
{
    fn options() -> impl Options {
        bincode::DefaultOptions::new().with_fixint_encoding().with_big_endian()
    }
    let own = || samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| options().serialize(&S::from(value.clone())).unwrap();
    Contender::new("bincode 1, big-endian", encode, |key| options().deserialize::<S>(key).unwrap().into())
        .reused(own(), |own, out| options().serialize_into(out, own).unwrap())
        .each(Operation::NewVec, own(), |own| {
            black_box(options().serialize(own).unwrap());
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(options().deserialize::<S>(key).unwrap());
        })
}

pub fn postcard<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + Serialize + DeserializeOwned + 'static,
{
    let own = || samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| postcard::to_stdvec(&S::from(value.clone())).unwrap();
    Contender::new("postcard 1", encode, |key| postcard::from_bytes::<S>(key).unwrap().into())
        .reused(own(), |own, out| *out = postcard::to_extend(own, std::mem::take(out)).unwrap())
        .each(Operation::NewVec, own(), |own| {
            black_box(postcard::to_stdvec(own).unwrap());
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(postcard::from_bytes::<S>(key).unwrap());
        })
}

pub fn tuple_key<V, S>(samples: &[V]) -> Contender<V>
where
    V: Clone + 'static,
    S: From<V> + Into<V> + Clone + tuple_key::TypedTupleKey + 'static,
    <S as TryFrom<tuple_key::TupleKey>>::Error: std::fmt::Debug,
{
    let own: Vec<S> = samples.iter().cloned().map(S::from).collect();
    let encode = |value: &V| Into::<tuple_key::TupleKey>::into(S::from(value.clone())).as_bytes().to_vec();
    // `tuple_key` takes the struct by value, so the time of encoding includes a clone.
    Contender::new("`tuple_key` 0.18", encode, |key| S::try_from(tuple_key::TupleKey::from(key)).unwrap().into())
        .each(Operation::NewVec, own, |own| {
            let key: tuple_key::TupleKey = own.clone().into();
            black_box(key);
        })
        .each(Operation::Owned, keys(samples, encode), |key| {
            black_box(S::try_from(tuple_key::TupleKey::from(key.as_slice())).unwrap());
        })
}

/// Defines two structs with the fields of the workload's key, and their conversions: `Peer` has the derives of most
/// crates, and `TupleKeyPeer` has the derive of `tuple_key`.
macro_rules! peer_structs {
    ($key:path { $($field:ident: $type:ty),* $(,)? }) => {
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, storekey::Encode, storekey::Decode, serde::Serialize, serde::Deserialize,
            bonsaidb_core::key::Key, redb_derive::Value, redb_derive::Key)]
        #[key(core = bonsaidb_core)]
        struct Peer { $($field: $type),* }

        impl From<$key> for Peer {
            fn from(key: $key) -> Self {
                Self { $($field: key.$field),* }
            }
        }

        impl From<Peer> for $key {
            fn from(key: Peer) -> Self {
                Self { $($field: key.$field),* }
            }
        }

        #[derive(Debug, Clone, tuple_key_derive::TypedTupleKey)]
        struct TupleKeyPeer { $(#[tuple_key(1)] $field: $type),* }

        impl From<$key> for TupleKeyPeer {
            fn from(key: $key) -> Self {
                Self { $($field: key.$field),* }
            }
        }

        impl From<TupleKeyPeer> for $key {
            fn from(key: TupleKeyPeer) -> Self {
                Self { $($field: key.$field),* }
            }
        }
    };
}
pub(crate) use peer_structs;
