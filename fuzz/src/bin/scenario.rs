//! Scenario documents, opened and written again.
#![no_main]

use libfuzzer_sys::Corpus;
use nodetide::scenario;

libfuzzer_sys::fuzz_target!(|text: &str| -> Corpus {
    let Some(document) = scenario::open(text).document else {
        return Corpus::Keep;
    };
    let again = scenario::open(&document.to_pretty_text());
    assert_eq!(
        again.document,
        Some(document),
        "written and read, it is another"
    );
    Corpus::Keep
});
