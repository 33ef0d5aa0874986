//! A link, as somebody may have pasted it: it opens or says why not, and what it opens to goes into a link again.
#![no_main]

use scenario::link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match link::decode(&text) {
        Ok(text) => assert_eq!(link::decode(&link::encode(&text)), Ok(text)),
        Err(fault) => assert!(fault.to_string().ends_with('.')),
    }
});
