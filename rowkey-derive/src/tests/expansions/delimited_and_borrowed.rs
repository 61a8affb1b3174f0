#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]
mod __prefix_of_HostKey_fd1e0652 {
    /**A prefix of [`HostKey`](super::HostKey) whose field to set next is `Next`.

The bytes of a key:
* `host: Cow<'a, str>`, reversed
* `path: &'a str`, padded to 8 with 'x'

There is '_' between all fields.*/
    #[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
    pub(super) struct Hosts<Next>(
        pub(super) ::rowkey::__private::Prefix<Hosts<Next>, ()>,
        pub(super) ::rowkey::__private::PhantomData<Next>,
    );
}
#[allow(ambiguous_glob_reexports, hidden_glob_reexports, unused_imports)]
use __prefix_of_HostKey_fd1e0652::*;
#[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
#[allow(private_bounds, private_interfaces, single_use_lifetimes)]
#[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    use __prefix_of_HostKey_fd1e0652::Hosts;
    use __rk::parameters::{bounds, end, start, value};
    mod field_of_HostKey {
        pub enum host {}
        pub enum path {}
    }
    type __Named0 = Cow<'static, str>;
    type __Type0 = <__rk::Assert<
        __Named0,
        {
            const fn __assert<host>() {
                __rk::exists::<<__Named0 as __rk::ReverseTarget<host>>::Codec>();
            }
            __assert::<()>();
            true
        },
    > as __rk::Resolve>::Type;
    type __Codec0 = <__Type0 as __rk::ReverseTarget>::Codec;
    impl<'a> __rowkey::RowKey for HostKey<'a> {
        type Bytes = <__rk::Width<
            { (<HostKey<'static> as __rowkey::RowKey>::LAYOUT).fixed_len().is_some() },
            { (<HostKey<'static> as __rowkey::RowKey>::LAYOUT).min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = Hosts<field_of_HostKey::host>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__rowkey_new(
            "HostKey",
            b"",
            __rk::Separator::Delimiter('_'),
            __rk::None,
            const {
                &[
                    __rk::field_layout::<__Codec0, __Type0>("host"),
                    __rk::field_layout::<
                        __rk::PaddedString<8usize, 'x'>,
                        &'static __rk::str,
                    >("path"),
                ]
            },
        );
        const __CHECKS: __rk::Checks = __rk::Checks::of_fields(
            &[
                __rk::show_field::<
                    __Codec0,
                    __Type0,
                    __rk::MidField<__rk::DelimitedBy<'_'>>,
                >,
                __rk::show_field::<
                    __rk::PaddedString<8usize, 'x'>,
                    &'static __rk::str,
                    __rk::LastField<__rk::DelimitedBy<'_'>>,
                >,
            ],
        );
        #[inline]
        fn __rowkey_write<__B: __rk::Buffer>(&self, __out: &mut __B) -> __rk::Written {
            match __rk::put::<
                __Codec0,
                _,
                __rk::MidField<__rk::DelimitedBy<'_'>>,
                _,
            >(&self.host, __out, "host") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            match __rk::put::<
                __rk::PaddedString<8usize, 'x'>,
                _,
                __rk::LastField<__rk::DelimitedBy<'_'>>,
                _,
            >(&self.path, __out, "path") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::Ok(())
        }
        #[inline]
        fn __rowkey_size(&self) -> __rk::usize {
            __rk::size_without_fields::<Self>() + __rk::size::<__Codec0, _>(&self.host)
                + __rk::size::<__rk::PaddedString<8usize, 'x'>, _>(&self.path)
        }
        #[inline]
        fn __rowkey_empty_prefix() -> Hosts<field_of_HostKey::host> {
            Hosts(__rk::Prefix::empty(), __rk::PhantomData)
        }
    }
    #[doc(hidden)]
    impl<'a> __rk::TotalFields for HostKey<'a>
    where
        for<'host> __Codec0: __rk::TotalField<
            'host,
            __Type0,
            __rk::MidField<__rk::DelimitedBy<'_'>>,
        >,
        for<'path> __rk::PaddedString<
            8usize,
            'x',
        >: __rk::TotalPadded<
            'path,
            &'static __rk::str,
            __rk::LastField<__rk::DelimitedBy<'_'>>,
        >,
    {}
    #[doc(hidden)]
    impl<'a> __rk::SpreadStart for HostKey<'a>
    where
        for<'host> __Codec0: __rk::SpreadField<
            'host,
            0usize,
            { <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING.__rowkey_spreads() },
        >,
    {}
    #[doc(hidden)]
    impl<'a> __rk::TextFields for HostKey<'a>
    where
        for<'host> __Codec0: __rk::TextField<
            'host,
            0usize,
            { <__Codec0 as __rk::FieldCodec<__Type0>>::ENCODING.__rowkey_is_text(true) },
        >,
    {}
    #[doc(hidden)]
    impl<'__de: 'a, 'a> __rk::DecodeFields<'__de> for HostKey<'a>
    where
        for<'host> __Codec0: __rk::DecodableField<
            'host,
            '__de,
            Cow<'a, str>,
            __rk::MidField<__rk::DelimitedBy<'_'>>,
            0usize,
        >,
        for<'path> __rk::PaddedString<
            8usize,
            'x',
        >: __rk::DecodableField<
            'path,
            '__de,
            &'a str,
            __rk::LastField<__rk::DelimitedBy<'_'>>,
            1usize,
        >,
    {
        #[inline]
        fn __rowkey_read(
            mut __reader: __rk::Reader<'__de>,
            __checked: __rk::Option<&mut __rk::CheckedSalt>,
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            let (__field_0, _) = match <__Codec0 as __rk::DecodableField<
                '_,
                '__de,
                Cow<'a, str>,
                __rk::MidField<__rk::DelimitedBy<'_'>>,
                0usize,
            >>::__read(&mut __reader, "host") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match <__rk::PaddedString<
                8usize,
                'x',
            > as __rk::DecodableField<
                '_,
                '__de,
                &'a str,
                __rk::LastField<__rk::DelimitedBy<'_'>>,
                1usize,
            >>::__read(&mut __reader, "path") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            if let __rk::Err(__error) = __rk::close(&__reader) {
                return __rk::Err(__error);
            }
            __rk::Ok(Self {
                host: __field_0,
                path: __field_1,
            })
        }
    }
    #[cfg(not(doc))]
    impl Hosts<field_of_HostKey::host> {
        #[inline]
        ///Selects the keys whose field `host: Cow<'a, str>`, reversed, equals `value`.
        fn host<'__lent, 'a: '__lent>(
            self,
            value: <__Codec0 as __rk::FieldCodec<Cow<'a, str>>>::Arg<'__lent>,
        ) -> Hosts<field_of_HostKey::path> {
            Hosts(
                self
                    .0
                    .__rowkey_equal::<
                        __Codec0,
                        Cow<'a, str>,
                        __rk::MidField<__rk::DelimitedBy<'_'>>,
                        _,
                    >(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        #[doc(hidden)]
        fn host_in<'__b, __R>(self, bounds: __R) -> __rk::FinishedQuery<Self>
        where
            __R: __rk::ValueRange<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'host> __Codec0: __rk::OrderedField<
                'host,
                __Type0,
                __rk::MidField<__rk::DelimitedBy<'_'>>,
            >,
        {
            self.0
                .__rowkey_within::<
                    __Codec0,
                    __Type0,
                    __rk::MidField<__rk::DelimitedBy<'_'>>,
                >(&bounds)
        }
        #[inline]
        /**Selects the keys whose field `host: Cow<'a, str>` ends with `end`.

Only fields that are text or bytes have this method.*/
        fn host_ends_with(
            self,
            end: &<__Codec0 as __rk::FieldCodec<__Type0>>::Slice,
        ) -> __rk::FinishedQuery<Self>
        where
            for<'host> __Codec0: __rk::EndsWithField<
                'host,
                __Type0,
                __rk::MidField<__rk::DelimitedBy<'_'>>,
            >,
        {
            self.0
                .__rowkey_ending::<
                    __Codec0,
                    __Type0,
                    __rk::MidField<__rk::DelimitedBy<'_'>>,
                    _,
                >(end)
        }
    }
    #[cfg(doc)]
    impl Hosts<field_of_HostKey::host> {
        ///Selects the keys whose field `host: Cow<'a, str>`, reversed, equals `value`.
        fn host<'a>(
            self,
            value: __rk::Argument<Cow<'a, str>>,
        ) -> Hosts<field_of_HostKey::path> {
            __rk::placeholder()
        }
        /**Selects the keys whose field `host: Cow<'a, str>` ends with `end`.

Only fields that are text or bytes have this method.*/
        fn host_ends_with<'a>(
            self,
            end: impl __rk::AsRef<[__rk::u8]>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::placeholder()
        }
    }
    impl Hosts<field_of_HostKey::path> {
        #[inline]
        ///Selects the keys whose field `path: &'a str`, padded to 8 with 'x', equals `value`.
        fn path(self, value: &__rk::str) -> Hosts<__rk::NoField> {
            Hosts(
                self
                    .0
                    .__rowkey_equal::<
                        __rk::PaddedString<8usize, 'x'>,
                        &'static __rk::str,
                        __rk::LastField<__rk::DelimitedBy<'_'>>,
                        _,
                    >(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        #[doc(hidden)]
        fn path_in<'__b>(
            self,
            bounds: impl __rk::ValueRange<&'__b __rk::str>,
        ) -> __rk::FinishedQuery<Self>
        where
            for<'path> __rk::PaddedString<
                8usize,
                'x',
            >: __rk::OrderedField<
                'path,
                &'static __rk::str,
                __rk::LastField<__rk::DelimitedBy<'_'>>,
            >,
        {
            self.0
                .__rowkey_within::<
                    __rk::PaddedString<8usize, 'x'>,
                    &'static __rk::str,
                    __rk::LastField<__rk::DelimitedBy<'_'>>,
                >(&bounds)
        }
    }
    impl<Next> __rk::Clone for Hosts<Next> {
        fn clone(&self) -> Self {
            Hosts(__rk::Clone::clone(&self.0), __rk::PhantomData)
        }
    }
    impl<Next> __rk::Debug for Hosts<Next> {
        fn fmt(&self, __f: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::Debug::fmt(&self.0, __f)
        }
    }
    impl<Next> __rk::Deref for Hosts<Next> {
        type Target = __rk::Prefix<Self, ()>;
        fn deref(&self) -> &__rk::Prefix<Self, ()> {
            &self.0
        }
    }
    impl<Next> __rk::PrefixState for Hosts<Next> {
        type Key = HostKey<'static>;
        type SaltSource = __rk::NoSalt;
        type Unterminated = __rk::NoField;
    }
    #[doc(hidden)]
    impl<Next, __T: ?__rk::Sized> __rk::RangeBounds<__T> for Hosts<Next>
    where
        __rk::Prefix<Self, ()>: __rk::IsRange,
    {
        fn start_bound(&self) -> __rk::Bound<&__T> {
            __rk::Bound::Unbounded
        }
        fn end_bound(&self) -> __rk::Bound<&__T> {
            __rk::Bound::Unbounded
        }
    }
    impl<Next> Hosts<Next> {
        ///Returns the range that contains exactly the keys that match the fields set so far.
        fn range(self) -> __rk::KeyRange {
            __rk::PrefixBytes::range(self.0.bytes)
        }
        ///Returns the ranges that together contain exactly the keys that match the fields set so far. Without a salt, this is one range.
        fn ranges(self) -> __rk::Ranges {
            __rk::Prefix::ranges(self.0)
        }
    }
};
