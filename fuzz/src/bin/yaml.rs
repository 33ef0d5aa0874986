//! YAML of any kind.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    nodetide_fuzz::import_as(
        "a.yaml",
        bytes,
        &["---\n", "apiVersion:", "kind:", "- ", "nodePools:"],
    );
});
