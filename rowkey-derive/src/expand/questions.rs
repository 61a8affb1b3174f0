//! What every step of a prefix has: its ranges and scans, where they are true.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Lifetime, Visibility};

/// What `range` and `ranges` do.
pub(crate) struct Bodies {
    pub(crate) range: TokenStream,
    pub(crate) ranges: TokenStream,
}

/// The methods that answer with keys of the type `key`; `lacks` stands for the field without which a step spans the salt's
/// buckets, and if there is one, `label` is its name for messages.
pub(crate) fn methods(
    rk: &Ident,
    vis: &Visibility,
    key: &TokenStream,
    lacks: &TokenStream,
    label: Option<&Lifetime>,
    Bodies { range, ranges }: &Bodies,
) -> TokenStream {
    let one_range = label.map_or_else(
        || quote!(Self: #rk::OneRange<#lacks>),
        |label| quote!(for<#label> Self: #rk::OneRange<#rk::TheField<#label>>),
    );
    quote! {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        #vis fn range(self) -> #rk::KeyRange
        where
            #one_range,
        {
            #range
        }

        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        #vis fn ranges(self) -> #rk::Ranges
        where
            Self: #rk::FewRanges<#lacks>,
        {
            #ranges
        }

        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        #vis fn scan<__O, __R, __M>(self, open: __O) -> #rk::ScanOf<#key, __O, __R, __M>
        where
            Self: #rk::FewRanges<#lacks>,
            for<'__x> <Self as #rk::Step>::Key: #rk::OwnedKey<'__x>,
            __O: ::core::ops::FnMut(#rk::KeyRange) -> __R,
            __R: #rk::Rows<__M>,
        {
            #rk::Query::scan(self, open)
        }
    }
}
