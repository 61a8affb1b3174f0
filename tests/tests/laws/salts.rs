//! Tests the laws for salts: every algorithm in every form, over one field, several fields and the whole key. [`key!`]
//! explains the words after `=>`, such as `ranges [in]`.

use std::borrow::Cow;

use rowkey_proof::laws::Subject;
use rowkey_proof::{key, laws};

/// Combines the length of the input with its last three bytes, or with all bytes of a shorter input.
fn hash_of_last_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().take(3).fold(bytes.len() as u64, |number, byte| number << 8 | u64::from(*byte))
}

fn greatest(_: &[u8]) -> u64 {
    u64::MAX
}

fn md5_and_length(bytes: &[u8]) -> [u8; 24] {
    let mut hash = [0; 24];
    hash[..16].copy_from_slice(&rowkey_proof::model::Digest::Md5.of(bytes));
    hash[16..].copy_from_slice(&(bytes.len() as u64).to_be_bytes());
    hash
}

/// Each form of salt over the first field, over two fields in reverse order, and over the whole key.
macro_rules! forms {
    ($($digest:ident $size:tt)+) => {
        vec![$(
            key! { struct { #[salt($digest, $size)] a: u32 => neither [], b: String => range [in starts] } },
            key! { struct { #[salt($digest, $size, hex)] #[descending] a: String => neither [], b: u8 => range [in] } },
            key! { struct { #[salt($digest, 1, last)] a: Vec<u8> => ranges [in starts], b: u8 => range [in] } },
            key! { #[rowkey(salt($digest, 1, hex, last, of(c, a)))] struct {
                a: Option<String> => ranges [in],
                b: u8 => ranges [in],
                #[reverse]
                c: String => ranges [ends],
            } },
            key! { #[rowkey(salt($digest, 1))] #[rowkey(namespace = "ns")] struct { a: String => ranges [in starts] } },
        )+]
    };
}

macro_rules! full_widths {
    ($($digest:ident $width:tt)+) => {
        vec![$(
            key! { #[rowkey(salt($digest, $width))] #[rowkey(delimiter = '\0')] struct {
                a: String => neither [],
                #[descending]
                b: String => neither [],
            } },
        )+]
    };
}

/// A number of buckets as bytes or as digits, over one field or over several.
macro_rules! buckets {
    (bytes $algorithm:ident $count:tt) => {
        key! { struct { #[salt($algorithm, buckets = $count)] a: u16 => ranges [in], b: String => range [in starts] } }
    };
    (digits $algorithm:ident $count:tt) => {
        key! { #[rowkey(terminator = '|')] struct {
            #[salt($algorithm, buckets = $count, digits)] a: String => ranges [starts],
            b: u8 => range [in],
        } }
    };
    (bytes_of_two $algorithm:ident $count:tt) => {
        key! { #[rowkey(salt($algorithm, buckets = $count, of(b, a)))] struct {
            a: u8 => ranges [in],
            b: Vec<u8> => ranges [in starts],
            c: i16 => range [in],
        } }
    };
    (digits_of_all $algorithm:ident $count:tt) => {
        key! { #[rowkey(salt($algorithm, buckets = $count, digits))] struct {
            a: i16 => ranges [in],
            b: String => ranges [in starts],
        } }
    };
}

const ONE: usize = 1;
const SEVEN: u64 = 7;
const MAX_RANGES: u64 = 4096;

/// Asserts that a salt has the same layout with each number as a literal and as a constant.
macro_rules! same_layout {
    ($ty:ident: => $($salt:tt)+) => {};
    ($ty:ident: $number:literal $($more:literal)* => $count:ident ($($salt:tt)+) $($form:ident)?) => {{
        const $count: $ty = $number;
        #[derive(rowkey::RowKey)]
        #[rowkey(salt($($salt)+ $number $(, $form)?))]
        struct Key {
            _id: u16,
        }
        let literal = Key::LAYOUT;
        {
            #[derive(rowkey::RowKey)]
            #[rowkey(salt($($salt)+ $count $(, $form)?))]
            struct Key {
                _id: u16,
            }
            assert_eq!(Key::LAYOUT, literal);
            assert_eq!(Key::LAYOUT.fingerprint(), literal.fingerprint());
        }
        same_layout! { $ty: $($more)* => $count ($($salt)+) $($form)? }
    }};
}

in_laws! {
    /// Returns keys with each form of one digest, and with the full width of every digest.
    fn digests() -> Vec<Subject> {
        let forms: Vec<Subject> = forms! { xxh3 3 };
        let widths = full_widths! { md5 16 sha256 32 xxh3 8 crc32 4 murmur3 4 };
        forms.into_iter().chain(widths).collect()
    }

    /// Returns keys with each algorithm, and with numbers of buckets just before and after the salt gets wider.
    fn buckets() -> Vec<Subject> {
        vec![
            buckets!(bytes phoenix 3),
            buckets!(bytes xxh3 1),
            buckets!(bytes crc32 256),
            buckets!(bytes_of_two md5 257),
            buckets!(bytes_of_two xxh3 256),
            buckets!(digits md5 10),
            buckets!(digits_of_all phoenix 11),
            buckets!(digits sha256 100),
            buckets!(digits_of_all murmur3 101),
        ]
    }

    #[test]
    fn a_constant_gives_the_layout_of_its_number() {
        use rowkey::RowKey;

        same_layout! { usize: 2 => COUNT (md5,) hex }
        same_layout! { u64: 257 4294967296 => COUNT (phoenix, buckets =) digits }
    }

    /// Returns keys with more buckets than `ranges` allows.
    fn many_buckets() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, buckets = 4097)] a: u16 => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(crc32, buckets = 65537)] a: u16 => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(xxh3, buckets = 4294967296, digits)] a: u16 => neither [], b: u8 => range [in] } },
        ]
    }

    fn functions() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(with = hash_of_last_bytes, buckets = 7)] a: String => ranges [in starts], b: u8 => range [in] } },
            key! { struct { #[hash(with = md5_and_length, 24)] a: String => range [], b: u8 => range [in] } },
            key! { struct { a: String => range [in starts], #[hash(with = md5_and_length, 24, hex)] b: Option<u16> => range [] } },
        ]
    }

    /// Returns keys with a `modulo` salt of integers of every width. The salt depends on the value and not on the
    /// encoding.
    fn modulo() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(modulo, buckets = 10)] a: u8 => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 7, digits)] #[descending] a: u16 => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 1000, digits)] #[reverse] a: u32 => ranges [], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 16)] #[pad(6)] a: u64 => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 3)] a: u128 => ranges [in] } },
            key! { struct { #[salt(modulo, buckets = 10)] a: i8 => ranges [in], b: u8 => range [in] } },
            key! { #[rowkey(salt(modulo, buckets = 10, of(b)))] #[rowkey(delimiter = '_')] struct {
                a: String => ranges [starts],
                b: i64 => ranges [in],
                c: String => range [in starts],
            } },
        ]
    }

    /// Returns keys whose salted field is encoded differently in the key than in the salt, is not the first field, or
    /// is also hashed.
    fn sources() -> Vec<Subject> {
        vec![
            key! { struct { a: u8 => ranges [in], #[salt(md5, 1)] b: String => ranges [in starts], c: u8 => range [in] } },
            key! { struct { a: String => ranges [in starts], #[salt(md5, 1)] #[descending] b: String => ranges [in starts] } },
            key! { struct { #[salt(md5, 1)] #[descending] a: Option<String> => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(md5, 1)] #[pad(8)] #[descending] a: u32 => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(md5, 1)] #[hash(xxh3, 8)] a: String => ranges [], b: u8 => range [in] } },
            key! { #[rowkey(salt(md5, 1))] struct { #[hash(sha256, 8)] a: Vec<u8> => ranges [], b: u8 => ranges [in] } },
            key! { #[rowkey(salt(md5, 1, of(a, b, c)))] struct {
                a: u8 => ranges [in],
                #[descending] b: u16 => ranges [in],
                #[pad(3)] c: u8 => ranges [in],
            } },
            key! { #[rowkey(salt(md5, 1, of(a)))] #[rowkey(delimiter = '_')] #[rowkey(namespace = "_")] struct <'a> {
                a: &'a str => ranges [starts],
                b: Cow<'a, [u8]> => range [in starts],
            } },
        ]
    }

    /// Returns keys whose number of bytes or buckets in the salt is a constant. The derive does not know the value of
    /// the constant.
    fn constants() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, ONE)] a: u16 => ranges [in], b: u8 => range [in] } },
            key! { struct { a: u8 => ranges [in], #[salt(sha256, ONE, last, hex)] b: String => ranges [in starts] } },
            key! { #[rowkey(namespace = "ns")] struct {
                #[salt(md5, buckets = SEVEN)] a: u32 => ranges [in],
                b: u8 => range [in],
            } },
        ]
    }

    laws! { digests, buckets, many_buckets, functions, modulo, sources, constants }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [digests, buckets, many_buckets, functions, modulo, sources, constants];
        assert_eq!(groups.map(|keys| keys().len()), [10, 9, 3, 3, 7, 8, 3]);
    }
}

