//! What rejects a node: one table in the order of the default plugins; the first that rejects names the reason.

use super::Occupancy;
use super::classes::{Affinity, Verdict};
use super::face::tolerates;
use super::occupancy::Standing;
use super::spread::{self, HardCount, Unspread};
use crate::base::id::Id as _;
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
    pinned: Option<u32>,
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
            pinned: cluster.pods[pod].pinned.map(|node| node.index()),
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
            Affinity::ByName => {
                let name = self.plan.node_name(self.cluster, NodeId::new(node));
                let class = self.occupancy.class[node as usize];
                let face = self.occupancy.classes.face(self.plan, class, &name);
                face.matches(self.wants)
            }
        }
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
