//! [`Scanner`]: what a store keeps between two pages of a range.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The state that a store keeps between two pages of a range, for example an open cursor: see [`RangeRequest::scanner`].
///
/// All requests of a range have the same scanner. It is dropped when nobody reads the range any more, also if the range is
/// not read to its end.
///
/// [`RangeRequest::scanner`]: crate::RangeRequest::scanner
#[derive(Clone, Default)]
pub struct Scanner(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl fmt::Debug for Scanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scanner").finish_non_exhaustive()
    }
}

impl Scanner {
    /// Keeps a value for the next page.
    pub fn keep(&self, value: impl Any + Send) {
        *self.kept() = Some(Box::new(value));
    }

    /// Takes the value that the previous page has kept. Returns `None` for the first page, and if the previous request has failed.
    pub fn take<T: Any>(&self) -> Option<T> {
        let kept = self.kept().take()?;
        kept.downcast().ok().map(|value| *value)
    }

    fn kept(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
