/**A prefix of [`PaymentKey`] with its first `STEP` fields set.

The bytes of a key:

* `"payments/"`
* a salt: the first 2 bytes of md5 of `customer`
* `customer: u32`, padded to 6, ascending
* `paid_at: Time`, encoded by a codec of its own*/
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[must_use = "a prefix is only a question: take its `range()`"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
struct PaymentKeyPrefix<const STEP: ::core::primitive::usize>(
    ::rowkey::__private::Prefix<1usize>,
);
#[allow(
    dead_code,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    pub enum customer {}
    type __Named0 = u32;
    type __Type0 = __Named0;
    type __Codec0 = <<__Type0 as __rk::PadTarget>::Kind as __rk::PadKind<
        6usize,
        { <__Type0 as __rk::PadTarget>::DIGITS <= 6usize },
        '\0',
    >>::Codec;
    type __Position0 = __rk::MidField<__rk::Escaped>;
    type __Named1 = Time;
    type __Type1 = __Named1;
    type __NamedCoder1 = Compact;
    type __Coder1 = <__rk::Asked<
        __NamedCoder1,
        {
            __rk::exists::<<__NamedCoder1 as __rowkey::Codec<__Named1>>::Encoded>();
            true
        },
    > as __rk::Answered>::Type;
    type __Codec1 = __rk::EncodedBy<
        __Coder1,
        {
            #[allow(unused_imports)]
            use __rk::NotCopy as _;
            <__rk::IsCopy<__Type1>>::VALUE
        },
    >;
    type __Position1 = __rk::LastField<__rk::Escaped>;
    type __SaltDigest = <__rk::Asked<
        __rk::Md5,
        {
            const fn __asked<md5>() {
                __rk::exists::<<__rk::Md5 as __rk::CompiledIn<md5>>::Itself>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
    type __Salt = __rk::DigestSalt<__SaltDigest, 2usize, false>;
    const __LAYOUT: &__rk::Layout = &__rk::Layout::__new(
        "PaymentKey",
        b"payments/",
        __rk::Separator::Escape,
        __rk::Some((<__Salt as __rk::Salt>::LAYOUT, &[0usize])),
        &[
            __rk::Part::__new(
                "customer",
                <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING,
            ),
            __rk::Part::__new(
                "paid_at",
                <__Codec1 as __rk::FieldCodec<__Type1>>::ENCODING,
            ),
        ],
    );
    const _: () = __rk::limit::max_len(__LAYOUT, 100usize);
    #[automatically_derived]
    impl __rowkey::RowKey for PaymentKey {
        type Bytes = <__rk::Width<
            { __LAYOUT.fixed_len().is_some() },
            { __LAYOUT.min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = PaymentKeyPrefix<0>;
        const LAYOUT: __rk::Layout = *__LAYOUT;
        const __CHECKS: __rk::Checks = __rk::Checks::new(
            &[
                __rk::check_field::<__Codec0, __Type0, __Position0>,
                __rk::check_field::<__Codec1, __Type1, __Position1>,
            ],
            __rk::Some(__rk::salt_of::<__Salt>),
        );
        #[inline]
        fn __write<__B: __rk::Buffer>(
            &self,
            __out: &mut __B,
        ) -> __rk::Result<(), __rowkey::EncodeError> {
            let __start = __rk::start::<__B, 2usize>(__LAYOUT, __out);
            let __span_0 = match __rk::put::<
                __Codec0,
                _,
                __Position0,
                __B,
            >(&self.customer, __out, "customer") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<
                __Codec1,
                _,
                __Position1,
                __B,
            >(&self.paid_at, __out, "paid_at") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::put_salt::<__Salt, _, _>(__start, __LAYOUT, [__span_0], __out);
            __rk::Ok(())
        }
        #[inline]
        fn __size(&self) -> __rk::usize {
            __LAYOUT.__overhead() + __rk::size::<__Codec0, _>(&self.customer)
                + __rk::size::<__Codec1, _>(&self.paid_at)
        }
        #[inline]
        fn __first_step() -> PaymentKeyPrefix<0> {
            PaymentKeyPrefix(__rk::Prefix::new(__LAYOUT))
        }
    }
    #[automatically_derived]
    impl __rk::TotalFields for PaymentKey
    where
        for<'customer> __Codec0: __rk::TotalField<
            __Type0,
            __Position0,
            __rk::TheField<'customer>,
        >,
        for<'paid_at> __Codec1: __rk::TotalField<
            __Type1,
            __Position1,
            __rk::TheField<'paid_at>,
        >,
    {}
    #[automatically_derived]
    impl<'__de> __rk::DecodeFields<'__de> for PaymentKey
    where
        for<'customer> __Codec0: __rk::DecodableField<
            '__de,
            u32,
            __Position0,
            __rk::TheField<'customer>,
            0usize,
        >,
        for<'paid_at> __Codec1: __rk::DecodableField<
            '__de,
            Time,
            __Position1,
            __rk::TheField<'paid_at>,
            1usize,
        >,
    {
        #[inline]
        fn __read(
            __bytes: &'__de [__rk::u8],
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            const __LEN: __rk::usize = __LAYOUT.__len_or_variable();
            if !__rk::has_length::<__LEN>(__bytes) {
                return __rk::Err(__rk::wrong_length(__bytes, __LAYOUT, __LEN));
            }
            let mut __reader = __rk::open(__bytes);
            match __rk::skip_namespace(&mut __reader, __LAYOUT) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let __salt = match __rk::skip_salt::<2usize>(&mut __reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_0, __span_0) = match <__Codec0 as __rk::DecodableField<
                '__de,
                u32,
                __Position0,
                __rk::TheField<'_>,
                0usize,
            >>::__take(&mut __reader, "customer") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match <__Codec1 as __rk::DecodableField<
                '__de,
                Time,
                __Position1,
                __rk::TheField<'_>,
                1usize,
            >>::__take(&mut __reader, "paid_at") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::close(&__reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::check_salt::<__Salt, _>(__bytes, &__salt, __LAYOUT, [__span_0]) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(Self {
                customer: __field_0,
                paid_at: __field_1,
            })
        }
    }
    #[automatically_derived]
    impl __rk::OwnedFields for PaymentKey
    where
        for<'__x> Self: __rk::DecodeFields<'__x>,
    {
        #[inline]
        fn __read_owned(
            __bytes: &[__rk::u8],
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::DecodeFields::__read(__bytes)
        }
    }
    #[automatically_derived]
    impl __rk::SpreadStart for PaymentKey {}
    impl PaymentKeyPrefix<0usize> {
        ///Selects the keys whose field `customer: u32`, padded to 6, ascending, equals `value`.
        #[inline]
        fn customer(
            self,
            value: <__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'_>,
        ) -> PaymentKeyPrefix<1usize> {
            let __prefix = __rk::Prefix::equal::<
                __Codec0,
                __Type0,
                __Position0,
            >(self.0, value);
            let __prefix = __rk::Prefix::salted(__prefix, 0usize);
            let __prefix = __rk::Prefix::salt::<__Salt>(__prefix, __LAYOUT);
            PaymentKeyPrefix(__prefix)
        }
        ///Selects the keys whose field `customer: u32` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[inline]
        fn customer_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'customer> __Codec0: __rk::OrderedField<
                __Type0,
                __Position0,
                __rk::TheField<'customer>,
            >,
        {
            __rk::Prefix::within::<__Codec0, __Type0, __Position0, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `customer: u32` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn customer_starts_with(
            self,
            start: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'customer> __Codec0: __rk::StartsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'customer>,
            >,
        {
            __rk::Prefix::starting::<__Codec0, __Type0, __Position0, _>(self.0, start)
        }
        ///Selects the keys whose field `customer: u32` ends with `end`.
        #[doc(hidden)]
        #[inline]
        fn customer_ends_with(
            self,
            end: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'customer> __Codec0: __rk::EndsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'customer>,
            >,
        {
            __rk::Prefix::ending::<__Codec0, __Type0, __Position0, _>(self.0, end)
        }
    }
    impl PaymentKeyPrefix<1usize> {
        ///Selects the keys whose field `paid_at: Time`, encoded by a codec of its own, equals `value`.
        #[inline]
        fn at(
            self,
            value: <__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'_>,
        ) -> PaymentKeyPrefix<2usize> {
            PaymentKeyPrefix(
                __rk::Prefix::equal::<__Codec1, __Type1, __Position1>(self.0, value),
            )
        }
        ///Selects the keys whose field `paid_at: Time` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[inline]
        fn at_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'__b>>,
            for<'paid_at> __Codec1: __rk::OrderedField<
                __Type1,
                __Position1,
                __rk::TheField<'paid_at>,
            >,
        {
            __rk::Prefix::within::<__Codec1, __Type1, __Position1, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `paid_at: Time` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn at_starts_with(
            self,
            start: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'paid_at> __Codec1: __rk::StartsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'paid_at>,
            >,
        {
            __rk::Prefix::starting::<__Codec1, __Type1, __Position1, _>(self.0, start)
        }
        ///Selects the keys whose field `paid_at: Time` ends with `end`.
        #[doc(hidden)]
        #[inline]
        fn at_ends_with(
            self,
            end: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'paid_at> __Codec1: __rk::EndsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'paid_at>,
            >,
        {
            __rk::Prefix::ending::<__Codec1, __Type1, __Position1, _>(self.0, end)
        }
    }
    #[doc(hidden)]
    impl<const STEP: __rk::usize> __rk::Step for PaymentKeyPrefix<STEP> {
        type Key = PaymentKey;
        type Lacks = customer;
        const SALT_IS_KNOWN: __rk::bool = STEP > 0usize;
        #[inline]
        fn layout() -> &'static __rk::Layout {
            __LAYOUT
        }
        #[inline]
        fn cuts(self) -> __rk::Cuts {
            __rk::Prefix::cuts(self.0)
        }
    }
    impl<__F> __rk::OneRange<__F> for PaymentKeyPrefix<1usize> {}
    impl<__F> __rk::OneRange<__F> for PaymentKeyPrefix<2usize> {}
    impl<__F> __rk::FewRanges<__F> for PaymentKeyPrefix<1usize> {}
    impl<__F> __rk::FewRanges<__F> for PaymentKeyPrefix<2usize> {}
    impl<const STEP: __rk::usize> PaymentKeyPrefix<STEP> {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        fn range(self) -> __rk::KeyRange
        where
            for<'customer> Self: __rk::OneRange<__rk::TheField<'customer>>,
        {
            __rk::Prefix::range(self.0)
        }
        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<customer>,
        {
            __rk::Prefix::ranges(self.0, __LAYOUT, STEP > 0usize)
        }
        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        fn scan<__O, __R, __M>(
            self,
            open: __O,
        ) -> __rk::ScanOf<PaymentKey, __O, __R, __M>
        where
            Self: __rk::FewRanges<customer>,
            for<'__x> <Self as __rk::Step>::Key: __rk::OwnedKey<'__x>,
            __O: ::core::ops::FnMut(__rk::KeyRange) -> __R,
            __R: __rk::Rows<__M>,
        {
            __rk::Query::scan(self, open)
        }
    }
};
