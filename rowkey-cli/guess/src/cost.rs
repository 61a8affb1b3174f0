//! Estimates how many bits the values of a part need under each reading, and how likely the reading is. In this file,
//! "the bits" of values are the number of bits that they need.
//!
//! The search chooses the division that needs the fewest bits, which is the principle of minimum description length. A
//! reading that explains the pattern of the bytes needs few bits. Each reading itself also costs bits, so that the
//! search does not invent a reading for a few samples.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::part::{NumberForm, Part, Unit};

/// The bits that each part costs in addition to the bits of its values.
pub(crate) const PART_COST: f64 = 12.0;
/// The bits that a salt costs in addition to its bytes: for its digest, its form, and the field that it is computed
/// from.
pub(crate) const SALT_DECLARATION_COST: f64 = PART_COST + 16.0;
/// The extra bits of a character between words, if a text is divided into words. A separator between two fields is more
/// likely.
const SEPARATOR_IN_TEXT_COST: f64 = 4.0;
/// If the best division of the keys takes this many bits less than the second-best one, its odds double. With exact
/// costs instead of estimates, a single bit would double the odds.
pub(crate) const LEAD_THAT_DOUBLES_ODDS: f64 = 6.0;
/// The bits of one magnitude in a list of the magnitudes that numbers have.
const MAGNITUDE_COST: f64 = 6.0;
/// Magnitudes are only tried if at least one number is not less than this.
const LEAST_OF_MAGNITUDES: u128 = 1 << 16;
/// One value in this many can be an exception, which is far from all other values.
const VALUES_PER_EXCEPTION: usize = 8;
/// The starts of the years 1990 and 2035, in seconds since 1970. Times before or after are unlikely.
const FIRST_SECOND: u128 = 631_152_000;
const LAST_SECOND: u128 = 2_051_222_400;

/// Returns the number of bits of a number, without leading zeros.
fn bits(number: u128) -> f64 {
    f64::from(128 - number.leading_zeros())
}

#[allow(clippy::cast_precision_loss, reason = "there are few samples, and each is short")]
pub(crate) fn as_f64(number: usize) -> f64 {
    number as f64
}

/// Returns the bits of numbers that are written as distances from zero or from the least number, whichever takes fewer bits.
pub(crate) fn numbers(values: &[u128]) -> f64 {
    of_one_range(values).min(of_magnitudes(values))
}

/// Returns the bits of numbers that, except for a few, are close to each other or to zero.
fn of_one_range(values: &[u128]) -> f64 {
    let all = |values: &[u128]| {
        let (least, greatest) = bounds(values);
        let n = as_f64(values.len());
        (n * bits(greatest)).min(n * bits(greatest - least) + 1.5 * bits(least))
    };
    let usual = usual(values);
    if usual.len() == values.len() { all(values) } else { all(values).min(all(&usual) + exceptions(values, &usual)) }
}

/// Returns the bits of numbers that are written as their magnitude, which is their number of bits, and then as the bits after
/// the first one. Ids of a few old rows and of many new rows, for example, have few different magnitudes.
fn of_magnitudes(values: &[u128]) -> f64 {
    if bounds(values).1 < LEAST_OF_MAGNITUDES {
        return f64::INFINITY;
    }
    let mut magnitudes: Vec<u32> = values.iter().map(|value| 128 - value.leading_zeros()).collect();
    magnitudes.sort_unstable();
    let n = as_f64(values.len());
    let same = magnitudes.chunk_by(u32::eq).map(|same| (as_f64(same.len()), f64::from(same[0].saturating_sub(1))));
    same.map(|(count, rest)| count * (rest + (n / count).log2()) + MAGNITUDE_COST).sum()
}

/// Returns the values without a few that are far from all others, such as zero or the greatest value of the type.
fn usual(values: &[u128]) -> Cow<'_, [u128]> {
    let max_exceptions = values.len() / VALUES_PER_EXCEPTION;
    let mut usual = Cow::Borrowed(values);
    // Two rounds: one for exceptions above all other values, and one for exceptions below all other values.
    for _ in 0..2 {
        let (least, greatest) = bounds(&usual);
        let near = (greatest - least) / 16;
        if max_exceptions == 0 || near == 0 {
            break;
        }
        let (low, high) = (|value: &u128| value - least <= near, |value: &u128| greatest - value <= near);
        let enough = values.len() - max_exceptions;
        if usual.iter().filter(|value| low(value)).count() >= enough {
            usual.to_mut().retain(low);
        } else if usual.iter().filter(|value| high(value)).count() >= enough {
            usual.to_mut().retain(high);
        }
    }
    usual
}

