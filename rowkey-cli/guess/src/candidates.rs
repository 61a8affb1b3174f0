//! Lists the candidates for the next part of all samples: the readings that fit the next bytes of each sample.

use super::cost::{self, PART_COST, as_f64, as_text};
use super::part::{Format, Length, NumberForm, Part, Reading, Separation, Unit};
use super::{calendar, columns, percent};

/// A possible next part of all samples. It begins at a given offset in each sample.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) reading: Reading,
    /// If all rests are in the format of another system, such as a FoundationDB tuple: all columns up to the ends of
    /// the keys. `reading` is then the reading of the first column.
    pub(crate) columns: Vec<Part>,
    /// The offsets after the part and its separator.
    pub(crate) next: Vec<usize>,
    /// The bits that the part takes in all samples together.
    pub(crate) cost: f64,
    /// The bits that the reading saves in each sample, compared with unrelated bytes.
    pub(crate) saved: f64,
}

impl Candidate {
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self.reading, Reading::Constant(_))
    }
}

const ARRAYS: [usize; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 32, 33, 48, 64];

/// The hex digits of a `u32`, a `u64` and a `u128`.
const HEX_WIDTHS: [usize; 3] = [8, 16, 32];

/// The maximum number of seven-bit groups of a varint. A longer varint is too large for the length of a part.
const MAX_VARINT_GROUPS: usize = 4;

/// The total widths to try for the parts after an unterminated text.
const WIDTHS_AFTER_UNTERMINATED: [usize; 7] = [4, 8, 12, 16, 20, 24, 32];
/// The extra cost in bits of an unterminated text, because texts usually have a terminator.
const UNTERMINATED_COST: f64 = 12.0;

/// The extra cost in bits of a field that ends between two digits, which is unusual.
const BREAK_IN_DIGITS_COST: f64 = 40.0;
/// The greatest number of digits that always fit into a `u128`.
const MAX_DIGITS: usize = 38;
const LONG_DIGITS: usize = 19;
const LONG_MAX: u128 = i64::MAX.unsigned_abs() as u128;

fn is_hex_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Checks whether all contents are digits that [`Reading::Digits`] or [`Reading::Decimal`] can hold.
fn are_numbers(contents: &[&[u8]]) -> bool {
    let digits = contents.iter().all(|content| !content.is_empty() && content.iter().all(u8::is_ascii_digit));
    let first = contents.first().map_or(0, |content| content.len());
    let same_width = first <= MAX_DIGITS && contents.iter().all(|content| content.len() == first);
    digits && (same_width || contents.iter().all(|content| is_decimal(content)))
}

/// Checks whether digits have no leading zeros and fit into a `u64`.
fn is_decimal(digits: &[u8]) -> bool {
    (digits.len() == 1 || digits.first() != Some(&b'0'))
        && std::str::from_utf8(digits).is_ok_and(|digits| digits.parse::<u64>().is_ok())
}

/// Reads a length from the start of the bytes. Returns the number of bytes that were read, and the length.
fn read_length(form: Length, bytes: &[u8]) -> Option<(usize, usize)> {
    let fixed = |width: usize| bytes.get(..width).map(|prefix| prefix.iter());
    let number = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
    match form {
        Length::BigEndian(width) => Some((width, fixed(width)?.fold(0, number))),
        Length::LittleEndian(width) => Some((width, fixed(width)?.rev().fold(0, number))),
        Length::Below128 => Some((1, usize::from(*bytes.first()?))),
        Length::Varint => {
            let last = bytes.iter().take(MAX_VARINT_GROUPS).position(|byte| *byte < 0x80)?;
            // No program writes a superfluous last group of zeros.
            let superfluous = last > 0 && bytes[last] == 0;
            let len = bytes[..=last].iter().rev().fold(0, |len, byte| len << 7 | usize::from(byte & 0x7F));
            (!superfluous).then_some((last + 1, len))
        }
    }
}

/// The properties of the preceding parts that restrict the next part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Preceding {
    /// A constant is directly before the part.
    pub(crate) constant: bool,
    /// An unterminated text is somewhere before the part. All parts after such a text have fixed widths.
    pub(crate) unterminated: bool,
}

