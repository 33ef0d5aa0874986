//! The load of the cluster, with changes for a dry run that are undone exactly.
//!
//! Pods move without a copy of the load, and nodes that don't exist take Pods: the estimate of a scale-up adds nodes of a
//! template. What is computed from the load stays valid, because all counters have their old values afterwards.

use super::Occupancy;
use super::bindings::Binding;
use super::classes::NodeSpec;
use super::cycle::Cycle;
use super::filters::Filter;
use base::id::Id as _;
use base::{NodeId, PodId, TemplateId, WorkloadId, ZoneId, muted};
use model::{Cluster, Plan};

/// A load on which steps are tried; dropping it undoes all of them.
pub struct Snapshot<'a> {
    pub plan: &'a Plan,
    pub cluster: &'a Cluster,
    occupancy: &'a mut Occupancy,
    steps: Vec<Undo>,
    start: Fork,
}

/// Where a search for a node begins: after the node that the last one found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rotation(u32);

/// A state of a snapshot to which [`Snapshot::revert`] goes back.
#[derive(Clone, Copy, Debug)]
pub struct Fork {
    steps: usize,
    /// Pods that have a place in the list of bindings.
    known: usize,
    changes: u64,
    bindings: u64,
    loads: (usize, u64),
}

/// A step, with what is needed to undo it.
enum Undo {
    /// The Pod left the node; `place`: where it stood in the node's list.
    Left { pod: PodId, place: usize, binding: Binding, version: u32 },
    /// The Pod was bound to the node.
    Bound { pod: PodId, node: NodeId, version: u32 },
    /// A Pod of the workload that doesn't exist was added to the node.
    Added { workload: WorkloadId, node: NodeId, version: u32 },
    /// A node was added.
    Pushed,
}

impl<'a> Snapshot<'a> {
    /// Starts from the load of the cluster.
    pub fn new(plan: &'a Plan, cluster: &'a Cluster, occupancy: &'a mut Occupancy) -> Self {
        let start = Fork::of(occupancy, 0);
        Self { plan, cluster, occupancy, steps: Vec::new(), start }
    }

    pub fn occupancy(&self) -> &Occupancy {
        self.occupancy
    }

    /// The id that the next added node gets.
    pub fn next_node(&self) -> NodeId {
        NodeId::new(self.occupancy.status.len() as u32)
    }

    /// Adds an empty node that takes Pods; its id follows the last one's.
    pub fn push(&mut self, template: TemplateId, zone: ZoneId) -> NodeId {
        self.steps.push(Undo::Pushed);
        self.occupancy.push_open(self.plan, NodeSpec { template, zone, mark: None })
    }

    /// Takes the Pod off its node, if it has one.
    pub fn remove(&mut self, pod: PodId) {
        let binding = self.occupancy.bindings_of_pods.of(pod);
        let (Binding::Bound(node) | Binding::Terminating(node)) = binding else {
            return;
        };
        let version = self.occupancy.version(node);
        let pods = self.occupancy.pods_on(node);
        let place = pods.iter().position(|other| *other == pod).unwrap_or(pods.len());
        self.steps.push(Undo::Left { pod, place, binding, version });
        self.occupancy.left(self.plan, self.cluster, pod);
    }

    /// Puts a Pod without a node on the node; it keeps its deletion timestamp.
    pub fn place(&mut self, pod: PodId, node: NodeId) {
        let version = self.occupancy.version(node);
        if self.occupancy.bindings_of_pods.of(pod) != Binding::None {
            return;
        }
        self.steps.push(Undo::Bound { pod, node, version });
        self.occupancy.bound(self.plan, self.cluster, pod, node);
        if self.cluster.pods[pod].terminating() {
            self.occupancy.terminating(self.cluster, pod);
        }
    }

    /// Puts a Pod that doesn't exist on the node: one that a DaemonSet would create there.
    pub fn add(&mut self, workload: WorkloadId, node: NodeId) {
        self.steps.push(Undo::Added { workload, node, version: self.occupancy.version(node) });
        self.occupancy.add_nameless(self.plan, workload, node, true);
    }

