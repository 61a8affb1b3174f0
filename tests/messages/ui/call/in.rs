// errors: 10
use rowkey::{Codec, CodecError, KeyField, RowKey};

#[derive(Clone, Copy, PartialEq, PartialOrd, KeyField)]
struct Amount {
    #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
    amount: u32,
}

#[derive(RowKey)]
struct TransferKey {
    amounts: [Amount; 2],
}

fn in_on_an_array_that_does_not_sort() {
    let (low, high) = ([Amount { amount: 1 }; 2], [Amount { amount: 2 }; 2]);
    let _ = TransferKey::prefix().amounts_in(low..high).range();
}

struct Swapped;

impl Codec<u16> for Swapped {
    type Encoded = [u8; 2];
    const NAME: &'static str = "swapped";

    fn encode(value: &u16) -> [u8; 2] {
        value.swap_bytes().to_be_bytes()
    }

    fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
        Ok(u16::from_be_bytes(bytes).swap_bytes())
    }
}

#[derive(RowKey)]
struct ChannelKey {
    #[rowkey(codec = Swapped)]
    channel: u16,
}

fn in_on_an_unordered_codec() {
    let _ = ChannelKey::prefix().channel_in(1..5).range();
}

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct PageKey {
    site: String,
    page: u16,
}

fn in_on_delimited_string() {
    let _ = PageKey::prefix().site_in("a".."b").range();
}

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    customer: String,
    payment: u64,
}

fn in_on_hashed() {
    let _ = PaymentKey::prefix().customer_in("a".."b").range();
}

#[derive(RowKey)]
struct CityKey {
    #[pad(20, 'x')]
    city: String,
}

fn in_on_padded_with_a_character() {
    let _ = CityKey::prefix().city_in("a".."b").range();
}

#[derive(RowKey)]
struct TicketKey {
    #[pad(6)]
    #[reverse]
    ticket: u64,
}

fn in_on_reversed_digits() {
    let _ = TicketKey::prefix().ticket_in(1..5).range();
}

#[derive(RowKey)]
struct HostKey {
    host: String,
    port: u16,
}

fn in_with_a_range_of_another_type() {
    let from = 1_u64;
    let _ = HostKey::prefix().host_in(String::from("a")..String::from("b")).range();
    let _ = HostKey::prefix().host("a").port_in(from..).range();
    let _ = HostKey::prefix().host("a").port_in((1, 5)).range();
}

#[derive(RowKey)]
struct LevelKey {
    level: u16,
}

fn in_with_one_value() {
    let _ = LevelKey::prefix().level_in(80).range();
}

fn main() {}
