//! A chat service on redb: four kinds of records with five indexes in one database, unread counters, messages that expire, and
//! pages with cursors. rowkey maintains the indexes.
//!
//! `cargo run --example chat` prints what happens, and checks each answer.

use anyhow::{Context, Result, bail};
use rowkey::store::Page;
use rowkey::{KeyField, Postcard, RowKey};
use rowkey_redb::{Database, Error};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A customer of the service. Each query reads rows of one tenant, except the query for expired messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyField)]
struct TenantId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyField, Serialize, Deserialize)]
struct UserId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyField)]
struct ConversationId(u32);

/// Later messages have greater ids, like UUIDs of version 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyField)]
struct MessageId(u64);

#[derive(Debug, Clone, Copy, PartialEq, RowKey)]
#[rowkey(value = User, format = Postcard, table = "users", indexes(UserByEmail))]
struct UserKey {
    tenant: TenantId,
    user: UserId,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct User {
    name: String,
    email: String,
}

/// Two users of a tenant cannot have the same e-mail address. `Ada@example.com` and `ada@example.com` count as the
/// same.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(index_of = UserKey, unique, table = "users_by_email")]
struct UserByEmail {
    tenant: TenantId,
    #[rowkey(from = value.email.to_lowercase())]
    email: String,
}

#[derive(Debug, Clone, Copy, PartialEq, RowKey)]
#[rowkey(value = Conversation, format = Postcard, table = "conversations", indexes(ConversationByMember))]
struct ConversationKey {
    tenant: TenantId,
    conversation: ConversationId,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Conversation {
    title: String,
    members: Vec<UserId>,
}

/// One entry for each member.
#[derive(Debug, RowKey)]
#[rowkey(index_of = ConversationKey, table = "conversations_by_member")]
struct ConversationByMember {
    tenant: TenantId,
    #[rowkey(from_each = value.members)]
    member: UserId,
    conversation: ConversationId,
}

/// The number of messages that a member has not read. Without a record, the number is zero.
#[derive(Debug, RowKey)]
#[rowkey(value = u32, format = Postcard, table = "unread")]
struct UnreadKey {
    tenant: TenantId,
    user: UserId,
    conversation: ConversationId,
}

/// The newest message of a conversation comes first.
#[derive(Debug, Clone, Copy, PartialEq, RowKey)]
#[rowkey(value = Message, format = Postcard, table = "messages")]
#[rowkey(indexes(MessageByAuthor, MessageByTag, MessageByExpiry))]
struct MessageKey {
    tenant: TenantId,
    conversation: ConversationId,
    #[descending]
    message: MessageId,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Message {
    author: UserId,
    text: String,
    tags: Vec<String>,
    /// In seconds since 1970. `None` keeps the message forever.
    expires_at: Option<u64>,
}

/// The messages of an author, newest first.
#[derive(Debug, RowKey)]
#[rowkey(index_of = MessageKey, table = "messages_by_author")]
struct MessageByAuthor {
    tenant: TenantId,
    #[rowkey(from = value.author)]
    author: UserId,
    #[descending]
    message: MessageId,
    conversation: ConversationId,
}

/// One entry for each tag of a message.
#[derive(Debug, RowKey)]
#[rowkey(index_of = MessageKey, table = "messages_by_tag")]
struct MessageByTag {
    tenant: TenantId,
    #[rowkey(from_each = value.tags)]
    tag: String,
    #[descending]
    message: MessageId,
    conversation: ConversationId,
}

/// Only messages that expire have an entry.
#[derive(Debug, RowKey)]
#[rowkey(index_of = MessageKey, table = "messages_by_expiry")]
struct MessageByExpiry {
    #[rowkey(from = value.expires_at?)]
    expires_at: u64,
    tenant: TenantId,
    conversation: ConversationId,
    message: MessageId,
}

/// The operations of the service. Each method is one transaction, except [`Chat::remove_expired`].
struct Chat {
    database: Database,
}

impl Chat {
    /// Adds a user. The new id is one more than the greatest id of the tenant.
    fn sign_up(&self, tenant: TenantId, name: &str, email: &str) -> Result<UserKey> {
        self.database.try_write(|rows| {
            let last = rows.scan(UserKey::prefix().tenant(tenant)).rev().next().transpose()?;
            let key = UserKey { tenant, user: UserId(last.map_or(1, |(key, _)| key.user.0 + 1)) };
            match rows.insert(&key, &User { name: name.into(), email: email.into() }) {
                Err(Error::Taken { .. }) => bail!("another user has the e-mail address {email}"),
                result => Ok(result.map(|()| key)?),
            }
        })
    }

