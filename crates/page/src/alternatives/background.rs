//! Where alternatives are run.

use crate::shell::action::Action;
use crate::shell::background::BackgroundRunner;
use crate::shell::store::Store;
use js_sys::Function;
use runner::{Order, Report, RunNo};
use wasm_bindgen::JsValue;

#[derive(Default)]
pub struct AlternativeRuns(BackgroundRunner);

impl AlternativeRuns {
    /// Ends what is under way and tries this.
    #[inline(never)] // The first screen tries nothing.
    pub fn order(
        &self,
        store: &Store,
        worker: (&Function, &str, &JsValue),
        no: RunNo,
        order: Order,
    ) {
        self.0.order(store, worker, (no, order), Box::new(hear));
    }

    /// Ends what is under way.
    pub fn stop(&self) {
        self.0.stop();
    }
}

fn hear(store: &Store, no: RunNo, report: Report) {
    match report {
        Report::Tried(figures) => store.send(Action::Tried(no, Ok(figures))),
        Report::Failed(fault) => store.send(Action::Tried(no, Err(fault))),
        // Where it runs is said by the page's own runner; of a trial there are no rows.
        Report::Ready(_)
        | Report::Started(_)
        | Report::Kept(_)
        | Report::Sealed(_)
        | Report::Reached(_)
        | Report::Done(_) => {}
    }
}
