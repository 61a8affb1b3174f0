//! `Slot` holds the value of an attribute if the user wrote the attribute, and reports a second value.

use super::table::Spec;
use crate::context::Context;
use crate::model::WithTokens;
use quote::ToTokens;

pub(crate) struct Slot<T> {
    value: Option<WithTokens<T>>,
    /// True if the user wrote the attribute, even if it could not be read.
    written: bool,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { value: None, written: false }
    }
}

impl<T> Slot<T> {
    /// Fills the slot with the value of an attribute. `None` means that the attribute could not be read, and that the
    /// mistake is already reported.
    pub(super) fn fill(&mut self, context: &Context, spec: &Spec, value: Option<T>, tokens: impl ToTokens) {
        self.written = true;
        let Some(value) = value else { return };
        if self.value.is_some() {
            context.error(tokens, format_args!("`{spec}` is written twice"), "leave one out");
        } else {
            self.value = Some(WithTokens::new(value, tokens));
        }
    }

    pub(crate) fn get(&self) -> Option<&WithTokens<T>> {
        self.value.as_ref()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.value.is_some()
    }

    /// Checks whether the user wrote the attribute. Rules about a missing attribute ask this, so that an attribute that
    /// could not be read stays the only error.
    #[cfg(any(feature = "records", test))]
    pub(crate) fn is_written(&self) -> bool {
        self.written
    }
}
