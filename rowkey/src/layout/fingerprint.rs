//! One number for all that decides a layout's bytes: the hash of its [canonical form](super::canonical).

use super::canonical::{Canonical, CodeSet, Element, Kind, Place};
use super::description::{EncodingDescription, LayoutDescription, PartDescription};
use super::{Encoding, Layout, Part};

impl Layout {
    /// One number for all that decides the bytes. Two layouts have the same fingerprint exactly when they encode every
    /// value alike; names do not matter. Pin it with `#[rowkey(fingerprint = "0x…")]`.
    ///
    /// It is never 0.
    pub const fn fingerprint(&self) -> u64 {
        let form = match self.salt {
            Some(salt) => Some(salt.layout.form),
            None => None,
        };
        let canonical = Canonical::start(self.namespace, form).fields(self, 0, self.parts.len());
        let Some(salt) = self.salt else { return canonical.finish() };
        let (mut canonical, has_source) = canonical.salt(salt.layout.algorithm, salt.layout.width, salt.layout.form);
        if !has_source {
            return canonical.finish();
        }
        if salt.of.is_empty() {
            return canonical.count().source(true).fields(self, 0, self.parts.len()).finish();
        }
        let mut of = salt.of;
        while let [index, rest @ ..] = of {
            canonical = canonical.count().fields(self, 0, *index).source(false).fields(self, *index, *index + 1);
            of = rest;
        }
        canonical.finish()
    }
}

impl Canonical {
    const fn fields(mut self, layout: &Layout, from: usize, to: usize) -> Self {
        let (_, mut parts) = layout.parts.split_at(from);
        let after = layout.parts.len() - to;
        while let [part, rest @ ..] = parts {
            if parts.len() == after {
                break;
            }
            let place = Place::of(layout.separator, rest.is_empty());
            self = self.encoding(&part.encoding, place);
            if !part.encoding.holds_open() {
                self = self.delimiter(place);
            }
            parts = rest;
        }
        self
    }

    const fn encoding(self, encoding: &Encoding, place: Place) -> Self {
        let element = match encoding {
            Encoding::NonZero(of) => return self.encoding(of, place),
            Encoding::Descending(of) => return self.encoding(of, place.descending(of.is_digits())),
            Encoding::Reversed(of) => return self.encoding(of, place.reversed()),
            Encoding::Struct(parts) => return self.parts(parts, place.within_struct()),
            Encoding::Optional(of) => {
                return self.some(place).encoding(of, place).some_end(place, of.holds_open());
            }
            Encoding::Hashed { algorithm, hex, width, of } => {
                let (canonical, within) = self.hashed(algorithm, *width, *hex, place);
                return canonical.encoding(of, within).hashed_end();
            }
            Encoding::Text => return self.open(Kind::Text, &[], place),
            Encoding::Bytes => return self.open(Kind::Bytes, &[], place),
            Encoding::Custom { name, width: None, .. } => return self.open(Kind::OpenCustom, name.as_bytes(), place),
            Encoding::Time { format, .. } => return self.time(format, place),
            Encoding::Codes(codes) => return self.codes(codes.len(), code_set(codes), place),
            Encoding::Unsigned { width } => Element::new(Kind::Unsigned, *width),
            Encoding::Signed { width } => Element::new(Kind::Signed, *width),
            Encoding::Float { width } => Element::new(Kind::Float, *width),
            Encoding::Bool => Element::new(Kind::Bool, 1),
            Encoding::Char => Element::new(Kind::Char, 4),
            Encoding::Digits { width, .. } => Element::new(Kind::Digits, *width),
            Encoding::Array { width } => Element::new(Kind::Array, *width),
            Encoding::PaddedText { width, pad } => Element::new(Kind::PaddedText, *width).with(*pad as u64),
            Encoding::Shard { width, count } => Element::new(Kind::Shard, *width).with(*count as u64),
            Encoding::Value(kind) => Element::new(Kind::Value, kind.min_width()).with(kind.tag() as u64),
            Encoding::Custom { name, width: Some(width), .. } => {
                Element::new(Kind::Custom, *width).named(name.as_bytes())
            }
        };
        self.fixed(element, place)
    }

