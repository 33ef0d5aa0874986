//! Terraform blocks.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let begins = [
        "resource \"google_container_node_pool\" \"p\" {\n",
        "resource",
        "variable",
        "locals",
        "module",
    ];
    nodetide_fuzz::import_as("a.tf", bytes, &begins);
});
