//! What is computed once per run for display: cells, the axis, the rows of the timeline.

use super::former;
use super::speech::{source, speak_of};
use crate::shell::dates::day_month;
use crate::shell::run::loaded::Run;
use crate::shell::words::tn;
use base::{NodeId, WorkloadId};
use draw::cells::Cells;
use draw::timeline::TimelineView;
use draw::timeline::axis::Axis;
use draw::timeline::rows;
use model::{Cluster, NodePhase, RunKind, RunState};
use query::filter::{self, FilterMatch};
use query::moments::Moment;
use query::series::{self, WorkloadSeries};
use query::stage::{Detail, StateCounts};
use query::{Events, ListedRows};
use std::cell::{OnceCell, Ref, RefCell};
use std::rc::Rc;
use trace::Frame;
use words::Words;

/// The interval between two filter matches while playing, in milliseconds.
const LIT_EVERY: f64 = 150.0;

/// A filter match with its text, rows and time.
type Kept = (String, u32, f64, Rc<FilterMatch>);

pub struct RunScene {
    run: Run,
    /// The run before the last change, outlined on the timeline.
    former: Option<Run>,
    pub end_ms: f64,
    pub axis: Axis,
    /// The end of support of the cluster's version, and its label.
    support_end: Option<(i64, String)>,
    cells: OnceCell<Cells>,
    timeline: OnceCell<TimelineView>,
    watched: OnceCell<Vec<WorkloadSeries>>,
    pub detail: Detail,
    /// The cluster after the last row: it has every name.
    pub last: Rc<Cluster>,
    pub events: Rc<Events>,
    counts: RefCell<StateCounts>,
    matched: RefCell<Option<Kept>>,
}

impl RunScene {
    pub fn of(run: &Run, true_scale: bool) -> Self {
        let source = source(run);
        Self {
            end_ms: source.end_ms() as f64,
            axis: source.axis(true_scale),
            support_end: None,
            detail: Detail::for_nodes(run.lanes.nodes.max().max(0) as u32),
            last: Rc::clone(run.trace.last()),
            cells: OnceCell::new(),
            timeline: OnceCell::new(),
            watched: OnceCell::new(),
            events: Rc::clone(&run.reading.events),
            counts: RefCell::default(),
            matched: RefCell::default(),
            former: None,
            run: run.clone(),
        }
    }

    /// The scene with another axis and end.
    pub fn on(self, axis: Axis, end_ms: f64) -> Self {
        Self { axis, end_ms, ..self }
    }

    /// Outlines the run before the last change, once this one is complete.
    pub fn after(self, former: Option<Run>, true_scale: bool) -> Self {
        let former = former.filter(|_| self.run.outcome.is_some());
        let axis = former.as_ref().map(|former| former::axis(&self.run, former, true_scale));
        Self { axis: axis.unwrap_or(self.axis), former, ..self }
    }

    /// Adds a flag at the end of support, from the document.
    pub fn until(self, end: Option<(i64, String)>) -> Self {
        let start = self.run.plan.start_unix_ms;
        let support_end = end.map(|(at, minor)| {
            let day = day_month(at.div_euclid(86_400_000));
            let args = [("minor", minor.into()), ("day", day.into())];
            (at - start, tn("ui-cal-eos", &args))
        });
        Self { support_end, ..self }
    }

    /// Adds lanes for these workloads.
    pub fn watch(&self, workloads: &[WorkloadId]) {
        let trace = &self.run.trace;
        let series = workloads.iter().filter_map(|id| series::workload(trace, *id));
        // If the list is already set, it stays.
        let _ = self.watched.set(series.collect());
    }

    /// Computes a part of the scene; returns whether it was the last. With very many nodes each part is as much as a
    /// page should do at a time.
    pub fn prepare(&self) -> bool {
        if self.detail == Detail::Tiles || self.timeline.get().is_some() {
            return true;
        }
        if self.watched.get().is_none() {
            self.watched();
        } else {
            self.timeline();
        }
        false
    }

    pub fn cells(&self) -> &Cells {
        self.cells.get_or_init(|| Cells::of(&self.run.lanes))
    }

