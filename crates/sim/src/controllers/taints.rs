//! NoExecute taints: delete Pods that don't tolerate them, at once or after `tolerationSeconds`.

use super::{Controllers, Tolerated};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::scheduling::{ToleratedTime, tolerated_time};
use crate::wake::Wake;
use base::{NodeId, PodId, SimSpan, SimTime, WorkloadId, ZoneId, muted};
use model::node::Health;
use model::selector::{Effect, Taint};

/// KT-12: the `tolerationSeconds` that admission adds for `unreachable` if a Pod has none.
const TOLERATED: SimSpan = SimSpan::from_secs(300);

/// The average number of deletions per Pod of a workload that are simulated when Pods are bound to nodes with the taint.
/// Controller and scheduler would bring them back there forever, and a run has to end.
const ROUNDS: u32 = 10;

impl Controllers {
    /// KT-12: deletes Pods that don't tolerate a NoExecute taint of their node at once, without checking budgets.
    pub(super) fn evict_no_execute(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        if muted("KT-12") {
            return;
        }
        let executes = cx.executes(node);
        if !executes && self.tolerated.until.is_empty() {
            return;
        }
        let template = cx.world.cluster.nodes[node].template;
        let pods = cx.world.occupancy.pods_on(node).to_vec();
        for pod in pods {
            let state = cx.world.cluster.pods[pod];
            if !state.active() {
                continue;
            }
            let taints = &cx.plan.templates[template].taints;
            match tolerated_time(cx.plan, state.workload, taints) {
                ToleratedTime::Not => cx.delete_pod(pod, Rule::TaintExpels),
                ToleratedTime::For(lasts) => self.tolerated.begin(cx, pod, lasts),
                ToleratedTime::Ever => {
                    self.tolerated.until.remove(&pod);
                }
            }
        }
    }

    /// Deletes a Pod when its `tolerationSeconds` are over, unless the taint was removed before (KT-12).
    pub(super) fn toleration_over(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let now = cx.now;
        let until = &mut self.tolerated.until;
        if until.get(&pod).is_none_or(|until| *until > now) {
            return;
        }
        until.remove(&pod);
        if cx.world.cluster.pods[pod].active() && cx.still_tolerates(pod) {
            cx.delete_pod(pod, Rule::TolerationEnds);
        }
    }

    /// KT-12: starts the timer of a Pod bound to a node with a taint that it doesn't tolerate forever.
    pub(super) fn bound_to_taint(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let world = &cx.world;
        let state = &world.cluster.pods[pod];
        let Some(node) = state.node() else {
            return;
        };
        let taints = &cx.plan.templates[world.cluster.nodes[node].template].taints;
        let ToleratedTime::For(lasts) = tolerated_time(cx.plan, state.workload, taints) else {
            return;
        };
        let most = ROUNDS * world.active[state.workload];
        let begun = self.tolerated.begun.entry(state.workload).or_insert(0);
        if *begun < most {
            *begun += 1;
            self.tolerated.begin(cx, pod, lasts);
        }
    }

    /// KT-13: may the lost node be tainted now? Otherwise later, when it is its turn.
    fn may_taint(&mut self, cx: &mut Cx<'_>, node: NodeId) -> bool {
        if muted("KT-13") {
            return true;
        }
        let (now, zone) = (cx.now, cx.world.cluster.zone_of(cx.plan, node));
        let Some(every) = cx.taint_interval(zone) else {
            cx.untainted.push(node);
            return false;
        };
        if self.taint_turns.remove(&node) == Some(now) {
            return true;
        }
        let next = self.next_taint.entry(zone).or_insert(now);
        let at = now.max(*next);
        *next = at + every;
        if at > now {
            self.taint_turns.insert(node, at);
            cx.wake(at, Wake::NodeUnreachable(node));
        }
        at == now
    }

