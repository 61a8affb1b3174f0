//! Checks by counting what the captions of the pictures say about each design.

use std::collections::BTreeSet;

use super::{FLIGHTS, OUTCOMES, SETUP, outcome};
use crate::cluster::Cluster;
use crate::designs::{Design, KeySalt, ModuloSeven, ModuloTen, TimeFirst};
use crate::questions::{LAST, Question};
use crate::simulate::Verdict;

fn rows_by_bucket<K: Design>(buckets: usize) -> Vec<usize> {
    let mut rows = vec![0; buckets];
    for event in FLIGHTS.events() {
        let key = K::key(&event).unwrap();
        rows[usize::from(key.as_ref()[0])] += 1;
    }
    rows
}

#[test]
fn flights_sorted_by_time_leave_all_regions_but_the_last_half_full() {
    let rows_by_region = |keys: &mut dyn Iterator<Item = Vec<u8>>| {
        let mut cluster = Cluster::new(&[], SETUP.region_rows, SETUP.servers);
        keys.for_each(|key| drop(cluster.write(key)));
        let mut rows = cluster.rows_by_region();
        rows.sort_unstable();
        rows
    };
    let half = SETUP.region_rows.div_ceil(2);
    let sequential = rows_by_region(&mut FLIGHTS.events().map(|event| TimeFirst::key(&event).unwrap().to_vec()));
    let [others @ .., _last] = &*sequential else { panic!("there is no region") };
    assert_eq!(others, vec![half; 18]);

    let salted = rows_by_region(&mut FLIGHTS.events().map(|event| KeySalt::key(&event).unwrap().to_vec()));
    // With a salt, every region keeps growing. The two regions that are at most half full were split recently.
    assert_eq!((salted.len(), salted.iter().filter(|rows| **rows > half).count()), (14, 12), "{salted:?}");
}

#[test]
fn milliseconds_of_whole_seconds_modulo_ten_are_all_in_one_bucket() {
    assert_eq!(rows_by_bucket::<ModuloTen>(10), [27_004, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let outcome = outcome("modulo-ten");
    assert_eq!((outcome.regions_before, outcome.empty_regions), (10, 9));
    assert_eq!(outcome.verdict(), Verdict::Hot);
}

#[test]
fn modulo_a_number_without_a_common_factor_fills_all_buckets() {
    let rows = rows_by_bucket::<ModuloSeven>(7);
    assert!(rows.iter().all(|rows| (3_700..4_000).contains(rows)), "{rows:?}");
    assert_eq!(outcome("modulo-seven").verdict(), Verdict::Even);
}

#[test]
fn a_random_suffix_moves_nothing() {
    let [without, with] = ["time-first", "random-suffix"].map(outcome);
    assert_eq!(with.loads, without.loads);
    assert_eq!(with.splits, without.splits);
    assert!(with.heat.windows().eq(without.heat.windows()));
}

#[test]
fn a_scan_of_a_salted_key_opens_one_range_per_bucket() {
    for (name, buckets) in [("key-salt", 12), ("random-salt", 12), ("modulo-ten", 10), ("modulo-seven", 7)] {
        let [salted, plain] = [name, "time-first"].map(|name| {
            let hour = outcome(name).answers.iter().find(|answer| matches!(answer.question, Question::Hour(_)));
            hour.expect("this question was asked")
        });
        assert_eq!((salted.ranges, plain.ranges), (buckets, 1), "{name}");
        assert_eq!(salted.rows, plain.rows, "{name}: the same rows in other places");
    }
}

#[test]
fn only_a_random_salt_makes_one_flight_hard_to_find() {
    for outcome in &*OUTCOMES {
        let flight = &outcome.answers[0];
        assert!(matches!(flight.question, Question::OneFlight(_)));
        let buckets = if outcome.about.name == "random-salt" { 12 } else { 1 };
        assert_eq!((flight.ranges, flight.rows), (buckets, 1), "{}", outcome.about.name);
    }
}

#[test]
fn all_designs_give_the_same_answers() {
    for (index, question) in SETUP.questions.iter().enumerate() {
        let answers = OUTCOMES.iter().map(|outcome| {
            let events = &outcome.answers[index].events;
            let ids: BTreeSet<_> = events.iter().map(|event| event.id).collect();
            assert_eq!(ids.len(), events.len(), "no row is returned twice");
            match question {
                // If several flights left at the same time, any of them may be the tenth. So only the times are
                // compared.
                Question::LastTen { .. } => events.iter().map(|event| event.at).collect(),
                _ => ids.into_iter().map(i64::from).collect::<Vec<_>>(),
            }
        });
        let answers: BTreeSet<_> = answers.collect();
        assert_eq!(answers.len(), 1, "{question:?}");
        let rows = answers.first().unwrap().len();
        match question {
            Question::OneFlight(_) => assert_eq!(rows, 1),
            Question::LastTen { .. } => assert_eq!(rows, LAST),
            _ => assert!(rows > 10, "{question:?}"),
        }
    }
}

#[test]
fn every_write_is_counted_and_every_share_is_possible() {
    for outcome in &*OUTCOMES {
        let name = outcome.about.name;
        assert_eq!(outcome.loads.len(), SETUP.windows.count(), "{name}");
        for (load, cells) in outcome.loads.iter().zip(outcome.heat.windows()) {
            assert_eq!(cells.iter().copied().map(u64::from).sum::<u64>(), load.writes, "{name}");
        }
        assert_eq!(outcome.loads.iter().map(|load| load.writes).sum::<u64>(), 27_004, "{name}");
        let even = outcome.even_share();
        for share in [outcome.busiest_region(), outcome.busiest_region_at_peak(), outcome.busiest_server()] {
            assert!(even <= share && share <= 1.0, "{name}: {share} of {even}");
        }
        assert!(
            outcome.busiest_server() >= 1.0 / 3.0 && outcome.busiest_server() >= outcome.busiest_region(),
            "{name}"
        );
        assert_eq!(outcome.regions, outcome.regions_before + outcome.splits.len(), "{name}");
    }
}

#[test]
fn the_verdicts_distinguish_the_designs() {
    let verdicts = OUTCOMES.iter().map(|outcome| (outcome.about.name, outcome.verdict()));
    let named =
        |verdict| verdicts.clone().filter(|(_, other)| *other == verdict).map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(named(Verdict::Hot), ["time-first", "newest-first", "random-suffix", "modulo-ten"]);
    assert_eq!(named(Verdict::Uneven), ["carrier-first", "salted-carrier"]);
    let even = ["modulo-seven", "flight-salt", "reversed-digits", "hashed", "key-salt", "random-salt"];
    assert_eq!(named(Verdict::Even), even);
}
