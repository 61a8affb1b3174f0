//! Reads the attribute `salt`: `#[salt(md5, 2)]` on a field, or `#[rowkey(salt(md5, 2))]` above the struct. A salt is
//! bytes before the fields of a key, which spread the keys over the store.

use super::args::{self, Arg, Value};
use super::misspelling::is_similar;
use super::table::Form;
use crate::context::{Context, listed, source_text};
use crate::digest::Digest;
use crate::model::{BucketHash, Buckets, HashedSalt, MAX_BUCKETS, NamedDigest, Number, WithTokens};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, Token};

// The algorithms that are not digests. They compute a bucket number, such as 3 of 16. A digest such as `md5` computes
// a bucket number or some bytes.
const PHOENIX: &str = "phoenix";
const MODULO: &str = "modulo";
const RANDOM: &str = "random";

fn algorithms(target: Target) -> String {
    let random = match target {
        Target::Field => String::new(),
        Target::Struct => format!("`{RANDOM}`, "),
    };
    format!("{}; only with `buckets`: {random}`{PHOENIX}`, `{MODULO}` or `with = path`", listed(Digest::names()))
}

/// Checks whether `count`, a number of bytes, is from 1 to `max`. Reports any other number.
///
/// `name` and `max` are the name and the number of bytes of a digest. For a hash function of the user, `max` is
/// `usize::MAX`. For a digest, the help of the error ends with `alternative`.
pub(super) fn check_width(
    context: &Context,
    (name, max): (&str, usize),
    count: usize,
    alternative: &str,
    tokens: impl ToTokens,
) -> bool {
    let is_valid = (1..=max).contains(&count);
    if !is_valid && max == usize::MAX {
        context.error(tokens, "a hash of 0 bytes cannot tell values apart", "write the number of bytes, such as 16");
    } else if !is_valid {
        let wrong = format_args!("{name} has {max} bytes, not {count}");
        context.error(tokens, wrong, format_args!("write a number from 1 to {max}{alternative}"));
    }
    is_valid
}

pub(crate) struct Salt {
    pub(crate) kind: SaltKind,
    /// `of(a, b)`
    pub(crate) of: Option<Vec<Ident>>,
}

/// The same kinds as in `model::SaltKind`, without the fields that the salt is computed from.
pub(crate) enum SaltKind {
    Hashed(HashedSalt),
    Modulo(Buckets),
    Random(Buckets),
}

/// The first argument of a salt, such as `md5` in `salt(md5, 2)`.
enum Algorithm {
    Digest(NamedDigest),
    Phoenix,
    Modulo,
    Random,
    With(Box<syn::Type>),
}

/// The item that has the `salt` attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Field,
    Struct,
}

pub(super) fn read(context: &Context, args: Vec<Arg>, tokens: impl ToTokens, target: Target) -> Option<Salt> {
    let mut args = args.into_iter();
    let algorithm = algorithm(context, args.next(), &tokens, target)?;
    let mut options = SaltOptions::default();
    for arg in args {
        options.read(context, arg, target)?;
    }
    let kind = options.kind(context, algorithm, &tokens)?;
    Some(Salt { kind, of: options.of })
}

fn algorithm(context: &Context, arg: Option<Arg>, tokens: impl ToTokens, target: Target) -> Option<Algorithm> {
    let name = match arg {
        Some(Arg::Word(name)) => name,
        Some(Arg::Assign(word, _, Value::Path(path))) if word == "with" => return Some(Algorithm::With(path)),
        _ => {
            let help =
                format_args!("write `salt(md5, 2)` or `salt(md5, buckets = 16)`. Algorithms: {}", algorithms(target));
            context.error(tokens, "a salt begins with its algorithm", help);
            return None;
        }
    };
    if let Some(digest) = Digest::named(&name) {
        return Some(Algorithm::Digest(NamedDigest { digest, span: name.span() }));
    }
    let text = name.to_string();
    if text == PHOENIX {
        return Some(Algorithm::Phoenix);
    }
    if text == MODULO {
        return Some(Algorithm::Modulo);
    }
    if text == RANDOM {
        if target == Target::Struct {
            return Some(Algorithm::Random);
        }
        context.error(
            name,
            "a random salt is not computed from a field",
            "write `#[rowkey(salt(random, buckets = 16))]` above `struct`",
        );
        return None;
    }
    let only_on_the_struct = (target == Target::Struct).then_some(RANDOM);
    let mut known = Digest::names().chain([PHOENIX, MODULO]).chain(only_on_the_struct);
    let help = match known.find(|known| is_similar(known, &text)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("write {}", algorithms(target)),
    };
    context.error(&name, format_args!("`{name}` is not an algorithm for salts"), help);
    None
}

