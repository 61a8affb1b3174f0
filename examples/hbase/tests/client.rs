//! Tests the client without a gateway, and with a gateway that closes the connection.

use std::io::Read;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use rowkey::RowKey;

use crate::client::{Error, Gateway, MAX_KEY_LEN, Patience, Rows};
use crate::keys::{FlightKey, PlaneKey};

/// Starts a gateway that closes the connection after each request. Returns its address.
fn broken_gateway() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || listener.incoming().flatten().for_each(|mut client| drop(client.read(&mut [0; 1]))));
    address
}

fn impatient(address: String) -> Gateway {
    let patience =
        Patience { attempts: 3, first_wait: Duration::from_millis(1), longest_wait: Duration::from_millis(2) };
    Gateway { patience, ..Gateway::new(address) }
}

#[test]
fn a_missing_gateway_is_reported_at_once() {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let began = Instant::now();
    let error = Gateway::new(address.to_string()).connect().err().expect("nobody listens");
    assert!(began.elapsed() < Duration::from_secs(5));
    let message = error.to_string();
    assert!(message.starts_with(&format!("no Thrift gateway of HBase answers at {address}: ")), "{message}");
    assert!(message.contains("--cluster"), "{message}");
}

#[test]
fn a_client_waits_for_a_gateway_that_answered_before() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let gateway = impatient(listener.local_addr().expect("it has an address").to_string());
    drop(gateway.connect().expect("somebody listens"));
    drop(listener);

    let mut client = gateway.connect().expect("the gateway answered before");
    let error = client.tables().expect_err("nobody listens any more");
    assert!(matches!(error, Error::GaveUp { attempts: 3, .. }), "{error}");
    let mut rows = Rows::new(&gateway, "table", &FlightKey::all(), 10).expect("the gateway answered before");
    assert!(matches!(rows.next(), Some(Err(Error::GaveUp { attempts: 3, .. }))));
    assert_eq!(gateway.tally.counts(), [4, 0, 0]);
}

#[test]
fn a_client_gives_up_after_repeated_failures() {
    let gateway = impatient(broken_gateway());
    let mut client = gateway.connect().expect("somebody listens");
    let error = client.put("table", &[(b"key".to_vec(), Vec::new())]).expect_err("nobody answers");
    assert!(matches!(error, Error::GaveUp { attempts: 3, .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("cannot write 1 row of `table` through ")
            && message.contains("gave up after 3 attempts in "),
        "{message}"
    );
    assert_eq!(gateway.tally.counts(), [2, 2, 0]);
}

#[test]
fn a_failed_scan_has_no_more_rows() {
    let mut rows = Rows::new(&impatient(broken_gateway()), "table", &FlightKey::all(), 10).expect("somebody listens");
    assert!(matches!(rows.next(), Some(Err(Error::GaveUp { .. }))));
    assert!(rows.next().is_none());
}

#[test]
fn keys_of_a_wrong_length_are_not_sent() {
    let gateway = impatient(broken_gateway());
    let mut client = gateway.connect().expect("somebody listens");
    for length in [0, MAX_KEY_LEN + 1] {
        let key = vec![b'k'; length];
        for error in [client.put("table", &[(key.clone(), Vec::new())]).err(), client.get("table", &[key]).err()] {
            assert!(matches!(error, Some(Error::KeyLength { length: said, .. }) if said == length), "{error:?}");
        }
    }
    assert_eq!(gateway.tally.counts(), [0, 0, 0]);
}

#[test]
fn an_empty_range_is_not_sent() {
    let range = PlaneKey::prefix().plane("N1").scheduled_in(5..5).range();
    assert!(range.is_empty());
    let gateway = impatient(broken_gateway());
    assert!(Rows::new(&gateway, "table", &range, 10).expect("somebody listens").next().is_none());
    assert_eq!(gateway.tally.counts(), [0, 0, 0]);
}
