//! `Slot` holds the value of an attribute if the user wrote the attribute, and reports a second value.

use super::table::Spec;
use crate::context::Context;
use crate::model::WithTokens;
use quote::ToTokens;

pub(crate) struct Slot<T>(Option<WithTokens<T>>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Slot<T> {
    /// Fills the slot with the value of an attribute. `None` means that the attribute could not be read, and that the
    /// mistake is already reported.
    pub(super) fn fill(&mut self, context: &Context, spec: &Spec, value: Option<T>, tokens: impl ToTokens) {
        let Some(value) = value else { return };
        if self.0.is_some() {
            context.error(tokens, format_args!("`{spec}` is written twice"), "leave one out");
        } else {
            self.0 = Some(WithTokens::new(value, tokens));
        }
    }

    pub(crate) fn get(&self) -> Option<&WithTokens<T>> {
        self.0.as_ref()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }
}
