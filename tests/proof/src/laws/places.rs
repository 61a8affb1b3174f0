//! `places!` tests fields at several positions of a key.

/// Defines the tests of [`laws!`](crate::laws!) over one key for each of the given fields and positions. For example,
/// `places! { flags: alone [], doubled [#[rowkey(delimiter = '\0')]]; [{ bool => [in] } { char => [in] }] }` tests four
/// keys. The brackets after a position contain the attributes of the key. The positions are:
///
/// - `alone`: the key has only this field.
/// - `before_and_after`: the key has the field, a `u8`, and the field again.
/// - `doubled`: the key has the field twice, and then a field of bytes.
///
/// The brackets after `=>` list the prefix methods of the field, as in [`key!`](crate::key). If the last field of a key
/// has other methods, a second pair of brackets lists them.
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

/// Adds the keys with each of the fields at the given position to the list `$keys`.
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
