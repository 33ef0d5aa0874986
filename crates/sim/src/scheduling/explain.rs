//! The scheduler's decision without its caches, and its verdict on each node, for tests.

use super::cycle::Cycle;
use super::scores::Columns;
use super::{Filter, Occupancy, Placement, SCORES, decide};
use base::id::Id as _;
use base::{NodeId, PodId};
use model::{Cluster, Plan};

/// The scheduler's verdict on one node for one Pod.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeVerdict {
    /// The first filter that rejects it.
    Rejected(&'static Filter),
    /// Weighted scores by plugin; plugins that add nothing are left out.
    Fits { scores: Vec<(&'static str, i64)>, total: i64 },
}

/// Chooses the node of a pending Pod from scratch: examines every node, remembers nothing. The engine uses [`SchedulerCache`].
pub fn place(plan: &Plan, cluster: &Cluster, occupancy: &Occupancy, pod: PodId) -> Placement {
    let cx = Cycle::new(plan, cluster, occupancy, pod);
    let feasible = cx.feasible();
    decide(&cx, &feasible, &mut Columns::default())
}

/// The verdict on every node that exists for the scheduler.
pub fn explain(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
) -> Vec<(NodeId, NodeVerdict)> {
    let cx = Cycle::new(plan, cluster, occupancy, pod);
    let feasible = cx.feasible();
    let mut columns = Vec::new();
    let mut totals = vec![0; feasible.len()];
    for score in SCORES {
        if let Some(column) = score.weighted(&cx, &feasible) {
            for (total, points) in totals.iter_mut().zip(&column) {
                *total += points;
            }
            columns.push((score.name, column));
        }
    }
    let mut verdicts = Vec::new();
    for node in cx.nodes() {
        let verdict = match (cx.rejection(node), feasible.binary_search(&node)) {
            (None, Ok(at)) => NodeVerdict::Fits {
                scores: columns.iter().map(|(name, column)| (*name, column[at])).collect(),
                total: totals[at],
            },
            (Some(filter), _) => NodeVerdict::Rejected(filter),
            (None, Err(_)) => continue,
        };
        verdicts.push((NodeId::new(node), verdict));
    }
    verdicts
}
