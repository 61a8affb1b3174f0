#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]
mod __prefix_of_PaymentKey_f89d2054 {
    /**A prefix of [`PaymentKey`](super::PaymentKey) whose field to set next is `Next`.

The bytes of a key:
* `"payments/"`
* a salt: the first 2 bytes of md5 of `customer`
* `customer: u32`, padded to 6, ascending
* `paid_at: Time`, encoded by `Compact`*/
    #[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
    pub(super) struct PaymentKeyPrefix<Next>(
        pub(super) ::rowkey::__private::Prefix<
            PaymentKeyPrefix<Next>,
            [::rowkey::__private::Span; 1usize],
        >,
        pub(super) ::rowkey::__private::PhantomData<Next>,
    );
}
#[allow(ambiguous_glob_reexports, hidden_glob_reexports, unused_imports)]
use __prefix_of_PaymentKey_f89d2054::*;
#[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
#[allow(private_bounds, private_interfaces, single_use_lifetimes)]
#[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    use __prefix_of_PaymentKey_f89d2054::PaymentKeyPrefix;
    use __rk::parameters::{bounds, end, start, value};
    mod field_of_PaymentKey {
        pub enum customer {}
        pub enum paid_at {}
    }
    type __Named1 = Time;
    type __Type1 = __Named1;
    type __NamedCoder1 = Compact;
    type __Coder1 = <__rk::Assert<
        __NamedCoder1,
        {
            __rk::exists::<
                <__NamedCoder1 as __rk::CodecFor<
                    __Named1,
                    false,
                    {
                        #[allow(unused_imports)]
                        use __rk::{NotAFormatFallback as _, NotProvenFallback as _};
                        __rk::codec_kind(
                            <__rk::FormatKind<__NamedCoder1, __Named1>>::VALUE,
                            <__rk::IsOption<__Named1>>::VALUE,
                            <__rk::IsCodec<__NamedCoder1, __Named1>>::VALUE,
                        )
                    },
                >>::Field,
            >();
            true
        },
    > as __rk::Resolve>::Type;
    type __Codec1 = <__Coder1 as __rk::CodecFor<
        __Type1,
        {
            #[allow(unused_imports)]
            use __rk::NotCopyFallback as _;
            <__rk::IsCopy<__Type1>>::VALUE
        },
        {
            #[allow(unused_imports)]
            use __rk::{NotAFormatFallback as _, NotProvenFallback as _};
            __rk::codec_kind(
                <__rk::FormatKind<__Coder1, __Type1>>::VALUE,
                <__rk::IsOption<__Type1>>::VALUE,
                <__rk::IsCodec<__Coder1, __Type1>>::VALUE,
            )
        },
    >>::Field;
    type __SaltDigest = <__rk::Assert<
        __rk::Md5,
        {
            const fn __assert<md5>() {
                __rk::exists::<<__rk::Md5 as __rk::CompiledIn<md5>>::Itself>();
            }
            __assert::<()>();
            true
        },
    > as __rk::Resolve>::Type;
    type __Salt = __rk::DigestSalt<__SaltDigest, 2usize, false>;
    impl __rowkey::RowKey for PaymentKey {
        type Bytes = <__rk::Width<
            { (<PaymentKey as __rowkey::RowKey>::LAYOUT).fixed_len().is_some() },
            { (<PaymentKey as __rowkey::RowKey>::LAYOUT).min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = PaymentKeyPrefix<field_of_PaymentKey::customer>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__rowkey_new(
            "PaymentKey",
            b"payments/",
            __rk::Separator::Escape,
            __rk::Some((<__Salt as __rk::Salt>::LAYOUT, &[0usize])),
            const {
                &[
                    __rk::field_layout::<
                        __rk::PaddedDigits<6usize, false>,
                        __rk::u32,
                    >("customer"),
                    __rk::field_layout::<__Codec1, __Type1>("paid_at"),
                ]
            },
        );
        const __CHECKS: __rk::Checks = __rk::Checks::with_salt(
            &[
                __rk::show_field::<
                    __rk::PaddedDigits<6usize, false>,
                    __rk::u32,
                    __rk::Mid,
                >,
                __rk::show_field::<__Codec1, __Type1, __rk::Last>,
            ],
            __rk::salt_of::<__Salt>,
        );
        #[inline]
        fn __rowkey_write<__B: __rk::Buffer>(&self, __out: &mut __B) -> __rk::Written {
            let __start = __rk::start_key::<Self, __B, 2usize>(__out);
            let __span_0 = match __rk::put::<
                __rk::PaddedDigits<6usize, false>,
                _,
                __rk::Mid,
                _,
            >(&self.customer, __out, "customer") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<
                __Codec1,
                _,
                __rk::Last,
                _,
            >(&self.paid_at, __out, "paid_at") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::put_salt::<Self, __Salt, _, _>(__start, [__span_0], __out);
            __rk::Ok(())
        }
        #[inline]
        fn __rowkey_size(&self) -> __rk::usize {
            __rk::size_without_fields::<Self>()
                + __rk::size::<
                    __rk::PaddedDigits<6usize, false>,
                    __rk::u32,
                >(&self.customer) + __rk::size::<__Codec1, _>(&self.paid_at)
        }
        #[inline]
        fn __rowkey_empty_prefix() -> PaymentKeyPrefix<field_of_PaymentKey::customer> {
            PaymentKeyPrefix(__rk::Prefix::empty(), __rk::PhantomData)
        }
    }
    const _: () = __rk::compile_time::check_max_len(
        <PaymentKey as __rowkey::RowKey>::LAYOUT,
        100usize,
    );
    const _: () = {
        __rk::compile_time::check_field(
            <PaymentKey as __rowkey::RowKey>::LAYOUT,
            1usize,
        );
    };
    #[doc(hidden)]
    impl __rk::TotalFields for PaymentKey
    where
        for<'customer> __rk::PaddedDigits<
            6usize,
            false,
        >: __rk::TotalPadded<'customer, __rk::u32, __rk::Mid>,
        for<'paid_at> __Codec1: __rk::TotalCodec<'paid_at, __Type1, __rk::Last>,
    {}
    #[doc(hidden)]
    impl __rk::SpreadStart for PaymentKey {}
    #[doc(hidden)]
    impl<'__de> __rk::DecodeFields<'__de> for PaymentKey
    where
        for<'paid_at> __Codec1: __rk::DecodableField<
            'paid_at,
            '__de,
            Time,
            __rk::Last,
            1usize,
        >,
    {
        #[inline]
        fn __rowkey_read(
            mut __reader: __rk::Reader<'__de>,
            __checked: __rk::Option<&mut __rk::CheckedSalt>,
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            let __bytes = __rk::whole_key(&__reader);
            if let __rk::Err(__error) = __rk::skip_namespace::<Self>(&mut __reader) {
                return __rk::Err(__error);
            }
            let __salt = match __rk::skip_salt::<2usize>(&mut __reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_0, __span_0) = match __rk::take_field::<
                __rk::PaddedDigits<6usize, false>,
                __rk::u32,
                __rk::Mid,
            >(&mut __reader, "customer") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match <__Codec1 as __rk::DecodableField<
                '_,
                '__de,
                Time,
                __rk::Last,
                1usize,
            >>::__read(&mut __reader, "paid_at") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            if let __rk::Err(__error) = __rk::close(&__reader) {
                return __rk::Err(__error);
            }
            if let __rk::Err(__error) = __rk::check_salt::<
                Self,
                __Salt,
                _,
            >(__bytes, &__salt, [__span_0], __checked) {
                return __rk::Err(__error);
            }
            __rk::Ok(Self {
                customer: __field_0,
                paid_at: __field_1,
            })
        }
    }
    impl __rk::OwnedFields for PaymentKey
    where
        for<'__x> Self: __rk::DecodeFields<'__x>,
    {}
    impl PaymentKeyPrefix<field_of_PaymentKey::customer> {
        #[inline]
        ///Selects the keys whose field `customer: u32`, padded to 6, ascending, equals `value`.
        fn customer(
            self,
            value: __rk::u32,
        ) -> PaymentKeyPrefix<field_of_PaymentKey::paid_at> {
            let mut __prefix = self
                .0
                .__rowkey_equal::<
                    __rk::PaddedDigits<6usize, false>,
                    __rk::u32,
                    __rk::Mid,
                    _,
                >(value);
            __prefix.bytes = __rk::PrefixBytes::mark_salted(__prefix.bytes, 0usize);
            __prefix.bytes = __rk::PrefixBytes::compute_salt::<
                __Salt,
            >(__prefix.bytes, <PaymentKey as __rowkey::RowKey>::LAYOUT);
            PaymentKeyPrefix(__prefix, __rk::PhantomData)
        }
        #[inline]
        ///Selects the keys whose field `customer: u32` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        fn customer_in(
            self,
            bounds: impl __rk::ValueRange<__rk::u32>,
        ) -> __rk::FinishedQuery<Self> {
            self.0
                .__rowkey_within::<
                    __rk::PaddedDigits<6usize, false>,
                    __rk::u32,
                    __rk::Mid,
                >(&bounds)
        }
        #[inline]
        #[doc(hidden)]
        fn customer_starts_with(
            self,
            start: impl __rk::StartValue<field_of_PaymentKey::customer>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::not_called(start)
        }
    }
    #[cfg(not(doc))]
    impl PaymentKeyPrefix<field_of_PaymentKey::paid_at> {
        #[inline]
        ///Selects the keys whose field `paid_at: Time`, encoded by `Compact`, equals `value`.
        fn at(
            self,
            value: <__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'_>,
        ) -> PaymentKeyPrefix<__rk::NoField> {
            PaymentKeyPrefix(
                self.0.__rowkey_equal::<__Codec1, __Type1, __rk::Last, _>(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        ///Selects the keys whose field `paid_at: Time` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        fn at_in<'__b, __R>(self, bounds: __R) -> __rk::FinishedQuery<Self>
        where
            __R: __rk::ValueRange<<__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'__b>>,
            for<'paid_at> __Codec1: __rk::OrderedField<'paid_at, __Type1, __rk::Last>,
        {
            self.0.__rowkey_within::<__Codec1, __Type1, __rk::Last>(&bounds)
        }
        #[inline]
        /**Selects the keys whose field `paid_at: Time` starts with `start`.

Only fields that are text or bytes have this method.*/
        fn at_starts_with(
            self,
            start: &<__Codec1 as __rk::FieldCodec<__Type1>>::Slice,
        ) -> __rk::FinishedQuery<Self>
        where
            for<'paid_at> __Codec1: __rk::StartsWithField<'paid_at, __Type1, __rk::Last>,
        {
            self.0.__rowkey_starting::<__Codec1, __Type1, __rk::Last, _>(start)
        }
    }
    #[cfg(doc)]
    impl PaymentKeyPrefix<field_of_PaymentKey::paid_at> {
        ///Selects the keys whose field `paid_at: Time`, encoded by `Compact`, equals `value`.
        fn at(self, value: __rk::Argument<Time>) -> PaymentKeyPrefix<__rk::NoField> {
            __rk::placeholder()
        }
        ///Selects the keys whose field `paid_at: Time` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        fn at_in(
            self,
            bounds: impl __rk::ValueRange<__rk::Argument<Time>>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
        /**Selects the keys whose field `paid_at: Time` starts with `start`.

Only fields that are text or bytes have this method.*/
        fn at_starts_with(
            self,
            start: impl __rk::AsRef<[__rk::u8]>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
    }
    impl<Next> __rk::Clone for PaymentKeyPrefix<Next> {
        fn clone(&self) -> Self {
            PaymentKeyPrefix(__rk::Clone::clone(&self.0), __rk::PhantomData)
        }
    }
    impl<Next> __rk::Debug for PaymentKeyPrefix<Next> {
        fn fmt(&self, __f: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::Debug::fmt(&self.0, __f)
        }
    }
    impl<Next> __rk::Deref for PaymentKeyPrefix<Next> {
        type Target = __rk::Prefix<Self, [__rk::Span; 1usize]>;
        fn deref(&self) -> &__rk::Prefix<Self, [__rk::Span; 1usize]> {
            &self.0
        }
    }
    impl<Next> __rk::PrefixState for PaymentKeyPrefix<Next> {
        type Key = PaymentKey;
        type SaltSource = field_of_PaymentKey::customer;
        type Unterminated = __rk::NoField;
    }
    #[doc(hidden)]
    impl<Next, __T: ?__rk::Sized> __rk::RangeBounds<__T> for PaymentKeyPrefix<Next>
    where
        __rk::Prefix<Self, [__rk::Span; 1usize]>: __rk::IsRange,
    {
        fn start_bound(&self) -> __rk::Bound<&__T> {
            __rk::Bound::Unbounded
        }
        fn end_bound(&self) -> __rk::Bound<&__T> {
            __rk::Bound::Unbounded
        }
    }
    impl __rk::OneRange<field_of_PaymentKey::customer>
    for PaymentKeyPrefix<field_of_PaymentKey::paid_at> {}
    impl __rk::OneRange<field_of_PaymentKey::customer>
    for PaymentKeyPrefix<__rk::NoField> {}
    impl __rk::FewRanges<field_of_PaymentKey::customer>
    for PaymentKeyPrefix<field_of_PaymentKey::paid_at> {}
    impl __rk::FewRanges<field_of_PaymentKey::customer>
    for PaymentKeyPrefix<__rk::NoField> {}
    impl<Next> PaymentKeyPrefix<Next> {
        /**Returns the range that contains exactly the keys that match the fields set so far.

Until `customer` is set, the keys are in several ranges: see `ranges` and `scan`.*/
        fn range(self) -> __rk::KeyRange
        where
            Self: __rk::OneRange<field_of_PaymentKey::customer>,
        {
            __rk::PrefixBytes::range(self.0.bytes)
        }
        ///Returns the ranges that together contain exactly the keys that match the fields set so far: one per bucket until `customer` is set, then one range.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<field_of_PaymentKey::customer>,
        {
            __rk::Prefix::ranges(self.0)
        }
    }
};
