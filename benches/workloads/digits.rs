//! Workload (d), padded digits: rowkey's key, and hand-written code for the same bytes.

use super::hand::{InvalidKey, upper_bound};
use rowkey::RowKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, RowKey)]
pub struct Key {
    #[pad(6)]
    pub customer: u32,
    #[pad(12)]
    pub payment: u64,
}

pub const WIDTH: usize = 18;

/// The two digits of each number below 100.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0u8;
    while number < 100 {
        pairs[number as usize] = [b'0' + number / 10, b'0' + number % 10];
        number += 1;
    }
    pairs
};

/// Returns a number as `N` digits, computed two at a time from the end. Returns `None` if the number has more than `N`
/// digits.
#[inline]
fn digits<const N: usize>(mut number: u64) -> Option<[u8; N]> {
    let mut digits = [0; N];
    for pair in digits.as_chunks_mut::<2>().0.iter_mut().rev() {
        *pair = PAIRS[(number % 100) as usize];
        number /= 100;
    }
    (number == 0).then_some(digits)
}

#[inline]
pub fn encode(key: &Key) -> Option<[u8; WIDTH]> {
    let mut bytes = [0; WIDTH];
    bytes[..6].copy_from_slice(&digits::<6>(key.customer.into())?);
    bytes[6..].copy_from_slice(&digits::<12>(key.payment)?);
    Some(bytes)
}

#[inline]
pub fn encode_into(key: &Key, out: &mut Vec<u8>) -> Option<()> {
    out.extend_from_slice(&encode(key)?);
    Some(())
}

#[inline]
fn number(digits: &[u8]) -> Result<u64, InvalidKey> {
    digits.iter().try_fold(0, |number, digit| match digit.wrapping_sub(b'0') {
        digit @ 0..=9 => Ok(number * 10 + u64::from(digit)),
        _ => Err(InvalidKey::Digits),
    })
}

#[inline]
pub fn decode(bytes: &[u8]) -> Result<Key, InvalidKey> {
    let Ok(bytes) = <&[u8; WIDTH]>::try_from(bytes) else {
        return Err(InvalidKey::Length(bytes.len()));
    };
    let customer = number(&bytes[..6])?.try_into().map_err(|_| InvalidKey::Digits)?;
    Ok(Key { customer, payment: number(&bytes[6..])? })
}

#[inline]
pub fn range(customer: u32) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let start = digits::<6>(customer.into())?.to_vec();
    let end = upper_bound(start.clone());
    Some((start, end))
}