/// Returns the bits of the exceptions, which are the values that are not usual: their positions and the values themselves.
fn exceptions(values: &[u128], usual: &[u128]) -> f64 {
    if values.len() == usual.len() {
        return 0.0;
    }
    let (least, greatest) = bounds(usual);
    let exceptions = values.iter().filter(|value| !(least..=greatest).contains(value));
    // Zero, the least and the greatest value of a type are likely exceptions.
    let is_bound = |value: u128| value & value.wrapping_add(1) == 0 || value.is_power_of_two();
    let each = |value: &u128| if is_bound(*value) { 3.0 } else { bits(*value) + 3.0 };
    exceptions.map(|value| each(value) + bits(values.len() as u128)).sum()
}

/// Returns the bits of numbers, each written in full, or as one of a few numbers that occur repeatedly.
pub(crate) fn numbers_or_list(values: &[u128]) -> f64 {
    let distinct: BTreeSet<u128> = values.iter().copied().collect();
    let choice = as_f64(values.len()) * as_f64(distinct.len()).log2() + 6.0;
    let list = numbers(&distinct.into_iter().collect::<Vec<u128>>()) + choice;
    list.min(numbers(values))
}

/// Returns the bits of times, which are often close together, and often multiples of a second or a minute.
pub(crate) fn times(values: &[u128]) -> f64 {
    // A time needs the bits of its distance from the first time, whose own bits cost little.
    let usual = usual(values);
    let (least, greatest) = bounds(&usual);
    let steps = |step: u128| as_f64(usual.len()) * bits((greatest - least) / step) + 12.0 + 1.5 * (bits(step) - 1.0);
    numbers_or_list(values).min(steps(1).min(steps(step(&usual))) + exceptions(values, &usual))
}

/// Returns the greatest common divisor of all differences of the values, such as 60,000 for whole minutes in milliseconds.
fn step(values: &[u128]) -> u128 {
    let (least, _) = bounds(values);
    let divisor = values.iter().fold(0, |mut step, value| {
        let mut rest = value - least;
        while rest != 0 {
            (step, rest) = (rest, step % rest);
        }
        step
    });
    divisor.max(1)
}

fn bounds(values: &[u128]) -> (u128, u128) {
    let least = values.iter().min().copied().unwrap_or(0);
    let greatest = values.iter().max().copied().unwrap_or(0);
    (least, greatest)
}

/// Returns the bits of the numbers of an integer field in one form, and the unit if the numbers can be times.
pub(crate) fn integers(raw: &[u128], width: usize, form: NumberForm) -> (f64, Option<Unit>) {
    let mask = if width == 16 { u128::MAX } else { (1 << (8 * width)) - 1 };
    let sign = 1 << (8 * width - 1);
    let decoded = |value: &u128| match form {
        NumberForm::Unsigned | NumberForm::TwosComplement => *value,
        NumberForm::Descending => !value & mask,
        NumberForm::LittleEndian => value.swap_bytes() >> (128 - 8 * width),
        NumberForm::Signed => value ^ sign,
        NumberForm::SignedDescending => value ^ sign ^ mask,
    };
    let mut values: Vec<u128> = raw.iter().map(decoded).collect();
    let mut penalty = match form {
        NumberForm::Unsigned => 0.0,
        NumberForm::LittleEndian => 4.0,
        _ => 3.0,
    };
    // In a width such as 6 bytes, numbers that all begin with a zero byte are not times: they would fit a narrower
    // field.
    let fits = |values: &[u128]| width.is_power_of_two() || bounds(values).1 >> (8 * (width - 1)) != 0;
    if width >= 4
        && let Some(unit) = time(&values).filter(|_| fits(&values))
    {
        return (times(&values) + penalty, Some(unit));
    }
    let signed = matches!(form, NumberForm::Signed | NumberForm::SignedDescending | NumberForm::TwosComplement);
    if signed && values.iter().any(|value| value & sign != 0) {
        penalty += 1.0;
        // The zigzag encoding maps 0, -1, 1, -2, .. to 0, 1, 2, 3, .. so that small negative numbers also take few
        // bits.
        for value in &mut values {
            *value = if *value & sign == 0 { *value << 1 } else { ((!*value & mask) << 1) | 1 };
        }
    }
    // If most values are distinct, a list of the distinct numbers shows no pattern.
    let distinct = values.iter().collect::<BTreeSet<_>>().len();
    let bits = if 3 * distinct <= 2 * values.len() { numbers_or_list(&values) } else { numbers(&values) };
    (bits + penalty, None)
}

