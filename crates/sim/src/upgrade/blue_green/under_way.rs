//! Blue-green upgrades that had begun before time 0: paused in their phase, as after a cancel.

use super::{Batches, MissingVm, PhaseClock, PhaseState};
use base::{NodeId, PoolId, SimSpan, SimTime};
use model::cluster::Cluster;
use model::node::Side;
use model::plan::Plan;
use model::pool::Phase;
use model::strategy::BlueGreen;
use model::strategy::blue_green::Soak;

impl PhaseState {
    /// The phase in which the pool is at time 0. Which batch a node belongs to isn't known: blue nodes without Pods to evict are
    /// drained, and the others follow in batches.
    ///
    /// Rulebook: BG-22, BG-40, AM-65. Source: Node upgrade strategies.
    pub(in crate::upgrade) fn under_way(plan: &Plan, cluster: &Cluster, pool: PoolId) -> Self {
        let state = &cluster.pools[pool];
        let settings = plan.pools[pool].strategy.blue_green().unwrap_or(BlueGreen::DEFAULT);
        let of = |side| {
            let nodes = cluster.nodes.iter();
            let own = nodes.filter(move |(_, node)| {
                plan.groups[node.group].pool == pool && node.side == Some(side)
            });
            own.map(|(id, _)| id).collect::<Vec<NodeId>>()
        };
        let (blue, green) = (of(Side::Blue), of(Side::Green));
        let paused = |left| PhaseClock::Paused { left };
        match state.progress.phase {
            Some(Phase::DrainingBluePool) => {
                let all = blue.len() as u32;
                let mut rest = blue;
                rest.retain(|node| has_pods_to_evict(plan, cluster, *node));
                let size = settings.batch_size(all).max(1);
                let (begun, left) = ((all - rest.len() as u32).div_ceil(size), rest.len() as u32);
                let batches = Batches {
                    settings,
                    rest: rest.into(),
                    blue: all,
                    size: size as usize,
                    begun,
                    of: begun + left.div_ceil(size),
                    soaked: SimSpan::ZERO,
                };
                Self::Soaking { batches, clock: paused(SimSpan::ZERO) }
            }
            Some(Phase::NodePoolSoaking | Phase::DeletingBluePool) => {
                let left = match state.progress.soak {
                    Some(Soak::Left(left)) => left,
                    _ => SimSpan::ZERO,
                };
                let whole = settings.pool_soak.max(left);
                Self::PoolSoaking { soaked: SimSpan::ZERO, whole, clock: paused(left) }
            }
            _ => {
                let mut missing = Vec::new();
                for group in &plan.pools[pool].groups {
                    let count = |side: &[NodeId]| {
                        side.iter().filter(|node| cluster.nodes[**node].group == *group).count()
                    };
                    let one = MissingVm { group: *group, since: SimTime::ZERO };
                    let left = count(&blue).saturating_sub(count(&green));
                    missing.extend(std::iter::repeat_n(one, left));
                }
                Self::Creating { settings, missing, booting: Vec::new() }
            }
        }
    }
}

/// Does a drain of the node still have Pods to evict?
fn has_pods_to_evict(plan: &Plan, cluster: &Cluster, node: NodeId) -> bool {
    let open = cluster.nodes[node].cordoned_by.is_none();
    let mut pods = cluster.pods.values();
    open || pods
        .any(|pod| pod.node() == Some(node) && !plan.workloads[pod.workload].kind.stays_with_node())
}
