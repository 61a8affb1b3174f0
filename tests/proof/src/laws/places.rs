//! `places!` defines keys that have one field at several positions.

/// Defines the tests of [`laws!`](crate::laws!) over keys with each of these fields. Each key has the field at one of these
/// positions, and the given attributes:
///
/// - `alone`: the only field.
/// - `before_and_after`: twice, before and after a `u8`. The second is the last field.
/// - `doubled`: twice in a row, before a field of bytes.
///
/// The brackets after a field list its prefix methods, as in [`key!`](crate::key). A second pair of brackets lists the
/// methods of the field in last position, if they differ.
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

/// Adds the keys with the fields at the given position.
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
        $keys.push($crate::key! { $($key)* struct $($life)* {
            $(#[$($attr)*])* a: $type => range $last,
        } });
    };
    (@one $keys:ident before_and_after [$($key:tt)*] [$($life:tt)*]
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
