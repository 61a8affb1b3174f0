//! The fingerprint of a layout: the hash of its [canonical form](super::canonical).

use super::canonical::{Canonical, CodeSet, Context, Element, Kind, VariantSet};
use super::format::{Form, FormatLayout};
use super::{Code, Encoding, FieldLayout, Layout, LengthForm, Variant};
use crate::constant::{slice, text};

impl Layout {
    /// Returns a hash of everything that determines the encoded bytes. Pin the fingerprint with
    /// `#[rowkey(fingerprint = "0x…")]`.
    ///
    /// Two layouts that encode every value as the same bytes have the same fingerprint, whatever the names of their
    /// keys and fields are. There are rare exceptions: an enum with the codes `"xa"` and `"xb"` has another fingerprint
    /// than an enum with the codes `"a"` and `"b"` after the constant `"x"`.
    ///
    /// Layouts that encode a value as different bytes have different fingerprints, except for hash collisions.
    ///
    /// The fields count by their places: `{ x: u16, y: u16 }` and `{ y: u16, x: u16 }` have the same fingerprint. To
    /// notice that two fields have changed places, pin the fingerprint together with the names, as
    /// [`#[rowkey(fingerprint = "0x… x y")]`](crate::guide::attributes::structs#fingerprint--0x) does.
    ///
    /// The fingerprint is never 0.
    pub const fn fingerprint(&self) -> u64 {
        let form = match &self.salt {
            Some(salt) => Some(salt.layout.form),
            None => None,
        };
        let canonical = Canonical::start(self.namespace(), form).fields(self, 0, self.fields().len());
        let Some(salt) = &self.salt else { return canonical.finish() };
        let (mut canonical, has_source) = canonical.salt(salt.layout.algorithm, salt.layout.width, salt.layout.form);
        if !has_source {
            return canonical.finish();
        }
        if salt.of().is_empty() {
            return canonical.count().source(true).fields(self, 0, self.fields().len()).finish();
        }
        let mut of = salt.of();
        while let [index, rest @ ..] = of {
            canonical = canonical.count().fields(self, 0, *index).source(false).fields(self, *index, *index + 1);
            of = rest;
        }
        canonical.finish()
    }
}

impl Layout {
    /// Returns a hash of the encoding of the field at `index` with its terminator or delimiter, without its constants.
    /// Two fields with equal hashes that start at the same offset of the same bytes also end at the same offset.
    ///
    /// Returns `None` if there is no such field, or if the end of the field depends on the length of the key.
    pub(super) const fn fingerprint_of_field(&self, index: usize) -> Option<u64> {
        if index >= self.fields().len() {
            return None;
        }
        let (_, fields) = self.fields().split_at(index);
        match fields {
            [field, rest @ ..]
                if !field.ends_key(rest) && !matches!(field.encoding(), Encoding::Unterminated { .. }) =>
            {
                let context = Context::new(self.separator, false);
                Some(Canonical::start(&[], None).field(field, context).finish())
            }
            _ => None,
        }
    }
}

impl Canonical {
    const fn fields(mut self, layout: &Layout, from: usize, to: usize) -> Self {
        let (_, mut fields) = layout.fields().split_at(from);
        let count_after = layout.fields().len() - to;
        while let [field, rest @ ..] = fields {
            if fields.len() == count_after {
                break;
            }
            let context = Context::new(layout.separator, field.ends_key(rest));
            self = self.constant(field.before(), context).field(field, context).constant(field.bytes_after(), context);
            fields = rest;
        }
        self
    }

    /// Hashes a field with its terminator or delimiter, without its constants.
    const fn field(self, field: &FieldLayout, context: Context) -> Self {
        let canonical = self.encoding(field.encoding(), context);
        if field.encoding().may_be_terminated() { canonical } else { canonical.delimiter(context) }
    }