in_combinations! {
    /// Returns keys with each form of a second digest. The forms do not depend on the digest, so two are enough.
    fn digests() -> Vec<Subject> {
        forms! { crc32 2 }
    }

    fn buckets() -> Vec<Subject> {
        vec![
            buckets!(digits xxh3 1),
            buckets!(digits murmur3 1000),
            buckets!(digits_of_all md5 1001),
            buckets!(bytes_of_two phoenix 300),
            buckets!(bytes sha256 100),
        ]
    }

    #[test]
    fn a_constant_gives_the_layout_of_its_number() {
        use rowkey::RowKey;

        same_layout! { usize: 1 2 15 16 => COUNT (md5,) }
        same_layout! { usize: 1 2 31 32 => COUNT (sha256,) hex }
        same_layout! { u64: 1 2 10 255 256 257 65536 65537 16777217 4294967296 => COUNT (md5, buckets =) }
        same_layout! { u64: 1 9 10 11 100 101 1000 1001 4294967296 => COUNT (phoenix, buckets =) digits }
        same_layout! { u64: 1 256 257 4096 4097 => COUNT (random, buckets =) }
    }

    fn many_buckets() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, buckets = 65536)] a: u16 => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(phoenix, buckets = 16777216, digits)] a: u16 => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(xxh3, buckets = 16777217)] a: u16 => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(sha256, buckets = 4294967296)] a: String => neither [], b: u8 => range [in] } },
            key! { struct { #[salt(phoenix, buckets = 4294967296)] a: Vec<u8> => neither [], b: u8 => range [in] } },
            key! { #[rowkey(salt(modulo, buckets = 4294967296, of(a)))] struct { a: i128 => neither [] } },
        ]
    }

    fn functions() -> Vec<Subject> {
        vec![
            key! { #[rowkey(salt(with = hash_of_last_bytes, buckets = 300, digits, of(b, a)))] struct {
                a: String => ranges [in starts],
                b: u8 => ranges [in],
            } },
            key! { #[rowkey(salt(with = greatest, buckets = 4096))] struct { a: u64 => ranges [in] } },
            key! { struct { #[salt(md5, 1)] #[hash(with = md5_and_length, 24)] a: Vec<u8> => ranges [], b: u8 => range [in] } },
            key! { #[rowkey(salt(with = greatest, buckets = 4294967295))] struct { a: u64 => neither [] } },
        ]
    }

    fn modulo() -> Vec<Subject> {
        vec![
            key! { #[rowkey(namespace = "ns")] struct { #[salt(modulo, buckets = 10)] a: u8 => ranges [in], b: u8 => range [in] } },
            key! { struct { #[salt(modulo, buckets = 300)] a: u8 => ranges [in] } },
            key! { struct { #[salt(modulo, buckets = 1)] a: i16 => ranges [in], b: String => range [in starts] } },
            key! { struct { #[salt(modulo, buckets = 10, digits)] #[descending] #[pad(4)] a: i32 => ranges [in] } },
            key! { struct { #[salt(modulo, buckets = 4096)] #[reverse] #[pad(5)] a: i64 => ranges [] } },
            key! { struct { #[salt(modulo, buckets = 257)] #[descending] a: i128 => ranges [in] } },
        ]
    }

    fn sources() -> Vec<Subject> {
        vec![
            key! { struct { a: u8 => ranges [in], #[salt(crc32, buckets = 3)] b: String => ranges [in starts] } },
            key! { struct { #[salt(md5, 1)] #[reverse] a: Vec<u8> => ranges [ends], b: u8 => range [in] } },
            key! { struct { #[salt(md5, 1)] #[pad(3, 'x')] a: String => ranges [], b: u8 => range [in] } },
            key! { struct { #[salt(md5, 2)] #[hash(crc32, 4, hex)] a: String => neither [], b: String => range [in starts] } },
            key! { #[rowkey(terminator = '\0')] struct {
                #[salt(murmur3, 1)] #[descending] a: Option<String> => ranges [in],
                #[descending] b: Vec<u8> => range [in starts],
            } },
            key! { #[rowkey(salt(sha256, 1, of(b)))] struct <'a> {
                a: Cow<'a, str> => ranges [in starts],
                b: &'a [u8] => ranges [in starts],
            } },
        ]
    }

    fn constants() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, { ONE + 1 })] a: u16 => neither [], b: u8 => range [in] } },
            key! { #[rowkey(salt(xxh3, { 4 * ONE }, hex))] #[rowkey(delimiter = '_')] struct { a: String => neither [] } },
            key! { struct { #[salt(phoenix, buckets = { 1 << 32 }, digits)] a: u16 => neither [], b: u8 => range [in] } },
            key! { #[rowkey(salt(with = hash_of_last_bytes, buckets = MAX_RANGES, of(b, a)))] struct {
                a: String => ranges [in starts],
                b: u8 => ranges [in],
            } },
            key! { struct { #[salt(modulo, buckets = { MAX_RANGES + 1 })] a: i32 => neither [], b: u8 => range [in] } },
            key! { struct { a: u8 => ranges [in], #[salt(modulo, buckets = SEVEN, digits)] b: i64 => ranges [in] } },
        ]
    }

    laws! { digests, buckets, many_buckets, functions, modulo, sources, constants }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [digests, buckets, many_buckets, functions, modulo, sources, constants];
        assert_eq!(groups.map(|keys| keys().len()), [5, 5, 6, 4, 6, 6, 6]);
    }
}
