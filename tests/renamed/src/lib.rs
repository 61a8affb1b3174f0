//! tests/renamed
