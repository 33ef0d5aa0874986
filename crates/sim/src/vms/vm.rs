//! VMs of a pool: requests and deletions, and what follows when they boot and end.

use super::Vms;
use crate::cx::{Core, Cx, Stream};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{GroupId, NodeId, RecordNo, TemplateId, broken};
use model::node::{NodePhase, Side};
use model::pod::PodPhase;
use model::pool::Phase;
use trace::Change;

impl Cx<'_> {
    /// Adds a node to the group. `None`: the rule is muted.
    pub(crate) fn request_node(
        &mut self,
        group: GroupId,
        template: TemplateId,
        rule: Rule,
    ) -> Option<NodeId> {
        let pool = self.plan.groups[group].pool;
        let new = self.world.cluster.nodes.next_id();
        let ordinal = self.world.cluster.pools[pool].next_ordinal;
        let boot = self.world.plan.timings.node_create;
        let (of, n) = (u64::from(group.0), u64::from(ordinal));
        let change = Change::NodeRequested {
            group,
            template,
            ready_after_s: self.draw(boot, Stream::NodeCreate, of, n).secs(),
            for_pods: rule == Rule::RequestForPods,
        };
        self.record(rule, new, change)?;
        Some(new)
    }

    pub(crate) fn delete_node(&mut self, node: NodeId, rule: Rule, recreate: bool) {
        let state = &self.world.cluster.nodes[node];
        let (of, n) = (u64::from(state.group.0), u64::from(state.ordinal));
        let takes = self.world.plan.timings.node_delete;
        let change = Change::NodeDeleting {
            gone_after_s: self.draw(takes, Stream::NodeDelete, of, n).secs(),
            recreate,
        };
        self.record(rule, node, change);
    }

    /// Deletes the node for good: a VM that is taken away isn't recreated, and one that boots is deleted.
    pub(crate) fn give_up_vm(&mut self, node: NodeId, rule: Rule) {
        let now = self.now;
        match self.world.cluster.nodes[node].phase {
            NodePhase::Deleting { gone_at, recreate: true } => {
                let change =
                    Change::NodeDeleting { gone_after_s: (gone_at - now).secs(), recreate: false };
                self.record(rule, node, change);
            }
            NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) } => {
                self.delete_node(node, rule, false);
            }
            // It no longer needs the capacity that it waits for.
            NodePhase::Recreating { ready_at: None } => {
                self.record(rule, node, Change::NodeGone);
            }
            _ => {}
        }
    }

    /// Requests the VM of a node again. `None`: the rule is muted.
    pub(crate) fn recreate_node(
        &mut self,
        node: NodeId,
        template: TemplateId,
        rule: Rule,
    ) -> Option<RecordNo> {
        let state = &self.world.cluster.nodes[node];
        let (of, n) = (u64::from(state.group.0), u64::from(state.ordinal));
        let boot = self.world.plan.timings.node_create;
        let change = Change::NodeRecreating {
            template,
            ready_after_s: self.draw(boot, Stream::NodeRecreate, of, n).secs(),
        };
        let cause = self.world.node_row(node);
        self.record_because(rule, node, change, cause)
    }

    /// The VM is deleted, and with it the Pods still there (KT-16).
    pub(crate) fn vm_deleted(&mut self, node: NodeId) {
        let phase = self.world.cluster.nodes[node].phase;
        if !matches!(phase, NodePhase::Deleting { .. } | NodePhase::Abandoned { .. }) {
            // A second wake was requested for the same deletion.
            return;
        }
        let Some(no) = self.record(Rule::VmGone, node, Change::NodeGone) else {
            return;
        };
        self.cause = Some(no);
        let mut left = self.world.occupancy.pods_on(node).to_vec();
        let finished = self.world.finished_on.get(&node);
        left.extend(finished.into_iter().flatten().copied());
        // A daemon Pod that never found room there is deleted too (AM-73).
        let pods = &self.world.cluster.pods;
        let daemons = self.world.daemons_of(node).iter().copied();
        left.extend(daemons.filter(|pod| pods[*pod].phase() == PodPhase::Pending));
        for pod in left {
            self.pod_gone(pod, Rule::PodsVanish);
        }
        let state = &self.world.cluster.nodes[node];
        if state.phase == (NodePhase::Recreating { ready_at: None }) && !state.taken {
            let now = self.now;
            self.wake_because(now, Wake::BringBack(node), Some(no));
        }
    }

    /// BG-13: cordons a blue node that didn't exist, or was away, when the blue pool was cordoned.
    fn cordon_late_blue(&mut self, node: NodeId) {
        if self.cordoned_with_blue(node) && !broken("blue-green/away") {
            self.record(Rule::CordonBlueNode, node, Change::NodeCordoned);
        }
    }
}

impl Vms {
    pub(super) fn vm_booted(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        match cx.world.cluster.nodes[node].phase {
            NodePhase::Booting { .. } => {
                let state = &cx.world.cluster.nodes[node];
                let rule = match (state.side, state.surge) {
                    (Some(Side::Green), _) => Rule::GreenReady,
                    (_, true) => Rule::SurgeNodeReady,
                    (_, false) => Rule::NewNodeReady,
                };
                let ready = cx.record(rule, node, Change::NodeReady);
                cx.cause = ready.or(cx.cause);
                cx.cordon_late_blue(node);
            }
            NodePhase::Recreating { .. } => self.recreated(cx, node),
            _ => {}
        }
    }

    /// Uncordons a recreated node, unless it is blue: that one returns as it was (AM-63).
    fn recreated(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let failed = cx.world.cluster.nodes[node].failed_at.is_some();
        let state = &cx.world.cluster.nodes[node];
        let was_open = state.cordoned_by.is_none();
        let (ready, uncordon) = if state.taken {
            (Rule::NodeRecreated, Some(Rule::UncordonRecreated))
        } else {
            let stays = cx.cordoned_with_blue(node) || state.cordoned_by.is_none();
            (Rule::BroughtBack, (!stays).then_some(Rule::BroughtBack))
        };
        let ready = cx.record(ready, node, Change::NodeReady);
        cx.cause = ready.or(cx.cause);
        if let Some(rule) = uncordon {
            cx.record(rule, node, Change::NodeUncordoned);
        } else if was_open {
            cx.cordon_late_blue(node);
        }
        if failed && !broken("repair/next") {
            // The zone's next repair may start.
            self.repair(cx);
        }
    }
}

impl Core {
    /// Has an upgrade cordoned the blue pool, and does the node belong to it?
    pub(crate) fn cordoned_with_blue(&self, node: NodeId) -> bool {
        let cluster = &self.world.cluster;
        let pool = &cluster.pools[cluster.pool_of(&self.world.plan, node)];
        let blue = cluster.nodes[node].side == Some(Side::Blue) && pool.run.unfinished();
        let phase = pool.progress.phase;
        blue && !matches!(phase, None | Some(Phase::CreatingGreenPool | Phase::RollbackStarted))
    }
}
