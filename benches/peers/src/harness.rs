//! Contenders, and how they are timed: one pass over the same values, taking turns.

use std::time::Instant;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Array,
    Reused,
    NewVec,
    Owned,
    Borrowed,
    Range,
}

impl Operation {
    pub const ALL: [Self; 6] = [Self::Array, Self::Reused, Self::NewVec, Self::Owned, Self::Borrowed, Self::Range];

    pub fn name(self) -> &'static str {
        match self {
            Self::Array => "encode, array",
            Self::Reused => "encode, reused buffer",
            Self::NewVec => "encode, new `Vec`",
            Self::Owned => "decode, owned",
            Self::Borrowed => "decode, borrowed",
            Self::Range => "range",
        }
    }
}

/// Runs an operation once on every value.
pub type Pass = Box<dyn FnMut()>;

/// One crate, or code written by hand, at one workload.
pub struct Contender<V> {
    pub name: &'static str,
    pub passes: Vec<(Operation, Pass)>,
    pub encode: Box<dyn Fn(&V) -> Vec<u8>>,
    pub decode: Box<dyn Fn(&[u8]) -> V>,
}

impl<V: 'static> Contender<V> {
    pub fn new(
        name: &'static str,
        encode: impl Fn(&V) -> Vec<u8> + 'static,
        decode: impl Fn(&[u8]) -> V + 'static,
    ) -> Self {
        Self { name, passes: Vec::new(), encode: Box::new(encode), decode: Box::new(decode) }
    }

    /// Adds an operation that is run once on each of these.
    pub fn each<T: 'static>(mut self, operation: Operation, of: Vec<T>, run: impl Fn(&T) + 'static) -> Self {
        let pass = move || {
            for one in std::hint::black_box(&of) {
                run(one);
            }
        };
        self.passes.push((operation, Box::new(pass)));
        self
    }

    /// Adds encoding to a buffer that is emptied, not freed.
    pub fn reused<T: 'static>(mut self, of: Vec<T>, run: impl Fn(&T, &mut Vec<u8>) + 'static) -> Self {
        let mut buffer = Vec::new();
        let pass = move || {
            for one in std::hint::black_box(&of) {
                buffer.clear();
                run(one, &mut buffer);
                std::hint::black_box(&buffer);
            }
        };
        self.passes.push((Operation::Reused, Box::new(pass)));
        self
    }

    /// Adds an operation on all values at once.
    pub fn batch(mut self, operation: Operation, pass: impl FnMut() + 'static) -> Self {
        self.passes.push((operation, Box::new(pass)));
        self
    }

    fn pass(&mut self, operation: Operation) -> Option<&mut Pass> {
        self.passes.iter_mut().find(|(its, _)| *its == operation).map(|(_, pass)| pass)
    }
}

/// The least time that each contender took for one pass, in nanoseconds.
///
/// They take turns, so that whatever else the machine does falls on all; and the least time is the one in which it did
/// nothing else.
pub fn time<V: 'static>(contenders: &mut [Contender<V>], operation: Operation, rounds: usize) -> Vec<Option<f64>> {
    let mut least = vec![None; contenders.len()];
    for _ in 0..rounds {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            let Some(pass) = contender.pass(operation) else { continue };
            let mut best = f64::MAX;
            for _ in 0..PASSES_A_TURN {
                let started = Instant::now();
                pass();
                best = best.min(started.elapsed().as_secs_f64() * 1e9);
            }
            *least = Some(least.map_or(best, |least: f64| least.min(best)));
        }
    }
    least
}

/// The first pass of a turn warms the caches up.
const PASSES_A_TURN: usize = 4;
