//! Fields whose type is known by its spelling, such as `u32` or `String`.
//!
//! For such a field, the derive names the codec and omits every trait bound that always holds. This halves the time that
//! rustc needs to check a key. A wrong guess does no harm. If a user's own type is called `u32` or `String`, derived code
//! does not compile, because it expects the standard type. The functions that derived code calls also require the omitted
//! traits.

use crate::model::{Direction, Encoding, Field, Key, Separator};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, Type};

/// The number of digits of the greatest integer, `u128::MAX`.
pub(super) const MAX_DIGITS: usize = 39;

/// A type that the derive recognizes by its spelling.
enum Spelled {
    Unsigned { name: &'static str, width: usize, digits: usize },
    Signed { name: &'static str, width: usize },
    Float { name: &'static str, width: usize },
    Bool,
    Char,
    Array(usize),
    Text { borrowed: bool },
    Bytes { borrowed: bool },
    Optional(Box<Spelled>),
}

/// Checks whether the type may have the methods `_starts_with` and `_ends_with`. Returns true for text, bytes and unrecognized types.
pub(super) fn may_have_slices(ty: &Type) -> bool {
    matches!(Spelled::of(ty), None | Some(Spelled::Text { .. } | Spelled::Bytes { .. } | Spelled::Array(_)))
}

impl Spelled {
    /// Returns the recognized type, or `None` if the derive does not recognize the spelling.
    fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
                let [segment] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
                match &segment.arguments {
                    PathArguments::None => Self::plain(&segment.ident.to_string()),
                    PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => {
                        let Some(GenericArgument::Type(inner)) = arguments.args.first() else { return None };
                        if segment.ident == "Vec" && is_named(inner, "u8") {
                            return Some(Self::Bytes { borrowed: false });
                        }
                        match (segment.ident == "Option").then(|| Self::of(inner))?? {
                            Self::Optional(_) => None,
                            content => Some(Self::Optional(Box::new(content))),
                        }
                    }
                    _ => None,
                }
            }
            Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
                Type::Slice(slice) if is_named(&slice.elem, "u8") => Some(Self::Bytes { borrowed: true }),
                elem if is_named(elem, "str") => Some(Self::Text { borrowed: true }),
                _ => None,
            },
            Type::Array(array) if is_named(&array.elem, "u8") => match &array.len {
                Expr::Lit(ExprLit { lit: Lit::Int(len), .. }) => len.base10_parse().ok().map(Self::Array),
                _ => None,
            },
            _ => None,
        }
    }

    fn plain(name: &str) -> Option<Self> {
        Some(match name {
            "u8" => Self::Unsigned { name: "u8", width: 1, digits: 3 },
            "u16" => Self::Unsigned { name: "u16", width: 2, digits: 5 },
            "u32" => Self::Unsigned { name: "u32", width: 4, digits: 10 },
            "u64" => Self::Unsigned { name: "u64", width: 8, digits: 20 },
            "u128" => Self::Unsigned { name: "u128", width: 16, digits: 39 },
            "i8" => Self::Signed { name: "i8", width: 1 },
            "i16" => Self::Signed { name: "i16", width: 2 },
            "i32" => Self::Signed { name: "i32", width: 4 },
            "i64" => Self::Signed { name: "i64", width: 8 },
            "i128" => Self::Signed { name: "i128", width: 16 },
            "f32" => Self::Float { name: "f32", width: 4 },
            "f64" => Self::Float { name: "f64", width: 8 },
            "bool" => Self::Bool,
            "char" => Self::Char,
            "String" => Self::Text { borrowed: false },
            _ => return None,
        })
    }

    fn width(&self) -> Option<usize> {
        match self {
            Self::Unsigned { width, .. } | Self::Signed { width, .. } | Self::Float { width, .. } => Some(*width),
            Self::Bool => Some(1),
            Self::Char => Some(4),
            Self::Array(len) => Some(*len),
            Self::Text { .. } | Self::Bytes { .. } | Self::Optional(_) => None,
        }
    }

    /// Checks whether the type is spelled as a single word.
    fn is_plain(&self) -> bool {
        !matches!(self, Self::Array(_) | Self::Bytes { .. } | Self::Optional(_))
    }

    fn is_integer(&self) -> bool {
        matches!(self, Self::Unsigned { .. } | Self::Signed { .. })
    }

    /// Checks whether a value has a variable length and therefore a terminator, or contains such a value.
    fn is_variable(&self) -> bool {
        match self {
            Self::Text { .. } | Self::Bytes { .. } => true,
            Self::Optional(content) => content.is_variable(),
            _ => false,
        }
    }

    /// Checks whether the variable-length part of a value is text.
    fn is_text(&self) -> bool {
        match self {
            Self::Text { .. } => true,
            Self::Optional(content) => content.is_text(),
            _ => false,
        }
    }

    fn is_borrowed(&self) -> bool {
        match self {
            Self::Text { borrowed } | Self::Bytes { borrowed } => *borrowed,
            Self::Optional(content) => content.is_borrowed(),
            _ => false,
        }
    }

    /// Checks whether the equality method takes the value, or the value in an `Option`, by reference.
    fn is_passed_by_reference(&self) -> bool {
        match self {
            Self::Text { .. } | Self::Bytes { .. } => true,
            Self::Optional(content) => content.is_passed_by_reference(),
            _ => false,
        }
    }

    /// Returns the codec of the type without attributes.
    fn codec(&self, span: Span) -> TokenStream {
        let rk = names::runtime(span);
        match self {
            Self::Unsigned { .. } | Self::Signed { .. } => quote_spanned!(span=> #rk::BigEndian),
            Self::Float { .. } => quote_spanned!(span=> #rk::TotalOrder),
            Self::Bool | Self::Char => quote_spanned!(span=> #rk::Scalar),
            Self::Array(_) => quote_spanned!(span=> #rk::ByteArray),
            Self::Text { .. } => quote_spanned!(span=> #rk::VariableLength<#rk::str>),
            Self::Bytes { .. } => quote_spanned!(span=> #rk::VariableLength<[#rk::u8]>),
            Self::Optional(content) => {
                let content = content.codec(span);
                quote_spanned!(span=> #rk::OptionOf<#content>)
            }
        }
    }

    /// Returns the standard type that has this spelling, even if the user has another type of the same name.
    fn value(&self, span: Span) -> TokenStream {
        let rk = names::runtime(span);
        match self {
            Self::Unsigned { name, .. } | Self::Signed { name, .. } | Self::Float { name, .. } => {
                let name = Ident::new(name, span);
                quote_spanned!(span=> #rk::#name)
            }
            Self::Bool => quote_spanned!(span=> #rk::bool),
            Self::Char => quote_spanned!(span=> #rk::char),
            Self::Array(len) => quote_spanned!(span=> [#rk::u8; #len]),
            Self::Text { borrowed: true } => quote_spanned!(span=> &'static #rk::str),
            Self::Text { borrowed: false } => quote_spanned!(span=> #rk::String),
            Self::Bytes { borrowed: true } => quote_spanned!(span=> &'static [#rk::u8]),
            Self::Bytes { borrowed: false } => quote_spanned!(span=> #rk::Vec<#rk::u8>),
            Self::Optional(content) => {
                let content = content.value(span);
                quote_spanned!(span=> #rk::Option<#content>)
            }
        }
    }

    /// Returns the argument type of the equality method, borrowed for `lifetime`.
    fn argument(&self, lifetime: Option<&TokenStream>, span: Span) -> TokenStream {
        let rk = names::runtime(span);
        match self {
            Self::Text { .. } => quote_spanned!(span=> &#lifetime #rk::str),
            Self::Bytes { .. } => quote_spanned!(span=> &#lifetime [#rk::u8]),
            Self::Optional(content) => {
                let content = content.argument(lifetime, span);
                quote_spanned!(span=> #rk::Option<#content>)
            }
            _ => self.value(span),
        }
    }
}

/// Returns the argument type of the equality method for a recognized type. Returns `None` if the argument is a reference and
/// `may_borrow` is false.
pub(super) fn argument(ty: &Type, may_borrow: bool, span: Span) -> Option<TokenStream> {
    let spelled = Spelled::of(ty)?;
    (may_borrow || !spelled.is_passed_by_reference()).then(|| spelled.argument(None, span))
}

/// Checks whether the type is spelled `Option<..>`.
pub(super) fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "Option"))
}

/// Checks whether the type is spelled as a number, `bool`, `char` or `String`, all of which can be fields.
pub(super) fn is_number_or_string(ty: &Type) -> bool {
    matches!(ty, Type::Path(_)) && matches!(Spelled::of(ty), Some(spelled) if spelled.is_plain())
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// The properties of a field whose type is known by its spelling.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate property, and all combinations occur")]
pub(crate) struct Known {
    pub(super) codec: TokenStream,
    /// The type, with the lifetimes of the key as `'static`.
    pub(super) value: TokenStream,
    /// The argument type of the equality method.
    pub(super) argument: TokenStream,
    /// The argument type in the bounds of the method `_in`, borrowed for `bound_lifetime`.
    pub(super) bound: TokenStream,
    pub(super) bound_lifetime: Option<TokenStream>,
    /// The type of the argument of `_starts_with`, such as `str`.
    pub(super) slice: TokenStream,
    /// The number of bytes, if it is the same for every value.
    pub(super) width: Option<usize>,
    /// True if every value can be encoded.
    pub(super) total: bool,
    /// True if the bytes sort as the values do.
    pub(super) sorts: bool,
    /// True if the bytes are UTF-8.
    pub(super) text: bool,
    /// True if the first bytes are spread evenly over all their values.
    pub(super) spreads: bool,
    /// True if values that start alike have bytes that start alike.
    pub(super) starts_with: bool,
    /// True if values that end alike have bytes that start alike.
    pub(super) ends_with: bool,
    /// True if the type has no lifetime, so that every key can be decoded to it.
    pub(super) borrows_nothing: bool,
}

impl Known {
    /// Returns the properties of a field, or `None` if the spelling of the type and the attributes do not determine
    /// them.
    pub(super) fn of(key: &Key<'_>, field: &Field<'_>, last: bool) -> Option<Self> {
        let spelled = Spelled::of(field.ty).filter(|_| !field.unterminated)?;
        let span = field.type_span();
        let rk = names::runtime(span);
        let (ascending, width) = codec_and_width(&spelled, &field.encoding, span)?;
        let direction = match &field.encoding {
            Encoding::Plain(direction) | Encoding::Padded { direction, .. } => *direction,
            Encoding::Time { .. } | Encoding::Foreign { .. } | Encoding::Custom { .. } | Encoding::Hashed(_) => {
                return None;
            }
        };
        let padded = matches!(field.encoding, Encoding::Padded { .. });
        let variable = spelled.is_variable() && !padded;
        let descending = direction == Direction::Descending;
        let reversed = direction == Direction::Reversed;
        if descending && variable && !key.separator.sorts() {
            // Such a field is a mistake. As for unrecognized types, the derive writes a bound, which reports the mistake.
            return None;
        }
        // The content of the last field ends with the key, except in a complement.
        let ends_with_key = last && !descending;
        let escaped = key.separator == Separator::Escape;
        let verbatim = !descending && (last || !escaped);
        let pad_character_sorts =
            !matches!(field.encoding, Encoding::Padded { character: Some(character), .. } if character != '\0');
        let fits = match (&field.encoding, &spelled) {
            (Encoding::Padded { width, .. }, Spelled::Unsigned { digits, .. }) => width.known() >= Some(*digits),
            (Encoding::Padded { .. }, _) => false,
            _ => true,
        };
        let is_string = matches!(spelled, Spelled::Text { .. } | Spelled::Bytes { .. } | Spelled::Array(_));
        let sorts = !reversed && pad_character_sorts && (!variable || ends_with_key || key.separator.sorts());
        // A field that does not sort has a bound with a lifetime of the field's name.
        let bound_lifetime = spelled.is_passed_by_reference().then(|| if sorts { quote!('a) } else { quote!('__b) });
        Some(Self {
            codec: match direction {
                Direction::Ascending => ascending,
                Direction::Descending => quote_spanned!(span=> #rk::DescendingOf<#ascending>),
                Direction::Reversed if variable || (padded && is_string) => {
                    quote_spanned!(span=> #rk::ReversedContent<#ascending>)
                }
                Direction::Reversed => quote_spanned!(span=> #rk::ReversedOf<#ascending>),
            },
            value: spelled.value(span),
            argument: spelled.argument(None, span),
            bound: spelled.argument(bound_lifetime.as_ref(), span),
            bound_lifetime,
            slice: if spelled.is_text() { quote_spanned!(span=> #rk::str) } else { quote_spanned!(span=> [#rk::u8]) },
            width,
            total: fits
                && (!variable || escaped || ends_with_key || spelled.is_text() && key.separator.is_never_in_text()),
            sorts,
            text: match &spelled {
                _ if padded => spelled.is_integer() || !descending,
                Spelled::Text { .. } => verbatim,
                _ => false,
            },
            spreads: reversed && spelled.is_integer(),
            starts_with: !reversed && pad_character_sorts && is_string,
            ends_with: reversed && pad_character_sorts && is_string && !matches!(spelled, Spelled::Array(_)),
            borrows_nothing: !spelled.is_borrowed(),
        })
    }
}

/// Returns the codec without `#[descending]` and `#[reverse]`, and its width.
fn codec_and_width(spelled: &Spelled, encoding: &Encoding<'_>, span: Span) -> Option<(TokenStream, Option<usize>)> {
    let rk = names::runtime(span);
    match (encoding, spelled) {
        (
            Encoding::Plain(Direction::Reversed),
            Spelled::Float { .. } | Spelled::Bool | Spelled::Char | Spelled::Optional(_),
        ) => None,
        (Encoding::Plain(_), _) => Some((spelled.codec(span), spelled.width())),
        (Encoding::Padded { width, character, .. }, _) => {
            let width = width.known()?;
            let codec = match (spelled, character) {
                (Spelled::Unsigned { digits, .. }, None) if width <= MAX_DIGITS => {
                    let fits = *digits <= width;
                    quote_spanned!(span=> #rk::PaddedDigits<#width, #fits>)
                }
                (Spelled::Signed { .. }, None) if width <= MAX_DIGITS => {
                    quote_spanned!(span=> #rk::PaddedDigits<#width, false>)
                }
                (Spelled::Text { .. }, _) => {
                    let character = character.unwrap_or('\0');
                    quote_spanned!(span=> #rk::PaddedString<#width, #character>)
                }
                _ => return None,
            };
            Some((codec, Some(width)))
        }
        _ => None,
    }
}
