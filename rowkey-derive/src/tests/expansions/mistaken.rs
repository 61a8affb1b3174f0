::core::compile_error! {
    "`#[pad]` needs the number of digits or bytes, and for a string optionally the pad character\nhelp: write `#[pad(6)]`, or `#[pad(20, 'x')]` on a string"
}
#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]
mod __prefix_of_PaymentKey_f0e8503a {
    #[allow(missing_docs)]
    pub(super) struct PaymentKeyPrefix<__Next>(
        pub(super) ::rowkey::__private::Prefix<PaymentKeyPrefix<__Next>, ()>,
        pub(super) ::rowkey::__private::PhantomData<__Next>,
    );
}
#[allow(ambiguous_glob_reexports, hidden_glob_reexports, unused_imports)]
use __prefix_of_PaymentKey_f0e8503a::*;
#[allow(dead_code, missing_docs, clippy::all, clippy::pedantic)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    use __prefix_of_PaymentKey_f0e8503a::PaymentKeyPrefix as __Prefix;
    impl __rowkey::RowKey for PaymentKey {
        type Bytes = __rk::Vec<__rk::u8>;
        type Prefix = __Prefix<[(); 0]>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__rowkey_of_fields(
            "PaymentKey",
            &[],
        );
        const __CHECKS: __rk::Checks = __rk::Checks::of_fields(&[]);
        fn __rowkey_write<__B: __rk::Buffer>(
            &self,
            _: &mut __B,
        ) -> __rk::Result<(), __rowkey::EncodeError> {
            __rk::placeholder()
        }
        fn __rowkey_size(&self) -> __rk::usize {
            __rk::placeholder()
        }
        fn __rowkey_empty_prefix() -> __Prefix<[(); 0]> {
            __rk::placeholder()
        }
    }
    impl __rk::TotalFields for PaymentKey {}
    impl<'__de> __rk::DecodeFields<'__de> for PaymentKey {
        fn __rowkey_read(
            _: __rk::Reader<'__de>,
            _: __rk::Option<&mut __rk::CheckedSalt>,
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::placeholder()
        }
    }
    impl __rowkey::RandomSalt for PaymentKey {}
    impl __rk::SpreadStart for PaymentKey {}
    impl __rk::TextFields for PaymentKey {}
    impl __rk::OwnedFields for PaymentKey {}
    impl<__Next> __rk::Clone for __Prefix<__Next> {
        fn clone(&self) -> Self {
            __rk::placeholder()
        }
    }
    impl<__Next> __rk::Debug for __Prefix<__Next> {
        fn fmt(&self, _: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::placeholder()
        }
    }
    impl<__Next> __rk::Deref for __Prefix<__Next> {
        type Target = __rk::Prefix<Self>;
        fn deref(&self) -> &__rk::Prefix<Self> {
            __rk::placeholder()
        }
    }
    impl<__Next> __rk::PrefixState for __Prefix<__Next> {
        type Key = PaymentKey;
        type SaltSource = __rk::NoSalt;
        type Unterminated = __rk::NoField;
    }
    impl<__Next> __Prefix<__Next> {
        fn range(self) -> __rk::KeyRange {
            __rk::placeholder()
        }
        fn ranges(self) -> __rk::Ranges {
            __rk::placeholder()
        }
    }
    impl __Prefix<[(); 0usize]> {
        fn customer<__V>(self, _: __V) -> __Prefix<[(); 1usize]> {
            __rk::placeholder()
        }
        fn customer_in<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
        fn customer_starts_with<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
        fn customer_ends_with<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
    }
    impl __Prefix<[(); 1usize]> {
        fn tags<__V>(self, _: __V) -> __Prefix<[(); 2usize]> {
            __rk::placeholder()
        }
        fn tags_in<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
        fn tags_starts_with<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
        fn tags_ends_with<__V>(self, _: __V) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
    }
};
#[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
#[allow(private_bounds, private_interfaces, single_use_lifetimes)]
#[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
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
