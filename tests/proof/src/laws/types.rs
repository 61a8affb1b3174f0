//! Macros that define a type that derives `KeyField`, and describe the same type in the model.

/// Defines a struct that derives `KeyField`, and its model.
#[macro_export]
macro_rules! key_struct {
    ($name:ident $(<$life:lifetime>)? { $($(#[$attr:ident $($args:tt)*])* $member:ident: $type:ty),+ $(,)? }) => {
        #[derive(Clone, rowkey::KeyField)]
        struct $name $(<$life>)? { $($(#[$attr $($args)*])* $member: $type),+ }

        impl $(<$life>)? $crate::model::Element for $name $(<$life>)? {}

        impl $(<$life>)? $crate::model::Typed for $name $(<$life>)? {
            fn kind() -> $crate::model::Kind {
                $crate::model::Kind::Struct(vec![
                    $($crate::key_field!($crate::model::Field::of::<$type>(), $($attr $($args)*),*)),+
                ])
            }
        }

        impl $(<$life>)? From<$name $(<$life>)?> for $crate::model::Value {
            fn from(value: $name $(<$life>)?) -> Self {
                let $crate::model::Kind::Struct(fields) = <$name as $crate::model::Typed>::kind() else {
                    unreachable!("a struct")
                };
                let values = [$($crate::model::Value::from(value.$member)),+];
                let directed = values.into_iter().zip(fields).map(|(value, field)| match field.descending {
                    true => $crate::model::Value::Descending(Box::new(value)),
                    false => value,
                });
                $crate::model::Value::Struct(directed.collect())
            }
        }

        $crate::key_from_value!([$name $(<$life>)?] |value| {
            let $crate::model::Value::Struct(values) = value else { panic!("{value:?} is not a struct") };
            let mut values = values.iter().map(|value| match value {
                $crate::model::Value::Descending(value) => value,
                value => value,
            });
            $name { $($member: $crate::laws::FromValue::from_value(values.next().unwrap())),+ }
        });
    };
}

/// Implements [`FromValue`](crate::laws::FromValue) for a derived type, and for references to the type. The prefix
/// method that sets a field takes a reference if the type is not `Copy`.
///
/// If the type has a lifetime, prefix methods such as `a_in` take `'static` values. The tests leak the values.
#[macro_export]
macro_rules! key_from_value {
    ([$name:ident $(<$life:lifetime>)?] $from_value:expr) => {
        impl<$($life)?> $crate::laws::FromValue<'_> for $name $(<$life>)? {
            fn from_value(value: &$crate::model::Value) -> Self {
                let from_value: fn(&'static $crate::model::Value) -> Self = $from_value;
                from_value(Box::leak(Box::new(value.clone())))
            }
        }

        impl<$($life)?> $crate::laws::FromValue<'_> for &$name $(<$life>)? {
            fn from_value(value: &$crate::model::Value) -> Self {
                Box::leak(Box::new($crate::laws::FromValue::from_value(value)))
            }
        }
    };
}

/// Defines a newtype that derives `KeyField`. Its model is that of the inner type.
#[macro_export]
macro_rules! key_newtype {
    ($(#[$attr:meta])* $name:ident $(<$life:lifetime>)? ($type:ty) $($derive:ident)?) => {
        #[derive(Clone, $($derive,)? rowkey::KeyField)]
        $(#[$attr])*
        struct $name $(<$life>)? ($type);

        impl $(<$life>)? $crate::model::Element for $name $(<$life>)? {}

        impl $(<$life>)? $crate::model::Typed for $name $(<$life>)? {
            const BORROWS: bool = <$type as $crate::model::Typed>::BORROWS;
            const OWN_CODEC: bool = !<[&str]>::is_empty(&[$(stringify!($attr)),*]);

            fn kind() -> $crate::model::Kind {
                <$type as $crate::model::Typed>::kind()
            }
        }

        impl $(<$life>)? From<$name $(<$life>)?> for $crate::model::Value {
            fn from(value: $name $(<$life>)?) -> Self {
                value.0.into()
            }
        }

        $crate::key_from_value!([$name $(<$life>)?] |value| $name($crate::laws::FromValue::from_value(value)));
    };
}

/// Defines an enum that derives `KeyField`, and its model. The code of each variant is written twice: as a literal for
/// the derive, and as its encoded bytes, as in `key_enum!(Channel { "tb" b"tb" Taobao })`.
#[macro_export]
macro_rules! key_enum {
    ($name:ident { $($code:literal $bytes:literal $variant:ident),+ $(,)? }) => {
        #[derive(Clone, Copy, rowkey::KeyField)]
        enum $name { $(#[code($code)] $variant),+ }

        impl $crate::model::Element for $name {}

        impl $crate::model::Typed for $name {
            fn kind() -> $crate::model::Kind {
                $crate::model::Kind::UnitEnum(vec![$($bytes.to_vec()),+])
            }
        }

        impl $name {
            const ALL: &'static [$name] = &[$($name::$variant),+];
        }

        impl From<$name> for $crate::model::Value {
            fn from(value: $name) -> Self {
                $crate::model::Value::UnitVariant(value as usize)
            }
        }

        impl $crate::laws::FromValue<'_> for $name {
            fn from_value(value: &$crate::model::Value) -> Self {
                let $crate::model::Value::UnitVariant(index) = value else { panic!("{value:?} is not an enum") };
                $name::ALL[*index]
            }
        }
    };
}

/// Defines an enum with data that derives `KeyField`, and its model. The codes are written as in [`key_enum!`].
#[macro_export]
macro_rules! key_variants {
    ($name:ident $(<$life:lifetime>)? { $(
        $code:literal $bytes:literal $variant:ident $({ $($(#[$attr:ident $($args:tt)*])* $member:ident: $type:ty),+ $(,)? })?
    )+ }) => {
        #[derive(Clone, rowkey::KeyField)]
        enum $name $(<$life>)? {
            $(#[code($code)] $variant $({ $($(#[$attr $($args)*])* $member: $type),+ })?),+
        }

        impl $(<$life>)? $crate::model::Element for $name $(<$life>)? {}

        impl $(<$life>)? $crate::model::Typed for $name $(<$life>)? {
            fn kind() -> $crate::model::Kind {
                $crate::model::Kind::DataEnum(vec![$((
                    $bytes.to_vec(),
                    vec![$($($crate::key_field!($crate::model::Field::of::<$type>(), $($attr $($args)*),*)),+)?],
                )),+])
            }
        }

        impl $(<$life>)? From<$name $(<$life>)?> for $crate::model::Value {
            fn from(value: $name $(<$life>)?) -> Self {
                let (code, values): (&[u8], Vec<$crate::model::Value>) = match value {
                    $($name::$variant $({ $($member),+ })? => ($bytes, vec![$($($member.into()),+)?])),+
                };
                let $crate::model::Kind::DataEnum(variants) = <$name as $crate::model::Typed>::kind() else {
                    unreachable!("an enum with data")
                };
                let index = variants.iter().position(|(other, _)| other == code).unwrap();
                let directed = values.into_iter().zip(&variants[index].1).map(|(value, field)| match field.descending {
                    true => $crate::model::Value::Descending(Box::new(value)),
                    false => value,
                });
                $crate::model::Value::DataVariant(index, directed.collect())
            }
        }

        $crate::key_from_value!([$name $(<$life>)?] |value| {
            let $crate::model::Value::DataVariant(index, values) = value else { panic!("{value:?} is not an enum with data") };
            let mut _values = values.iter().map(|value| match value {
                $crate::model::Value::Descending(value) => value,
                value => value,
            });
            let mut indexes = 0..;
            $(if indexes.next() == Some(*index) {
                return $name::$variant $({ $($member: $crate::laws::FromValue::from_value(_values.next().unwrap())),+ })?;
            })+
            panic!("no variant has the index of {value:?}")
        });
    };
}
