//! `ulid` 3.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::layout::ValueKind;
use ulid::Ulid;

proxied! {
    /// Its 16 bytes (feature `ulid3`): 6 of milliseconds since 1970, then 10 random ones. So it sorts by time.
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
    /// - These are not the 26 characters of its text. Those sort as well, and `#[pad(26)]` on a `String` holds them in
    ///   10 more bytes.
    /// - What sorts by time also grows by time: when it is the first field, all writes go to the end of the table. Put a
    ///   salt before it.
    Ulid => ByteArray of [u8; 16], ValueKind::Ulid,
    |value| value.to_bytes(),
    |stored| Ok(Ulid::from_bytes(stored))
}
