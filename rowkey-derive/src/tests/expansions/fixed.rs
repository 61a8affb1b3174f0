/**A prefix of [`PointKey`] with its first `STEP` fields set.

The bytes of a key:

* `x: u16`, ascending
* `y: i16`, descending*/
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[must_use = "a prefix is only a question: take its `range()`"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
pub struct PointKeyPrefix<const STEP: ::core::primitive::usize>(
    ::rowkey::__private::Prefix<0usize>,
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
    type __Named0 = u16;
    type __Type0 = __Named0;
    type __Codec0 = <__Type0 as __rk::KeyField>::Codec;
    type __Position0 = __rk::MidField<__rk::Escaped>;
    type __Named1 = i16;
    type __Type1 = __Named1;
    type __Codec1 = __rk::DescendingOf<<__Type1 as __rk::KeyField>::Codec>;
    type __Position1 = __rk::LastField<__rk::Escaped>;
    const __LAYOUT: &__rk::Layout = &__rk::Layout::__new(
        "PointKey",
        b"",
        __rk::Separator::Escape,
        __rk::None,
        &[
            __rk::Part::__new("x", <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING),
            __rk::Part::__new("y", <__Codec1 as __rk::FieldCodec<__Type1>>::ENCODING),
        ],
    );
    #[automatically_derived]
    impl __rowkey::RowKey for PointKey {
        type Bytes = <__rk::Width<
            { __LAYOUT.fixed_len().is_some() },
            { __LAYOUT.min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = PointKeyPrefix<0>;
        const LAYOUT: __rk::Layout = *__LAYOUT;
        const __CHECKS: __rk::Checks = __rk::Checks::new(
            &[
                __rk::check_field::<__Codec0, __Type0, __Position0>,
                __rk::check_field::<__Codec1, __Type1, __Position1>,
            ],
            __rk::None,
        );
        #[inline]
        fn __write<__B: __rk::Buffer>(
            &self,
            __out: &mut __B,
        ) -> __rk::Result<(), __rowkey::EncodeError> {
            __rk::start::<__B, 0usize>(__LAYOUT, __out);
            match __rk::put::<__Codec0, _, __Position0, __B>(&self.x, __out, "x") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<__Codec1, _, __Position1, __B>(&self.y, __out, "y") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(())
        }
        #[inline]
        fn __size(&self) -> __rk::usize {
            __LAYOUT.__overhead() + __rk::size::<__Codec0, _>(&self.x)
                + __rk::size::<__Codec1, _>(&self.y)
        }
        #[inline]
        fn __first_step() -> PointKeyPrefix<0> {
            PointKeyPrefix(__rk::Prefix::new(__LAYOUT))
        }
    }
    #[automatically_derived]
    impl __rk::TotalFields for PointKey
    where
        for<'x> __Codec0: __rk::TotalField<__Type0, __Position0, __rk::TheField<'x>>,
        for<'y> __Codec1: __rk::TotalField<__Type1, __Position1, __rk::TheField<'y>>,
    {}
    #[automatically_derived]
    impl<'__de> __rk::DecodeFields<'__de> for PointKey
    where
        for<'x> __Codec0: __rk::DecodableField<
            '__de,
            u16,
            __Position0,
            __rk::TheField<'x>,
            0usize,
        >,
        for<'y> __Codec1: __rk::DecodableField<
            '__de,
            i16,
            __Position1,
            __rk::TheField<'y>,
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
            let (__field_0, _) = match <__Codec0 as __rk::DecodableField<
                '__de,
                u16,
                __Position0,
                __rk::TheField<'_>,
                0usize,
            >>::__take(&mut __reader, "x") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match <__Codec1 as __rk::DecodableField<
                '__de,
                i16,
                __Position1,
                __rk::TheField<'_>,
                1usize,
            >>::__take(&mut __reader, "y") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::close(&__reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(Self { x: __field_0, y: __field_1 })
        }
    }
    #[automatically_derived]
    impl __rk::OwnedFields for PointKey
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
    impl __rk::SpreadStart for PointKey
    where
        for<'x> __Codec0: __rk::SpreadField<__rk::TheField<'x>>,
    {}
    #[automatically_derived]
    impl __rk::TextFields for PointKey
    where
        for<'x> __Codec0: __rk::TextField<__Type0, __Position0, __rk::TheField<'x>>,
        for<'y> __Codec1: __rk::TextField<__Type1, __Position1, __rk::TheField<'y>>,
    {}
    impl PointKeyPrefix<0usize> {
        ///Selects the keys whose field `x: u16`, ascending, equals `value`.
        #[inline]
        pub fn x(
            self,
            value: <__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'_>,
        ) -> PointKeyPrefix<1usize> {
            PointKeyPrefix(
                __rk::Prefix::equal::<__Codec0, __Type0, __Position0>(self.0, value),
            )
        }
        ///Selects the keys whose field `x: u16` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[inline]
        pub fn x_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'x> __Codec0: __rk::OrderedField<
                __Type0,
                __Position0,
                __rk::TheField<'x>,
            >,
        {
            __rk::Prefix::within::<__Codec0, __Type0, __Position0, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `x: u16` starts with `start`.
        #[doc(hidden)]
        #[inline]
        pub fn x_starts_with(
            self,
            start: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'x> __Codec0: __rk::StartsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'x>,
            >,
        {
            __rk::Prefix::starting::<__Codec0, __Type0, __Position0, _>(self.0, start)
        }
        ///Selects the keys whose field `x: u16` ends with `end`.
        #[doc(hidden)]
        #[inline]
        pub fn x_ends_with(
            self,
            end: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'x> __Codec0: __rk::EndsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'x>,
            >,
        {
            __rk::Prefix::ending::<__Codec0, __Type0, __Position0, _>(self.0, end)
        }
    }
    impl PointKeyPrefix<1usize> {
        ///Selects the keys whose field `y: i16`, descending, equals `value`.
        #[inline]
        pub fn y(
            self,
            value: <__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'_>,
        ) -> PointKeyPrefix<2usize> {
            PointKeyPrefix(
                __rk::Prefix::equal::<__Codec1, __Type1, __Position1>(self.0, value),
            )
        }
        ///Selects the keys whose field `y: i16` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[inline]
        pub fn y_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'__b>>,
            for<'y> __Codec1: __rk::OrderedField<
                __Type1,
                __Position1,
                __rk::TheField<'y>,
            >,
        {
            __rk::Prefix::within::<__Codec1, __Type1, __Position1, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `y: i16` starts with `start`.
        #[doc(hidden)]
        #[inline]
        pub fn y_starts_with(
            self,
            start: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'y> __Codec1: __rk::StartsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'y>,
            >,
        {
            __rk::Prefix::starting::<__Codec1, __Type1, __Position1, _>(self.0, start)
        }
        ///Selects the keys whose field `y: i16` ends with `end`.
        #[doc(hidden)]
        #[inline]
        pub fn y_ends_with(
            self,
            end: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'y> __Codec1: __rk::EndsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'y>,
            >,
        {
            __rk::Prefix::ending::<__Codec1, __Type1, __Position1, _>(self.0, end)
        }
    }
    #[doc(hidden)]
    impl<const STEP: __rk::usize> __rk::Step for PointKeyPrefix<STEP> {
        type Key = PointKey;
        type Lacks = ();
        const SALT_IS_KNOWN: __rk::bool = true;
        #[inline]
        fn layout() -> &'static __rk::Layout {
            __LAYOUT
        }
        #[inline]
        fn cuts(self) -> __rk::Cuts {
            __rk::Prefix::cuts(self.0)
        }
    }
    impl<__F, const STEP: __rk::usize> __rk::OneRange<__F> for PointKeyPrefix<STEP> {}
    impl<__F, const STEP: __rk::usize> __rk::FewRanges<__F> for PointKeyPrefix<STEP> {}
    impl<const STEP: __rk::usize> PointKeyPrefix<STEP> {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        pub fn range(self) -> __rk::KeyRange
        where
            Self: __rk::OneRange<()>,
        {
            __rk::Prefix::range(self.0)
        }
        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        pub fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<()>,
        {
            __rk::Prefix::ranges(self.0, __LAYOUT, true)
        }
        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        pub fn scan<__O, __R, __M>(
            self,
            open: __O,
        ) -> __rk::ScanOf<PointKey, __O, __R, __M>
        where
            Self: __rk::FewRanges<()>,
            for<'__x> <Self as __rk::Step>::Key: __rk::OwnedKey<'__x>,
            __O: ::core::ops::FnMut(__rk::KeyRange) -> __R,
            __R: __rk::Rows<__M>,
        {
            __rk::Query::scan(self, open)
        }
    }
};
