::core::compile_error! {
    "`#[pad]` needs the number of digits or bytes, and for a string optionally the pad character\nhelp: write `#[pad(6)]`, or `#[pad(20, 'x')]` on a string"
}
#[allow(dead_code, missing_docs, non_camel_case_types)]
struct PaymentKeyPrefix<__Next>(
    ::rowkey::__private::Prefix<PaymentKeyPrefix<__Next>>,
    ::rowkey::__private::PhantomData<__Next>,
);
#[allow(dead_code, missing_docs, clippy::all, clippy::pedantic)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    impl __rowkey::RowKey for PaymentKey {
        type Bytes = __rk::Vec<__rk::u8>;
        type Prefix = PaymentKeyPrefix<[(); 0]>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__new(
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
        fn __first_step() -> PaymentKeyPrefix<[(); 0]> {
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
    impl __rk::OwnedFields for PaymentKey {}
    impl<__Next> __rk::Clone for PaymentKeyPrefix<__Next> {
        fn clone(&self) -> Self {
            __rk::stand_in()
        }
    }
    impl<__Next> __rk::Debug for PaymentKeyPrefix<__Next> {
        fn fmt(&self, _: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::stand_in()
        }
    }
    impl<__Next> __rk::Deref for PaymentKeyPrefix<__Next> {
        type Target = __rk::Prefix<Self>;
        fn deref(&self) -> &__rk::Prefix<Self> {
            __rk::stand_in()
        }
    }
    impl<__Next> __rk::Step for PaymentKeyPrefix<__Next> {
        type Key = PaymentKey;
        type SaltSource = __rk::NoSalt;
        fn bounds(self) -> __rk::Bounds {
            __rk::stand_in()
        }
    }
    impl<__Next> PaymentKeyPrefix<__Next> {
        fn range(self) -> __rk::KeyRange {
            __rk::stand_in()
        }
        fn ranges(self) -> __rk::Ranges {
            __rk::stand_in()
        }
    }
    impl PaymentKeyPrefix<[(); 0usize]> {
        fn customer<__V>(self, _: __V) -> PaymentKeyPrefix<[(); 1usize]> {
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
    impl PaymentKeyPrefix<[(); 1usize]> {
        fn tags<__V>(self, _: __V) -> PaymentKeyPrefix<[(); 2usize]> {
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
#[allow(
    deprecated,
    nonstandard_style,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    unreachable_pub,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    type __Named1 = Tags;
    type __Type1 = <__rk::Assert<
        __Named1,
        {
            const fn __assert<tags>() {
                __rk::exists::<<__Named1 as __rk::KeyField<tags>>::Codec>();
            }
            __assert::<()>();
            true
        },
    > as __rk::Resolve>::Type;
};
