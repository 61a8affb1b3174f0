//! Floats in the total order of IEEE 754 (`f64::total_cmp`): the bits of a negative number flipped, of any other number
//! the sign bit flipped. NaNs and both zeros keep their bits.

/// Turns the IEEE bits of a float of `width` bytes into the stored bits.
#[inline]
pub(crate) const fn to_stored(bits: u64, width: usize) -> u64 {
    if bits & sign(width) == 0 { bits ^ sign(width) } else { bits ^ all(width) }
}

/// The inverse of [`to_stored`].
#[inline]
pub(crate) const fn from_stored(stored: u64, width: usize) -> u64 {
    if stored & sign(width) == 0 { stored ^ all(width) } else { stored ^ sign(width) }
}

const fn sign(width: usize) -> u64 {
    1 << (8 * width - 1)
}

const fn all(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width)
}