    /// KT-12: daemon Pods tolerate it forever, others for their `tolerationSeconds` or 300 s.
    pub(super) fn node_unreachable(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let state = &cx.world.cluster.nodes[node];
        // Tainted before the start, its timers began then.
        let earlier = state.failed_at.filter(|_| cx.plan.not_ready.contains_key(&node));
        let earlier = earlier.filter(|at| *at <= SimTime::ZERO).map(|at| cx.now - at);
        let lost = state.up() && state.health == Health::Lost;
        if !lost || earlier.is_none() && !self.may_taint(cx, node) {
            return;
        }
        let taint = Taint {
            key: cx.plan.keys.unreachable,
            value: cx.plan.keys.empty,
            effect: Effect::NoExecute,
        };
        for pod in cx.world.occupancy.pods_on(node).to_vec() {
            let workload = cx.world.cluster.pods[pod].workload;
            let kind = cx.plan.workloads[workload].kind;
            if kind.stays_with_node() || muted("KT-12") {
                continue;
            }
            let lasts = match tolerated_time(cx.plan, workload, std::slice::from_ref(&taint)) {
                ToleratedTime::Ever => continue,
                ToleratedTime::For(lasts) => lasts,
                ToleratedTime::Not => TOLERATED,
            };
            let left = lasts - earlier.unwrap_or(SimSpan::ZERO);
            self.tolerated.begin(cx, pod, left.max(SimSpan::ZERO));
        }
    }
}

impl Tolerated {
    /// Starts the timer; a running one continues, regardless of other taints.
    fn begin(&mut self, cx: &mut Cx<'_>, pod: PodId, lasts: SimSpan) {
        let until = cx.now + lasts;
        if self.until.contains_key(&pod) {
            return;
        }
        self.until.insert(pod, until);
        cx.wake(until, Wake::TolerationOver(pod));
    }
}

impl Core {
    /// How long after a node of the zone the next one is tainted; `None`: not while as many are lost.
    ///
    /// Rulebook: KT-13. Source: Kubernetes, Nodes, rate limits on eviction.
    fn taint_interval(&self, zone: ZoneId) -> Option<SimSpan> {
        let plan = &self.world.plan;
        let count = |zone: ZoneId| {
            let groups = plan.groups.iter().filter(|(_, group)| group.zone == zone);
            let nodes = groups.flat_map(|(group, _)| self.world.nodes_of_group(group));
            let all = nodes.filter(|(_, node)| node.registered());
            all.fold((0, 0), |(all, lost), (_, node)| {
                (all + 1, lost + u32::from(node.health == Health::Lost))
            })
        };
        let (all, lost): (u32, u32) = count(zone);
        let works = |zone: ZoneId| {
            let (all, lost) = count(zone);
            lost < all
        };
        let seconds = if lost == all {
            plan.zones.ids().any(works).then_some(10)
        } else if lost > 2 && lost * 100 >= all * 55 {
            (all > 50).then_some(100)
        } else {
            Some(10)
        };
        seconds.map(SimSpan::from_secs)
    }

    /// Does the node have a `NoExecute` taint?
    fn executes(&self, node: NodeId) -> bool {
        let template = self.world.cluster.nodes[node].template;
        let mut taints = self.world.plan.templates[template].taints.iter();
        taints.any(|one| one.effect == Effect::NoExecute)
    }

    /// May the Pod stay on its new node only for a while, or not at all (KT-12)?
    pub(crate) fn is_bound_to_taint(&self, workload: WorkloadId, node: NodeId) -> bool {
        let mut tolerations = self.world.plan.workloads[workload].tolerations.iter();
        let forever = tolerations.all(|one| one.lasts.is_none());
        !forever && self.executes(node) && !muted("KT-12")
    }

    /// Does the node still have a taint that the Pod doesn't tolerate forever? It may have been removed at this instant (AM-56).
    fn still_tolerates(&self, pod: PodId) -> bool {
        let state = &self.world.cluster.pods[pod];
        let Some(node) = state.node() else {
            return false;
        };
        let node = &self.world.cluster.nodes[node];
        let taints = &self.world.plan.templates[node.template].taints;
        node.health == Health::Lost
            || tolerated_time(&self.world.plan, state.workload, taints) != ToleratedTime::Ever
    }
}
