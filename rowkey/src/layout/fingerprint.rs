//! One number for all that decides a layout's bytes: the hash of its [canonical form](super::canonical).

use super::canonical::{Canonical, CodeSet, Element, Kind, Place};
use super::{Code, Encoding, Layout, Part};
use crate::constant::{slice, text};

impl Layout {
    /// One number for all that decides the bytes. Two layouts have the same fingerprint exactly when they encode every
    /// value alike; names do not matter. Pin it with `#[rowkey(fingerprint = "0x…")]`.
    ///
    /// It is never 0.
    pub const fn fingerprint(&self) -> u64 {
        let form = match &self.salt {
            Some(salt) => Some(salt.layout.form),
            None => None,
        };
        let canonical = Canonical::start(self.namespace(), form).fields(self, 0, self.parts().len());
        let Some(salt) = &self.salt else { return canonical.finish() };
        let (mut canonical, has_source) = canonical.salt(salt.layout.algorithm, salt.layout.width, salt.layout.form);
        if !has_source {
            return canonical.finish();
        }
        if salt.of().is_empty() {
            return canonical.count().source(true).fields(self, 0, self.parts().len()).finish();
        }
        let mut of = salt.of();
        while let [index, rest @ ..] = of {
            canonical = canonical.count().fields(self, 0, *index).source(false).fields(self, *index, *index + 1);
            of = rest;
        }
        canonical.finish()
    }
}

impl Canonical {
    const fn fields(mut self, layout: &Layout, from: usize, to: usize) -> Self {
        let (_, mut parts) = layout.parts().split_at(from);
        let after = layout.parts().len() - to;
        while let [part, rest @ ..] = parts {
            if parts.len() == after {
                break;
            }
            let place = Place::of(layout.separator, rest.is_empty());
            self = self.encoding(part.encoding(), place);
            if !part.encoding().holds_open() {
                self = self.delimiter(place);
            }
            parts = rest;
        }
        self
    }

    const fn encoding(self, encoding: &Encoding, place: Place) -> Self {
        let element = match encoding {
            Encoding::NonZero { of } => return self.encoding(of.get(), place),
            Encoding::Descending { of } => return self.encoding(of.get(), place.descending(of.get().is_digits())),
            Encoding::Reversed { of } => return self.encoding(of.get(), place.reversed()),
            Encoding::Struct { parts } => return self.parts(slice(parts), place.within_struct()),
            Encoding::Optional { of } => {
                return self.some(place).encoding(of.get(), place).some_end(place, of.get().holds_open());
            }
            Encoding::Hashed { algorithm, hex, width, of } => {
                let (canonical, within) = self.hashed(text(algorithm), *width, *hex, place);
                return canonical.encoding(of.get(), within).hashed_end();
            }
            Encoding::Text => return self.open(Kind::Text, &[], place),
            Encoding::Bytes => return self.open(Kind::Bytes, &[], place),
            Encoding::Custom { codec, width: None, .. } => {
                return self.open(Kind::OpenCustom, text(codec).as_bytes(), place);
            }
            Encoding::Time { format, .. } => return self.time(text(format), place),
            Encoding::Codes { codes } => {
                let codes = slice(codes);
                return self.codes(codes.len(), code_set(codes), place);
            }
            Encoding::Unsigned { width } => Element::new(Kind::Unsigned, *width),
            Encoding::Signed { width } => Element::new(Kind::Signed, *width),
            Encoding::Float { width } => Element::new(Kind::Float, *width),
            Encoding::Bool => Element::new(Kind::Bool, 1),
            Encoding::Char => Element::new(Kind::Char, 4),
            Encoding::Digits { width, .. } => Element::new(Kind::Digits, *width),
            Encoding::Array { width } => Element::new(Kind::Array, *width),
            Encoding::PaddedText { width, pad } => Element::new(Kind::PaddedText, *width).with(*pad as u64),
            Encoding::Shard { width, count } => Element::new(Kind::Shard, *width).with(*count as u64),
            Encoding::Value { value } => Element::new(Kind::Value, value.min_width()).with(value.tag() as u64),
            Encoding::Custom { codec, width: Some(width), .. } => {
                Element::new(Kind::Custom, *width).named(text(codec).as_bytes())
            }
        };
        self.fixed(element, place)
    }

    const fn parts(mut self, mut parts: &[Part], place: Place) -> Self {
        while let [part, rest @ ..] = parts {
            self = self.encoding(part.encoding(), place);
            parts = rest;
        }
        self
    }
}

const fn code_set(mut codes: &[Code]) -> CodeSet {
    let mut set = CodeSet::EMPTY;
    while let [code, rest @ ..] = codes {
        set = set.and(code.bytes());
        codes = rest;
    }
    set
}
