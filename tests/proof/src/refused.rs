//! What must not compile, each beside the same with the one thing put right, so that nothing else can be the reason.
//!
//! # Technique 3: a hashed field is found by equality only
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct HashedKey {
//!     #[hash(md5, 4)]
//!     user: String,
//!     order: u32,
//! }
//!
//! let _ = HashedKey::prefix().user("user000001").range();
//! let _ = HashedKey::prefix().user("user000001").order_in(1..9).range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct HashedKey {
//!     #[hash(md5, 4)]
//!     user: String,
//!     order: u32,
//! }
//!
//! let _ = HashedKey::prefix().user_in("user000001".."user000009").range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct HashedKey {
//!     #[hash(md5, 4)]
//!     user: String,
//!     order: u32,
//! }
//!
//! let _ = HashedKey::decode(b"12345678");
//! ```
//!
//! # Techniques 9, 21 and 41: only leading fields can be set, in their order
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct MembershipKey {
//!     user_id: u32,
//!     application_id: u32,
//! }
//!
//! let _ = MembershipKey::prefix().user_id(1).application_id(2).range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct MembershipKey {
//!     user_id: u32,
//!     application_id: u32,
//! }
//!
//! let _ = MembershipKey::prefix().application_id(2).range();
//! ```
//!
//! # Technique 10: a key is text only if all of its parts are
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct UserKey {
//!     #[pad(10)]
//!     id: u32,
//!     name: String,
//! }
//!
//! let _ = UserKey { id: 1, name: "a".into() }.encode_text();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct UserKey {
//!     id: u32,
//!     name: String,
//! }
//!
//! let _ = UserKey { id: 1, name: "a".into() }.encode_text();
//! ```
//!
//! # Technique 18: one range needs every field that the salt is computed from
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(md5, 2, of(user, day)))]
//! struct DayKey {
//!     user: u32,
//!     day: u32,
//!     event: u64,
//! }
//!
//! let _ = DayKey::prefix().user(7).day(1).range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(md5, 2, of(user, day)))]
//! struct DayKey {
//!     user: u32,
//!     day: u32,
//!     event: u64,
//! }
//!
//! let _ = DayKey::prefix().user(7).range();
//! ```
//!
//! # Technique 20: a key with a random salt has no bytes of its own, but some in each bucket
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(random, buckets = 4))]
//! struct EventKey {
//!     at: u32,
//! }
//!
//! let _ = EventKey { at: 1 }.encode_in(3);
//! let _ = EventKey::prefix().at(1).ranges();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(random, buckets = 4))]
//! struct EventKey {
//!     at: u32,
//! }
//!
//! let _ = EventKey { at: 1 }.encode();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(random, buckets = 4))]
//! struct EventKey {
//!     at: u32,
//! }
//!
//! let _ = EventKey::prefix().at(1).range();
//! ```
//!
//! # Technique 26: what can be too long has no `encode`, and no key is longer than `max_len`
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(max_len = 10)]
//! struct CustomerKey {
//!     #[pad(10)]
//!     customer: u32,
//! }
//!
//! let _ = CustomerKey { customer: 1 }.encode();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(max_len = 10)]
//! struct CustomerKey {
//!     #[pad(9)]
//!     customer: u32,
//! }
//!
//! let _ = CustomerKey { customer: 1 }.encode();
//! ```
//!
//! ```compile_fail,E0080
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(max_len = 9)]
//! struct CustomerKey {
//!     #[pad(10)]
//!     customer: u32,
//! }
//!
//! let _ = CustomerKey { customer: 1 }.encode();
//! ```
//!
//! # Techniques 31 and 51: reversed fields have no order
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct OrderKey {
//!     #[pad(6)]
//!     order: u32,
//! }
//!
//! let _ = OrderKey::prefix().order_in(1..100).range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct OrderKey {
//!     #[pad(6)]
//!     #[reverse]
//!     order: u32,
//! }
//!
//! let _ = OrderKey::prefix().order_in(1..100).range();
//! ```
//!
//! # Techniques 32 and 40: a time in a format is not reversed, and its year stands in front
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct PaymentKey {
//!     #[format("%Y/%m/%d %H:%M:%S%.3f")]
//!     paid_at: jiff::civil::DateTime,
//! }
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct PaymentKey {
//!     #[reverse]
//!     #[format("%Y/%m/%d %H:%M:%S%.3f")]
//!     paid_at: jiff::civil::DateTime,
//! }
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct PaymentKey {
//!     #[format("%m/%d/%Y %H:%M:%S%.3f")]
//!     paid_at: jiff::civil::DateTime,
//! }
//! ```
//!
//! # Technique 35: behind a range of dates there is no customer to set
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct ByDateKey {
//!     date_time: u64,
//!     customer: u32,
//! }
//!
//! let _ = ByDateKey::prefix().date_time(1).customer(123).range();
//! let _ = ByDateKey::prefix().date_time_in(1..9).range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct ByDateKey {
//!     date_time: u64,
//!     customer: u32,
//! }
//!
//! let _ = ByDateKey::prefix().date_time_in(1..9).customer(123).range();
//! ```
//!
//! # Technique 46: only a complete key has bytes to look up
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct OrderKey {
//!     user: u32,
//!     order: u32,
//! }
//!
//! let _ = OrderKey { user: 1, order: 2 }.encode();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct OrderKey {
//!     user: u32,
//!     order: u32,
//! }
//!
//! let _ = OrderKey { user: 1 }.encode();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct OrderKey {
//!     user: u32,
//!     order: u32,
//! }
//!
//! let _ = OrderKey::prefix().user(1).encode();
//! ```
//!
//! # Technique 55: codes tell variants apart
//!
//! ```
//! use rowkey::{KeyField, RowKey};
//!
//! #[derive(Clone, Copy, KeyField)]
//! enum Shop {
//!     #[code("ta")]
//!     Taobao,
//!     #[code("tm")]
//!     Tmall,
//! }
//!
//! #[derive(RowKey)]
//! struct ShopKey {
//!     shop: Shop,
//! }
//!
//! let _ = ShopKey { shop: Shop::Tmall }.encode();
//! ```
//!
//! ```compile_fail
//! use rowkey::{KeyField, RowKey};
//!
//! #[derive(Clone, Copy, KeyField)]
//! enum Shop {
//!     #[code("t")]
//!     Taobao,
//!     #[code("tm")]
//!     Tmall,
//! }
//!
//! #[derive(RowKey)]
//! struct ShopKey {
//!     shop: Shop,
//! }
//!
//! let _ = ShopKey { shop: Shop::Tmall }.encode();
//! ```
//!
//! # Techniques 57 and 58: a pad or a delimiter that does not sort leaves no `_in`
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(delimiter = '\0')]
//! struct ColumnsKey {
//!     #[pad(20)]
//!     column1: String,
//!     column2: String,
//!     column3: u8,
//! }
//!
//! let _ = ColumnsKey::prefix().column1_in("host1".."host2").range();
//! let _ = ColumnsKey::prefix().column1("host1").column2_in("a".."b").range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(delimiter = '\0')]
//! struct ColumnsKey {
//!     #[pad(20, 'x')]
//!     column1: String,
//!     column2: String,
//!     column3: u8,
//! }
//!
//! let _ = ColumnsKey::prefix().column1_in("host1".."host2").range();
//! ```
//!
//! ```compile_fail
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! #[rowkey(delimiter = '_')]
//! struct ColumnsKey {
//!     #[pad(20)]
//!     column1: String,
//!     column2: String,
//!     column3: u8,
//! }
//!
//! let _ = ColumnsKey::prefix().column1("host1").column2_in("a".."b").range();
//! ```
