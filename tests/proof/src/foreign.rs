//! A codec, a type alias and a macro with which tests in another crate define keys. The tests check that a derive works
//! with items of a foreign crate, by name and through a macro.

#[doc(hidden)]
pub use rowkey;

mod decimal;

pub use decimal::Decimal;

/// A type alias, the type of a field in [`key_of_another_crate`](crate::key_of_another_crate).
pub type Id = u64;

/// Defines a key struct in the calling crate. The derive, the codec and a field type come from this crate.
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
