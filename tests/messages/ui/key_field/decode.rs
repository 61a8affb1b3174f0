// errors: 5
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct DecodeOfABorrowWithinADescendingStructPlace<'a> {
    #[length(u8)]
    city: &'a str,
    #[pad(4)]
    room: &'a str,
}

#[derive(KeyField)]
enum Target<'a> {
    #[code(1)]
    Named(#[length(u8)] &'a [u8]),
}

#[derive(RowKey)]
struct DecodeOfABorrowWithinADescendingStructVisitKey<'a> {
    #[descending]
    place: DecodeOfABorrowWithinADescendingStructPlace<'a>,
}

#[derive(RowKey)]
struct LinkKey<'a> {
    #[descending]
    target: Target<'a>,
}

fn decode_of_a_borrow_within_a_descending_struct() {
    let _ = DecodeOfABorrowWithinADescendingStructVisitKey::decode(b"");
    let _ = LinkKey::decode(b"");
}

#[derive(KeyField)]
struct DecodeOfABorrowWithinAStructPlace<'a> {
    city: &'a str,
    room: u8,
}

#[derive(RowKey)]
struct DecodeOfABorrowWithinAStructVisitKey<'a> {
    place: DecodeOfABorrowWithinAStructPlace<'a>,
}

fn decode_of_a_borrow_within_a_struct() {
    let _ = DecodeOfABorrowWithinAStructVisitKey::decode(b"");
}

#[derive(Clone, KeyField)]
struct HostId<'a>(&'a u32);

#[derive(Clone, KeyField)]
struct ReferenceToANumberPlace<'a> {
    country: &'a str,
    zip: &'a u32,
}

#[derive(RowKey)]
struct ReferenceToANumberVisitKey<'a> {
    host: HostId<'a>,
    place: ReferenceToANumberPlace<'a>,
}

fn reference_to_a_number() {
    let _ = ReferenceToANumberVisitKey::prefix().range();
}

fn main() {}
