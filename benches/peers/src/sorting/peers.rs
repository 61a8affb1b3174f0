//! The peers: how each one encodes and decodes its keys, and finds all keys of a text.

use super::{Descending, Keys, Numbered, Row, in_range, versioned};
use bincode::Options;
use bonsaidb_core::key::{ByteSource, Key};
use cosmwasm_std::testing::MockStorage;
use cw_storage_plus::{KeyDeserialize, PrimaryKey};
use foundationdb_tuple::{Subspace, TuplePack, TupleUnpack, pack, unpack};
use redb::{ReadableDatabase, TableDefinition};
use rowkey::RowKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use spacedb_store::codec::{KeyDecode, KeyEncode};
use std::cmp::Ordering;
use std::marker::PhantomData;
use stupid_simple_kv::{IntoKey, Kv, KvKey, MemoryBackend};
use tuple_key::TupleKey;
use tuple_key2::TupleKeyParser;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new::<Rowkey>("**rowkey**".into())
            .measured("**rowkey**")
            .floats::<Rowkey>()
            .options::<Rowkey>()
            .descending::<Rowkey>()
            .prefix(|rows, text| {
                let range = NumberedKey::prefix().text(text).range();
                in_range::<Rowkey>(rows, range.start().to_vec(), range.end().map(<[u8]>::to_vec))
            }),
        Row::new::<Storekey>(versioned("storekey", "0."))
            .measured("storekey 0.11")
            .floats::<Storekey>()
            .options::<Storekey>()
            .prefix_by_hand::<Storekey>(|text| storekey::encode_vec(text).unwrap()),
        Row::new::<FoundationDb>(versioned("foundationdb-tuple", "0."))
            .measured("foundationdb-tuple 0.11")
            .floats::<FoundationDb>()
            .options::<FoundationDb>()
            .prefix(|rows, text| {
                let (start, end) = Subspace::from((text,)).range();
                in_range::<FoundationDb>(rows, start, Some(end))
            }),
        Row::new::<Memcomparable>(versioned("memcomparable", "0."))
            .measured("memcomparable 0.2")
            .floats::<Memcomparable>()
            .options::<Memcomparable>()
            .descending::<Memcomparable>()
            .prefix_by_hand::<Memcomparable>(|text| memcomparable::to_vec(&text).unwrap()),
        Row::new::<TupleKeys>(versioned("tuple_key", "0."))
            .measured("`tuple_key` 0.18")
            .descending::<TupleKeys>()
            .prefix_by_hand::<TupleKeys>(|text| TupleKeys::encode(&text.to_string())),
        Row::new::<TupleKeys2>(versioned("tuple_key2", "0."))
            .measured("`tuple_key2` 0.3")
            .floats::<TupleKeys2>()
            .prefix_by_hand::<TupleKeys2>(|text| TupleKeys2::encode(&text.to_string())),
        Row::new::<Bonsai>(versioned("bonsaidb-core", "0."))
            .measured("bonsaidb-core 0.5")
            .options::<Bonsai>()
            .prefix_by_hand::<Bonsai>(|text| Bonsai::encode(&(text.to_string(),))),
        Row::new::<Cosmwasm>(versioned("cw-storage-plus", "3.")).measured("cw-storage-plus 3").prefix(find_in_cosmwasm),
        Row::new::<Redb>(versioned("redb", "4.")).options::<Redb>().prefix(find_in_redb),
        Row::new::<NativeDb>(versioned("native_db", "0."))
            .floats::<NativeDb>()
            .options::<NativeDb>()
            .prefix(find_in_native_db)
            .without_decoding(),
        Row::new::<Spacedb>(versioned("spacedb-store", "0.")).prefix_by_hand::<Spacedb>(KeyEncode::encode),
        Row::new::<StupidSimple>(versioned("stupid-simple-kv", "0.")).prefix(find_in_stupid_simple),
        Row::new::<Bincode<true>>(format!("{}, big-endian", versioned("bincode", "1.")))
            .measured("bincode 1, big-endian")
            .floats::<Bincode<true>>()
            .options::<Bincode<true>>()
            .prefix_by_hand::<Bincode<true>>(|text| Bincode::<true>::encode(&text.to_string())),
        Row::new::<Bincode<false>>(format!("{}, varints", versioned("bincode", "1.")))
            .floats::<Bincode<false>>()
            .options::<Bincode<false>>()
            .prefix_by_hand::<Bincode<false>>(|text| Bincode::<false>::encode(&text.to_string())),
        Row::new::<Wincode>(format!("{}, big-endian", versioned("wincode", "0.")))
            .floats::<Wincode>()
            .options::<Wincode>()
            .prefix_by_hand::<Wincode>(|text| Wincode::encode(&text.to_string())),
    ]
}

