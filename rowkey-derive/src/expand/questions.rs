//! What every step of a prefix has: its ranges and scans, where they are true.

use proc_macro2::{Ident, Span, TokenStream};
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
    let scan = |name: &str, doc: &str, backward: bool, by: bool| {
        let name = Ident::new(name, Span::call_site());
        let rows = if by { quote!(FallibleRows) } else { quote!(Rows) };
        let ends = backward.then(|| quote!(, Iter: ::core::iter::DoubleEndedIterator));
        let (f, columns, bound, key_param, key_arg) = if by {
            (
                quote!(, __F),
                quote!(#rk::KeyOf<__F>),
                quote!(__F: ::core::ops::Fn(&__R::Row) -> &[#rk::u8]),
                quote!(, key: __F),
                quote!(, key),
            )
        } else {
            (quote!(), quote!(#rk::Pairs), quote!(#rk::Pairs: #rk::Columns<__R::Row>), quote!(), quote!())
        };
        quote! {
            #[doc = #doc]
            #vis fn #name<__O, __R, __M #f>(self, open: __O #key_param)
                -> #rk::Scan<#key, __O, __R, __M, #columns>
            where
                Self: #rk::FewRanges<#lacks>,
                for<'__x> <Self as #rk::Step>::Key: #rk::OwnedKey<'__x>,
                __O: ::core::ops::FnMut(#rk::KeyRange) -> __R,
                __R: #rk::#rows<__M #ends>,
                #bound,
            {
                #rk::Query::#name(self, open #key_arg)
            }
        }
    };
    let scan_rows = scan(
        "scan",
        "The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over `(key, value)` or a `Result` of it.",
        false,
        false,
    );
    let scan_by = scan("scan_by", "As `scan`, for rows in which `key` finds the key.", false, true);
    let scan_rev = scan("scan_rev", "As `scan`, from the last row to the first.", true, false);
    let scan_rev_by = scan("scan_rev_by", "As `scan_by`, from the last row to the first.", true, true);
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

        #scan_rows
        #scan_by
        #scan_rev
        #scan_rev_by
    }
}
