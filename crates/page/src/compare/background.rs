//! Where variants are run. Of a run that is under way nothing is shown; it is read as its rows come.

use super::state::Step;
use crate::shell::action::Action;
use crate::shell::background::BackgroundRunner;
use crate::shell::shared::Shared;
use crate::shell::store::Store;
use js_sys::Function;
use query::Reading;
use runner::{Fault, Order, RECORDS_AT_MOST, Report, RunNo};
use scenario::json::Json;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

#[derive(Default)]
pub struct VariantRuns {
    runner: BackgroundRunner,
    under_way: Rc<RefCell<Option<UnderWay>>>,
}

struct UnderWay {
    no: RunNo,
    text: String,
    reading: Option<Reading>,
}

impl VariantRuns {
    /// Ends what is under way and runs this.
    #[inline(never)] // The first screen compares nothing.
    pub fn order(
        &self,
        store: &Store,
        worker: (&Function, &str, &JsValue),
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
        let under_way: Weak<_> = Rc::downgrade(&self.under_way);
        let hear = Box::new(move |store: &Store, no, report| {
            let Some(under_way) = under_way.upgrade() else {
                return;
            };
            let step = hear(&mut under_way.borrow_mut(), no, report);
            if let Some(step) = step {
                store.send(Action::Compare(step));
            }
        });
        self.runner.order(store, worker, (no, order), hear);
    }

    /// Ends what is under way.
    pub fn stop(&self) {
        self.under_way.replace(None);
        self.runner.stop();
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
