// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct EmptyKey {
    #[salt]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(md5, 1))]
struct OnStructAndFieldKey {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
struct OnTwoFieldsKey {
    #[salt(md5, 2)]
    customer: u32,
    #[salt(md5, 2)]
    payment: u64,
}

fn main() {}
