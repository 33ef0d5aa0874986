//! Everything that the page reads from a run, row by row as chunks arrive, so that no run is read again as it grows.
//!
//! It feeds index, lanes, outcome and shortfalls. The page updates each time the run is a quarter longer. Clones
//! share what was read, so displaying a state copies nothing.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::forced::ForcedPod;
use crate::index::Index;
use crate::lanes::{self, Lanes};
use crate::moments::{Moment, MomentScan};
use crate::outcome::{Outcome, OutcomeScan};
use crate::removal::{Removal, removal};
use crate::shortfall::{self, Shortfall};
use base::{RecordNo, SimTime, Steps, push_slowly};
use model::Plan;
use trace::{Chunk, Ended, Record, Rows, Trace};

/// What was read of a run. A clone shares it, and shows the rows of its time.
#[derive(Clone, Debug)]
pub struct Reading {
    pub trace: Trace,
    pub index: Rc<Index>,
    pub events: Rc<Events>,
    /// Shared by all clones: only the one that reads more rows needs them.
    scans: Rc<RefCell<Scans>>,
    /// Of the current rows, computed on demand.
    lanes: OnceCell<Rc<Lanes>>,
    moments: OnceCell<Rc<[Moment]>>,
}

#[derive(Clone, Debug)]
struct Scans {
    /// Rows that were read.
    rows: u32,
    lanes: lanes::LaneScan,
    outcome: OutcomeScan,
    moments: MomentScan,
}

/// The rows of the event log.
#[derive(Clone, PartialEq, Debug)]
pub struct Events {
    pub listed: ListedRows,
    /// The numbers of evicted and of forced Pods over time.
    pub evictions: Steps,
    pub forced: Steps,
    /// By rule number: how often the rule acted, and its first row.
    pub rules: Vec<Option<(u32, RecordNo)>>,
    /// When the first Pod was ended despite its budget.
    pub violated: Option<SimTime>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            listed: ListedRows::default(),
            evictions: Steps::starting(SimTime::ZERO, 0),
            forced: Steps::starting(SimTime::ZERO, 0),
            rules: Vec::new(),
            violated: None,
        }
    }
}

/// Row numbers in order, as a bit per row: nearly all rows are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedRows {
    words: Vec<u64>,
    /// The number of listed rows before each word.
    before: Vec<u32>,
    len: u32,
}

impl ListedRows {
    fn push(&mut self, RecordNo(no): RecordNo, listed: bool) {
        if no.is_multiple_of(64) {
            push_slowly(&mut self.words, 0);
            push_slowly(&mut self.before, self.len);
        }
        if let Some(word) = self.words.get_mut(no as usize / 64) {
            *word |= u64::from(listed) << (no % 64);
        }
        self.len += u32::from(listed);
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many rows before this one are listed.
    pub fn before(&self, next: u32) -> u32 {
        let at = next as usize / 64;
        match (self.words.get(at), self.before.get(at)) {
            (Some(word), Some(before)) => before + (word & ((1 << (next % 64)) - 1)).count_ones(),
            _ => self.len,
        }
    }

    /// The listed row with this index.
    pub fn get(&self, place: u32) -> Option<RecordNo> {
        let at = self.before.partition_point(|before| *before <= place);
        let at = at.checked_sub(1)?;
        let mut word = *self.words.get(at)?;
        for _ in *self.before.get(at)?..place {
            word &= word.wrapping_sub(1);
        }
        (word != 0).then(|| RecordNo(at as u32 * 64 + word.trailing_zeros()))
    }
}

impl Events {
    fn row(&mut self, trace: &Trace, no: RecordNo, record: &Record) {
        self.listed.push(no, record.change.is_listed());
        let rule = record.rule.0 as usize;
        if self.rules.len() <= rule {
            self.rules.resize(rule + 1, None);
        }
        if let Some(uses) = self.rules.get_mut(rule) {
            uses.get_or_insert((0, no)).0 += 1;
        }
        if removal(trace, record) == Some(Removal::Evicted) {
            self.evictions.add(record.at, 1);
        }
    }

