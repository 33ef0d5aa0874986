//! Clusters and node pools of the container API, as JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nodetide_fuzz::import("gke.json", bytes));