/// Returns the bits of floating-point numbers in the form that sorts. Returns `None` if more than one number in
/// [`VALUES_PER_EXCEPTION`] is too small or too large to be likely.
pub(crate) fn floats(raw: &[u128], width: usize) -> Option<f64> {
    let sign = 1_u64 << (8 * width - 1);
    let float = |raw: &u128| {
        let stored = u64::try_from(*raw).unwrap_or(0);
        let bits = if stored & sign == 0 { !stored & (sign | (sign - 1)) } else { stored ^ sign };
        if width == 4 { f64::from(f32::from_bits(u32::try_from(bits).unwrap_or(0))) } else { f64::from_bits(bits) }
    };
    let (least, greatest) = if width == 4 { (1e-6, 1e10) } else { (1e-9, 1e20) };
    let is_usual = |float: f64| float == 0.0 || (least..greatest).contains(&float.abs());
    let max_exceptions = raw.len() / VALUES_PER_EXCEPTION;
    if raw.iter().filter(|raw| !is_usual(float(raw))).nth(max_exceptions).is_some() {
        return None;
    }
    let usual: Vec<u128> = raw.iter().copied().filter(|raw| is_usual(float(raw))).collect();
    // An `f32` that is converted to `f64` prints more digits: 0.1 becomes 0.10000000149011612.
    #[allow(clippy::cast_possible_truncation, reason = "the number was an `f32`")]
    let text = |raw: &u128| if width == 4 { (float(raw) as f32).to_string() } else { float(raw).to_string() };
    let decimals = |raw: &u128| text(raw).split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let n = as_f64(usual.len());
    let (from, to) = bounds(&usual);
    let range = n * bits(to - from) + 12.0;
    // The cost if each number has a sign, one of a few exponents, and a fraction.
    let mut exponents: Vec<i64> = usual.iter().map(|raw| exponent(float(raw))).collect();
    exponents.sort_unstable();
    let same = exponents.chunk_by(i64::eq).map(|same| as_f64(same.len()));
    let exponents: f64 = same.map(|same| same * (n / same).log2() + 4.0).sum();
    let binary = n * if width == 4 { 24.0 } else { 53.0 } + exponents + 11.0;
    // The cost if the numbers are multiples of 0.1, 0.01, ..
    let max_decimals = usual.iter().map(decimals).max().unwrap_or(0);
    let decimal = (max_decimals <= 6)
        .then(|| times(&usual.iter().map(|raw| scaled(float(raw), max_decimals)).collect::<Vec<_>>()));
    let usual_cost = decimal.unwrap_or(f64::INFINITY).min(range).min(binary) + 8.0;
    Some(usual_cost + as_f64(raw.len() - usual.len()) * (8.0 * as_f64(width) + bits(raw.len() as u128)))
}

/// Returns the binary exponent as it is stored, with its bias.
fn exponent(float: f64) -> i64 {
    i64::try_from(float.to_bits() >> 52 & 0x7FF).unwrap_or(0)
}

/// Returns the number, rounded to this many decimals, as an integer without the decimal point. The lowest bit is the sign.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float saturates")]
fn scaled(float: f64, digits: usize) -> u128 {
    let scale: f64 = std::iter::repeat_n(10.0, digits).product();
    ((float.abs() * scale).round() as u128) << 1 | u128::from(float.is_sign_negative())
}