impl Preceding {
    /// Returns the properties for the part after `candidate`.
    pub(crate) fn and(self, candidate: &Candidate) -> Self {
        let unterminated = self.unterminated || candidate.reading == Reading::Unterminated;
        Self { constant: candidate.is_constant(), unterminated }
    }
}

/// The rest of each sample from its offset on, and the candidates for the next part.
struct NextPart<'a> {
    rests: Vec<&'a [u8]>,
    offsets: &'a [usize],
    separation: Separation,
    /// All rests are text.
    text: bool,
    found: Vec<Candidate>,
}

pub(crate) fn candidates(
    samples: &[Vec<u8>],
    offsets: &[usize],
    separation: Separation,
    preceding: Preceding,
) -> Vec<Candidate> {
    let rests: Vec<&[u8]> = samples.iter().zip(offsets).map(|(sample, at)| &sample[*at..]).collect();
    let text = rests.iter().all(|rest| as_text(rest).is_some());
    let mut next_part = NextPart { rests, offsets, separation, text, found: Vec::new() };
    if !preceding.constant {
        next_part.add_constants();
    }
    next_part.add_numbers();
    next_part.add_digits();
    next_part.add_hex();
    next_part.add_times();
    next_part.add_arrays();
    next_part.add_ids();
    next_part.add_padded();
    if preceding.unterminated {
        next_part.found.retain(|candidate| !candidate.reading.varies());
        return next_part.found;
    }
    next_part.add_length_prefixed();
    next_part.add_columns();
    next_part.add_variable_length();
    next_part.add_unterminated();
    next_part.found
}

impl<'a> NextPart<'a> {
    /// Adds a candidate, unless the separator after it is missing in a sample. `lengths` are the lengths of the part in
    /// the samples, without the separator.
    fn add(&mut self, reading: Reading, lengths: &[usize], cost: f64) {
        let constant = matches!(reading, Reading::Constant(_));
        let mut contents = self.rests.iter().zip(lengths).map(|(rest, length)| &rest[..*length]);
        let first = contents.next();
        // If the bytes are the same in all samples, the only reading is a constant.
        if !constant && contents.all(|content| Some(content) == first) {
            return;
        }
        let ends: Vec<usize> = self.offsets.iter().zip(lengths).map(|(offset, length)| offset + length).collect();
        let key_ends: Vec<usize> =
            self.offsets.iter().zip(&self.rests).map(|(offset, rest)| offset + rest.len()).collect();
        let is_last = ends == key_ends;
        let separator: &[u8] = match self.separation {
            Separation::Delimiter(byte) if !constant && !is_last => &[byte],
            Separation::Terminator(byte) if reading.ends_at_separator() && !is_last => &[byte],
            Separation::Escapes if reading.ends_at_separator() && !is_last => &[0, 0],
            _ => &[],
        };
        let separated = self.rests.iter().zip(lengths).all(|(rest, length)| rest[*length..].starts_with(separator));
        if !separated || lengths.iter().enumerate().any(|(sample, length)| self.is_within_character(sample, *length)) {
            return;
        }
        let taken: usize = lengths.iter().map(|length| length + separator.len()).sum();
        let saved = (8.0 * as_f64(taken) - cost) / as_f64(lengths.len());
        let next = ends.iter().map(|end| end + separator.len()).collect();
        self.found.push(Candidate { reading, columns: Vec::new(), next, cost: cost + PART_COST, saved });
    }

    fn add_fixed(&mut self, reading: Reading, width: usize, cost: f64) {
        self.add(reading, &vec![width; self.rests.len()], cost);
    }

    /// Returns true if a part of this width would probably end within words: one letter or digit is before the end and
    /// one is after it in all samples, or two are before it and one is after it in a quarter of the samples.
    fn ends_within_words(&self, width: usize) -> bool {
        let is_word = |rest: &[u8], letters: usize| {
            let window = width.checked_sub(letters).and_then(|start| rest.get(start..=width));
            window.is_some_and(|window| window.iter().all(u8::is_ascii_alphanumeric))
        };
        self.rests.iter().all(|rest| is_word(rest, 1))
            || 4 * self.rests.iter().filter(|rest| is_word(rest, 2)).count() >= self.rests.len()
    }

