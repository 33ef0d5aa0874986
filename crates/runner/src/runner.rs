//! The page's runner: joins the dispatcher, the worker and the slices.

use super::dispatcher::{Act, Dispatcher};
use super::slices::TimeSlices;
use super::watch::Watch;
use super::wire::Message;
use super::worker::EngineWorker;
use super::{Report, Request, RunNo};
use gloo_timers::callback::Timeout;
use js_sys::Function;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// How long a worker may take to become ready.
const PATIENCE_MS: u32 = 5_000;

/// Leaves the page half of a frame at 60 frames a second.
const SLICE_MS: u32 = 8;

/// Runs scenarios in a worker, or on the page if there is none. Dropping it ends both.
#[derive(Clone)]
pub struct Runner(Rc<RunnerInner>);

/// How a worker is started.
struct WorkerSource {
    spawn: Function,
    script: String,
    rest: JsValue,
}

struct RunnerInner {
    me: Weak<Self>,
    /// `None` if no worker should be started.
    source: Option<WorkerSource>,
    dispatcher: RefCell<Dispatcher>,
    worker: RefCell<Option<EngineWorker>>,
    slices: Rc<TimeSlices>,
    patience: RefCell<Option<Timeout>>,
    watch: Watch,
    report: Box<dyn Fn(RunNo, Report)>,
}

impl Runner {
    /// `spawn` makes a worker from the page's own start script, `script` is the address of the page's script, `rest` is what
    /// the worker needs beyond the first part of a split program. `report` gets every report, but
    /// never from within this call.
    pub fn start(
        spawn: &Function,
        script: &str,
        rest: &JsValue,
        report: impl Fn(RunNo, Report) + 'static,
    ) -> Self {
        let source =
            WorkerSource { spawn: spawn.clone(), script: script.to_owned(), rest: rest.clone() };
        Self::new(Some(source), report)
    }

    /// Runs on the page; starts no worker.
    pub fn inline(report: impl Fn(RunNo, Report) + 'static) -> Self {
        Self::new(None, report)
    }

    fn new(source: Option<WorkerSource>, report: impl Fn(RunNo, Report) + 'static) -> Self {
        let runner = Rc::new_cyclic(|me: &Weak<RunnerInner>| {
            let sink = {
                let me = me.clone();
                move |no, report| {
                    if let Some(runner) = me.upgrade() {
                        runner.receive(Message::Report(no, report));
                    }
                }
            };
            RunnerInner {
                me: me.clone(),
                source,
                dispatcher: RefCell::default(),
                worker: RefCell::default(),
                slices: TimeSlices::new(SLICE_MS, sink),
                patience: RefCell::default(),
                watch: Watch::default(),
                report: Box::new(report),
            }
        });
        runner.open();
        Self(runner)
    }

    /// Requests a run or its end; reports carry the same number, and those of an earlier request end.
    pub fn request(&self, no: RunNo, request: Request) {
        let acts = self.0.dispatcher.borrow_mut().request(no, request);
        self.0.perform(acts);
    }
}

impl RunnerInner {
    /// Starts a worker, which replaces a lost one.
    fn open(&self) {
        self.worker.replace(None);
        let receive = {
            let me = self.me.clone();
            move |message| {
                if let Some(runner) = me.upgrade() {
                    runner.receive(message);
                }
            }
        };
        let lost = {
            let me = self.me.clone();
            move |text| {
                if let Some(runner) = me.upgrade() {
                    runner.alone(text);
                }
            }
        };
        let opened = match &self.source {
            Some(WorkerSource { spawn, script, rest }) => {
                EngineWorker::open(spawn, script, rest, receive, lost.clone())
            }
            None => Err(JsValue::NULL),
        };
        let patience = match opened {
            Ok(worker) => {
                self.worker.replace(Some(worker));
                let me = self.me.clone();
                Timeout::new(PATIENCE_MS, move || {
                    if let Some(runner) = me.upgrade() {
                        runner.patience_over();
                    }
                })
            }
            Err(error) => Timeout::new(0, move || lost(format!("{error:?}"))),
        };
        self.patience.replace(Some(patience));
    }

    fn receive(&self, message: Message) {
        self.watch.reset();
        let acts = match message {
            Message::Ready => {
                self.patience.replace(None);
                self.dispatcher.borrow_mut().ready()
            }
            Message::Report(no, report) => self.dispatcher.borrow_mut().receive(no, report),
        };
        self.perform(acts);
    }

    fn alone(&self, text: String) {
        self.patience.replace(None);
        self.worker.replace(None);
        let acts = self.dispatcher.borrow_mut().alone(text);
        self.perform(acts);
    }

    fn silent(&self) {
        self.worker.replace(None);
        let acts = self.dispatcher.borrow_mut().silent();
        self.perform(acts);
    }

    fn patience_over(&self) {
        self.worker.replace(None);
        let acts = self.dispatcher.borrow_mut().patience_over();
        self.perform(acts);
    }

    fn perform(&self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Post(no, request) => self.post(no, &request),
                Act::Drive(no, request) => self.slices.request(no, request),
                Act::Renew => self.open(),
                Act::Report(no, report) => (self.report)(no, report),
            }
        }
        self.look_after();
    }

    /// Watches the worker while it should report something.
    fn look_after(&self) {
        if !self.dispatcher.borrow().waits() {
            self.watch.end();
            return;
        }
        let me = self.me.clone();
        self.watch.begin(move || {
            if let Some(runner) = me.upgrade()
                && runner.watch.look(runner.dispatcher.borrow().started())
            {
                // Not from within the timer, which ends then.
                let me = runner.me.clone();
                Timeout::new(0, move || {
                    if let Some(runner) = me.upgrade() {
                        runner.silent();
                    }
                })
                .forget();
            }
        });
    }

    fn post(&self, no: RunNo, request: &Request) {
        let posted = self.worker.borrow().as_ref().map(|worker| worker.post(no, request));
        if let Some(Err(error)) = posted {
            self.alone(format!("{error:?}"));
        }
    }
}
