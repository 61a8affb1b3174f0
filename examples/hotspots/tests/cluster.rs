//! Tests how the cluster splits and distributes regions.

use fastrand::Rng;

use crate::cluster::Cluster;

fn cluster(capacity: u64) -> Cluster<[u8; 4]> {
    Cluster::new(&[], capacity, 3)
}

#[test]
fn a_region_that_is_too_large_is_split_at_its_median() {
    let mut keys: Vec<u32> = (0..101).map(|key| key * 3).collect();
    Rng::with_seed(1).shuffle(&mut keys);
    let mut cluster = cluster(100);
    let splits: Vec<_> = keys.iter().map(|key| cluster.write(key.to_be_bytes())).collect();
    let (last, others) = splits.split_last().unwrap();
    assert!(others.iter().all(Option::is_none), "a region is split when it has more rows than its capacity");
    assert_eq!(*last, Some(150_u32.to_be_bytes()), "half of the keys are before the median");
    assert_eq!(cluster.rows_by_region(), [50, 51]);
}

#[test]
fn the_median_of_a_large_region_is_approximate() {
    let mut random = Rng::with_seed(2);
    let mut cluster = cluster(200_000);
    let median = (0..=200_000).find_map(|_| cluster.write(random.u32(..).to_be_bytes())).expect("the region is full");
    let middle = f64::from(u32::from_be_bytes(median)) / f64::from(u32::MAX);
    assert!((0.47..0.53).contains(&middle), "{middle}");
    let rows = cluster.rows_by_region();
    assert_eq!(rows.iter().sum::<u64>(), 200_001);
    assert!(rows.iter().all(|rows| (94_000..107_000).contains(rows)), "{rows:?}");
}

#[test]
fn ascending_keys_leave_half_full_regions() {
    let mut cluster = cluster(100);
    for key in 0..1_000_u32 {
        cluster.write(key.to_be_bytes());
    }
    let rows = cluster.rows_by_region();
    let (last, others) = rows.split_last().unwrap();
    assert!(others.iter().all(|rows| (50..=51).contains(rows)), "{rows:?}");
    assert!((50..=100).contains(last), "{rows:?}");
}

#[test]
fn counts_add_up_and_shares_are_possible() {
    let mut random = Rng::with_seed(3);
    let mut cluster = Cluster::new(&[vec![0x40], vec![0x80], vec![0xC0]], 500, 3);
    let (mut rows, mut writes) = (0, 0);
    for window in 1..=40 {
        for _ in 0..window * 10 {
            let key: u32 = random.u32(..) >> random.u32(0..8);
            cluster.write(key.to_be_bytes());
            rows += 1;
        }
        let load = cluster.end_window();
        writes += load.writes;
        assert_eq!(load.writes, window * 10);
        assert!(load.busiest_region <= load.busiest_server && load.busiest_server <= load.writes, "{load:?}");
        assert!(load.busiest_region * load.regions as u64 >= load.writes, "{load:?}");
        assert!(load.busiest_server * 3 >= load.writes, "{load:?}");
    }
    assert_eq!(cluster.rows_by_region().iter().sum::<u64>(), rows);
    assert_eq!(writes, rows);
    assert!(cluster.rows_by_region().iter().all(|rows| *rows <= 500), "{:?}", cluster.rows_by_region());
    assert_eq!(cluster.end_window().writes, 0, "a new window starts at zero");
}

#[test]
fn regions_are_distributed_over_the_servers() {
    let splits: Vec<_> = (1..12).map(|split| vec![split * 20]).collect();
    let mut cluster = Cluster::new(&splits, 100, 3);
    assert_eq!(cluster.regions_by_server(), [4, 4, 4]);
    for key in 0..5_000_u32 {
        cluster.write(key.to_be_bytes());
    }
    let regions = cluster.regions_by_server();
    assert_eq!(regions.iter().sum::<usize>(), cluster.regions());
    assert!(regions.iter().max().unwrap() - regions.iter().min().unwrap() <= 1, "{regions:?}");
}

#[test]
fn a_row_at_a_split_point_is_in_the_upper_region() {
    let mut cluster = Cluster::new(&[vec![5], vec![9]], 100, 1);
    for key in [[4, 255, 255, 255], [5, 0, 0, 0], [8, 255, 255, 255], [9, 0, 0, 0], [255, 0, 0, 0]] {
        cluster.write(key);
    }
    assert_eq!(cluster.rows_by_region(), [1, 2, 2]);
    assert_eq!(cluster.empty_regions(), 0);
}

#[test]
fn a_region_with_one_key_is_not_split() {
    let mut cluster = cluster(10);
    for _ in 0..1_000 {
        assert_eq!(cluster.write([7; 4]), None);
    }
    assert_eq!(cluster.rows_by_region(), [1_000]);
}
