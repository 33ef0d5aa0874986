//! What one scan of the rows finds that no frame holds: what is blocked, which slot works on which node.

pub(crate) mod counted_node;
pub(crate) mod replacements;
pub(crate) mod row;
mod shared;
pub(crate) mod stays;
pub(crate) mod steps;
mod tasks;

use std::rc::Rc;

use self::row::{Row, RowReader};
use self::shared::{KeptScan, SharedScan};
use self::steps::{RunSteps, StepScan};
pub use crate::intervals::{BlockedNode, Hold, SlotTask, ZoneRun};
use base::{Map, NodeId, PoolId, RecordNo, SimSpan, SimTime, WorkloadId, ZoneId, push_slowly};

use crate::forced::{ForcedPod, ForcedScan};
use crate::letters::{Letters, all_letters};
use crate::removal::{Removal, removal};
use crate::requests::{NodeRequests, RequestScan};
use crate::rollout::{self, Gone, Rollout};
use crate::short_names::ShortNames;
use crate::shortfall::ShortfallScan;
use crate::traffic::Traffic;
use trace::{Blocker, Change, Record, Subject, Trace};

/// Built once per trace and extended as it grows. All views and answers share it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Index {
    /// The number of rows read.
    pub rows: u32,
    /// In the order of their beginnings.
    pub holds: Vec<Hold>,
    pub tasks: Vec<SlotTask>,
    pub zones: Vec<ZoneRun>,
    /// Blue-green upgrades.
    pub rollouts: Vec<Rollout>,
    /// Stretches in which a draining node had a Pod whose eviction was refused.
    pub blocked_nodes: Vec<BlockedNode>,
    /// Pods that were forced out, in the order of their ends.
    pub forced: Vec<ForcedPod>,
    pub(crate) steps: RunSteps,
    letters: Vec<Letters>,
    pub(crate) requests: NodeRequests,
    /// New connections to Services.
    pub traffic: Traffic,
    pub names: ShortNames,
    /// For every `BLOCK` holds, the last row that one of them reaches, so that blocks of ended holds are skipped.
    lasts: Vec<u32>,
    /// The scan's state.
    scan: IndexScan,
    kept: SharedScan,
}

const BLOCK: usize = 128;

/// The scan's state between two chunks.
#[derive(Clone, PartialEq, Debug, Default)]
struct IndexScan {
    steps: StepScan,
    /// The pool and zone of each node.
    home: Vec<(PoolId, ZoneId)>,
    gone: Gone,
    forced: ForcedScan,
    requests: RequestScan,
    open_holds: Map<Subject, Vec<usize>>,
    /// Does the Pod have an open hold? Most rows are about Pods without one.
    held: Vec<bool>,
    /// By node, the number of Pods whose eviction is refused, and the open stretch.
    refused: Map<NodeId, (u32, usize)>,
    open_tasks: Map<NodeId, usize>,
    open_zones: Map<PoolId, usize>,
}

/// Do only the Pod's containers change, so that it is refused an eviction as before?
fn of_containers(change: Change) -> bool {
    matches!(
        change,
        Change::PodStarted { .. }
            | Change::PodReady
            | Change::PodUnready
            | Change::ContainerExited { .. }
            | Change::ContainerKilled { .. }
    )
}

impl Index {
    pub fn of(trace: &Trace) -> Self {
        let mut index = Self::default();
        index.extend(trace);
        index
    }

    /// Reads the rows added since the last call.
    pub fn extend(&mut self, trace: &Trace) {
        self.extend_with(trace, &mut |_, _| {});
    }

