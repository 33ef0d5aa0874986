//! Command lines and scripts of gcloud and kubectl.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let begins = ["gcloud container node-pools update ", "gcloud ", "kubectl drain ", "for p in "];
    nodetide_fuzz::import_as("a.sh", bytes, &begins);
});
