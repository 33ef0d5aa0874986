//! Dispatches jobs: the run of the draft to a runner of its own, all other runs to one background runner, files and
//! policies to the importer. Sends their events to the store.

use super::job::{Job, JobEvent, JobId, JobPurpose, ToRead};
use super::queue::JobQueue;
use crate::import::importer::Importer;
use crate::shell::run::loading::{self, RunLoading};
use crate::shell::run::prefetch::Prefetch;
use crate::shell::state::{Action, Shared, Store};
use gloo_timers::callback::Timeout;
use js_sys::Function;
use query::Reading;
use runner::{Fault, Place, RECORDS_AT_MOST, Report, Request, RunNo, Runner};
use scenario::json::Json;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;

/// Delay before files are read, so that the page can show it and typing has paused.
const READ_MS: u32 = 30;

pub(crate) struct JobDispatcher {
    store: Store,
    spawn: Function,
    script: String,
    /// The later parts of the split program, for workers.
    rest: RefCell<JsValue>,
    /// Runs the draft.
    main: RefCell<Option<Runner>>,
    /// A request from before the runner was started.
    waiting: RefCell<Option<(RunNo, Request)>>,
    loading: Rc<RunLoading>,
    /// The last run of a draft and its document.
    ran: RefCell<Option<(RunNo, Shared<Json>)>>,
    background: RefCell<Option<Runner>>,
    queue: RefCell<JobQueue>,
    /// The document of the running background job, and its rows so far.
    rows: RefCell<(String, Option<Reading>)>,
    importer: Importer,
    import_timer: RefCell<Option<Timeout>>,
}

impl JobDispatcher {
    #[inline(never)] // The first screen starts no job.
    pub(crate) fn new(
        store: &Store,
        spawn: &Function,
        script: &str,
        importer: &Importer,
    ) -> Rc<Self> {
        Rc::new_cyclic(|me: &Weak<Self>| {
            let me = me.clone();
            let prefetch = Prefetch::of_page(store, move |no, request| {
                if let Some(dispatcher) = me.upgrade() {
                    dispatcher.request(no, request);
                }
            });
            Self {
                store: store.clone(),
                spawn: spawn.clone(),
                script: script.to_owned(),
                rest: RefCell::default(),
                main: RefCell::default(),
                waiting: RefCell::default(),
                loading: Rc::new(RunLoading::new(store, prefetch)),
                ran: RefCell::default(),
                background: RefCell::default(),
                queue: RefCell::default(),
                rows: RefCell::default(),
                importer: importer.clone(),
                import_timer: RefCell::default(),
            }
        })
    }

    /// Starts the runner of drafts. `rest` holds the later parts of the program.
    #[inline(never)]
    pub(crate) fn open(&self, rest: &JsValue) {
        self.rest.replace(rest.clone());
        let loading = Rc::clone(&self.loading);
        let hear = move |no, report| loading::hear(&loading, no, report);
        let runner = Runner::start(&self.spawn, &self.script, rest, hear);
        self.main.replace(Some(runner));
        if let Some((no, request)) = self.waiting.take() {
            self.request(no, request);
        }
    }

    #[inline(never)]
    pub(crate) fn start(self: &Rc<Self>, id: JobId, job: Job) {
        match job {
            Job::Simulate(Request::Run { text, .. }) if id.purpose == JobPurpose::Draft => {
                self.run(id.no, text);
            }
            Job::Simulate(request) => {
                self.queue.borrow_mut().push(id, request);
                self.run_next();
            }
            Job::Read(files @ ToRead::Files(_)) => self.read_soon(id, files),
            Job::Read(what) => {
                self.import_timer.replace(None);
                self.read(id, what);
            }
        }
    }

    #[inline(never)]
    pub(crate) fn cancel(self: &Rc<Self>, purpose: JobPurpose) {
        match purpose {
            JobPurpose::Draft => {
                self.loading.end();
                self.request(RunNo::NONE, Request::Stop);
            }
            JobPurpose::Import => {
                self.import_timer.replace(None);
                self.importer.stop();
            }
            JobPurpose::WindowFit
            | JobPurpose::Variant
            | JobPurpose::Alternative
            | JobPurpose::Forecast => {
                self.queue.borrow_mut().remove(purpose);
                self.run_next();
            }
        }
    }

    fn request(&self, no: RunNo, request: Request) {
        match &*self.main.borrow() {
            Some(runner) => runner.request(no, request),
            None => drop(self.waiting.replace(Some((no, request)))),
        }
    }

