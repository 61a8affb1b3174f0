//! The command `rowkey guess`: proposes a struct that decodes the sample keys.
//!
//! A division divides all samples into parts, such as a number, a text or a constant. There are many divisions, and
//! each part has several possible readings: 4 bytes can be an integer, a time in seconds or a float. The cost of a
//! reading is the number of bits that the values of the part take under this reading, see [`cost`]. The guess is the
//! division with the least cost.

#![allow(clippy::indexing_slicing, reason = "offsets come from candidates, which end within their samples")]

mod calendar;
mod candidates;
mod columns;
mod cost;
mod part;
#[cfg(test)]
#[allow(clippy::struct_field_names, reason = "the names are made up")]
mod pasted;
mod percent;
mod proposal;
#[cfg(test)]
mod rules;
mod salts;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::{Result, bail, ensure};

use self::part::Separation;
pub(crate) use self::proposal::Proposal;
use self::search::Search;

/// The salt widths to try, in bytes.
const SALT_WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];
/// The maximum number of samples that the first round compares. More samples do not make a guess better.
const FIRST_SAMPLES: usize = 64;
/// The number of rounds before the command gives up. Each round makes a guess, and adds keys that it does not decode.
const ROUNDS: usize = 6;
/// The maximum number of keys that a round adds.
const KEYS_PER_ROUND: usize = 8;

/// A proposal with a salt may cost at most this many bits more than the best proposal without a salt.
const MAX_EXTRA_SALT_COST: f64 = 40.0;

/// If the keys have more different first bytes than this, the first byte does not distinguish kinds of rows.
const MAX_KINDS: usize = 16;
/// A struct for a kind of row is proposed only if at least this many samples have this kind.
const MIN_KEYS_OF_KIND: usize = 4;

/// Proposes one key type for all samples, or one key type for each kind of row. Together, the proposed structs decode all samples.
pub(crate) fn guess_kinds(samples: &[Vec<u8>]) -> Result<Vec<Proposal>> {
    let all = guess(samples);
    if all.as_ref().is_ok_and(|proposal| !proposal.ends_in_any_bytes()) {
        return all.map(|proposal| vec![proposal]);
    }
    kinds(samples).map_or_else(|| all.map(|proposal| vec![proposal]), Ok)
}

/// Proposes a key type for each first byte of the samples. Returns `None` if the first byte does not seem to
/// distinguish kinds of rows.
fn kinds(samples: &[Vec<u8>]) -> Option<Vec<Proposal>> {
    let mut kinds: BTreeMap<u8, BTreeSet<&Vec<u8>>> = BTreeMap::new();
    for sample in samples {
        kinds.entry(*sample.first()?).or_default().insert(sample);
    }
    let is_plausible =
        (2..=MAX_KINDS).contains(&kinds.len()) && kinds.values().all(|keys| keys.len() >= MIN_KEYS_OF_KIND);
    let propose = |(index, (first, keys)): (usize, (u8, BTreeSet<&Vec<u8>>))| {
        let keys: Vec<Vec<u8>> = keys.into_iter().cloned().collect();
        let mut proposal = guess(&keys).ok()?;
        proposal.name = format!("GuessedKey{}", index + 1);
        (proposal.namespace.first() == Some(&first) && !proposal.ends_in_any_bytes()).then_some(proposal)
    };
    if is_plausible { kinds.into_iter().enumerate().map(propose).collect() } else { None }
}

pub(crate) fn space_code(keys: &[Proposal]) -> String {
    let mut code = String::from("#[derive(Debug, Clone, PartialEq, rowkey::KeySpace)]\nenum GuessedSpace {\n");
    for (kind, key) in (1..).zip(keys) {
        let _ = writeln!(code, "    Kind{kind}({}),", key.name);
    }
    code + "}\n"
}

/// Proposes a key type that decodes all samples.
pub(crate) fn guess(samples: &[Vec<u8>]) -> Result<Proposal> {
    let distinct: BTreeSet<&Vec<u8>> = samples.iter().collect();
    ensure!(distinct.len() > 1, "a guess needs at least two different keys, better twenty");
    // Compares samples from all over the table, because neighboring keys have more in common than distant keys.
    let step = distinct.len().div_ceil(FIRST_SAMPLES);
    let mut compared: Vec<Vec<u8>> = distinct.iter().step_by(step).map(|key| (*key).clone()).collect();
    for _ in 0..ROUNDS {
        let proposal = guess_from(&compared)?;
        let not_decoded = proposal.not_decoded(distinct.iter().map(|key| key.as_slice()), KEYS_PER_ROUND)?;
        if not_decoded.is_empty() {
            return Ok(proposal);
        }
        compared.extend(not_decoded.into_iter().map(<[u8]>::to_vec));
    }
    bail!("no struct was found that decodes all these keys; help: give the command the keys of one kind")
}

/// Proposes the key type with the least cost that decodes all samples, which must be distinct.
fn guess_from(samples: &[Vec<u8>]) -> Result<Proposal> {
    let mut best: Option<(f64, Proposal)> = None;
    let mut keep = |cost: f64, proposal: &dyn Fn() -> Option<Proposal>| {
        let explains = |proposal: &Proposal| {
            proposal
                .layout()
                .is_ok_and(|layout| samples.iter().all(|sample| rowkey_cli::explain(&layout, sample).is_ok()))
        };
        if best.as_ref().is_none_or(|(least, _)| cost < *least)
            && let Some(proposal) = proposal().filter(explains)
        {
            best = Some((cost, proposal));
        }
    };
    let mut searches = Vec::new();
    let mut least_unsalted_cost = f64::INFINITY;
    for separation in separations(samples) {
        let mut search = Search::new(samples, separation);
        let Some((cost, parts)) = search.best_from(0) else { continue };
        keep(cost, &|| Some(Proposal::new(samples.len(), Vec::new(), false, separation, parts.clone())));
        least_unsalted_cost = least_unsalted_cost.min(cost);
        searches.push((separation, search));
    }
    let divisions = searches.len() * possible_salts(samples).count();
    for (separation, search) in &mut searches {
        for (start, width) in possible_salts(samples) {
            let Some((cost, parts)) = search.best_from(start + width) else { continue };
            // If the cost is far above the best proposal without a salt, these bytes are probably a part of the first
            // field.
            let first: Vec<&[u8]> = samples.iter().map(|sample| &sample[start..start + width]).collect();
            if cost + cost::salt_bytes(&first) > least_unsalted_cost + MAX_EXTRA_SALT_COST {
                continue;
            }
            keep(cost + cost::SALT_DECLARATION_COST, &|| {
                let namespace = samples[0][..start].to_vec();
                let unsalted = Proposal::new(samples.len(), namespace, true, *separation, parts.clone());
                salts::salted(&unsalted, width, divisions, samples)
            });
        }
    }
    let Some((_, mut proposal)) = best else { bail!("no key type has all these keys") };
    if let Some((_, search)) = searches.iter_mut().find(|(separation, _)| *separation == proposal.separation) {
        let salt = proposal.salt.as_ref().map(|salt| proposal.namespace.len() + salt.form.width());
        proposal.set_leads(&search.leads(salt.unwrap_or(0)));
    }
    Ok(proposal)
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