    fn text_continues(&self, width: usize) -> bool {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || (self.text && !byte.is_ascii());
        self.rests.iter().any(|rest| rest.get(width).is_some_and(is_letter))
    }

    /// Returns true if the offset in the rest of a sample is within a character of several bytes.
    fn is_within_character(&self, sample: usize, offset: usize) -> bool {
        let is_continuation = |byte: &u8| matches!(byte, 0x80..=0xBF);
        self.text && self.rests[sample].get(offset).is_some_and(is_continuation)
    }

    /// Returns false if [`add`](Self::add) would reject every field of this width, because a delimiter is missing after
    /// it.
    fn can_end_after(&self, width: usize) -> bool {
        let Separation::Delimiter(byte) = self.separation else { return true };
        self.rests.iter().all(|rest| rest.len() == width)
            || self.rests.iter().all(|rest| rest.get(width) == Some(&byte))
    }

    fn shortest(&self) -> usize {
        self.rests.iter().copied().map(<[u8]>::len).min().unwrap_or(0)
    }

    /// Returns the number of bytes that all rests begin with.
    fn shared(&self) -> usize {
        let Some((first, others)) = self.rests.split_first() else { return 0 };
        (0..self.shortest()).take_while(|at| others.iter().all(|other| other[*at] == first[*at])).count()
    }

    /// Checks whether a number can begin with the bytes that all rests share. Other shared bytes are a constant before the
    /// number, such as the kind of the row.
    ///
    /// The first bytes of small numbers are 00, or FF if the number is complemented. Times have other first bytes in common.
    fn can_begin_number(&self, width: usize, form: NumberForm, time: bool) -> bool {
        let shared = &self.rests.first().map_or(&[][..], |rest| rest)[..self.shared().min(width)];
        let Some(first) = shared.first() else { return true };
        match form {
            // The shared first byte would be the least significant byte, so all numbers would be equal modulo 256.
            NumberForm::LittleEndian => false,
            _ if time => {
                // A constant can look like the first bytes of a time: text, or a byte before the zeros of a number.
                let high: Vec<u8> = shared.iter().copied().skip_while(|byte| *byte == 0).collect();
                let is_text = high.iter().all(|byte| (b' '..=b'~').contains(byte))
                    && !(width == 8 && self.is_narrow(shared.len()));
                let is_unlikely = width == 4 && (form != NumberForm::Unsigned || high.contains(&0));
                high.len() < 2 || !(is_text || is_unlikely)
            }
            NumberForm::Unsigned => *first == 0,
            NumberForm::Signed | NumberForm::SignedDescending => matches!(first, 0x7F | 0x80),
            NumberForm::Descending => *first == 0xFF,
            NumberForm::TwosComplement => matches!(first, 0 | 0xFF),
        }
    }

    /// Checks whether the byte at this offset differs, but not by much, and is not the zero of a small number. So it is probably
    /// a byte within a number, and the equal bytes before it belong to the number.
    fn is_narrow(&self, offset: usize) -> bool {
        let bytes = || self.rests.iter().filter_map(|rest| rest.get(offset));
        let (least, greatest) = (bytes().min().copied().unwrap_or(0), bytes().max().copied().unwrap_or(0));
        least > 0 && (1..0x80).contains(&(greatest - least))
    }

    fn add_constants(&mut self) {
        let Some(&first) = self.rests.first() else { return };
        // Also tries constants without the last shared bytes, which may be the first bytes of a number.
        let shared = self.shared();
        for length in shared.saturating_sub(20).max(1)..=shared {
            let bytes = first[..length].to_vec();
            // A constant does not end between digits: it would cut the leading zeros off a number.
            let digit = |at: usize| move |rest: &&[u8]| rest.get(at).is_some_and(u8::is_ascii_digit);
            if digit(length - 1)(&first) && self.rests.iter().all(digit(length)) {
                continue;
            }
            // A constant does not end within a number in hex.
            if length < self.hex_run() {
                continue;
            }
            // Text is more likely to be a constant than bytes such as the zeros of a number.
            let cost = as_text(&bytes).map_or(8.0 * as_f64(length) + 2.0, cost::text);
            self.add_fixed(Reading::Constant(bytes), length, cost - PART_COST / 2.0);
        }
    }

