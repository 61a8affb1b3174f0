//! Compares a word with the word that the user probably meant.

/// Checks whether one inserted, missing, wrong or swapped character turns one word into the other. In a long word, two
/// such edits are allowed.
pub(crate) fn nearly(known: &str, written: &str) -> bool {
    within(known.as_bytes(), written.as_bytes(), if known.len() < 6 { 1 } else { 2 })
}

/// Checks whether at most `edits` edits turn `b` into `a`.
fn within(a: &[u8], b: &[u8], edits: usize) -> bool {
    match (a, b) {
        ([], rest) | (rest, []) => rest.len() <= edits,
        ([x, a_rest @ ..], [y, b_rest @ ..]) if x == y => within(a_rest, b_rest, edits),
        ([_, a_rest @ ..], [_, b_rest @ ..]) => {
            let Some(edits) = edits.checked_sub(1) else { return false };
            let swapped = match (a, b) {
                ([x1, x2, a_rest @ ..], [y1, y2, b_rest @ ..]) if x1 == y2 && x2 == y1 => within(a_rest, b_rest, edits),
                _ => false,
            };
            swapped || within(a_rest, b, edits) || within(a, b_rest, edits) || within(a_rest, b_rest, edits)
        }
    }
}
