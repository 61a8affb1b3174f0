//! Tests that each key is a salt and then the key of the embedded store.

use std::fs::File;

use rowkey_examples::flight::Flight;
use rowkey_examples::flights::keys::unsalted_keys;
use rowkey_examples::rows::Rows;
use rowkey_examples::shipped_flights;

use crate::keys::keys_of;

fn flights() -> Vec<Flight> {
    let file = File::open(shipped_flights()).expect("the flights are shipped");
    let rows = Rows::new(file).expect("CSV");
    rows.map(|line| line.expect("a line").flight.expect("no row is broken")).collect()
}

#[test]
fn after_the_salt_the_keys_equal_the_keys_of_the_embedded_store() {
    let flights = flights();
    assert_eq!(flights.len(), 27_004);
    for flight in &flights {
        let salted = keys_of(flight).expect("keys");
        let mut plain = unsalted_keys(flight).expect("keys");
        let keys = [
            Some(salted.primary),
            salted.plane,
            Some(salted.departure),
            Some(salted.carrier),
            Some(salted.destination),
        ];
        let tables = ["flights", "by_plane", "by_departure", "by_carrier", "by_destination"];
        for (table, salted) in tables.into_iter().zip(keys) {
            assert_eq!(salted.as_ref().map(|key| &key[1..]), plain.remove(table).as_deref());
            assert!(salted.is_none_or(|key| key[0] < 8));
        }
    }
}