/// The arguments after the algorithm.
#[derive(Default)]
struct SaltOptions {
    bytes: Option<WithTokens<Number>>,
    buckets: Option<WithTokens<Number<u64>>>,
    hex: Option<Ident>,
    /// The word `last`: the salt is the last bytes of the digest, not the first.
    last: Option<Ident>,
    /// The word `digits`: keys contain the bucket number in decimal digits.
    digits: Option<Ident>,
    of: Option<Vec<Ident>>,
}

/// Sets an option. Reports an argument that sets the option again.
fn set<T>(context: &Context, slot: &mut Option<T>, value: T, arg: impl ToTokens) -> Option<()> {
    if slot.is_some() {
        context.error(&arg, format_args!("`{}` repeats an argument", source_text(&arg)), "leave one out");
        return None;
    }
    *slot = Some(value);
    Some(())
}

impl SaltOptions {
    /// Reads one argument. If it contains a mistake, reports the mistake and returns `None`.
    fn read(&mut self, context: &Context, arg: Arg, target: Target) -> Option<()> {
        let tokens = arg.to_token_stream();
        match arg {
            Arg::Word(word) if word == "buckets" => {
                context.error(tokens, "`buckets` takes the number of buckets", "write `buckets = 16`");
                None
            }
            arg @ (Arg::Assign(..) | Arg::List(..)) if arg.word().as_deref() == Some("buckets") => {
                let report =
                    || args::reject_argument(context, &arg, "`buckets` takes the number of buckets", "buckets = 16");
                let count = args::number_or_expression(context, Form::Assigned, &arg, report)?;
                let Arg::Assign(_, _, value) = &arg else { return None };
                set(context, &mut self.buckets, WithTokens::new(count, value), tokens)
            }
            Arg::Word(word) if word == "hex" => set(context, &mut self.hex, word, tokens),
            Arg::Word(word) if word == "last" => set(context, &mut self.last, word, tokens),
            Arg::Word(word) if word == "digits" => set(context, &mut self.digits, word, tokens),
            Arg::List(word, ..) if word == "of" && target == Target::Field => {
                context.error(
                    tokens,
                    "the salt of a field is computed from this field",
                    "for a salt over several fields write `#[rowkey(salt(md5, 2, of(a, b)))]` above `struct`",
                );
                None
            }
            Arg::List(word, _, list) if word == "of" => match parse_names.parse2(list) {
                Ok(names) if !names.is_empty() => set(context, &mut self.of, names, tokens),
                _ => {
                    context.error(tokens, "`of` takes the names of the fields that are hashed", "write `of(a, b)`");
                    None
                }
            },
            arg if is_unknown_word(&arg) => {
                report_unknown(context, &arg, target);
                None
            }
            arg => {
                let report = || report_unknown(context, &arg, target);
                let count = args::number_or_expression(context, Form::InParentheses, &arg, report)?;
                set(context, &mut self.bytes, WithTokens::new(count, &arg), tokens)
            }
        }
    }

    /// Combines the algorithm with these options. Reports an error unless the options contain exactly one size, which
    /// is a number of bytes or a number of buckets, and the algorithm accepts this size.
    fn kind(&mut self, context: &Context, algorithm: Algorithm, tokens: impl ToTokens) -> Option<SaltKind> {
        let buckets = match (self.bytes.take(), self.buckets.take()) {
            (Some(_), Some(buckets)) => {
                context.error(buckets, "a salt has either a number of bytes or `buckets = N`", "leave one out");
                return None;
            }
            (None, None) => {
                let help = match algorithm {
                    Algorithm::Digest(NamedDigest { digest, .. }) => {
                        let name = digest.name();
                        format!("write `salt({name}, 2)` for 2 bytes, or `salt({name}, buckets = 16)`")
                    }
                    _ => "write `buckets = 16` after the algorithm".into(),
                };
                context.error(tokens, "the size of this salt is missing", help);
                return None;
            }
            (Some(bytes), None) => return self.digest_bytes(context, &algorithm, bytes).map(SaltKind::Hashed),
            (None, Some(buckets)) => self.valid_buckets(context, buckets)?,
        };
        let by = match algorithm {
            Algorithm::Modulo => return Some(SaltKind::Modulo(buckets)),
            Algorithm::Random => return Some(SaltKind::Random(buckets)),
            Algorithm::Digest(digest) => BucketHash::Digest(digest),
            Algorithm::Phoenix => BucketHash::Phoenix,
            Algorithm::With(path) => BucketHash::Function(path),
        };
        Some(SaltKind::Hashed(HashedSalt::Bucket { by, buckets }))
    }