    /// Workloads with their own lanes, in the order of their charts.
    pub fn watched(&self) -> &[WorkloadSeries] {
        self.watched.get_or_init(|| rows::watched(&self.run.trace))
    }

    /// Of a complete run.
    pub fn moments(&self) -> &[Moment] {
        if self.run.outcome.is_some() { self.run.reading.moments() } else { &[] }
    }

    pub fn timeline(&self) -> &TimelineView {
        let source = source(&self.run);
        let end_ms = self.end_ms as i64;
        let timeline = || {
            let mut view = TimelineView {
                moments: self.moments().iter().map(|one| one.at.ms()).collect(),
                support_end: (self.support_end.clone()).filter(|(at, _)| (0..=end_ms).contains(at)),
                ..source.timeline(self.cells(), self.watched(), end_ms)
            };
            if let Some(former) = &self.former {
                former::add(&mut view, &self.run, former);
            }
            view
        };
        self.timeline.get_or_init(timeline)
    }

    /// All counts at the playhead. Computed once per frame, on first use.
    pub fn counts(&self, run: &Run, frame: &Frame) -> Ref<'_, StateCounts> {
        self.counts.borrow_mut().follow(&run.trace, &run.index, frame);
        self.counts.borrow()
    }

    /// How many nodes of the pools that the run upgrades have the target, of how many.
    pub fn nodes_done(&self, run: &Run, frame: &Frame) -> (u32, u32) {
        let counts = self.counts(run, frame);
        let is_upgraded =
            |pool| self.last.pools.get(pool).is_some_and(|one| one.run != RunState::Idle);
        let groups = run.plan.groups.iter().filter(|(_, group)| is_upgraded(group.pool));
        groups.fold((0, 0), |(done, of), (id, group)| {
            let tally = counts.tally_of(id);
            let kind = run.plan.pools[group.pool].strategy.kind();
            if !kind.traits().sides {
                return (done + tally.done, of + tally.of);
            }
            // Green nodes take the place of blue ones when these are gone.
            let own = || run.start.nodes.iter().filter(|(_, node)| node.group == id);
            let first = own().count() as u32;
            if kind == RunKind::AutoscaledBlueGreen {
                // How many green ones there are says nothing of how far it is.
                let gone = |id| {
                    frame.cluster.nodes.get(id).is_none_or(|node| node.phase == NodePhase::Gone)
                };
                let gone = own().filter(|(id, _)| gone(*id)).count() as u32;
                return (done + gone, of + first);
            }
            let over = frame.cluster.pools.get(group.pool);
            let own = over.filter(|pool| pool.run == RunState::Succeeded).map_or(0, |_| tally.done);
            (done + own, of + first.max(own))
        })
    }

    /// The nodes that match the filter, if there is one. While playing they are only computed now and then.
    pub fn matched(
        &self,
        text: &str,
        (now, playing): (f64, bool),
        run: &Run,
        frame: &Frame,
    ) -> Option<Rc<FilterMatch>> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        if let Some((known, next, at, matched)) = &*self.matched.borrow() {
            let fresh = *next == frame.next || playing && now - at < LIT_EVERY;
            if known == text && fresh {
                return Some(Rc::clone(matched));
            }
        }
        let counts = self.counts(run, frame);
        let matched = filter::nodes(&run.trace, &run.index, &counts, frame, text);
        let matched = Rc::new(matched);
        let kept = (text.to_owned(), frame.next, now, Rc::clone(&matched));
        self.matched.replace(Some(kept));
        Some(matched)
    }

    /// Lists nodes whose state has changed since the last call; false: any may have.
    pub fn take_changed(&self, into: &mut Vec<NodeId>) -> bool {
        self.counts.borrow_mut().take_changed(into)
    }

    /// Calls `speak` with the names at the end of the run.
    pub fn speak<T>(run: &Run, speak: impl FnOnce(&Words<'_>) -> T) -> T {
        speak_of(run, run.trace.last(), speak)
    }

    /// Numbers of the listed rows, in order.
    pub fn listed(&self) -> &ListedRows {
        &self.events.listed
    }

    /// How many rows before this one are listed.
    pub fn listed_before(&self, next: u32) -> u32 {
        self.events.listed.before(next)
    }
}
