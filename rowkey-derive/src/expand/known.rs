//! Fields whose type the derive recognizes by its tokens, such as `u32`, `&str` or `Vec<u8>`.
//!
//! For such a field, the derive names the codec and omits all trait bounds that are always satisfied. This halves the
//! time that rustc needs to check a key. A wrong guess never leads to wrong bytes: if a type of the user is named `u32`
//! or `String`, derived code does not compile, because it expects the standard type. The functions that derived code
//! calls also require the omitted bounds.

use crate::model::{Direction, Encoding, Field, Key, Separator};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, Type};

/// The number of digits of the greatest integer, `u128::MAX`.
pub(super) const MAX_DIGITS: usize = 39;

enum KnownType {
    Unsigned { name: &'static str, width: usize, digits: usize },
    Signed { name: &'static str, width: usize },
    Float { name: &'static str, width: usize },
    Bool,
    Char,
    Array(usize),
    Text { borrowed: bool },
    Bytes { borrowed: bool },
    Optional(Box<KnownType>),
}

/// Checks whether a field `host` of this type may have the method `host_starts_with`. Returns true for text, bytes and
/// unrecognized types.
pub(super) fn may_have_slices(ty: &Type) -> bool {
    matches!(KnownType::of(ty), None | Some(KnownType::Text { .. } | KnownType::Bytes { .. } | KnownType::Array(_)))
}

impl KnownType {
    fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
                let [segment] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
                match &segment.arguments {
                    PathArguments::None => Self::of_word(&segment.ident.to_string()),
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

    fn of_word(name: &str) -> Option<Self> {
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

    /// Checks whether the type is written without brackets, such as `u32`, but not `Vec<u8>`.
    fn is_single_word(&self) -> bool {
        !matches!(self, Self::Array(_) | Self::Bytes { .. } | Self::Optional(_))
    }

    fn is_integer(&self) -> bool {
        matches!(self, Self::Unsigned { .. } | Self::Signed { .. })
    }

    /// Checks whether the type is a string or bytes of variable length, or an `Option` of one of them.
    fn is_variable(&self) -> bool {
        match self {
            Self::Text { .. } | Self::Bytes { .. } => true,
            Self::Optional(content) => content.is_variable(),
            _ => false,
        }
    }

    /// Checks whether the type is a string, or an `Option` of a string.
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

    /// Checks whether the method that sets the field takes a reference, or an `Option` of a reference.
    fn is_passed_by_reference(&self) -> bool {
        match self {
            Self::Text { .. } | Self::Bytes { .. } => true,
            Self::Optional(content) => content.is_passed_by_reference(),
            _ => false,
        }
    }

    fn codec(&self, span: Span) -> TokenStream {
        let rk = names::private(span);
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

    /// Returns the path of the standard type. The path is valid even if the user has another type of the same name.
    fn value(&self, span: Span) -> TokenStream {
        let rk = names::private(span);
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

    /// Returns the argument type of the method that sets the field. If the argument is a reference, the reference has
    /// the lifetime `lifetime`.
    fn argument(&self, lifetime: Option<&TokenStream>, span: Span) -> TokenStream {
        let rk = names::private(span);
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

/// Returns the argument type of the method that sets a field of the type `ty`. Returns `None` if the derive does not
/// recognize `ty`, or if the argument is a reference and `may_borrow` is false.
pub(super) fn argument(ty: &Type, may_borrow: bool, span: Span) -> Option<TokenStream> {
    let known_type = KnownType::of(ty)?;
    (may_borrow || !known_type.is_passed_by_reference()).then(|| known_type.argument(None, span))
}

pub(super) fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "Option"))
}

/// Checks whether the type is a number, `bool`, `char` or `String`. All of these types can be fields.
pub(super) fn is_number_or_string(ty: &Type) -> bool {
    matches!(ty, Type::Path(_)) && matches!(KnownType::of(ty), Some(known_type) if known_type.is_single_word())
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

#[expect(clippy::struct_excessive_bools, reason = "each is a separate property of a field")]
pub(crate) struct KnownField {
    pub(super) codec: TokenStream,
    /// The type, with the lifetimes of the key as `'static`.
    pub(super) value: TokenStream,
    pub(super) argument: TokenStream,
    /// The type of `a` and `b` in `host_in(a..b)` for a field `host`. If this type is a reference, it has the lifetime
    /// `bound_lifetime`.
    pub(super) bound: TokenStream,
    pub(super) bound_lifetime: Option<TokenStream>,
    /// The argument of `host_starts_with` and `host_ends_with` is a reference to this type: `str` or `[u8]`.
    pub(super) slice: TokenStream,
    /// The number of bytes, if it is the same for every value.
    pub(super) width: Option<usize>,
    /// True if every value can be encoded.
    pub(super) total: bool,
    /// True if the bytes sort as the values do.
    pub(super) sorts: bool,
    /// True if the bytes are UTF-8.
    pub(super) text: bool,
    /// True if the first bytes of the field are spread evenly over all values of these bytes.
    pub(super) spreads: bool,
    /// True if a field `host` has the method `host_starts_with`.
    pub(super) starts_with: bool,
    /// True if a field `host` has the method `host_ends_with`.
    pub(super) ends_with: bool,
    /// True if the type has no lifetime, so that the field can always be decoded.
    pub(super) borrows_nothing: bool,
}

impl KnownField {
    pub(super) fn of(key: &Key<'_>, field: &Field<'_>, is_last: bool) -> Option<Self> {
        let known_type = KnownType::of(field.ty).filter(|_| !field.unterminated)?;
        let span = field.type_span();
        let rk = names::private(span);
        let (ascending, width) = codec_and_width(&known_type, &field.encoding, span)?;
        let direction = match &field.encoding {
            Encoding::Plain(direction) | Encoding::Padded { direction, .. } => *direction,
            Encoding::Time { .. } | Encoding::InForm { .. } | Encoding::Custom { .. } | Encoding::Hashed(_) => {
                return None;
            }
        };
        let padded = matches!(field.encoding, Encoding::Padded { .. });
        let variable = known_type.is_variable() && !padded;
        let descending = direction == Direction::Descending;
        let reversed = direction == Direction::Reversed;
        if descending && variable && !key.separator.keeps_order() {
            // Such a field is a mistake, which the assertion for fields of unrecognized types reports.
            return None;
        }
        // A complemented field has a terminator even if it is the last field.
        let has_no_terminator = is_last && !descending;
        let escaped = key.separator == Separator::Escape;
        let verbatim = !descending && (is_last || !escaped);
        let pad_character_sorts =
            !matches!(field.encoding, Encoding::Padded { character: Some(character), .. } if character != '\0');
        let fits = match (&field.encoding, &known_type) {
            (Encoding::Padded { width, .. }, KnownType::Unsigned { digits, .. }) => width.known() >= Some(*digits),
            (Encoding::Padded { .. }, _) => false,
            _ => true,
        };
        let is_string = matches!(known_type, KnownType::Text { .. } | KnownType::Bytes { .. } | KnownType::Array(_));
        let sorts = direction.is_in_order()
            && pad_character_sorts
            && (!variable || has_no_terminator || key.separator.keeps_order());
        // If the field does not sort, its method for ranges has a bound with a lifetime named after the field. The
        // lifetime in the argument then is `'__b`, because the field may be named `a`.
        let bound_lifetime = known_type.is_passed_by_reference().then(|| if sorts { quote!('a) } else { quote!('__b) });
        Some(Self {
            codec: match direction {
                Direction::Ascending => ascending,
                Direction::Descending => quote_spanned!(span=> #rk::DescendingOf<#ascending>),
                Direction::Reversed if variable || (padded && is_string) => {
                    quote_spanned!(span=> #rk::ReversedContent<#ascending>)
                }
                Direction::Reversed => quote_spanned!(span=> #rk::ReversedOf<#ascending>),
            },
            value: known_type.value(span),
            argument: known_type.argument(None, span),
            bound: known_type.argument(bound_lifetime.as_ref(), span),
            bound_lifetime,
            slice: if known_type.is_text() {
                quote_spanned!(span=> #rk::str)
            } else {
                quote_spanned!(span=> [#rk::u8])
            },
            width,
            total: fits
                && (!variable
                    || escaped
                    || has_no_terminator
                    || known_type.is_text() && key.separator.is_never_in_text()),
            sorts,
            text: match &known_type {
                _ if padded => known_type.is_integer() || !descending,
                KnownType::Text { .. } => verbatim,
                _ => false,
            },
            spreads: reversed && known_type.is_integer(),
            starts_with: direction.is_in_order() && pad_character_sorts && is_string,
            ends_with: reversed && pad_character_sorts && is_string && !matches!(known_type, KnownType::Array(_)),
            borrows_nothing: !known_type.is_borrowed(),
        })
    }
}

/// Returns the codec of a field without `#[descending]` and `#[reverse]`, and the width of a field of fixed width.
fn codec_and_width(
    known_type: &KnownType,
    encoding: &Encoding<'_>,
    span: Span,
) -> Option<(TokenStream, Option<usize>)> {
    let rk = names::private(span);
    match (encoding, known_type) {
        (
            Encoding::Plain(Direction::Reversed),
            KnownType::Float { .. } | KnownType::Bool | KnownType::Char | KnownType::Optional(_),
        ) => None,
        (Encoding::Plain(_), _) => Some((known_type.codec(span), known_type.width())),
        (Encoding::Padded { width, character, .. }, _) => {
            let width = width.known()?;
            let codec = match (known_type, character) {
                (KnownType::Unsigned { digits, .. }, None) if width <= MAX_DIGITS => {
                    let fits = *digits <= width;
                    quote_spanned!(span=> #rk::PaddedDigits<#width, #fits>)
                }
                (KnownType::Signed { .. }, None) if width <= MAX_DIGITS => {
                    quote_spanned!(span=> #rk::PaddedDigits<#width, false>)
                }
                (KnownType::Text { .. }, _) => {
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
