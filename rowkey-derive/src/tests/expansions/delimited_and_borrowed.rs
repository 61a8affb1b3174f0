/**A prefix of [`HostKey`] with its first `STEP` fields set.

The bytes of a key:

* `host: Cow<'a, str>`, reversed
* `path: &'a str`, padded to 8 with 'x'

There is '_' between all fields.*/
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
#[must_use = "a prefix is only a question: take its `range()`"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
struct Hosts<const STEP: ::core::primitive::usize>(::rowkey::__private::Prefix<0usize>);
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
    type __Named0 = Cow<'static, str>;
    type __Type0 = <__rk::Asked<
        __Named0,
        {
            const fn __asked<host>() {
                __rk::exists::<<__Named0 as __rk::ReverseTarget<host>>::Codec>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
    type __Codec0 = <__Type0 as __rk::ReverseTarget>::Codec;
    type __Position0 = __rk::MidField<__rk::DelimitedBy<'_'>>;
    type __Named1 = &'static str;
    type __Answered1_1 = <__rk::Asked<
        __Named1,
        {
            const fn __asked<path>() {
                __rk::exists::<<__Named1 as __rk::LentField<path>>::Lent>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
    type __Answered1_2 = <__rk::Asked<
        __Answered1_1,
        {
            const fn __asked<path>() {
                __rk::exists::<<__Answered1_1 as __rk::PadTarget<path>>::Kind>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
    type __Type1 = <__rk::Asked<
        __Answered1_2,
        {
            const fn __asked<path>() {
                __rk::exists::<<__Answered1_2 as __rk::PadCharTarget<path>>::CharKind>();
            }
            __asked::<()>();
            true
        },
    > as __rk::Answered>::Type;
    type __Codec1 = <<__Type1 as __rk::PadCharTarget>::CharKind as __rk::PadKind<
        8usize,
        false,
        'x',
    >>::Codec;
    type __Position1 = __rk::LastField<__rk::DelimitedBy<'_'>>;
    const __LAYOUT: &__rk::Layout = &__rk::Layout::__new(
        "HostKey",
        b"",
        __rk::Separator::Delimiter('_'),
        __rk::None,
        &[
            __rk::Part::__new("host", <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING),
            __rk::Part::__new("path", <__Codec1 as __rk::FieldCodec<__Type1>>::ENCODING),
        ],
    );
    #[automatically_derived]
    impl<'a> __rowkey::RowKey for HostKey<'a> {
        type Bytes = <__rk::Width<
            { __LAYOUT.fixed_len().is_some() },
            { __LAYOUT.min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = Hosts<0>;
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
            match __rk::put::<__Codec0, _, __Position0, __B>(&self.host, __out, "host") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<__Codec1, _, __Position1, __B>(&self.path, __out, "path") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(())
        }
        #[inline]
        fn __size(&self) -> __rk::usize {
            __LAYOUT.__overhead() + __rk::size::<__Codec0, _>(&self.host)
                + __rk::size::<__Codec1, _>(&self.path)
        }
        #[inline]
        fn __first_step() -> Hosts<0> {
            Hosts(__rk::Prefix::new(__LAYOUT))
        }
    }
    #[automatically_derived]
    impl<'a> __rk::TotalFields for HostKey<'a>
    where
        for<'host> __Codec0: __rk::TotalField<
            __Type0,
            __Position0,
            __rk::TheField<'host>,
        >,
        for<'path> __Codec1: __rk::TotalField<
            __Type1,
            __Position1,
            __rk::TheField<'path>,
        >,
    {}
    #[automatically_derived]
    impl<'__de: 'a, 'a> __rk::DecodeFields<'__de> for HostKey<'a>
    where
        for<'host> __Codec0: __rk::DecodableField<
            '__de,
            Cow<'a, str>,
            __Position0,
            __rk::TheField<'host>,
            0usize,
        >,
        for<'path> __Codec1: __rk::DecodableField<
            '__de,
            &'a str,
            __Position1,
            __rk::TheField<'path>,
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
                Cow<'a, str>,
                __Position0,
                __rk::TheField<'_>,
                0usize,
            >>::__take(&mut __reader, "host") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match <__Codec1 as __rk::DecodableField<
                '__de,
                &'a str,
                __Position1,
                __rk::TheField<'_>,
                1usize,
            >>::__take(&mut __reader, "path") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::close(&__reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(Self {
                host: __field_0,
                path: __field_1,
            })
        }
    }
    #[automatically_derived]
    impl<'a> __rk::SpreadStart for HostKey<'a>
    where
        for<'host> __Codec0: __rk::SpreadField<__rk::TheField<'host>>,
    {}
    #[automatically_derived]
    impl<'a> __rk::TextFields for HostKey<'a>
    where
        for<'host> __Codec0: __rk::TextField<
            __Type0,
            __Position0,
            __rk::TheField<'host>,
        >,
        for<'path> __Codec1: __rk::TextField<
            __Type1,
            __Position1,
            __rk::TheField<'path>,
        >,
    {}
    impl Hosts<0usize> {
        ///Selects the keys whose field `host: Cow<'a, str>`, reversed, equals `value`.
        #[inline]
        fn host<'__lent, 'a: '__lent>(
            self,
            value: <__Codec0 as __rk::FieldCodec<Cow<'a, str>>>::Arg<'__lent>,
        ) -> Hosts<1usize> {
            Hosts(
                __rk::Prefix::equal::<__Codec0, Cow<'a, str>, __Position0>(self.0, value),
            )
        }
        ///Selects the keys whose field `host: Cow<'a, str>` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[doc(hidden)]
        #[inline]
        fn host_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'host> __Codec0: __rk::OrderedField<
                __Type0,
                __Position0,
                __rk::TheField<'host>,
            >,
        {
            __rk::Prefix::within::<__Codec0, __Type0, __Position0, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `host: Cow<'a, str>` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn host_starts_with(
            self,
            start: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'host> __Codec0: __rk::StartsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'host>,
            >,
        {
            __rk::Prefix::starting::<__Codec0, __Type0, __Position0, _>(self.0, start)
        }
        ///Selects the keys whose field `host: Cow<'a, str>` ends with `end`.
        #[inline]
        fn host_ends_with(
            self,
            end: &<__Codec0 as __rk::FieldCodec<__Type0>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'host> __Codec0: __rk::EndsWithField<
                __Type0,
                __Position0,
                __rk::TheField<'host>,
            >,
        {
            __rk::Prefix::ending::<__Codec0, __Type0, __Position0, _>(self.0, end)
        }
    }
    impl Hosts<1usize> {
        ///Selects the keys whose field `path: &'a str`, padded to 8 with 'x', equals `value`.
        #[inline]
        fn path<'__lent, 'a: '__lent>(
            self,
            value: <__Codec1 as __rk::FieldCodec<&'a str>>::Arg<'__lent>,
        ) -> Hosts<2usize> {
            Hosts(__rk::Prefix::equal::<__Codec1, &'a str, __Position1>(self.0, value))
        }
        ///Selects the keys whose field `path: &'a str` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        #[doc(hidden)]
        #[inline]
        fn path_in<'__b, __R>(self, bounds: __R) -> __rk::Bounded<Self>
        where
            __R: __rk::RangeBounds<<__Codec1 as __rk::FieldCodec<__Type1>>::Arg<'__b>>,
            for<'path> __Codec1: __rk::OrderedField<
                __Type1,
                __Position1,
                __rk::TheField<'path>,
            >,
        {
            __rk::Prefix::within::<__Codec1, __Type1, __Position1, _, _>(self.0, &bounds)
        }
        ///Selects the keys whose field `path: &'a str` starts with `start`.
        #[doc(hidden)]
        #[inline]
        fn path_starts_with(
            self,
            start: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'path> __Codec1: __rk::StartsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'path>,
            >,
        {
            __rk::Prefix::starting::<__Codec1, __Type1, __Position1, _>(self.0, start)
        }
        ///Selects the keys whose field `path: &'a str` ends with `end`.
        #[doc(hidden)]
        #[inline]
        fn path_ends_with(
            self,
            end: &<__Codec1 as __rk::FieldCodec<__Type1>>::Part,
        ) -> __rk::Bounded<Self>
        where
            for<'path> __Codec1: __rk::EndsWithField<
                __Type1,
                __Position1,
                __rk::TheField<'path>,
            >,
        {
            __rk::Prefix::ending::<__Codec1, __Type1, __Position1, _>(self.0, end)
        }
    }
    #[doc(hidden)]
    impl<const STEP: __rk::usize> __rk::Step for Hosts<STEP> {
        type Key = HostKey<'static>;
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
    impl<__F, const STEP: __rk::usize> __rk::OneRange<__F> for Hosts<STEP> {}
    impl<__F, const STEP: __rk::usize> __rk::FewRanges<__F> for Hosts<STEP> {}
    impl<const STEP: __rk::usize> Hosts<STEP> {
        /// The one range that holds exactly the keys with the fields set so far.
        #[inline]
        fn range(self) -> __rk::KeyRange
        where
            Self: __rk::OneRange<()>,
        {
            __rk::Prefix::range(self.0)
        }
        /// The ranges that together hold exactly the keys with the fields set so far: one for each salt bucket, or one
        /// where the salt is known.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<()>,
        {
            __rk::Prefix::ranges(self.0, __LAYOUT, true)
        }
        /// The rows with the fields set so far, in the order of their keys. `open` turns a range into an iterator over
        /// `(key, value)` or a `Result` of it.
        fn scan<__O, __R, __M>(
            self,
            open: __O,
        ) -> __rk::ScanOf<HostKey<'static>, __O, __R, __M>
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