    const fn encoding(self, encoding: &Encoding, context: Context) -> Self {
        let element = match encoding {
            Encoding::NonZero { of } => return self.encoding(of.get(), context),
            Encoding::Descending { of } => return self.encoding(of.get(), context.descending(of.get().is_digits())),
            Encoding::Reversed { of } => return self.encoding(of.get(), context.reversed()),
            Encoding::Struct { fields } => return self.struct_fields(slice(fields), context.within_struct()),
            Encoding::Optional { of } => {
                return self.some(context).encoding(of.get(), context).some_end(context, of.get().may_be_terminated());
            }
            Encoding::Elements { of, count } => return self.array(of.get(), *count, context),
            Encoding::Repeated { of, optional } => {
                let (canonical, within) = self.repeated(*optional, context);
                return canonical.encoding(of.get(), within).repeated_end();
            }
            Encoding::Hashed { algorithm, hex, width, of } => {
                let (canonical, within) = self.hashed(text(algorithm), *width, *hex, context);
                return canonical.encoding(of.get(), within).hashed_end();
            }
            Encoding::Format { format, of } => return self.format(format, of.get(), context),
            Encoding::Unterminated { of } => return self.encoding(of.get(), context.unterminated()),
            Encoding::UnpaddedDigits { .. } => return self.variable(Kind::UnpaddedDigits, &[], context),
            Encoding::AfterLength { length, of } => {
                let kind = if let Encoding::Text = of.get() { Kind::Text } else { Kind::Bytes };
                let (width, form) = match length {
                    LengthForm::Big(width) => (*width, 0),
                    LengthForm::Little(width) => (*width, 1),
                    LengthForm::Varint => (0, 2),
                };
                let element = Element::new(Kind::AfterLength, width).with(form << 8 | kind as u64);
                return self.self_delimited(element, context);
            }
            Encoding::Text => return self.variable(Kind::Text, &[], context),
            Encoding::Bytes => return self.variable(Kind::Bytes, &[], context),
            Encoding::Custom { codec, width: None, self_delimited: Some(_), .. } => {
                return self
                    .self_delimited(Element::new(Kind::SelfDelimited, 0).with_bytes(text(codec).as_bytes()), context);
            }
            Encoding::Custom { codec, width: None, .. } => {
                return self.variable(Kind::VariableCustom, text(codec).as_bytes(), context);
            }
            Encoding::Time { format, .. } => return self.time(text(format), context),
            Encoding::Codes { codes } => match slice(codes) {
                [only] => return self.constant(only.bytes(), context.within_struct()),
                codes => return self.codes(codes.len(), code_set(codes), context),
            },
            Encoding::Variants { variants } => match slice(variants) {
                // A struct with a constant before its first field.
                [only] => {
                    let within = context.within_struct();
                    return self.constant(only.code().bytes(), within).struct_fields(only.fields(), within);
                }
                variants => match codes_alone(variants) {
                    Some(codes) => return self.codes(variants.len(), codes, context),
                    None => return self.variants(variants.len(), variant_set(variants, context)),
                },
            },
            Encoding::Unsigned { width, .. } => Element::new(Kind::Unsigned, *width),
            Encoding::Signed { width, .. } => Element::new(Kind::Signed, *width),
            Encoding::Float { width } => Element::new(Kind::Float, *width),
            Encoding::Bool => Element::new(Kind::Bool, 1),
            Encoding::Char => Element::new(Kind::Char, 4),
            Encoding::Digits { width, .. } => Element::new(Kind::Digits, *width),
            Encoding::Array { width } => Element::new(Kind::Array, *width),
            Encoding::PaddedText { width, pad } => Element::new(Kind::PaddedText, *width).with(*pad as u64),
            Encoding::Shard { width, count } => Element::new(Kind::Shard, *width).with(*count as u64),
            Encoding::Value { value } => Element::new(Kind::Value, value.min_width()).with(value.tag() as u64),
            Encoding::Custom { codec, width: Some(width), .. } => {
                Element::new(Kind::Custom, *width).with_bytes(text(codec).as_bytes())
            }
        };
        self.fixed(element, context)
    }

    const fn array(self, of: &Encoding, count: usize, context: Context) -> Self {
        match of {
            Encoding::NonZero { of } => self.array(of.get(), count, context),
            Encoding::Unsigned { width: 1, .. } => self.fixed(Element::new(Kind::Array, count), context),
            _ if count == 0 => self,
            _ => {
                let (canonical, within) = self.elements(count, context);
                canonical.encoding(of, within).elements_end()
            }
        }
    }

