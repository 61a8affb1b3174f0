//! Tests the recorded and generated events.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use tempfile::TempDir;

use super::{FLIGHTS, cli};
use crate::event::{Carrier, Event};
use crate::replay::Replay;

#[test]
fn recorded_flights_are_sorted_by_departure() {
    let events: Vec<_> = FLIGHTS.events().collect();
    assert_eq!(events.len(), 27_004);
    assert!(events.is_sorted_by_key(|event| event.at));
    assert!(events.iter().map(|event| event.id).eq(1..=27_004));
    assert!(events.iter().all(|event| event.at % 60_000 == 0), "the data contain no seconds");
}

fn generated(rows: u64) -> Replay {
    Replay::of(FLIGHTS.events().collect(), Some(rows))
}

fn by_carrier(events: impl Iterator<Item = Event>) -> BTreeMap<Carrier, u64> {
    let mut carriers = BTreeMap::new();
    for event in events {
        *carriers.entry(event.carrier).or_default() += 1;
    }
    carriers
}

#[test]
fn any_number_of_events_is_generated_and_always_the_same() {
    for rows in [1, 10, 27_004, 100_001] {
        let replay = generated(rows);
        let events: Vec<_> = replay.events().collect();
        assert_eq!(events.len() as u64, rows);
        assert!(events.is_sorted_by_key(|event| event.at));
        assert!(events.iter().zip(1..).all(|(event, id)| event.id == id));
        assert!(events.iter().all(|event| event.at % 1_000 == 0));
        assert!(replay.events().eq(events));
    }
}

#[test]
fn generated_flights_are_similar_to_the_recorded_flights() {
    let generated = generated(135_020);
    let [recorded, similar] = [by_carrier(FLIGHTS.events()), by_carrier(generated.events())];
    for (carrier, count) in recorded.iter().filter(|(_, count)| **count > 1_000) {
        let (found, wanted) = (similar[carrier], count * 5);
        assert!(found.abs_diff(wanted) < wanted / 20, "{carrier:?}: {found} instead of {wanted}");
    }
    let span = |replay: &Replay| {
        let hour = |event: Event| event.at.div_euclid(3_600_000);
        (replay.events().next().map(hour), replay.events().last().map(hour))
    };
    assert_eq!(span(&FLIGHTS), span(&generated));
    let identities: HashSet<_> = generated.events().map(|event| event.identity()).collect();
    assert_eq!(identities.len(), 135_020, "no two events are the same row");
}

fn rejection(csv: &str) -> String {
    let folder = TempDir::new().expect("there is a temporary folder");
    let path = folder.path().join("flights.csv");
    fs::write(&path, csv).expect("the file can be written");
    let replay = Replay::load(&cli(&format!("--csv {}", path.display())));
    format!("{:#}", replay.expect_err("an error"))
}

const HEADER: &str = "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,flight,\
                      tailnum,origin,dest,air_time,distance,hour,minute,time_hour\n";
const ROW: &str = "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z\n";

#[test]
fn a_file_that_cannot_be_replayed_is_rejected_with_the_line() {
    assert!(rejection(HEADER).ends_with("flights.csv: there are no flights in it"), "{}", rejection(HEADER));
    let message = rejection(&[HEADER, ROW, &ROW.replace("UA", "UAL")].concat());
    assert!(message.ends_with("line 3: carrier `UAL` does not have two characters"), "{message}");
    let message = rejection(&[HEADER, &ROW.replace(",517,", ",late,")].concat());
    assert!(message.contains("line 2: column `dep_time`"), "{message}");
    let missing = Replay::load(&cli("--csv /nowhere/flights.csv")).expect_err("no file");
    assert!(format!("{missing:#}").starts_with("cannot replay /nowhere/flights.csv: "), "{missing:#}");
}
