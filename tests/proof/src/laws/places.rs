//! `places!`: a field written once becomes keys in which it stands in different places.

/// Tests of every law over keys made of each of these fields, in each of these places under these attributes of the key:
///
/// - `alone`, where the tests have the feature `thorough`: most kinds of fields stand alone in other tests too;
/// - `around`: in front of a byte, and behind it as the last one;
/// - `doubled`: twice side by side, with bytes behind.
///
/// Of each field is said what it can be asked, as [`key!`](crate::key) wants it; where that differs as the last one of a
/// key, in a second pair of brackets.
#[macro_export]
macro_rules! places {
    ($name:ident: $($places:tt)+) => { $crate::places!(@tests $name [] $($places)+); };
    ($name:ident <$life:lifetime>: $($places:tt)+) => { $crate::places!(@tests $name [<$life>] $($places)+); };
    (@tests $name:ident $life:tt $($place:ident $key:tt),+; $fields:tt) => {
        fn $name() -> Vec<$crate::laws::Subject> {
            let mut keys = Vec::new();
            $($crate::place!(@each keys $place $key $life $fields);)+
            keys
        }
        $crate::laws!($name);
    };
}

/// Adds the keys in which fields stand in one place.
#[macro_export]
macro_rules! place {
    (@each $keys:ident $place:ident $key:tt $life:tt [$($field:tt)+]) => {
        $($crate::place!(@one $keys $place $key $life $field);)+
    };
    (@one $keys:ident $place:ident $key:tt $life:tt
        { $(#[$($attr:tt)*])* $type:ty => $words:tt }) => {
        $crate::place!(@one $keys $place $key $life { $(#[$($attr)*])* $type => $words $words })
    };
    (@one $keys:ident alone [$($key:tt)*] [$($life:tt)*]
        { $(#[$($attr:tt)*])* $type:ty => $words:tt $last:tt }) => {
        #[cfg(feature = "thorough")]
        $keys.push($crate::key! { $($key)* struct $($life)* {
            $(#[$($attr)*])* a: $type => range $last,
        } });
    };
    (@one $keys:ident around [$($key:tt)*] [$($life:tt)*]
        { $(#[$($attr:tt)*])* $type:ty => $words:tt $last:tt }) => {
        $keys.push($crate::key! { $($key)* struct $($life)* {
            $(#[$($attr)*])* a: $type => range $words,
            b: u8 => range [in],
            $(#[$($attr)*])* c: $type => range $last,
        } });
    };
    (@one $keys:ident doubled [$($key:tt)*] [$($life:tt)*]
        { $(#[$($attr:tt)*])* $type:ty => $words:tt $last:tt }) => {
        $keys.push($crate::key! { $($key)* struct $($life)* {
            $(#[$($attr)*])* a: $type => range $words,
            $(#[$($attr)*])* b: $type => range $words,
            c: Vec<u8> => range [in starts],
        } });
    };
}
