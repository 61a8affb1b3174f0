//! Floats as bits that sort in the total order of IEEE 754 (`f64::total_cmp`). In a negative number, all bits are
//! flipped. In every other number, only the sign bit is flipped. A decoded float has the bits that were encoded, even
//! for a NaN or a negative zero.

use alloc::format;
use alloc::string::String;

/// Converts the IEEE bits of a float of `width` bytes, 4 or 8, to the stored bits: the plain bytes of a float, as a big-endian
/// number.
#[inline]
pub const fn to_stored(bits: u64, width: usize) -> u64 {
    if bits & sign_bit(width) == 0 { bits ^ sign_bit(width) } else { bits ^ all_bits(width) }
}

/// Converts the stored bits of a float of `width` bytes, 4 or 8, to its IEEE bits.
#[inline]
pub const fn from_stored(stored: u64, width: usize) -> u64 {
    if stored & sign_bit(width) == 0 { stored ^ all_bits(width) } else { stored ^ sign_bit(width) }
}

/// Returns the float with these IEEE bits as text. A NaN is printed with its bits, because different NaNs are different
/// values.
pub fn text(bits: u64, width: usize) -> String {
    let narrow = u32::try_from(bits).ok().filter(|_| width == 4).map(f32::from_bits);
    let value = narrow.map_or(f64::from_bits(bits), f64::from);
    match narrow {
        _ if value.is_nan() => format!("NaN (bits {bits:0digits$x})", digits = 2 * width),
        Some(narrow) => format!("{narrow:?}"),
        None => format!("{value:?}"),
    }
}

const fn sign_bit(width: usize) -> u64 {
    1 << (8 * width - 1)
}

const fn all_bits(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width)
}
