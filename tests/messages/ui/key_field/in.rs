// errors: 3
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Output {
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    height: u32,
    transaction: u16,
}

#[derive(RowKey)]
struct SpentKey {
    output: Output,
    spent: u64,
}

fn in_on_a_struct_that_cannot_encode_every_value() {
    let _ = SpentKey::prefix().output_in(&Output { height: 1, transaction: 0 }..);
}

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Host(#[reverse] String),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn in_where_a_field_of_a_variant_does_not_sort() {
    let _ = TripleKey::prefix().subject_in(&Term::Host(String::new())..);
}

#[derive(Clone, Copy, PartialEq, PartialOrd, KeyField)]
enum State {
    #[code(9)]
    Open,
    #[code(2)]
    Closed,
}

#[derive(RowKey)]
struct OrderKey {
    state: State,
    order: u64,
}

fn in_where_codes_are_not_in_order() {
    let _ = OrderKey::prefix().state_in(State::Open..).range();
}

fn main() {}
