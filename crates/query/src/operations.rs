//! The operations on a pool's upgrade at an instant: their effects, or when they would be possible, and their gcloud commands.

mod faults;
mod head;
mod offer;
#[cfg(test)]
mod tests;

pub use faults::{FaultScope, UserFault, faults};
pub use offer::{Offer, OfferKind};

use crate::strategy::{self, LeftNode};
use base::{NodeId, PoolId, RecordNo, SimSpan, SimTime, TemplateId};
use model::operations::{Operation, Refusal};
use model::pool::Phase;
use model::{NodePhase, Plan, PoolState, RunKind, RunState, Soak, Strategy, Version};
use trace::{Change, Frame, Phrase, Record, Subject, Trace};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub title: Phrase,
    pub sub: Option<Phrase>,
    /// The countdown of a timer.
    pub ring: Option<Ring>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring {
    pub left: SimSpan,
    pub of: SimSpan,
}

/// The possible operations on a pool at a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operations {
    pub pool: PoolId,
    pub head: Head,
    /// `DRAINING_BLUE_POOL, batch soaking`: the state that decides what is allowed.
    pub state: Phrase,
    /// When an operation requested now would act.
    pub acts: SimTime,
    pub offers: Vec<Offer>,
    /// What is left on blue while an autoscaled upgrade waits and drains.
    pub left: Vec<LeftNode>,
}

pub fn operations(trace: &Trace, frame: &Frame, pool: PoolId) -> Option<Operations> {
    let cx = OperationsContext::of(trace, frame, pool)?;
    let starts = (!cx.state.run.unfinished()).then(|| offer::starts(&cx));
    let run_commands = Operation::OF_A_RUN.into_iter();
    let run_commands = run_commands.flat_map(|operation| offer::run_commands(&cx, operation));
    Some(Operations {
        pool,
        head: head::head(&cx),
        state: head::state(&cx),
        acts: acts(trace, frame),
        left: strategy::left_on_blue(trace, frame, pool),
        offers: starts.into_iter().flatten().chain(run_commands).collect(),
    })
}

/// When a command acts that a user issues at a frame: in that second, if everything that has happened in it was a command too;
/// else a second later, since commands come first in their instant (AM-56) and this one must follow what is visible.
pub fn acts(trace: &Trace, frame: &Frame) -> SimTime {
    let second = SimTime::from_secs(frame.at.ms().div_euclid(1000).max(0));
    let mut next = frame.next;
    while let Some(no) = next.checked_sub(1).map(RecordNo) {
        let Some(record) = trace.record(no).filter(|record| record.at >= second) else {
            break;
        };
        if !asked_for(trace, record, second) {
            return second + SimSpan::from_secs(1);
        }
        next = no.0;
    }
    second
}

/// Was the row caused by a command of that second?
fn asked_for(trace: &Trace, mut record: Record, second: SimTime) -> bool {
    loop {
        if matches!(record.change, Change::Commanded { .. } | Change::Started) {
            return true;
        }
        let cause = record.cause.and_then(|cause| trace.record(cause));
        match cause.filter(|cause| cause.at >= second) {
            Some(cause) => record = cause,
            None => return false,
        }
    }
}

/// A pool at an instant.
pub(crate) struct OperationsContext<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) frame: &'a Frame,
    pub(crate) plan: &'a Plan,
    pub(crate) pool: PoolId,
    pub(crate) name: &'a str,
    pub(crate) state: PoolState,
    /// Rows about the pool, and the number of past ones.
    rows: Vec<RecordNo>,
    passed: usize,
}

impl<'a> OperationsContext<'a> {
    fn of(trace: &'a Trace, frame: &'a Frame, pool: PoolId) -> Option<Self> {
        let plan = &**trace.plan();
        let rows = trace.rows_of(Subject::Pool(pool));
        Some(Self {
            trace,
            frame,
            plan,
            pool,
            name: &plan.pools.get(pool)?.name,
            state: *frame.cluster.pools.get(pool)?,
            passed: rows.partition_point(|no| no.0 < frame.next),
            rows,
        })
    }

