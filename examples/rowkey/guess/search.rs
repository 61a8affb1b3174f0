//! Finds the parts into which the samples are divided best.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::candidates::{After, Candidate, candidates};
use super::part::{Part, Reading, Separation};

/// More divisions than this are not compared.
const LIMIT: usize = 60_000;

/// The parts of all samples from some offsets on.
#[derive(Debug)]
struct Rest {
    cost: f64,
    first: Option<(Candidate, Rc<Rest>)>,
}

/// Searches the parts of samples whose fields are separated in one way.
pub(crate) struct Search<'a> {
    samples: &'a [Vec<u8>],
    separation: Separation,
    /// The best parts from these offsets on, one offset for each sample.
    known: HashMap<Vec<usize>, Option<Rc<Rest>>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(samples: &'a [Vec<u8>], separation: Separation) -> Self {
        Self { samples, separation, known: HashMap::new() }
    }

    /// Returns the parts of the samples from an offset on that take the fewest bits, and these bits.
    pub(crate) fn from(&mut self, offset: usize) -> Option<(f64, Vec<Part>)> {
        let mut offsets = vec![offset; self.samples.len()];
        let mut rest = self.best(offsets.clone(), After { constant: false, unterminated: false })?;
        let (cost, mut parts) = (rest.cost, Vec::new());
        while let Some((candidate, next)) = &rest.first {
            parts.extend(candidate.columns.iter().cloned());
            if !candidate.columns.is_empty() {
                break;
            }
            let ends = offsets.iter().zip(&candidate.next);
            let values = self.samples.iter().zip(ends).map(|(sample, (start, end))| &sample[*start..*end]);
            let distinct = values.collect::<BTreeSet<&[u8]>>().len();
            parts.push(Part { reading: candidate.reading.clone(), saved: candidate.saved, distinct });
            offsets.clone_from(&candidate.next);
            rest = Rc::clone(next);
        }
        Some((cost, parts))
    }

    fn best(&mut self, offsets: Vec<usize>, after: After) -> Option<Rc<Rest>> {
        if offsets.iter().zip(self.samples).all(|(offset, sample)| *offset == sample.len()) {
            return Some(Rc::new(Rest { cost: 0.0, first: None }));
        }
        // The offsets alone determine the rest, except that no constant follows another one, and that no width varies after an
        // unterminated text.
        let mut state = offsets;
        state.push(usize::from(after.constant) + 2 * usize::from(after.unterminated));
        if let Some(known) = self.known.get(&state) {
            return known.clone();
        }
        if self.known.len() > LIMIT {
            return None;
        }
        let mut best: Option<Rc<Rest>> = None;
        for candidate in candidates(self.samples, &state[..self.samples.len()], self.separation, after) {
            if best.as_ref().is_some_and(|best| candidate.cost >= best.cost) {
                continue;
            }
            let unterminated = after.unterminated || candidate.reading == Reading::Unterminated;
            let after = After { constant: candidate.is_constant(), unterminated };
            let Some(rest) = self.best(candidate.next.clone(), after) else { continue };
            let cost = candidate.cost + rest.cost;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Rc::new(Rest { cost, first: Some((candidate, rest)) }));
            }
        }
        self.known.insert(state, best.clone());
        best
    }
}
