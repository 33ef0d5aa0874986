//! What became of drains by kubectl.

use crate::index::Index;
use base::{BudgetId, Map, NodeId, SimSpan, SimTime};
use model::Command;
use trace::{Blocker, Change, Record, Trace};

/// What has become of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drains {
    /// Those in progress, and since when.
    pub(crate) open: Map<NodeId, SimTime>,
    /// How long those took that ended.
    pub(crate) took: SimSpan,
    pub(crate) over: Option<DrainsOver>,
}

/// Drains that are over: how many ended and gave up, when the first began, and when the last was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrainsOver {
    pub nodes: u32,
    pub gave_up: u32,
    pub began: SimTime,
    pub ended: SimTime,
}

impl DrainsOver {
    /// All drains of the run, if none of them is open at its end.
    pub(crate) fn of(drains: &Drains) -> Option<Self> {
        drains.over.filter(|_| drains.open.is_empty())
    }
}

/// A drain without a timeout that nothing in the run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndlessDrain {
    pub node: NodeId,
    /// The budget that refuses its evictions.
    pub budget: Option<BudgetId>,
}

/// The drains in progress after the last row of a run in which nothing more happens.
pub(crate) fn endless(trace: &Trace, index: &Index, drains: &Drains) -> Vec<EndlessDrain> {
    let mut budgets: Map<NodeId, BudgetId> = Map::new();
    for hold in index.active_holds(trace.len()) {
        if let (
            Some(node),
            Blocker::Budget { budget, .. } | Blocker::TwoBudgets { first: budget, .. },
        ) = (hold.node, hold.by)
        {
            budgets.entry(node).or_insert(budget);
        }
    }
    let nodes = drains.open.keys();
    nodes.map(|node| EndlessDrain { node: *node, budget: budgets.get(node).copied() }).collect()
}

impl Drains {
    pub(crate) fn row(&mut self, trace: &Trace, record: &Record, node: NodeId) {
        match record.change {
            Change::DrainStarted { .. } if by_kubectl(trace, record) => {
                self.open.insert(node, record.at);
            }
            change @ (Change::DrainAborted | Change::DrainEnded { .. } | Change::NodeGone) => {
                let gave_up = change == Change::DrainAborted;
                // kubectl may abort at once (KD-07).
                let since = self.open.remove(&node);
                let aborted = since.is_none() && gave_up && by_kubectl(trace, record);
                if let Some(since) = since.or(aborted.then_some(record.at)) {
                    let none = DrainsOver { nodes: 0, gave_up: 0, began: since, ended: since };
                    let over = self.over.get_or_insert(none);
                    over.gave_up += u32::from(gave_up);
                    over.nodes += u32::from(!gave_up);
                    (over.began, over.ended) = (over.began.min(since), record.at);
                    if !gave_up {
                        self.took = self.took + (record.at - since);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Does a command of the script cause the row, directly or by the cordon of its node?
fn by_kubectl(trace: &Trace, record: &Record) -> bool {
    let mut cause = record.cause;
    for _ in 0..3 {
        let Some(record) = cause.and_then(|no| trace.record(no)) else {
            return false;
        };
        if let Change::Commanded { entry } = record.change {
            let command = trace.plan().command(entry);
            return command.is_some_and(|command| matches!(command, Command::Drain { .. }));
        }
        cause = record.cause;
    }
    false
}