    /// Returns a salt of some bytes of a digest. Reports another algorithm, and an option that is only for buckets.
    fn digest_bytes(&self, context: &Context, algorithm: &Algorithm, bytes: WithTokens<Number>) -> Option<HashedSalt> {
        let Algorithm::Digest(digest) = algorithm else {
            // Guesses which number of buckets the user means, for the compile error. In `salt(with = f, 2)`, `f` may
            // return 2 bytes, which are 2^16 buckets. In `salt(phoenix, 16)`, 16 may be the number of buckets.
            let buckets = match (algorithm, bytes.value.known()) {
                (Algorithm::With(_), Some(bytes @ 1..=4)) => 1_u64 << (8 * bytes),
                (Algorithm::With(_), _) | (_, None | Some(0)) => 16,
                (_, Some(buckets)) => buckets as u64,
            };
            let instead = format_args!("write `buckets = {buckets}`");
            context.error(bytes, "this salt is the number of a bucket, not bytes of a digest", instead);
            return None;
        };
        if let Some(digits) = &self.digits {
            context.error(digits, "`digits` is for the number of a bucket, not for bytes of a digest", "write `hex`");
            return None;
        }
        let (last, hex) = (self.last.is_some(), self.hex.is_some());
        let limit = (digest.digest.name(), digest.digest.bytes());
        let fits = bytes.value.known().is_none_or(|count| {
            let buckets =
                if count == 0 { String::new() } else { format!(", or `buckets = {count}` for {count} buckets") };
            check_width(context, limit, count, &buckets, &bytes)
        });
        fits.then_some(HashedSalt::Bytes { digest: *digest, count: bytes.value, last, hex })
    }

    /// Returns the buckets. Reports a number of buckets that is out of range, and an option that is only for bytes of a
    /// digest.
    fn valid_buckets(&self, context: &Context, buckets: WithTokens<Number<u64>>) -> Option<Buckets> {
        for (word, help) in [(&self.hex, "write `digits`, or leave it out"), (&self.last, "leave it out")] {
            if let Some(word) = word {
                let wrong = format_args!("`{word}` is for bytes of a digest, not for the number of a bucket");
                context.error(word, wrong, help);
                return None;
            }
        }
        if let Some(count) = buckets.value.known().filter(|count| !(1..=MAX_BUCKETS).contains(count)) {
            let wrong = format_args!("a salt cannot have {count} buckets");
            context.error(buckets, wrong, "write a number from 1 to 4294967296 (2^32)");
            return None;
        }
        Some(Buckets { count: buckets.value, digits: self.digits.is_some() })
    }
}

/// Checks whether the argument is a word without an upper-case letter. Such a word is probably a misspelled argument,
/// not the name of a constant. If the derive took the word for a constant, rustc would report an unknown constant,
/// which does not help.
fn is_unknown_word(arg: &Arg) -> bool {
    matches!(arg, Arg::Word(word) if !word.to_string().contains(char::is_uppercase))
}

/// Reports an argument that is not an argument of a salt.
fn report_unknown(context: &Context, arg: &Arg, target: Target) {
    const WORDS: [(&str, &str); 5] =
        [("hex", "hex"), ("last", "last"), ("digits", "digits"), ("buckets", "buckets = 16"), ("of", "of(a, b)")];
    let word = arg.word().unwrap_or_default();
    let meant = WORDS.iter().find(|(known, _)| is_similar(known, &word));
    let tokens = arg.to_token_stream();
    let written = source_text(&tokens);
    let help = match (meant, target) {
        (Some((known, example)), _) => {
            let same_form = matches!((*known, arg), ("buckets", Arg::Assign(..)) | ("of", Arg::List(..)));
            match written.strip_prefix(&word).filter(|_| same_form) {
                Some(rest) => format!("did you mean `{known}{rest}`?"),
                None if word == *known && matches!(*known, "hex" | "last") => format!(
                    "`{known}` has no value: write the number of bytes as the argument before it, as in `salt(md5, 2, {known})`"
                ),
                None if word == *known && *known == "digits" => {
                    "`digits` has no value: write `salt(md5, buckets = 16, digits)`".into()
                }
                None => format!("did you mean `{example}`?"),
            }
        }
        (None, Target::Field) => {
            "after the algorithm write a number of bytes and `hex` or `last`, or `buckets = 16` and `digits`".into()
        }
        (None, Target::Struct) => {
            "after the algorithm write a number of bytes and `hex` or `last`, or `buckets = 16` and `digits`; then `of(a, b)`"
                .into()
        }
    };
    context.error(&tokens, format_args!("`{written}` is not an argument of a salt"), help);
}

/// Parses field names. A name may be a raw identifier, or the number of a field of a tuple struct.
fn parse_names(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(input, |input| {
        if input.peek(LitInt) {
            let index: LitInt = input.parse()?;
            return Ok(format_ident!("field_{}", index.base10_digits(), span = index.span()));
        }
        Ident::parse_any(input)
    })?;
    Ok(names.into_iter().collect())
}
