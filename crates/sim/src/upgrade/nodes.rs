//! The nodes that a run works on, and their order.

use super::run_spec::{Direction, RunSpec};
use crate::cx::{Core, Stream};
use base::{Draw, NodeId, PoolId, TemplateId, ZoneId, broken, muted, order};
use model::node::{Mark, NodePhase};
use model::script::NodeChange;
use model::settings::NodeOrder;
use std::collections::VecDeque;

impl Core {
    /// Is a node of the pool away that will come back?
    pub(super) fn has_returning_node(&self, pool: PoolId) -> bool {
        self.world.nodes_of(pool).any(|(_, node)| {
            matches!(
                node.phase,
                NodePhase::Booting { .. }
                    | NodePhase::Recreating { .. }
                    | NodePhase::Deleting { recreate: true, .. }
            )
        })
    }

    /// Was a VM requested before the run began and isn't Ready yet? It becomes an old node (AM-59). For a rollback: a VM
    /// that got the new configuration outside of the run (AM-63).
    pub(super) fn old_boots(&self, spec: &RunSpec, zone: ZoneId) -> bool {
        let mut nodes = self.world.nodes_at(spec.pool, zone);
        !broken("run/boots")
            && nodes.any(|(id, node)| {
                let boots = matches!(
                    node.phase,
                    NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) }
                );
                let old = match spec.direction {
                    Direction::Forward => !self.at_target(spec.brings(), id),
                    Direction::Rollback { .. } => node.upgraded && node.template != spec.target,
                };
                boots && old
            })
    }

    /// The first node of the list; those that the autoscaler deletes come last, if it keeps them (AM-63).
    pub(super) fn next_of(&self, list: &mut VecDeque<NodeId>) -> Option<NodeId> {
        let is_free = |node: &NodeId| {
            let node = &self.world.cluster.nodes[*node];
            node.mark != Some(Mark::ToBeDeleted) || !node.up()
        };
        let first = list.iter().position(is_free)?;
        list.rotate_left(first);
        list.front().copied()
    }

    /// Nodes of the pool that have the configuration of its run, from the run or not.
    pub(super) fn upgraded_nodes(&self, pool: PoolId) -> Vec<NodeId> {
        let upgraded = self.world.nodes_of(pool).filter(|(_, node)| node.upgraded);
        upgraded.map(|(id, _)| id).collect()
    }

    /// The nodes of a zone that a run has to upgrade, in order (AM-05, AM-59).
    pub(super) fn work_list(
        &self,
        spec: &RunSpec,
        upgraded: &[NodeId],
        zone: ZoneId,
    ) -> Vec<NodeId> {
        let cluster = &self.world.cluster;
        if let Direction::Rollback { .. } = spec.direction {
            let upgraded = upgraded.iter().copied();
            let here = upgraded.filter(|node| {
                cluster.zone_of(&self.world.plan, *node) == zone && cluster.nodes[*node].up()
            });
            // A surge node of time 0 goes, even if a repair has recreated it from the old configuration.
            let left = |node: &NodeId| {
                let state = &cluster.nodes[*node];
                state.template != spec.target || state.surge
            };
            return here.filter(left).collect();
        }
        let old = self.world.nodes_at(spec.pool, zone);
        let old = old.filter(|(id, node)| node.up() && !self.at_target(spec.brings(), *id));
        let mut list: Vec<NodeId> = old.map(|(id, _)| id).collect();
        self.in_node_order(&mut list);
        if self.world.plan.pools[spec.pool].partial {
            // Stable.
            order::sort_by_key(&mut list, |id| !self.world.in_progress_at_start(*id));
        }
        list
    }

    /// n of AM-03: nodes of the pool in the zone, without surge VMs.
    pub(super) fn nodes_in(&self, pool: PoolId, zone: ZoneId) -> u32 {
        let nodes = self.world.nodes_at(pool, zone);
        nodes.filter(|(_, node)| node.registered() && !node.surge).count() as u32
    }

    /// Sorts the nodes of one zone into upgrade order (AM-05).
    pub(super) fn in_node_order(&self, nodes: &mut [NodeId]) {
        if self.world.plan.timings.node_order == NodeOrder::Listed || muted("SU-01") {
            return;
        }
        let (seed, cluster) = (self.world.plan.seed, &self.world.cluster);
        order::sort_by_key(nodes, |id| {
            let node = &cluster.nodes[*id];
            let (group, ordinal) = (u64::from(node.group.0), u64::from(node.ordinal));
            Draw::of(seed, Stream::NodeOrder as u64, group, ordinal)
        });
    }

    /// Is the node done? A version change skips nodes that have the version; other changes recreate every node.
    pub(super) fn at_target(
        &self,
        (target, change): (TemplateId, NodeChange),
        node: NodeId,
    ) -> bool {
        let own = self.world.cluster.nodes[node].template;
        let templates = &self.world.plan.templates;
        own == target
            || (change == NodeChange::Version
                && templates[own].version == templates[target].version
                && templates[own].version.is_some())
    }
}
