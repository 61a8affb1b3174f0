//! Code that the pictures of several examples share.

pub mod svg;

/// The style sheet for light and dark mode. It is embedded, so a picture needs no other file.
///
/// It uses no CSS variables, because some SVG viewers do not support them. All rules are below `.hotspots`, so that they do
/// not affect a page that embeds the picture.
pub const STYLE: &str = include_str!("style.css");
