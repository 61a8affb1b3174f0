//! Creates random keys and queries of many key types, and compares the results of the library with the model in
//! `tests/proof`: the bytes of keys, their order, ranges, scans and explanations.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey_fuzz::{TRIALS, choose};
use rowkey_proof::random::Random;

const MAX_KEYS: usize = 4;
const MAX_QUERIES: usize = 3;

fuzz_target!(|data: &[u8]| {
    let Some((trial, bytes)) = choose(&TRIALS, data) else { return };
    trial.run(&mut Random::from_bytes(bytes), MAX_KEYS, MAX_QUERIES);
});
