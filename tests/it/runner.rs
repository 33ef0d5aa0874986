//! Where a run executes must not show in what it comes to.

use nodetide::runner::{Fault, Session, Step};
use nodetide::scenario;

const TEXT: &str = r#"{"version":1,"pools":[{"name":"a","version":"1.32.1-gke.100","initialNodeCount":2}],"script":[{"at":0,"do":"upgrade","pool":"a"}],"assumptions":{"nodeCreate":{"p10":"60s","p50":"180s","p90":"900s"}}}"#;

/// Wasm and the page's worker are held to the same lines.
#[test]
fn presets_have_the_digests_that_wasm_is_held_to() {
    let mut lines = String::new();
    for preset in scenario::presets()
        .iter()
        .filter(|preset| preset.is_small())
    {
        let text = scenario::preset(preset.name).unwrap().text;
        let mut rows = 0;
        let outcome = Session::new(text, None)
            .unwrap()
            .finish(|chunk| rows += chunk.len());
        assert_eq!(outcome.records as usize, rows);
        lines.push_str(&format!("{} {:016x}\n", preset.name, outcome.digest));
    }
    expect_test::expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt")]
        .assert_eq(&lines);
}

#[test]
fn slicing_changes_nothing() {
    let whole = Session::new(TEXT, Some(7)).unwrap().finish(|_| {});
    let mut session = Session::new(TEXT, Some(7)).unwrap();
    let outcome = loop {
        match session.pump(1) {
            Step::Sealed(_) | Step::Reached(_) => {}
            Step::Done(outcome) => break outcome,
        }
    };
    assert_eq!(outcome, whole);
    assert_eq!(session.pump(1), Step::Done(whole));
}

#[test]
fn the_seed_of_the_order_counts() {
    let digest = |seed| Session::new(TEXT, seed).unwrap().finish(|_| {}).digest;
    assert_eq!(digest(None), digest(Some(1)));
    assert_ne!(digest(None), digest(Some(2)));
}

#[test]
fn an_unusable_scenario_is_refused_in_a_sentence() {
    assert!(matches!(Session::new("", None), Err(Fault::Scenario(text)) if text.ends_with('.')));
}