    fn user_by_email(&self, tenant: TenantId, email: &str) -> Result<Option<(UserKey, User)>> {
        Ok(self.database.read()?.find(&UserByEmail { tenant, email: email.to_lowercase() })?)
    }

    fn start(&self, key: ConversationKey, title: &str, members: &[UserKey]) -> Result<()> {
        let members = members.iter().map(|key| key.user).collect();
        Ok(self.database.write(|rows| rows.insert(&key, &Conversation { title: title.into(), members }))?)
    }

    fn conversations_of(&self, user: UserKey) -> Result<Vec<(ConversationKey, Conversation)>> {
        let rows = self.database.read()?;
        let query = ConversationByMember::prefix().tenant(user.tenant).member(user.user);
        Ok(rows.records(query).collect::<Result<_, _>>()?)
    }

    /// Stores a message, and counts it as unread for all other members.
    fn send(&self, key: &MessageKey, message: &Message) -> Result<()> {
        let MessageKey { tenant, conversation, .. } = *key;
        self.database.try_write(|rows| {
            let record = rows.get(&ConversationKey { tenant, conversation })?;
            let members = record.context("there is no such conversation")?.members;
            rows.insert(key, message)?;
            for user in members.into_iter().filter(|user| *user != message.author) {
                rows.upsert(&UnreadKey { tenant, user, conversation }, || 0, |unread| *unread += 1)?;
            }
            Ok(())
        })
    }

    /// Returns a page of a conversation, newest message first. `cursor` is the `next` of the previous page, or `None` for the
    /// first page.
    fn history(&self, key: ConversationKey, cursor: Option<&str>, size: usize) -> Result<Page<(MessageKey, Message)>> {
        let query = MessageKey::prefix().tenant(key.tenant).conversation(key.conversation);
        Ok(self.database.read()?.scan(query).page(cursor, size)?)
    }

    fn messages_by(&self, user: UserKey) -> Result<Vec<(MessageKey, Message)>> {
        let rows = self.database.read()?;
        let query = MessageByAuthor::prefix().tenant(user.tenant).author(user.user);
        Ok(rows.records(query).collect::<Result<_, _>>()?)
    }

    fn messages_tagged(&self, tenant: TenantId, tag: &str) -> Result<Vec<(MessageKey, Message)>> {
        let rows = self.database.read()?;
        Ok(rows.records(MessageByTag::prefix().tenant(tenant).tag(tag)).collect::<Result<_, _>>()?)
    }

    fn edit(&self, key: &MessageKey, change: impl FnOnce(&mut Message)) -> Result<()> {
        self.database.try_write(|rows| rows.update(key, change)?.context("there is no such message"))
    }

    fn unread(&self, user: UserKey) -> Result<Vec<(ConversationId, u32)>> {
        let rows = self.database.read()?;
        let counters = rows.scan(UnreadKey::prefix().tenant(user.tenant).user(user.user));
        counters.map(|row| row.map(|(key, unread)| (key.conversation, unread)).map_err(Into::into)).collect()
    }

    fn mark_read(&self, user: UserKey, conversation: ConversationId) -> Result<()> {
        let counter = UnreadKey { tenant: user.tenant, user: user.user, conversation };
        Ok(self.database.write(|rows| rows.take(&counter).map(drop))?)
    }

