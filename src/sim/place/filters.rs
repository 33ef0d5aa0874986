//! What rejects a node: one table in the order of the default plugins; the first that rejects names the reason.

use super::Occupancy;
use super::classes::{Affinity, Verdict};
use super::face::tolerates;
use super::lanes::Cursor;
use super::occupancy::Standing;
use super::spread::{self, HardCount, Unspread};
use crate::base::id::Id;
use crate::base::{NodeId, PodId, WorkloadId, muted};
use crate::model::selector::{Effect, Taint};
use crate::model::{Cluster, Plan, Workload};

/// One reason for which a node is rejected.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Its number in traces. The gaps are kept for plugins that are not built: host ports 4, volumes 10 to 13,
    /// Pod affinity from 16.
    pub no: u32,
    /// The scheduler's plugin.
    pub plugin: &'static str,
    /// What the API server says about the rejected nodes.
    pub message: &'static str,
    /// Evicting Pods from the node cannot help (KS-06).
    pub unresolvable: bool,
    /// The rulebook id.
    pub id: &'static str,
    rejects: fn(&Cx<'_>, u32) -> bool,
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        self.no == other.no
    }
}

impl Eq for Filter {}

/// KS-05. Source: Kubernetes `default_plugins.go`.
/// Simplified: host ports, volumes and Pod affinity reject nothing.
pub const FILTERS: &[Filter] = &[
    Filter {
        no: 0,
        plugin: "NodeUnschedulable",
        message: "node(s) were unschedulable",
        unresolvable: true,
        id: "KS-07",
        rejects: cordoned,
    },
    Filter {
        no: 1,
        plugin: "NodeName",
        message: "node(s) didn't match the requested node name",
        unresolvable: true,
        id: "KC-15",
        rejects: meant_for_another,
    },
    Filter {
        no: 2,
        plugin: "TaintToleration",
        message: "node(s) had untolerated taint(s)",
        unresolvable: true,
        id: "KS-08",
        rejects: tainted,
    },
    Filter {
        no: 3,
        plugin: "NodeAffinity",
        message: "node(s) didn't match Pod's node affinity/selector",
        unresolvable: true,
        id: "KS-09",
        rejects: unselected,
    },
    Filter {
        no: 5,
        plugin: "NodeResourcesFit",
        message: "Too many pods",
        unresolvable: false,
        id: "KS-12",
        rejects: no_slot,
    },
    Filter {
        no: 6,
        plugin: "NodeResourcesFit",
        message: "Insufficient cpu",
        unresolvable: false,
        id: "KS-12",
        rejects: short_of_cpu,
    },
    Filter {
        no: 7,
        plugin: "NodeResourcesFit",
        message: "Insufficient memory",
        unresolvable: false,
        id: "KS-12",
        rejects: short_of_memory,
    },
    Filter {
        no: 8,
        plugin: "NodeResourcesFit",
        message: "Insufficient ephemeral-storage",
        unresolvable: false,
        id: "KS-12",
        rejects: short_of_storage,
    },
    Filter {
        no: 9,
        plugin: "NodeResourcesFit",
        message: "Insufficient extended resources",
        unresolvable: false,
        id: "KS-12",
        rejects: short_of_extended,
    },
    Filter {
        no: 14,
        plugin: "PodTopologySpread",
        message: "node(s) didn't match pod topology spread constraints (missing required label)",
        unresolvable: true,
        id: "KS-13",
        rejects: lacks_topology_key,
    },
    Filter {
        no: 15,
        plugin: "PodTopologySpread",
        message: "node(s) didn't match pod topology spread constraints",
        unresolvable: false,
        id: "KS-13",
        rejects: too_skewed,
    },
];

/// One cycle: the Pod, what it asks for, and the nodes as they are.
pub(super) struct Cx<'a> {
    pub(super) plan: &'a Plan,
    pub(super) cluster: &'a Cluster,
    pub(super) occupancy: &'a Occupancy,
    pub(super) pod: PodId,
    pub(super) workload: WorkloadId,
    pub(super) wants: &'a Workload,
    demand: u32,
    pub(super) pinned: Option<u32>,
    /// The worst standing that a node may have.
    standing: Standing,
    /// Requests; what is not requested is never short.
    cpu_m: i64,
    memory_bytes: i64,
    /// Asks for storage or extended resources too.
    wants_more: bool,
    hard: Vec<HardCount>,
}

