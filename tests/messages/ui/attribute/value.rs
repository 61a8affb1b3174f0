// errors: 7
use rowkey::RowKey;

#[derive(RowKey)]
struct CodecAsStringKey {
    #[rowkey(codec = "HalfDegrees")]
    degrees: f32,
}

#[derive(RowKey)]
#[rowkey(crate = "my rowkey")]
struct CrateIsNotAPathKey {
    customer: u32,
}

#[derive(RowKey)]
struct MethodNotAsStringKey {
    #[rowkey(method = customer)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(namespace = [1, 2])]
struct NamespaceAsArrayKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(namespace = 256)]
struct NamespaceNumberKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(prefix = "Payment Prefix")]
struct PrefixIsNotANamePaymentKey {
    customer: u32,
}

fn prefix_is_not_a_name() {
    let _ = PrefixIsNotANamePaymentKey::prefix().customer(1).range();
}

#[derive(RowKey)]
#[rowkey(prefix = "PrefixOfTheKeyItselfKey")]
struct PrefixOfTheKeyItselfKey {
    customer: u32,
}

fn main() {}
