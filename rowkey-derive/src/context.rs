//! Collects the mistakes in one struct or enum, so that rustc reports all of them together.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::RefCell;
use std::fmt::{self, Display};

/// The mistakes found so far. Dropping a context without [`finish`](Self::finish) is a bug in this crate.
pub(crate) struct Context {
    /// `None` after `finish`.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Context {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Reports a mistake at `tokens`. `help` says what to write instead.
    pub(crate) fn error(&self, tokens: impl ToTokens, wrong: impl Display, help: impl Display) {
        self.push(tokens.into_token_stream(), format_args!("{wrong}\nhelp: {help}"));
    }

    /// Without type parameters, so that it is compiled once.
    fn push(&self, tokens: TokenStream, message: fmt::Arguments<'_>) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(syn::Error::new_spanned(tokens, message));
        }
    }

    pub(crate) fn mistake_count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Returns the compile errors of all mistakes, if there are any.
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

/// Writes a list for a message: "`a`, `b` or `c`".
pub(crate) fn listed<W: Display>(words: impl Iterator<Item = W>) -> String {
    let quoted: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    match &*quoted {
        [] => String::new(),
        [only] => only.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// Returns tokens as a person would write them, such as `Vec<u8>` instead of `Vec < u8 >`.
pub(crate) fn source_text(tokens: impl ToTokens) -> String {
    const SPACES: [(&str, &str); 8] =
        [(" < ", "<"), (" >", ">"), (" :: ", "::"), ("& ", "&"), (" ;", ";"), (" ,", ","), (" (", "("), ("! ", "!")];
    let text = tokens.into_token_stream().to_string();
    SPACES.iter().fold(text, |text, (spaced, tight)| text.replace(spaced, tight))
}