impl<'a> Cx<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        cluster: &'a Cluster,
        occupancy: &'a Occupancy,
        pod: PodId,
    ) -> Self {
        let id = cluster.pods[pod].workload;
        let wants = &plan.workloads[id];
        let cordon = Taint {
            key: plan.keys.unschedulable,
            value: plan.keys.empty,
            effect: Effect::NoSchedule,
        };
        let asked = |amount: i64| if amount > 0 { amount } else { i64::MIN };
        let requests = &wants.requests;
        let mut cx = Self {
            plan,
            cluster,
            occupancy,
            pod,
            workload: id,
            wants,
            demand: occupancy.classes.demand(id),
            pinned: cluster.pods[pod].pinned.map(Id::index),
            standing: if tolerates(plan, wants, &cordon) {
                Standing::Cordoned
            } else {
                Standing::Open
            },
            cpu_m: asked(requests.cpu_m),
            memory_bytes: asked(requests.memory_bytes),
            wants_more: requests.ephemeral_bytes > 0 || !requests.extended.is_empty(),
            hard: Vec::new(),
        };
        if wants.spread.iter().any(|constraint| constraint.hard) {
            cx.hard = spread::hard_counts(&cx);
        }
        cx
    }

    /// Nodes that exist for the scheduler.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let standing = self.occupancy.standing.iter().enumerate();
        standing
            .filter(|(_, standing)| **standing != Standing::Absent)
            .map(|(node, _)| node as u32)
    }

    /// The nodes that no filter rejects: the table's answer, asked for cordon, requests and slots first because
    /// they reject most nodes by a few comparisons.
    pub(super) fn feasible(&self) -> Vec<u32> {
        if cfg!(feature = "mute") {
            return self
                .nodes()
                .filter(|node| self.rejection(*node).is_none())
                .collect();
        }
        if let Some(pinned) = self.pinned {
            let exists = self.occupancy.standing.get(pinned as usize).is_some();
            let fits = exists && self.has_room(pinned) && self.passes_the_rest(pinned);
            return if fits { vec![pinned] } else { Vec::new() };
        }
        let all = self.occupancy;
        let loads = all.standing.iter().zip(&all.free_slots);
        let loads = loads.zip(&all.free_cpu_m).zip(&all.free_memory_bytes);
        let mut feasible = Vec::new();
        for (node, (((standing, slots), cpu_m), memory_bytes)) in loads.enumerate() {
            let room = *cpu_m >= self.cpu_m
                && *memory_bytes >= self.memory_bytes
                && *slots >= 1
                && *standing >= self.standing;
            if room && self.passes_the_rest(node as u32) {
                feasible.push(node as u32);
            }
        }
        debug_assert!(self.nodes().all(|node| {
            self.rejection(node).is_none() == feasible.binary_search(&node).is_ok()
        }));
        feasible
    }

    /// KS-18: the first feasible nodes behind the cursor.
    pub(super) fn some_feasible(&self, enough: u32, cursor: &mut Cursor) -> Vec<u32> {
        let mut feasible = Vec::with_capacity(enough as usize);
        self.occupancy.lanes.visit(cursor, |node| {
            let fits = if cfg!(feature = "mute") {
                self.rejection(node).is_none()
            } else {
                self.has_room(node) && self.passes_the_rest(node)
            };
            if fits {
                feasible.push(node);
            }
            feasible.len() == enough as usize
        });
        feasible
    }

    #[inline]
    fn has_room(&self, node: u32) -> bool {
        let (all, at) = (self.occupancy, node as usize);
        all.free_cpu_m[at] >= self.cpu_m
            && all.free_memory_bytes[at] >= self.memory_bytes
            && all.free_slots[at] >= 1
            && all.standing[at] >= self.standing
    }

    #[inline]
    fn passes_the_rest(&self, node: u32) -> bool {
        !meant_for_another(self, node)
            && !tainted(self, node)
            && !unselected(self, node)
            && !(self.wants_more && (short_of_storage(self, node) || short_of_extended(self, node)))
            && (self.hard.is_empty() || self.unspread(node).is_none())
    }

    /// The first filter that rejects the node.
    pub(super) fn rejection(&self, node: u32) -> Option<&'static Filter> {
        FILTERS
            .iter()
            .find(|filter| !muted(filter.id) && (filter.rejects)(self, node))
    }

    /// How many nodes each filter rejected first.
    pub(super) fn rejections(&self) -> Vec<(u32, u32)> {
        let mut counts = [0; FILTERS.len()];
        for node in self.nodes() {
            let first = FILTERS
                .iter()
                .position(|filter| !muted(filter.id) && (filter.rejects)(self, node));
            if let Some(first) = first {
                counts[first] += 1;
            }
        }
        let rows = FILTERS.iter().zip(counts);
        rows.filter(|(_, nodes)| *nodes > 0)
            .map(|(filter, nodes)| (filter.no, nodes))
            .collect()
    }

    #[inline]
    pub(super) fn verdict(&self, node: u32) -> Verdict {
        let class = self.occupancy.class[node as usize];
        self.occupancy.classes.verdict(class, self.demand)
    }

    /// KS-09 for one node.
    #[inline]
    pub(super) fn selects(&self, node: u32) -> bool {
        match self.verdict(node).affinity {
            Affinity::Match => true,
            Affinity::Mismatch => false,
            Affinity::ByName => self.selects_by_name(node),
        }
    }

    #[cold]
    fn selects_by_name(&self, node: u32) -> bool {
        let name = self.plan.node_name(self.cluster, NodeId::new(node));
        let class = self.occupancy.class[node as usize];
        let face = self.occupancy.classes.face(self.plan, class, &name);
        face.matches(self.wants)
    }

    /// Taints of the node, and its cordon, as a policy of topology spread reads them (KS-14).
    pub(super) fn tolerates_node(&self, node: u32) -> bool {
        self.verdict(node).tolerated && !cordoned(self, node)
    }

    fn unspread(&self, node: u32) -> Option<Unspread> {
        self.hard
            .iter()
            .find_map(|count| count.unspread(self.occupancy, node))
    }
}