    const fn parts(mut self, mut parts: &[Part], place: Place) -> Self {
        while let [part, rest @ ..] = parts {
            self = self.encoding(&part.encoding, place);
            parts = rest;
        }
        self
    }
}

const fn code_set(mut codes: &[super::Code]) -> CodeSet {
    let mut set = CodeSet::EMPTY;
    while let [code, rest @ ..] = codes {
        set = set.and(code.bytes);
        codes = rest;
    }
    set
}

impl LayoutDescription {
    /// As [`Layout::fingerprint`].
    pub fn fingerprint(&self) -> u64 {
        let canonical = Canonical::start(&self.namespace, self.salt.as_ref().map(|salt| salt.form));
        let canonical = canonical.described_fields(self, 0, self.parts.len());
        let Some(salt) = &self.salt else { return canonical.finish() };
        let (canonical, has_source) = canonical.salt(&salt.algorithm, salt.width, salt.form);
        if !has_source {
            return canonical.finish();
        }
        if salt.of.is_empty() {
            return canonical.count().source(true).described_fields(self, 0, self.parts.len()).finish();
        }
        let of = salt.of.iter().fold(canonical, |canonical, index| {
            let before = canonical.count().described_fields(self, 0, *index);
            before.source(false).described_fields(self, *index, *index + 1)
        });
        of.finish()
    }
}

/// The same of a layout that owns what it says.
impl Canonical {
    fn described_fields(self, layout: &LayoutDescription, from: usize, to: usize) -> Self {
        let fields = layout.parts_and_last().take(to).skip(from);
        fields.fold(self, |canonical, (part, last)| {
            let place = Place::of(layout.separator, last);
            let canonical = canonical.described(&part.encoding, place);
            if part.encoding.holds_open() { canonical } else { canonical.delimiter(place) }
        })
    }

    fn described(self, encoding: &EncodingDescription, place: Place) -> Self {
        use EncodingDescription as E;
        let element = match encoding {
            E::NonZero { of } => return self.described(of, place),
            E::Descending { of } => return self.described(of, place.descending(of.is_digits())),
            E::Reversed { of } => return self.described(of, place.reversed()),
            E::Struct { parts } => return self.described_parts(parts, place.within_struct()),
            E::Optional { of } => {
                return self.some(place).described(of, place).some_end(place, of.holds_open());
            }
            E::Hashed { algorithm, hex, width, of } => {
                let (canonical, within) = self.hashed(algorithm, *width, *hex, place);
                return canonical.described(of, within).hashed_end();
            }
            E::Text => return self.open(Kind::Text, &[], place),
            E::Bytes => return self.open(Kind::Bytes, &[], place),
            E::Custom { codec, width: None, .. } => return self.open(Kind::OpenCustom, codec.as_bytes(), place),
            E::Time { format, .. } => return self.time(format, place),
            E::Codes { codes } => {
                let set = codes.iter().fold(CodeSet::EMPTY, |set, code| set.and(&code.bytes));
                return self.codes(codes.len(), set, place);
            }
            E::Unsigned { width } => Element::new(Kind::Unsigned, *width),
            E::Signed { width } => Element::new(Kind::Signed, *width),
            E::Float { width } => Element::new(Kind::Float, *width),
            E::Bool => Element::new(Kind::Bool, 1),
            E::Char => Element::new(Kind::Char, 4),
            E::Digits { width, .. } => Element::new(Kind::Digits, *width),
            E::Array { width } => Element::new(Kind::Array, *width),
            E::PaddedText { width, pad } => Element::new(Kind::PaddedText, *width).with((*pad).into()),
            E::Shard { width, count } => Element::new(Kind::Shard, *width).with((*count).into()),
            E::Value { value } => Element::new(Kind::Value, value.min_width()).with(value.tag().into()),
            E::Custom { codec, width: Some(width), .. } => Element::new(Kind::Custom, *width).named(codec.as_bytes()),
        };
        self.fixed(element, place)
    }

    fn described_parts(self, parts: &[PartDescription], place: Place) -> Self {
        parts.iter().fold(self, |canonical, part| canonical.described(&part.encoding, place))
    }
}
