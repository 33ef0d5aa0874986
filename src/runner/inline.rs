//! Runs in slices on timers, so that its thread can paint or listen in between. The page runs so between frames,
//! and so does the worker between messages.

use super::{Fault, Order, Report, RunNo, Session, Step, Trial};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds on a clock that nobody can set, in a page as in a worker.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Wakes between two looks at the clock.
const WAKES: u32 = 1024;

/// At most one run, and the timer of its next slice.
pub(super) struct Slices {
    slice_ms: f64,
    state: RefCell<State>,
    timer: RefCell<Option<Timeout>>,
    sink: Box<dyn Fn(RunNo, Report)>,
}

enum State {
    Idle,
    Waiting(RunNo, Order),
    Running(RunNo, Box<Session>),
    Trying(RunNo, Box<Trial>),
    /// A slice has the session. If this is found by the next slice, the last one never came back.
    Busy(RunNo),
}

impl Slices {
    /// Slices of about so many milliseconds; `sink` is told of each report, from a timer, never from `order`.
    pub(super) fn new(slice_ms: u32, sink: impl Fn(RunNo, Report) + 'static) -> Rc<Self> {
        Rc::new(Self {
            slice_ms: slice_ms.into(),
            state: RefCell::new(State::Idle),
            timer: RefCell::new(None),
            sink: Box::new(sink),
        })
    }

    pub(super) fn order(self: &Rc<Self>, no: RunNo, order: Order) {
        match order {
            Order::Run { .. } | Order::Try { .. } => {
                self.state.replace(State::Waiting(no, order));
                self.arm();
            }
            Order::Stop => self.rest(),
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
            State::Waiting(no, order) => {
                self.begin(no);
                self.open(no, &order)
                    .unwrap_or_else(|fault| self.end(no, Report::Failed(fault)));
            }
            State::Running(no, session) => {
                self.begin(no);
                self.pump(no, session);
            }
            State::Trying(no, trial) => {
                self.begin(no);
                self.attempt(no, trial);
            }
        }
    }

    fn open(&self, no: RunNo, order: &Order) -> Result<(), Fault> {
        match order {
            Order::Run { text, seed } => {
                let (start, session) = Session::told(text, *seed)?;
                (self.sink)(no, Report::Started(start));
                if self.is_at(no) {
                    self.pump(no, Box::new(session));
                }
            }
            Order::Try { text, records } => {
                self.attempt(no, Box::new(Trial::new(text, *records)?));
            }
            Order::Stop => {}
        }
        Ok(())
    }

    /// Who was told something may have ordered something else.
    fn is_at(&self, no: RunNo) -> bool {
        matches!(*self.state.borrow(), State::Busy(busy) if busy == no)
    }

    /// Arms the next slice before this one does its work, so that a crash is noticed.
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
                Some(Ok(figures)) => return self.end(no, Report::Tried(Box::new(figures))),
                Some(Err(fault)) => return self.end(no, Report::Failed(fault)),
            }
        }
        let reached = trial.reached();
        self.state.replace(State::Trying(no, trial));
        (self.sink)(no, Report::Reached(reached));
    }
}
