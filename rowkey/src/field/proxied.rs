//! The macro for key fields that are stored as another type, their proxy: for example, an `Ipv4Addr` as `[u8; 4]`.

/// Makes a `Copy` type a key field. Its values must compare as their proxies do. The syntax is
/// `TYPE => CODEC of PROXY_TYPE, KIND, |value| TO_PROXY, |stored| FROM_PROXY`.
///
/// With `compared by WIDTH` at the end, only the first `WIDTH` bytes of the proxy compare as the values do.
macro_rules! proxied {
    (@sorts $type:ty) => {
        impl<P: $crate::codec::position::Position> $crate::codec::proxy::SortsAt<P> for $type {}
    };
    (@sorts $type:ty, $compared:expr) => {
        impl<P: $crate::codec::position::InKey> $crate::codec::proxy::SortsAt<P> for $type {}
    };
    ($(#[$doc:meta])* $type:ty => $codec:ident of $stored_type:ty, $kind:expr,
        |$value:ident| $to:expr, |$stored:ident| $from:expr $(, compared by $compared:expr)?) => {
        $(#[$doc])*
        #[diagnostic::do_not_recommend]
        impl<F> $crate::field::KeyField<F> for $type {
            type Codec = $crate::codec::proxy::ByProxy<$codec>;
        }

        impl $crate::codec::proxy::Proxied for $type {
            type Proxy = $stored_type;
            const KIND: $crate::layout::ValueKind = $kind;
            $(const COMPARED_WIDTH: Option<usize> = Some($compared);)?

            #[inline]
            fn to_proxy(self) -> $stored_type {
                let $value = self;
                $to
            }

            #[inline]
            fn from_proxy($stored: $stored_type) -> Result<Self, $crate::error::DecodeErrorKind> {
                $from
            }
        }

        #[cfg(feature = "records")]
        impl $crate::field::identical::Identical for $type {
            #[inline]
            fn is_identical(&self, other: &Self) -> bool {
                use $crate::codec::proxy::Proxied;

                self.to_proxy().is_identical(&other.to_proxy())
            }
        }

        $crate::field::proxied::proxied!(@sorts $type $(, $compared)?);
    };
}

pub(crate) use proxied;
