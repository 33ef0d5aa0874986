//! Opens pasted links: each opens or is refused, and what it opens can be written as a link again.
#![no_main]

use scenario::link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(text) = link::decode(&text) {
        assert_eq!(link::decode(&link::encode(&text)), Ok(text));
    }
});
