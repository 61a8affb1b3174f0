//! What times are made of, in bytes: a count of seconds, and nanoseconds behind it.

/// Seconds in 8 bytes, then nanoseconds in 4.
#[inline]
pub(super) fn join(seconds: u64, nanos: u32) -> [u8; 12] {
    let [_, _, _, _, bytes @ ..] = (u128::from(seconds) << 32 | u128::from(nanos)).to_be_bytes();
    bytes
}

/// The numbers that [`join`] joined.
#[inline]
pub(super) fn split(bytes: [u8; 12]) -> (u64, u32) {
    let [s0, s1, s2, s3, s4, s5, s6, s7, nanos @ ..] = bytes;
    (u64::from_be_bytes([s0, s1, s2, s3, s4, s5, s6, s7]), u32::from_be_bytes(nanos))
}
