//! The names of the key formats of other systems.

use core::fmt;

/// A key format of another system: see [`formats`](crate::formats).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum KeyFormat {
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

impl KeyFormat {
    /// Returns the name in printed layouts and in error messages.
    pub const fn name(self) -> &'static str {
        // The fingerprints of layouts depend on these names.
        match self {
            Self::FoundationDb => "FoundationDB",
            Self::Memcomparable => "memcomparable",
            Self::OrderedCode => "ordered code",
            Self::OrderedBytes => "OrderedBytes",
            Self::Phoenix => "Phoenix",
            Self::Tidb => "TiDB",
        }
    }

    /// Checks whether a number that is not negative has the same bytes in a signed and in an unsigned type.
    pub(crate) const fn ignores_sign(self) -> bool {
        matches!(self, Self::FoundationDb)
    }

    /// Checks whether numbers of all widths have the same bytes.
    pub(crate) const fn ignores_width(self) -> bool {
        matches!(self, Self::FoundationDb | Self::OrderedCode | Self::Tidb)
    }
}

impl fmt::Display for KeyFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
