//! Everything that the page knows of a run, read row by row as chunks arrive, so that no run is read again as it grows.

use std::rc::Rc;

use crate::base::{RecordNo, SimTime};
use crate::query::events::is_told;
use crate::query::index::Index;
use crate::query::lanes::{self, Lanes};
use crate::query::outcome::Ended;
use crate::query::scan;
use crate::query::series::Steps;
use crate::query::shortfall::{self, Shortfall};
use crate::query::summary::{self, Findings, Summary};
use crate::trace::{Change, Chunk, Ending, Record, Trace};

/// A clone shares what was read; who reads on copies it then.
#[derive(Clone, Debug)]
pub struct Reading {
    pub trace: Trace,
    pub index: Rc<Index>,
    pub events: Rc<Events>,
    scans: Rc<Scans>,
}

#[derive(Clone, Debug)]
struct Scans {
    lanes: lanes::Scan,
    summary: scan::Scan,
    readiness: shortfall::Scan,
}

/// Rows of which people are told.
#[derive(Clone, PartialEq, Debug)]
pub struct Events {
    /// Their numbers, in order.
    pub told: Vec<u32>,
    /// How many Pods were evicted, and how many were forced out.
    pub evictions: Steps,
    pub forced: Steps,
    /// How often the run went by each rule, and in which row first, by the rule's number.
    pub rules: Vec<Option<(u32, RecordNo)>>,
    /// When the first Pod was forced out against its budget.
    pub violated: Option<SimTime>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            told: Vec::new(),
            evictions: Steps::starting(SimTime::ZERO, 0),
            forced: Steps::starting(SimTime::ZERO, 0),
            rules: Vec::new(),
            violated: None,
        }
    }
}

fn one_more(steps: &mut Steps, at: SimTime) {
    let before = steps.points().last().map_or(0, |(_, value)| *value);
    steps.push(at, before + 1);
}

impl Events {
    fn row(&mut self, no: RecordNo, record: &Record) {
        if is_told(record.change) {
            self.told.push(no.0);
        }
        let rule = record.rule.0 as usize;
        if self.rules.len() <= rule {
            self.rules.resize(rule + 1, None);
        }
        if let Some(uses) = self.rules.get_mut(rule) {
            uses.get_or_insert((0, no)).0 += 1;
        }
        let (forced, violates) = match record.change {
            Change::PodTerminating {
                ending: Ending::Evicted,
                ..
            } => return one_more(&mut self.evictions, record.at),
            Change::PodForced { violates_budget } => (true, violates_budget),
            Change::PodTerminating {
                ending: Ending::DeletedAtLimit,
                ..
            } => (true, true),
            _ => (false, false),
        };
        if forced {
            one_more(&mut self.forced, record.at);
        }
        if violates {
            self.violated.get_or_insert(record.at);
        }
    }
}

impl Reading {
    /// Of a trace without rows.
    pub fn begin(trace: Trace) -> Self {
        Self {
            index: Rc::new(Index::of(&trace)),
            events: Rc::default(),
            scans: Rc::new(Scans {
                lanes: lanes::Scan::new(&trace),
                summary: scan::Scan::new(&trace),
                readiness: shortfall::Scan::new(&trace),
            }),
            trace,
        }
    }

    /// Of a trace with its rows.
    pub fn of(trace: &Trace) -> Self {
        let mut reading = Self::begin(trace.without_rows());
        for (_, chunk) in trace.chunks() {
            reading.push(Rc::clone(chunk));
        }
        reading
    }

    pub fn push(&mut self, chunk: Rc<Chunk>) {
        let from = self.trace.len();
        self.trace.push(chunk);
        let trace = &self.trace;
        Rc::make_mut(&mut self.index).extend(trace);
        let (scans, events) = (
            Rc::make_mut(&mut self.scans),
            Rc::make_mut(&mut self.events),
        );
        for (no, record) in trace.records_in(from..u32::MAX) {
            scans.lanes.row(trace.plan(), no, &record);
            scans.summary.row(trace, no, &record);
            scans.readiness.row(&record);
            events.row(no, &record);
        }
    }

    pub fn lanes(&self) -> Lanes {
        self.scans.lanes.lanes(&self.trace, &self.index)
    }

    /// Of a run that has ended.
    pub fn summary(&self, ended: Ended, digest: u64, findings: Findings) -> Summary {
        let scan = self.scans.summary.clone();
        summary::finish(scan, &self.trace, &self.index, ended, digest, findings)
    }

    pub fn shortfalls(&self) -> Vec<Shortfall> {
        let readiness = self.scans.readiness.clone().finish(self.trace.end());
        shortfall::told(self.trace.plan(), readiness)
    }
}