    pub(crate) fn past(&self) -> impl DoubleEndedIterator<Item = Record> + '_ {
        let past = self.rows.iter().take(self.passed);
        past.filter_map(|no| self.trace.record(*no))
    }

    /// When a matching row next happens in this run.
    pub(crate) fn next(&self, fits: impl Fn(Change) -> bool) -> Option<SimTime> {
        let rows = self.rows.iter().skip(self.passed);
        let mut records = rows.filter_map(|no| self.trace.record(*no));
        let found = records.find(|record| fits(record.change));
        found.map(|record| record.at)
    }

    /// When this run is next paused, unless the pause ends in the same instant.
    pub(crate) fn next_pause(&self) -> Option<SimTime> {
        let rows = self.rows.iter().skip(self.passed);
        let mut paused = None;
        for record in rows.filter_map(|no| self.trace.record(*no)) {
            if paused.is_some_and(|at| record.at > at) {
                break;
            }
            match record.change {
                Change::UpgradeCancelling | Change::UpgradeCancelled => {
                    paused = paused.or(Some(record.at));
                }
                Change::RollbackStarted | Change::UpgradeResumed { .. } => paused = None,
                _ => {}
            }
        }
        paused
    }

    pub(crate) fn phase(&self) -> Option<Phase> {
        let sides = self.state.kind.traits().sides && self.state.run.unfinished();
        self.state.progress.phase.filter(|_| sides)
    }

    /// The rest of a running or paused soak.
    pub(crate) fn soak_left(&self) -> Option<SimSpan> {
        self.state.progress.soak.map(|soak| match soak {
            Soak::Until(until) => until - self.frame.at,
            Soak::Left(left) => left,
        })
    }

    /// Why the state of the pool or the control plane's upgrade refuses an operation: during the latter the API server may be
    /// down, and no upgrade of nodes starts or resumes.
    ///
    /// Rulebook: MR-10, AM-70, AM-84. Source: Standard cluster upgrades.
    pub(crate) fn refusal(&self, operation: Operation) -> Option<Refusal> {
        let plane = &self.frame.cluster.control_plane;
        if plane.is_down() {
            return Some(Refusal::ControlPlaneDown);
        }
        let begins =
            matches!(operation, Operation::Upgrade | Operation::Resume | Operation::Rollback);
        let busy = begins && plane.replica.is_some();
        let too_late = operation == Operation::Rollback && self.ends_first();
        let own = operation.refusal(&self.state);
        own.or(busy.then_some(Refusal::ControlPlaneBusy))
            .or(too_late.then_some(Refusal::NothingToRollBack))
    }

    /// Has every old node been started? Started nodes finish regardless of commands, and then the upgrade
    /// has succeeded.
    ///
    /// Rulebook: AM-61, UP-14. Source: Node upgrade strategies.
    pub(crate) fn ends_first(&self) -> bool {
        let goes_on = matches!(
            self.state.run,
            RunState::Running | RunState::WaitingForResources | RunState::Cancelling
        );
        let stand_ins = self.state.kind.traits().stand_ins;
        stand_ins && goes_on && self.nodes(|node| !node.surge && !node.upgraded && !node.taken) == 0
    }

    /// The rules behind an operation.
    pub(crate) fn rules(&self, operation: Operation) -> &'static [&'static str] {
        match self.refusal(operation) {
            Some(Refusal::ControlPlaneDown) => &["MR-10"],
            Some(Refusal::ControlPlaneBusy) => &["AM-70"],
            Some(Refusal::NothingToRollBack) if self.ends_first() => &["UP-14", "AM-61"],
            _ => operation.rules(&self.state),
        }
    }

    /// Is the run canceled, being canceled, or failed?
    pub(crate) fn waits_for_user(&self) -> bool {
        self.state.run.waits_for_user()
    }

    pub(crate) fn strategy(&self) -> Strategy {
        self.state.strategy(&self.plan.pools[self.pool])
    }

    /// The kind of the unfinished run (AM-84), else that of the next one.
    pub(crate) fn kind(&self) -> RunKind {
        self.phase().map_or_else(|| self.strategy().kind(), |_| self.state.kind)
    }

    pub(crate) fn version(&self, template: TemplateId) -> Option<Version> {
        self.plan.templates.get(template)?.version
    }

    /// The template of the pool's nodes, and the one before the last upgrade that succeeded.
    pub(crate) fn templates(&self) -> (TemplateId, Option<TemplateId>) {
        let mut home = self.plan.pools[self.pool].template;
        // An upgrade may have begun before time 0.
        let begun = self.trace.start().pools.get(self.pool).and_then(|state| state.target);
        let (mut before, mut target) = (None, begun.unwrap_or(home));
        for record in self.past() {
            match record.change {
                Change::UpgradeStarted { target: to, .. } => target = to,
                Change::UpgradeSucceeded => (before, home) = (Some(home), target),
                _ => {}
            }
        }
        (home, before.filter(|before| *before != home))
    }

    /// Nodes in progress. In a Spot pool an old node may be deleted before its new one is Ready (SU-17).
    pub(crate) fn under_way(&self) -> u32 {
        let nodes = self.frame.cluster.nodes.values();
        let mine = nodes.filter(|node| self.plan.groups[node.group].pool == self.pool);
        let (mut taken, mut stand_ins) = (0, 0);
        for node in mine.filter(|node| node.phase != NodePhase::Gone) {
            taken += u32::from(node.taken && !node.surge);
            stand_ins += u32::from(node.surge);
        }
        taken.max(stand_ins)
    }

    /// Existing nodes of the pool that match.
    pub(crate) fn nodes(&self, fits: impl Fn(&model::Node) -> bool) -> u32 {
        let nodes = self.frame.cluster.nodes.values();
        let mine = nodes.filter(|node| self.plan.groups[node.group].pool == self.pool);
        mine.filter(|node| node.registered() && fits(node)).count() as u32
    }

    /// The size of the pool: surge nodes don't count beside their old ones.
    pub(crate) fn size(&self) -> u32 {
        let nodes = self.frame.cluster.nodes.values();
        let mine = nodes.filter(|node| self.plan.groups[node.group].pool == self.pool);
        let own = mine.filter(|node| node.phase != NodePhase::Gone && !node.surge);
        own.count() as u32 + self.awaiting_replacement()
    }

    /// Deleted nodes whose slot still waits for their replacements.
    pub(crate) fn awaiting_replacement(&self) -> u32 {
        let nodes = self.frame.cluster.nodes.iter();
        let surge = nodes.filter(|(_, node)| {
            let ours = self.plan.groups[node.group].pool == self.pool;
            ours && node.surge && node.phase != NodePhase::Gone
        });
        let alone = surge.filter(|(id, _)| {
            let old = self.replaced_node(*id);
            let old = old.and_then(|old| self.frame.cluster.nodes.get(old));
            old.is_some_and(|old| old.phase == NodePhase::Gone)
        });
        alone.count() as u32
    }

    /// The old node for which a slot created this one.
    pub(crate) fn replaced_node(&self, node: NodeId) -> Option<NodeId> {
        let first = *self.trace.rows_of(Subject::Node(node)).first()?;
        let cause = self.trace.record(self.trace.record(first)?.cause?)?;
        match (cause.subject, cause.change) {
            (Subject::Node(old), Change::NodeTaken { .. }) => Some(old),
            _ => None,
        }
    }

    /// The phrase with the numbers of finished nodes and of nodes in progress.
    pub(crate) fn counted(&self, key: &'static str) -> Phrase {
        let busy = self.nodes(|node| node.taken && !node.surge) + self.awaiting_replacement();
        Phrase::new(key)
            .with("done", self.nodes(|node| node.upgraded && !node.surge))
            .with("of", self.size())
            .with("busy", busy)
    }

    pub(crate) fn since(&self) -> Phrase {
        Phrase::new("op-head-since").with("at", self.state.since)
    }

    /// When a matching row happens in this run; if never, since when the current state has lasted.
    pub(crate) fn ends(&self, fits: impl Fn(Change) -> bool) -> Option<Phrase> {
        let until = |at| Phrase::new("op-head-until").with("at", at);
        Some(self.next(fits).map_or_else(|| self.since(), until))
    }
}
