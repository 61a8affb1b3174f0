//! Split points: the keys at which a new table is split into regions, before its first row is written.

use super::{Encoding, FieldLayout, Layout, SaltForm};
use crate::ascii::ascii_hex;
use crate::error::debug_as_message;
use alloc::vec::Vec;
use core::fmt;

/// The error for a number of regions into which a table cannot be split: 0, or more than the first part of the key can
/// distinguish.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(salt(md5, buckets = 12))]
/// struct EventKey {
///     at: u64,
/// }
///
/// let error = EventKey::split_points(16).unwrap_err();
/// assert_eq!((error.requested(), error.most()), (16, 12));
/// assert_eq!(
///     error.to_string(),
///     "a table with these keys splits into at most 12 regions, not 16"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RegionCountError {
    requested: usize,
    most: usize,
}

impl RegionCountError {
    /// Returns the requested number of regions.
    pub fn requested(&self) -> usize {
        self.requested
    }

    /// Returns the greatest possible number of regions. The least possible number is 1.
    pub fn most(&self) -> usize {
        self.most
    }
}

impl fmt::Display for RegionCountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { requested, most } = self;
        if *requested == 0 {
            return f.write_str("a table has at least 1 region, not 0");
        }
        let regions = if *most == 1 { "region" } else { "regions" };
        write!(f, "a table with these keys splits into at most {most} {regions}, not {requested}")
    }
}

impl core::error::Error for RegionCountError {}

debug_as_message!(RegionCountError);

/// The maximum number of regions of any table. More split points could exhaust the memory.
const MAX_REGIONS: usize = 1 << 20;

/// The evenly distributed bytes at the start of a key, as the digits of a number. For example, two bytes of a hash are
/// two digits in base 256.
struct Digits {
    base: u16,
    /// The number of leading digits that can have every value.
    free: usize,
    /// The number of digits after the free digits, which can only have some values. They are zero in a split point.
    limited: usize,
    ascii: bool,
    /// True if no key has the number zero. A region that only covers the number zero would be empty.
    never_zero: bool,
}

impl Digits {
    fn of_first_field(first: &Encoding) -> Option<Self> {
        match first {
            Encoding::Hashed { hex: false, width, .. } => Some(Self::bytes(*width)),
            Encoding::Hashed { hex: true, width, .. } => Some(Self::hex(*width)),
            Encoding::Reversed { of } => Self::reversed(of),
            _ => None,
        }
    }

    fn reversed(integer: &Encoding) -> Option<Self> {
        match *integer {
            Encoding::Digits { width, max } => {
                // In a `u8`, the last two decimal digits can have every value. The first digit, which comes last after
                // the reversal, is 0, 1 or 2.
                // `max + 1` overflows if it is 2^128, whose decimal logarithm is 38.5.
                let free = max.checked_add(1).map_or(38, u128::ilog10) as usize;
                let free = free.min(width);
                Some(Self { base: 10, free, limited: width - free, ascii: true, never_zero: false })
            }
            Encoding::Unsigned { width, .. } | Encoding::Signed { width, .. } => Some(Self::bytes(width)),
            Encoding::NonZero { ref of } => {
                let integer = Self::reversed(of)?;
                // If there are limited digits, the free digits of other numbers than zero can also be only zeros.
                Some(Self { never_zero: integer.limited == 0, ..integer })
            }
            _ => None,
        }
    }

    fn bytes(width: usize) -> Self {
        Self { base: 256, free: width, limited: 0, ascii: false, never_zero: false }
    }

    fn hex(width: usize) -> Self {
        Self { base: 16, free: width, limited: 0, ascii: true, never_zero: false }
    }

    fn most_regions(&self) -> usize {
        let exponent = u32::try_from(self.free).unwrap_or(u32::MAX);
        let numbers = usize::from(self.base).checked_pow(exponent).unwrap_or(usize::MAX);
        // The first region contains the number zero. If each region has at least two numbers, the first region also
        // contains the number 1.
        if self.never_zero { numbers / 2 } else { numbers }
    }

    /// Appends the digits of the fraction `numerator / denominator`, rounded down.
    fn push_fraction(&self, numerator: usize, denominator: usize, out: &mut Vec<u8>) {
        let denominator = denominator as u128;
        let mut rest = numerator as u128;
        for _ in 0..self.free {
            let scaled = rest * u128::from(self.base);
            rest = scaled % denominator;
            let digit = u8::try_from(scaled / denominator).unwrap_or(u8::MAX);
            out.push(if self.ascii { ascii_hex(digit) } else { digit });
        }
        out.resize(out.len() + self.limited, if self.ascii { b'0' } else { 0 });
    }
}

impl Layout {
    /// Implements [`RowKey::split_points`](crate::RowKey::split_points). Only keys whose first bytes are evenly
    /// distributed have that method.
    pub(crate) fn split_points(&self, regions: usize) -> Result<Vec<Vec<u8>>, RegionCountError> {
        let check_at_most = |most: usize| {
            let most = most.min(MAX_REGIONS);
            if (1..=most).contains(&regions) { Ok(()) } else { Err(RegionCountError { requested: regions, most }) }
        };
        let collect_points = |push: &dyn Fn(usize, &mut Vec<u8>)| {
            let points = (1..regions).map(|region| {
                let mut point = self.namespace().to_vec();
                if self.salt().is_none() {
                    point.extend_from_slice(self.fields().first().map_or(&[], FieldLayout::before));
                }
                push(region, &mut point);
                point
            });
            Ok(points.collect())
        };
        let bucket_salt = self
            .salt()
            .filter(|salt| matches!(salt.layout.form, SaltForm::Buckets { .. } | SaltForm::BucketDigits { .. }));
        if let Some(salt) = bucket_salt {
            let count = salt.layout.bucket_count();
            check_at_most(usize::try_from(count).unwrap_or(usize::MAX))?;
            return collect_points(&|region, point| {
                let bucket = region as u128 * u128::from(count) / regions as u128;
                let offset = point.len();
                point.resize(offset + salt.layout.width, 0);
                salt.layout.write_bucket(u64::try_from(bucket).unwrap_or(0), point, offset);
            });
        }
        let digits = match (self.salt(), self.fields().first()) {
            (Some(salt), _) if matches!(salt.layout.form, SaltForm::Hex { .. }) => Some(Digits::hex(salt.layout.width)),
            (Some(salt), _) => Some(Digits::bytes(salt.layout.width)),
            (None, Some(field)) => Digits::of_first_field(field.encoding()),
            (None, None) => None,
        };
        let Some(digits) = digits else {
            return check_at_most(1).map(|()| Vec::new());
        };
        check_at_most(digits.most_regions())?;
        collect_points(&|region, point| digits.push_fraction(region, regions, point))
    }
}
