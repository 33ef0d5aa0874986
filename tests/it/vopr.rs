//! Random scenarios, as many as a test may take; `cargo xtask vopr` runs thousands.

use std::fmt::Write as _;
use vopr::{generate, hold};

/// Wasm is held to the same lines.
#[test]
fn random_scenarios_hold_and_have_the_digests_that_wasm_is_held_to() {
    let mut lines = String::new();
    for seed in 1..201 {
        match hold(&generate::document(seed).to_string(), seed) {
            Ok(held) => _ = writeln!(lines, "{seed} {:016x}", held.digest),
            Err(failure) => panic!("seed {seed}: {}: {}", failure.checker, failure.said),
        }
    }
    expect_test::expect_file![crate::root().join("tests/random_digests.txt")].assert_eq(&lines);
}

#[test]
fn a_scenario_that_is_refused_is_a_failure() {
    let failure = hold("{}", 1).unwrap_err();
    assert_eq!(failure.checker, "scenario");
    assert!(failure.said.contains("document/missing"), "{}", failure.said);
}
