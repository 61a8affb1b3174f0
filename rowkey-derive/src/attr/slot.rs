//! `Slot` holds the value of an attribute if the user wrote the attribute, and reports a second value. `slots!` declares
//! a struct of slots.

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

/// Declares a struct with a slot for each of these attributes, and its method `read`, which fills the slots from the
/// attributes of an item. Each line has the name of an attribute, its slot, and an expression that reads the arguments.
/// If they contain a mistake, the expression reports it and is `None`.
macro_rules! slots {
    (
        $(#[$about:meta])*
        $attrs:ident($context:ident, $spec:ident, $args:ident, $tokens:ident):
        $($(#[$doc:meta])* $name:ident => $slot:ident: $value:ty = $read:expr;)*
    ) => {
        $(#[$about])*
        #[derive(Default)]
        pub(crate) struct $attrs {
            $($(#[$doc])* pub(crate) $slot: $crate::attr::slot::Slot<$value>,)*
            /// True if none of the attributes has a mistake.
            pub(crate) is_valid: bool,
        }

        impl $attrs {
            pub(crate) fn read(
                $context: &$crate::context::Context,
                attrs: &[syn::Attribute],
                item: $crate::attr::Item,
            ) -> Self {
                use $crate::attr::table::Name;
                let mistakes_before = $context.mistake_count();
                let mut read = Self::default();
                for written in $crate::attr::written::read_written($context, attrs, item) {
                    let $crate::attr::written::Written { spec: $spec, tokens: $tokens, args: $args } = written;
                    match $spec.name {
                        $(Name::$name => {
                            let value = $read;
                            read.$slot.fill($context, $spec, value, $tokens);
                        })*
                        // A test checks that each attribute is read on the items that may have it.
                        _ => {}
                    }
                }
                read.is_valid = $context.mistake_count() == mistakes_before;
                read
            }

            /// Returns the tokens of the attribute with this name, if the item has the attribute.
            pub(crate) fn tokens(&self, name: $crate::attr::table::Name) -> Option<&proc_macro2::TokenStream> {
                use $crate::attr::table::Name;
                match name {
                    $(Name::$name => self.$slot.get().map(|attr| &attr.tokens),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use slots;