    fn add_numbers(&mut self) {
        use NumberForm::{Descending, LittleEndian, Signed, SignedDescending, TwosComplement, Unsigned};
        for width in [1, 2, 3, 4, 5, 6, 8, 16] {
            if width > self.shortest() {
                break;
            }
            if !self.can_end_after(width) {
                continue;
            }
            // Text is not tried as a number. A single character counts as text only if a letter or digit follows.
            let is_text = self.text || self.rests.iter().all(|rest| as_text(&rest[..width]).is_some());
            if is_text && (width > 1 || self.text_continues(width)) {
                continue;
            }
            let number =
                |rest: &&[u8]| rest[..width].iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
            let raw: Vec<u128> = self.rests.iter().map(number).collect();
            if let Some(bits) =
                Some(width).filter(|width| matches!(width, 4 | 8)).and_then(|width| cost::floats(&raw, width))
            {
                self.add_fixed(Reading::Float { width }, width, bits);
            }
            let values: Vec<&[u8]> = self.rests.iter().map(|rest| &rest[..width]).collect();
            // An unsigned number of a usual width costs at most one bit more than unrelated bytes of the same width.
            let unrelated = cost::bytes_or_list(&values) + 1.0;
            let ends_within_words = self.ends_within_words(width);
            let forms: &[NumberForm] = match width {
                1 => &[Unsigned],
                3 | 5 | 6 => &[Unsigned, LittleEndian],
                _ => &[Unsigned, Signed, Descending, SignedDescending, LittleEndian, TwosComplement],
            };
            for form in forms.iter().copied() {
                if ends_within_words && form != LittleEndian {
                    continue;
                }
                let (bits, time) = cost::integers(&raw, width, form);
                let bits = if form == Unsigned { bits.min(unrelated) } else { bits };
                // A little-endian time can seem to end within words, because its last byte can be the same letter in
                // all samples.
                let is_little_endian_time = form == LittleEndian && time.is_some();
                if (!is_little_endian_time && ends_within_words) || !self.can_begin_number(width, form, time.is_some())
                {
                    continue;
                }
                let unusual = if matches!(width, 3 | 5 | 6 | 16) { 20.0 } else { 0.0 };
                self.add_fixed(Reading::Number { width, form, time }, width, bits + unusual);
            }
        }
    }

