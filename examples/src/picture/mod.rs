//! Code that the pictures of several examples share.

pub mod svg;

/// The style sheet for light and dark mode. Each picture embeds the style sheet, so a picture is a single file.
///
/// The style sheet uses no CSS variables, because some SVG viewers do not support them. Every selector starts with
/// `.hotspots`, so that the rules do not affect a page that embeds the picture.
pub const STYLE: &str = include_str!("style.css");
