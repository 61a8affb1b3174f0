//! The keys and values of the hand-written applications on redb and fjall. The bytes are the same as with rowkey.

use crate::message::Message;
use std::fmt;

/// An error of a hand-written application. `S` is the error type of the store.
#[derive(Debug)]
#[allow(dead_code, reason = "the fields are printed")]
pub enum Error<S> {
    Store(S),
    /// A value that is not a message.
    Value(postcard::Error),
    /// A value with bytes after the message.
    TooLong,
    /// A key that is not a primary key, or not an entry of an index.
    Key,
    /// A topic that contains a zero byte.
    Topic,
    /// Text that is not a cursor of this list.
    Cursor,
    /// The database has the tables of another version of the application.
    Version,
}

impl<S: fmt::Debug> fmt::Display for Error<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl<S: fmt::Debug> std::error::Error for Error<S> {}

impl<S> From<postcard::Error> for Error<S> {
    fn from(error: postcard::Error) -> Self {
        Self::Value(error)
    }
}

/// The version of the keys and values. It is stored when a database is created, and compared when the database is
/// opened.
pub const VERSION: u8 = 1;

pub fn primary(tenant: u32, id: u64) -> [u8; 12] {
    let mut key = [0; 12];
    key[..4].copy_from_slice(&tenant.to_be_bytes());
    key[4..].copy_from_slice(&id.to_be_bytes());
    key
}

pub fn by_author(tenant: u32, author: u32, id: u64) -> [u8; 16] {
    let mut key = [0; 16];
    key[..4].copy_from_slice(&tenant.to_be_bytes());
    key[4..8].copy_from_slice(&author.to_be_bytes());
    key[8..].copy_from_slice(&id.to_be_bytes());
    key
}

pub fn by_expiry(expires_at: u64, tenant: u32, id: u64) -> [u8; 20] {
    let mut key = [0; 20];
    key[..8].copy_from_slice(&expires_at.to_be_bytes());
    key[8..12].copy_from_slice(&tenant.to_be_bytes());
    key[12..].copy_from_slice(&id.to_be_bytes());
    key
}

/// Writes the key of an entry in the index by topic. Topics with zero bytes are rejected, so no escapes are needed.
pub fn by_topic<S>(tenant: u32, topic: &str, id: u64, key: &mut Vec<u8>) -> Result<(), Error<S>> {
    if topic.as_bytes().contains(&0) {
        return Err(Error::Topic);
    }
    key.clear();
    key.extend_from_slice(&tenant.to_be_bytes());
    key.extend_from_slice(topic.as_bytes());
    key.extend_from_slice(&[0, 0]);
    key.extend_from_slice(&id.to_be_bytes());
    Ok(())
}

pub fn read_primary<S>(key: &[u8]) -> Result<(u32, u64), Error<S>> {
    let key: &[u8; 12] = key.try_into().map_err(|_| Error::Key)?;
    let (tenant, id) = key.split_first_chunk().ok_or(Error::Key)?;
    Ok((u32::from_be_bytes(*tenant), u64::from_be_bytes(id.try_into().map_err(|_| Error::Key)?)))
}

/// Returns the id of the message from an entry of the index by author.
pub fn read_by_author<S>(entry: &[u8]) -> Result<u64, Error<S>> {
    let entry: &[u8; 16] = entry.try_into().map_err(|_| Error::Key)?;
    Ok(u64::from_be_bytes(*entry.last_chunk().ok_or(Error::Key)?))
}

pub fn read_message<S>(value: &[u8]) -> Result<Message, Error<S>> {
    // `from_bytes` would ignore bytes after the message.
    match postcard::take_from_bytes(value)? {
        (message, []) => Ok(message),
        _ => Err(Error::TooLong),
    }
}

/// Returns the excluded upper bound of the keys that begin with these bytes. The bytes must not all be FF.
pub fn end_of(prefix: &[u8]) -> Vec<u8> {
    let mut end = prefix.to_vec();
    while end.last() == Some(&255) {
        end.pop();
    }
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    end
}

/// The first character of each cursor. Cursors of other lists, orders and versions would begin with another character.
const MESSAGES_OF_TENANT: char = 'm';

/// Returns the text of a cursor: [`MESSAGES_OF_TENANT`], and the key of the last row in hex.
pub fn cursor(tenant: u32, id: u64) -> String {
    format!("{MESSAGES_OF_TENANT}{tenant:08x}{id:016x}")
}

/// Returns the id in a cursor, or an error if the cursor is not of the messages of this tenant.
pub fn read_cursor<S>(tenant: u32, cursor: &str) -> Result<u64, Error<S>> {
    let key = cursor.strip_prefix(MESSAGES_OF_TENANT).ok_or(Error::Cursor)?;
    let (of_tenant, id) = key.split_at_checked(8).ok_or(Error::Cursor)?;
    if u32::from_str_radix(of_tenant, 16) != Ok(tenant) {
        return Err(Error::Cursor);
    }
    u64::from_str_radix(id, 16).map_err(|_| Error::Cursor)
}
