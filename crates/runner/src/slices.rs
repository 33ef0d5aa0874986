//! Runs in slices on timers, so that the thread can paint or take messages in between: on the page between frames,
//! in the worker between messages.

use super::checkpoints::Checkpoints;
use super::session::compiled;
use super::{Fault, Report, Request, RunNo, Session, Step, Trial};
use base::SimTime;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds on a monotonic clock, on a page and in a worker.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Wakes between two readings of the clock.
const WAKES: u32 = 1024;

/// At most one run, and the timer of its next slice.
pub(super) struct TimeSlices {
    slice_ms: f64,
    state: RefCell<State>,
    /// Checkpoints of the last run.
    checkpoints: RefCell<Checkpoints>,
    timer: RefCell<Option<Timeout>>,
    sink: Box<dyn Fn(RunNo, Report)>,
}

enum State {
    Idle,
    Waiting(RunNo, Request),
    Running(RunNo, Box<Session>),
    Trying(RunNo, Box<Trial>),
    /// On the way to an instant of the last run.
    Prefetching(RunNo, Box<Session>, SimTime),
    /// A slice has the session. If the next slice finds this, the last one crashed.
    Busy(RunNo),
}

impl TimeSlices {
    /// `slice_ms`: approximate length of a slice. `sink` gets each report, from a timer, never from `request`.
    pub(super) fn new(slice_ms: u32, sink: impl Fn(RunNo, Report) + 'static) -> Rc<Self> {
        Rc::new(Self {
            slice_ms: slice_ms.into(),
            state: RefCell::new(State::Idle),
            checkpoints: RefCell::default(),
            timer: RefCell::new(None),
            sink: Box::new(sink),
        })
    }

    pub(super) fn request(self: &Rc<Self>, no: RunNo, request: Request) {
        self.keep_prefetch();
        match request {
            Request::Run { .. } | Request::Try { .. } | Request::Prefetch { .. } => {
                self.state.replace(State::Waiting(no, request));
                self.arm();
            }
            Request::Stop => self.rest(),
        }
    }

    /// Keeps an interrupted prefetch as a checkpoint.
    fn keep_prefetch(&self) {
        if let State::Prefetching(_, session, _) = self.state.replace(State::Idle) {
            self.checkpoints.borrow_mut().keep_at_playhead(*session);
        }
    }

    fn arm(self: &Rc<Self>) {
        let slices = Rc::downgrade(self);
        let next = Timeout::new(0, move || {
            if let Some(slices) = slices.upgrade() {
                slices.slice();
            }
        });
        self.timer.replace(Some(next));
    }

    fn rest(&self) {
        self.state.replace(State::Idle);
        self.timer.replace(None);
    }

    fn slice(self: &Rc<Self>) {
        match self.state.replace(State::Idle) {
            State::Idle => {}
            State::Busy(no) => (self.sink)(no, Report::Failed(Fault::Crashed)),
            State::Waiting(no, request) => {
                self.begin(no);
                self.open(no, &request).unwrap_or_else(|fault| self.end(no, Report::Failed(fault)));
            }
            State::Running(no, session) => {
                self.begin(no);
                self.pump(no, session);
            }
            State::Trying(no, trial) => {
                self.begin(no);
                self.attempt(no, trial);
            }
            State::Prefetching(no, session, at) => {
                self.begin(no);
                self.prefetch(no, session, at);
            }
        }
    }

    fn open(&self, no: RunNo, request: &Request) -> Result<(), Fault> {
        match request {
            Request::Run { text, seed, held } => {
                let (report, session) = self.session(no, text, *seed, *held)?;
                (self.sink)(no, report);
                if self.is_at(no) {
                    self.pump(no, Box::new(session));
                }
            }
            Request::Prefetch { at_ms } => {
                let at = SimTime::from_ms(*at_ms);
                let session = self.checkpoints.borrow().toward(no, at);
                match session {
                    Some(session) => self.prefetch(no, Box::new(session), at),
                    None => self.rest(),
                }
            }
            Request::Try { text, seed, records } => {
                self.attempt(no, Box::new(Trial::new(text, *seed, *records)?));
            }
            Request::Stop => {}
        }
        Ok(())
    }

    /// The session of a request: from the start, or from where it branches off the held run.
    fn session(
        &self,
        no: RunNo,
        text: &str,
        seed: Option<u64>,
        held: Option<(RunNo, u32)>,
    ) -> Result<(Report, Session), Fault> {
        let compiled = compiled(text)?;
        let mut checkpoints = self.checkpoints.borrow_mut();
        let held = held.filter(|_| seed.is_none());
        let branch = held.and_then(|held| checkpoints.branch(held, no, &compiled));
        if let Some(session) = branch {
            return Ok((Report::Kept(session.given()), session));
        }
        // Frees the checkpoints of the previous run before this one takes memory.
        *checkpoints = Checkpoints::of(no);
        let (start, session) = Session::with_start_of(compiled, seed);
        checkpoints.pass(&session);
        Ok((Report::Started(start), session))
    }

    fn prefetch(&self, no: RunNo, mut session: Box<Session>, at: SimTime) {
        let end = now() + self.slice_ms;
        while session.is_before(at) {
            for _ in 0..WAKES {
                if session.is_before(at) {
                    session.pass();
                }
            }
            if now() > end {
                self.state.replace(State::Prefetching(no, session, at));
                return;
            }
        }
        self.checkpoints.borrow_mut().keep_at_playhead(*session);
        self.rest();
    }

    /// Is the run still the current one? A listener may have sent another request.
    fn is_at(&self, no: RunNo) -> bool {
        matches!(*self.state.borrow(), State::Busy(busy) if busy == no)
    }

    /// Arms the next slice before this one works, so that a crash is noticed.
    fn begin(self: &Rc<Self>, no: RunNo) {
        self.state.replace(State::Busy(no));
        self.arm();
    }

    fn end(&self, no: RunNo, report: Report) {
        self.rest();
        (self.sink)(no, report);
    }

    fn pump(&self, no: RunNo, mut session: Box<Session>) {
        let end = now() + self.slice_ms;
        let reached = loop {
            match session.pump(WAKES) {
                Step::Sealed(chunk) => {
                    self.checkpoints.borrow_mut().pass(&session);
                    (self.sink)(no, Report::Sealed(chunk));
                    if !self.is_at(no) {
                        return;
                    }
                }
                Step::Reached(_) if now() < end => {}
                Step::Reached(ms) => break ms,
                Step::Done(outcome) => return self.end(no, Report::Done(outcome)),
            }
        };
        self.state.replace(State::Running(no, session));
        (self.sink)(no, Report::Reached(reached));
    }

    fn attempt(&self, no: RunNo, mut trial: Box<Trial>) {
        let end = now() + self.slice_ms;
        while now() < end {
            match trial.pump(WAKES) {
                None => {}
                Some(Ok(outcome)) => return self.end(no, Report::Tried(Box::new(outcome))),
                Some(Err(fault)) => return self.end(no, Report::Failed(fault)),
            }
        }
        let reached = trial.reached();
        self.state.replace(State::Trying(no, trial));
        (self.sink)(no, Report::Reached(reached));
    }
}
