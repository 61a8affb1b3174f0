//! The keys are those of the embedded store, with a salt.

use std::fs::File;

use rowkey_examples::flight::Flight;
use rowkey_examples::flights::keys::Keys;
use rowkey_examples::rows::Rows;
use rowkey_examples::shipped_flights;

use crate::keys::keys_of;

fn flights() -> Vec<Flight> {
    let file = File::open(shipped_flights()).expect("the flights are shipped");
    let rows = Rows::new(file).expect("they are CSV");
    rows.map(|line| line.expect("it can be read").flight.expect("no row is broken")).collect()
}

#[test]
fn behind_the_salt_stand_the_keys_of_the_embedded_store() {
    let flights = flights();
    assert_eq!(flights.len(), 27_004);
    for flight in &flights {
        let salted = keys_of(flight).expect("it has keys");
        let plain = Keys::of(flight).expect("it has keys");
        let pairs = [
            (Some(salted.primary), Some(plain.primary)),
            (salted.plane, plain.plane),
            (Some(salted.departure), Some(plain.departure)),
            (Some(salted.carrier), Some(plain.carrier)),
            (Some(salted.destination), Some(plain.destination)),
        ];
        for (salted, plain) in pairs {
            assert_eq!(salted.as_ref().map(|key| &key[1..]), plain.as_deref());
            assert!(salted.is_none_or(|key| key[0] < 8));
        }
    }
}