    /// The next node in turn that takes the Pod, of those that are accepted.
    ///
    /// Rulebook: KA-05. Source: Kubernetes `predicatechecker/schedulerbased.go`, `FitsAnyNodeMatching`.
    pub fn find(
        &self,
        pod: PodId,
        rotation: &mut Rotation,
        accepts: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let cx = Cycle::new(self.plan, self.cluster, self.occupancy, pod);
        let first = if muted("KA-05") { 0 } else { rotation.0 };
        let node = cx.next_feasible(first, |node| accepts(NodeId::new(node)))?;
        rotation.0 = node + 1;
        Some(NodeId::new(node))
    }

    /// The filter that rejects the Pod on the node.
    pub fn rejection(&self, pod: PodId, node: NodeId) -> Option<&'static Filter> {
        Cycle::new(self.plan, self.cluster, self.occupancy, pod).rejection(node.index())
    }

    /// The filter that rejects the Pod, apart from hard spreading, which counts Pods of the whole cluster.
    pub fn rejection_without_spreading(&self, pod: PodId, node: NodeId) -> Option<&'static Filter> {
        Cycle::uncounted(self.plan, self.cluster, self.occupancy, pod).rejection(node.index())
    }

    /// The state at this moment.
    pub fn fork(&self) -> Fork {
        Fork::of(self.occupancy, self.steps.len())
    }

    /// Undoes all steps since the fork.
    pub fn revert(&mut self, to: Fork) {
        while self.steps.len() > to.steps
            && let Some(step) = self.steps.pop()
        {
            self.undo(step);
        }
        let occupancy = &mut *self.occupancy;
        occupancy.bindings_of_pods.forget_from(to.known);
        occupancy.changes = to.changes;
        occupancy.bindings = to.bindings;
        if occupancy.loads.epoch == to.loads.1 {
            occupancy.loads.changed.truncate(to.loads.0);
        }
    }

    fn undo(&mut self, step: Undo) {
        let (plan, cluster) = (self.plan, self.cluster);
        let occupancy = &mut *self.occupancy;
        let (node, version) = match step {
            Undo::Left { pod, place, binding, version } => {
                let (Binding::Bound(node) | Binding::Terminating(node)) = binding else {
                    return;
                };
                occupancy.bound(plan, cluster, pod, node);
                if binding == Binding::Terminating(node) {
                    occupancy.terminating(cluster, pod);
                }
                occupancy.pods[node.index() as usize][place..].rotate_right(1);
                (node, version)
            }
            Undo::Bound { pod, node, version } => {
                occupancy.left(plan, cluster, pod);
                (node, version)
            }
            Undo::Added { workload, node, version } => {
                occupancy.add_nameless(plan, workload, node, false);
                (node, version)
            }
            Undo::Pushed => return occupancy.pop_open(),
        };
        occupancy.version[node.index() as usize] = version;
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        self.revert(self.start);
    }
}

impl Occupancy {
    /// Changes with the load of the node.
    pub fn version(&self, node: NodeId) -> u32 {
        self.version[node.index() as usize]
    }
}

