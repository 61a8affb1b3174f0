//! Makes `Ulid` of the `ulid` crate, version 3, a key field.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::layout::ValueKind;
use ulid::Ulid;

proxied! {
    /// The 16 bytes of the ULID (feature `ulid3`): 6 bytes of milliseconds since 1970, then 10 random bytes. ULIDs
    /// therefore sort by time.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use ulid::Ulid;
    ///
    /// #[derive(RowKey)]
    /// struct EventKey {
    ///     #[descending]
    ///     event: Ulid,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct OldestFirst {
    ///     event: Ulid,
    /// }
    ///
    /// let event = Ulid::from_parts(1_645_557_742_000, 7);
    /// assert_eq!(OldestFirst { event }.encode(), [1, 0x7F, 0x22, 0xE2, 0x79, 0xB0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    ///
    /// let since = EventKey::prefix().event_in(Ulid::from_parts(1_645_556_400_000, 0)..).range();
    /// assert!(since.contains(&EventKey { event }.encode()));
    /// ```
    ///
    /// - To store the text form of a ULID, which also sorts by time, write `#[pad(26)]` on a `String`. The text takes
    ///   26 bytes instead of 16.
    /// - A new ULID sorts last. If the ULID is the first field, all writes go to the end of the table. Add a salt to
    ///   spread the writes.
    Ulid => ByteArray of [u8; 16], ValueKind::Ulid,
    |value| value.to_bytes(),
    |stored| Ok(Ulid::from_bytes(stored))
}
