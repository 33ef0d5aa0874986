//! Where alternatives are run: a runner of their own, made when it is first needed and kept.

use super::action::Action;
use super::store::Store;
use crate::runner::{Order, Place, Report, RunNo, Runner};
use js_sys::Function;
use std::cell::RefCell;
use wasm_bindgen::JsValue;

#[derive(Default)]
pub struct Trier(RefCell<Option<Runner>>);

impl Trier {
    /// Ends what is under way and tries this. The worker is made as that of the page's own runner.
    #[inline(never)] // The first screen tries nothing.
    pub fn order(
        &self,
        store: &Store,
        (spawn, script, rest): (&Function, &str, &JsValue),
        no: RunNo,
        order: Order,
    ) {
        let mut runner = self.0.borrow_mut();
        let runner = runner.get_or_insert_with(|| {
            let alone = matches!(store.state().place, Some(Place::Inline(_)));
            let store = store.clone();
            let tell = move |no, report| match report {
                Report::Tried(figures) => store.send(Action::Tried(no, Ok(figures))),
                Report::Failed(fault) => store.send(Action::Tried(no, Err(fault))),
                // Where it runs is said by the page's own runner; of a trial there are no rows.
                Report::Ready(_)
                | Report::Started(_)
                | Report::Kept(_)
                | Report::Sealed(_)
                | Report::Reached(_)
                | Report::Done(_) => {}
            };
            if alone {
                Runner::inline(tell)
            } else {
                Runner::start(spawn, script, rest, tell)
            }
        });
        runner.order(no, order);
    }

    /// Ends what is under way.
    pub fn stop(&self) {
        if let Some(runner) = &*self.0.borrow() {
            runner.order(RunNo::NONE, Order::Stop);
        }
    }
}
