//! [`Format`], which encodes and decodes values in the key formats of other systems. Part of the model, a second
//! implementation of `rowkey/docs/layout.md` (section 18) for tests. Decimals, times and identifiers are left out.

mod content;
mod foundation_db;
mod ordered_code;

pub(super) use self::content::{read_tidb as read_groups, tidb as groups, up_to_zero};
pub(super) use self::foundation_db::escaped;
use super::encode::{Framing, Reason, complement, plain, structure};
use super::{Fault, Kind, Value, decode};

/// A key format of another system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The tuple layer of FoundationDB.
    FoundationDb,
    /// The memcomparable format of MyRocks and RisingWave.
    Memcomparable,
    /// The ordered code of Bigtable.
    OrderedCode,
    /// `OrderedBytes` of HBase.
    OrderedBytes,
    /// The columns of a Phoenix primary key.
    Phoenix,
    /// The columns of a TiDB index.
    Tidb,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::FoundationDb,
        Format::Memcomparable,
        Format::OrderedCode,
        Format::OrderedBytes,
        Format::Phoenix,
        Format::Tidb,
    ];

    /// Checks whether the format has this type, according to the tables in `layout.md`.
    pub fn supports(self, kind: &Kind) -> bool {
        use Kind as K;
        match (self, kind) {
            (_, K::List(_) | K::Elements(..) | K::UnitEnum(_) | K::DataEnum(_))
            | (Format::OrderedCode, K::Opt(_))
            | (Format::FoundationDb, K::Char) => false,
            (_, K::Struct(fields)) => {
                self != Format::Phoenix && fields.iter().all(|field| field.format == Some(self) && field.hash.is_none())
            }
            (Format::Phoenix, K::Opt(inner)) => **inner == K::Str,
            (Format::OrderedBytes, K::Opt(inner)) => matches!(**inner, K::Str | K::Bytes | K::Array(_)),
            (_, K::Opt(inner)) => !matches!(**inner, K::Opt(_)) && self.supports(inner),
            (Format::FoundationDb | Format::Memcomparable, _) | (_, K::Str | K::Bytes | K::Array(_) | K::F64) => true,
            (_, K::U(width)) => *width <= 8 && self != Format::OrderedBytes,
            (_, K::I(width)) => *width <= 8,
            (_, K::F32) => matches!(self, Format::OrderedBytes | Format::Phoenix),
            (_, kind) => *kind == K::Bool && self == Format::Phoenix,
        }
    }

    /// Checks whether every value of this type has an encoding. The format must [support](Self::supports) the type.
    pub fn is_total(self, kind: &Kind) -> bool {
        use Format as F;
        match (self, kind) {
            (_, Kind::Struct(fields)) => fields.iter().all(|field| self.is_total(&field.kind)),
            (_, Kind::Opt(inner)) => self.is_total(inner),
            (F::FoundationDb, _) => true,
            (_, Kind::F32 | Kind::F64)
            | (F::OrderedBytes | F::Phoenix, Kind::Str)
            | (F::Phoenix, Kind::Bytes | Kind::U(_)) => false,
            _ => true,
        }
    }

    /// Checks whether the encodings of this type sort as the values do.
    pub fn is_ordered(self, kind: &Kind) -> bool {
        match kind {
            Kind::Opt(inner) => self.is_ordered(inner),
            Kind::Bytes | Kind::Array(_) => self != Format::OrderedBytes,
            _ => true,
        }
    }

    /// Returns the rule that a field of this type breaks, or `None` if the field breaks no rule. `last` is true if the
    /// field is at the end of the key.
    pub(super) fn mistake(self, kind: &Kind, descending: bool, last: bool) -> Option<&'static str> {
        let inner = if let Kind::Opt(inner) = kind { inner } else { kind };
        match (self, kind) {
            _ if !self.supports(kind) => Some("the format does not support the type of the field"),
            (Format::FoundationDb, _) if descending && matches!(inner, Kind::Str | Kind::Bytes | Kind::Array(_)) => {
                Some("a FoundationDB string or byte string cannot be descending")
            }
            (Format::Phoenix, Kind::Bytes) if descending || !last => {
                Some("Phoenix bytes must be ascending and at the end of the key")
            }
            (Format::Phoenix, Kind::Bool | Kind::Opt(_)) if descending => {
                Some("a Phoenix boolean or `Option` cannot be descending")
            }
            _ => None,
        }
    }

    /// Encodes a value. `framing` tells whether the field is the last one. Only Phoenix encodes the last field
    /// differently.
    pub(super) fn encode(self, kind: &Kind, value: &Value, framing: Framing) -> Result<Vec<u8>, Reason> {
        if !self.has(value) {
            return Err(Reason::NotInFormat);
        }
        let with_code = |code: u8, rest: Vec<u8>| [vec![code], rest].concat();
        Ok(match (self, kind, value) {
            (Format::FoundationDb, ..) => foundation_db::encode(kind, value)?,
            (_, Kind::Struct(fields), Value::Struct(values)) => structure(fields, values)?,
            (Format::Memcomparable | Format::Tidb, _, Value::Opt(None)) => vec![0],
            (Format::Memcomparable, Kind::Opt(inner), Value::Opt(Some(value))) => {
                with_code(1, self.encode(inner, value, framing)?)
            }
            (Format::OrderedBytes, _, Value::Opt(None)) => vec![5],
            (Format::Phoenix, _, Value::Opt(None)) => phoenix_end(framing),
            (_, Kind::Opt(inner), Value::Opt(Some(value))) => self.encode(inner, value, framing)?,

            (Format::Memcomparable, Kind::Str | Kind::Bytes, _) => content::memcomparable(&bytes_of(value)),
            (Format::OrderedCode, Kind::Str | Kind::Bytes | Kind::Array(_), _) => {
                ordered_code::content(&bytes_of(value))
            }
            (Format::OrderedCode, _, Value::U(number, _)) => ordered_code::unsigned(*number),
            (Format::OrderedCode, _, Value::I(number, _)) => ordered_code::signed(*number),
            (Format::OrderedCode, _, Value::F64(bits)) => ordered_code::signed(ordered_code::float_as_integer(*bits)),
            (Format::OrderedBytes, Kind::Str, _) => [vec![0x34], bytes_of(value), vec![0]].concat(),
            (Format::OrderedBytes, Kind::Bytes | Kind::Array(_), _) => {
                with_code(0x37, content::seven_bits(&bytes_of(value)))
            }
            (Format::OrderedBytes, ..) => with_code(ordered_bytes_code(kind), plain(kind, value)),
            (Format::Phoenix, Kind::Str, _) => [bytes_of(value), phoenix_end(framing)].concat(),
            (Format::Phoenix, Kind::Bytes, _) => bytes_of(value),
            (Format::Phoenix, Kind::F32 | Kind::F64, _) => plus_one(&plain(kind, value)),
            (Format::Tidb, _, Value::I(number, _)) => with_code(3, plain(&Kind::I(8), &Value::I(*number, 8))),
            (Format::Tidb, _, Value::U(number, _)) => with_code(4, plain(&Kind::U(8), &Value::U(*number, 8))),
            (Format::Tidb, Kind::F64, _) => with_code(5, plain(kind, value)),
            (Format::Tidb, ..) => with_code(1, content::tidb(&bytes_of(value))),
            (Format::Memcomparable | Format::Phoenix, ..) => plain(kind, value),
            (Format::OrderedCode, ..) => panic!("{value:?} in {self:?}"),
        })
    }

    /// Checks whether the format can store the value. For example, TiDB stores no NaN.
    fn has(self, value: &Value) -> bool {
        let has_float = |bits: u64, negative_zero: u64, nan: u64, infinity: u64| {
            let is_nan = bits & !negative_zero > infinity;
            match self {
                Format::FoundationDb => true,
                Format::OrderedCode => bits != negative_zero,
                Format::Memcomparable => bits != negative_zero && (!is_nan || bits == nan),
                Format::OrderedBytes | Format::Phoenix => !is_nan || bits == nan,
                Format::Tidb => bits != negative_zero && !is_nan,
            }
        };
        match value {
            Value::F32(bits) => has_float((*bits).into(), 1 << 31, 0x7FC0_0000, 0x7F80_0000),
            Value::F64(bits) => has_float(*bits, 1 << 63, 0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0000),
            Value::Str(text) if self == Format::Phoenix => !text.is_empty() && !text.contains('\0'),
            Value::Str(text) if self == Format::OrderedBytes => !text.contains('\0'),
            Value::Bytes(bytes) if self == Format::Phoenix => !bytes.is_empty(),
            Value::U(number, width) if self == Format::Phoenix => number >> (8 * width - 1) == 0,
            _ => true,
        }
    }

    /// Reads the value at the beginning of `rest`. Returns the value and the number of bytes read. Accepts some bytes
    /// that [`encode`](Self::encode) would not produce: the caller encodes the value and compares the bytes.
    pub(super) fn decode(self, rest: &[u8], kind: &Kind, framing: Framing) -> Result<(Value, usize), Fault> {
        if self == Format::FoundationDb {
            return foundation_db::decode(rest, kind, false);
        }
        let after_code = |code: u8| match rest.split_first() {
            Some((first, rest)) if *first == code => Ok(rest),
            Some(_) => Err(Fault::Value),
            None => Err(Fault::Short),
        };
        let of_content = |(content, length)| Ok((value_of(kind, content)?, length));
        match (self, kind) {
            (_, Kind::Struct(fields)) => decode::structure(rest, fields),
            (Format::Memcomparable, Kind::Opt(inner)) => match rest.split_first().ok_or(Fault::Short)? {
                (0, _) => Ok((Value::Opt(None), 1)),
                (1, rest) => {
                    let (value, length) = self.decode(rest, inner, framing)?;
                    Ok((Value::Opt(Some(Box::new(value))), length + 1))
                }
                _ => Err(Fault::Value),
            },
            (Format::Phoenix, Kind::Opt(_)) if rest.starts_with(&phoenix_end(framing)) => {
                let is_none = framing != Framing::Raw || rest.is_empty();
                if is_none {
                    Ok((Value::Opt(None), phoenix_end(framing).len()))
                } else {
                    self.decode_some(rest, kind, framing)
                }
            }
            (Format::OrderedBytes, Kind::Opt(_)) if rest.starts_with(&[5]) => Ok((Value::Opt(None), 1)),
            (Format::Tidb, Kind::Opt(_)) if rest.starts_with(&[0]) => Ok((Value::Opt(None), 1)),
            (_, Kind::Opt(_)) => self.decode_some(rest, kind, framing),

            (Format::Memcomparable, Kind::Str | Kind::Bytes) => of_content(content::read_memcomparable(rest)?),
            (Format::OrderedCode, Kind::Str | Kind::Bytes | Kind::Array(_)) => {
                of_content(ordered_code::read_content(rest)?)
            }
            (Format::OrderedCode, _) => ordered_code::read_number(rest, kind),
            (Format::OrderedBytes, Kind::Str) => {
                let (content, length) = content::up_to_zero(after_code(0x34)?)?;
                Ok((value_of(kind, content)?, length + 1))
            }
            (Format::OrderedBytes, Kind::Bytes | Kind::Array(_)) => {
                let (content, length) = content::read_seven_bits(after_code(0x37)?)?;
                Ok((value_of(kind, content)?, length + 1))
            }
            (Format::OrderedBytes, _) => {
                let (value, length) = decode::plain(after_code(ordered_bytes_code(kind))?, kind)?;
                Ok((value, length + 1))
            }
            (Format::Phoenix, Kind::Bytes) => Ok((Value::Bytes(rest.to_vec()), rest.len())),
            (Format::Phoenix, Kind::Str) if framing == Framing::Raw => Ok((value_of(kind, rest.to_vec())?, rest.len())),
            (Format::Phoenix, Kind::Str) => of_content(content::up_to_zero(rest)?),
            (Format::Phoenix, Kind::F32 | Kind::F64) => {
                let stored = rest.get(..kind.width().expect("a float")).ok_or(Fault::Short)?;
                decode::plain(&minus_one(stored).ok_or(Fault::Value)?, kind)
            }
            (Format::Tidb, Kind::I(width)) => {
                let Value::I(number, _) = decode::plain(after_code(3)?, &Kind::I(8))?.0 else { unreachable!("signed") };
                Ok((signed_value(number, *width)?, 9))
            }
            (Format::Tidb, Kind::U(width)) => {
                let Value::U(number, _) = decode::plain(after_code(4)?, &Kind::U(8))?.0 else {
                    unreachable!("unsigned")
                };
                Ok((unsigned_value(number, *width)?, 9))
            }
            (Format::Tidb, Kind::F64) => {
                let (value, length) = decode::plain(after_code(5)?, kind)?;
                Ok((value, length + 1))
            }
            (Format::Tidb, _) => {
                let (content, length) = content::read_tidb(after_code(1)?)?;
                Ok((value_of(kind, content)?, length + 1))
            }
            (Format::FoundationDb | Format::Memcomparable | Format::Phoenix, _) => decode::plain(rest, kind),
        }
    }

    fn decode_some(self, rest: &[u8], kind: &Kind, framing: Framing) -> Result<(Value, usize), Fault> {
        let Kind::Opt(inner) = kind else { panic!("{kind:?} is not optional") };
        let (value, length) = self.decode(rest, inner, framing)?;
        Ok((Value::Opt(Some(Box::new(value))), length))
    }
}