struct Rowkey;

/// Defines a struct with the fields of a value, and the keys of `rowkey` and of `tuple_key` for it. `$form` is the value, as a
/// pattern and as an expression.
macro_rules! structs {
    (@derive rowkey $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ }: $value:ty = $($form:tt)+) => {
        #[derive(RowKey)]
        struct $name { $($(#[$attribute])* $field: $type),+ }

        impl Keys<$value> for Rowkey {
            type Key = Vec<u8>;
            fn encode(value: &$value) -> Vec<u8> {
                let $($form)+ = value.clone();
                $name { $($field),+ }.encode().into()
            }
            fn decode(key: &Vec<u8>) -> Option<$value> {
                let $name { $($field),+ } = $name::decode(key).ok()?;
                Some($($form)+)
            }
        }
    };
    (@derive tuple_key $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ }: $value:ty = $($form:tt)+) => {
        #[derive(Clone, Debug, tuple_key_derive::TypedTupleKey)]
        struct $name { $(#[tuple_key(1)] $(#[$attribute])* $field: $type),+ }

        impl Keys<$value> for TupleKeys {
            type Key = Vec<u8>;
            fn encode(value: &$value) -> Vec<u8> {
                let $($form)+ = value.clone();
                Into::<TupleKey>::into($name { $($field),+ }).as_bytes().to_vec()
            }
            fn decode(key: &Vec<u8>) -> Option<$value> {
                let $name { $($field),+ } = $name::try_from(TupleKey::from(key.as_slice())).ok()?;
                Some($($form)+)
            }
        }
    };
    ($($peer:ident $name:ident $fields:tt: $value:ty = [$($form:tt)+];)+) => {
        $(structs!(@derive $peer $name $fields: $value = $($form)+);)+
    };
}

structs! {
    rowkey IntegerKey { value: i64 }: i64 = [value];
    rowkey FloatKey { value: f64 }: f64 = [value];
    rowkey TextKey { text: String }: String = [text];
    rowkey OptionKey { option: Option<u64>, number: u64 }: (Option<u64>, u64) = [(option, number)];
    rowkey NumberedKey { text: String, number: u64 }: Numbered = [(text, number)];
    rowkey PairKey { first: String, second: String }: (String, String) = [(first, second)];
    rowkey DescendingKey { #[descending] text: String, number: u64 }: Descending = [Descending(text, number)];
}

struct TupleKeys;

structs! {
    tuple_key IntegerTuple { value: i64 }: i64 = [value];
    tuple_key TextTuple { text: String }: String = [text];
    tuple_key NumberedTuple { text: String, number: u64 }: Numbered = [(text, number)];
    tuple_key PairTuple { first: String, second: String }: (String, String) = [(first, second)];
    tuple_key DescendingTuple { #[reverse] text: String, number: u64 }: Descending = [Descending(text, number)];
}

struct Storekey;

impl<V: storekey::Encode + storekey::Decode> Keys<V> for Storekey {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        storekey::encode_vec(value).unwrap()
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        storekey::decode(key.as_slice()).ok()
    }
}

struct FoundationDb;

impl<V: TuplePack + for<'a> TupleUnpack<'a>> Keys<V> for FoundationDb {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        pack(value)
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        unpack(key).ok()
    }
}

struct Memcomparable;

impl<V: Serialize + DeserializeOwned> Keys<V> for Memcomparable {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        memcomparable::to_vec(value).unwrap()
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        memcomparable::from_slice(key).ok()
    }
}

impl Keys<Descending> for Memcomparable {
    type Key = Vec<u8>;
    fn encode(value: &Descending) -> Vec<u8> {
        let mut out = Vec::new();
        let mut serializer = memcomparable::Serializer::new(&mut out);
        serializer.set_reverse(true);
        value.0.serialize(&mut serializer).unwrap();
        serializer.set_reverse(false);
        value.1.serialize(&mut serializer).unwrap();
        out
    }
    fn decode(key: &Vec<u8>) -> Option<Descending> {
        let mut deserializer = memcomparable::Deserializer::new(key.as_slice());
        deserializer.set_reverse(true);
        let text = String::deserialize(&mut deserializer).ok()?;
        deserializer.set_reverse(false);
        Some(Descending(text, u64::deserialize(&mut deserializer).ok()?))
    }
}

struct TupleKeys2;

/// `$build` calls the builder, and `$parse` the parser.
macro_rules! tuple_key2 {
    ($($value:ty: |$it:pat_param| $($build:ident($of:expr)),+ => |$parser:ident| $parse:expr;)+) => {$(
        impl Keys<$value> for TupleKeys2 {
            type Key = Vec<u8>;
            fn encode($it: &$value) -> Vec<u8> {
                tuple_key2::TupleKey::builder()$(.$build($of))+.build().into_bytes()
            }
            fn decode(key: &Vec<u8>) -> Option<$value> {
                let mut $parser = TupleKeyParser::new(key);
                let value = $parse;
                $parser.finish().ok()?;
                Some(value)
            }
        }
    )+};
}

tuple_key2! {
    i64: |value| i64(*value) => |parser| parser.i64().ok()?;
    f64: |value| f64(*value) => |parser| parser.f64().ok()?;
    String: |text| string(text) => |parser| parser.string().ok()?;
    Numbered: |(text, number)| string(text), u64(*number) => |parser| (parser.string().ok()?, parser.u64().ok()?);
    (String, String): |(first, second)| string(first), string(second) => |parser| (parser.string().ok()?, parser.string().ok()?);
}

struct Bonsai;

impl<V: for<'k> Key<'k>> Keys<V> for Bonsai {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        value.as_ord_bytes().unwrap().into_owned()
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        V::from_ord_bytes(ByteSource::Borrowed(key)).ok()
    }
}

struct Cosmwasm;

macro_rules! cosmwasm {
    ($($value:ty),+) => {$(
        impl Keys<$value> for Cosmwasm {
            type Key = Vec<u8>;
            fn encode(value: &$value) -> Vec<u8> {
                value.joined_key()
            }
            fn decode(key: &Vec<u8>) -> Option<$value> {
                <$value>::from_slice(key).ok()
            }
        }
    )+};
}

cosmwasm!(i64, String, Numbered, (String, String));

fn find_in_cosmwasm(rows: &[Numbered], text: &str) -> Vec<Numbered> {
    const ROWS: cw_storage_plus::Map<Numbered, ()> = cw_storage_plus::Map::new("rows");
    let mut store = MockStorage::new();
    for row in rows {
        ROWS.save(&mut store, row.clone(), &()).unwrap();
    }
    let numbers = ROWS.prefix(text.into()).keys(&store, None, None, cosmwasm_std::Order::Ascending);
    numbers.map(|number| (text.into(), number.unwrap())).collect()
}

struct Redb;

/// A key that redb compares with the function of its type.
struct ByType<V>(Vec<u8>, PhantomData<V>);

impl<V: redb::Key> Ord for ByType<V> {
    fn cmp(&self, other: &Self) -> Ordering {
        V::compare(&self.0, &other.0)
    }
}

impl<V: redb::Key> PartialOrd for ByType<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<V: redb::Key> PartialEq for ByType<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<V: redb::Key> Eq for ByType<V> {}

impl<V: redb::Key + for<'a> redb::Value<SelfType<'a> = V> + 'static> Keys<V> for Redb {
    type Key = ByType<V>;
    fn encode(value: &V) -> ByType<V> {
        ByType(V::as_bytes(value).as_ref().to_vec(), PhantomData)
    }
    fn decode(key: &ByType<V>) -> Option<V> {
        Some(V::from_bytes(&key.0))
    }
}

