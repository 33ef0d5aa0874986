//! The nodes that exist, or whose VM will, by group and by pool: everything but [`NodePhase::Gone`], in the order of their
//! ids. What asks for the nodes of a pool costs nothing for those that have gone.

use crate::world::World;
use base::{GroupId, IdVec, NodeId, PoolId, ZoneId};
use model::cluster::Cluster;
use model::node::{Node, NodePhase};
use model::plan::Plan;

#[derive(Clone, Debug)]
pub struct Groups {
    of_group: IdVec<GroupId, Nodes>,
    of_pool: IdVec<PoolId, Nodes>,
}

/// Nodes in the order of their ids, and how many of them have gone: removed together once they are more than half, so that
/// a removal costs the same in a pool of any size.
#[derive(Clone, Debug, Default)]
struct Nodes {
    ids: Vec<NodeId>,
    gone: usize,
}

impl Nodes {
    fn iter<'a>(&'a self, cluster: &'a Cluster) -> impl Iterator<Item = (NodeId, &'a Node)> {
        let nodes = self.ids.iter().map(|id| (*id, &cluster.nodes[*id]));
        nodes.filter(|(_, node)| node.phase != NodePhase::Gone)
    }
}

impl Groups {
    pub fn new(plan: &Plan, cluster: &Cluster) -> Self {
        let mut groups = Self {
            of_group: plan.groups.ids().map(|_| Nodes::default()).collect(),
            of_pool: plan.pools.ids().map(|_| Nodes::default()).collect(),
        };
        for id in cluster.nodes.ids() {
            groups.node_changed(plan, cluster, id, false);
        }
        groups
    }

    /// Adds a node that has appeared, or removes one that has gone; `was`: did it exist before?
    pub fn node_changed(&mut self, plan: &Plan, cluster: &Cluster, id: NodeId, was: bool) {
        let exists = |id: &NodeId| cluster.nodes[*id].phase != NodePhase::Gone;
        if exists(&id) == was {
            return;
        }
        let group = cluster.nodes[id].group;
        for list in [&mut self.of_group[group], &mut self.of_pool[plan.groups[group].pool]] {
            if was {
                list.gone += 1;
                if list.gone * 2 > list.ids.len() {
                    list.ids.retain(exists);
                    list.gone = 0;
                }
            } else {
                debug_assert!(list.ids.last() < Some(&id), "a node that has gone is back");
                list.ids.push(id);
            }
        }
    }

    /// The nodes of a pool that aren't gone.
    pub fn of_pool<'a>(
        &'a self,
        cluster: &'a Cluster,
        pool: PoolId,
    ) -> impl Iterator<Item = (NodeId, &'a Node)> {
        self.of_pool[pool].iter(cluster)
    }
}

impl World {
    /// The nodes of a pool that aren't gone.
    pub fn nodes_of(&self, pool: PoolId) -> impl Iterator<Item = (NodeId, &Node)> {
        self.groups.of_pool(&self.cluster, pool)
    }

    /// The nodes of a group that aren't gone.
    pub fn nodes_of_group(&self, group: GroupId) -> impl Iterator<Item = (NodeId, &Node)> {
        self.groups.of_group[group].iter(&self.cluster)
    }

    /// The nodes of a pool in a zone that aren't gone.
    pub fn nodes_at(&self, pool: PoolId, zone: ZoneId) -> impl Iterator<Item = (NodeId, &Node)> {
        let groups = self.plan.pools[pool].groups.iter().copied();
        let here = groups.filter(move |group| self.plan.groups[*group].zone == zone);
        here.flat_map(|group| self.nodes_of_group(group))
    }
}

#[cfg(test)]
mod tests {
    use crate::Sim;
    use crate::testing::cluster;
    use base::NodeId;
    use model::node::{Node, NodePhase};

    fn ids<'a>(nodes: impl Iterator<Item = (NodeId, &'a Node)>) -> Vec<NodeId> {
        nodes.map(|(id, _)| id).collect()
    }

    /// After every step of an upgrade, the lists are those that a scan of all nodes finds.
    #[test]
    fn lists_follow_the_nodes_that_come_and_go() {
        let line = "pool a nodes=3 surge=2+1 | pool b nodes=2 | app web replicas=4 | at=0 upgrade a | at=50 upgrade b";
        let (plan, start) = cluster(line);
        let mut sim = Sim::new(plan, start);
        loop {
            let ended = sim.step();
            let world = &sim.core.world;
            let all =
                || world.cluster.nodes.iter().filter(|(_, node)| node.phase != NodePhase::Gone);
            for group in world.plan.groups.ids() {
                let found = all().filter(|(_, node)| node.group == group);
                assert_eq!(ids(world.nodes_of_group(group)), ids(found));
            }
            for pool in world.plan.pools.ids() {
                let found = all().filter(|(id, _)| world.cluster.pool_of(&world.plan, *id) == pool);
                assert_eq!(ids(world.nodes_of(pool)), ids(found));
            }
            if ended.is_some() {
                break;
            }
        }
        assert!(sim.cluster().nodes.values().any(|node| node.phase == NodePhase::Gone));
    }
}
