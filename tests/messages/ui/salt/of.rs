// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, 2, of(customer, country)))]
struct OfAnUnknownFieldKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
struct OfOnAFieldKey {
    #[salt(md5, 2, of(customer, payment))]
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(salt(md5, 2, of(customer, customer)))]
struct OfOneFieldTwiceKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(salt(md5, 2, of()))]
struct OfWithoutFieldsKey {
    customer: u32,
}

fn main() {}
