//! Loads a growing run: reads its rows at once, and shows them now and then. None of this runs before there is a
//! scenario, so it is separate from the other effects.

use super::prefetch::Prefetch;
use crate::shell::jobs::job::{JobEvent, JobId};
use crate::shell::scenario::autosave;
use crate::shell::state::{Action, Shared, Store};
use crate::shell::web::browser::mark;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use query::Reading;
use runner::{Place, Report, RunEnd, RunNo, Start};
use scenario::json::Json;
use scenario::{self, Compiled};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use trace::{Chunk, Rows, Trace};

/// The interval between two updates.
const GROW_MS: u32 = 100;
/// A run quicker than this is only shown when complete.
const FIRST_MS: u32 = 250;

/// With more rows than this, each step is a separate task.
const LONG: u32 = 100_000;

/// A task that begins a run ends after so many milliseconds.
const STEPS_MS: f64 = 8.0;

/// Reads the runner's reports of the current run, and updates the store.
pub(crate) struct RunLoading {
    store: Store,
    growing: RefCell<Option<LoadingRun>>,
    prefetch: Rc<Prefetch>,
}

impl RunLoading {
    pub(crate) fn new(store: &Store, prefetch: Rc<Prefetch>) -> Self {
        Self { store: store.clone(), growing: RefCell::default(), prefetch }
    }

    /// Ends the loading.
    pub(crate) fn end(&self) {
        self.growing.replace(None);
    }

    fn tell(&self, no: RunNo, event: JobEvent) {
        self.store.send(Action::Job(JobId::draft(no), event));
    }

    /// Begins a run, which may continue one that is held.
    pub(crate) fn begin(&self, no: RunNo, held: Option<Trace>) {
        self.growing.replace(Some(LoadingRun::new(no, held)));
    }
}

/// The current run before its rows are shown.
struct LoadingRun {
    no: RunNo,
    /// From the moment its start is known, until that is read.
    begin: Option<Begin>,
    /// The run that it may continue.
    held: Option<Trace>,
    /// Shared rows of the held run, before those received.
    kept: VecDeque<Rc<Rows>>,
    /// The number of rows received, including those read.
    given: u32,
    /// Rows received in the meantime.
    waiting: VecDeque<Rc<Chunk>>,
    reading: Option<Reading>,
    /// The number of rows shown.
    shown: Option<u32>,
    /// The next reading to show: slow parts are computed before, in a separate task.
    next: Option<Shared<Reading>>,
    /// How it ended; reported after everything is shown.
    outcome: Option<RunEnd>,
    timer: Option<Timeout>,
}

/// The state of a run before its rows. With very many Pods each step to the next takes a while.
enum Begin {
    Told(Start, Shared<Json>),
    /// It begins with this many chunks of the held run.
    Kept(u32, Shared<Json>),
    Compiled(Start, Box<Compiled>),
    Traced(Trace),
}

/// A step of showing a growing run.
enum LoadStep {
    Read,
    Show(RunNo, Shared<Reading>),
    End(RunNo, RunEnd),
}

impl LoadingRun {
    fn new(no: RunNo, held: Option<Trace>) -> Self {
        Self {
            no,
            begin: None,
            held,
            kept: VecDeque::new(),
            given: 0,
            waiting: VecDeque::new(),
            reading: None,
            shown: None,
            next: None,
            outcome: None,
            timer: None,
        }
    }

    /// Advances to the first state that can be shown; false when it is reached.
    fn begin(&mut self, prefetch: &Prefetch) -> bool {
        match self.begin.take() {
            Some(Begin::Kept(chunks, json)) => self.go_on(chunks, &json, prefetch),
            Some(Begin::Told(start, json)) => {
                let compiled = scenario::compiled(&json);
                self.begin = compiled.map(|compiled| Begin::Compiled(start, Box::new(compiled)));
            }
            Some(Begin::Compiled(start, compiled)) => {
                self.begin = Some(Begin::Traced(start.trace(&compiled)));
            }
            Some(Begin::Traced(trace)) => self.reading = Some(Reading::begin(trace)),
            None => {
                let Some(reading) = &mut self.reading else {
                    return false;
                };
                if let Some(rows) = self.kept.pop_front() {
                    reading.read(rows);
                } else if let Some(chunk) = self.waiting.pop_front() {
                    reading.push(chunk);
                } else {
                    return false;
                }
            }
        }
        true
    }

    /// Takes over what is shared: frame 0, rows, and what was read of them.
    fn go_on(&mut self, chunks: u32, json: &Json, prefetch: &Prefetch) {
        let (Some(held), Some(compiled)) = (self.held.take(), scenario::compiled(json)) else {
            return;
        };
        let reading = prefetch.take(&held, chunks).map_or_else(
            || Reading::begin(held.with_plan(Rc::clone(&compiled.plan)).without_rows()),
            |reading| reading.with_plan(Rc::clone(&compiled.plan)),
        );
        let read = reading.trace.chunks().count();
        let kept = held.chunks().take(chunks as usize);
        let kept: VecDeque<Rc<Rows>> = kept.map(|(_, rows)| Rc::clone(rows)).collect();
        self.given = kept.iter().map(|rows| rows.len() as u32).sum();
        self.kept = kept.into_iter().skip(read).collect();
        self.reading = Some(reading);
    }

    /// Takes a chunk; false if it has to wait.
    fn push(&mut self, chunk: Rc<Chunk>) -> bool {
        match &mut self.reading {
            Some(reading) if self.waiting.is_empty() && self.kept.is_empty() => reading.push(chunk),
            _ => {
                self.waiting.push_back(chunk);
                return false;
            }
        }
        true
    }

