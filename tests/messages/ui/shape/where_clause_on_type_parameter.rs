use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey<'a, Id = u64>
where
    Id: Clone,
{
    customer: &'a str,
    payment: Id,
}

fn main() {}