/// Returns the terminator of a text in Phoenix, which is empty at the end of the key.
fn phoenix_end(framing: Framing) -> Vec<u8> {
    if framing == Framing::Raw { vec![] } else { vec![0] }
}

fn ordered_bytes_code(kind: &Kind) -> u8 {
    match kind {
        Kind::I(1) => 0x29,
        Kind::I(2) => 0x2A,
        Kind::I(4) => 0x2B,
        Kind::I(8) => 0x2C,
        Kind::F32 => 0x30,
        Kind::F64 => 0x31,
        other => panic!("OrderedBytes has no {other:?}"),
    }
}

fn bytes_of(value: &Value) -> Vec<u8> {
    match value {
        Value::Str(text) => text.clone().into_bytes(),
        Value::Bytes(bytes) | Value::Array(bytes) => bytes.clone(),
        other => panic!("{other:?} has no content"),
    }
}

/// The inverse of [`bytes_of`].
fn value_of(kind: &Kind, content: Vec<u8>) -> Result<Value, Fault> {
    match kind {
        Kind::Str => String::from_utf8(content).map(Value::Str).map_err(|_| Fault::Value),
        Kind::Bytes => Ok(Value::Bytes(content)),
        Kind::Array(width) if *width == content.len() => Ok(Value::Array(content)),
        _ => Err(Fault::Value),
    }
}

fn signed_value(number: i128, width: usize) -> Result<Value, Fault> {
    let limit = i128::MAX >> (128 - 8 * width);
    if (-limit - 1..=limit).contains(&number) { Ok(Value::I(number, width)) } else { Err(Fault::Value) }
}

fn unsigned_value(number: u128, width: usize) -> Result<Value, Fault> {
    if number <= u128::MAX >> (128 - 8 * width) { Ok(Value::U(number, width)) } else { Err(Fault::Value) }
}

fn plus_one(bytes: &[u8]) -> Vec<u8> {
    let number = bytes.iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte)) + 1;
    number.to_be_bytes()[16 - bytes.len()..].to_vec()
}

fn minus_one(bytes: &[u8]) -> Option<Vec<u8>> {
    let number = bytes.iter().fold(0u128, |number, byte| number << 8 | u128::from(*byte)).checked_sub(1)?;
    Some(number.to_be_bytes()[16 - bytes.len()..].to_vec())
}