    fn forced(&mut self, one: &ForcedPod) {
        self.forced.add(one.at, 1);
        if one.violates {
            self.violated.get_or_insert(one.at);
        }
    }
}

impl Reading {
    /// Begins a trace without rows.
    pub fn begin(trace: Trace) -> Self {
        Self {
            index: Rc::new(Index::of(&trace)),
            events: Rc::default(),
            scans: Rc::new(RefCell::new(Scans {
                rows: 0,
                lanes: lanes::LaneScan::new(&trace),
                outcome: OutcomeScan::new(&trace),
                moments: MomentScan::default(),
            })),
            lanes: OnceCell::new(),
            moments: OnceCell::new(),
            trace,
        }
    }

    /// Reads a whole trace.
    pub fn of(trace: &Trace) -> Self {
        let mut reading = Self::begin(trace.without_rows());
        for (_, chunk) in trace.chunks() {
            reading.read(Rc::clone(chunk));
        }
        reading
    }

    pub fn push(&mut self, chunk: Rc<Chunk>) {
        let rows = self.trace.packed(&chunk);
        drop(chunk);
        self.read(rows);
    }

    /// The same rows for another plan whose run is the same so far.
    #[must_use]
    pub fn with_plan(mut self, plan: Rc<Plan>) -> Self {
        self.trace = self.trace.with_plan(plan);
        self
    }

    /// Reads the next chunk, as another trace has it.
    pub fn read(&mut self, rows: Rc<Rows>) {
        let from = self.trace.len();
        if self.scans.borrow().rows != from {
            // Another clone has read on: this one now has its own scans.
            *self = Self::of(&self.trace);
        }
        self.lanes.take();
        self.moments.take();
        self.trace.read(rows);
        let trace = &self.trace;
        let known = self.index.forced.len();
        let events = Rc::make_mut(&mut self.events);
        let scans = &mut *self.scans.borrow_mut();
        Rc::make_mut(&mut self.index).extend_with(trace, &mut |requests, row| {
            scans.lanes.row(trace, requests, row);
            scans.outcome.row(trace, row);
            scans.moments.row(row.no, row.record);
            events.row(trace, row.no, row.record);
        });
        self.index.forced[known..].iter().for_each(|one| events.forced(one));
        scans.rows = trace.len();
    }

    /// Uses its own scans, or if another clone has read on, new ones over its rows.
    fn scanned<T>(&self, ask: impl FnOnce(&Scans) -> T) -> T {
        if self.scans.borrow().rows == self.trace.len() {
            return ask(&self.scans.borrow());
        }
        let again = Self::of(&self.trace);
        let scans = again.scans.borrow();
        ask(&scans)
    }

    pub fn lanes(&self) -> &Rc<Lanes> {
        let lanes = |scans: &Scans| scans.lanes.lanes(&self.trace, &self.index);
        self.lanes.get_or_init(|| Rc::new(self.scanned(lanes)))
    }

    /// The rows that tell what happens.
    #[inline(never)]
    pub fn moments(&self) -> &[Moment] {
        let moments = || {
            let ready = self.index.readiness(&self.trace, self.trace.end());
            let scan = self.scanned(|scans| scans.moments.clone());
            scan.moments(&self.trace, &self.index, &ready).into()
        };
        self.moments.get_or_init(moments)
    }

    /// What a finished run comes to.
    pub fn outcome(&self, ended: Ended) -> Outcome {
        let scan = self.scanned(|scans| scans.outcome.clone());
        scan.finish(&self.trace, &self.index, ended)
    }

    pub fn shortfalls(&self) -> Vec<Shortfall> {
        let readiness = self.index.readiness(&self.trace, self.trace.end());
        shortfall::of_readiness(self.trace.plan(), readiness)
    }
}
