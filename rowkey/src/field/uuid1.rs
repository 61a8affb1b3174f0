//! Makes `Uuid` of the `uuid` crate, version 1, a key field.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::layout::ValueKind;
use uuid::Uuid;

proxied! {
    /// The 16 bytes of the UUID, unchanged (feature `uuid1`).
    ///
    /// A UUID of version 7 begins with the milliseconds since 1970 and therefore sorts by time: the rows of an hour are
    /// one range.
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
    /// - Versions 1 and 4 do not sort by time: version 1 begins with the low bits of the time, and version 4 is random.
    ///   Version 6 sorts by time: it is version 1 with the high bits of the time first.
    /// - A new UUID of version 7 sorts last. If the UUID is the first field, all writes go to the end of the table. Put
    ///   a salt or another field before the UUID, such as `tenant` in the example.
    /// - .NET and SQL Server store the first groups of a UUID with their bytes reversed. `Uuid::from_bytes_le` and
    ///   `to_bytes_le` convert such bytes. The reversed bytes do not sort as the UUIDs do.
    Uuid => ByteArray of [u8; 16], ValueKind::Uuid,
    |value| value.into_bytes(),
    |stored| Ok(Uuid::from_bytes(stored))
}
