//! The macro `key!` turns one struct definition into a derived key and the same layout in the model, so that the laws
//! can compare both. The other macros are parts of `key!`.

/// Creates a [`Subject`](crate::laws::Subject) from a struct definition.
///
/// In `struct { #[salt(md5, 1)] a: u8 => ranges [in], b: String => range [in starts] }`, the words after `=>` say which
/// methods the prefix types must have:
///
/// - The word before the brackets is about the prefix that sets all fields before this field. `range`: the prefix has
///   the methods `range` and `ranges`. `ranges`: only `ranges`. `scan`: only scans. `neither`: none of them. In the
///   example, the empty prefix has only `ranges`, and the prefix that sets `a` also has `range`.
/// - The words in the brackets say which methods the field has. `in`: `a_in`. `starts`: `a_starts_with`. `ends`:
///   `a_ends_with`. `scans`: an `a_starts_with` whose query can only be scanned. In the example, the methods are
///   `a_in`, `b_in` and `b_starts_with`. The methods `a` and `b`, which set a field, always exist.
///
/// The fields are called `a`, `b`, `c` and so on, or numbered in a tuple struct.
///
/// With `scanned` before the struct, the subject also has scans, which double the compile time. With `recorded`, the keys
/// are also the keys of records. With `bytes_only`, the subject has no queries, for tests that only compare bytes.
#[macro_export]
macro_rules! key {
    (@derive $scan:ident $(#[rowkey($($key:tt)*)])* struct $(<$life:lifetime>)? {
        $($(#[$attr:ident $($args:tt)*])* $member:ident: $type:ty => $method:ident [$($word:tt)*]),+ $(,)?
    }) => {{
        #[derive(rowkey::RowKey)]
        $(#[rowkey($($key)*)])*
        struct Key $(<$life>)? { $($(#[$attr $($args)*])* $member: $type),+ }
        $crate::key!(@subject $scan [$(#[rowkey($($key)*)])*] [$($life)?]
            $($member: $(#[$attr $($args)*])* $type => $method [$($word)*]),+)
    }};
    (@derive $scan:ident $(#[rowkey($($key:tt)*)])* struct $(<$life:lifetime>)? (
        $($member:tt: $(#[$attr:ident $($args:tt)*])* $type:ty => $method:ident [$($word:tt)*]),+ $(,)?
    )) => {{
        #[derive(rowkey::RowKey)]
        $(#[rowkey($($key)*)])*
        struct Key $(<$life>)? ($($(#[$attr $($args)*])* $type),+);
        $crate::key!(@subject $scan [$(#[rowkey($($key)*)])*] [$($life)?]
            $($member: $(#[$attr $($args)*])* $type => $method [$($word)*]),+)
    }};
    (@subject $scan:ident [$(#[rowkey($($key:tt)*)])*] [$($life:lifetime)?]
        $($member:tt: $(#[$attr:ident $($args:tt)*])* $type:ty => $method:ident [$($word:tt)*]),+
    ) => {{
        use $crate::laws::*;
        use $crate::model;

        fn model $(<$life>)? () -> model::Layout {
            let fields = [$($crate::key_field!(model::Field::of::<$type>(), $($attr $($args)*),*)),+];
            let layout = model::Layout::new(fields);
            let _names = [$(stringify!($member)),+];
            $($(let layout = $crate::key_salted_field!(layout, _names, $member, $attr $($args)*);)*)+
            $(let layout = $crate::key_setting!(layout, _names, $($key)*);)*
            layout
        }

        fn borrowed $(<$life>)? () -> Vec<bool> {
            vec![$(<$type as model::Typed>::BORROWS),+]
        }

        fn key $(<$life>)? (values: &$($life)? [model::Value]) -> Key $(<$life>)? {
            let mut values = values.iter();
            Key { $($member: FromValue::from_value(values.next().unwrap())),+ }
        }

        fn values(key: Key) -> Vec<model::Value> {
            vec![$(model::Value::from(key.$member)),+]
        }

        fn encode(values: &[model::Value]) -> Encoded {
            let key = key(values);
            encoded(&key, (&&Probe::<Key>::default()).encode(&key))
        }

        fn decode(bytes: &[u8]) -> Option<Decoded> {
            let key: Option<Result<Key, _>> = (&&Probe::<Key>::default()).decode(bytes);
            Some(match key? {
                Ok(key) => Ok(values(key)),
                Err(error) => Err(error),
            })
        }

        $crate::key_query!($scan [$($life)?] $($member => $method [$($word)*]),+);

        Subject {
            source: stringify!($(#[rowkey($($key)*)])* struct { $($(#[$attr $($args)*])* $member: $type),+ }),
            model: model(),
            layout: <Key as rowkey::RowKey>::LAYOUT,
            borrowed: borrowed(),
            all: <Key as rowkey::RowKey>::all(),
            encode,
            decode,
            answer,
        }
    }};
    (scanned $($key:tt)+) => { $crate::key!(@derive scanned $($key)+) };
    (recorded $($key:tt)+) => {
        $crate::key!(@derive recorded #[rowkey(value = Vec<u8>, format = rowkey::Raw)] $($key)+)
    };
    (bytes_only $($key:tt)+) => { $crate::key!(@derive bytes_only $($key)+) };
    ($($key:tt)+) => { $crate::key!(@derive queried $($key)+) };
}

/// Defines the function `answer`, which runs a query with the methods of the key.
#[macro_export]
macro_rules! key_query {
    (bytes_only $($fields:tt)+) => {
        fn answer(_: &model::Query, _: Option<&Reading<'_>>) -> Option<Answer> {
            None
        }
    };
    ($scan:ident [$($life:lifetime)?] $($member:tt => $method:ident [$($word:tt)*]),+) => {
        $crate::key_rows!($scan [$($life)?]);

        fn answer(query: &model::Query, reading: Option<&Reading<'_>>) -> Option<Answer> {
            let prefix = <Key as rowkey::RowKey>::prefix();
            let mut equal = query.equal.iter();
            $(
                let Some(value) = equal.next() else {
                    $($crate::key_bounded!($word, prefix, &query.then, $member, $method, [$scan reading]);)*
                    return match query.then {
                        model::Then::Anything => $crate::key_answer!(prefix, $method, [$scan reading]),
                        _ => None,
                    };
                };
                let prefix = $crate::key_method!(equal, prefix, $member, FromValue::from_value(value));
            )+
            $crate::key_answer!(prefix, range, [$scan reading])
        }
    };
}

/// Adds these attributes to a field of the model.
#[macro_export]
macro_rules! key_field {
    ($field:expr $(,)?) => { $field };
    ($field:expr, pad($width:tt) $($more:tt)*) => {
        $crate::key_field!($field.pad($width) $($more)*)
    };
    ($field:expr, pad($width:tt, $fill:tt) $($more:tt)*) => {
        $crate::key_field!($field.pad_with($width, ascii($fill)) $($more)*)
    };
    ($field:expr, descending $($more:tt)*) => { $crate::key_field!($field.descending() $($more)*) };
    ($field:expr, reverse $($more:tt)*) => { $crate::key_field!($field.reverse() $($more)*) };
    ($field:expr, hash(with = $function:ident, $size:tt) $($more:tt)*) => {
        $crate::key_field!($field.hash(model::Digest::with(|bytes| $function(bytes).to_vec(), $size), $size) $($more)*)
    };
    ($field:expr, hash(with = $function:ident, $size:tt, hex) $($more:tt)*) => {
        $crate::key_field!(
            $field.hash_hex(model::Digest::with(|bytes| $function(bytes).to_vec(), $size), $size) $($more)*)
    };
    ($field:expr, hash($digest:ident, $size:tt) $($more:tt)*) => {
        $crate::key_field!($field.hash($crate::key_digest!($digest), $size) $($more)*)
    };
    ($field:expr, hash($digest:ident, $size:tt, hex) $($more:tt)*) => {
        $crate::key_field!($field.hash_hex($crate::key_digest!($digest), $size) $($more)*)
    };
    ($field:expr, rowkey(before = $bytes:tt) $($more:tt)*) => {
        $crate::key_field!($field.before($crate::laws::constant($bytes)) $($more)*)
    };
    ($field:expr, rowkey(after = $bytes:tt) $($more:tt)*) => {
        $crate::key_field!($field.after($crate::laws::constant($bytes)) $($more)*)
    };
    // The bytes of a key do not depend on where the sort key begins.
    ($field:expr, rowkey(sort_key) $($more:tt)*) => { $crate::key_field!($field $($more)*) };
    ($field:expr, rowkey(optional) $($more:tt)*) => { $crate::key_field!($field.optional() $($more)*) };
    ($field:expr, rowkey(list) $($more:tt)*) => { $crate::key_field!($field.list() $($more)*) };
    ($field:expr, rowkey(codec = FoundationDb) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::FoundationDb) $($more)*)
    };
    ($field:expr, rowkey(codec = Memcomparable) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::Memcomparable) $($more)*)
    };
    ($field:expr, rowkey(codec = OrderedCode) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::OrderedCode) $($more)*)
    };
    ($field:expr, rowkey(codec = OrderedBytes) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::OrderedBytes) $($more)*)
    };
    ($field:expr, rowkey(codec = Phoenix) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::Phoenix) $($more)*)
    };
    ($field:expr, rowkey(codec = Tidb) $($more:tt)*) => {
        $crate::key_field!($field.format($crate::model::Format::Tidb) $($more)*)
    };
    ($field:expr, length(varint) $($more:tt)*) => { $crate::key_field!($field.length_varint() $($more)*) };
    ($field:expr, length($type:ident) $($more:tt)*) => {
        $crate::key_field!($field.length(size_of::<$type>(), $crate::model::Endian::Big) $($more)*)
    };
    ($field:expr, length($type:ident, little_endian) $($more:tt)*) => {
        $crate::key_field!($field.length(size_of::<$type>(), $crate::model::Endian::Little) $($more)*)
    };
    ($field:expr, rowkey(codec = IntegerBytes<$width:tt>) $($more:tt)*) => { $crate::key_field!($field.bytes($width) $($more)*) };
    ($field:expr, rowkey(codec = $(rowkey_formats::)? LittleEndian<$width:tt>) $($more:tt)*) => {
        $crate::key_field!($field.bytes($width).little_endian() $($more)*)
    };
    ($field:expr, rowkey(codec = TwosComplement<$width:tt>) $($more:tt)*) => {
        $crate::key_field!($field.bytes($width).twos_complement() $($more)*)
    };
    ($field:expr, unterminated $($more:tt)*) => { $crate::key_field!($field.unterminated() $($more)*) };
    ($field:expr, decimal $($more:tt)*) => { $crate::key_field!($field.decimal() $($more)*) };
    ($field:expr, rowkey(codec = AfterLength) $($more:tt)*) => {
        $crate::key_field!($field.length(8, $crate::model::Endian::Big) $($more)*)
    };
    ($field:expr, rowkey(codec = Leb128) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::Leb128) $($more)*)
    };
    ($field:expr, rowkey(codec = BitcoinVarint) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::BitcoinVarint) $($more)*)
    };
    ($field:expr, rowkey(codec = CockroachInteger) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::CockroachInteger) $($more)*)
    };
    ($field:expr, rowkey(codec = CockroachBytes) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::CockroachBytes) $($more)*)
    };
    ($field:expr, rowkey(codec = TidbBytes) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::TidbBytes) $($more)*)
    };
    ($field:expr, rowkey(codec = NulTerminated) $($more:tt)*) => {
        $crate::key_field!($field.codec($crate::model::Codec::NulTerminated) $($more)*)
    };
    // A codec that a test defines writes the same bytes as the field without a codec.
    ($field:expr, rowkey(codec = $codec:ident) $($more:tt)*) => { $crate::key_field!($field.own_codec() $($more)*) };
    // A salt belongs to the layout, not to the field.
    ($field:expr, salt($($salt:tt)*) $($more:tt)*) => { $crate::key_field!($field $($more)*) };
}

/// Adds the salt to the layout if the attribute of the field is `#[salt(..)]`.
#[macro_export]
macro_rules! key_salted_field {
    ($layout:ident, $names:ident, $member:tt, salt($($salt:tt)*)) => {
        $layout.salt($crate::key_salt!($names, $($salt)*, of($member)))
    };
    ($layout:ident, $names:ident, $member:tt, $($other:tt)*) => { $layout };
}

/// Adds the setting of one `#[rowkey(..)]` to the layout.
#[macro_export]
macro_rules! key_setting {
    ($layout:ident, $names:ident, value = $($value:tt)*) => { $layout };
    ($layout:ident, $names:ident, delimiter = $char:tt) => { $layout.delimiter(ascii($char)) };
    ($layout:ident, $names:ident, terminator = $char:tt) => { $layout.terminator(ascii($char)) };
    ($layout:ident, $names:ident, fields = $format:ident) => { $layout.fields_in(model::Format::$format) };
    ($layout:ident, $names:ident, namespace = $bytes:tt) => { $layout.namespace($bytes) };
    ($layout:ident, $names:ident, salt($($salt:tt)*)) => { $layout.salt($crate::key_salt!($names, $($salt)*)) };
}

/// Converts the arguments of `#[salt(..)]` to a salt of the model.
#[macro_export]
macro_rules! key_salt {
    ($names:ident, phoenix, buckets = $count:tt $($more:tt)*) => {
        $crate::key_salt!(@words $names, model::Salt::buckets(model::BucketFunction::Phoenix, $count) $($more)*)
    };
    ($names:ident, modulo, buckets = $count:tt $($more:tt)*) => {
        $crate::key_salt!(@words $names, model::Salt::buckets(model::BucketFunction::Modulo, $count) $($more)*)
    };
    ($names:ident, with = $function:ident, buckets = $count:tt $($more:tt)*) => {
        $crate::key_salt!(@words $names, model::Salt::buckets(model::BucketFunction::With($function), $count) $($more)*)
    };
    ($names:ident, $digest:ident, buckets = $count:tt $($more:tt)*) => {
        $crate::key_salt!(@words $names,
            model::Salt::buckets(model::BucketFunction::Digest($crate::key_digest!($digest)), $count) $($more)*)
    };
    ($names:ident, $digest:ident, $size:tt $($more:tt)*) => {
        $crate::key_salt!(@words $names, model::Salt::digest($crate::key_digest!($digest), $size) $($more)*)
    };
    (@words $names:ident, $salt:expr $(,)?) => { $salt };
    (@words $names:ident, $salt:expr, of($($of:tt),+) $($more:tt)*) => {
        $crate::key_salt!(@words $names, $salt.of([$(index_of($names, stringify!($of))),+]) $($more)*)
    };
    (@words $names:ident, $salt:expr, $word:ident $($more:tt)*) => {
        $crate::key_salt!(@words $names, $salt.$word() $($more)*)
    };
}

/// Converts the name of a digest, such as `md5`, to a digest of the model.
#[macro_export]
macro_rules! key_digest {
    (md5) => {
        model::Digest::Md5
    };
    (sha256) => {
        model::Digest::Sha256
    };
    (xxh3) => {
        model::Digest::Xxh3
    };
    (crc32) => {
        model::Digest::Crc32
    };
    (murmur3) => {
        model::Digest::Murmur3
    };
}

/// Returns the answer from the function `answer`, if the query bounds the next field with the method of this word: for
/// example, with `a_in`, if the word is `in`.
#[macro_export]
macro_rules! key_bounded {
    (in, $prefix:ident, $then:expr, $member:tt, $method:ident, $reading:tt) => {
        if let model::Then::In(start, end) = $then {
            let bounds =
                bounds(&$prefix, |prefix, value| $crate::key_method!(equal, prefix, $member, value), (start, end));
            return $crate::key_answer!($crate::key_method!(in, $prefix, $member, bounds), $method, $reading);
        }
    };
    (starts, $prefix:ident, $then:expr, $member:tt, $method:ident, $reading:tt) => {
        if let model::Then::StartsWith(start) = $then {
            return $crate::key_answer!(
                $crate::key_method!(starts, $prefix, $member, FromValue::from_value(start)),
                $method,
                $reading
            );
        }
    };
    (scans, $prefix:ident, $then:expr, $member:tt, $method:ident, $reading:tt) => {
        $crate::key_bounded!(starts, $prefix, $then, $member, scan, $reading)
    };
    (ends, $prefix:ident, $then:expr, $member:tt, $method:ident, $reading:tt) => {
        if let model::Then::EndsWith(end) = $then {
            return $crate::key_answer!(
                $crate::key_method!(ends, $prefix, $member, FromValue::from_value(end)),
                $method,
                $reading
            );
        }
    };
}

/// Calls the prefix method of this word and field: for example, `a_in` for the word `in` and the field `a`. The word
/// `equal` is for the method that sets a field.
#[macro_export]
macro_rules! key_method {
    (@call equal [$equal:ident $in:ident $starts:ident $ends:ident] $prefix:ident $value:expr) => {
        $prefix.$equal($value)
    };
    (@call in [$equal:ident $in:ident $starts:ident $ends:ident] $prefix:ident $value:expr) => {
        $prefix.$in($value)
    };
    (@call starts [$equal:ident $in:ident $starts:ident $ends:ident] $prefix:ident $value:expr) => {
        $prefix.$starts($value)
    };
    (@call ends [$equal:ident $in:ident $starts:ident $ends:ident] $prefix:ident $value:expr) => {
        $prefix.$ends($value)
    };
    ($word:tt, $prefix:ident, a, $value:expr) => {
        $crate::key_method!(@call $word [a a_in a_starts_with a_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, b, $value:expr) => {
        $crate::key_method!(@call $word [b b_in b_starts_with b_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, c, $value:expr) => {
        $crate::key_method!(@call $word [c c_in c_starts_with c_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, d, $value:expr) => {
        $crate::key_method!(@call $word [d d_in d_starts_with d_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, e, $value:expr) => {
        $crate::key_method!(@call $word [e e_in e_starts_with e_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, 0, $value:expr) => {
        $crate::key_method!(@call $word [field_0 field_0_in field_0_starts_with field_0_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, 1, $value:expr) => {
        $crate::key_method!(@call $word [field_1 field_1_in field_1_starts_with field_1_ends_with] $prefix $value)
    };
    ($word:tt, $prefix:ident, 2, $value:expr) => {
        $crate::key_method!(@call $word [field_2 field_2_in field_2_starts_with field_2_ends_with] $prefix $value)
    };
}

/// Returns the answer to a query, or `None` if the prefix has no method for the query.
#[macro_export]
macro_rules! key_answer {
    ($query:expr, neither, $reading:tt) => {
        None
    };
    ($query:expr, scan, [queried $reading:ident]) => {
        None
    };
    ($query:expr, scan, [$scanned:ident $reading:ident]) => {
        $reading.map(|reading| {
            let query = $query;
            Answer { ranges: Vec::new(), rows: rows(query.clone(), reading), records: records(query, reading) }
        })
    };
    ($query:expr, $method:ident, [queried $reading:ident]) => {
        Some($crate::key_ranges!($method $query))
    };
    ($query:expr, $method:ident, [$scanned:ident $reading:ident]) => {{
        let query = $query;
        let mut answer = $crate::key_ranges!($method query.clone());
        if let Some(reading) = $reading {
            answer.rows = rows(query.clone(), reading);
            answer.records = records(query, reading);
        }
        Some(answer)
    }};
}

/// Returns the answer to a query whose type has `range` and `ranges`, or only `ranges`.
#[macro_export]
macro_rules! key_ranges {
    (range $query:expr) => {{
        let query = $query;
        Answer::one(query.clone().range(), query.ranges())
    }};
    (ranges $query:expr) => {
        Answer::many($query.ranges())
    };
}

/// Defines the functions `rows` and `records`. `rows` returns the keys that a scan reads, and `records` what the
/// operations on records find, if the subject has them. Keys with a lifetime cannot be scanned.
#[macro_export]
macro_rules! key_rows {
    (queried $life:tt) => {};
    ($scan:ident [$($life:lifetime)?]) => {
        fn rows $(<$life>)? (
            _query: impl rowkey::Query<Key = Key $(<$life>)?>,
            _reading: &Reading<'_>,
        ) -> Option<Vec<Vec<model::Value>>> {
            $crate::key_rows!(@rows [$($life)?] _query, _reading, values)
        }

        fn records $(<$life>)? (
            _query: impl rowkey::Query<Key = Key $(<$life>)?> + Clone,
            _reading: &Reading<'_>,
        ) -> Option<Records> {
            $crate::key_rows!(@records $scan _query, _reading)
        }
    };
    (@rows [$life:lifetime] $query:ident, $reading:ident, $values:ident) => {
        None
    };
    (@rows [] $query:ident, $reading:ident, $values:ident) => {
        (&&Probe::<Key>::default()).scan($query, $reading, $values)
    };
    (@records scanned $query:ident, $reading:ident) => {
        None
    };
    (@records recorded $query:ident, $reading:ident) => {
        Some(Records::of($query, $reading.table))
    };
}

/// Returns the index of a name in a list of names.
pub fn index_of<const N: usize>(names: [&str; N], name: &str) -> usize {
    names.iter().position(|other| *other == name).expect("one of the names")
}

/// Converts a separator or a pad character, such as `'_'` or `b'\xFF'`, to its byte.
pub fn ascii(character: impl TryInto<u8, Error: std::fmt::Debug>) -> u8 {
    character.try_into().expect("an ASCII character")
}

/// Returns the bytes of a constant before or after a field.
pub fn constant(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    bytes.as_ref().to_vec()
}
