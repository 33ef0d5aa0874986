//! Alphabetical: nodes are recreated one at a time, in the order of their names, across all zones.

use super::Run;
use super::multi_host::Slice;
use super::slot::SlotAt;
use crate::Sim;
use crate::rules::Rule;
use base::NodeId;
use trace::{Change, Subject};

impl Sim {
    /// One node is a slice by itself: it is drained, deleted and recreated before the next one.
    pub(super) fn alphabetical_step(&mut self, run: &Run, mut slice: Slice) -> Slice {
        loop {
            slice = match slice {
                Slice::New | Slice::Over => {
                    let next = self.take_by_name(run);
                    if matches!(next, Slice::New | Slice::Over) {
                        return next;
                    }
                    next
                }
                slice => {
                    let next = self.multi_host_step(run, slice);
                    if next != Slice::Over {
                        return next;
                    }
                    next
                }
            };
        }
    }

    fn take_by_name(&mut self, run: &Run) -> Slice {
        let cluster = &self.core.world.cluster;
        let ours = cluster.nodes.iter().filter(|(id, node)| {
            let ours = self.plan.groups[node.group].pool == run.pool && node.up();
            ours && !self.at_target(run, *id)
        });
        let ours: Vec<NodeId> = ours.map(|(id, _)| id).collect();
        let first = ours
            .into_iter()
            .min_by_key(|id| self.plan.node_name(cluster, *id));
        let Some(node) = first else {
            let mut zones = self.zones_of(run.pool).into_iter();
            return match zones.any(|zone| self.old_boots(run, zone)) {
                true => Slice::New,
                false => Slice::Over,
            };
        };
        if !self.takes_nodes(run) {
            return Slice::New;
        }
        let at = SlotAt {
            pool: run.pool,
            zone: cluster.zone_of(&self.plan, node),
            number: 0,
            surge: false,
            target: run.target,
            purpose: run.purpose,
        };
        let change = Change::NodeTaken {
            slot: 0,
            surge: false,
        };
        let taken = (self.tx()).record(Rule::TakeByName, Subject::Node(node), change);
        self.cause = taken.or(self.cause);
        self.cordon_old(at, node, None, Rule::CordonSlice);
        Slice::Draining(vec![node])
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::run;
    use base::NodeId;
    use trace::{Change, Subject};

    #[test]
    fn nodes_are_recreated_one_at_a_time_in_the_order_of_their_names() {
        let (trace, _) = run("pool a nodes=4 zones=2 alphabetical shuffled | at=0 upgrade a");
        let cluster = trace.frame_at(trace.end()).cluster;
        let mut names: Vec<String> = Vec::new();
        let mut under_way: Option<NodeId> = None;
        let mut succeeded = false;
        for (_, record) in trace.records() {
            match (record.subject, record.change) {
                (Subject::Node(node), Change::NodeTaken { .. }) => {
                    assert_eq!(under_way.replace(node), None);
                    names.push(trace.plan().node_name(&cluster, node));
                }
                (Subject::Node(node), Change::NodeDone) => {
                    assert_eq!(under_way.take(), Some(node));
                }
                (_, Change::UpgradeSucceeded) => succeeded = true,
                _ => {}
            }
        }
        assert!(succeeded);
        assert_eq!(names, ["a-0", "a-1", "a-2", "a-3"]);
    }
}
