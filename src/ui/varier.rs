//! Where variants are run: a runner of their own, made when it is first needed and kept. Of a run that is under way nothing
//! is shown; it is read as its rows come.

use super::action::Action;
use super::compare::Step;
use super::state::Shared;
use super::store::Store;
use crate::query::Reading;
use crate::runner::{Fault, Order, Place, RECORDS_AT_MOST, Report, RunNo, Runner};
use crate::scenario;
use crate::scenario::json::Json;
use js_sys::Function;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

#[derive(Default)]
pub struct Varier {
    runner: RefCell<Option<Runner>>,
    under_way: Rc<RefCell<Option<UnderWay>>>,
}

struct UnderWay {
    no: RunNo,
    text: String,
    reading: Option<Reading>,
}

impl Varier {
    /// Ends what is under way and runs this. The worker is made as that of the page's own runner.
    #[inline(never)] // The first screen compares nothing.
    pub fn order(
        &self,
        store: &Store,
        (spawn, script, rest): (&Function, &str, &JsValue),
        no: RunNo,
        order: Order,
    ) {
        let text = match &order {
            Order::Run { text, .. } | Order::Try { text, .. } => text.clone(),
            Order::Near { .. } | Order::Stop => String::new(),
        };
        self.under_way.replace(Some(UnderWay {
            no,
            text,
            reading: None,
        }));
        let mut runner = self.runner.borrow_mut();
        let runner = runner.get_or_insert_with(|| {
            let alone = matches!(store.state().place, Some(Place::Inline(_)));
            let store = store.clone();
            let under_way: Weak<_> = Rc::downgrade(&self.under_way);
            let tell = move |no, report| {
                let Some(under_way) = under_way.upgrade() else {
                    return;
                };
                let step = hear(&mut under_way.borrow_mut(), no, report);
                if let Some(step) = step {
                    store.send(Action::Compare(step));
                }
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
        self.under_way.replace(None);
        if let Some(runner) = &*self.runner.borrow() {
            runner.order(RunNo::NONE, Order::Stop);
        }
    }
}

/// Takes what the runner tells; answers when the run has come to an end, or is too long.
fn hear(slot: &mut Option<UnderWay>, no: RunNo, report: Report) -> Option<Step> {
    let now = slot.as_mut().filter(|now| now.no == no)?;
    let came = match report {
        Report::Started(start) => {
            let json = Json::parse(&now.text).ok()?;
            let trace = start.trace(&scenario::compiled(&json)?);
            now.reading = Some(Reading::begin(trace));
            return None;
        }
        Report::Sealed(chunk) => {
            let reading = now.reading.as_mut()?;
            reading.push(chunk);
            if reading.trace.len() <= RECORDS_AT_MOST {
                return None;
            }
            Err(Fault::TooLarge)
        }
        Report::Done(outcome) => {
            let reading = now.reading.take()?;
            Ok((Shared::new(reading), outcome))
        }
        Report::Tried(figures) => {
            *slot = None;
            return Some(Step::Tried(no, figures.took()));
        }
        Report::Failed(fault) => Err(fault),
        // None is held, so none is kept.
        Report::Ready(_) | Report::Kept(_) | Report::Reached(_) => return None,
    };
    *slot = None;
    Some(Step::Came(no, came))
}