    fn add_digits(&mut self) {
        let run = |rest: &&[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let runs: Vec<usize> = self.rests.iter().map(run).collect();
        let value = |(rest, run): (&&[u8], &usize)| std::str::from_utf8(&rest[..*run]).ok()?.parse::<u128>().ok();
        let shortest = runs.iter().min().copied().unwrap_or(0);
        let same = runs.iter().all(|run| *run == shortest);
        // The digits can be those of two fields, so shorter widths are also tried.
        let longest = if same { shortest.min(MAX_DIGITS) } else { 0 };
        for width in 1..=longest {
            if !self.can_end_after(width) {
                continue;
            }
            let values: Option<Vec<u128>> = self.rests.iter().map(|rest| value((rest, &width))).collect();
            let Some(values) = values else { continue };
            let break_cost = if width < shortest { BREAK_IN_DIGITS_COST } else { 0.0 };
            let time = if width >= 10 { cost::time(&values) } else { None };
            let cost = if time.is_some() { cost::times(&values) } else { cost::numbers_or_list(&values) };
            let cost = cost.min(as_f64(values.len()) * 3.33 * as_f64(width));
            self.add_fixed(Reading::Digits { width, time }, width, cost + break_cost + 4.0);
            // The digits of `9999999999999 - time` are not a likely time themselves: 9999999999999 - 1735689600000,
            // read as milliseconds since 1970, is in the year 2231.
            if width >= 10 && time.is_none() {
                let nines = (0..width).fold(0, |nines: u128, _| 10 * nines + 9);
                let times: Vec<u128> = values.iter().map(|value| nines - value).collect();
                if let Some(time) = cost::time(&times) {
                    self.add_fixed(Reading::NinesMinus { width, time }, width, cost::times(&times) + break_cost + 4.0);
                }
            }
            if width == LONG_DIGITS {
                let differences: Option<Vec<u128>> = values.iter().map(|value| LONG_MAX.checked_sub(*value)).collect();
                let times = differences.and_then(|times| Some((cost::time(&times)?, cost::times(&times))));
                if let Some((time, cost)) = times {
                    self.add_fixed(Reading::MaxMinus { time }, width, cost + break_cost + 4.0);
                }
            }
        }
        if !same && self.rests.iter().zip(&runs).all(|(rest, run)| is_decimal(&rest[..*run])) {
            let values: Option<Vec<u128>> = self.rests.iter().zip(&runs).map(value).collect();
            if let Some(values) = values {
                let cost = cost::numbers_or_list(&values) + as_f64(values.len()) + 4.0;
                self.add(Reading::Decimal, &runs, cost);
            }
        }
    }

    /// Returns the number of hex digits with which all rests begin, or 0 if the digits are probably not a number in hex.
    fn hex_run(&self) -> usize {
        let digits = |rest: &&'a [u8]| {
            let run = rest.iter().take_while(|byte| is_hex_digit(**byte)).count();
            &rest[..run]
        };
        let shortest = self.rests.iter().map(|rest| digits(rest).len()).min().unwrap_or(0);
        let has_letter = self.rests.iter().any(|rest| digits(rest).iter().any(u8::is_ascii_lowercase));
        if has_letter && shortest >= HEX_WIDTHS[0] { shortest } else { 0 }
    }

    fn add_hex(&mut self) {
        let run = self.hex_run();
        for width in HEX_WIDTHS.into_iter().take_while(|width| *width <= run) {
            let value = |rest: &&[u8]| u128::from_str_radix(std::str::from_utf8(&rest[..width]).ok()?, 16).ok();
            let values: Option<Vec<u128>> = self.rests.iter().map(value).collect();
            if let Some(values) = values {
                self.add_fixed(Reading::Hex { width }, width, cost::numbers(&values) + 4.0);
            }
        }
    }

    fn add_times(&mut self) {
        for (format, shape) in calendar::FORMATS {
            let width = shape.len();
            if !self.can_end_after(width) {
                continue;
            }
            let times: Option<Vec<u128>> = self.rests.iter().map(|rest| calendar::read(rest, shape)).collect();
            if let Some(times) = times {
                let digit = |rest: &&[u8]| rest.get(width).is_some_and(u8::is_ascii_digit);
                let break_cost = if self.rests.iter().any(digit) { BREAK_IN_DIGITS_COST } else { 0.0 };
                self.add_fixed(Reading::Time { format, width }, width, cost::times(&times) + break_cost + 8.0);
            }
        }
    }

    fn add_arrays(&mut self) {
        let shortest = self.shortest();
        for width in ARRAYS.into_iter().take_while(|width| *width <= shortest) {
            let unusual = if matches!(width, 16 | 20 | 32 | 64) { 0.0 } else { 12.0 };
            // The bytes that all rests share are a constant, and an array begins only after the constant.
            if self.shared() > 0 {
                break;
            }
            if !self.can_end_after(width) {
                continue;
            }
            let values: Vec<&[u8]> = self.rests.iter().map(|rest| &rest[..width]).collect();
            if self.ends_within_words(width)
                || (self.text || values.iter().all(|value| as_text(value).is_some())) && self.text_continues(width)
            {
                continue;
            }
            self.add_fixed(Reading::Array { width }, width, cost::bytes_or_list(&values) + unusual);
        }
    }

