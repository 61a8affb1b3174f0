//! What the pictures of the examples have in common.

pub mod svg;

/// Looks for light and dark; a picture holds it, so that it needs no other file. Not by variables, which some viewers of
/// SVG do not know, and below `.hotspots`, so that it means nothing to a page around the picture.
pub const STYLE: &str = include_str!("style.css");
