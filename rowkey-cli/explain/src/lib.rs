//! Explains row keys as their layout describes the parts, without the type of the keys. Reads keys from text, and reads and
//! writes layout files.
//!
//! A program that has the key type needs only the crate [`rowkey`]: [`RowKey::explain`](rowkey::RowKey::explain) reads a
//! key with its own codecs. The crate `rowkey-cli` contains these functions too, with more that reads keys without their
//! types.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod field;
mod file;
mod formats;
mod notation;
#[doc(hidden)]
pub mod salt;

pub use crate::file::FileLayout;
#[doc(hidden)]
pub use crate::file::list;
#[doc(hidden)]
pub use crate::formats::format_of;
pub use crate::notation::{Notation, NotationError};

use crate::field::Position;
use rowkey::__untyped::{
    Encoding, Number, ReadParts, Reader, SaltLayout, Salted, Shown, WrongField, explain_parts, kind_of,
    partition_key_len,
};
use rowkey::Layout;
use rowkey::explain::Explanation;
use rowkey::store::SortKeyOffset;

/// Explains a key part by part. Never fails: if the bytes are not a key, the explanation says why.
///
/// The result is the same as the result of [`RowKey::explain`](rowkey::RowKey::explain), with three exceptions, because a
/// layout does not contain the functions of a program. The value of a field with a [`Codec`](rowkey::Codec) is shown as
/// bytes, and not checked. A salt or hash that a function of the program computes is not checked. Behind a
/// [`SelfDelimited`](rowkey::codecs::SelfDelimited) field, no further field is read. Notes say so.
pub fn explain(layout: &Layout, bytes: &[u8]) -> Explanation {
    explain_parts(layout, bytes, &Untyped(layout))
}

/// Returns the function that [`RecordedTable::leak_table`](rowkey::store::RecordedTable::leak_table) takes: it finds the sort key
/// in keys of the layout. Returns `None` if the keys have no sort key, or if only the program knows where a field before it ends.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct MessageKey {
///     room: String,
///     #[rowkey(sort_key)]
///     sent_at: u16,
/// }
///
/// let key = MessageKey { room: "lobby".into(), sent_at: 7 }.encode();
/// let offset = rowkey_explain::sort_key_offset(MessageKey::LAYOUT).unwrap();
/// assert_eq!(offset(MessageKey::LAYOUT, &key), Some(b"lobby\0\0".len()));
/// assert_eq!(offset(MessageKey::LAYOUT, b"lob"), None);
/// ```
pub fn sort_key_offset(layout: &Layout) -> Option<SortKeyOffset> {
    let mut before = layout.fields().iter().take(layout.sort_key()?);
    let is_known = before.all(|field| match field.encoding() {
        Encoding::Custom { self_delimited, .. } => self_delimited.is_none(),
        Encoding::Format { format, of } => format_of(&format.name, of).is_some(),
        _ => true,
    });
    is_known.then_some(|layout, key| partition_key_len(layout, key, &Untyped(layout)))
}

struct Untyped<'a>(&'a Layout);

impl ReadParts for Untyped<'_> {
    fn read_field(&self, index: usize, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let Some((field, last)) = self.0.fields_and_last().nth(index) else {
            return Ok(Shown::default());
        };
        let position = Position::new(self.0.separator(), last).followed_by(self.0.tail(index));
        field::read(field.encoding(), position, reader)
    }

    fn salt(&self, salt: &SaltLayout, salted: &[&[u8]], number: Option<Number>) -> Salted {
        salt::compute(salt, salted, number)
    }
}

/// Finds a layout whose namespace, constants and length match the bytes, and explains the bytes as a key of this layout.
/// If several layouts match, takes the first one of which the bytes can be a key, or the first one if the bytes can be a
/// key of none. A layout that cannot check all parts of a key, for example with a salt of your own function, accepts
/// keys of other layouts, so put such a layout last. No type is needed. If no field has a codec and no salt is computed by a function of your own, the result is
/// the same as the result of [`KeySpace::explain`].
///
/// Bytes that match no layout are shown as one unexplained part. If a layout matches the beginning of the bytes, a note
/// says what is wrong for the layout that matches the most bytes.
///
/// ```
/// use rowkey::{KeySpace, RowKey};
///
/// #[derive(Debug, RowKey)]
/// #[rowkey(namespace = "o/")]
/// struct OrderKey {
///     order: u32,
/// }
///
/// #[derive(Debug, RowKey)]
/// #[rowkey(namespace = "c/")]
/// struct CustomerKey {
///     name: String,
/// }
///
/// #[derive(Debug, KeySpace)]
/// enum Row {
///     Order(OrderKey),
///     Customer(CustomerKey),
/// }
///
/// let explanation = rowkey_explain::explain_any(Row::LAYOUTS.iter().copied(), b"c/Ada");
/// assert_eq!(explanation.layout(), "CustomerKey");
/// assert_eq!(explanation, Row::explain(b"c/Ada"));
/// ```
///
/// [`KeySpace::explain`]: rowkey::KeySpace::explain
pub fn explain_any<'a, I>(layouts: I, bytes: &[u8]) -> Explanation
where
    I: IntoIterator<Item = &'a Layout, IntoIter: Clone>,
{
    let layouts = layouts.into_iter();
    let is_key = |_: usize, layout: &Layout| explain(layout, bytes).problem().is_none();
    let kind = kind_of(layouts.clone(), bytes, is_key);
    let layouts: Vec<&Layout> = layouts.collect();
    match kind.and_then(|kind| layouts.get(kind)) {
        Some(layout) => explain(layout, bytes),
        None => Explanation::of_no_kind(&layouts, layouts.iter().map(|layout| explain(layout, bytes)), bytes),
    }
}