/// KS-07. Source: Kubernetes `nodeunschedulable`.
fn cordoned(cx: &Cx<'_>, node: u32) -> bool {
    cx.occupancy.standing[node as usize] < cx.standing
}

/// KC-15: a daemon Pod is meant for one node.
fn meant_for_another(cx: &Cx<'_>, node: u32) -> bool {
    cx.pinned.is_some_and(|pinned| pinned != node)
}

/// KS-08. Source: Kubernetes `tainttoleration`.
fn tainted(cx: &Cx<'_>, node: u32) -> bool {
    !cx.verdict(node).tolerated
}

/// KS-09. Source: Kubernetes `nodeaffinity`.
fn unselected(cx: &Cx<'_>, node: u32) -> bool {
    !cx.selects(node)
}

/// KS-12. Source: Kubernetes `noderesources/fit.go`.
fn no_slot(cx: &Cx<'_>, node: u32) -> bool {
    cx.occupancy.free_slots[node as usize] < 1
}

fn short_of_cpu(cx: &Cx<'_>, node: u32) -> bool {
    cx.occupancy.free_cpu_m[node as usize] < cx.cpu_m
}

fn short_of_memory(cx: &Cx<'_>, node: u32) -> bool {
    cx.occupancy.free_memory_bytes[node as usize] < cx.memory_bytes
}

fn short_of_storage(cx: &Cx<'_>, node: u32) -> bool {
    let wanted = cx.wants.requests.ephemeral_bytes;
    let used = cx.occupancy.used[node as usize].ephemeral_bytes;
    let has = cx.plan.templates[cx.cluster.nodes[NodeId::new(node)].template]
        .allocatable
        .ephemeral_bytes;
    wanted > 0 && wanted > has - used
}