fn find_in_redb(rows: &[Numbered], text: &str) -> Vec<Numbered> {
    const ROWS: TableDefinition<(&str, u64), ()> = TableDefinition::new("rows");
    let store = redb::backends::InMemoryBackend::new();
    let database = redb::Database::builder().create_with_backend(store).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut table = transaction.open_table(ROWS).unwrap();
        for (text, number) in rows {
            table.insert((text.as_str(), *number), ()).unwrap();
        }
    }
    transaction.commit().unwrap();
    let table = database.begin_read().unwrap().open_table(ROWS).unwrap();
    let found = table.range((text, u64::MIN)..=(text, u64::MAX)).unwrap();
    found.map(|row| row.unwrap().0).map(|key| (key.value().0.into(), key.value().1)).collect()
}

struct NativeDb;

impl<V: native_db::ToKey> Keys<V> for NativeDb {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        <native_db::Key as redb_of_native_db::Value>::as_bytes(&value.to_key()).to_vec()
    }
    fn decode(_: &Vec<u8>) -> Option<V> {
        None
    }
}

mod native {
    use native_db::ToKey;
    use native_model::{Model, native_model};
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Serialize, Deserialize)]
    #[native_model(id = 1, version = 1, with = native_model::postcard_1_0::PostCard)]
    #[native_db::native_db(primary_key(key -> (String, u64)))]
    pub struct Row {
        pub row: (String, u64),
    }

    impl Row {
        fn key(&self) -> (String, u64) {
            self.row.clone()
        }
    }
}

