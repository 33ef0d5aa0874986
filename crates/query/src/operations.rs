//! What may be asked of a pool's upgrade at an instant: what it would do, or when it could be asked, and how gcloud says it.

mod faults;
mod head;
mod offer;
#[cfg(test)]
mod tests;

pub use faults::{Mishap, Within, faults};
pub use offer::{Asks, Offer};

use base::{NodeId, PoolId, RecordNo, SimSpan, SimTime, TemplateId};
use model::operations::{Operation, Refusal};
use model::pool::Phase;
use model::{NodePhase, Plan, PoolState, RunState, Soak, Strategy, Version};
use trace::{Change, Frame, Phrase, Record, Subject, Trace};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub title: Phrase,
    pub sub: Option<Phrase>,
    /// Of what runs down.
    pub ring: Option<Ring>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring {
    pub left: SimSpan,
    pub of: SimSpan,
}

/// Everything that may be asked of a pool at the instant of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operations {
    pub pool: PoolId,
    pub head: Head,
    /// `DRAINING_BLUE_POOL, batch soaking`: the state that decides what is allowed.
    pub state: Phrase,
    /// When an operation that is requested now acts.
    pub acts: SimTime,
    pub offers: Vec<Offer>,
}

pub fn operations(trace: &Trace, frame: &Frame, pool: PoolId) -> Option<Operations> {
    let cx = OperationsContext::of(trace, frame, pool)?;
    let starts = (!cx.state.run.unfinished()).then(|| offer::starts(&cx));
    let steers = Operation::OF_A_RUN.into_iter();
    let steers = steers.flat_map(|operation| offer::steers(&cx, operation));
    Some(Operations {
        pool,
        head: head::head(&cx),
        state: head::state(&cx),
        acts: acts(trace, frame),
        offers: starts.into_iter().flatten().chain(steers).collect(),
    })
}

/// Returns when a command acts that a user issues at the instant of a frame: in that second, if everything that has happened
/// in it was a command too; else a second later, since commands come first in their instant (AM-56) and this one must follow
/// what is visible.
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

