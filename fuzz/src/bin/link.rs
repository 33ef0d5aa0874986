//! Opens pasted links: each opens or reports why not, and what it opens can be written as a link again.
#![no_main]

use scenario::link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match link::decode(&text) {
        Ok(text) => assert_eq!(link::decode(&link::encode(&text)), Ok(text)),
        Err(fault) => assert!(fault.to_string().ends_with('.')),
    }
});
