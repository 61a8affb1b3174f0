/**A prefix of [`VisitorKey`] with its first `STEP` fields set.

The bytes of a key:

* a salt: one of 10 buckets, chosen by phoenix of the whole key
* `field_0: String`, stored as 4 bytes of its sha256 hash
* `field_1: u64`, ascending*/
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[must_use = "a prefix is only a question: take its `range()`"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
struct VisitorKeyPrefix<const STEP: ::core::primitive::usize>(
    keys::__private::Prefix<1usize>,
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
    use keys::{self as __rowkey, __private as __rk};
    pub enum field_1 {}
    type __Named0 = String;
    type __Type0 = __Named0;
    type __Codec0 = __rk::HashOf<
        <__Type0 as __rk::KeyField>::Codec,
        <__rk::Asked<
            __rk::Sha256,
            {
                const fn __asked<sha256>() {
                    __rk::exists::<<__rk::Sha256 as __rk::CompiledIn<sha256>>::Itself>();
                }
                __asked::<()>();
                true
            },
        > as __rk::Answered>::Type,
        4usize,
        8usize,
        true,
    >;
    type __Position0 = __rk::MidField<__rk::Escaped>;
    type __Named1 = u64;
    type __Type1 = __Named1;
    type __Codec1 = <__Type1 as __rk::KeyField>::Codec;
    type __Position1 = __rk::LastField<__rk::Escaped>;
    type __Salt = __rk::BucketSalt<__rk::Phoenix, 10u64, 1usize, false>;
    const __LAYOUT: &__rk::Layout = &__rk::Layout::__new(
        "VisitorKey",
        b"",
        __rk::Separator::Escape,
        __rk::Some((<__Salt as __rk::Salt>::LAYOUT, &[])),
        &[
            __rk::Part::__new(
                "field_0",
                <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING,
            ),
            __rk::Part::__new(
                "field_1",
                <__Codec1 as __rk::FieldCodec<__Type1>>::ENCODING,
            ),
        ],
    );
    #[automatically_derived]
    impl __rowkey::RowKey for VisitorKey {
        type Bytes = <__rk::Width<
            { __LAYOUT.fixed_len().is_some() },
            { __LAYOUT.min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = VisitorKeyPrefix<0>;
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
            let __start = __rk::start::<__B, 1usize>(__LAYOUT, __out);
            match __rk::put::<__Codec0, _, __Position0, __B>(&self.0, __out, "field_0") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<__Codec1, _, __Position1, __B>(&self.1, __out, "field_1") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::put_salt::<
                __Salt,
                _,
                _,
            >(__start, __LAYOUT, [__rk::whole(__start, __LAYOUT, __out)], __out);
            __rk::Ok(())
        }
        #[inline]
        fn __size(&self) -> __rk::usize {
            __LAYOUT.__overhead() + __rk::size::<__Codec0, _>(&self.0)
                + __rk::size::<__Codec1, _>(&self.1)
        }
        #[inline]
        fn __first_step() -> VisitorKeyPrefix<0> {
            VisitorKeyPrefix(__rk::Prefix::new(__LAYOUT))
        }
    }
    #[automatically_derived]
    impl __rk::TotalFields for VisitorKey
    where
        for<'field_0> __Codec0: __rk::TotalField<
            __Type0,
            __Position0,
            __rk::TheField<'field_0>,
        >,
        for<'field_1> __Codec1: __rk::TotalField<
            __Type1,
            __Position1,
            __rk::TheField<'field_1>,
        >,
    {}
    #[automatically_derived]
    impl<'__de> __rk::DecodeFields<'__de> for VisitorKey
    where
        for<'field_0> __Codec0: __rk::KeptField<__rk::TheField<'field_0>>,
        for<'field_1> __Codec1: __rk::DecodableField<
            '__de,
            u64,
            __Position1,
            __rk::TheField<'field_1>,
            1usize,
        >,
    {
        #[inline]
        fn __read(
            __bytes: &'__de [__rk::u8],
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::undecodable()
        }
    }
    #[automatically_derived]
    impl __rk::OwnedFields for VisitorKey
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
    impl __rk::SpreadStart for VisitorKey {}
    impl VisitorKeyPrefix<0usize> {
        ///Selects the keys whose field `field_0: String`, stored as 4 bytes of its sha256 hash, equals `value`.
        #[inline]
        fn field_0(
            self,
            value: <__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'_>,
        ) -> VisitorKeyPrefix<1usize> {
            VisitorKeyPrefix(
                __rk::Prefix::equal::<__Codec0, __Type0, __Position0>(self.0, value),
            )
        }
        ///Selects the keys whose field `field_0: String` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[doc(hidden)]
        #[inline]
        fn field_0_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'field_0> __Codec0: __rk::OrderedField<
                __Type0,
                __Position0,
                __rk::TheField<'field_0>,
            >,
        {
            __rk::Prefix::within::<__Codec0, __Type0, __Position0, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `field_0: String` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn field_0_starts_with(
            self,
            start: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'field_0> __Codec0: __rk::StartsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'field_0>,
            >,
        {
            __rk::Prefix::starting::<__Codec0, __Type0, __Position0, _>(self.0, start)
        }
        ///Selects the keys whose field `field_0: String` ends with `end`.
        #[doc(hidden)]
        #[inline]
        fn field_0_ends_with(
            self,
            end: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'field_0> __Codec0: __rk::EndsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'field_0>,
            >,
        {
            __rk::Prefix::ending::<__Codec0, __Type0, __Position0, _>(self.0, end)
        }
    }
    impl VisitorKeyPrefix<1usize> {
        ///Selects the keys whose field `field_1: u64`, ascending, equals `value`.
        #[inline]
        fn field_1(
            self,
            value: <__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'_>,
        ) -> VisitorKeyPrefix<2usize> {
            let __prefix = __rk::Prefix::equal::<
                __Codec1,
                __Type1,
                __Position1,
            >(self.0, value);
            let __prefix = __rk::Prefix::salted_whole(__prefix, __LAYOUT);
            let __prefix = __rk::Prefix::salt::<__Salt>(__prefix, __LAYOUT);
            VisitorKeyPrefix(__prefix)
        }
        ///Selects the keys whose field `field_1: u64` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[inline]
        fn field_1_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'__b>>,
            for<'field_1> __Codec1: __rk::OrderedField<
                __Type1,
                __Position1,
                __rk::TheField<'field_1>,
            >,
        {
            __rk::Prefix::within::<__Codec1, __Type1, __Position1, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `field_1: u64` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn field_1_starts_with(
            self,
            start: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'field_1> __Codec1: __rk::StartsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'field_1>,
            >,
        {
            __rk::Prefix::starting::<__Codec1, __Type1, __Position1, _>(self.0, start)
        }
        ///Selects the keys whose field `field_1: u64` ends with `end`.
        #[doc(hidden)]
        #[inline]
        fn field_1_ends_with(
            self,
            end: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'field_1> __Codec1: __rk::EndsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'field_1>,
            >,
        {
            __rk::Prefix::ending::<__Codec1, __Type1, __Position1, _>(self.0, end)
        }
    }
    #[doc(hidden)]
    impl<const STEP: __rk::usize> __rk::Step for VisitorKeyPrefix<STEP> {
        type Key = VisitorKey;
        type Lacks = field_1;
        const SALT_IS_KNOWN: __rk::bool = STEP > 1usize;
        #[inline]
        fn layout() -> &'static __rk::Layout {
            __LAYOUT
        }
        #[inline]
        fn cuts(self) -> __rk::Cuts {
            __rk::Prefix::cuts(self.0)
        }
    }
    impl<__F> __rk::OneRange<__F> for VisitorKeyPrefix<2usize> {}
    impl<__F, const STEP: __rk::usize> __rk::FewRanges<__F> for VisitorKeyPrefix<STEP> {}
    impl<const STEP: __rk::usize> VisitorKeyPrefix<STEP> {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        fn range(self) -> __rk::KeyRange
        where
            for<'field_1> Self: __rk::OneRange<__rk::TheField<'field_1>>,
        {
            __rk::Prefix::range(self.0)
        }
        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<field_1>,
        {
            __rk::Prefix::ranges(self.0, __LAYOUT, STEP > 1usize)
        }
        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        fn scan<__O, __R, __M>(
            self,
            open: __O,
        ) -> __rk::ScanOf<VisitorKey, __O, __R, __M>
        where
            Self: __rk::FewRanges<field_1>,
            for<'__x> <Self as __rk::Step>::Key: __rk::OwnedKey<'__x>,
            __O: ::core::ops::FnMut(__rk::KeyRange) -> __R,
            __R: __rk::Rows<__M>,
        {
            __rk::Query::scan(self, open)
        }
    }
};
