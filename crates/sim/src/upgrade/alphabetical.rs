//! Alphabetical: nodes are recreated one at a time, in the order of their names, across all zones.

use super::goal::Goal;
use super::multi_host::Slice;
use super::slot::SlotAt;
use super::surge;
use super::work::{RunRules, Work};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use base::SimTime;
use trace::Change;

/// The node in progress is a slice by itself: it is drained, deleted and recreated before the next one.
#[derive(Clone)]
pub(super) struct Alphabetical(pub Slice);

impl Work for Alphabetical {
    fn rules(&self) -> &'static RunRules {
        &surge::RULES
    }

    fn step(&mut self, cx: &mut Cx<'_>, goal: &mut Goal) {
        loop {
            if !self.busy() {
                self.0 = cx.take_by_name(goal);
            }
            if !self.busy() {
                return;
            }
            self.0.step(cx, goal);
            if self.busy() {
                return;
            }
        }
    }

    fn busy(&self) -> bool {
        self.0.busy()
    }

    fn is_left(&self, core: &Core, goal: &Goal) -> bool {
        self.0.is_left(core, goal)
    }

    fn waiting(&self) -> Vec<(SimTime, usize)> {
        self.0.waiting()
    }

    fn ask_again(&mut self, cx: &mut Cx<'_>, goal: &Goal, number: usize) {
        self.0.ask_again(cx, goal, number);
    }

    fn roll_back(&mut self, cx: &mut Cx<'_>, goal: &Goal) {
        self.0.roll_back(cx, goal);
    }
}

impl Cx<'_> {
    fn take_by_name(&mut self, goal: &Goal) -> Slice {
        let cluster = &self.world.cluster;
        let ours = cluster.nodes.iter().filter(|(id, node)| {
            let ours = self.plan.groups[node.group].pool == goal.pool && node.up();
            ours && !self.at_target(goal, *id)
        });
        let ours = ours.map(|(id, _)| id);
        let first = ours.min_by_key(|id| self.plan.node_name(cluster, *id));
        let Some(node) = first else {
            let zones = self.zones_of(goal.pool);
            return match zones.iter().any(|zone| self.old_boots(goal, *zone)) {
                true => Slice::New,
                false => Slice::Over,
            };
        };
        if !self.takes_nodes(goal) {
            return Slice::New;
        }
        let at = SlotAt {
            pool: goal.pool,
            zone: cluster.zone_of(self.plan, node),
            number: 0,
            surge: false,
            target: goal.target,
            purpose: goal.purpose,
        };
        let change = Change::NodeTaken {
            slot: 0,
            surge: false,
        };
        let taken = self.record(Rule::TakeByName, node, change);
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
        let (trace, _) = run(
            "pool a nodes=4 zones=2 alphabetical shuffled | app web replicas=3 max-unavailable=1 | at=0 upgrade a",
        );
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
        assert_eq!(
            names,
            ["a-0", "a-1", "a-2", "a-3", "a-4", "a-5", "a-6", "a-7"]
        );
    }
}
