//! The items of this crate that a key in another crate uses, through a macro or by name.

#[doc(hidden)]
pub use rowkey;

mod decimal;

pub use decimal::Decimal;

/// An alias, for [`key_of_another_crate`](crate::key_of_another_crate).
pub type Id = u64;

/// Defines a key in the calling crate whose derive, codec and types come from this crate.
#[macro_export]
macro_rules! key_of_another_crate {
    ($name:ident, $field:ident) => {
        #[derive(Debug, PartialEq, $crate::foreign::rowkey::RowKey)]
        #[rowkey(crate = "rowkey")]
        struct $name {
            #[salt(md5, 2)]
            $field: $crate::foreign::Id,
            #[rowkey(codec = $crate::foreign::Decimal)]
            decimal: u32,
        }
    };
}