    /// Are there rows that haven't been shown?
    fn any(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.trace.len() > self.given)
    }

    fn begins(&self) -> bool {
        let waits = !self.waiting.is_empty() || !self.kept.is_empty();
        self.begin.is_some() || self.reading.is_some() && waits
    }

    /// The delay before rows are shown: a new run may end soon; a branch is shown at once.
    fn pause(&self) -> u32 {
        match self.shown {
            Some(_) => GROW_MS,
            None if self.given > 0 => 0,
            None => FIRST_MS,
        }
    }

    fn step(&mut self) -> Option<LoadStep> {
        if let Some(next) = self.next.take() {
            return Some(LoadStep::Show(self.no, next));
        }
        if let Some(reading) = &self.reading {
            let len = reading.trace.len();
            // Each update redraws the whole run, so a long one is updated less often.
            let news = len > self.given || self.outcome.is_some();
            let enough = |shown: u32| match self.outcome {
                Some(_) => len > shown,
                None => len > shown + shown / 4,
            };
            if news && self.shown.is_none_or(enough) {
                self.shown = Some(len);
                let reading = Shared::new(reading.clone());
                reading.lanes();
                self.next = Some(reading);
                return Some(LoadStep::Read);
            }
        }
        let outcome = self.outcome.take()?;
        Some(LoadStep::End(self.no, outcome))
    }
}

/// Handles the runner's reports.
pub(crate) fn hear(loading: &Rc<RunLoading>, no: RunNo, report: Report) {
    match report {
        Report::Ready(place) => {
            let name = match &place {
                Place::Worker => "worker".to_owned(),
                Place::Inline(why) => format!("inline: {why}"),
            };
            mark("data-place", &name);
            loading.store.send(Action::Placed(place));
        }
        Report::Started(start) => {
            begin_with(loading, no, |json| Begin::Told(start, json));
        }
        Report::Kept(chunks) => {
            begin_with(loading, no, |json| Begin::Kept(chunks, json));
        }
        Report::Sealed(chunk) => {
            let fresh = {
                let mut growing = loading.growing.borrow_mut();
                let Some(growing) = growing.as_mut().filter(|growing| growing.no == no) else {
                    return;
                };
                let taken = growing.push(chunk);
                (taken && growing.timer.is_none()).then(|| growing.pause())
            };
            if let Some(pause) = fresh {
                grow_later(loading, pause);
            }
        }
        Report::Reached(_) | Report::Tried(_) => {}
        Report::Done(outcome) => {
            if let Some(growing) = &mut *loading.growing.borrow_mut() {
                growing.outcome = Some(outcome);
            }
            let begins = |growing: &LoadingRun| growing.begins();
            if !loading.growing.borrow().as_ref().is_some_and(begins) {
                grow(loading);
            }
        }
        Report::Failed(fault) => {
            loading.growing.replace(None);
            loading.tell(no, JobEvent::Failed(fault));
        }
    }
}

/// Continues towards the first rows, in as many tasks as necessary.
fn begin_with(loading: &Rc<RunLoading>, no: RunNo, how: impl FnOnce(Shared<Json>) -> Begin) {
    let state = loading.store.state();
    if let (Some(growing), Some(json)) = (&mut *loading.growing.borrow_mut(), &state.requested)
        && growing.no == no
        && state.run_no == no.0
    {
        growing.begin = Some(how(json.clone()));
    }
    begin(loading);
}

fn begin(loading: &Rc<RunLoading>) {
    let began = Date::now();
    loop {
        {
            let mut growing = loading.growing.borrow_mut();
            let Some(growing) = growing.as_mut() else {
                return;
            };
            growing.timer = None;
            if !growing.begin(&loading.prefetch) {
                break;
            }
        }
        if Date::now() - began > STEPS_MS {
            return later(loading, 0, begin);
        }
    }
    let (ended, any, pause) = match &*loading.growing.borrow() {
        Some(growing) => (growing.outcome.is_some(), growing.any(), growing.pause()),
        None => (false, false, 0),
    };
    if ended {
        grow(loading);
    } else if any {
        grow_later(loading, pause);
    }
}

fn grow_later(loading: &Rc<RunLoading>, ms: u32) {
    later(loading, ms, grow);
}

fn later(loading: &Rc<RunLoading>, ms: u32, act: fn(&Rc<RunLoading>)) {
    let weak = Rc::downgrade(loading);
    let timer = Timeout::new(ms, move || {
        if let Some(loading) = weak.upgrade() {
            act(&loading);
        }
    });
    if let Some(growing) = &mut *loading.growing.borrow_mut() {
        growing.timer = Some(timer);
    }
}

/// Shows the next part: in a long run each step is a separate task.
fn grow(loading: &Rc<RunLoading>) {
    loop {
        let (step, long) = {
            let mut growing = loading.growing.borrow_mut();
            let Some(growing) = growing.as_mut() else {
                return;
            };
            // Dropping a timer that has fired does nothing.
            growing.timer = None;
            let Some(step) = growing.step() else { return };
            (step, growing.shown > Some(LONG))
        };
        match step {
            LoadStep::Read => {}
            LoadStep::Show(no, reading) => {
                mark("data-run", &no.0.to_string());
                loading.tell(no, JobEvent::Grew(reading));
            }
            LoadStep::End(no, outcome) => {
                loading.growing.replace(None);
                mark("data-digest", &format!("{:016x}", outcome.digest));
                loading.tell(no, JobEvent::Ended(outcome));
                autosave::ran();
                return;
            }
        }
        if long {
            return grow_later(loading, 0);
        }
    }
}
