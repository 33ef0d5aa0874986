//! A pool's blue-green upgrade at an instant: what it does, its two sides in numbers, and bands of blue nodes.

use super::rollout::{self, Rollout};
use crate::stage::context::StageContext;
use crate::stage::pod_counts::pods_on;
use base::{NodeId, PoolId, SimSpan, SimTime, TemplateId};
use model::autoscale::Scaling;
use model::node::{NodePhase, Side};
use model::pool::{Phase, Progress, Soak};
use model::strategy::BlueGreen;
use model::strategy::autoscaled::WAIT;
use model::{PoolState, RunKind, RunState, Strategy};
use trace::Phrase;

/// Nodes that are drained together, or several batches whose nodes aren't known yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchBand {
    /// Numbers of the first and the last batch, from 1 on; 0 = blue isn't drained.
    pub first: u32,
    pub last: u32,
    pub turn: BatchTurn,
    pub title: Phrase,
    /// `not drained yet`, `drains now`, `5:00`.
    pub word: Phrase,
    /// `drain at 02:26:01`, `left of 10:00 soak`.
    pub line: Option<Phrase>,
    /// The elapsed part of a soak, in thousandths.
    pub progress: Option<u16>,
    pub nodes: Vec<NodeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchTurn {
    Planned,
    Draining,
    Soaking,
    /// Its drain or its soak is paused with the upgrade.
    Paused,
    Done,
    /// The upgrade continued, or was rolled back, without it.
    Left,
}

/// A pool and its blue-green upgrade, up to the frame.
#[derive(Clone, Copy)]
pub(crate) struct BlueGreenState<'a> {
    pub(crate) pool: PoolId,
    pub(crate) state: PoolState,
    pub(crate) run: &'a Rollout,
    pub(crate) next: u32,
    pub(crate) now: SimTime,
    pub(crate) strategy: Strategy,
}

/// Counts of one side's nodes.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideCount {
    pub(crate) there: u32,
    pub(crate) registered: u32,
    pub(crate) template: Option<TemplateId>,
}

/// The pool's current or last blue-green upgrade.
pub(crate) fn current_upgrade<'a>(
    cx: &StageContext<'a>,
    pool: PoolId,
) -> Option<BlueGreenState<'a>> {
    let state = *cx.frame.cluster.pools.get(pool)?;
    let own = cx.trace.plan().pools.get(pool)?;
    // It keeps the strategy in which it began (AM-84).
    let same = [state.strategy(own), own.strategy].into_iter().find(|one| one.kind() == state.kind);
    let strategy = same.unwrap_or(own.strategy);
    if !state.kind.traits().sides || state.run == RunState::Idle {
        return None;
    }
    Some(BlueGreenState {
        pool,
        state,
        run: rollout::of(&cx.index.rollouts, pool, cx.frame.next)?,
        next: cx.frame.next,
        now: cx.frame.at,
        strategy,
    })
}

impl BlueGreenState<'_> {
    /// How long an autoscaled upgrade waits; `None`: it is a standard one.
    pub(crate) fn wait(&self) -> Option<SimSpan> {
        let is_autoscaled = self.state.kind == RunKind::AutoscaledBlueGreen;
        is_autoscaled.then(|| self.strategy.wait().unwrap_or(WAIT))
    }

    /// Batches and soaks of a standard one.
    pub(crate) fn settings(&self) -> BlueGreen {
        self.strategy.blue_green().unwrap_or(BlueGreen::DEFAULT)
    }

    /// The cluster autoscaler's allowed actions on a side.
    pub(crate) fn scaling(&self, side: Side) -> Scaling {
        self.state.scaling(side)
    }

    pub(crate) fn progress(&self) -> Progress {
        self.state.progress
    }

    pub(crate) fn is_in(&self, phase: Phase) -> bool {
        self.state.progress.phase == Some(phase)
    }

    pub(crate) fn paused(&self) -> bool {
        self.state.run == RunState::Cancelled
    }

    /// When blue was cordoned, which is when green was Ready.
    pub(crate) fn cordoned(&self) -> Option<SimTime> {
        let begun = self.run.begun(Phase::CordoningBluePool)?;
        (begun.no.0 < self.next).then_some(begun.at)
    }

    /// The end of the running soak.
    pub(crate) fn soaks_until(&self) -> Option<SimTime> {
        match self.state.progress.soak {
            Some(Soak::Until(until)) if until > self.now => Some(until),
            _ => None,
        }
    }

    /// When the upgrade is rolled back, if later rows show it.
    pub(crate) fn turns_back_at(&self) -> Option<SimTime> {
        Some(self.run.begun(Phase::RollbackStarted)?.at)
    }

    /// When the blue pool is deleted, if later rows show it.
    pub(crate) fn deletes_at(&self) -> Option<SimTime> {
        Some(self.run.begun(Phase::DeletingBluePool)?.at)
    }

    pub(crate) fn count(&self, cx: &StageContext<'_>, side: Side) -> SideCount {
        let plan = cx.trace.plan();
        let mut count = SideCount::default();
        for node in cx.frame.cluster.nodes.values() {
            let ours = node.side == Some(side) && plan.groups[node.group].pool == self.pool;
            if ours && node.phase != NodePhase::Gone {
                count.there += 1;
                count.registered += u32::from(node.registered());
                count.template = count.template.or(Some(node.template));
            }
        }
        count
    }

    /// Nodes of the batch that is being drained or soaking.
    pub(crate) fn batch(&self) -> &[NodeId] {
        let at = self.state.progress.batch.checked_sub(1);
        let batch = at.and_then(|at| self.run.batches.get(at as usize));
        batch.map_or(&[], |batch| &batch.nodes)
    }
}

/// Pods that a drain would have to remove from these nodes.
pub(crate) fn pods_left(cx: &StageContext<'_>, nodes: &[NodeId]) -> u32 {
    let cluster = &cx.frame.cluster;
    let there = nodes.iter().filter(|id| {
        let node = cluster.nodes.get(**id);
        node.is_some_and(|node| node.phase != NodePhase::Gone)
    });
    there.map(|id| pods_on(cx.trace.plan(), cluster, *id).1.left).sum()
}
