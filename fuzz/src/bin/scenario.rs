//! Scenario documents, opened and written again.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Some(document) = scenario::open(text).document else {
        return;
    };
    let again = scenario::open(&document.to_pretty_text());
    assert_eq!(again.document, Some(document), "written and read, it is another");
});