/// Returns the unit in which the values are times between 1990 and 2035, except for a few values such as zero.
pub(crate) fn time(values: &[u128]) -> Option<Unit> {
    if !values.iter().take(values.len() / VALUES_PER_EXCEPTION + 1).any(|value| *value >= FIRST_SECOND) {
        return None;
    }
    let (least, greatest) = bounds(&usual(values));
    // Values that span less than a minute are more likely something else.
    let fits = |factor: u128| {
        least >= FIRST_SECOND * factor && greatest <= LAST_SECOND * factor && greatest - least >= 60 * factor
    };
    let (unit, ..) = Unit::ALL.iter().find(|(_, factor, _)| fits(*factor))?;
    // One or two values can be in this range by chance.
    let distinct: BTreeSet<_> = values.iter().collect();
    let is_piece_of_text = distinct.len() > 3 && distinct.iter().all(|value| is_text(**value));
    (distinct.len() >= values.len().min(3) && !is_piece_of_text).then_some(*unit)
}

/// Checks whether all bytes of a number, without leading and trailing zero bytes, are printable. By chance, this is
/// true for only about 5 % of all timestamps.
fn is_text(number: u128) -> bool {
    let significant = number.checked_shr(number.trailing_zeros() / 8 * 8).unwrap_or(0);
    significant.to_be_bytes().iter().skip_while(|byte| **byte == 0).all(|byte| (b' '..=b'~').contains(byte))
}

/// Returns the bits of a text. Letters and digits need fewer bits than other characters, because they are more likely.
pub(crate) fn text(content: &str) -> f64 {
    if content.bytes().all(|byte| byte.is_ascii_digit()) {
        return 3.4 * as_f64(content.len());
    }
    let hex = content.len() >= 4 && content.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let bits_of = |c: char| match c {
        '0'..='9' | 'a'..='f' if hex => 4.2,
        'a'..='z' | '0'..='9' | '-' | '_' | '.' | ' ' => 5.2,
        ' '..='~' => 6.6,
        other => 8.0 * as_f64(other.len_utf8()),
    };
    content.chars().map(bits_of).sum()
}

/// Returns bytes as text, unless they are not UTF-8 or contain control characters.
pub(crate) fn as_text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.chars().any(char::is_control))
}

/// Returns the bits of the contents of a variable-length part, without the bits of their lengths.
pub(crate) fn contents(contents: &[&[u8]], as_bytes: bool) -> f64 {
    if as_bytes {
        // Bytes cost a little more than text of the same length, because text is more likely.
        return contents
            .iter()
            .map(|content| 8.0 * as_f64(content.len()) + (0.2 * as_f64(content.len())).min(8.0))
            .sum();
    }
    let texts: Vec<&str> = contents.iter().filter_map(|content| as_text(content)).collect();
    texts_or_list(&texts)
}

/// Returns the bits of texts that are stored after their lengths, without the bits of the lengths. The beginning that all
/// texts share is counted once.
pub(crate) fn length_prefixed(contents: &[&[u8]]) -> f64 {
    let texts: Vec<&str> = contents.iter().filter_map(|content| as_text(content)).collect();
    let first = texts.first().copied().unwrap_or("");
    let common =
        |len: &usize| first.is_char_boundary(*len) && texts.iter().all(|text| text.starts_with(&first[..*len]));
    let prefix = (0..=first.len()).rev().find(common).unwrap_or(0);
    let rests: Vec<&str> = texts.iter().map(|text| &text[prefix..]).collect();
    text(&first[..prefix]) + texts_or_list(&rests)
}

/// Returns the bits of texts, each written in full, or as one of a few texts or words that occur repeatedly.
fn texts_or_list(texts: &[&str]) -> f64 {
    let is_separator = |c: char| !c.is_alphanumeric();
    // One list for the first words, one for the second words, and so on, as if each word were a field.
    let mut words: Vec<Vec<&str>> = Vec::new();
    for (at, word) in texts.iter().flat_map(|text| text.split(is_separator).enumerate()) {
        words.resize_with(words.len().max(at + 1), Vec::new);
        words[at].push(word);
    }
    let separators: String = texts.iter().flat_map(|text| text.chars()).filter(|c| is_separator(*c)).collect();
    let between = text(&separators) + SEPARATOR_IN_TEXT_COST * as_f64(separators.chars().count());
    let all: f64 = texts.iter().map(|each| text(each)).sum();
    let words = words.iter().map(|words| list_of(words)).sum::<f64>() + between;
    all.min(list_of(texts)).min(words).min(two_lists_of(texts))
}

