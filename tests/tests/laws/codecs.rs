//! Tests user-defined codecs that write the same bytes as the library does. The model of the library's encodings is
//! therefore also a model of these codecs. [`key!`] explains the words after `=>`, such as `range [in]`.

use rowkey::{
    Codec, CodecError,
    codecs::{InOrder, SelfDelimited},
};
use rowkey_proof::{key, key_newtype, laws, laws::Subject};

/// Stores bytes unchanged, in a variable-length field.
struct Raw;

impl Codec<Vec<u8>> for Raw {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "bytes";

    fn encode(bytes: &Vec<u8>) -> InOrder<Vec<u8>> {
        InOrder(bytes.to_vec())
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        Ok(bytes)
    }
}

/// Stores a number in big-endian bytes, in a fixed-width field.
struct BigEndian;

impl Codec<u32> for BigEndian {
    type Encoded = InOrder<[u8; 4]>;
    const NAME: &'static str = "u32";

    fn encode(value: &u32) -> InOrder<[u8; 4]> {
        InOrder(value.to_be_bytes())
    }

    fn decode(bytes: [u8; 4]) -> Result<u32, CodecError> {
        Ok(u32::from_be_bytes(bytes))
    }
}

key_newtype!(
    #[rowkey(codec = Raw)]
    BytesByCodec(Vec<u8>)
);
key_newtype!(
    #[rowkey(codec = BigEndian)]
    NumberByCodec(u32) Copy
);

/// Stores bytes after their length, in a self-delimiting field.
struct AfterLength;

impl Codec<Vec<u8>> for AfterLength {
    type Encoded = SelfDelimited;
    const NAME: &'static str = "bytes after their length";

    fn encode(bytes: &Vec<u8>) -> SelfDelimited {
        SelfDelimited([&(bytes.len() as u64).to_be_bytes(), bytes.as_slice()].concat())
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        let length = u64::from_be_bytes(*bytes.first_chunk()?);
        usize::try_from(length).ok()?.checked_add(8)
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        Ok(bytes[8..].to_vec())
    }
}

/// Defines functions that return keys. The separator of the keys must keep the order of variable-length fields.
macro_rules! codecs {
    ($($name:ident [$($key:tt)*])+) => {$(
        fn $name() -> Vec<Subject> {
            vec![
                key! { $($key)* struct {
                    #[rowkey(codec = Raw)] a: Vec<u8> => range [in],
                    b: u8 => range [in],
                    #[rowkey(codec = Raw)] #[descending] c: Vec<u8> => range [in],
                } },
                key! { $($key)* struct {
                    #[rowkey(codec = Raw)] #[descending] a: Vec<u8> => range [in],
                    b: u8 => range [in],
                    #[rowkey(codec = Raw)] c: Vec<u8> => range [in],
                } },
                key! { $($key)* struct { #[rowkey(codec = BigEndian)] a: u32 => range [in], b: u8 => range [in] } },
                key! { $($key)* struct {
                    #[salt(md5, 1)] #[rowkey(codec = BigEndian)] #[descending] a: u32 => ranges [in],
                    #[rowkey(codec = Raw)] b: Vec<u8> => range [in],
                } },
                // The codec encodes the value in the `Option`.
                key! { $($key)* struct {
                    #[rowkey(codec = Raw)] a: Option<Vec<u8>> => range [in],
                    #[rowkey(codec = BigEndian)] #[descending] b: Option<u32> => range [in],
                    #[rowkey(codec = AfterLength)] c: Option<Vec<u8>> => range [],
                    #[rowkey(codec = Raw)] #[descending] d: Option<Vec<u8>> => range [in],
                } },
                key! { $($key)* struct {
                    #[salt(md5, 1)] #[rowkey(codec = BigEndian)] a: Option<u32> => ranges [in],
                    #[rowkey(codec = Raw)] b: Option<Vec<u8>> => range [in],
                } },
                // The type of the field has the codec.
                key! { $($key)* struct {
                    a: BytesByCodec => range [in],
                    #[descending] b: Option<BytesByCodec> => range [in],
                    c: BytesByCodec => range [in],
                } },
                key! { $($key)* struct { #[descending] a: NumberByCodec => range [in], b: Option<NumberByCodec> => range [in] } },
                key! { $($key)* struct { #[hash(md5, 4)] a: BytesByCodec => range [], #[descending] b: BytesByCodec => range [in] } },
                key! { $($key)* struct {
                    #[rowkey(codec = AfterLength)] a: Vec<u8> => range [],
                    #[rowkey(codec = AfterLength)] #[descending] b: Vec<u8> => range [],
                } },
                key! { $($key)* struct {
                    #[rowkey(codec = AfterLength)] #[descending] a: Vec<u8> => ranges [],
                    #[salt(md5, 1)] #[rowkey(codec = AfterLength)] b: Vec<u8> => ranges [],
                } },
                key! { $($key)* struct {
                    b: u8 => ranges [in],
                    #[salt(crc32, buckets = 3)] #[rowkey(codec = Raw)] c: Vec<u8> => ranges [in],
                    d: u8 => range [in],
                } },
            ]
        }
    )+};
}

in_laws! {
    codecs! { escaped [] }

    laws! { escaped }

    #[test]
    fn no_macro_drops_a_key() {
        assert_eq!(escaped().len(), 12);
    }
}

in_combinations! {
    codecs! {
        nul_delimited [#[rowkey(delimiter = '\0')]]
        nul_terminated [#[rowkey(terminator = '\0')]]
    }

    laws! { nul_delimited, nul_terminated }

    #[test]
    fn no_macro_drops_a_key() {
        assert_eq!(nul_delimited().len() + nul_terminated().len(), 24);
    }
}