    /// The same, and hands on each row that was added.
    pub(crate) fn extend_with(
        &mut self,
        trace: &Trace,
        more: &mut dyn FnMut(&NodeRequests, Row<'_>),
    ) {
        let known = self.rows;
        if self.kept.0.borrow().rows != self.rows {
            // Another clone has read on: this one starts over with its own scan.
            *self = Self::default();
        }
        let kept = Rc::clone(&self.kept.0);
        let KeptScan { index, reader, readiness, .. } = kept.take();
        self.scan = index;
        let mut reader = reader.unwrap_or_else(|| RowReader::of(trace));
        let mut readiness = readiness.unwrap_or_else(|| ShortfallScan::new(trace));
        self.read(trace, &mut reader, &mut readiness, &mut |requests, row| {
            if row.no.0 >= known {
                more(requests, row);
            }
        });
        let index = std::mem::take(&mut self.scan);
        let (reader, readiness) = (Some(reader), Some(readiness));
        *kept.borrow_mut() = KeptScan { rows: self.rows, index, reader, readiness };
    }

    fn read(
        &mut self,
        trace: &Trace,
        reader: &mut RowReader,
        readiness: &mut ShortfallScan,
        more: &mut dyn FnMut(&NodeRequests, Row<'_>),
    ) {
        if self.rows == 0 {
            let start = trace.start();
            self.letters = all_letters(trace.plan());
            self.names = ShortNames::of(trace.plan(), start);
            self.traffic = Traffic::begin(trace);
            self.rollouts = rollout::under_way(trace.plan(), start);
            (self.steps, self.scan.steps) = RunSteps::of(trace);
            self.scan.requests.begin(trace, &mut self.requests);
            self.scan.home = start
                .nodes
                .values()
                .filter_map(|node| trace.plan().groups.get(node.group))
                .map(|group| (group.pool, group.zone))
                .collect();
        }
        for (first, chunk) in trace.chunks() {
            for row in (self.rows.max(first) - first) as usize..chunk.len() {
                if let Some(record) = chunk.record(row) {
                    let row = reader.row(trace, RecordNo(first + row as u32), &record);
                    self.steps.row(trace.plan(), &mut self.scan.steps, row);
                    let violates = readiness.violated_by(trace, row);
                    self.scan.requests.row(trace, row, &mut self.requests);
                    self.traffic.row(trace, row);
                    self.row(trace, row, violates);
                    readiness.row(trace, row);
                    more(&self.requests, row);
                }
            }
            self.rows = self.rows.max(first + chunk.len() as u32);
        }
        self.traffic.flush(trace);
        let last = |hold: &Hold| hold.end.map_or(u32::MAX, |(no, _)| no.0);
        self.lasts = self
            .holds
            .chunks(BLOCK)
            .map(|block| block.iter().map(last).max().unwrap_or(0))
            .collect();
    }

    /// The two letters of a workload's Pods.
    pub fn letters(&self, workload: WorkloadId) -> Letters {
        self.letters.get(workload.0 as usize).copied().unwrap_or(Letters(*b"??"))
    }

    /// Everything that blocks the subject after the first `next` rows.
    pub fn holds_on(&self, subject: Subject, next: u32) -> impl Iterator<Item = &Hold> {
        self.active_holds(next).filter(move |hold| hold.subject == subject)
    }

    pub fn active_holds(&self, next: u32) -> impl Iterator<Item = &Hold> {
        self.holds
            .chunks(BLOCK)
            .zip(&self.lasts)
            .take_while(move |(block, _)| block.first().is_some_and(|hold| hold.no.0 < next))
            .filter(move |(_, last)| **last >= next)
            .flat_map(|(block, _)| block)
            .filter(move |hold| hold.active(next))
    }

    pub fn active_tasks(&self, next: u32) -> impl Iterator<Item = &SlotTask> {
        let begun = self.tasks.partition_point(|task| task.no.0 < next);
        self.tasks.iter().take(begun).filter(move |task| task.active(next))
    }

    fn row(&mut self, trace: &Trace, row: Row<'_>, violates: bool) {
        let Row { no, record, .. } = row;
        match record.change {
            Change::Blocked { by } => return self.hold(row, by),
            // The Pod is still rejected.
            Change::Nominated { .. } | Change::NominationCleared => return,
            // A command changes nothing itself; its effects are separate rows.
            Change::Commanded { .. } | Change::Refused { .. } | Change::PolicyOverridden { .. } => {
                return;
            }
            // What the autoscaler decides about a pool or a node ends no hold of its upgrade.
            Change::ScaleUpDecided { .. }
            | Change::ScaleUpOption { .. }
            | Change::ScaleUpFailed { .. } => return,
            change if change.is_opinion_of_node() => return,
            _ => {}
        }
        match record.subject {
            Subject::Pod(_) => {
                self.pod(trace, row, violates);
                if !of_containers(record.change) {
                    self.release(record.subject, no, record.at);
                }
            }
            Subject::Node(node) => {
                self.release(record.subject, no, record.at);
                self.node(trace, no, record, node);
            }
            Subject::Pool(pool) => {
                self.release(record.subject, no, record.at);
                self.pool(no, record, pool);
            }
            Subject::Cluster
            | Subject::Zone(_)
            | Subject::Workload(_)
            | Subject::Budget(_)
            | Subject::Service(_) => self.release(record.subject, no, record.at),
        }
    }

    fn hold(&mut self, row: Row<'_>, by: Blocker) {
        let Row { no, record, stay, .. } = row;
        let subject = record.subject;
        let open = self.scan.open_holds.get(&subject);
        let first = open.and_then(|list| list.first()).and_then(|at| self.holds.get(*at));
        // KD-07: a drain that a filter aborts leaves the refusals of a running one.
        if first.is_some_and(Hold::refuses) && !by.refuses_eviction() {
            return;
        }
        let began = first.map_or(record.at, |hold| hold.began);
        // A later row of the same kind replaces earlier ones; rows of one instant belong together.
        if first.is_some_and(|hold| hold.at != record.at) {
            self.close(subject, no, record.at);
        }
        let node = match subject {
            Subject::Pod(_) => stay.node,
            Subject::Node(node) => Some(node),
            _ => None,
        };
        let index = self.holds.len();
        self.holds.push(Hold { subject, by, no, began, at: record.at, end: None, node });
        self.mark(subject, true);
        let list = self.scan.open_holds.entry(subject).or_default();
        let fresh = list.is_empty();
        list.push(index);
        if let (true, Some(node), true) = (fresh && began == record.at, node, by.refuses_eviction())
        {
            self.refuse(node, no, record.at);
        }
    }

    fn refuse(&mut self, node: NodeId, no: RecordNo, at: SimTime) {
        let stretch = self.blocked_nodes.len();
        let entry = self.scan.refused.entry(node).or_insert((0, stretch));
        entry.0 += 1;
        if entry.0 == 1 {
            entry.1 = stretch;
            self.blocked_nodes.push(BlockedNode { node, from: at, no, to: None });
        }
    }

    /// Ends the reasons without ending the hold.
    fn close(&mut self, subject: Subject, no: RecordNo, at: SimTime) -> Option<Hold> {
        if let Subject::Pod(pod) = subject
            && !self.scan.held.get(pod.0 as usize).is_some_and(|held| *held)
        {
            return None;
        }
        let list = self.scan.open_holds.remove(&subject)?;
        self.mark(subject, false);
        let mut first = None;
        for index in list {
            if let Some(hold) = self.holds.get_mut(index) {
                hold.end = Some((no, at));
                first = first.or(Some(*hold));
            }
        }
        first
    }

    fn mark(&mut self, subject: Subject, held: bool) {
        if let Subject::Pod(pod) = subject {
            let (list, at) = (&mut self.scan.held, pod.0 as usize);
            while list.len() <= at {
                push_slowly(list, false);
            }
            list[at] = held;
        }
    }

    fn release(&mut self, subject: Subject, no: RecordNo, at: SimTime) {
        let Some(hold) = self.close(subject, no, at) else {
            return;
        };
        let (Some(node), true) = (hold.node, hold.refuses()) else {
            return;
        };
        let Some((count, stretch)) = self.scan.refused.get_mut(&node) else {
            return;
        };
        *count -= 1;
        if *count > 0 {
            return;
        }
        let stretch = *stretch;
        self.scan.refused.remove(&node);
        let Some(blocked) = self.blocked_nodes.get_mut(stretch) else {
            return;
        };
        blocked.to = Some((no, at));
        let span = at - blocked.from;
        if let Some(zone) = self.zone_run(node) {
            zone.blocked = zone.blocked + span;
        }
    }

    fn zone_run(&mut self, node: NodeId) -> Option<&mut ZoneRun> {
        let (pool, zone) = *self.scan.home.get(node.0 as usize)?;
        let run = self.scan.open_zones.get(&pool)?;
        self.zones.get_mut(*run).filter(|run| run.zone == zone)
    }

    fn pod(&mut self, trace: &Trace, row: Row<'_>, violates: bool) {
        let evicted = removal(trace, row.record) == Some(Removal::Evicted);
        let forced = self.scan.forced.pod(trace, row, violates);
        self.forced.extend(forced);
        if let Some(run) = row.stay.node.and_then(|node| self.zone_run(node)) {
            run.evictions += u32::from(evicted);
            run.forced += u32::from(forced.is_some());
        }
        if let Change::PodCreated { workload, .. } = row.record.change {
            // A Job that creates a Pod is no longer waiting.
            self.release(Subject::Workload(workload), row.no, row.record.at);
        }
    }

    fn node(&mut self, trace: &Trace, no: RecordNo, record: &Record, node: NodeId) {
        rollout::node_row(&mut self.rollouts, record, node);
        self.scan.forced.node(record, node);
        match record.change {
            Change::NodeRecreating { .. } => self.scan.gone.mark(node, false),
            Change::NodeRequested { group, .. } => {
                if let Some(group) = trace.plan().groups.get(group) {
                    self.scan.home.push((group.pool, group.zone));
                }
                // The request is caused by the slot that took the old node.
                let old =
                    record.cause.and_then(|cause| trace.record(cause)).and_then(|cause| {
                        match (cause.subject, cause.change) {
                            (Subject::Node(old), Change::NodeTaken { .. }) => Some(old),
                            _ => None,
                        }
                    });
                let task = old.and_then(|old| self.scan.open_tasks.get(&old));
                if let Some(task) = task.and_then(|task| self.tasks.get_mut(*task)) {
                    task.stand_in = Some(node);
                }
            }
            Change::NodeTaken { slot, surge } => {
                self.scan.open_tasks.insert(node, self.tasks.len());
                self.tasks.push(SlotTask {
                    node,
                    slot,
                    surge,
                    no,
                    from: record.at,
                    to: None,
                    stand_in: None,
                });
            }
            Change::NodeDone => {
                self.scan.gone.mark(node, false);
                if let Some(old) = self.worked_on(node) {
                    self.end_task(old, no, record.at);
                }
            }
            Change::NodeGone => {
                self.scan.gone.mark(node, true);
                self.lose_node(node, no, record.at);
            }
            Change::DrainEnded { .. } | Change::DrainAborted
                if self.scan.refused.contains_key(&node) =>
            {
                let held: Vec<Subject> = self
                    .scan
                    .open_holds
                    .iter()
                    .filter(|(_, list)| {
                        list.first()
                            .and_then(|at| self.holds.get(*at))
                            .is_some_and(|hold| hold.node == Some(node) && hold.refuses())
                    })
                    .map(|(subject, _)| *subject)
                    .collect();
                for subject in held {
                    self.release(subject, no, record.at);
                }
            }
            _ => {}
        }
    }

    fn pool(&mut self, no: RecordNo, record: &Record, pool: PoolId) {
        let IndexScan { gone, home, .. } = &self.scan;
        rollout::pool_row(&mut self.rollouts, (no, record), pool, gone, home);
        match record.change {
            Change::ZoneStarted { zone, .. } => {
                self.scan.open_zones.insert(pool, self.zones.len());
                self.zones.push(ZoneRun {
                    pool,
                    zone,
                    no,
                    from: record.at,
                    to: None,
                    nodes: 0,
                    evictions: 0,
                    forced: 0,
                    blocked: SimSpan::ZERO,
                });
            }
            Change::ZoneDone { .. }
            | Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::RolledBack => {
                let run = self.scan.open_zones.remove(&pool);
                if let Some(run) = run.and_then(|run| self.zones.get_mut(run)) {
                    run.to = Some((no, record.at));
                }
            }
            _ => {}
        }
    }
}