/// Does a row follow from a command of that second?
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
    /// Rows about the pool, and how many of them are past.
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

    /// When this run first has a row that fits.
    pub(crate) fn next(&self, fits: impl Fn(Change) -> bool) -> Option<SimTime> {
        let rows = self.rows.iter().skip(self.passed);
        let mut records = rows.filter_map(|no| self.trace.record(*no));
        let found = records.find(|record| fits(record.change));
        found.map(|record| record.at)
    }

    /// When this run first stands paused: not where the same instant leads back.
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

    /// What is left of a soak, running or paused.
    pub(crate) fn soak_left(&self) -> Option<SimSpan> {
        self.state.progress.soak.map(|soak| match soak {
            Soak::Until(until) => until - self.frame.at,
            Soak::Left(left) => left,
        })
    }

    /// Checks the state of the pool, and the upgrade of the control plane: during it the API server may be down, and no
    /// upgrade of nodes starts or resumes.
    ///
    /// Rulebook: MR-10, AM-70, AM-84. Source: Standard cluster upgrades.
    pub(crate) fn refusal(&self, operation: Operation) -> Option<Refusal> {
        let plane = &self.frame.cluster.control_plane;
        if plane.is_down() {
            return Some(Refusal::ControlPlaneDown);
        }
        let begins = matches!(
            operation,
            Operation::Upgrade | Operation::Resume | Operation::Rollback
        );
        let busy = begins && plane.replica.is_some();
        let too_late = operation == Operation::Rollback && self.ends_first();
        let own = operation.refusal(&self.state);
        own.or(busy.then_some(Refusal::ControlPlaneBusy))
            .or(too_late.then_some(Refusal::NothingToRollBack))
    }

    /// Checks that every old node has begun. Nodes that have begun are finished regardless of commands, and then the upgrade
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

    /// The rules that say so.
    pub(crate) fn rules(&self, operation: Operation) -> &'static [&'static str] {
        match self.refusal(operation) {
            Some(Refusal::ControlPlaneDown) => &["MR-10"],
            Some(Refusal::ControlPlaneBusy) => &["AM-70"],
            Some(Refusal::NothingToRollBack) if self.ends_first() => &["UP-14", "AM-61"],
            _ => operation.rules(&self.state),
        }
    }

    /// Is a rollback asked for a second step, after a cancel?
    pub(crate) fn stands(&self) -> bool {
        self.state.run.stands()
    }

    pub(crate) fn strategy(&self) -> Strategy {
        self.state.strategy(&self.plan.pools[self.pool])
    }

    pub(crate) fn version(&self, template: TemplateId) -> Option<Version> {
        self.plan.templates.get(template)?.version
    }

    /// What the pool's nodes are made from, and what they were made from before the last upgrade that succeeded.
    pub(crate) fn homes(&self) -> (TemplateId, Option<TemplateId>) {
        let mut home = self.plan.pools[self.pool].template;
        let (mut before, mut target) = (None, home);
        for record in self.past() {
            match record.change {
                Change::UpgradeStarted { target: to, .. } => target = to,
                Change::UpgradeSucceeded => (before, home) = (Some(home), target),
                _ => {}
            }
        }
        (home, before.filter(|before| *before != home))
    }

    /// Nodes that were begun and are not done. Of a Spot pool an old one may be gone before the new one is there (SU-17).
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

    /// Nodes of the pool that exist and fit.
    pub(crate) fn nodes(&self, fits: impl Fn(&model::Node) -> bool) -> u32 {
        let nodes = self.frame.cluster.nodes.values();
        let mine = nodes.filter(|node| self.plan.groups[node.group].pool == self.pool);
        mine.filter(|node| node.registered() && fits(node)).count() as u32
    }

    /// How large the pool is: surge nodes never count beside their old ones.
    pub(crate) fn size(&self) -> u32 {
        let nodes = self.frame.cluster.nodes.values();
        let mine = nodes.filter(|node| self.plan.groups[node.group].pool == self.pool);
        let own = mine.filter(|node| node.phase != NodePhase::Gone && !node.surge);
        own.count() as u32 + self.stood_in()
    }

    /// Nodes that are gone while a slot still waits for the ones that take their place.
    pub(crate) fn stood_in(&self) -> u32 {
        let nodes = self.frame.cluster.nodes.iter();
        let surge = nodes.filter(|(_, node)| {
            let ours = self.plan.groups[node.group].pool == self.pool;
            ours && node.surge && node.phase != NodePhase::Gone
        });
        let alone = surge.filter(|(id, _)| {
            let old = self.made_for(*id);
            let old = old.and_then(|old| self.frame.cluster.nodes.get(old));
            old.is_some_and(|old| old.phase == NodePhase::Gone)
        });
        alone.count() as u32
    }

    /// The node that a slot took and made this one for.
    pub(crate) fn made_for(&self, node: NodeId) -> Option<NodeId> {
        let first = *self.trace.rows_of(Subject::Node(node)).first()?;
        let cause = self.trace.record(self.trace.record(first)?.cause?)?;
        match (cause.subject, cause.change) {
            (Subject::Node(old), Change::NodeTaken { .. }) => Some(old),
            _ => None,
        }
    }

    /// With how many nodes are done, and how many are in progress.
    pub(crate) fn counted(&self, key: &'static str) -> Phrase {
        let busy = self.nodes(|node| node.taken && !node.surge) + self.stood_in();
        Phrase::new(key)
            .with("done", self.nodes(|node| node.upgraded && !node.surge))
            .with("of", self.size())
            .with("busy", busy)
    }

    pub(crate) fn since(&self) -> Phrase {
        Phrase::new("op-head-since").with("at", self.state.since)
    }

    /// When that happens in this run; if it doesn't, since when the state is what it is.
    pub(crate) fn ends(&self, fits: impl Fn(Change) -> bool) -> Option<Phrase> {
        let until = |at| Phrase::new("op-head-until").with("at", at);
        Some(self.next(fits).map_or_else(|| self.since(), until))
    }
}
