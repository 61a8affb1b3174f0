//! `uuid` 1.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::layout::ValueKind;
use uuid::Uuid;

proxied! {
    /// Its 16 bytes unchanged (feature `uuid1`).
    ///
    /// A UUID of version 7 begins with the milliseconds since 1970 and so sorts by time: the rows of one hour are a
    /// range.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use uuid::Uuid;
    ///
    /// #[derive(RowKey)]
    /// struct EventKey {
    ///     tenant: u8,
    ///     event: Uuid,
    /// }
    ///
    /// /// The first UUID of version 7 that this millisecond can have.
    /// fn first_of(millis: u64) -> Uuid {
    ///     Uuid::from_u128(u128::from(millis) << 80 | 0x7 << 76 | 0x2 << 62)
    /// }
    ///
    /// let event = Uuid::from_u128(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F); // 2022-02-22T19:22:22Z
    /// let key = EventKey { tenant: 1, event }.encode();
    /// assert_eq!(key[1..], *event.as_bytes());
    ///
    /// let hour = first_of(1_645_556_400_000)..first_of(1_645_560_000_000); // from 19:00 to 20:00
    /// assert!(EventKey::prefix().tenant(1).event_in(hour).range().contains(&key));
    /// ```
    ///
    /// - Other versions do not sort by time: 4 has none, and 1 begins with the low bits of it (6 is 1 put right).
    /// - What sorts by time also grows by time: when such a UUID is the first field, all writes go to the end of the
    ///   table. Put a salt or, as here, the tenant before it.
    /// - Stores of .NET and SQL Server write the first groups with their bytes reversed; `Uuid::from_bytes_le` and
    ///   `to_bytes_le` are for those. Such bytes do not sort as the UUIDs do.
    Uuid => ByteArray of [u8; 16], ValueKind::Uuid,
    |value| value.into_bytes(),
    |stored| Ok(Uuid::from_bytes(stored))
}