    fn add_ids(&mut self) {
        if self.shortest() < 16 || !self.can_end_after(16) {
            return;
        }
        let n = as_f64(self.rests.len());
        let uuid = |rest: &&[u8]| (0x10..0x90).contains(&rest[6]) && rest[8] >> 6 == 0b10;
        let version = |rest: &&[u8]| rest[6] >> 4;
        let first = self.rests.first().map(version);
        if self.rests.iter().all(uuid) && self.rests.iter().all(|rest| Some(version(rest)) == first) {
            self.add_fixed(Reading::Uuid, 16, n * 122.0 + 4.0);
            return;
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        let times: Vec<u128> = self.rests.iter().map(|rest| number(&rest[..6])).collect();
        // After a time of another field comes a counter, a text, or one of a few values.
        let random: Vec<&[u8]> = self.rests.iter().map(|rest| &rest[6..16]).collect();
        let is_random = cost::bytes_or_list(&random) >= n * 79.0
            && random.iter().any(|bytes| as_text(bytes).is_none())
            && random.iter().any(|bytes| bytes[0] != random[0][0]);
        if is_random && cost::time(&times) == Some(Unit::Milliseconds) {
            self.add_fixed(Reading::Ulid, 16, cost::times(&times) + n * 80.0 + 4.0);
        }
    }

    fn add_padded(&mut self) {
        let n = as_f64(self.rests.len());
        for width in 2..=self.shortest().min(64) {
            if !self.can_end_after(width) {
                continue;
            }
            let content = |rest: &&'a [u8]| {
                let end = rest[..width].iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
                &rest[..end]
            };
            let contents: Vec<&[u8]> = self.rests.iter().map(content).collect();
            // A text without padding must not end within a word.
            let ends_in_word = |(content, rest): (&&[u8], &&[u8])| {
                content.len() == width && rest.get(width).is_some_and(u8::is_ascii_alphanumeric)
            };
            if are_numbers(&contents) || contents.iter().zip(&self.rests).any(ends_in_word) {
                continue;
            }
            if contents.iter().all(|content| !content.is_empty() && as_text(content).is_some()) {
                let cost = cost::contents(&contents, false) + cost::lengths(&contents).min(2.0 * n) + 6.0;
                self.add_fixed(Reading::Padded { width }, width, cost);
            }
        }
    }

