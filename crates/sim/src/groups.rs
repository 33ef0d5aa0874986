//! The nodes that exist, or whose VM will, by group and by pool: everything but [`NodePhase::Gone`], in the order of their
//! ids. What asks for the nodes of a pool costs nothing for those that have gone.

use crate::world::World;
use base::{GroupId, IdVec, NodeId, PoolId, ZoneId};
use model::cluster::Cluster;
use model::node::{Node, NodePhase};
use model::plan::Plan;

#[derive(Clone, Debug)]
pub struct Groups {
    of_group: IdVec<GroupId, Vec<NodeId>>,
    of_pool: IdVec<PoolId, Vec<NodeId>>,
}

impl Groups {
    pub fn new(plan: &Plan, cluster: &Cluster) -> Self {
        let mut groups = Self {
            of_group: plan.groups.ids().map(|_| Vec::new()).collect(),
            of_pool: plan.pools.ids().map(|_| Vec::new()).collect(),
        };
        for id in cluster.nodes.ids() {
            groups.node_changed(plan, cluster, id);
        }
        groups
    }

    /// Adds a node that has appeared, or removes one that has gone.
    pub fn node_changed(&mut self, plan: &Plan, cluster: &Cluster, id: NodeId) {
        let node = &cluster.nodes[id];
        let lists =
            [&mut self.of_group[node.group], &mut self.of_pool[plan.groups[node.group].pool]];
        for list in lists {
            match (list.binary_search(&id), node.phase == NodePhase::Gone) {
                (Err(place), false) => list.insert(place, id),
                (Ok(place), true) => drop(list.remove(place)),
                (Ok(_), false) | (Err(_), true) => {}
            }
        }
    }

    pub fn of_pool(&self, pool: PoolId) -> &[NodeId] {
        &self.of_pool[pool]
    }
}

impl World {
    /// The nodes of a pool that aren't gone.
    pub fn nodes_of(&self, pool: PoolId) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.groups.of_pool[pool].iter();
        nodes.map(|id| (*id, &self.cluster.nodes[*id]))
    }

    /// The nodes of a group that aren't gone.
    pub fn nodes_of_group(&self, group: GroupId) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.groups.of_group[group].iter();
        nodes.map(|id| (*id, &self.cluster.nodes[*id]))
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
    use super::Groups;
    use crate::Sim;
    use crate::testing::cluster;
    use base::NodeId;
    use model::node::NodePhase;

    /// After every step of an upgrade, the lists are those that a scan of all nodes finds.
    #[test]
    fn lists_follow_the_nodes_that_come_and_go() {
        let line = "pool a nodes=3 surge=2+1 | pool b nodes=2 | app web replicas=4 | at=0 upgrade a | at=50 upgrade b";
        let (plan, start) = cluster(line);
        let mut sim = Sim::new(plan, start);
        loop {
            let ended = sim.step();
            let world = &sim.core.world;
            let fresh = Groups::new(&world.plan, &world.cluster);
            assert_eq!(format!("{:?}", world.groups), format!("{fresh:?}"));
            for pool in world.plan.pools.ids() {
                let all = world.cluster.nodes.iter().filter(|(id, node)| {
                    world.cluster.pool_of(&world.plan, *id) == pool && node.phase != NodePhase::Gone
                });
                let all: Vec<NodeId> = all.map(|(id, _)| id).collect();
                assert_eq!(world.groups.of_pool(pool), all);
            }
            if ended.is_some() {
                break;
            }
        }
        assert!(sim.cluster().nodes.values().any(|node| node.phase == NodePhase::Gone));
    }
}
