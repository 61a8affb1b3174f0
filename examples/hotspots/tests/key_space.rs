//! Tests the cells of the heat map, which divide the key space.

use rowkey::RowKey;

use crate::heat::{Heat, KeySpace};

fn keys() -> Vec<[u8; 2]> {
    (0..6_000_u16).map(u16::to_be_bytes).collect()
}

#[test]
fn cells_of_one_region_have_the_same_number_of_rows() {
    let keys = keys();
    let space = KeySpace::new(&[], keys.iter().map(<[u8; 2]>::as_slice));
    let mut rows = vec![0; space.cells()];
    for key in &keys {
        rows[space.cell(key)] += 1;
    }
    assert_eq!(rows, [100; 60]);
}

#[test]
fn every_initial_region_has_cells_even_if_it_is_empty() {
    let keys = keys();
    let splits = [vec![0x80], vec![0xC0]];
    let space = KeySpace::new(&splits, keys.iter().map(<[u8; 2]>::as_slice));
    assert_eq!((space.cells(), space.cells_per_region()), (60, 20));
    assert_eq!(space.cell(&[0, 0]), 0);
    assert_eq!(space.cell(&[0x7F, 0xFF]), 19);
    assert!((20..40).contains(&space.cell(&[0x80])));
    assert!((40..60).contains(&space.cell(&[0xFF])));
    assert_eq!(space.start(20), [0x80]);
}

#[test]
fn a_table_without_rows_has_cells() {
    let space = KeySpace::new(&[vec![1]], std::iter::empty());
    assert!(space.cell(&[0]) < 30);
    assert!(space.cell(&[1]) >= 30);
}

#[derive(RowKey)]
struct Number {
    number: u16,
}

#[test]
fn a_range_overlaps_the_cells_of_its_keys() {
    let keys = keys();
    let space = KeySpace::new(&[], keys.iter().map(<[u8; 2]>::as_slice));
    assert_eq!(space.cells_of(&Number::all()), 0..60);
    assert_eq!(space.cells_of(&Number::prefix().number(99).range()), 0..1);
    assert_eq!(space.cells_of(&Number::prefix().number_in(100..200).range()), 1..2);
    assert_eq!(space.cells_of(&Number::prefix().number_in(199..=200).range()), 1..3);
    assert_eq!(space.cells_of(&Number::prefix().number_in(9_000..).range()), 59..60);
}

#[test]
fn heat_is_counted_by_window_and_cell() {
    let mut heat = Heat::new(2, 3);
    heat.add(0, 2);
    heat.add(1, 0);
    heat.add(1, 0);
    assert_eq!(heat.windows().collect::<Vec<_>>(), [[0, 0, 1], [2, 0, 0]]);
}