    /// Runs the draft; reuses the rows that it shares with the displayed run.
    fn run(&self, no: RunNo, text: String) {
        let state = self.store.state();
        let last = self.ran.replace(state.requested.clone().map(|json| (no, json)));
        let same = |old: &Json| {
            let new = state.requested.as_ref();
            new.is_some_and(|new| same_but_script(old, new))
        };
        let held = state
            .run
            .as_ref()
            .filter(|run| last.is_some_and(|(no, json)| no == run.no && same(&json)));
        let trace = held.map(|run| run.trace.clone());
        self.loading.begin(no, trace);
        let held = held.map(|run| (run.no, run.trace.chunks().count() as u32));
        let seed = None;
        self.request(no, Request::Run { text, seed, held });
    }

    /// Sends the queue's first job to the background runner, unless it is already running.
    fn run_next(self: &Rc<Self>) {
        let Some((no, request)) = self.queue.borrow_mut().next() else {
            return;
        };
        let text = match &request {
            Request::Run { text, .. } => text.clone(),
            Request::Try { .. } | Request::Prefetch { .. } | Request::Stop => String::new(),
        };
        self.rows.replace((text, None));
        let mut background = self.background.borrow_mut();
        let runner = background.get_or_insert_with(|| {
            let me = Rc::downgrade(self);
            let hear = move |no, report| {
                if let Some(dispatcher) = me.upgrade() {
                    dispatcher.hear(no, report);
                }
            };
            match self.store.state().place {
                Some(Place::Inline(_)) => Runner::inline(hear),
                Some(Place::Worker) | None => {
                    Runner::start(&self.spawn, &self.script, &self.rest.borrow(), hear)
                }
            }
        });
        // A runner that has just lost its worker reports from within `request`.
        let runner = runner.clone();
        drop(background);
        runner.request(no, request);
    }

    /// Takes a report of the background runner.
    fn hear(self: &Rc<Self>, no: RunNo, report: Report) {
        let Some(id) = self.queue.borrow().running(no) else {
            return;
        };
        let Some(event) = self.event(report) else {
            return;
        };
        self.queue.borrow_mut().remove(id.purpose);
        self.store.send(Action::Job(id, event));
        self.run_next();
    }

    /// The result of the running background job, if it has one.
    fn event(&self, report: Report) -> Option<JobEvent> {
        let (text, rows) = &mut *self.rows.borrow_mut();
        match report {
            Report::Started(start) => {
                let json = Json::parse(text).ok()?;
                let trace = start.trace(&scenario::compiled(&json)?);
                *rows = Some(Reading::begin(trace));
                None
            }
            Report::Sealed(chunk) => {
                let reading = rows.as_mut()?;
                reading.push(chunk);
                let is_long = reading.trace.len() > RECORDS_AT_MOST;
                is_long.then_some(JobEvent::Failed(Fault::TooLarge))
            }
            Report::Done(outcome) => Some(JobEvent::Ran(Shared::new(rows.take()?), outcome)),
            Report::Tried(outcome) => Some(JobEvent::Tried(outcome)),
            Report::Failed(fault) => Some(JobEvent::Failed(fault)),
            // The requests hold no other run.
            Report::Ready(_) | Report::Kept(_) | Report::Reached(_) => None,
        }
    }

    fn read_soon(self: &Rc<Self>, id: JobId, what: ToRead) {
        let me = Rc::downgrade(self);
        let read = move || {
            if let Some(dispatcher) = me.upgrade() {
                dispatcher.read(id, what);
            }
        };
        self.importer.stop();
        let timer = Timeout::new(READ_MS, read);
        self.import_timer.replace(Some(timer));
    }

    fn read(&self, id: JobId, what: ToRead) {
        let store = self.store.clone();
        let tell = move |heard| store.send(Action::Job(id, JobEvent::Read(heard)));
        self.importer.read(what, tell);
    }
}

/// Do two documents differ only in their scripts?
fn same_but_script(old: &Json, new: &Json) -> bool {
    rest(old).eq(rest(new))
}

fn rest(json: &Json) -> impl Iterator<Item = &(String, Json)> {
    let fields = match json {
        Json::Object(fields) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter(|(name, _)| name != "script")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_may_differ_in_their_scripts_alone() {
        let same = |old: &str, new: &str| {
            let read = |text: &str| Json::parse(text).unwrap();
            same_but_script(&read(old), &read(new))
        };
        assert!(same(r#"{"seed":1,"script":[]}"#, r#"{"seed":1}"#));
        assert!(!same(r#"{"seed":1,"script":[]}"#, r#"{"seed":2,"script":[]}"#));
        assert!(!same(r#"{"seed":1}"#, r#"{"seed":1,"nodePools":[]}"#));
    }
}
