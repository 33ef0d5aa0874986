//! Command lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    nodetide_fuzz::import_as("a.sh", bytes, &["gcloud container node-pools update ", "gcloud "]);
});
