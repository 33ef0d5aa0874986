//! DaemonSets: one Pod for each node that should run one.

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::scheduling::{DaemonVerdict, node_should_run};
use base::{NodeId, PodId, WorkloadId, muted, order};

/// A daemon Pod that exists as an object on the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DaemonPod {
    pub terminating: bool,
    pub finished: bool,
}

/// Does the controller create a Pod? A terminating Pod blocks its successor until it is deleted, unless it has finished
/// or the rolling update may surge (KC-15).
pub fn daemon_creates(
    should_run: bool,
    max_surge: u32,
    pods: impl IntoIterator<Item = DaemonPod>,
) -> bool {
    let blocks = |pod: DaemonPod| !pod.terminating || (max_surge == 0 && !pod.finished);
    should_run && !pods.into_iter().any(blocks)
}

impl Cx<'_> {
    /// Syncs all DaemonSets for one node: it is new, its taints changed, or it lost a daemon Pod (KC-15).
    pub(super) fn sync_daemons(&mut self, node: NodeId) {
        for at in 0..self.world.daemon_sets.len() {
            self.sync_daemon_on(self.world.daemon_sets[at], node);
        }
    }

    fn sync_daemon_on(&mut self, id: WorkloadId, node: NodeId) {
        // KC-15: finished Pods are deleted, then recreated.
        let finished = self.world.finished_on.get(&node).cloned();
        for pod in finished.unwrap_or_default() {
            if self.world.cluster.pods[pod].workload == id {
                self.delete_pod(pod, Rule::DaemonFinished);
            }
        }
        let world = &self.world;
        let up = world.cluster.nodes[node].up();
        if !up && world.daemons_of(node).is_empty() {
            return;
        }
        let DaemonVerdict { run, keep } =
            node_should_run(self.plan, &world.cluster, id, node, false);
        if !keep {
            // KC-13: Pods pinned to the node that wait for room are deleted too.
            return self.delete_daemons(self.active_daemons(id, node), Rule::DaemonLeaves);
        }
        self.keep_oldest_daemon(id, node);
        let world = &self.world;
        // No document changes a DaemonSet's template, so none surges.
        let mut daemons = world.daemons_of(node).iter();
        let there = daemons.any(|pod| world.cluster.pods[*pod].workload == id);
        let pods = there.then(DaemonPod::default);
        if daemon_creates(up && run, 0, pods) {
            self.create_pod(Rule::DaemonPod, id, node.0 + 1);
        }
    }

    fn delete_daemons(&mut self, pods: impl IntoIterator<Item = PodId>, rule: Rule) {
        for pod in pods {
            self.delete_pod(pod, rule);
        }
    }

    /// Keeps the oldest of several on one node (KC-15).
    fn keep_oldest_daemon(&mut self, id: WorkloadId, node: NodeId) {
        if muted("KC-15") {
            return;
        }
        let pods = &self.world.cluster.pods;
        let mut here = self.active_daemons(id, node);
        here.retain(|pod| pods[*pod].node() == Some(node));
        order::sort_by_key(&mut here, |pod| pods[*pod].created());
        self.delete_daemons(here.into_iter().skip(1), Rule::ScaleDown);
    }
}

impl Core {
    /// Nodes with a daemon Pod that its DaemonSet doesn't want there (KC-13).
    pub(crate) fn with_stray_daemons(&self) -> impl Iterator<Item = NodeId> + '_ {
        let world = &self.world;
        let strays = |node: NodeId, pod: &PodId| {
            let owner = world.cluster.pods[*pod].workload;
            !node_should_run(&self.world.plan, &world.cluster, owner, node, false).keep
        };
        let nodes = world.cluster.nodes.ids();
        nodes.filter(move |node| world.daemons_of(*node).iter().any(|pod| strays(*node, pod)))
    }

    fn active_daemons(&self, id: WorkloadId, node: NodeId) -> Vec<PodId> {
        let world = &self.world;
        let pods = &world.cluster.pods;
        let here = |pod: &PodId| pods[*pod].workload == id && pods[*pod].active();
        let daemons = world.daemons_of(node).iter().copied();
        daemons.filter(here).collect()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// KC-15, AM-73.
    #[test]
    fn a_new_node_gets_its_daemon_pod_first() {
        check(
            "pool a nodes=1 | app log kind=DaemonSet | app web replicas=3 | at=0 upgrade a",
            pods,
            expect![[r#"
                180s  pod/log-1  pending                                                   workload/daemon [KC-13 KC-14 KC-15]      <- node/a-a-1 ready
                180s  pod/log-1  bound to a-a-1                                            place/bind [KS-30 KS-31]                 <- pod/log-1 pending
                181s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 3 pods, at most 3600s
                181s  pod/web-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 3 pods, at most 3600s
                181s  pod/web-2  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 3 pods, at most 3600s
                181s  pod/web-3  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                181s  pod/web-4  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                181s  pod/web-5  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                181s  pod/web-3  bound to a-a-1                                            place/bind [KS-30 KS-31]                 <- pod/web-3 pending
                181s  pod/web-4  bound to a-a-1                                            place/bind [KS-30 KS-31]                 <- pod/web-4 pending
                181s  pod/web-5  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-5 pending
                181s  pod/web-5  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-5 pending
                200s  pod/log-1  ready                                                     pod/ready [KT-03]                        <- pod/log-1 bound to a-a-1
                201s  pod/web-3  ready                                                     pod/ready [KT-03]                        <- pod/web-3 bound to a-a-1
                201s  pod/web-4  ready                                                     pod/ready [KT-03]                        <- pod/web-4 bound to a-a-1
                211s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
                211s  pod/web-1  gone                                                      pod/gone [KT-05]                         <- pod/web-1 evicted, gone in 30s
                211s  pod/web-2  gone                                                      pod/gone [KT-05]                         <- pod/web-2 evicted, gone in 30s
                241s  pod/log-0  gone                                                      node/takes-pods [KD-11 KT-16 AM-73]      <- node/a-0 gone
                241s  pod/web-5  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-5 blocked: NodeResourcesFit, 1 Insufficient cpu
                Quiet
            "#]],
        );
    }
}
