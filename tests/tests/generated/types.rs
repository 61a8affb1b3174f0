//! The field types that generated keys can have, as source code and in the model.

// A child of this module, because the types that the macros below define are private to this module.
#[path = "layouts.rs"]
pub(crate) mod layouts;

use std::borrow::Cow;

use rowkey::{Codec, CodecError, codecs::InOrder};
use rowkey_formats::{FoundationDb, IntegerBytes, Memcomparable, OrderedBytes, OrderedCode, Tidb};
use rowkey_proof::model::{Digest, Kind, Typed};
use rowkey_proof::{key_enum, key_newtype, key_struct, key_variants};

pub(crate) struct Type {
    pub(crate) source: &'static str,
    pub(crate) kind: Kind,
    /// True if the type has its own codec. Fields of such a type have no attribute that chooses an encoding, such as
    /// `#[pad]`.
    pub(crate) has_codec: bool,
}

macro_rules! types {
    ($($type:ty),+ $(,)?) => {
        vec![$(Type { source: stringify!($type), kind: <$type as Typed>::kind(), has_codec: <$type as Typed>::OWN_CODEC }),+]
    };
}

pub(crate) type Customer = u32;
pub(crate) type Title = String;
pub(crate) type Text<'a> = Cow<'a, str>;
pub(crate) type Maybe<T> = Option<T>;

key_newtype!(Number(u32) Copy);
key_newtype!(Name(String));
key_newtype!(Blob(Vec<u8>));
key_newtype!(Perhaps(Option<String>));
key_newtype!(Lent<'a>(Cow<'a, str>));

key_struct!(Point {
    x: u16,
    #[descending]
    y: i8
});
key_struct!(Place { city: String, #[descending] floor: i16, room: Option<Name> });
key_struct!(Down { #[descending] name: Option<String>, #[descending] place: Point });
key_struct!(Marked {
    #[rowkey(before = "/")]
    area: u8,
    #[descending]
    #[rowkey(after = b"\0!")]
    name: String
});
key_struct!(Digits {
    #[pad(3)]
    a: u8,
    #[reverse]
    b: String
});

key_enum!(Channel { "tb" b"tb" Taobao, "tm" b"tm" Tmall, "x" b"x" Other });
key_enum!(State { 9 b"\x09" Open, 2 b"\x02" Closed, 255 b"\xFF" Lost });

key_struct!(Tagged {
    #[length(u8)]
    name: String,
    #[rowkey(codec = IntegerBytes<2>)]
    code: u32,
    #[decimal]
    count: i16,
    #[rowkey(codec = Memcomparable)]
    more: Option<String>,
});

key_struct!(Tuple {
    #[rowkey(codec = FoundationDb)]
    #[rowkey(after = "_")]
    name: String,
    #[rowkey(codec = FoundationDb)]
    #[rowkey(before = b"\0")]
    id: Option<i64>,
    #[descending]
    #[rowkey(codec = FoundationDb)]
    at: Option<u16>,
});
key_struct!(Owner {
    kind: bool,
    #[rowkey(codec = FoundationDb)]
    name: String,
});
key_struct!(Groups {
    #[rowkey(codec = Memcomparable)]
    name: String,
    #[descending]
    #[rowkey(codec = Memcomparable)]
    id: i16,
});
key_struct!(Ordered {
    #[rowkey(codec = OrderedCode)]
    name: String,
    #[rowkey(codec = OrderedCode)]
    #[descending]
    id: u32,
});
key_struct!(InOrderedBytes {
    #[rowkey(codec = OrderedBytes)]
    id: i8,
    #[rowkey(codec = OrderedBytes)]
    blob: Option<Vec<u8>>,
});
key_struct!(InTidb {
    #[rowkey(before = "/")]
    #[rowkey(codec = Tidb)]
    id: Option<u8>,
    #[rowkey(codec = Tidb)]
    name: String,
});

key_variants!(Event {
    1 b"\x01" Login { user: String, #[descending] at: i16 }
    2 b"\x02" Tick
    7 b"\x07" Load { #[pad(3)] percent: u8 }
});
key_variants!(Single { "s" b"s" Only { #[rowkey(before = "/")] id: u16, name: Option<String> } });

fn fnv_4(bytes: &[u8]) -> [u8; 4] {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811C_9DC5, step).to_be_bytes()
}

fn fnv_8(bytes: &[u8]) -> [u8; 8] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step).to_be_bytes()
}

/// Returns the functions that hash fields, as written in source, with their models.
pub(crate) fn hash_functions() -> [(&'static str, Digest); 2] {
    [
        ("with = fnv_4", Digest::with(|bytes| fnv_4(bytes).to_vec(), 4)),
        ("with = fnv_8", Digest::with(|bytes| fnv_8(bytes).to_vec(), 8)),
    ]
}

struct Raw;

impl Codec<Vec<u8>> for Raw {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "bytes";

    fn encode(bytes: &Vec<u8>) -> InOrder<Vec<u8>> {
        InOrder(bytes.clone())
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        Ok(bytes)
    }
}

key_newtype!(
    #[rowkey(codec = Raw)]
    BytesByCodec(Vec<u8>)
);

/// Checks whether the last bytes of the values are a string in FoundationDB's format.
pub(crate) fn ends_in_foundation_db_string(kind: &Kind) -> bool {
    *kind == Owner::kind()
}

pub(crate) fn owned() -> Vec<Type> {
    types![
        u8,
        u16,
        u32,
        u64,
        u128,
        i8,
        i16,
        i32,
        i64,
        i128,
        bool,
        char,
        f32,
        f64,
        String,
        Box<str>,
        Vec<u8>,
        Box<[u8]>,
        [u8; 0],
        [u8; 1],
        [u8; 3],
        [u8; 16],
        Option<u8>,
        Option<i64>,
        Option<bool>,
        Option<char>,
        Option<f64>,
        Option<[u8; 2]>,
        Option<Option<i16>>,
        Option<String>,
        Option<Vec<u8>>,
        Option<Box<str>>,
        Option<Option<String>>,
        Customer,
        Title,
        Maybe<Title>,
        Maybe<Maybe<Customer>>,
        Number,
        Name,
        Blob,
        Perhaps,
        Option<Number>,
        Option<Name>,
        Point,
        Place,
        Down,
        Marked,
        Digits,
        Option<Point>,
        Option<Place>,
        Channel,
        State,
        Option<Channel>,
        Tagged,
        Tuple,
        Owner,
        Option<Owner>,
        Groups,
        Ordered,
        InOrderedBytes,
        InTidb,
        Option<Groups>,
        Event,
        Option<Event>,
        Single,
        BytesByCodec,
        [u16; 3],
        [i64; 1],
        [String; 2],
        [Option<u8>; 2],
        [Vec<u8>; 2],
        [Place; 2],
        Option<[String; 2]>,
    ]
}

pub(crate) fn lists() -> Vec<Type> {
    types![Vec<bool>, Vec<char>, Vec<[u8; 3]>, Vec<String>, Vec<Option<String>>, Vec<Place>, Vec<[Vec<u8>; 2]>]
}

#[expect(clippy::extra_unused_lifetimes, reason = "the macro uses it")]
pub(crate) fn borrowed<'a>() -> Vec<Type> {
    types![
        &'a str,
        &'a [u8],
        Cow<'a, str>,
        Cow<'a, [u8]>,
        Text<'a>,
        Lent<'a>,
        Option<&'a str>,
        Option<&'a [u8]>,
        Option<Cow<'a, [u8]>>,
        Maybe<Text<'a>>,
    ]
}