impl Fork {
    fn of(occupancy: &Occupancy, steps: usize) -> Self {
        Self {
            steps,
            known: occupancy.bindings_of_pods.known(),
            changes: occupancy.changes,
            bindings: occupancy.bindings,
            loads: (occupancy.loads.changed.len(), occupancy.loads.epoch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::explain;
    use crate::scheduling::testing::read;
    use base::Draw;
    use model::PodPhase;
    use std::fmt::Write as _;

    /// Nodes of two templates in three zones; Pods with spreading, affinity and ports, some of which wait.
    fn cluster() -> String {
        let mut text = String::new();
        for node in 0..9 {
            let zone = ["x", "y", "z"][node % 3];
            let label = ["label=pool:a", "label=pool:b taint=k:v:PreferNoSchedule"][node % 2];
            _ = writeln!(text, "node n-{node} zone={zone} {label}");
        }
        for pod in 0..40 {
            let wants = [
                "spread=zone:1:hard",
                "spread=host:1:hard",
                "near=w1:zone prefers-away=7:w0:pool",
                "away=w2:host port=80",
                "",
            ][pod % 5];
            let on = if pod % 3 == 0 { String::new() } else { format!("on=n-{}", pod % 9) };
            _ = writeln!(text, "pod w-{pod} app=w{} cpu=50 {wants} {on}", pod % 4);
        }
        text
    }

    /// Every fork goes back to exactly the state that it was made in, and dropping a snapshot to the start.
    #[test]
    fn reverted_steps_leave_no_trace() {
        let (plan, mut cluster) = read(&cluster());
        for pod in [1, 7, 22] {
            let pod = &mut cluster.pods[PodId(pod)];
            if let Some(on) = pod.node() {
                pod.set_phase(PodPhase::Terminating { on, until: base::SimTime::ZERO });
            }
        }
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let start = format!("{occupancy:?}");
        for round in 0..40 {
            let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
            let mut forks: Vec<(Fork, String)> = Vec::new();
            for step in 0..60 {
                let draw = |n: u64, of: u32| (Draw::of(9, n, round, step).0 >> 32) as u32 % of;
                let pod = PodId(draw(1, cluster.pods.len()));
                let node = NodeId(draw(2, snapshot.occupancy.status.len() as u32));
                match draw(0, 10) {
                    0 => {
                        let like = &cluster.nodes[NodeId(draw(3, cluster.nodes.len()))];
                        snapshot.push(like.template, plan.groups[like.group].zone);
                    }
                    1 => forks.push((snapshot.fork(), format!("{:?}", snapshot.occupancy))),
                    2 => {
                        if let Some((fork, state)) = forks.pop() {
                            snapshot.revert(fork);
                            assert_eq!(format!("{:?}", snapshot.occupancy), state);
                        }
                    }
                    3 => snapshot.add(cluster.pods[pod].workload, node),
                    4 | 5 => snapshot.remove(pod),
                    _ if snapshot.rejection(pod, node).is_none() => snapshot.place(pod, node),
                    _ => {}
                }
            }
            drop(snapshot);
            assert_eq!(format!("{occupancy:?}"), start, "round {round}");
        }
        let anew = Occupancy::new(&plan, &cluster);
        for pod in cluster.pods.ids().take(10) {
            let of = |occupancy| explain::explain(&plan, &cluster, occupancy, pod);
            assert_eq!(of(&occupancy), of(&anew));
        }
    }

    /// KA-05: the search goes on after the node that it found, and skips cordoned ones.
    #[test]
    fn consecutive_pods_go_to_consecutive_nodes() {
        let text = "node a-1\n node a-2 cordoned\n node a-3 cpu=100\n node a-4
            pod w-1 cpu=300\n pod w-2 cpu=300\n pod w-3 cpu=300\n pod w-4 cpu=50";
        let (plan, cluster) = read(text);
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
        let mut rotation = Rotation::default();
        let mut found = Vec::new();
        for pod in cluster.pods.ids() {
            let node = snapshot.find(pod, &mut rotation, &|_| true).expect("there is room");
            snapshot.place(pod, node);
            found.push(plan.node_name(&cluster, node));
        }
        assert_eq!(found, ["a-1", "a-4", "a-1", "a-3"]);
    }

    /// A node that doesn't exist counts for topology spread, takes Pods, and has the taints of its template.
    #[test]
    fn pushed_nodes_take_pods() {
        let text = "node a-1 zone=x cpu=100\n node b-1 zone=y taint=k:v:NoSchedule
            pod old app=w on=a-1\n pod w-1 app=w cpu=500 spread=zone:1:hard\n pod w-2 app=w cpu=600";
        let (plan, cluster) = read(text);
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
        let template = |node: u32| cluster.nodes[NodeId(node)].template;
        let zone = |node: u32| plan.groups[cluster.nodes[NodeId(node)].group].zone;
        let why = |snapshot: &Snapshot<'_>, pod, node| {
            snapshot.rejection(PodId(pod), node).map_or("fits", |filter| filter.message)
        };
        let small = snapshot.push(template(0), zone(0));
        let tainted = snapshot.push(template(1), zone(1));
        assert_eq!(why(&snapshot, 1, small), "Insufficient cpu");
        assert_eq!(why(&snapshot, 1, tainted), "node(s) had untolerated taint(s)");
        let other = snapshot.push(template(1), zone(0));
        assert_eq!(why(&snapshot, 1, other), "node(s) had untolerated taint(s)");
    }
}
