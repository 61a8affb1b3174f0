//! [`TextForm`]: keys as texts that sort like the bytes of the keys.

use rowkey::Layout;

/// Converts the keys of a layout into texts, for a store whose keys are texts. The texts sort like the bytes of the keys if the
/// store compares the UTF-8 bytes of texts.
///
/// The methods also accept a part of a key, such as a sort key.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_async::TextForm;
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '_')]
/// struct OrderKey {
///     shop: String,
///     #[pad(4)]
///     order: u16,
/// }
///
/// #[derive(RowKey)]
/// struct UserKey {
///     user: u16,
/// }
///
/// let form = TextForm::of(OrderKey::LAYOUT);
/// let key = OrderKey { shop: "süd".into(), order: 7 }.try_encode()?;
/// assert_eq!(form.encode(&key).as_deref(), Some("süd_0007"));
/// assert_eq!(form.decode("süd_0007"), Some(key));
///
/// let form = TextForm::of(UserKey::LAYOUT);
/// let key = UserKey { user: 500 }.encode();
/// assert_eq!(form.encode(&key).as_deref(), Some("01f4"));
/// assert_eq!(form.decode("01f4"), Some(key.to_vec()));
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// The text is the key itself: all keys of the layout [are text](Layout::is_text).
    Verbatim,
    /// The bytes of the key in hex, with digits in lower case.
    Hex,
}

impl TextForm {
    /// Returns the form of the keys of a layout.
    pub const fn of(layout: &Layout) -> Self {
        if layout.is_text() { Self::Verbatim } else { Self::Hex }
    }

    /// Returns the text of a key. Returns `None` if the form is [`Verbatim`](Self::Verbatim) and the key is not UTF-8,
    /// as a key that a query asks for can be.
    pub fn encode(self, key: &[u8]) -> Option<String> {
        match self {
            Self::Verbatim => String::from_utf8(key.into()).ok(),
            Self::Hex => Some(hex(key)),
        }
    }

    /// Returns the key with this text. Returns `None` if no key has this text.
    pub fn decode(self, text: &str) -> Option<Vec<u8>> {
        if self == Self::Verbatim {
            return Some(text.into());
        }
        let (pairs, rest) = text.as_bytes().as_chunks();
        let byte = |&[high, low]: &[u8; 2]| Some(hex_value(high)? << 4 | hex_value(low)?);
        if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
    }

    /// Returns a text that is not after the text of any key from `start` on. A bound of a range need not be text. If
    /// `start` is not, the returned bound is lower, so that the store also returns keys before `start`. Skip those.
    ///
    /// ```
    /// use rowkey_async::TextForm;
    ///
    /// assert_eq!(TextForm::Verbatim.lower_bound("aü".as_bytes()), "aü");
    /// assert_eq!(TextForm::Verbatim.lower_bound(b"a\xC3"), "a");
    /// assert_eq!(TextForm::Hex.lower_bound(b"a\xC3"), "61c3");
    /// ```
    pub fn lower_bound(self, start: &[u8]) -> String {
        match self {
            Self::Verbatim => longest_text(start).into(),
            Self::Hex => hex(start),
        }
    }

    /// Returns a text that is after the text of each key before `end`. If `end` is not text, the store also returns
    /// keys from `end` on. Skip those. Returns `None` if every text can be before `end`.
    ///
    /// ```
    /// use rowkey_async::TextForm;
    ///
    /// assert_eq!(TextForm::Verbatim.upper_bound("aü".as_bytes()).as_deref(), Some("aü"));
    /// assert_eq!(TextForm::Verbatim.upper_bound(b"a\xC3").as_deref(), Some("b"));
    /// assert_eq!(TextForm::Verbatim.upper_bound(b"\xFF"), None);
    /// ```
    pub fn upper_bound(self, end: &[u8]) -> Option<String> {
        if self == Self::Hex {
            return self.encode(end);
        }
        let mut text = String::from(longest_text(end));
        if text.len() == end.len() {
            return Some(text);
        }
        loop {
            let last = text.pop()?;
            if let Some(next) = (last..=char::MAX).nth(1) {
                text.push(next);
                return Some(text);
            }
        }
    }
}

/// Returns the longest text with which the bytes begin.
fn longest_text(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// Returns the digits of the bytes, in lower case.
fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0F)]).collect()
}

/// Returns the value of a digit in lower case.
fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
