//! Decodes random bytes with one of many key types, and checks that nothing panics. If the bytes decode to a key, the
//! key must encode to the same bytes. `Layout::explain` must accept exactly the bytes that decode.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey_fuzz::{SUBJECTS, choose};
use rowkey_proof::laws::explains_every_field;
use rowkey_proof::untyped::Untyped;

fuzz_target!(|data: &[u8]| {
    let Some((subject, bytes)) = choose(&SUBJECTS, data) else { return };
    let decoded = (subject.decode)(bytes).expect("all of these layouts can be decoded");
    if let Ok(key) = &decoded {
        assert_eq!((subject.encode)(key).tried.as_deref(), Ok(bytes), "{key:?} of {subject}");
    }
    // Explains only some inputs, because an explanation takes many times as long as decoding.
    if bytes.len() % 8 == 0 && explains_every_field(subject) {
        assert_eq!(subject.layout.explain(bytes).is_ok(), decoded.is_ok(), "{bytes:02x?} of {subject}");
    }
});
