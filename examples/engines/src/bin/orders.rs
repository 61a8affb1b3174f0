//! The records of a shop on any store that has an adapter: users and their orders, with seven indexes, e-mail addresses that are
//! unique, pages, a migration, and orders that expire. The output is the same on all stores, byte for byte:
//!
//! ```sh
//! cd examples/engines
//! cargo run --bin orders -- --store redb --at /tmp/orders.redb
//! cargo run --bin orders --features dynamodb -- --store dynamodb --at http://127.0.0.1:8000
//! ```
//!
//! A store without transactions writes one record in a `write`, so no `write` of this program changes two.

use anyhow::{Result, ensure};
use clap::Parser;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use rowkey::record::Record;
use rowkey::store::{Progress, Step as _, Table};
use rowkey::{Postcard, RowKey};
use rowkey_async::{AsyncDatabase, AsyncResult, AsyncStore};
use rowkey_engines::stores::{Program, Store};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = User, format = Postcard, table = "users", indexes(UserByName, UserByCountry))]
struct UserKey {
    user: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct User {
    name: String,
    country: String,
    email: Option<String>,
}

/// Users by each word of their names.
#[derive(Debug, RowKey)]
#[rowkey(index_of = UserKey, table = "users.name")]
struct UserByName {
    #[rowkey(from_each = value.name.to_lowercase().split(' ').map(str::to_owned).collect::<Vec<_>>())]
    word: String,
    user: u32,
}

/// In a store with partitions, such as DynamoDB, each country is one, as all fields before `sort_key`.
#[derive(Debug, RowKey)]
#[rowkey(index_of = UserKey, table = "users.country")]
struct UserByCountry {
    #[rowkey(from = value.country)]
    country: String,
    #[rowkey(sort_key, from = value.name)]
    name: String,
    user: u32,
}

/// The value is the number of the user who has the address. A unique index would need a store with transactions.
#[derive(Debug, RowKey)]
#[rowkey(value = u32, format = Postcard, table = "emails")]
struct EmailKey {
    email: String,
}

/// The key that orders had before users could see their orders by time.
#[derive(Debug, RowKey)]
#[rowkey(value = Order, format = Postcard, table = "orders")]
struct OldOrderKey {
    number: u64,
}

/// The orders of a user, newest first.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = Order, format = Postcard, table = "orders.2")]
#[rowkey(indexes(OrderByNumber, OrderByStatus, OrderByItem, OrderByExpiry, OrderByTotal))]
struct OrderKey {
    user: u32,
    #[descending]
    #[rowkey(sort_key)]
    placed_at: u64,
    number: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Order {
    user: u32,
    /// Seconds since 1970.
    placed_at: u64,
    status: String,
    items: Vec<String>,
    cents: u64,
    /// The time at which an order that is not paid is removed.
    expires_at: Option<u64>,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.2.number")]
struct OrderByNumber {
    number: u64,
    user: u32,
    placed_at: u64,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.2.status")]
struct OrderByStatus {
    #[rowkey(from = value.status)]
    status: String,
    #[descending]
    #[rowkey(sort_key)]
    placed_at: u64,
    user: u32,
    number: u64,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.2.item")]
struct OrderByItem {
    #[rowkey(from_each = value.items.clone())]
    item: String,
    #[descending]
    #[rowkey(sort_key)]
    placed_at: u64,
    user: u32,
    number: u64,
}

/// Orders that do not expire have no entry.
#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.2.expiry")]
struct OrderByExpiry {
    #[rowkey(from = value.expires_at?)]
    expires_at: u64,
    user: u32,
    placed_at: u64,
    number: u64,
}

/// The most expensive orders, with their items. Four buckets share the writes.
#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.2.total", stores = Items, salt(md5, buckets = 4))]
struct OrderByTotal {
    #[descending]
    #[rowkey(from = value.cents)]
    cents: u64,
    user: u32,
    placed_at: u64,
    number: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Items(Vec<String>);

impl From<&Order> for Items {
    fn from(order: &Order) -> Self {
        Self(order.items.clone())
    }
}

/// Store the users and orders of a shop, and change and read them.
#[derive(Debug, Parser)]
#[command(name = "orders")]
struct Cli {
    #[command(flatten)]
    store: Store,

    #[command(flatten)]
    shop: Shop,
}

#[derive(Debug, clap::Args)]
struct Shop {
    /// The number of orders
    #[arg(long, default_value_t = 1000)]
    orders: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { store, shop } = Cli::parse();
    store.run(shop).await
}

const FIRST_NAMES: [&str; 5] = ["Ada", "Bob", "Eve", "Ida", "Max"];
const LAST_NAMES: [&str; 4] = ["Hopper", "Lovelace", "Perlman", "Turing"];
const COUNTRIES: [&str; 3] = ["DE", "FR", "US"];
const ITEMS: [&str; 6] = ["book", "cup", "lamp", "pen", "plant", "tea"];
const USERS: u32 = 20;
const OPENED_AT: u64 = 1_700_000_000;
/// The number of writes at the same time.
const WRITES: usize = 32;

/// Returns an element of a list, as a number says that seems random.
fn pick<'l>(list: &[&'l str], number: u64) -> &'l str {
    list[(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % list.len()]
}

fn old_order(number: u64) -> Order {
    let placed_at = OPENED_AT + 60 * number;
    let is_paid = !number.is_multiple_of(4);
    Order {
        user: (number * 7 % u64::from(USERS)) as u32,
        placed_at,
        status: if is_paid { "paid" } else { "open" }.into(),
        items: (0..=number % 3).map(|item| pick(&ITEMS, 10 * number + item).into()).collect(),
        cents: 100 + number * 7919 % 10_007,
        expires_at: (!is_paid).then_some(placed_at + 3600),
    }
}

impl Program for Shop {
    const TABLES: &'static [&'static Table] = &[UserKey::TABLE, EmailKey::TABLE, OldOrderKey::TABLE, OrderKey::TABLE];

    async fn run<S: AsyncStore>(self, database: AsyncDatabase<S>) -> Result<()> {
        ensure!(database.count(UserKey::prefix()).await? == 0, "the store has users already: choose an empty one");
        put_users_and_old_orders(&database, self.orders).await?;
        give_emails(&database).await?;
        move_orders(&database).await?;
        ship_orders(&database, self.orders).await?;
        remove_expired(&database, OPENED_AT + 30 * self.orders).await?;
        print_pages(&database).await?;
        print_indexes(&database).await?;
        check(&database).await
    }
}

async fn put_users_and_old_orders<S: AsyncStore>(database: &AsyncDatabase<S>, orders: u64) -> AsyncResult<(), S> {
    for user in 0..USERS {
        let [first, last] = [FIRST_NAMES[user as usize % 5], LAST_NAMES[user as usize / 5]];
        let country = pick(&COUNTRIES, user.into()).into();
        let value = User { name: format!("{first} {last}"), country, email: None };
        database.write(|rows| rows.insert(&UserKey { user }, &value)).await?;
    }
    database.load((0..orders).map(|number| (OldOrderKey { number }, old_order(number)))).await?;
    Ok(())
}

/// Gives a user an e-mail address, and returns the old one to others. Returns false if another user has the address. If the
/// program stops in between, call the function again.
async fn set_email<S: AsyncStore>(database: &AsyncDatabase<S>, user: u32, email: &str) -> AsyncResult<bool, S> {
    let key = EmailKey { email: email.to_lowercase() };
    let owner = database.write(|rows| rows.upsert(&key, || user, |owner| *owner)).await?;
    if owner != user {
        return Ok(false);
    }
    let set = |value: &mut User| value.email.replace(email.into());
    let old = database.write(|rows| rows.update(&UserKey { user }, set)).await?.flatten();
    if let Some(old) = old.map(|old| EmailKey { email: old.to_lowercase() }).filter(|old| old.email != key.email) {
        database.write(|rows| rows.take(&old)).await?;
    }
    Ok(true)
}

async fn user_by_email<S: AsyncStore>(database: &AsyncDatabase<S>, email: &str) -> AsyncResult<Option<User>, S> {
    let email = EmailKey { email: email.to_lowercase() };
    let user = database.read(|rows| match rows.get(&email)? {
        Some(user) => rows.get(&UserKey { user }),
        None => Ok(None),
    });
    user.await
}

async fn give_emails<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<(), S> {
    let mut refused = Vec::new();
    for user in 0..USERS {
        let email = format!("{}@example.org", FIRST_NAMES[user as usize % 5]);
        if !set_email(database, user, &email).await? {
            refused.push(user);
        }
    }
    println!("e-mail addresses of others: {refused:?}");
    let changed = set_email(database, 0, "ada.hopper@example.org").await?;
    let is_free = set_email(database, 5, "ada@example.org").await?;
    println!("changed: {changed}, the old one is free: {is_free}");
    for email in ["ADA@example.org", "ada.hopper@example.org", "nobody@example.org"] {
        println!("{email}: {}", user_by_email(database, email).await?.map_or("nobody".into(), |user| user.name));
    }
    Ok(())
}

/// Moves the orders to the new key. A program that is stopped continues after the last step.
async fn move_orders<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<(), S> {
    let new = |OldOrderKey { number }, order: Order| {
        Some((OrderKey { user: order.user, placed_at: order.placed_at, number }, order))
    };
    let job = "orders by user";
    let copied = database.run_steps(job, |rows, cursor| rows.copy(OldOrderKey::prefix(), cursor, 100, new)).await?;
    while database.write(|rows| rows.remove_some(OldOrderKey::prefix(), 100)).await? > 0 {}
    println!("moved {} orders, {} left", copied.moved, database.count(OldOrderKey::prefix()).await?);
    Ok(())
}

async fn ship<S: AsyncStore>(database: &AsyncDatabase<S>, number: u64) -> AsyncResult<(), S> {
    if let Some(order) = database.records(OrderByNumber::prefix().number(number)).next().await {
        let (key, _) = order?;
        database.write(|rows| rows.update(&key, |order| order.status = "shipped".into())).await?;
    }
    Ok(())
}

async fn ship_orders<S: AsyncStore>(database: &AsyncDatabase<S>, orders: u64) -> AsyncResult<(), S> {
    let paid = (0..orders / 2).filter(|number| number % 4 != 0);
    stream::iter(paid.map(|number| ship(database, number))).buffer_unordered(WRITES).try_collect::<()>().await?;
    println!("shipped orders: {}", database.count(OrderByStatus::prefix().status("shipped")).await?);
    Ok(())
}

async fn remove_expired<S: AsyncStore>(database: &AsyncDatabase<S>, now: u64) -> AsyncResult<(), S> {
    let expired = || OrderByExpiry::prefix().expires_at_in(..now);
    let (count, mut removed) = (database.count(expired()).await?, 0);
    loop {
        match database.write(|rows| rows.remove_some(expired(), 100)).await? {
            0 => break,
            some => removed += some,
        }
    }
    println!("removed {removed} of {count} expired orders");
    Ok(())
}

async fn print_pages<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<(), S> {
    let mut cursor = None;
    for page in 1..=3 {
        let orders = database.scan(OrderKey::prefix().user(7)).page(cursor.as_deref(), 5).await?;
        let numbers: Vec<_> = orders.rows.iter().map(|(key, _)| key.number).collect();
        println!("orders of user 7, page {page}: {numbers:?}");
        cursor = orders.next;
        if cursor.is_none() {
            break;
        }
    }
    let open = database.records(OrderByStatus::prefix().status("open")).page(None, 5).await?;
    println!("newest open orders: {:?}", open.rows.iter().map(|(key, _)| key.number).collect::<Vec<_>>());
    Ok(())
}

async fn print_indexes<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<(), S> {
    for item in ITEMS {
        println!("orders with {item}: {}", database.count(OrderByItem::prefix().item(item)).await?);
    }
    for (order, Items(items)) in database.covered(OrderByTotal::prefix()).page(None, 5).await?.rows {
        println!("{} cents: order {} of user {}, {}", order.cents, order.number, order.user, items.join(", "));
    }
    let mut users = database.records(UserByName::prefix().word_starts_with("lo"));
    while let Some(user) = users.next().await {
        println!("{}", user?.1.name);
    }
    let users: Vec<_> = database.records(UserByCountry::prefix().country("FR")).rev().collect().await?;
    println!("users in FR: {:?}", users.iter().map(|(_, user)| &*user.name).collect::<Vec<_>>());
    Ok(())
}

async fn check<S: AsyncStore>(database: &AsyncDatabase<S>) -> Result<()> {
    let (mut orders, users) =
        (Progress::default(), database.read(|rows| rows.verify::<UserKey>(None, usize::MAX)).await?);
    loop {
        let cursor = orders.next.clone();
        orders.add(database.read(|rows| rows.verify::<OrderKey>(cursor.as_deref(), 1000)).await?);
        if orders.next.is_none() {
            break;
        }
    }
    let rows = [orders, users].map(|checked| {
        ensure!(checked.missing + checked.wrong == 0, "{checked:?}");
        // A store without transactions can keep entries that no record has. Reads skip them.
        Ok(checked.checked - checked.stale)
    });
    println!("checked {} rows", rows.into_iter().sum::<Result<u64>>()?);
    Ok(())
}
