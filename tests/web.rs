//! What must hold in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use js_sys::Promise;
use nodetide::runner::{Order, Place, Report, RunNo, Runner, Session, Why};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const TEXT: &str = r#"{"version":1}"#;

fn native_digest() -> u64 {
    u64::from_str_radix(include_str!("digest.txt").trim(), 16).unwrap()
}

#[wasm_bindgen_test]
fn digests_are_the_native_ones() {
    let outcome = Session::new(TEXT, None).unwrap().finish(|_| {});
    assert_eq!(outcome.digest, native_digest());
}

/// All reports of one order up to its last, from a runner whose worker's address leads nowhere.
async fn reports(order: Order) -> Vec<Report> {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let mut runner = None;
    let last = Promise::new(&mut |resolve, _| {
        let heard = heard.clone();
        let started = Runner::start("/nowhere.js", "/nowhere.js", move |no, report| {
            assert_eq!(no, RunNo(1));
            let last = matches!(report, Report::Done(_) | Report::Failed(_));
            heard.borrow_mut().push(report);
            if last {
                resolve.call0(&JsValue::NULL).unwrap();
            }
        });
        started.order(RunNo(1), order.clone());
        runner = Some(started);
    });
    JsFuture::from(last).await.unwrap();
    heard.take()
}

#[wasm_bindgen_test]
async fn a_page_without_a_worker_runs_by_itself() {
    let text = TEXT.to_owned();
    let reports = reports(Order::Run { text, seed: None }).await;
    assert!(matches!(
        &reports[0],
        Report::Ready(Place::Inline(Why::Refused(_)))
    ));
    assert!(matches!(&reports[1], Report::Sealed(chunk) if chunk.len() == 3));
    assert!(
        matches!(reports.last(), Some(Report::Done(outcome)) if outcome.digest == native_digest())
    );
}

#[wasm_bindgen_test]
async fn a_scenario_that_cannot_be_used_fails_in_words() {
    let text = String::new();
    let reports = reports(Order::Run { text, seed: None }).await;
    assert!(matches!(reports.last(), Some(Report::Failed(_))));
}
