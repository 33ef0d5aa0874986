//! The scheduler: chooses the node of a Pod, and says which filters reject the other nodes.
//!
//! Places one Pod at a time: filters the nodes, scores the rest, takes the best. A cycle takes no simulated
//! time. [`Backlog`] is the queue, [`Occupancy`] the load of the nodes, [`SchedulerCache`] chooses.

mod affinity;
mod bindings;
mod classes;
mod cycle;
mod daemon;
#[cfg(any(test, feature = "testing"))]
pub mod explain;
mod filters;
mod free_resources;
mod large_cluster;
mod loads;
mod name_order;
mod node_labels;
mod node_search;
mod node_status;
mod node_tree;
mod nominated;
mod occupancy;
mod pod_scores;
mod pods_per_node;
mod preempt;
mod queue;
mod reasons;
mod recent;
mod row;
mod sampled_nodes;
mod scheduler_cache;
mod score_sheet;
mod scores;
pub mod snapshot;
mod spread;
mod tally;
#[cfg(test)]
mod testing;
mod trial_node;

pub use daemon::{DaemonVerdict, new_node_should_run, node_should_run};
pub use filters::{FILTERS, Filter};
pub use node_labels::{ToleratedTime, tolerated_time};
pub use occupancy::Occupancy;
pub use preempt::{Preemption, PreemptionContext, Preemptor};
pub use queue::{Backlog, PodPriority, entry_turn};
pub use scheduler_cache::{SchedulerCache, equivalence_class};
pub use scores::{SCORES, Score};

use cycle::Cycle;
use scores::Columns;

use base::id::Id as _;
use base::{Draw, NodeId, PodId, muted};
use model::settings::NodeOrder;
use model::{Cluster, Plan};

/// The stream of draws that break ties between nodes.
const TIES: u64 = 0x7069_636b;

/// Where a Pod goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Placement {
    On(NodeId),
    /// It fits nowhere: the number of each filter ([`Filter::no`]), and how many nodes it was the first to reject.
    Nowhere(Vec<(u32, u32)>),
}

/// KS-30: a single feasible node is taken without scoring, else the best.
fn decide(cx: &Cycle<'_>, feasible: &[u32], columns: &mut Columns) -> Placement {
    match feasible {
        [] => Placement::Nowhere(cx.rejections()),
        [only] => Placement::On(NodeId::new(*only)),
        _ => {
            let totals = scores::totals(cx, feasible, columns);
            Placement::On(choose(cx, feasible, totals))
        }
    }
}

/// Does the node reject the Pod even without its other Pods, or does the scheduler ignore it (KS-06)?
pub fn rejected_for_good(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
    node: NodeId,
) -> bool {
    let cx = Cycle::new(plan, cluster, occupancy, pod);
    let rejection = || cx.rejection(node.index());
    !occupancy.exists(node)
        || rejection().is_some_and(|filter| filter.unresolvable && !muted("KS-06"))
}

/// KS-30: the highest total; among equals the smallest draw, or the first by name (AM-41).
fn choose(cx: &Cycle<'_>, feasible: &[u32], totals: &[i64]) -> NodeId {
    let best = totals.iter().copied().max().unwrap_or(0);
    let scored = !muted("KS-30");
    let ties = feasible
        .iter()
        .zip(totals)
        .filter(|(_, total)| **total == best || !scored)
        .map(|(node, _)| *node);
    let keys = &cx.occupancy.name_keys;
    let chosen = match cx.plan.timings.node_order {
        NodeOrder::Listed => {
            let runs = &cx.occupancy.name_run;
            let mut run = None;
            // The first node of a run is also its first by name.
            let firsts = ties.filter(|node| {
                let of = (runs[*node as usize], *node);
                let follows =
                    run.is_some_and(|before: (u32, u32)| before.0 == of.0 && before.1 < of.1);
                run = Some(of);
                !follows
            });
            firsts.min_by_key(|node| (keys.get(*node as usize), *node))
        }
        NodeOrder::Shuffled => {
            let pod = u64::from(cx.pod.index());
            let draw = |node: u32| Draw::of(cx.plan.seed, TIES, pod, u64::from(node));
            ties.min_by_key(|node| (draw(*node), *node))
        }
    };
    NodeId::new(chosen.unwrap_or_default())
}
