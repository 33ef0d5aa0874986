//! `terraform show -json` and state files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nodetide_fuzz::import("terraform.json", bytes));
