//! Tests law 4 of `rowkey_proof::laws` for composite fields, whose type is a struct or an enum with data. A query can
//! require the value of such a field to begin with given parts. For example, the query method `term_in`, which the
//! derive generates for the field `term`, finds exactly the keys whose `term` is an `Iri` in
//! `term_in(Term::prefix().iri())`.

use rowkey::{CompositeField, KeyField, KeyRange, RowKey};
use rowkey_formats::FoundationDb;
use rowkey_proof::domain;

#[derive(Debug, Clone, PartialEq, KeyField)]
struct Place {
    #[rowkey(before = "c")]
    city: Vec<u8>,
    #[rowkey(before = "\0", after = "#")]
    #[descending]
    floor: i8,
}

#[derive(Debug, Clone, PartialEq, KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    // The variants have the codes 1, 3, 2 and 255. These codes do not ascend, so the keys of `Term`s do not sort as the
    // variants do: a query can select a prefix of `Term`s, but not a range of `Term`s.
    #[code(3)]
    Number(#[descending] i16, #[reverse] String),
    #[code(2)]
    Literal {
        value: String,
        #[descending]
        place: Place,
    },
    #[code(255)]
    Nothing,
}

fn texts() -> Vec<String> {
    ["", "a", "a\0", "a\0b", "a\u{1}", "ab", "b", "\u{10FFFF}"].map(String::from).to_vec()
}

fn places() -> Vec<Place> {
    let cities = texts().into_iter().map(String::into_bytes).chain([vec![0xFF], vec![0xFF, 0xFF]]);
    cities.flat_map(|city| [i8::MIN, -1, 0, i8::MAX].map(|floor| Place { city: city.clone(), floor })).collect()
}

fn terms() -> Vec<Term> {
    let numbers = domain::integers::<i16>();
    let numbers = numbers.iter().flat_map(|number| texts().into_iter().map(|text| Term::Number(*number, text)));
    let literals = texts()
        .into_iter()
        .flat_map(|value| places().into_iter().map(move |place| Term::Literal { value: value.clone(), place }));
    texts().into_iter().map(Term::Iri).chain(numbers).chain(literals).chain([Term::Nothing]).collect()
}

