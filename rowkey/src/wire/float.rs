//! Floats in the total order of IEEE 754 (`f64::total_cmp`). All bits of a negative number are flipped, and only the
//! sign bit of other numbers. NaNs and both zeros keep their bits.

/// Converts the IEEE bits of a float of `width` bytes to the stored bits.
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
