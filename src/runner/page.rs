//! The page's runner: joins the desk, the worker and the slices.

use super::desk::{Act, Desk};
use super::inline::Slices;
use super::wire::Heard;
use super::worker::Link;
use super::{Order, Report, RunNo};
use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// How long a worker may take to say that it is ready.
const PATIENCE_MS: u32 = 5_000;

/// Leaves the page half of a frame at 60 frames a second.
const SLICE_MS: u32 = 8;

/// Runs scenarios in a worker, or on the page where there is none. Dropped, it ends both.
#[derive(Clone)]
pub struct Runner(Rc<Rim>);

struct Rim {
    desk: RefCell<Desk>,
    link: RefCell<Option<Link>>,
    slices: Rc<Slices>,
    patience: RefCell<Option<Timeout>>,
    tell: Box<dyn Fn(RunNo, Report)>,
}

impl Runner {
    /// `spawn` makes a worker of the page's own start, `script` is the address of the page's script, `rest` is the second
    /// part of its program, if that has two. `tell` hears of every report, and never from within this call or
    /// [`Runner::order`].
    pub fn start(
        spawn: &Function,
        script: &str,
        rest: &JsValue,
        tell: impl Fn(RunNo, Report) + 'static,
    ) -> Self {
        Self::new(Some((spawn, script, rest)), tell)
    }

    /// Runs on the page without asking for a worker: there is none.
    pub fn inline(tell: impl Fn(RunNo, Report) + 'static) -> Self {
        Self::new(None, tell)
    }

    fn new(
        worker: Option<(&Function, &str, &JsValue)>,
        tell: impl Fn(RunNo, Report) + 'static,
    ) -> Self {
        Self(Rc::new_cyclic(|rim: &Weak<Rim>| {
            let at = |act: fn(&Rim, String)| {
                let rim = rim.clone();
                move |text| {
                    if let Some(rim) = rim.upgrade() {
                        act(&rim, text);
                    }
                }
            };
            let heard = {
                let rim = rim.clone();
                move |heard| {
                    if let Some(rim) = rim.upgrade() {
                        rim.hear(heard);
                    }
                }
            };
            let sink = {
                let heard = heard.clone();
                move |no, report| heard(Heard::Report(no, report))
            };
            let lost = at(Rim::alone);
            let opened = match worker {
                Some((spawn, script, rest)) => Link::open(spawn, script, rest, heard, lost.clone()),
                None => Err(JsValue::NULL),
            };
            let (link, patience) = match opened {
                Ok(link) => {
                    let over = at(|rim, _| rim.patience_over());
                    (
                        Some(link),
                        Timeout::new(PATIENCE_MS, move || over(String::new())),
                    )
                }
                Err(error) => (None, Timeout::new(0, move || lost(format!("{error:?}")))),
            };
            Rim {
                desk: RefCell::default(),
                link: RefCell::new(link),
                slices: Slices::new(SLICE_MS, sink),
                patience: RefCell::new(Some(patience)),
                tell: Box::new(tell),
            }
        }))
    }

    /// Asks for a run or its end; reports carry the same number, and those of an earlier order end.
    pub fn order(&self, no: RunNo, order: Order) {
        let acts = self.0.desk.borrow_mut().order(no, order);
        self.0.perform(acts);
    }
}

impl Rim {
    fn hear(&self, heard: Heard) {
        let acts = match heard {
            Heard::Ready => {
                self.patience.replace(None);
                self.desk.borrow_mut().ready()
            }
            Heard::Report(no, report) => self.desk.borrow_mut().heard(no, report),
        };
        self.perform(acts);
    }

    fn alone(&self, text: String) {
        self.patience.replace(None);
        self.link.replace(None);
        let acts = self.desk.borrow_mut().alone(text);
        self.perform(acts);
    }

    fn patience_over(&self) {
        self.link.replace(None);
        let acts = self.desk.borrow_mut().patience_over();
        self.perform(acts);
    }

    fn perform(&self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Post(no, order) => self.post(no, &order),
                Act::Drive(no, order) => self.slices.order(no, order),
                Act::Tell(no, report) => (self.tell)(no, report),
            }
        }
    }

    fn post(&self, no: RunNo, order: &Order) {
        let posted = self.link.borrow().as_ref().map(|link| link.post(no, order));
        if let Some(Err(error)) = posted {
            self.alone(format!("{error:?}"));
        }
    }
}
