//! What a key in another crate takes from this one, by a macro or by name.

#[doc(hidden)]
pub use rowkey;

mod decimal;

pub use decimal::Decimal;

/// An alias, for [`key_of_another_crate`](crate::key_of_another_crate).
pub type Id = u64;

/// A key whose derive, codec and types are named by this crate for another.
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
