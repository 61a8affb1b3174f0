//! The codecs of other systems, times as text, and periods as bounds satisfy the laws of keys. Only CI compiles this
//! target, with the feature `thorough`.
#![allow(dead_code, unused_imports, unused_macros, reason = "`types` uses the rest of `laws`")]

mod codecs;
mod formats;
mod laws;
mod periods;
