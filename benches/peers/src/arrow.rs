//! The contender arrow-row, which encodes whole columns. It shows which speed is possible if many keys are encoded at
//! once.

use crate::harness::{Contender, Operation};
use arrow_array::ArrayRef;
use arrow_row::{RowConverter, SortField};
use std::hint::black_box;

/// Returns the contender. Its passes encode and decode the columns of all samples at once. Its check encodes each value
/// as a batch of one.
pub fn arrow<V: Clone + 'static>(
    samples: &[V],
    columns: fn(&[V]) -> Vec<ArrayRef>,
    value: fn(&[ArrayRef]) -> V,
) -> Contender<V> {
    let fields: Vec<SortField> =
        columns(&samples[..1]).iter().map(|column| SortField::new(column.data_type().clone())).collect();
    let converter = move || RowConverter::new(fields.clone()).unwrap();
    let encode = {
        let converter = converter();
        move |of: &V| converter.convert_columns(&columns(std::slice::from_ref(of))).unwrap().row(0).as_ref().to_vec()
    };
    let decode = {
        let converter = converter();
        move |key: &[u8]| value(&converter.convert_rows([converter.parser().parse(key)]).unwrap())
    };
    let all = columns(samples);
    let (reusing, decoding) = (converter(), converter());
    let mut rows = reusing.empty_rows(samples.len(), 0);
    let decoded = decoding.convert_columns(&all).unwrap();
    Contender::new("arrow-row 60, batches of 1024", encode, decode)
        .batch(Operation::Reused, move || {
            rows.clear();
            reusing.append(&mut rows, black_box(&all)).unwrap();
            black_box(&rows);
        })
        .batch(Operation::Owned, move || {
            black_box(decoding.convert_rows(black_box(&decoded).iter()).unwrap());
        })
}
