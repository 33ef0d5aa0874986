//! The page's runner: joins the desk, the worker and the slices.

use super::desk::{Act, Desk};
use super::inline::Slices;
use super::watch::Watch;
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

/// What a worker is started from.
struct WorkerSource {
    spawn: Function,
    script: String,
    rest: JsValue,
}

struct Rim {
    me: Weak<Self>,
    /// `None` where there is no worker to be asked for.
    source: Option<WorkerSource>,
    desk: RefCell<Desk>,
    link: RefCell<Option<Link>>,
    slices: Rc<Slices>,
    patience: RefCell<Option<Timeout>>,
    watch: Watch,
    tell: Box<dyn Fn(RunNo, Report)>,
}

impl Runner {
    /// `spawn` makes a worker of the page's own start, `script` is the address of the page's script, `rest` is what
    /// the worker's start needs beside the first part of the program, if that is in parts. `tell` hears of every report, and never from within this call or
    /// [`Runner::order`].
    pub fn start(
        spawn: &Function,
        script: &str,
        rest: &JsValue,
        tell: impl Fn(RunNo, Report) + 'static,
    ) -> Self {
        let source = WorkerSource {
            spawn: spawn.clone(),
            script: script.to_owned(),
            rest: rest.clone(),
        };
        Self::new(Some(source), tell)
    }

    /// Runs on the page without asking for a worker: there is none.
    pub fn inline(tell: impl Fn(RunNo, Report) + 'static) -> Self {
        Self::new(None, tell)
    }

    fn new(source: Option<WorkerSource>, tell: impl Fn(RunNo, Report) + 'static) -> Self {
        let rim = Rc::new_cyclic(|me: &Weak<Rim>| {
            let sink = {
                let me = me.clone();
                move |no, report| {
                    if let Some(rim) = me.upgrade() {
                        rim.hear(Heard::Report(no, report));
                    }
                }
            };
            Rim {
                me: me.clone(),
                source,
                desk: RefCell::default(),
                link: RefCell::default(),
                slices: Slices::new(SLICE_MS, sink),
                patience: RefCell::default(),
                watch: Watch::default(),
                tell: Box::new(tell),
            }
        });
        rim.open();
        Self(rim)
    }

    /// Asks for a run or its end; reports carry the same number, and those of an earlier order end.
    pub fn order(&self, no: RunNo, order: Order) {
        let acts = self.0.desk.borrow_mut().order(no, order);
        self.0.perform(acts);
    }
}

impl Rim {
    /// Starts a worker, in the place of one that is gone.
    fn open(&self) {
        self.link.replace(None);
        let heard = {
            let me = self.me.clone();
            move |heard| {
                if let Some(rim) = me.upgrade() {
                    rim.hear(heard);
                }
            }
        };
        let lost = {
            let me = self.me.clone();
            move |text| {
                if let Some(rim) = me.upgrade() {
                    rim.alone(text);
                }
            }
        };
        let opened = match &self.source {
            Some(WorkerSource {
                spawn,
                script,
                rest,
            }) => Link::open(spawn, script, rest, heard, lost.clone()),
            None => Err(JsValue::NULL),
        };
        let patience = match opened {
            Ok(link) => {
                self.link.replace(Some(link));
                let me = self.me.clone();
                Timeout::new(PATIENCE_MS, move || {
                    if let Some(rim) = me.upgrade() {
                        rim.patience_over();
                    }
                })
            }
            Err(error) => Timeout::new(0, move || lost(format!("{error:?}"))),
        };
        self.patience.replace(Some(patience));
    }

    fn hear(&self, heard: Heard) {
        self.watch.heard();
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

    fn silent(&self) {
        self.link.replace(None);
        let acts = self.desk.borrow_mut().silent();
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
                Act::Renew => self.open(),
                Act::Tell(no, report) => (self.tell)(no, report),
            }
        }
        self.look_after();
    }

    /// Watches the worker as long as it should tell something.
    fn look_after(&self) {
        if !self.desk.borrow().waits() {
            self.watch.end();
            return;
        }
        let me = self.me.clone();
        self.watch.begin(move || {
            if let Some(rim) = me.upgrade()
                && rim.watch.look(rim.desk.borrow().started())
            {
                // Not from within the timer, which ends then.
                let me = rim.me.clone();
                Timeout::new(0, move || {
                    if let Some(rim) = me.upgrade() {
                        rim.silent();
                    }
                })
                .forget();
            }
        });
    }

    fn post(&self, no: RunNo, order: &Order) {
        let posted = self.link.borrow().as_ref().map(|link| link.post(no, order));
        if let Some(Err(error)) = posted {
            self.alone(format!("{error:?}"));
        }
    }
}