/// Returns the bits of texts that are split at a separator into two lists, such as a list of host names and a list of
/// paths. Returns infinity if no separator occurs in all texts.
fn two_lists_of(texts: &[&str]) -> f64 {
    let separators: BTreeSet<char> =
        texts.first().map_or("", |first| *first).chars().filter(|c| !c.is_alphanumeric()).collect();
    let cost = |separator: char| {
        let halves: Option<Vec<(&str, &str)>> = texts.iter().map(|text| text.split_once(separator)).collect();
        let (before, after): (Vec<&str>, Vec<&str>) = halves?.into_iter().unzip();
        let between = text(separator.encode_utf8(&mut [0; 4])) + SEPARATOR_IN_TEXT_COST;
        Some(list_of(&before) + list_of(&after) + as_f64(texts.len()) * between)
    };
    separators.into_iter().filter_map(cost).fold(f64::INFINITY, f64::min)
}

/// Returns the bits of texts if each different text is written once, in a list, and each text is a position in this list.
fn list_of(texts: &[&str]) -> f64 {
    let distinct: BTreeSet<&str> = texts.iter().copied().collect();
    let list: f64 = distinct.iter().map(|once| text(once)).sum();
    list + as_f64(texts.len()) * as_f64(distinct.len()).log2() + 6.0
}

/// Returns the bits of values with the same width, each written in full, or as one of a few values that occur
/// repeatedly.
pub(crate) fn bytes_or_list(values: &[&[u8]]) -> f64 {
    let n = as_f64(values.len());
    let bytes = values.first().map_or(0, |value| value.len());
    let distinct: BTreeSet<&&[u8]> = values.iter().collect();
    let list = 8.0 * as_f64(bytes) * as_f64(distinct.len()) + n * as_f64(distinct.len()).log2() + 6.0;
    list.min(8.0 * as_f64(bytes) * n)
}

pub(crate) fn lengths(contents: &[&[u8]]) -> f64 {
    let lengths: Vec<u128> = contents.iter().map(|content| content.len() as u128).collect();
    of_one_range(&lengths) + 2.0
}

/// Returns the bits of bytes that could be a salt: unrelated bytes, digits or hexadecimal digits.
pub(crate) fn salt_bytes(first: &[&[u8]]) -> f64 {
    let hex = first.iter().all(|salt| salt.iter().all(u8::is_ascii_hexdigit));
    let number = |salt: &&[u8]| salt.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    let buckets = numbers(&first.iter().map(number).collect::<Vec<u128>>());
    let bytes = bytes_or_list(first).min(buckets);
    if hex { bytes.min(contents(first, false)) } else { bytes }
}

impl Part {
    /// Returns the likelihood of the reading in percent: compared with unrelated bytes, or compared with the second-best division
    /// of the keys, whichever is less. Each bit that the reading saves in each sample doubles the odds.
    pub(crate) fn likelihood(&self, samples: usize) -> u32 {
        let bits = self.saved - PART_COST / as_f64(samples);
        likelihood(bits.min(self.lead / LEAD_THAT_DOUBLES_ODDS), self.distinct)
    }

    /// Checks whether the bytes have no pattern, such as the bytes of a hash.
    pub(crate) fn is_unrelated(&self) -> bool {
        self.saved < 1.0
    }
}

/// Returns a likelihood in percent. `bits` is the binary logarithm of the odds.
///
/// After `n` different values without an exception, the likelihood is at most `(n + 1) / (n + 2)`, which is the rule of
/// succession: the next key can always be an exception.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
pub(crate) fn likelihood(bits: f64, distinct: usize) -> u32 {
    let odds = bits.clamp(-20.0, 20.0).exp2();
    let no_exception = as_f64(distinct + 1) / as_f64(distinct + 2);
    (100.0 * (odds / (1.0 + odds)).min(no_exception)).round_ties_even() as u32
}
