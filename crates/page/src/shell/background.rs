//! A runner beside that of the page, for runs that are not shown as they go: made when it is first needed, and kept.

use super::store::Store;
use js_sys::Function;
use runner::{Order, Place, Report, RunNo, Runner};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// What hears how the runs go.
pub(crate) type Hear = dyn Fn(&Store, RunNo, Report);

#[derive(Default)]
pub(crate) struct BackgroundRunner(RefCell<Option<Runner>>);

impl BackgroundRunner {
    /// Ends what is under way and does this. The worker is made as that of the page's own runner. The `hear` of the first
    /// order hears what comes of all of them.
    pub(crate) fn order(
        &self,
        store: &Store,
        (spawn, script, rest): (&Function, &str, &JsValue),
        (no, order): (RunNo, Order),
        hear: Box<Hear>,
    ) {
        let mut runner = self.0.borrow_mut();
        let runner = runner.get_or_insert_with(|| {
            let alone = matches!(store.state().place, Some(Place::Inline(_)));
            let store = store.clone();
            let tell = move |no, report| hear(&store, no, report);
            if alone {
                Runner::inline(tell)
            } else {
                Runner::start(spawn, script, rest, tell)
            }
        });
        runner.order(no, order);
    }

    /// Ends what is under way.
    pub(crate) fn stop(&self) {
        if let Some(runner) = &*self.0.borrow() {
            runner.order(RunNo::NONE, Order::Stop);
        }
    }
}
