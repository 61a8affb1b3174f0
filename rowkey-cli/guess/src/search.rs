//! Divides the samples into parts so that all parts together take the fewest bits.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::candidates::{Candidate, Preceding, candidates};
use super::part::{Part, Reading, Separation};

/// The search gives up after about this many states, see [`Search::solved`].
const MAX_STATES: usize = 60_000;

/// A linked list of the best parts from an offset in each sample to the end of the sample.
#[derive(Debug)]
struct BestParts {
    /// The bits of all parts of the list.
    cost: f64,
    /// `None` at the end of the samples.
    first: Option<(Candidate, Rc<BestParts>)>,
}

/// One part of a division, with its offsets in the samples.
struct Step {
    offsets: Vec<usize>,
    reading: Reading,
    next: Vec<usize>,
    cost: f64,
    /// The properties that restrict the part after this one.
    preceding: Preceding,
}

/// Two steps are equal if they read the same values from the same bytes.
impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.offsets == other.offsets && self.next == other.next && self.reading.has_the_values_of(&other.reading)
    }
}

/// Returns the best parts from the offsets on, as a list.
fn steps(offsets: &[usize], best: &BestParts) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut rest = best;
    while let Some((candidate, after)) = &rest.first {
        let offsets = steps.last().map_or_else(|| offsets.to_vec(), |step| step.next.clone());
        let start = Preceding { constant: false, unterminated: false };
        let preceding = steps.last().map_or(start, |step| step.preceding).and(candidate);
        let (reading, next, cost) = (candidate.reading.clone(), candidate.next.clone(), candidate.cost);
        steps.push(Step { offsets, reading, next, cost, preceding });
        rest = after;
    }
    steps
}

/// A search for the best parts of the samples, with one kind of separation.
pub(crate) struct Search<'a> {
    samples: &'a [Vec<u8>],
    separation: Separation,
    /// The rows of wide rows, with which the samples begin. A part must end at the end of each row.
    rows: Option<Vec<Vec<u8>>>,
    /// The best parts for each state. A state is one offset for each sample, and then the flags of [`Preceding`] as a number.
    solved: HashMap<Vec<usize>, Option<Rc<BestParts>>>,
}

impl<'a> Search<'a> {
    /// `row_ends` are the lengths of the rows, for wide rows.
    pub(crate) fn new(samples: &'a [Vec<u8>], separation: Separation, row_ends: Option<&[usize]>) -> Self {
        let rows = row_ends.map(|ends| samples.iter().zip(ends).map(|(sample, end)| sample[..*end].to_vec()).collect());
        Self { samples, separation, rows, solved: HashMap::new() }
    }

