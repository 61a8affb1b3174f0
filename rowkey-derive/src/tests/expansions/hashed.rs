#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]
/**A prefix of [`VisitorKey`](VisitorKey) whose field to set next is `Next`.

The bytes of a key:
* a salt: one of 10 buckets, chosen by Apache Phoenix's hash of the whole key
* `field_0: String`, stored as 4 bytes of its sha256 hash
* `field_1: u64`, ascending*/
#[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
struct VisitorKeyPrefix<Next>(
    keys::__private::Prefix<VisitorKeyPrefix<Next>, [keys::__private::Span; 1usize]>,
    keys::__private::PhantomData<Next>,
);
#[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
#[allow(private_bounds, private_interfaces, single_use_lifetimes)]
#[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
const _: () = {
    use keys::{self as __rowkey, __private as __rk};
    use __rk::parameters::{bounds, end, start, value};
    mod field_of_VisitorKey {
        pub enum field_0 {}
        pub enum field_1 {}
    }
    type __Named0 = String;
    type __Type0 = __Named0;
    type __Codec0 = __rk::HashOf<
        <__Type0 as __rk::KeyField>::Codec,
        <__rk::Assert<
            __rk::Sha256,
            {
                const fn __assert<sha256>() {
                    __rk::exists::<<__rk::Sha256 as __rk::CompiledIn<sha256>>::Itself>();
                }
                __assert::<()>();
                true
            },
        > as __rk::Resolve>::Type,
        4usize,
        8usize,
        true,
    >;
    type __Salt = __rk::BucketSalt<__rk::Phoenix, 10u64, 1usize, false>;
    impl __rowkey::RowKey for VisitorKey {
        type Bytes = <__rk::Width<
            { (<VisitorKey as __rowkey::RowKey>::LAYOUT).fixed_len().is_some() },
            { (<VisitorKey as __rowkey::RowKey>::LAYOUT).min_len() },
        > as __rk::ChooseBytes>::Bytes;
        type Prefix = VisitorKeyPrefix<field_of_VisitorKey::field_0>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__rowkey_new(
            "VisitorKey",
            b"",
            __rk::Separator::Escape,
            __rk::Some((<__Salt as __rk::Salt>::LAYOUT, &[])),
            const {
                &[
                    __rk::field_layout::<__Codec0, __Type0>("field_0"),
                    __rk::field_layout::<__rk::BigEndian, __rk::u64>("field_1"),
                ]
            },
        );
        const __CHECKS: __rk::Checks = __rk::Checks::with_salt(
            &[
                __rk::show_field::<__Codec0, __Type0, __rk::Mid>,
                __rk::show_field::<__rk::BigEndian, __rk::u64, __rk::Last>,
            ],
            __rk::salt_of::<__Salt>,
        );
        #[inline]
        fn __rowkey_write<__B: __rk::Buffer>(&self, __out: &mut __B) -> __rk::Written {
            let __start = __rk::start_key::<Self, __B, 1usize>(__out);
            match __rk::put::<__Codec0, _, __rk::Mid, _>(&self.0, __out, "field_0") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            __rk::put_total::<__rk::BigEndian, __rk::u64, __rk::Last, _>(&self.1, __out);
            __rk::put_salt::<
                Self,
                __Salt,
                _,
                _,
            >(__start, [__rk::written_span::<Self, _>(__start, __out)], __out);
            __rk::Ok(())
        }
        #[inline]
        fn __rowkey_size(&self) -> __rk::usize {
            __rk::size_without_fields::<Self>() + __rk::size::<__Codec0, _>(&self.0)
                + __rk::size::<__rk::BigEndian, __rk::u64>(&self.1)
        }
        #[inline]
        fn __rowkey_empty_prefix() -> VisitorKeyPrefix<field_of_VisitorKey::field_0> {
            VisitorKeyPrefix(__rk::Prefix::empty(), __rk::PhantomData)
        }
    }
    #[doc(hidden)]
    impl __rk::TotalFields for VisitorKey
    where
        for<'field_0> __Codec0: __rk::TotalType<'field_0, __Type0, __rk::Mid>,
    {}
    #[doc(hidden)]
    impl __rk::SpreadStart for VisitorKey {}
    #[doc(hidden)]
    impl<'__de> __rk::DecodeFields<'__de> for VisitorKey
    where
        for<'field_0> __Codec0: __rk::KeptField<'field_0>,
    {
        #[inline]
        fn __rowkey_read(
            mut __reader: __rk::Reader<'__de>,
            __checked: __rk::Option<&mut __rk::CheckedSalt>,
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            __rk::undecodable()
        }
    }
    impl __rk::OwnedFields for VisitorKey
    where
        for<'__x> Self: __rk::DecodeFields<'__x>,
    {}
    #[cfg(not(doc))]
    impl VisitorKeyPrefix<field_of_VisitorKey::field_0> {
        #[inline]
        ///Selects the keys whose field `field_0: String`, stored as 4 bytes of its sha256 hash, equals `value`.
        fn field_0(
            self,
            value: <__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'_>,
        ) -> VisitorKeyPrefix<field_of_VisitorKey::field_1> {
            VisitorKeyPrefix(
                self.0.__rowkey_equal::<__Codec0, __Type0, __rk::Mid, _>(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        #[doc(hidden)]
        fn field_0_in<'__b, __R>(self, bounds: __R) -> __rk::FinishedQuery<Self>
        where
            __R: __rk::ValueRange<<__Codec0 as __rk::FieldCodec<__Type0>>::Arg<'__b>>,
            for<'field_0> __Codec0: __rk::OrderedField<'field_0, __Type0, __rk::Mid>,
        {
            self.0.__rowkey_within::<__Codec0, __Type0, __rk::Mid>(&bounds)
        }
        #[inline]
        #[doc(hidden)]
        fn field_0_starts_with(
            self,
            start: &<__Codec0 as __rk::FieldCodec<__Type0>>::Slice,
        ) -> __rk::FinishedQuery<Self>
        where
            for<'field_0> __Codec0: __rk::StartsWithField<'field_0, __Type0, __rk::Mid>,
        {
            self.0.__rowkey_starting::<__Codec0, __Type0, __rk::Mid, _>(start)
        }
    }
    #[cfg(doc)]
    impl VisitorKeyPrefix<field_of_VisitorKey::field_0> {
        ///Selects the keys whose field `field_0: String`, stored as 4 bytes of its sha256 hash, equals `value`.
        fn field_0(
            self,
            value: &__rk::str,
        ) -> VisitorKeyPrefix<field_of_VisitorKey::field_1> {
            __rk::placeholder()
        }
    }
    impl VisitorKeyPrefix<field_of_VisitorKey::field_1> {
        #[inline]
        ///Selects the keys whose field `field_1: u64`, ascending, equals `value`.
        fn field_1(self, value: __rk::u64) -> VisitorKeyPrefix<__rk::NoField> {
            let mut __prefix = self
                .0
                .__rowkey_equal::<__rk::BigEndian, __rk::u64, __rk::Last, _>(value);
            __prefix.bytes = __rk::PrefixBytes::mark_whole_salted(
                __prefix.bytes,
                <VisitorKey as __rowkey::RowKey>::LAYOUT,
            );
            __prefix.bytes = __rk::PrefixBytes::compute_salt::<
                __Salt,
            >(__prefix.bytes, <VisitorKey as __rowkey::RowKey>::LAYOUT);
            VisitorKeyPrefix(__prefix, __rk::PhantomData)
        }
        #[inline]
        ///Selects the keys whose field `field_1: u64` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        fn field_1_in(
            self,
            bounds: impl __rk::ValueRange<__rk::u64>,
        ) -> __rk::FinishedQuery<Self> {
            self.0.__rowkey_within::<__rk::BigEndian, __rk::u64, __rk::Last>(&bounds)
        }
        #[inline]
        #[doc(hidden)]
        fn field_1_starts_with(
            self,
            start: impl __rk::StartValue<field_of_VisitorKey::field_1>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::not_called(start)
        }
    }
    impl<Next> __rk::Clone for VisitorKeyPrefix<Next> {
        fn clone(&self) -> Self {
            VisitorKeyPrefix(__rk::Clone::clone(&self.0), __rk::PhantomData)
        }
    }
    impl<Next> __rk::Debug for VisitorKeyPrefix<Next> {
        fn fmt(&self, __f: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::Debug::fmt(&self.0, __f)
        }
    }
    impl<Next> __rk::Deref for VisitorKeyPrefix<Next> {
        type Target = __rk::Prefix<Self, [__rk::Span; 1usize]>;
        fn deref(&self) -> &__rk::Prefix<Self, [__rk::Span; 1usize]> {
            &self.0
        }
    }
    impl<Next> __rk::PrefixState for VisitorKeyPrefix<Next> {
        type Key = VisitorKey;
        type SaltSource = field_of_VisitorKey::field_1;
        type Unterminated = __rk::NoField;
    }
    #[doc(hidden)]
    impl<Next, __T: ?__rk::Sized> __rk::RangeBounds<__T> for VisitorKeyPrefix<Next>
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
    impl __rk::OneRange<field_of_VisitorKey::field_1>
    for VisitorKeyPrefix<__rk::NoField> {}
    impl<__Next> __rk::FewRanges<field_of_VisitorKey::field_1>
    for VisitorKeyPrefix<__Next> {}
    impl<Next> VisitorKeyPrefix<Next> {
        /**Returns the range that contains exactly the keys that match the fields set so far.

Until `field_1` is set, the keys are in several ranges: see `ranges` and `scan`.*/
        fn range(self) -> __rk::KeyRange
        where
            Self: __rk::OneRange<field_of_VisitorKey::field_1>,
        {
            __rk::PrefixBytes::range(self.0.bytes)
        }
        ///Returns the ranges that together contain exactly the keys that match the fields set so far: one per bucket until `field_1` is set, then one range.
        fn ranges(self) -> __rk::Ranges
        where
            Self: __rk::FewRanges<field_of_VisitorKey::field_1>,
        {
            __rk::Prefix::ranges(self.0)
        }
    }
};
