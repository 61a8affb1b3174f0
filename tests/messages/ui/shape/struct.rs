// errors: 8
use rowkey::RowKey;

#[derive(RowKey)]
struct ConstParameterKey<const N: usize> {
    digest: [u8; N],
}

#[derive(RowKey)]
struct NoFieldsPaymentKey {}

fn no_fields() {
    let _ = NoFieldsPaymentKey {}.encode();
}

#[derive(RowKey)]
#[rowkey(namespace = "next", salt(md5, 1))]
struct SingleRowWithSaltKey;

#[derive(RowKey)]
struct TypeParameterPaymentKey<Id> {
    payment: Id,
}

fn type_parameter() {
    let key = TypeParameterPaymentKey { payment: 1_u64 };
    let _ = key.try_encode();
}

#[derive(RowKey)]
union UnionKey {
    signed: i64,
    unsigned: u64,
}

#[derive(RowKey)]
struct UnitStructKey;

#[derive(RowKey)]
struct WhereClauseOnTypeParameterKey<'a, Id = u64>
where
    Id: Clone,
{
    customer: &'a str,
    payment: Id,
}

#[derive(RowKey)]
#[repr(C, packed)]
struct PackedKey {
    a: u8,
    b: u64,
}

fn main() {}
