//! What the tests share.

mod decimal;
pub mod linted;

pub use decimal::Decimal;

/// A key whose derive, codec and types are named by this crate for another.
#[macro_export]
macro_rules! key_of_another_crate {
    ($name:ident, $field:ident) => {
        #[derive(Debug, PartialEq, $crate::rowkey::RowKey)]
        #[rowkey(crate = "rowkey")]
        struct $name {
            #[salt(md5, 2)]
            $field: $crate::Id,
            #[rowkey(codec = $crate::Decimal)]
            decimal: u32,
        }
    };
}

pub use rowkey;

/// An alias, for [`key_of_another_crate`].
pub type Id = u64;
