//! Where a run executes must not show in what it comes to.

use nodetide::runner::{Fault, Session, Step};

const TEXT: &str = r#"{"version":1}"#;

#[test]
fn the_smallest_scenario_has_the_digest_that_wasm_is_held_to() {
    let mut rows = 0;
    let outcome = Session::new(TEXT, None)
        .unwrap()
        .finish(|chunk| rows += chunk.len());
    assert_eq!(
        format!("{:016x}", outcome.digest),
        include_str!("../digest.txt").trim()
    );
    assert_eq!(outcome.records as usize, rows);
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