    /// Hashes a value in a format. If the format only writes a byte before the value's own bytes, hashes this byte and the
    /// value without the format.
    const fn format(self, format: &FormatLayout, of: &Encoding, context: Context) -> Self {
        let (first, element) = match (of, format.facts.form) {
            (Encoding::NonZero { of }, _) => return self.format(format, of.get(), context),
            (Encoding::Optional { of }, _) if format.facts.tagged => {
                return self.some(context).format(format, of.get(), context).some_end(context, false);
            }
            (Encoding::Signed { .. } | Encoding::Unsigned { .. }, Form::Integer { first, width, reversed }) => {
                let kind = if let Encoding::Signed { .. } = of { Kind::Signed } else { Kind::Unsigned };
                (first, Some((Element::new(kind, width), if reversed { context.reversed() } else { context })))
            }
            (Encoding::Optional { .. }, _) | (_, Form::Own | Form::AnyWidth { .. } | Form::Integer { .. }) => {
                let (canonical, within) = self.in_format(format, context);
                return canonical.value_in_format(format, of, within);
            }
            (_, Form::Plain(first)) => (first, None),
        };
        let canonical = match first {
            Some(first) => self.constant(&[first], context.within_struct()),
            None => self,
        };
        match (element, of) {
            (Some((element, context)), _) => canonical.fixed(element, context),
            (None, Encoding::Text) => canonical.encoding(of, context.terminated_by_zero()),
            (None, _) => canonical.encoding(of, context),
        }
    }

    /// Hashes a value after the name of its format. A format that writes integers without leading zeros writes the same
    /// bytes for a `u16` and a `u64`, so all integers in this format are hashed with the width 1.
    const fn value_in_format(self, format: &FormatLayout, of: &Encoding, context: Context) -> Self {
        let element = match (of, format.facts.form) {
            (Encoding::NonZero { of }, _) => return self.value_in_format(format, of.get(), context),
            (Encoding::Optional { of }, _) => {
                return self.some(context).value_in_format(format, of.get(), context).some_end(context, false);
            }
            (Encoding::Struct { fields }, _) => return self.struct_fields(slice(fields), context).format_end(),
            // Unlike `fixed`, `self_delimited` does not leave out an array of zero bytes. Formats write at least a byte
            // for its type or its end.
            (Encoding::Array { width }, _) => {
                return self.self_delimited(Element::new(Kind::Array, *width), context);
            }
            (Encoding::Signed { .. }, Form::AnyWidth { .. } | Form::Integer { .. })
            | (Encoding::Unsigned { .. }, Form::AnyWidth { and_signs: true }) => Element::new(Kind::Signed, 1),
            (Encoding::Unsigned { .. }, Form::AnyWidth { .. } | Form::Integer { .. }) => {
                Element::new(Kind::Unsigned, 1)
            }
            _ => return self.encoding(of, context),
        };
        self.fixed(element, context)
    }

    const fn struct_fields(mut self, mut fields: &[FieldLayout], context: Context) -> Self {
        while let [field, rest @ ..] = fields {
            self = self.constant(field.before(), context).encoding(field.encoding(), context);
            self = self.constant(field.bytes_after(), context);
            fields = rest;
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

const fn codes_alone(mut variants: &[Variant]) -> Option<CodeSet> {
    let mut set = CodeSet::EMPTY;
    while let [variant, rest @ ..] = variants {
        if !variant.fields().is_empty() {
            return None;
        }
        set = set.and(variant.code().bytes());
        variants = rest;
    }
    Some(set)
}

const fn variant_set(mut variants: &[Variant], context: Context) -> VariantSet {
    let mut set = VariantSet::EMPTY;
    while let [variant, rest @ ..] = variants {
        let within = context.within_struct();
        set = set.and(Canonical::of_variant(variant.code().bytes(), within).struct_fields(variant.fields(), within));
        variants = rest;
    }
    set
}
