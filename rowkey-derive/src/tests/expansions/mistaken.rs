::core::compile_error! {
    "`#[pad]` needs the number of digits or bytes, and for a string optionally the pad character\nhelp: write `#[pad(6)]`, or `#[pad(20, 'x')]` on a string"
}
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[allow(dead_code, missing_docs)]
struct PaymentKeyPrefix<const STEP: ::core::primitive::usize>(());
#[allow(dead_code, missing_docs, clippy::all, clippy::pedantic)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    impl __rowkey::RowKey for PaymentKey {
        type Bytes = __rk::Vec<__rk::u8>;
        type Prefix = PaymentKeyPrefix<0>;
        const LAYOUT: __rk::Layout = __rk::Layout::__new(
            "PaymentKey",
            &[],
            __rk::Separator::Escape,
            __rk::None,
            &[],
        );
        const __CHECKS: __rk::Checks = __rk::Checks::new(&[], __rk::None);
        fn __write<__B: __rk::Buffer>(
            &self,
            _: &mut __B,
        ) -> __rk::Result<(), __rowkey::EncodeError> {
            __rk::stand_in()
        }
        fn __size(&self) -> __rk::usize {
            __rk::stand_in()
        }
        fn __first_step() -> PaymentKeyPrefix<0> {
            __rk::stand_in()
        }
    }
    impl __rk::TotalFields for PaymentKey {}
    impl<'__de> __rk::DecodeFields<'__de> for PaymentKey {
        fn __read(_: &'__de [__rk::u8]) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::stand_in()
        }
    }
    impl __rowkey::RandomSalt for PaymentKey {}
    impl __rk::SpreadStart for PaymentKey {}
    impl __rk::TextFields for PaymentKey {}
    impl __rk::OwnedFields for PaymentKey {
        fn __read_owned(_: &[__rk::u8]) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::stand_in()
        }
    }
    impl<const STEP: __rk::usize> __rk::Step for PaymentKeyPrefix<STEP> {
        type Key = PaymentKey;
        type Lacks = ();
        const SALT_IS_KNOWN: __rk::bool = true;
        fn layout() -> &'static __rk::Layout {
            __rk::stand_in()
        }
        fn cuts(self) -> __rk::Cuts {
            __rk::stand_in()
        }
    }
    impl<const STEP: __rk::usize> __rk::OneRange<()> for PaymentKeyPrefix<STEP> {}
    impl<const STEP: __rk::usize> __rk::FewRanges<()> for PaymentKeyPrefix<STEP> {}
    impl<const STEP: __rk::usize> PaymentKeyPrefix<STEP> {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        fn range(self) -> __rk::KeyRange
        where
            Self: __rk::OneRange<()>,
        {
            __rk::stand_in()
        }
        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<()>,
        {
            __rk::stand_in()
        }
        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        fn scan<__O, __R, __M>(
            self,
            open: __O,
        ) -> __rk::ScanOf<PaymentKey, __O, __R, __M>
        where
            Self: __rk::FewRanges<()>,
            for<'__x> <Self as __rk::Step>::Key: __rk::OwnedKey<'__x>,
            __O: ::core::ops::FnMut(__rk::KeyRange) -> __R,
            __R: __rk::Rows<__M>,
        {
            __rk::Query::scan(self, open)
        }
    }
    impl PaymentKeyPrefix<0usize> {
        fn customer<__V>(self, _: __V) -> PaymentKeyPrefix<1usize> {
            __rk::stand_in()
        }
        fn customer_in<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
        fn customer_starts_with<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
        fn customer_ends_with<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
    }
    impl PaymentKeyPrefix<1usize> {
        fn tags<__V>(self, _: __V) -> PaymentKeyPrefix<2usize> {
            __rk::stand_in()
        }
        fn tags_in<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
        fn tags_starts_with<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
        fn tags_ends_with<__V>(self, _: __V) -> __rk::Bounded<Self> {
            __rk::stand_in()
        }
    }
};
#[allow(dead_code, non_camel_case_types, unused_imports, clippy::all, clippy::pedantic)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    type __Named1 = Tags;
    type __Type1 = <__rk::Asked<
        __Named1,
        {
            const fn __asked<tags>() {
                __rk::exists::<<__Named1 as __rk::KeyField<tags>>::Codec>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
};