macro_rules! each_prefix_finds_its_values {
    ($($test:ident: [$(#[$on_key:meta])*] $(#[$on_field:meta])* field $(, $next:ident)?;)+) => {$(
        #[test]
        fn $test() {
            #[derive(RowKey)]
            $(#[$on_key])*
            struct TermKey {
                before: u8,
                $(#[$on_field])*
                term: Term,
                $($next: u8,)?
            }
            #[derive(RowKey)]
            $(#[$on_key])*
            struct PlaceKey {
                before: u8,
                $(#[$on_field])*
                place: Place,
                $($next: u8,)?
            }
            let keys: Vec<_> = terms()
                .into_iter()
                .flat_map(|term| {
                    [(0, 0), (1, 0), (1, 0xFF), (2, 0)].map(|(before, _next)| {
                        let key = TermKey { before, term: term.clone(), $($next: _next)? };
                        (key.try_encode().unwrap(), before, term.clone())
                    })
                })
                .collect();
            macro_rules! assert_found {
                ($prefix:expr, $wanted:expr) => {
                    let wanted: &dyn Fn(&Term) -> bool = &$wanted;
                    let range = TermKey::prefix().before(1).term_in($prefix).range();
                    for (bytes, before, term) in &keys {
                        let wanted = *before == 1 && wanted(term);
                        assert_eq!(range.contains(bytes), wanted, "{term:?} in {range:?} of {}", stringify!($prefix));
                    }
                };
            }
            let all = Term::prefix;
            assert_found!(all().iri(), |term| matches!(term, Term::Iri(_)));
            assert_found!(all().nothing(), |term| matches!(term, Term::Nothing));
            assert_found!(all().literal(), |term| matches!(term, Term::Literal { .. }));
            assert_found!(all().number().within(..), |term| matches!(term, Term::Number(..)));
            for text in texts() {
                assert_found!(all().iri().equals(&text), |term| matches!(term, Term::Iri(iri) if *iri == text));
                assert_found!(all().iri().starts_with(&text), |term| matches!(term, Term::Iri(iri) if iri.starts_with(&text)));
                assert_found!(all().iri().within(..&*text), |term| matches!(term, Term::Iri(iri) if *iri < text));
                assert_found!(all().literal().within(&*text..), |term| matches!(term, Term::Literal { value, .. } if *value >= text));
                assert_found!(
                    all().number().equals(-1).ends_with(&text), |term| matches!(term, Term::Number(-1, reversed) if reversed.ends_with(&text)));
                assert_found!(
                    all().literal().equals("a").within(Place::prefix().starts_with(text.as_bytes())), |term| matches!(term, Term::Literal { value, place } if value == "a" && place.city.starts_with(text.as_bytes())));
                assert_found!(
                    all().literal().equals(&text).within(Place::prefix().equals(b"a").within(-1..)), |term| matches!(term, Term::Literal { value, place } if *value == text && place.city == b"a" && place.floor >= -1));
            }
            for from in [i16::MIN, -256, 0, i16::MAX] {
                assert_found!(all().number().within(from..=256), |term| matches!(term, Term::Number(number, _) if (from..=256).contains(number)));
                assert_found!(all().number().within(from..), |term| matches!(term, Term::Number(number, _) if *number >= from));
                assert_found!(all().number().equals(from), |term| matches!(term, Term::Number(number, _) if *number == from));
            }

            let range = PlaceKey::prefix().before(1).place_in(Place::prefix().equals(b"a\0").within(..0)).range();
            let all = PlaceKey::prefix().before(1).place_in(Place::prefix()).range();
            for place in places() {
                let key = PlaceKey { before: 1, place: place.clone(), $($next: 7)? }.try_encode().unwrap();
                assert_eq!(range.contains(&key), place.city == b"a\0" && place.floor < 0, "{place:?} in {range:?}");
                assert!(all.contains(&key), "{place:?} in {all:?}");
            }
        }
    )+};
}

in_laws! {
    each_prefix_finds_its_values! {
        before_another_field: [] field, next;
        descending_as_the_last_field: [] #[descending] field;
    }
}

in_combinations! {
    each_prefix_finds_its_values! {
        as_the_last_field: [] field;
        descending: [] #[descending] field, next;
        delimited: [#[rowkey(delimiter = '_')]] field, next;
    }
}

in_laws! {
    /// The field has two digits, so no key contains the value 100, and the range for this value is empty.
    #[test]
    fn a_value_without_an_encoding_matches_nothing() {
        #[derive(KeyField)]
        enum Digits {
            #[code(1)]
            Two(#[pad(2)] u8),
        }
        #[derive(RowKey)]
        struct DigitsKey {
            digits: Digits,
        }
        assert!(DigitsKey::prefix().digits_in(Digits::prefix().two().equals(100)).range().is_empty());
        assert!(!DigitsKey::prefix().digits_in(Digits::prefix().two().equals(99)).range().is_empty());
    }

    /// A struct in which a FoundationDB string is before another field, and is the last field. Bytes that begin with the
    /// string and an FF belong to a greater string.
    #[test]
    fn bounds_after_a_foundation_db_string_find_no_greater_string() {
        #[derive(Debug, Clone, PartialEq, KeyField)]
        struct Owner {
            #[rowkey(codec = FoundationDb)]
            name: String,
            #[rowkey(codec = FoundationDb)]
            city: Option<String>,
        }
        #[derive(RowKey)]
        struct OwnerKey {
            owner: Owner,
            next: bool,
        }
        let cities: Vec<_> = texts().into_iter().map(Some).chain([None]).collect();
        let owners = texts().into_iter().flat_map(|name| cities.iter().map(move |city| Owner { name: name.clone(), city: city.clone() }));
        let keys: Vec<(Vec<u8>, Owner, bool)> = owners
            .flat_map(|owner| [false, true].map(|next| (OwnerKey { owner: owner.clone(), next }.try_encode().unwrap(), owner.clone(), next)))
            .collect();
        let assert_found = |range: KeyRange, matches: &dyn Fn(&Owner, bool) -> bool| {
            for (bytes, owner, next) in &keys {
                assert_eq!(range.contains(bytes), matches(owner, *next), "{owner:?}, {next} in {range:?}");
            }
        };
        for name in texts() {
            let named = || Owner::prefix().equals(&name);
            let find = |owner| OwnerKey::prefix().owner_in(owner).range();
            assert_found(OwnerKey::prefix().owner_in(named()).range(), &|owner, _| owner.name == name);
            assert_found(find(named().within(..)), &|owner, _| owner.name == name);
            for city in &cities {
                let bound = city.as_deref();
                assert_found(find(named().within(bound..)), &|owner, _| owner.name == name && owner.city >= *city);
                assert_found(find(named().within(..bound)), &|owner, _| owner.name == name && owner.city < *city);
                let both = named().equals(bound);
                assert_found(OwnerKey::prefix().owner_in(both).range(), &|owner, _| owner.name == name && owner.city == *city);
                let owner = Owner { name: name.clone(), city: city.clone() };
                let next = OwnerKey::prefix().owner(&owner).next_in(..).range();
                assert_found(next, &|other, _| *other == owner);
                assert_found(OwnerKey::prefix().owner(&owner).next_in(true..).range(), &|other, next| *other == owner && next);
            }
        }
    }

    #[test]
    fn a_prefix_of_a_salted_field_spans_the_buckets() {
        #[derive(Debug, PartialEq, RowKey)]
        struct SaltedKey {
            #[salt(md5, buckets = 3)]
            term: Term,
            next: u8,
        }
        let ranges: Vec<_> = SaltedKey::prefix().term_in(Term::prefix().iri().starts_with("a")).ranges().collect();
        assert_eq!(ranges.len(), 3);
        for term in terms() {
            let wanted = matches!(&term, Term::Iri(iri) if iri.starts_with('a'));
            let bytes = SaltedKey { term, next: 7 }.encode();
            assert_eq!(ranges.iter().filter(|range| range.contains(&bytes)).count(), usize::from(wanted));
        }
    }
}
