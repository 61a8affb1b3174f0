// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 16))]
struct ModuloOfTheWholeKeyKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 16, of(customer, payment)))]
struct ModuloOfTwoFieldsKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
struct HostKey {
    #[salt(modulo, buckets = 16)]
    host: String,
    port: u16,
}

fn modulo_on_string() {
    let key = HostKey { host: String::new(), port: 80 };
    let _ = HostKey::decode(&key.encode());
    let _ = HostKey::prefix().host("a").port(80).range();
}

#[derive(RowKey)]
struct ModuloWithBytesKey {
    #[salt(modulo, 2)]
    customer: u32,
}

#[derive(RowKey)]
struct ModuloWithoutBucketsKey {
    #[salt(modulo)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(phoenix, 1))]
struct PhoenixWithoutBucketsKey {
    customer: u32,
}

fn main() {}
