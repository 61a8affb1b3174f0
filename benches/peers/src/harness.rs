//! Contenders and their timing. A contender is one crate, or hand-written code, on one workload. A pass runs one
//! operation of a contender on all values. The contenders take turns.

use std::time::Instant;

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

pub type Pass = Box<dyn FnMut()>;
pub type Encode<V> = Box<dyn Fn(&V) -> Vec<u8>>;
pub type Decode<V> = Box<dyn Fn(&[u8]) -> V>;

pub struct Contender<V> {
    pub name: &'static str,
    pub passes: Vec<(Operation, Pass)>,
    pub encode: Encode<V>,
    pub decode: Decode<V>,
}

impl<V: 'static> Contender<V> {
    pub fn new(
        name: &'static str,
        encode: impl Fn(&V) -> Vec<u8> + 'static,
        decode: impl Fn(&[u8]) -> V + 'static,
    ) -> Self {
        Self { name, passes: Vec::new(), encode: Box::new(encode), decode: Box::new(decode) }
    }

    /// Adds a pass that runs an operation on each of these values.
    pub fn each<T: 'static>(mut self, operation: Operation, of: Vec<T>, run: impl Fn(&T) + 'static) -> Self {
        let pass = move || {
            for one in std::hint::black_box(&of) {
                run(one);
            }
        };
        self.passes.push((operation, Box::new(pass)));
        self
    }

    /// Adds a pass that encodes each value into the same buffer, which is cleared but not freed.
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

    /// Adds a pass that handles all values at once.
    pub fn batch(mut self, operation: Operation, pass: impl FnMut() + 'static) -> Self {
        self.passes.push((operation, Box::new(pass)));
        self
    }

    fn pass(&mut self, operation: Operation) -> Option<&mut Pass> {
        self.passes.iter_mut().find(|(its, _)| *its == operation).map(|(_, pass)| pass)
    }
}

/// Returns the minimum time of each contender for one pass, in nanoseconds, or `None` if the contender lacks the
/// operation.
///
/// Other load on the machine affects all contenders, because they take turns, and affects the minimum time least.
pub fn time<V: 'static>(contenders: &mut [Contender<V>], operation: Operation, rounds: usize) -> Vec<Option<f64>> {
    let mut least = vec![None; contenders.len()];
    for _ in 0..rounds {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            let Some(pass) = contender.pass(operation) else { continue };
            let mut best = f64::MAX;
            for _ in 0..PASSES_PER_TURN {
                let started = Instant::now();
                pass();
                best = best.min(started.elapsed().as_secs_f64() * 1e9);
            }
            *least = Some(least.map_or(best, |least: f64| least.min(best)));
        }
    }
    least
}

/// The number of passes in a turn. The first pass warms up the caches.
const PASSES_PER_TURN: usize = 4;
