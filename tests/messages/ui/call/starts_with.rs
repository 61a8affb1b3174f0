// errors: 7
use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: String,
}

fn ends_with_on_a_plain_string() {
    let _ = HostKey::prefix().host_ends_with(".com").range();
}

#[derive(RowKey)]
struct EntryKey {
    #[length(u16)]
    name: String,
    number: u32,
}

fn starts_with_after_a_length() {
    let _ = EntryKey::prefix().name_starts_with("a").range();
}

#[derive(RowKey)]
struct PaymentKey {
    payment: u64,
}

fn starts_with_on_an_integer() {
    let _ = PaymentKey::prefix().payment_starts_with("1").range();
}

#[derive(RowKey)]
struct AliasKey {
    alias: Option<String>,
}

fn starts_with_on_an_option() {
    let _ = AliasKey::prefix().alias_starts_with("a").range();
}

#[derive(RowKey)]
struct VisitorKey {
    #[hash(md5, 4)]
    visitor: String,
    at: u64,
}

fn starts_with_on_hashed() {
    let _ = VisitorKey::prefix().visitor_starts_with("a").range();
}

#[derive(RowKey)]
struct CityKey {
    #[pad(20, 'x')]
    city: String,
}

fn starts_with_on_padded_with_a_character() {
    let _ = CityKey::prefix().city_starts_with("a").range();
}

#[derive(RowKey)]
struct DomainKey {
    #[reverse]
    domain: String,
}

fn starts_with_on_reversed() {
    let _ = DomainKey::prefix().domain_starts_with("a").range();
}

fn main() {}
