//! Objects of kubectl, as JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nodetide_fuzz::import("kubectl.json", bytes));
