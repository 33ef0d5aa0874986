//! Blue-green upgrades in the rows: when each phase began, the nodes of each batch, and when it was drained.

use base::{NodeId, PoolId, RecordNo, SimSpan, SimTime, ZoneId};
use model::node::Side;
use model::pool::Phase;
use model::{Cluster, Plan};
use trace::{Change, Record};

/// One blue-green upgrade of a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rollout {
    pub pool: PoolId,
    pub no: RecordNo,
    pub from: SimTime,
    /// When it succeeded or was rolled back.
    pub to: Option<(RecordNo, SimTime)>,
    pub phases: Vec<PhaseStart>,
    /// Batches that have begun, and the number of batches; 0 = not reported yet.
    pub batches: Vec<Batch>,
    pub of: u32,
    /// The pool's nodes when it began.
    pub blue: Vec<NodeId>,
    /// The number of the next node created; `None`: it was under way when the run began.
    pub first: Option<NodeId>,
    /// The phase in which the run found it under way.
    pub found_in: Option<Phase>,
}

/// The beginning of a phase, and its soak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseStart {
    pub no: RecordNo,
    pub at: SimTime,
    pub phase: Phase,
    pub lasts: SimSpan,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    pub no: RecordNo,
    pub at: SimTime,
    pub nodes: Vec<NodeId>,
    pub drained: Option<Drained>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drained {
    pub no: RecordNo,
    pub at: SimTime,
    pub soak: SimSpan,
}

impl Rollout {
    /// When it last entered a phase.
    pub fn begun(&self, phase: Phase) -> Option<PhaseStart> {
        let mut phases = self.phases.iter().rev();
        phases.find(|begun| begun.phase == phase).copied()
    }

    /// The index of a node's batch, among those that have begun.
    pub fn batch_of(&self, node: NodeId) -> Option<usize> {
        let mut batches = self.batches.iter();
        batches.position(|batch| batch.nodes.contains(&node))
    }
}

/// Two rows for the nodes of a pool: an upgrade's green nodes are on another row than its blue ones, and no node changes
/// its row in the next upgrade.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideRows {
    /// For each upgrade, the first node that it created, and whether blue is in the second row.
    runs: Vec<(NodeId, bool)>,
}

impl SideRows {
    pub fn of(rollouts: &[Rollout], pool: PoolId) -> Self {
        let mut side_rows = Self::default();
        for rollout in rollouts.iter().filter(|one| one.pool == pool) {
            let Some(first) = rollout.first else { continue };
            let blue = rollout.blue.first().copied();
            let second = blue.is_some_and(|node| side_rows.is_second(node));
            side_rows.runs.push((first, second));
        }
        side_rows
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Does the same row hold blue in all upgrades?
    pub fn stay(&self) -> bool {
        self.runs.iter().all(|(_, second)| !second)
    }

    /// Is a node in the second row?
    pub fn is_second(&self, node: NodeId) -> bool {
        let made = self.runs.iter().rev().find(|(first, _)| *first <= node);
        made.is_some_and(|(_, second)| !second)
    }
}

/// Nodes whose VM was deleted for good, by node id.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Gone(Vec<bool>);

impl Gone {
    pub(crate) fn mark(&mut self, NodeId(node): NodeId, gone: bool) {
        let at = node as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        self.0[at] = gone;
    }

    /// The existing nodes of a pool.
    fn others<'a>(
        &'a self,
        home: &'a [(PoolId, ZoneId)],
        pool: PoolId,
    ) -> impl Iterator<Item = NodeId> + 'a {
        let nodes = (0..).map(NodeId).zip(home);
        let there = |id: NodeId| self.0.get(id.0 as usize) != Some(&true);
        let own = nodes.filter(move |(id, home)| home.0 == pool && there(*id));
        own.map(|(id, _)| id)
    }
}

/// The upgrades that have begun before the run, whose first phases have no rows.
pub(crate) fn under_way(plan: &Plan, start: &Cluster) -> Vec<Rollout> {
    let begun = start.pools.iter().filter(|(_, state)| {
        state.kind.traits().sides && state.run.unfinished() && state.progress.phase.is_some()
    });
    let blue = |pool| {
        let nodes = start.nodes.iter();
        let own = nodes.filter(move |(id, node)| {
            start.pool_of(plan, *id) == pool && node.side == Some(Side::Blue)
        });
        own.map(|(id, _)| id).collect()
    };
    let rollout = |pool, phase| Rollout {
        pool,
        no: RecordNo(0),
        from: SimTime::ZERO,
        to: None,
        phases: Vec::new(),
        batches: Vec::new(),
        of: 0,
        blue: blue(pool),
        first: None,
        found_in: phase,
    };
    begun.map(|(pool, state)| rollout(pool, state.progress.phase)).collect()
}

/// Reads a row of a pool. `home`: pool and zone of all nodes so far.
pub(crate) fn pool_row(
    rollouts: &mut Vec<Rollout>,
    (no, record): (RecordNo, &Record),
    pool: PoolId,
    gone: &Gone,
    home: &[(PoolId, ZoneId)],
) {
    if let Change::PhaseStarted { phase: Phase::CreatingGreenPool, .. } = record.change {
        rollouts.push(Rollout {
            pool,
            no,
            from: record.at,
            to: None,
            phases: Vec::new(),
            batches: Vec::new(),
            of: 0,
            blue: gone.others(home, pool).collect(),
            first: Some(NodeId(home.len() as u32)),
            found_in: None,
        });
    }
    let mut open = rollouts.iter_mut().rev();
    let Some(rollout) = open.find(|rollout| rollout.pool == pool && rollout.to.is_none()) else {
        return;
    };
    let begin = |phase, lasts_s: u32| PhaseStart {
        no,
        at: record.at,
        phase,
        lasts: SimSpan::from_secs(i64::from(lasts_s)),
    };
    match record.change {
        Change::PhaseStarted { phase, lasts_s } => rollout.phases.push(begin(phase, lasts_s)),
        Change::RollbackStarted => rollout.phases.push(begin(Phase::RollbackStarted, 0)),
        Change::BatchStarted { of, .. } => {
            rollout.of = of;
            rollout.batches.push(Batch { no, at: record.at, nodes: Vec::new(), drained: None });
        }
        Change::BatchDrained { soak_s } => {
            if let Some(batch) = rollout.batches.last_mut() {
                batch.drained = Some(Drained {
                    no,
                    at: record.at,
                    soak: SimSpan::from_secs(i64::from(soak_s)),
                });
            }
        }
        Change::UpgradeSucceeded | Change::RolledBack => rollout.to = Some((no, record.at)),
        _ => {}
    }
}

/// Assigns a drain to the batch that began it.
pub(crate) fn node_row(rollouts: &mut [Rollout], record: &Record, node: NodeId) {
    let (Change::DrainStarted { .. }, Some(cause)) = (record.change, record.cause) else {
        return;
    };
    let batches = rollouts.iter_mut().rev();
    let mut last = batches.filter_map(|rollout| rollout.batches.last_mut());
    if let Some(batch) = last.find(|batch| batch.no == cause) {
        batch.nodes.push(node);
    }
}

/// Among the first `next` rows: the pool's current or last upgrade.
pub(crate) fn of(rollouts: &[Rollout], pool: PoolId, next: u32) -> Option<&Rollout> {
    let mut begun = rollouts.iter().rev();
    begun.find(|rollout| rollout.pool == pool && rollout.no.0 < next)
}
