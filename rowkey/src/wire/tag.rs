//! Reads and writes tags, which are bytes before a value that tell how to read the value, such as 00 for `None` and 01
//! for `Some`. Also reads and writes `bool`, `char` and shards.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use core::net::IpAddr;

/// The tag of `None`, and the byte of `false`.
pub const NONE: u8 = 0;
/// The tag of `Some`, and the byte of `true`.
pub const SOME: u8 = 1;

const V4: u8 = 4;
const V6: u8 = 6;

#[cold]
fn not_a_value(offset: usize, expected: &'static str, found: u8) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found })
}

#[inline]
fn read_flag(reader: &mut Reader<'_>, expected: &'static str) -> Result<bool, DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        NONE => Ok(false),
        SOME => Ok(true),
        found => Err(not_a_value(offset, expected, found)),
    }
}

/// Reads the tag of an option. Returns whether a value follows.
#[inline]
pub fn read_option(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    read_flag(reader, "the first byte of an option, 00 or 01")
}

#[inline]
pub fn read_bool(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    read_flag(reader, "a bool, 00 or 01")
}

/// Reads a `char`, which is stored as its `u32`.
#[inline]
pub fn read_char(reader: &mut Reader<'_>) -> Result<char, DecodeError> {
    let offset = reader.offset();
    let found = reader.array().map(u32::from_be_bytes)?;
    char::from_u32(found).ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotAChar { found }))
}

#[inline]
pub fn read_address(reader: &mut Reader<'_>) -> Result<IpAddr, DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        V4 => reader.array::<4>().map(IpAddr::from),
        V6 => reader.array::<16>().map(IpAddr::from),
        found => Err(not_a_value(offset, "an address, 04 or 06", found)),
    }
}

#[inline]
pub fn write_address<S: Sink>(address: IpAddr, out: &mut S) {
    match address {
        IpAddr::V4(address) => {
            out.put_array([V4]);
            out.put_array(address.octets());
        }
        IpAddr::V6(address) => {
            out.put_array([V6]);
            out.put_array(address.octets());
        }
    }
}

/// Reads the number of a shard, which is below `count`.
#[inline]
pub fn read_shard(reader: &mut Reader<'_>, width: usize, count: u32) -> Result<u32, DecodeError> {
    let offset = reader.offset();
    let bytes = reader.bytes(width)?;
    let number = bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    if number < count { Ok(number) } else { Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange)) }
}

#[inline]
pub fn write_shard<S: Sink>(number: u32, width: usize, out: &mut S) {
    out.put(number.to_be_bytes().get(4 - width..).unwrap_or_default());
}
