#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]
mod __prefix_of_PointKey_a84d9408 {
    /**A prefix of [`PointKey`](super::PointKey) whose field to set next is `Next`.

The bytes of a key:
* `x: u16`, ascending
* `y: i16`, descending*/
    #[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
    pub struct PointKeyPrefix<Next>(
        pub(super) ::rowkey::__private::Prefix<PointKeyPrefix<Next>, ()>,
        pub(super) ::rowkey::__private::PhantomData<Next>,
    );
}
#[allow(ambiguous_glob_reexports, hidden_glob_reexports, unused_imports)]
pub use __prefix_of_PointKey_a84d9408::*;
#[allow(deprecated, nonstandard_style, unused, unused_qualifications, unreachable_pub)]
#[allow(private_bounds, private_interfaces, single_use_lifetimes)]
#[allow(clippy::all, clippy::pedantic, clippy::impl_trait_in_params)]
const _: () = {
    use ::rowkey::{self as __rowkey, __private as __rk};
    use __prefix_of_PointKey_a84d9408::PointKeyPrefix;
    use __rk::parameters::{bounds, end, start, value};
    mod field_of_PointKey {
        pub enum x {}
        pub enum y {}
    }
    impl __rowkey::RowKey for PointKey {
        type Bytes = [__rk::u8; 4usize];
        type Prefix = PointKeyPrefix<field_of_PointKey::x>;
        const LAYOUT: &'static __rk::Layout = &__rk::Layout::__rowkey_of_fields(
            "PointKey",
            const {
                &[
                    __rk::field_layout::<__rk::BigEndian, __rk::u16>("x"),
                    __rk::field_layout::<
                        __rk::DescendingOf<__rk::BigEndian>,
                        __rk::i16,
                    >("y"),
                ]
            },
        );
        const __CHECKS: __rk::Checks = __rk::Checks::of_fields(
            &[
                __rk::show_field::<__rk::BigEndian, __rk::u16, __rk::Mid>,
                __rk::show_field::<
                    __rk::DescendingOf<__rk::BigEndian>,
                    __rk::i16,
                    __rk::Last,
                >,
            ],
        );
        #[inline]
        fn __rowkey_write<__B: __rk::Buffer>(&self, __out: &mut __B) -> __rk::Written {
            __rk::put_total::<__rk::BigEndian, __rk::u16, __rk::Mid, _>(&self.x, __out);
            __rk::put_total::<
                __rk::DescendingOf<__rk::BigEndian>,
                __rk::i16,
                __rk::Last,
                _,
            >(&self.y, __out);
            __rk::Ok(())
        }
        #[inline]
        fn __rowkey_empty_prefix() -> PointKeyPrefix<field_of_PointKey::x> {
            PointKeyPrefix(__rk::Prefix::empty(), __rk::PhantomData)
        }
    }
    #[doc(hidden)]
    impl __rk::TotalFields for PointKey {}
    #[doc(hidden)]
    impl __rk::SpreadStart for PointKey
    where
        for<'x> __rk::BigEndian: __rk::SpreadField<'x, 0usize, false>,
    {}
    #[doc(hidden)]
    impl __rk::TextFields for PointKey
    where
        for<'x> __rk::BigEndian: __rk::TextField<'x, 0usize, false>,
    {}
    #[doc(hidden)]
    impl<'__de> __rk::DecodeFields<'__de> for PointKey {
        #[inline]
        fn __rowkey_read(
            mut __reader: __rk::Reader<'__de>,
            __checked: __rk::Option<&mut __rk::CheckedSalt>,
        ) -> __rk::Result<Self, __rowkey::DecodeError> {
            let (__field_0, _) = match __rk::take_field::<
                __rk::BigEndian,
                __rk::u16,
                __rk::Mid,
            >(&mut __reader, "x") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            let (__field_1, _) = match __rk::take_field::<
                __rk::DescendingOf<__rk::BigEndian>,
                __rk::i16,
                __rk::Last,
            >(&mut __reader, "y") {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            if let __rk::Err(__error) = __rk::close(&__reader) {
                return __rk::Err(__error);
            }
            __rk::Ok(Self { x: __field_0, y: __field_1 })
        }
    }
    impl __rk::OwnedFields for PointKey {}
    impl PointKeyPrefix<field_of_PointKey::x> {
        #[inline]
        ///Selects the keys whose field `x: u16`, ascending, equals `value`.
        pub fn x(self, value: __rk::u16) -> PointKeyPrefix<field_of_PointKey::y> {
            PointKeyPrefix(
                self.0.__rowkey_equal::<__rk::BigEndian, __rk::u16, __rk::Mid, _>(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        ///Selects the keys whose field `x: u16` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        pub fn x_in(
            self,
            bounds: impl __rk::ValueRange<__rk::u16>,
        ) -> __rk::FinishedQuery<Self> {
            self.0.__rowkey_within::<__rk::BigEndian, __rk::u16, __rk::Mid>(&bounds)
        }
        #[inline]
        #[doc(hidden)]
        pub fn x_starts_with(
            self,
            start: impl __rk::StartValue<field_of_PointKey::x>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::not_called(start)
        }
    }
    impl PointKeyPrefix<field_of_PointKey::y> {
        #[inline]
        ///Selects the keys whose field `y: i16`, descending, equals `value`.
        pub fn y(self, value: __rk::i16) -> PointKeyPrefix<__rk::NoField> {
            PointKeyPrefix(
                self
                    .0
                    .__rowkey_equal::<
                        __rk::DescendingOf<__rk::BigEndian>,
                        __rk::i16,
                        __rk::Last,
                        _,
                    >(value),
                __rk::PhantomData,
            )
        }
        #[inline]
        ///Selects the keys whose field `y: i16` is within `bounds`, such as `a..b`, `a..=b` or `..b`.
        pub fn y_in(
            self,
            bounds: impl __rk::ValueRange<__rk::i16>,
        ) -> __rk::FinishedQuery<Self> {
            self.0
                .__rowkey_within::<
                    __rk::DescendingOf<__rk::BigEndian>,
                    __rk::i16,
                    __rk::Last,
                >(&bounds)
        }
        #[inline]
        #[doc(hidden)]
        pub fn y_starts_with(
            self,
            start: impl __rk::StartValue<field_of_PointKey::y>,
        ) -> __rk::FinishedQuery<Self> {
            __rk::not_called(start)
        }
    }
    impl<Next> __rk::Clone for PointKeyPrefix<Next> {
        fn clone(&self) -> Self {
            PointKeyPrefix(__rk::Clone::clone(&self.0), __rk::PhantomData)
        }
    }
    impl<Next> __rk::Debug for PointKeyPrefix<Next> {
        fn fmt(&self, __f: &mut __rk::Formatter<'_>) -> __rk::FmtResult {
            __rk::Debug::fmt(&self.0, __f)
        }
    }
    impl<Next> __rk::Deref for PointKeyPrefix<Next> {
        type Target = __rk::Prefix<Self, ()>;
        fn deref(&self) -> &__rk::Prefix<Self, ()> {
            &self.0
        }
    }
    impl<Next> __rk::PrefixState for PointKeyPrefix<Next> {
        type Key = PointKey;
        type SaltSource = __rk::NoSalt;
        type Unterminated = __rk::NoField;
    }
    #[doc(hidden)]
    impl<Next, __T: ?__rk::Sized> __rk::RangeBounds<__T> for PointKeyPrefix<Next>
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
    impl<Next> PointKeyPrefix<Next> {
        ///Returns the range that contains exactly the keys that match the fields set so far.
        pub fn range(self) -> __rk::KeyRange {
            __rk::PrefixBytes::range(self.0.bytes)
        }
        ///Returns the ranges that together contain exactly the keys that match the fields set so far. Without a salt, this is one range.
        pub fn ranges(self) -> __rk::Ranges {
            __rk::Prefix::ranges(self.0)
        }
    }
};
