//! What must hold in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use js_sys::{Function, Promise};
use runner::{Fault, NoWorker, Place, Report, Request, RunNo, Runner, Session, Trial};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Names and digests of the presets, as the native tests wrote them.
fn native_digests() -> impl Iterator<Item = (&'static str, u64)> {
    let lines = include_str!("digests.txt").lines();
    lines.map(|line| {
        let (name, digest) = line.split_once(' ').unwrap();
        (name, u64::from_str_radix(digest, 16).unwrap())
    })
}

#[wasm_bindgen_test]
fn digests_are_the_native_ones() {
    for (name, digest) in native_digests() {
        let text = scenario::preset(name).unwrap().text();
        let outcome = Session::new(text, None).unwrap().finish(|_| {});
        assert_eq!(outcome.digest, digest, "{name}");
    }
}

/// Random scenarios have features in every mixture, presets only those that they show. Natively all of them are run.
#[wasm_bindgen_test]
fn digests_of_random_scenarios_are_the_native_ones() {
    for line in include_str!("random_digests.txt").lines().step_by(5) {
        let mut parts = line.split(' ');
        let seed = parts.next().unwrap().parse().unwrap();
        let digest = parts.next().unwrap();
        let text = vopr::generate::document(seed).to_string();
        let own = vopr::digest(&text, seed).unwrap();
        assert_eq!(format!("{own:016x}"), digest, "seed {seed}");
    }
}

/// All reports of one request up to its last, from a runner whose worker cannot be made.
async fn reports(request: Request) -> Vec<Report> {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let mut runner = None;
    let last = Promise::new(&mut |resolve, _| {
        let heard = heard.clone();
        let started = Runner::start(
            &Function::new_no_args("throw 'there is none'"),
            "/nowhere.js",
            &JsValue::UNDEFINED,
            move |no, report| {
                assert_eq!(no, RunNo(1));
                let last = matches!(report, Report::Done(_) | Report::Tried(_) | Report::Failed(_));
                heard.borrow_mut().push(report);
                if last {
                    resolve.call0(&JsValue::NULL).unwrap();
                }
            },
        );
        started.request(RunNo(1), request.clone());
        runner = Some(started);
    });
    JsFuture::from(last).await.unwrap();
    heard.take()
}

#[wasm_bindgen_test]
async fn a_page_without_a_worker_runs_by_itself() {
    let (name, digest) = native_digests().next().unwrap();
    let text = scenario::preset(name).unwrap().text().to_owned();
    let reports = reports(Request::Run { text, seed: None, held: None }).await;
    assert!(matches!(&reports[0], Report::Ready(Place::Inline(NoWorker::Refused(_)))));
    assert!(reports.iter().any(|report| matches!(report, Report::Sealed(_))));
    assert!(matches!(reports.last(), Some(Report::Done(outcome)) if outcome.digest == digest));
}

#[wasm_bindgen_test]
async fn a_trial_tells_its_figures_and_nothing_of_a_run_that_is_too_large() {
    let (name, _) = native_digests().next().unwrap();
    let text = scenario::preset(name).unwrap().text().to_owned();
    let tried = |records| {
        let text = text.clone();
        reports(Request::Try { text, seed: None, records })
    };
    let figures = Trial::new(&text, None, u32::MAX).unwrap().finish().unwrap();
    let wanted = Report::Tried(Box::new(figures));
    assert_eq!(tried(u32::MAX).await.last(), Some(&wanted));
    let refused = Report::Failed(Fault::TooLarge);
    assert_eq!(tried(1).await.last(), Some(&refused));
}

#[wasm_bindgen_test]
async fn a_scenario_that_cannot_be_used_fails_in_words() {
    let text = String::new();
    let reports = reports(Request::Run { text, seed: None, held: None }).await;
    assert!(matches!(reports.last(), Some(Report::Failed(_))));
}
