//! Recognizes misspelled words, such as `delimeter` for `delimiter`.

/// Checks whether at most one edit turns one word into the other, or at most two edits if `known` has at least 6 bytes.
/// An edit inserts, removes or replaces a byte, or swaps two neighbors.
pub(crate) fn is_similar(known: &str, written: &str) -> bool {
    differ_by_at_most(known.as_bytes(), written.as_bytes(), if known.len() < 6 { 1 } else { 2 })
}

/// Checks whether at most `edits` edits turn `b` into `a`.
fn differ_by_at_most(a: &[u8], b: &[u8], edits: usize) -> bool {
    match (a, b) {
        ([], rest) | (rest, []) => rest.len() <= edits,
        ([x, a_rest @ ..], [y, b_rest @ ..]) if x == y => differ_by_at_most(a_rest, b_rest, edits),
        ([_, a_rest @ ..], [_, b_rest @ ..]) => {
            let Some(edits) = edits.checked_sub(1) else { return false };
            let swapped = match (a, b) {
                ([x1, x2, a_rest @ ..], [y1, y2, b_rest @ ..]) if x1 == y2 && x2 == y1 => {
                    differ_by_at_most(a_rest, b_rest, edits)
                }
                _ => false,
            };
            swapped
                || differ_by_at_most(a_rest, b, edits)
                || differ_by_at_most(a, b_rest, edits)
                || differ_by_at_most(a_rest, b_rest, edits)
        }
    }
}