    /// Removes the messages that have expired by now, at most 1000 in each transaction.
    fn remove_expired(&self, now: u64) -> Result<u64> {
        let mut removed = 0;
        loop {
            let expired = MessageByExpiry::prefix().expires_at_in(..=now);
            let batch = self.database.write(|rows| rows.remove_some(expired, 1000))?;
            removed += batch;
            if batch < 1000 {
                return Ok(removed);
            }
        }
    }
}

#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "the checks of an example may panic")]
fn run(path: &Path) -> Result<()> {
    let chat = Chat { database: Database::create(path)? };
    let (acme, other) = (TenantId(1), TenantId(2));

    let ada = chat.sign_up(acme, "Ada", "ada@example.com")?;
    let bob = chat.sign_up(acme, "Bob", "Bob@example.com")?;
    let rejected = chat.sign_up(acme, "Impostor", "ADA@example.com").unwrap_err();
    println!("Ada and Bob signed up. A third user was rejected: {rejected}");
    assert_eq!(rejected.to_string(), "another user has the e-mail address ADA@example.com");
    chat.sign_up(other, "Ada", "ada@example.com")?; // another tenant may use the same address
    let (key, user) = chat.user_by_email(acme, "bob@EXAMPLE.com")?.unwrap();
    assert_eq!((key, user.name.as_str()), (bob, "Bob"));

    let lunch = ConversationKey { tenant: acme, conversation: ConversationId(1) };
    let work = ConversationKey { tenant: acme, conversation: ConversationId(2) };
    chat.start(lunch, "Lunch", &[ada, bob])?;
    chat.start(work, "Work", &[ada])?;
    let titles = |user| {
        Ok::<_, anyhow::Error>(chat.conversations_of(user)?.into_iter().map(|(_, record)| record.title).collect())
    };
    let (of_ada, of_bob): (Vec<_>, Vec<_>) = (titles(ada)?, titles(bob)?);
    println!("Ada is in {of_ada:?}, and Bob in {of_bob:?}");
    assert!(of_ada == ["Lunch", "Work"] && of_bob == ["Lunch"]);

    for number in 1..=25 {
        let tags = if number % 10 == 0 { vec!["poll".into(), "food".into()] } else { Vec::new() };
        let author = if number % 2 == 0 { ada } else { bob }.user;
        let expires_at = (number % 5 == 0).then_some(1000 + number);
        let key = MessageKey { tenant: acme, conversation: lunch.conversation, message: MessageId(number) };
        chat.send(&key, &Message { author, text: format!("message {number}"), tags, expires_at })?;
    }
    let (of_ada, of_bob) = (chat.unread(ada)?, chat.unread(bob)?);
    println!("25 messages are sent. Unread by Ada: {of_ada:?}, by Bob: {of_bob:?}");
    assert!(of_ada == [(lunch.conversation, 13)] && of_bob == [(lunch.conversation, 12)]);
    chat.mark_read(ada, lunch.conversation)?;
    assert_eq!(chat.unread(ada)?, []);

    let (mut cursor, mut pages) = (None, Vec::new());
    loop {
        let page = chat.history(lunch, cursor.as_deref(), 10)?;
        println!("A page from {:?} to {:?}", page.rows[0].1.text, page.rows.last().unwrap().1.text);
        pages.push(page.rows.into_iter().map(|(key, _)| key.message.0).collect::<Vec<_>>());
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(pages.concat(), (1..=25).rev().collect::<Vec<_>>());
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 5]);

    let polls = chat.messages_tagged(acme, "poll")?;
    println!("Polls, newest first: {:?}", polls.iter().map(|(_, message)| &message.text).collect::<Vec<_>>());
    assert!(polls.len() == 2 && polls[0].1.text == "message 20" && chat.messages_by(ada)?.len() == 12);
    assert_eq!(chat.messages_tagged(other, "poll")?, []);
    chat.edit(&polls[0].0, |message| message.tags.retain(|tag| tag != "poll"))?;
    assert_eq!((chat.messages_tagged(acme, "poll")?.len(), chat.messages_tagged(acme, "food")?.len()), (1, 2));

    let removed = chat.remove_expired(1015)?;
    println!("{removed} messages expired");
    assert_eq!((removed, chat.history(lunch, None, 100)?.rows.len()), (3, 22));
    // Of the expired messages 5, 10 and 15, Ada wrote only message 10.
    assert_eq!((chat.messages_by(ada)?.len(), chat.messages_by(bob)?.len()), (11, 11));
    Ok(())
}

fn main() -> Result<()> {
    let path = std::env::temp_dir().join("rowkey-chat.redb");
    if path.exists() {
        std::fs::remove_file(&path)?;
    }
    run(&path)?;
    println!("The command `rowkey ls {}` shows the tables (cargo install --path rowkey-cli)", path.display());
    Ok(())
}

#[test]
fn the_example_runs_without_an_error() -> Result<()> {
    run(&tempfile::tempdir()?.path().join("chat.redb"))
}