fn find_in_native_db(rows: &[Numbered], text: &str) -> Vec<Numbered> {
    let mut models = native_db::Models::new();
    models.define::<native::Row>().unwrap();
    let database = native_db::Builder::new().create_in_memory(&models).unwrap();
    let transaction = database.rw_transaction().unwrap();
    for row in rows {
        transaction.upsert(native::Row { row: row.clone() }).unwrap();
    }
    let found = transaction.scan().primary::<native::Row>().unwrap();
    let found = found.range((text.to_string(), u64::MIN)..=(text.to_string(), u64::MAX)).unwrap();
    found.map(|row| row.unwrap().row).collect()
}

struct Spacedb;

impl<V: KeyEncode + KeyDecode> Keys<V> for Spacedb {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        value.encode()
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        V::decode(key).ok()
    }
}

struct StupidSimple;

/// A key of one value is a tuple, because only tuples can be decoded.
macro_rules! stupid_simple {
    ($($value:ty as $tuple:ty: |$it:ident| $encoded:expr, |$decoded:pat_param| $back:expr;)+) => {$(
        impl Keys<$value> for StupidSimple {
            type Key = KvKey;
            fn encode($it: &$value) -> KvKey {
                $encoded.to_key()
            }
            fn decode(key: &KvKey) -> Option<$value> {
                let $decoded = <$tuple>::try_from(key.clone()).ok()?;
                Some($back)
            }
        }
    )+};
}

stupid_simple! {
    i64 as (i64,): |value| (*value,), |(value,)| value;
    String as (String,): |text| (text.clone(),), |(text,)| text;
    Numbered as (String, u64): |row| row, |row| row;
    (String, String) as (String, String): |pair| pair, |pair| pair;
}

fn find_in_stupid_simple(rows: &[Numbered], text: &str) -> Vec<Numbered> {
    let mut store = Kv::new(Box::new(MemoryBackend::new()));
    for row in rows {
        store.set(row, true.into()).unwrap();
    }
    let found = store.list().prefix(&(text.to_string(),)).entries().unwrap();
    found.into_iter().map(|(key, _)| key.try_into().unwrap()).collect()
}

/// bincode with integers of a fixed width, most significant byte first, or else with the varints of `DefaultOptions`.
struct Bincode<const BIG_ENDIAN: bool>;

impl<V: Serialize + DeserializeOwned, const BIG_ENDIAN: bool> Keys<V> for Bincode<BIG_ENDIAN> {
    type Key = Vec<u8>;
    fn encode(value: &V) -> Vec<u8> {
        let options = bincode::DefaultOptions::new();
        if BIG_ENDIAN {
            options.with_fixint_encoding().with_big_endian().serialize(value).unwrap()
        } else {
            options.serialize(value).unwrap()
        }
    }
    fn decode(key: &Vec<u8>) -> Option<V> {
        let options = bincode::DefaultOptions::new();
        if BIG_ENDIAN {
            options.with_fixint_encoding().with_big_endian().deserialize(key).ok()
        } else {
            options.deserialize(key).ok()
        }
    }
}

struct Wincode;

macro_rules! wincode {
    ($($value:ty),+) => {$(
        impl Keys<$value> for Wincode {
            type Key = Vec<u8>;
            fn encode(value: &$value) -> Vec<u8> {
                wincode::config::serialize(value, wincode::config::Configuration::default().with_big_endian()).unwrap()
            }
            fn decode(key: &Vec<u8>) -> Option<$value> {
                wincode::config::deserialize_exact(key, wincode::config::Configuration::default().with_big_endian()).ok()
            }
        }
    )+};
}

wincode!(i64, f64, String, Numbered, (String, String), (Option<u64>, u64));
