//! Prepares a branch of a long run at the displayed instant: the runner goes there in advance,
//! and the rows up to there are read again in small tasks, because an index can't be rolled back.

use crate::shell::state::Store;
use base::SimTime;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use query::Reading;
use runner::{Request, RunNo};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use trace::Trace;

/// Shorter runs start over quickly.
const LONG: u32 = 100_000;
/// The milliseconds after which a task ends.
const TASK_MS: f64 = 6.0;
/// The pause between two tasks.
const PAUSE_MS: u32 = 8;
/// How long the playhead has to rest.
const REST_MS: u32 = 200;

/// The rows read again.
pub(crate) struct Prefetch {
    store: Store,
    request: Box<dyn Fn(RunNo, Request)>,
    again: RefCell<Option<Again>>,
    rest: RefCell<Option<Timeout>>,
}

struct Again {
    /// The run.
    of: Trace,
    reading: Reading,
    /// The wanted number of chunks.
    chunks: usize,
    timer: Option<Timeout>,
}

thread_local! {
    static PAGE: RefCell<Weak<Prefetch>> = const { RefCell::new(Weak::new()) };
}

impl Prefetch {
    /// The page's instance. `request` passes requests to its runner.
    pub(crate) fn of_page(store: &Store, request: impl Fn(RunNo, Request) + 'static) -> Rc<Self> {
        let prefetch = Rc::new(Self {
            store: store.clone(),
            request: Box::new(request),
            again: RefCell::default(),
            rest: RefCell::default(),
        });
        PAGE.set(Rc::downgrade(&prefetch));
        prefetch
    }

    /// Takes what was read of the run, unless it has more than `chunks`.
    pub(crate) fn take(&self, of: &Trace, chunks: u32) -> Option<Reading> {
        let again = self.again.take()?;
        let usable = again.of == *of && again.reading.trace.chunks().count() <= chunks as usize;
        usable.then_some(again.reading)
    }

    /// Drops the preparation.
    pub(crate) fn forget(&self) {
        self.again.replace(None);
    }
}

/// Prepares a branch at an instant, in milliseconds, once the playhead rests there.
pub(crate) fn look(at_ms: i64) {
    let Some(prefetch) = PAGE.with_borrow(Weak::upgrade) else {
        return;
    };
    let weak = Rc::downgrade(&prefetch);
    let timer = Timeout::new(REST_MS, move || {
        if let Some(prefetch) = weak.upgrade() {
            go(&prefetch, at_ms);
        }
    });
    prefetch.rest.replace(Some(timer));
}

/// Goes to an instant of the displayed run, if it is worthwhile.
fn go(prefetch: &Rc<Prefetch>, at_ms: i64) {
    let state = prefetch.store.state();
    let Some(run) = state.run_of_draft().filter(|run| run.outcome.is_some()) else {
        return prefetch.forget();
    };
    if run.trace.len() < LONG {
        return prefetch.forget();
    }
    (prefetch.request)(run.no, Request::Prefetch { at_ms });
    let at = SimTime::from_ms(at_ms);
    let next = run.trace.rows_until(at);
    let before = run.trace.chunks();
    let before = before.filter(|(first, rows)| first + rows.len() as u32 <= next);
    // The runner may be about to give away the last of them.
    let chunks = before.count().saturating_sub(1);
    {
        let mut near = prefetch.again.borrow_mut();
        let again = near.take().filter(|again| {
            again.of == run.trace && again.reading.trace.chunks().count() <= chunks
        });
        let again = again.unwrap_or_else(|| Again {
            of: run.trace.clone(),
            reading: Reading::begin(run.trace.without_rows()),
            chunks,
            timer: None,
        });
        near.replace(Again { chunks, ..again });
    }
    read_later(prefetch);
}

fn read_later(prefetch: &Rc<Prefetch>) {
    let weak = Rc::downgrade(prefetch);
    let timer = Timeout::new(PAUSE_MS, move || {
        if let Some(prefetch) = weak.upgrade() {
            read(&prefetch);
        }
    });
    if let Some(again) = &mut *prefetch.again.borrow_mut() {
        again.timer = Some(timer);
    }
}

fn read(prefetch: &Rc<Prefetch>) {
    let began = Date::now();
    {
        let mut near = prefetch.again.borrow_mut();
        let Some(again) = &mut *near else { return };
        again.timer = None;
        let mut next = again.reading.trace.chunks().count();
        while next < again.chunks && Date::now() - began < TASK_MS {
            let rows = again.of.chunks().nth(next).map(|(_, rows)| Rc::clone(rows));
            let Some(rows) = rows else { break };
            again.reading.read(rows);
            next += 1;
        }
        if next >= again.chunks {
            return;
        }
    }
    read_later(prefetch);
}
