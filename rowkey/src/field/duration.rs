//! Makes `core::time::Duration` a key field.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::error::DecodeErrorKind;
use crate::layout::ValueKind;
use crate::wire::calendar::{self, NANOS_OF_SECOND};
use core::time::Duration;

proxied! {
    /// 12 bytes: the seconds as a `u64`, then the nanoseconds as a `u32`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::time::Duration;
    ///
    /// #[derive(RowKey)]
    /// struct SlowestFirst {
    ///     #[descending]
    ///     took: Duration,
    ///     request: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct FastestFirst {
    ///     took: Duration,
    /// }
    ///
    /// let key = FastestFirst { took: Duration::from_millis(1_500) };
    /// assert_eq!(key.encode(), [0, 0, 0, 0, 0, 0, 0, 1, 0x1D, 0xCD, 0x65, 0x00]);
    /// let slow = SlowestFirst::prefix().took_in(Duration::from_secs(1)..).range();
    /// assert!(slow.contains(&SlowestFirst { took: Duration::from_secs(60), request: 7 }.encode()));
    /// ```
    ///
    /// `SystemTime` is not a key field: its resolution depends on the platform, so a key written on one machine might
    /// decode to a different time on another. For times from 1970 on, store its `duration_since(UNIX_EPOCH)`.
    Duration => ByteArray of [u8; 12], ValueKind::Duration,
    |value| calendar::join_seconds(value.as_secs(), value.subsec_nanos()),
    |stored| match calendar::split_seconds(stored) {
        (seconds, nanos @ 0..NANOS_OF_SECOND) => Ok(Duration::new(seconds, nanos)),
        _ => Err(DecodeErrorKind::OutOfRange),
    }
}