    fn add_length_prefixed(&mut self) {
        use Length::{BigEndian, LittleEndian, Varint};
        let big_endian = [1, 2, 4, 8].map(BigEndian);
        let little_endian = [2, 4, 8].map(LittleEndian);
        for form in big_endian.into_iter().chain(little_endian).chain([Varint]) {
            let prefixes: Option<Vec<(usize, usize)>> = self.rests.iter().map(|rest| read_length(form, rest)).collect();
            let Some(prefixes) = prefixes else { continue };
            // If all lengths are equal, they are a constant before parts of fixed widths.
            if prefixes.iter().all(|prefix| Some(prefix) == prefixes.first()) {
                continue;
            }
            let below_128 = prefixes.iter().all(|(_, len)| *len < 0x80);
            let form = match form {
                BigEndian(1) if below_128 => Length::Below128,
                Varint if below_128 => continue,
                form => form,
            };
            let content =
                |(rest, (width, len)): (&&'a [u8], &(usize, usize))| rest.get(*width..width.checked_add(*len)?);
            let contents: Option<Vec<&[u8]>> = self.rests.iter().zip(&prefixes).map(content).collect();
            let Some(contents) = contents else { continue };
            if contents.iter().all(|content| content.is_empty()) {
                continue;
            }
            let text = contents.iter().all(|content| as_text(content).is_some());
            let content =
                if text { cost::length_prefixed(&contents) + 8.0 } else { cost::contents(&contents, true) + 16.0 };
            let cost = content + cost::lengths(&contents);
            let taken: Vec<usize> = prefixes.iter().map(|(width, len)| width + len).collect();
            self.add(Reading::LengthPrefixed { length: form, text }, &taken, cost);
        }
    }

    /// Adds columns in the format of another system, if the columns continue to the ends of the keys.
    fn add_columns(&mut self) {
        // The formats of other systems have no separators between columns.
        if self.separation != Separation::Escapes {
            return;
        }
        for format in Format::ALL {
            let Some((columns, cost)) = columns::columns(format, &self.rests) else { continue };
            let next = self.offsets.iter().zip(&self.rests).map(|(offset, rest)| offset + rest.len()).collect();
            if let Some(first) = columns.first() {
                let (reading, saved) = (first.reading.clone(), first.saved);
                self.found.push(Candidate { reading, columns, next, cost, saved });
            }
        }
    }

    /// Adds text up to the separator, and text or bytes up to the end.
    fn add_variable_length(&mut self) {
        let end = |rest: &&[u8]| match self.separation {
            Separation::Terminator(byte) | Separation::Delimiter(byte) => rest.iter().position(|other| *other == byte),
            Separation::Escapes => (0..rest.len()).find(|at| rest[*at..].starts_with(&[0, 0])),
        };
        let ends: Option<Vec<usize>> = self.rests.iter().map(end).collect();
        let key_ends: Vec<usize> = self.rests.iter().map(|rest| rest.len()).collect();
        for (lengths, is_last) in ends.map(|ends| (ends, false)).into_iter().chain([(key_ends, true)]) {
            let contents: Vec<&[u8]> = self.rests.iter().zip(&lengths).map(|(rest, length)| &rest[..*length]).collect();
            if contents.iter().all(|content| content.is_empty()) {
                continue;
            }
            let all_text = contents.iter().all(|content| as_text(content).is_some()) && !are_numbers(&contents);
            // Bytes that are not text can contain the separator by chance, so such bytes are tried only up to the end.
            for text in [true, false].into_iter().filter(|text| if *text { all_text } else { is_last }) {
                let penalty = if text { 4.0 } else { 12.0 };
                let cost = cost::contents(&contents, !text) + cost::lengths(&contents) + penalty;
                self.add(Reading::VariableLength { text }, &lengths, cost);
            }
            self.add_percent(&contents, &lengths);
        }
    }

    /// Adds unterminated text before parts of fixed widths, if the first byte after the text is not text in any sample.
    fn add_unterminated(&mut self) {
        let first = self.rests.first().map_or(0, |rest| rest.len());
        if self.separation != Separation::Escapes || self.rests.iter().all(|rest| rest.len() == first) {
            return;
        }
        let shortest = self.shortest();
        for width in WIDTHS_AFTER_UNTERMINATED.into_iter().take_while(|width| *width < shortest) {
            let lengths: Vec<usize> = self.rests.iter().map(|rest| rest.len() - width).collect();
            let contents: Vec<&[u8]> = self.rests.iter().zip(&lengths).map(|(rest, length)| &rest[..*length]).collect();
            let ends_here = |(rest, length): (&&[u8], &usize)| as_text(&rest[*length..=*length]).is_none();
            if contents.iter().all(|content| as_text(content).is_some())
                && self.rests.iter().zip(&lengths).all(ends_here)
            {
                let cost = cost::contents(&contents, false) + cost::lengths(&contents) + UNTERMINATED_COST;
                self.add(Reading::Unterminated, &lengths, cost);
            }
        }
    }

    fn add_percent(&mut self, contents: &[&[u8]], lengths: &[usize]) {
        let Separation::Delimiter(delimiter) = self.separation else { return };
        let is_escaped = delimiter.is_ascii() && delimiter != b'%' && !percent::is_unreserved(delimiter);
        if !is_escaped || !contents.iter().any(|content| content.contains(&b'%')) {
            return;
        }
        let decoded: Option<Vec<Vec<u8>>> = contents.iter().map(|content| percent::decode(content)).collect();
        if let Some(decoded) = decoded {
            let decoded: Vec<&[u8]> = decoded.iter().map(Vec::as_slice).collect();
            let text = decoded.iter().all(|content| as_text(content).is_some());
            let cost = cost::contents(&decoded, !text) + cost::lengths(contents) + 6.0;
            self.add(Reading::Percent { text, delimiter }, lengths, cost);
        }
    }
}
