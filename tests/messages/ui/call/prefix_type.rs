// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: String,
}

fn prefix_number_for_a_string() {
    let _ = HostKey::prefix().host(123).range();
}

fn prefix_string_by_value() {
    let _ = HostKey::prefix().host(String::from("a")).range();
}

#[derive(RowKey)]
struct UserKey {
    user: u32,
    name: String,
}

fn prefix_value_of_another_type() {
    let _ = UserKey::prefix().user("123").range();
}

fn main() {}
