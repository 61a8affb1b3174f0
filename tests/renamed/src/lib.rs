//! Tests the derives in a crate that depends on rowkey under the name `keys`.

/// A key with a namespace, a salt, a codec and a digest.
#[derive(Debug, Clone, PartialEq, keys::RowKey)]
#[rowkey(crate = "keys", namespace = "n", terminator = '\0', max_len = 4096)]
pub struct PaymentKey {
    /// Stored as digits.
    #[salt(md5, buckets = 16)]
    #[pad(6)]
    pub customer: u32,
    /// Stored in binary.
    #[descending]
    pub paid_at: i64,
    /// Stored by a codec of this crate.
    #[rowkey(codec = Small)]
    pub part: u16,
    /// Stored as a digest.
    #[hash(md5, 2)]
    pub keys: u64,
}

/// A key with a field that has the name of the crate.
#[derive(Debug, Clone, PartialEq, keys::RowKey)]
#[rowkey(crate = "::keys", salt(modulo, buckets = 7, of(keys)))]
pub struct KeysKey<'a> {
    /// Has the same name as the crate.
    pub keys: u8,
    /// Borrowed.
    pub rowkey: &'a str,
}

/// A newtype.
#[derive(Debug, Clone, Copy, PartialEq, keys::KeyField)]
#[rowkey(crate = "keys")]
pub struct Customer(pub u32);

/// A field that is a struct.
#[derive(Debug, Clone, PartialEq, keys::KeyField)]
#[rowkey(crate = "keys")]
pub struct Place {
    /// A string.
    pub city: String,
    /// An enum.
    pub kind: Kind,
}

/// A field that is an enum with codes.
#[derive(Debug, Clone, Copy, PartialEq, keys::KeyField)]
#[rowkey(crate = "keys")]
pub enum Kind {
    /// A variant without data.
    #[code(1)]
    Shop,
}

/// A key whose fields derive `KeyField`.
#[derive(Debug, Clone, PartialEq, keys::RowKey)]
#[rowkey(crate = "keys", namespace = "v")]
pub struct VisitKey {
    /// A newtype.
    pub customer: Customer,
    /// A struct.
    pub place: Place,
}

/// A key space.
#[derive(Debug, Clone, PartialEq, keys::KeySpace)]
#[rowkey(crate = "keys")]
pub enum Row {
    /// A key with a salt.
    Payment(PaymentKey),
    /// A key without a salt.
    Visit(VisitKey),
}

/// A key that reaches the runtime by a path in this crate.
#[derive(Debug, Clone, PartialEq, keys::RowKey)]
#[rowkey(crate = "crate::inner::reexported")]
pub struct PathKey {
    /// A string.
    pub crates: String,
}

mod inner {
    pub(crate) use keys as reexported;
}

/// A codec of numbers below 256.
#[derive(Debug)]
pub struct Small;

impl keys::Codec<u16> for Small {
    type Encoded = Result<[u8; 1], &'static str>;
    const NAME: &'static str = "small";

    fn encode(value: &u16) -> Result<[u8; 1], &'static str> {
        u8::try_from(*value).map(|byte| [byte]).map_err(|_| "below 256 only")
    }

    fn decode([byte]: [u8; 1]) -> Result<u16, keys::CodecError> {
        Ok(byte.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keys::RowKey;

    #[test]
    fn keys_of_a_renamed_crate_work() {
        let key = PaymentKey { customer: 123, paid_at: 7, part: 9, keys: 1 };
        let bytes = key.try_encode().unwrap();
        assert!(PaymentKey::prefix().customer(123).paid_at_in(..).range().contains(&bytes));

        let key = KeysKey { keys: 9, rowkey: "a" };
        assert_eq!(key.encode(), [2, 9, b'a']);
        assert_eq!(KeysKey::decode(&key.encode()), Ok(key));

        let key = VisitKey { customer: Customer(1), place: Place { city: "a".into(), kind: Kind::Shop } };
        assert_eq!(VisitKey::decode(&key.encode()), Ok(key));

        let key = PathKey { crates: "keys".into() };
        assert_eq!(PathKey::decode(&key.encode()), Ok(key));
    }

    #[test]
    fn a_key_in_a_function_can_use_a_crate_name_of_that_function() {
        use keys as local;

        #[derive(local::RowKey)]
        #[rowkey(crate = "local")]
        struct LocalKey {
            local: u8,
        }

        assert_eq!(LocalKey { local: 1 }.encode(), [1]);
    }
}