    /// Returns whether these are the offsets of the qualifiers in wide rows.
    fn are_row_ends(&self, offsets: &[usize]) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.iter().map(Vec::len).eq(offsets.iter().copied()))
    }

    /// Returns the candidates for the part at these offsets.
    fn candidates(&self, offsets: &[usize], preceding: Preceding) -> Vec<Candidate> {
        let rows = self.rows.as_ref().filter(|rows| rows.iter().zip(offsets).any(|(row, offset)| *offset < row.len()));
        let Some(rows) = rows else { return candidates(self.samples, offsets, self.separation, preceding) };
        // A salt that is tried is longer than a row.
        if rows.iter().zip(offsets).any(|(row, offset)| *offset > row.len()) {
            return Vec::new();
        }
        let separator: &[u8] = match &self.separation {
            Separation::Escapes => &[0, 0],
            Separation::Delimiter(byte) | Separation::Terminator(byte) => std::slice::from_ref(byte),
        };
        let are_separated = rows.iter().all(|row| row.ends_with(separator));
        let mut candidates = candidates(rows, offsets, self.separation, preceding);
        candidates.retain(|Candidate { reading, columns, next, .. }| {
            let needs_separator = reading.ends_at_separator()
                || (matches!(self.separation, Separation::Delimiter(_)) && !matches!(reading, Reading::Constant(_)));
            let is_within_rows = rows.iter().zip(next).all(|(row, next)| *next < row.len());
            columns.is_empty()
                && *reading != Reading::Unterminated
                && (is_within_rows || (self.are_row_ends(next) && (are_separated || !needs_separator)))
        });
        candidates
    }

    /// Finds the best parts of the bytes after `offset` in all samples. Returns the number of bits, the parts, and for wide rows
    /// the number of parts that the row consists of.
    pub(crate) fn best_from(&mut self, offset: usize) -> Option<(f64, Vec<Part>, Option<usize>)> {
        let mut in_row = None;
        let mut offsets = vec![offset; self.samples.len()];
        let mut rest = self.best_parts(offsets.clone(), Preceding { constant: false, unterminated: false })?;
        let (cost, mut parts) = (rest.cost, Vec::new());
        while let Some((candidate, next)) = &rest.first {
            if self.are_row_ends(&offsets) {
                in_row = Some(parts.len());
            }
            parts.extend(candidate.columns.iter().cloned());
            if !candidate.columns.is_empty() {
                break;
            }
            let ends = offsets.iter().zip(&candidate.next);
            let values = self.samples.iter().zip(ends).map(|(sample, (start, end))| &sample[*start..*end]);
            let distinct = values.collect::<BTreeSet<&[u8]>>().len();
            let lead = f64::INFINITY;
            parts.push(Part { reading: candidate.reading.clone(), saved: candidate.saved, distinct, lead });
            offsets.clone_from(&candidate.next);
            rest = Rc::clone(next);
        }
        (in_row.is_some() || self.rows.is_none()).then_some((cost, parts, in_row))
    }

    /// Returns the [lead](Part::lead) of each of the best parts from an offset on.
    ///
    /// Compares the best division with all divisions that begin in the same way, continue with another candidate, and
    /// end with the best parts after this candidate.
    pub(crate) fn leads(&mut self, offset: usize) -> Vec<f64> {
        let start = vec![offset; self.samples.len()];
        let mut preceding = Preceding { constant: false, unterminated: false };
        let Some(best) = self.best_parts(start.clone(), preceding) else { return Vec::new() };
        let best_steps = steps(&start, &best);
        let mut leads = vec![f64::INFINITY; best_steps.len()];
        let mut cost_before = 0.0;
        for (index, step) in best_steps.iter().enumerate() {
            for candidate in self.candidates(&step.offsets, preceding) {
                if candidate.next == step.next && candidate.reading.has_the_values_of(&step.reading) {
                    continue;
                }
                let next = candidate.next.clone();
                let Some(rest) = self.best_parts(next.clone(), preceding.and(&candidate)) else { continue };
                let lead = cost_before + candidate.cost + rest.cost - best.cost;
                let rest_steps = steps(&next, &rest);
                for (part, least) in best_steps.iter().zip(&mut leads).skip(index) {
                    if lead < *least && !rest_steps.contains(part) {
                        *least = lead;
                    }
                }
            }
            cost_before += step.cost;
            preceding = step.preceding;
        }
        leads
    }

    fn best_parts(&mut self, offsets: Vec<usize>, preceding: Preceding) -> Option<Rc<BestParts>> {
        if offsets.iter().zip(self.samples).all(|(offset, sample)| *offset == sample.len()) {
            return Some(Rc::new(BestParts { cost: 0.0, first: None }));
        }
        // The best parts depend only on the offsets and on the two flags of `preceding`, so each state is solved once.
        let mut state = offsets;
        state.push(usize::from(preceding.constant) + 2 * usize::from(preceding.unterminated));
        if let Some(solved) = self.solved.get(&state) {
            return solved.clone();
        }
        if self.solved.len() > MAX_STATES {
            return None;
        }
        let mut best: Option<Rc<BestParts>> = None;
        for candidate in self.candidates(&state[..self.samples.len()], preceding) {
            if best.as_ref().is_some_and(|best| candidate.cost >= best.cost) {
                continue;
            }
            let Some(rest) = self.best_parts(candidate.next.clone(), preceding.and(&candidate)) else { continue };
            let cost = candidate.cost + rest.cost;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Rc::new(BestParts { cost, first: Some((candidate, rest)) }));
            }
        }
        self.solved.insert(state, best.clone());
        best
    }
}
