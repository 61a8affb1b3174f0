//! Collects mistakes, so that all of a struct's are reported at once.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::RefCell;
use std::fmt::Display;

/// The mistakes found so far. Dropping it unread is itself a mistake.
pub(crate) struct Context {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Context {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Reports a mistake that stands at `tokens`.
    pub(crate) fn error(&self, tokens: impl ToTokens, message: impl Display) {
        self.syn_error(syn::Error::new_spanned(tokens.into_token_stream(), message));
    }

    pub(crate) fn syn_error(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// How many there are so far.
    pub(crate) fn mistakes(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The compile errors of all mistakes, if there are any.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        if errors.is_empty() {
            return Ok(());
        }
        Err(errors.iter().map(syn::Error::to_compile_error).collect())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            debug_assert!(self.errors.borrow().is_none(), "mistakes were collected and not reported");
        }
    }
}
