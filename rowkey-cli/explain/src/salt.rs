//! Computes salts without the key's type, from a [`SaltLayout`], which contains the name of the algorithm. An algorithm
//! such as `md5` can be computed only if its feature is enabled. Public only for the package `rowkey-cli`.

use rowkey::__untyped::{
    BucketHash, Number, Phoenix, SaltForm, SaltLayout, Salted, USER_FUNCTION, digest_by_name, digest_to_u64,
    hex_digits, part_of_digest,
};

/// Computes the salt. `salted` are the bytes of the salted fields. `number` is the value of the first salted field, if this
/// field is an integer.
pub fn compute(salt: &SaltLayout, salted: &[&[u8]], number: Option<Number>) -> Salted {
    match salt.algorithm {
        _ if salt.is_random() => return Salted::Random,
        "modulo" => return salt.modulo(number),
        USER_FUNCTION => {
            return Salted::Unknown("not checked: computed by a function that only the program has".into());
        }
        "phoenix" => return Salted::Known(salt.salt_of_bucket(Phoenix::bucket_of(salted, salt.bucket_count()))),
        _ => {}
    }
    let Some(digest) = digest_by_name(salt.algorithm, salted) else {
        return Salted::Unknown(format!("not checked: the feature `{}` of rowkey is off", salt.algorithm));
    };
    Salted::Known(match salt.form {
        SaltForm::Bytes { last } => part_of_digest(&digest, salt.width, last).to_vec(),
        SaltForm::Hex { last } => hex_digits(part_of_digest(&digest, salt.width / 2, last)).collect(),
        _ => salt.salt_of_bucket(digest_to_u64(&digest) % salt.bucket_count()),
    })
}
