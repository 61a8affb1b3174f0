//! Finds the division of the samples into parts that takes the fewest bits.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::candidates::{After, Candidate, candidates};
use super::part::{Part, Reading, Separation};

/// The search gives up after about this many different states, see [`Search::known`].
const LIMIT: usize = 60_000;

/// The best parts of all samples from some offsets on.
#[derive(Debug)]
struct Rest {
    cost: f64,
    first: Option<(Candidate, Rc<Rest>)>,
}

/// A search for the best parts of the samples, with one kind of separation.
pub(crate) struct Search<'a> {
    samples: &'a [Vec<u8>],
    separation: Separation,
    /// The best parts for each state. A state is one offset for each sample, and then the flags of [`After`] as a number.
    known: HashMap<Vec<usize>, Option<Rc<Rest>>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(samples: &'a [Vec<u8>], separation: Separation) -> Self {
        Self { samples, separation, known: HashMap::new() }
    }

    /// Finds the parts of the samples from an offset on that take the fewest bits. Returns the number of bits, and the parts.
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
        // The rest depends on the offsets and on two flags: a constant never follows another constant, and all parts after an
        // unterminated text have fixed widths.
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
