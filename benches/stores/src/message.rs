//! The messages that all contenders store.

use crate::{AUTHORS, MESSAGES, TENANTS};
use serde::{Deserialize, Serialize};

/// A message. Its key is `(tenant, id)`. The indexes are `(tenant, author, id)`, `(tenant, topic, id)` and
/// `(expires_at, tenant, id)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub author: u32,
    pub topic: String,
    pub expires_at: u64,
    pub text: String,
}

/// A message with its key.
#[derive(Debug, Clone)]
pub struct Row {
    pub tenant: u32,
    pub id: u64,
    pub message: Message,
}

impl Message {
    pub const FIRST_EXPIRY: u64 = 1_700_000_000;
    pub const EXPIRIES: u64 = 1_000_000;

    /// Returns the message with this id: always the same message.
    pub fn random(id: u64) -> Self {
        Self::new(&mut random(id))
    }

    fn new(random: &mut impl FnMut(u64) -> u64) -> Self {
        Self {
            author: random(AUTHORS.into()) as u32,
            topic: format!("topic {}", random(100)),
            expires_at: Self::FIRST_EXPIRY + random(Self::EXPIRIES),
            text: "a message of about a hundred bytes, ".repeat(3),
        }
    }
}

pub fn message_of(value: &[u8]) -> Message {
    postcard::from_bytes(value).unwrap()
}

/// Returns a function that returns random numbers below its argument.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// Returns [`MESSAGES`] random messages with the ids from 0 on, in a random order.
pub fn random_rows(seed: u64) -> Vec<Row> {
    let mut random = random(seed);
    let mut ids: Vec<_> = (0..MESSAGES).collect();
    for last in (1..ids.len()).rev() {
        ids.swap(last, random(last as u64 + 1) as usize);
    }
    let row = |id: u64| Row { tenant: (id % u64::from(TENANTS)) as u32, id, message: Message::new(&mut random) };
    ids.into_iter().map(row).collect()
}