fn short_of_extended(cx: &Cx<'_>, node: u32) -> bool {
    let wanted = &cx.wants.requests.extended;
    wanted.iter().any(|(name, wanted)| {
        let template = cx.cluster.nodes[NodeId::new(node)].template;
        let has = cx.plan.templates[template].allocatable.extended(*name);
        let used = cx.occupancy.used[node as usize].extended(*name);
        *wanted > 0 && *wanted > has - used
    })
}

/// KS-13: the node lacks the key of the first constraint that it does not satisfy.
fn lacks_topology_key(cx: &Cx<'_>, node: u32) -> bool {
    cx.unspread(node) == Some(Unspread::NoKey)
}

fn too_skewed(cx: &Cx<'_>, node: u32) -> bool {
    cx.unspread(node) == Some(Unspread::Skew)
}

#[cfg(test)]
mod tests {
    use crate::sim::place::testing::verdicts;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&verdicts(text));
    }

    #[test]
    fn a_cordoned_node_takes_only_who_tolerates_it() {
        check(
            "node a-1 cordoned\n node a-2 booting\n pod web cpu=500",
            expect![[r#"
            a-1: node(s) were unschedulable (for good)
            -> nowhere [(0, 1)]
        "#]],
        );
        check(
            "node a-1 cordoned\n pod web tolerates=node.kubernetes.io/unschedulable:NoSchedule",
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-1
            "#]],
        );
    }

    #[test]
    fn a_daemon_pod_goes_to_its_own_node_cordoned_or_not() {
        check(
            "node a-1\n node a-2 cordoned\n node a-3\n pod agent daemon pinned=a-2",
            expect![[r#"
                a-1: node(s) didn't match the requested node name (for good)
                a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-3: node(s) didn't match the requested node name (for good)
                -> a-2
            "#]],
        );
    }

    #[test]
    fn taints_reject_unless_tolerated() {
        let nodes = "node a-1 taint=k:v:NoSchedule\n node a-2 taint=k:v:NoExecute
            node a-3 taint=k:v:PreferNoSchedule\n";
        check(
            &format!("{nodes} pod web"),
            expect![[r#"
            a-1: node(s) had untolerated taint(s) (for good)
            a-2: node(s) had untolerated taint(s) (for good)
            a-3: TaintToleration 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 192
            -> a-3
        "#]],
        );
        check(
            &format!("{nodes} pod web tolerates=k:"),
            expect![[r#"
            a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            a-3: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            -> a-3
        "#]],
        );
    }

    #[test]
    fn selector_and_affinity_choose_nodes_by_label_zone_and_name() {
        let nodes =
            "node a-1 zone=x label=pool:a\n node a-2 zone=y label=pool:a\n node b-1 zone=y\n";
        check(
            &format!("{nodes} pod web selects=pool:a named=a-2:b-1"),
            expect![[r#"
            a-1: node(s) didn't match Pod's node affinity/selector (for good)
            a-2: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
            b-1: node(s) didn't match Pod's node affinity/selector (for good)
            -> a-2
        "#]],
        );
        check(
            &format!("{nodes} pod web selects=topology.kubernetes.io/zone:x"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                a-2: node(s) didn't match Pod's node affinity/selector (for good)
                b-1: node(s) didn't match Pod's node affinity/selector (for good)
                -> a-1
            "#]],
        );
        check(
            &format!("{nodes} pod web selects=kubernetes.io/hostname:b-1"),
            expect![[r#"
                a-1: node(s) didn't match Pod's node affinity/selector (for good)
                a-2: node(s) didn't match Pod's node affinity/selector (for good)
                b-1: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> b-1
            "#]],
        );
    }

    #[test]
    fn resources_may_be_filled_to_the_last_bit() {
        check(
            "node a-1 cpu=1000\n node a-2 cpu=999\n node a-3 memory=1\n node a-4 pods=0
            node a-5 gpu=1\n node a-6 gpu=1 disk=9
            pod old on=a-1 cpu=500\n pod web cpu=500 memory=2 gpu=1 disk=9",
            expect![[r#"
                a-1: Insufficient ephemeral-storage
                a-2: Insufficient ephemeral-storage
                a-3: Insufficient memory
                a-4: Too many pods
                a-5: Insufficient ephemeral-storage
                a-6: TaintToleration 300, NodeResourcesFit 50, NodeResourcesBalancedAllocation 100 = 450
                -> a-6
            "#]],
        );
        check(
            "node a-1 cpu=1000\n node a-2 cpu=999\n pod old on=a-1 cpu=500\n pod older on=a-2 cpu=500
            pod web cpu=500",
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 45, NodeResourcesBalancedAllocation 50 = 395
                a-2: Insufficient cpu
                -> a-1
            "#]],
        );
    }

    #[test]
    fn terminating_pods_hold_their_room_and_finished_ones_do_not() {
        check(
            "node a-1\n node a-2\n pod old on=a-1 cpu=900 terminating\n pod job on=a-2 cpu=900 succeeded
            pod web cpu=500",
            expect![[r#"
                a-1: Insufficient cpu
                a-2: TaintToleration 300, NodeResourcesFit 72, NodeResourcesBalancedAllocation 75 = 447
                -> a-2
            "#]],
        );
    }

    #[test]
    fn hard_spreading_keeps_zones_within_the_skew() {
        let nodes = "node a-1 zone=x\n node a-2 zone=y cordoned\n node a-3 zone=z\n";
        // A cordoned node still makes its zone a domain with no Pod.
        check(
            &format!(
                "{nodes} pod w-1 app=w on=a-1\n pod w-2 app=w on=a-3\n pod w-3 app=w spread=zone:1:hard"
            ),
            expect![[r#"
                a-1: node(s) didn't match pod topology spread constraints
                a-2: node(s) were unschedulable (for good)
                a-3: node(s) didn't match pod topology spread constraints
                -> nowhere [(0, 1), (15, 2)]
            "#]],
        );
        check(
            &format!(
                "{nodes} pod w-1 app=w on=a-1\n pod w-3 app=w spread=zone:1:hard taints-honoured"
            ),
            expect![[r#"
                a-1: node(s) didn't match pod topology spread constraints
                a-2: node(s) were unschedulable (for good)
                a-3: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-3
            "#]],
        );
        check(
            &format!("{nodes} pod w-1 app=w on=a-1 terminating\n pod w-3 app=w spread=zone:1:hard"),
            expect![[r#"
                a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
                a-2: node(s) were unschedulable (for good)
                a-3: TaintToleration 300, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 492
                -> a-3
            "#]],
        );
        check(
            &format!("{nodes} pod w-1 app=w on=a-1\n pod w-3 app=w spread=rack:1:hard"),
            expect![[r#"
                a-1: node(s) didn't match pod topology spread constraints (missing required label) (for good)
                a-2: node(s) were unschedulable (for good)
                a-3: node(s) didn't match pod topology spread constraints (missing required label) (for good)
                -> nowhere [(0, 1), (14, 2)]
            "#]],
        );
    }

    #[test]
    fn policies_say_which_nodes_make_a_domain() {
        let nodes = "node a-1 zone=x label=pool:a\n node b-1 zone=y label=pool:b\n";
        let web = "pod w-1 app=w on=a-1\n pod w-2 app=w selects=pool:a spread=zone:1:hard";
        check(
            &format!("{nodes} {web}"),
            expect![[r#"
            a-1: TaintToleration 300, NodeResourcesFit 85, NodeResourcesBalancedAllocation 100 = 485
            b-1: node(s) didn't match Pod's node affinity/selector (for good)
            -> a-1
        "#]],
        );
        check(
            &format!("{nodes} {web} affinity-ignored"),
            expect![[r#"
            a-1: node(s) didn't match pod topology spread constraints
            b-1: node(s) didn't match Pod's node affinity/selector (for good)
            -> nowhere [(3, 1), (15, 1)]
        "#]],
        );
    }

    #[test]
    fn too_few_domains_count_as_an_empty_one() {
        check(
            "node a-1 zone=x\n node a-2 zone=y\n pod w-1 app=w on=a-1\n pod w-2 app=w on=a-2
            pod w-3 app=w spread=zone:1:hard min-domains=3",
            expect![[r#"
                a-1: node(s) didn't match pod topology spread constraints
                a-2: node(s) didn't match pod topology spread constraints
                -> nowhere [(15, 2)]
            "#]],
        );
    }
}
