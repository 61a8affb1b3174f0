//! Checks whether the first bytes of all samples are a salt, which is computed from the bytes after it.

use std::collections::BTreeSet;

use rowkey_explain::FileLayout;
use serde::Deserialize as _;

use super::cost::as_f64;
use super::key_type::{KeyType, Salt, SaltForm};

/// The digests that a salt can be taken from, and their widths in bytes.
const DIGESTS: [(&str, usize); 5] = [("md5", 16), ("sha256", 32), ("xxh3", 8), ("crc32", 4), ("murmur3", 4)];
/// The maximum number of buckets to try, which is the number of values of a byte.
const MAX_BUCKETS: u32 = 256;

/// A salt is proposed only if its evidence is at least this many bits, see [`salted`].
const MIN_EVIDENCE: f64 = 6.0;

/// Returns the key type with a salt of `width` bytes before its fields. Returns `None` if no salt is right in all samples.
///
/// Many salts are tried, so one of them can fit by chance: each digest, form and field, in each of the `divisions` ways
/// to divide the keys. So a salt needs evidence: the bits of the salts of all different values, minus the binary
/// logarithm of the number of tried salts.
pub(crate) fn salted(unsalted: &KeyType, width: usize, divisions: usize, samples: &[Vec<u8>]) -> Option<KeyType> {
    let start = unsalted.namespace.len();
    let salts: Vec<&[u8]> = samples.iter().map(|sample| &sample[start..start + width]).collect();
    let distinct_salts = salts.iter().collect::<BTreeSet<_>>().len();
    if distinct_salts == 1 {
        return None;
    }
    // A constant before a text may be a part of the text, so that the salt is computed from both.
    let joined = (0..unsalted.fields.len()).filter_map(|of| Some((unsalted.joined(of)?, Some(of))));
    let plain = (0..unsalted.fields.len()).map(Some).chain([None]).map(|of| (unsalted.clone(), of));
    let forms = forms(&salts, width);
    let tried = (divisions * forms.len() * (2 * unsalted.fields.len() + 1)).max(1);
    for (unsalted, of) in plain.chain(joined) {
        let distinct = of.map_or(samples.len(), |of| unsalted.fields[of].part.distinct);
        // Equal values have equal salts, so the field must have at least as many values as there are salts.
        if distinct < distinct_salts {
            continue;
        }
        let is_integer = of.is_some_and(|of| unsalted.fields[of].part.reading.is_integer());
        let evidence = |form: &SaltForm| form.bits() * as_f64(distinct) - as_f64(tried).log2();
        let mut likely = forms
            .iter()
            .filter(|(algorithm, form)| evidence(form) >= MIN_EVIDENCE && (is_integer || *algorithm != "modulo"))
            .peekable();
        if likely.peek().is_none() {
            continue;
        }
        // There can be hundreds of forms. Their layouts differ only in the salt, so the rest of the layout is built
        // once.
        let Some(mut json) = unsalted.unsalted_layout_json() else { continue };
        for (algorithm, form) in likely {
            let salt = Salt { algorithm, form: *form, of, evidence: evidence(form), distinct };
            json["salt"] = unsalted.salt_json(&salt);
            let fits =
                |FileLayout(layout)| samples.iter().all(|sample| rowkey_explain::explain(&layout, sample).is_ok());
            if FileLayout::deserialize(&json).is_ok_and(fits) {
                let mut salted = unsalted;
                salted.salt = Some(salt);
                return Some(salted);
            }
        }
    }
    None
}

/// Returns the algorithms and forms that can have written these salts.
fn forms(salts: &[&[u8]], width: usize) -> Vec<(&'static str, SaltForm)> {
    let mut forms = Vec::new();
    for (algorithm, digest_width) in DIGESTS {
        for last in [false, true] {
            if width <= digest_width {
                forms.push((algorithm, SaltForm::Bytes { width, last }));
            }
            if width.is_multiple_of(2)
                && width / 2 <= digest_width
                && salts.iter().all(|salt| salt.iter().copied().all(is_hex))
            {
                forms.push((algorithm, SaltForm::Hex { width, last }));
            }
        }
    }
    let algorithms = || DIGESTS.map(|(algorithm, _)| algorithm).into_iter().chain(["modulo", "phoenix"]);
    if width == 1 {
        let buckets = || salts.iter().map(|salt| u32::from(salt[0]));
        let (least, greatest) = (buckets().min().unwrap_or(0), buckets().max().unwrap_or(0));
        // If the least value is not close to 0, the byte is not a bucket. `greatest` is then set so that the loop does
        // nothing.
        let greatest = if 3 * least <= greatest { greatest } else { MAX_BUCKETS };
        for count in greatest + 1..=MAX_BUCKETS.min(2 * greatest + 8) {
            forms.extend(algorithms().map(|algorithm| (algorithm, SaltForm::Buckets { width, count })));
        }
    }
    let digits = |salt: &&[u8]| std::str::from_utf8(salt).ok()?.parse::<u32>().ok();
    if let Some(numbers) = salts.iter().map(digits).collect::<Option<Vec<u32>>>() {
        let greatest = numbers.into_iter().max().unwrap_or(0);
        let least_count = (greatest + 1).max(10_u32.pow(u32::try_from(width - 1).unwrap_or(0)) + 1);
        for count in least_count
            ..=MAX_BUCKETS.min(2 * greatest + 8).min(10_u32.saturating_pow(u32::try_from(width).unwrap_or(9)))
        {
            forms.extend(algorithms().map(|algorithm| (algorithm, SaltForm::BucketDigits { width, count })));
        }
    }
    forms
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}
