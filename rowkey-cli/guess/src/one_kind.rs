//! Finds the struct of keys of one kind.

use std::collections::{BTreeMap, BTreeSet};

use super::GuessError;
use super::cost;
use super::key_type::KeyType;
use super::part::Separation;
use super::salts;
use super::search::Search;

/// The salt widths to try, in bytes.
const SALT_WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];
/// The maximum number of samples that the first round compares. More samples do not make a guess better.
const FIRST_SAMPLES: usize = 64;
/// The number of rounds before the guess gives up. Each round makes a guess, and adds keys that it does not decode.
const ROUNDS: usize = 6;
/// The maximum number of keys that a round adds.
const KEYS_PER_ROUND: usize = 8;

/// A proposal with a salt may cost at most this many bits more than the best proposal without a salt.
const MAX_EXTRA_SALT_COST: f64 = 40.0;

/// Proposes a key type that decodes all samples.
pub(crate) fn guess_one_kind(samples: &[Vec<u8>]) -> Result<KeyType, GuessError> {
    guess_with_rows(samples, None)
}

/// Proposes a key type that decodes all samples. For wide rows, `rows` are the lengths of the rows at the beginnings of the samples.
pub(crate) fn guess_with_rows(
    samples: &[Vec<u8>],
    rows: Option<&BTreeMap<Vec<u8>, usize>>,
) -> Result<KeyType, GuessError> {
    let distinct: BTreeSet<&Vec<u8>> = samples.iter().collect();
    if distinct.len() < 2 {
        return Err(GuessError::TooFewKeys);
    }
    // Compares samples from all over the table, because neighboring keys have more in common than distant keys.
    let step = distinct.len().div_ceil(FIRST_SAMPLES);
    let mut compared: Vec<Vec<u8>> = distinct.iter().step_by(step).map(|key| (*key).clone()).collect();
    for _ in 0..ROUNDS {
        let row_ends: Option<Vec<_>> =
            rows.map(|rows| compared.iter().filter_map(|sample| rows.get(sample).copied()).collect());
        let key_type = guess_from(&compared, row_ends.as_deref()).ok_or(GuessError::NoKeyType)?;
        let not_decoded = key_type.not_decoded(distinct.iter().map(|key| key.as_slice()), KEYS_PER_ROUND);
        let not_decoded = not_decoded.ok_or(GuessError::NoKeyType)?;
        if not_decoded.is_empty() {
            return Ok(key_type);
        }
        compared.extend(not_decoded.into_iter().map(<[u8]>::to_vec));
    }
    Err(GuessError::SomeNotDecoded)
}

/// Proposes the key type with the least cost that decodes all samples, which must be distinct.
fn guess_from(samples: &[Vec<u8>], row_ends: Option<&[usize]>) -> Option<KeyType> {
    let mut best: Option<KeyType> = None;
    let mut keep = |cost: f64, key_type: &dyn Fn() -> Option<KeyType>| {
        let explains = |key_type: &KeyType| {
            key_type
                .layout()
                .is_some_and(|layout| samples.iter().all(|sample| rowkey_explain::explain(&layout, sample).is_ok()))
        };
        if best.as_ref().is_none_or(|best| cost < best.cost)
            && let Some(mut key_type) = key_type().filter(explains)
        {
            key_type.cost = cost;
            best = Some(key_type);
        }
    };
    let mut searches = Vec::new();
    let mut least_unsalted_cost = f64::INFINITY;
    for separation in separations(samples) {
        let mut search = Search::new(samples, separation, row_ends);
        let Some((cost, parts, in_row)) = search.best_from(0) else { continue };
        keep(cost, &|| Some(KeyType::new(samples.len(), Vec::new(), false, separation, parts.clone(), in_row)));
        least_unsalted_cost = least_unsalted_cost.min(cost);
        searches.push((separation, search));
    }
    let divisions = searches.len() * possible_salts(samples).count();
    for (separation, search) in &mut searches {
        for (start, width) in possible_salts(samples) {
            let Some((cost, parts, in_row)) = search.best_from(start + width) else { continue };
            // If the cost is far above the best proposal without a salt, these bytes are probably a part of the first
            // field.
            let first: Vec<&[u8]> = samples.iter().map(|sample| &sample[start..start + width]).collect();
            if cost + cost::salt_bytes(&first) > least_unsalted_cost + MAX_EXTRA_SALT_COST {
                continue;
            }
            keep(cost + cost::SALT_DECLARATION_COST, &|| {
                let namespace = samples[0][..start].to_vec();
                let unsalted = KeyType::new(samples.len(), namespace, true, *separation, parts.clone(), in_row);
                salts::salted(&unsalted, width, divisions, samples)
            });
        }
    }
    let mut best = best?;
    if let Some((_, search)) = searches.iter_mut().find(|(separation, _)| *separation == best.separation) {
        let salt = best.salt.as_ref().map(|salt| best.namespace.len() + salt.form.width());
        best.set_leads(&search.leads(salt.unwrap_or(0)));
    }
    Some(best)
}

/// Returns the offset and the width of each possible salt. A salt is at the start, or after the bytes that all samples
/// begin with.
fn possible_salts(samples: &[Vec<u8>]) -> impl Iterator<Item = (usize, usize)> {
    let shortest = samples.iter().map(Vec::len).min().unwrap_or(0);
    let common = (0..shortest).take_while(|at| samples.iter().all(|sample| sample[*at] == samples[0][*at])).count();
    let starts: BTreeSet<usize> = [0, common].into();
    let salts = starts.into_iter().flat_map(|start| SALT_WIDTHS.map(|width| (start, width)));
    salts.filter(move |(start, width)| start + width < shortest)
}

/// Returns the possible separations: escapes, and for each byte that occurs in all samples, this byte as a delimiter
/// and as a terminator.
fn separations(samples: &[Vec<u8>]) -> Vec<Separation> {
    let possible = |byte: &u8| !byte.is_ascii_alphanumeric() && samples.iter().all(|sample| sample.contains(byte));
    // UTF-8 does not contain the byte FF, so this byte can separate texts. But FF FF is likely the start of a complemented number.
    let has_complemented_number = samples.iter().any(|sample| sample.windows(2).any(|pair| pair == [0xFF; 2]));
    let beyond_text = (!has_complemented_number).then_some(0xFF);
    let separators: Vec<u8> = (0..0x80).chain(beyond_text).filter(possible).collect();
    let terminators = separators.iter().map(|byte| Separation::Terminator(*byte));
    let delimiters = separators.iter().map(|byte| Separation::Delimiter(*byte));
    [Separation::Escapes].into_iter().chain(delimiters).chain(terminators).collect()
}
