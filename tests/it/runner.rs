//! The result of a run doesn't depend on where it is executed.

use runner::{Fault, Session, Step};

const TEXT: &str = r#"{"version":1,"pools":[{"name":"a","version":"1.32.1-gke.100","initialNodeCount":2}],"script":[{"at":0,"do":"upgrade","pool":"a"}],"assumptions":{"nodeCreate":{"p10":"60s","p50":"180s","p90":"900s"}}}"#;

/// Wasm and the page's worker are held to the same lines.
#[test]
fn presets_have_the_digests_that_wasm_is_held_to() {
    let mut lines = String::new();
    for preset in scenario::presets().iter().filter(|preset| preset.is_small()) {
        let text = scenario::preset(preset.name).unwrap().text();
        let mut rows = 0;
        let outcome = Session::new(text, None).unwrap().finish(|chunk| rows += chunk.len());
        assert_eq!(outcome.records as usize, rows);
        lines.push_str(&format!("{} {:016x}\n", preset.name, outcome.digest));
    }
    expect_test::expect_file![crate::root().join("tests/digests.txt")].assert_eq(&lines);
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
    let Err(Fault::Scenario(reasons)) = Session::new("", None) else {
        panic!("an empty text runs");
    };
    let reasons: Vec<String> = reasons.iter().map(cli::english::text).collect();
    assert_eq!(reasons, ["This isn't JSON: EOF while parsing a value at line 1 column 0."]);
}

/// The document with one more entry in its script.
fn with_entry(text: &str, entry: serde_json::Value) -> String {
    let mut document: serde_json::Value = serde_json::from_str(text).unwrap();
    document["script"].as_array_mut().unwrap().push(entry);
    document.to_string()
}

#[test]
fn a_branch_from_any_instant_is_the_run_from_the_start() {
    crate::each_preset(|preset| {
        let (_, end) = branched(preset.text(), None);
        let document = scenario::open(preset.text()).document.unwrap();
        let pool = document.pools[0].name.clone();
        // What an upgrade makes of the nodes has a number, which moves those of upgrades that are to come, or wait.
        let script = &document.script;
        let several = script.len() > 1 || script.iter().any(|item| item.automatic);
        // Scaled workloads are tracked from the start.
        let scales = script.iter().any(|item| item.replicas.is_some());
        for (n, verb) in ["cancel", "rollback", "complete", "quota", "upgrade"].iter().enumerate() {
            for part in 1..=4 {
                let at = end * part / 5 + n as i64 * 7000;
                let mut entry = serde_json::json!({ "at": format!("{}s", at / 1000), "do": verb });
                match *verb {
                    "quota" => entry["spareNodes"] = 0.into(),
                    _ => entry["pool"] = pool.as_str().into(),
                }
                let text = with_entry(preset.text(), entry);
                let (from, _) = branched(preset.text(), Some(&text));
                let may_differ = scales || several && *verb == "upgrade";
                assert!(from.is_some() || may_differ, "{}: {verb} at {at}", preset.name);
            }
        }
    });
}

/// Runs to the end; goes on by another document from the last instant at which that is possible, and holds that against
/// its run from the start. Says from when it went on, and when it ended.
fn branched(text: &str, other: Option<&str>) -> (Option<i64>, i64) {
    let compiled = other.map(|other| scenario::open(other).compiled.unwrap());
    let mut session = Session::new(text, None).unwrap();
    let mut now = 0;
    let at_start = compiled.as_ref().and_then(|compiled| session.branch(compiled));
    let mut last = at_start.map(|branch| (now, branch));
    loop {
        match session.pump(13) {
            Step::Sealed(_) => {}
            Step::Reached(ms) => now = ms,
            Step::Done(_) => break,
        }
        let branch = compiled.as_ref().and_then(|compiled| session.branch(compiled));
        last = branch.map(|branch| (now, branch)).or(last);
    }
    let Some((from, branch)) = last else {
        return (None, now);
    };
    let whole = Session::new(other.unwrap(), None).unwrap().finish(|_| {});
    assert_eq!(branch.finish(|_| {}), whole, "{text} from {from}");
    (Some(from), now)
}

#[test]
fn runs_that_differ_from_the_start_have_no_branch() {
    let session = Session::new(TEXT, None).unwrap();
    let branches = |from: &str, to: &str| {
        let text = TEXT.replace(from, to);
        assert_ne!(text, TEXT);
        let compiled = scenario::open(&text).compiled.unwrap();
        session.branch(&compiled).is_some()
    };
    assert!(branches(r#""pool":"a"}]"#, r#""pool":"a"},{"at":"1h","do":"cancel","pool":"a"}]"#));
    assert!(!branches(
        r#""pool":"a"}]"#,
        r#""pool":"a"},{"phase":"DRAINING_BLUE_POOL","do":"cancel","pool":"a"}]"#
    ));
    assert!(!branches(r#""version":1,"#, r#""version":1,"seed":2,"#));
    assert!(!branches(":2}]", ":3}]"));
    assert!(!branches("180s", "190s"));
}
