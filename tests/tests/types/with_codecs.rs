//! Tests the codecs of other systems, times as text, and periods as bounds. Only CI compiles this target, with the
//! feature `thorough`.
#![allow(dead_code, unused_imports, unused_macros, reason = "`types` uses the rest of `laws`")]

mod codecs;
mod delimited;
mod formats;
mod laws;
mod periods;
