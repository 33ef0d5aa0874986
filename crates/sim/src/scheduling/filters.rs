//! Why nodes are rejected: one table in the order of the default plugins; the first plugin that rejects gives the reasons.

use super::classes::Affinity;
use super::cycle::Cycle;
use super::node_status::NodeStatus;
use super::node_tree::Cursor;
use super::spread::count::SpreadViolation;
use base::{muted, mutes_rules};

/// One reason to reject a node.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Its number in traces. Numbers 10 and 11 are reserved for attach limits, which aren't simulated.
    pub no: u32,
    /// The scheduler's plugin.
    pub plugin: &'static str,
    /// The API server's message for rejected nodes.
    pub message: &'static str,
    /// Evicting Pods from the node can't help (KS-06).
    pub unresolvable: bool,
    pub id: &'static str,
    test: fn(&Cycle<'_>, u32) -> bool,
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        self.no == other.no
    }
}

impl Eq for Filter {}

impl Filter {
    pub(super) fn rejects(&self, cx: &Cycle<'_>, node: u32) -> bool {
        !muted(self.id) && (self.test)(cx, node)
    }
}

/// The plugin whose status has a reason for each resource that a node lacks.
const RESOURCES: &str = "NodeResourcesFit";

/// KS-05. Source: Kubernetes `default_plugins.go`.
/// Simplified: attach limits and `ReadWriteOncePod` reject nothing.
pub const FILTERS: &[Filter] = &[
    Filter {
        no: 0,
        plugin: "NodeUnschedulable",
        message: "node(s) were unschedulable",
        unresolvable: true,
        id: "KS-07",
        test: cordoned,
    },
    Filter {
        no: 1,
        plugin: "NodeName",
        message: "node(s) didn't match the requested node name",
        unresolvable: true,
        id: "KC-15",
        test: meant_for_another,
    },
    Filter {
        no: 2,
        plugin: "TaintToleration",
        message: "node(s) had untolerated taint(s)",
        unresolvable: true,
        id: "KS-08",
        test: tainted,
    },
    Filter {
        no: 3,
        plugin: "NodeAffinity",
        message: "node(s) didn't match Pod's node affinity/selector",
        unresolvable: true,
        id: "KS-09",
        test: unselected,
    },
    Filter {
        no: 4,
        plugin: "NodePorts",
        message: "node(s) didn't have free ports for the requested pod ports",
        unresolvable: false,
        id: "KS-10",
        test: port_taken,
    },
    Filter {
        no: 5,
        plugin: "NodeResourcesFit",
        message: "Too many pods",
        unresolvable: false,
        id: "KS-12",
        test: no_slot,
    },
    Filter {
        no: 6,
        plugin: "NodeResourcesFit",
        message: "Insufficient cpu",
        unresolvable: false,
        id: "KS-12",
        test: short_of_cpu,
    },
    Filter {
        no: 7,
        plugin: "NodeResourcesFit",
        message: "Insufficient memory",
        unresolvable: false,
        id: "KS-12",
        test: short_of_memory,
    },
    Filter {
        no: 8,
        plugin: "NodeResourcesFit",
        message: "Insufficient ephemeral-storage",
        unresolvable: false,
        id: "KS-12",
        test: short_of_storage,
    },
    Filter {
        no: 9,
        plugin: "NodeResourcesFit",
        message: "Insufficient extended resources",
        unresolvable: false,
        id: "KS-12",
        test: short_of_extended,
    },
    Filter {
        no: 12,
        plugin: "VolumeBinding",
        message: "node(s) had volume node affinity conflict",
        unresolvable: true,
        id: "KS-39",
        test: volume_elsewhere,
    },
    Filter {
        no: 13,
        plugin: "VolumeBinding",
        message: "node(s) didn't find available persistent volumes to bind",
        unresolvable: true,
        id: "KS-40",
        test: no_volume_allowed,
    },
    Filter {
        no: 14,
        plugin: "PodTopologySpread",
        message: "node(s) didn't match pod topology spread constraints (missing required label)",
        unresolvable: true,
        id: "KS-13",
        test: lacks_topology_key,
    },
    Filter {
        no: 15,
        plugin: "PodTopologySpread",
        message: "node(s) didn't match pod topology spread constraints",
        unresolvable: false,
        id: "KS-13",
        test: too_skewed,
    },
    Filter {
        no: 16,
        plugin: "InterPodAffinity",
        message: "node(s) didn't match pod affinity rules",
        unresolvable: true,
        id: "KS-15",
        test: lacks_affinity,
    },
    Filter {
        no: 17,
        plugin: "InterPodAffinity",
        message: "node(s) didn't match pod anti-affinity rules",
        unresolvable: false,
        id: "KS-16",
        test: breaks_anti_affinity,
    },
    Filter {
        no: 18,
        plugin: "InterPodAffinity",
        message: "node(s) didn't satisfy existing pods anti-affinity rules",
        unresolvable: false,
        id: "KS-16",
        test: breaks_anti_affinity_of_others,
    },
];

impl Cycle<'_> {
    /// The nodes that no filter rejects.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn feasible(&self) -> Vec<u32> {
        let mut feasible = Vec::new();
        self.first_feasible(usize::MAX, &mut feasible);
        feasible
    }

    /// The first `most` nodes that no filter rejects. Cordon, requests and slots are checked first because they reject
    /// most nodes with few comparisons.
    pub(super) fn first_feasible(&self, most: usize, feasible: &mut Vec<u32>) {
        feasible.clear();
        if mutes_rules() {
            let fits = |node: &u32| self.rejection(*node).is_none();
            feasible.extend(self.nodes().filter(fits).take(most));
            return;
        }
        if let Some(pinned) = self.pinned {
            let exists = self.occupancy.status.get(pinned as usize).is_some();
            if exists && self.has_room(pinned) && self.passes_the_rest(pinned) {
                feasible.push(pinned);
            }
            return;
        }
        if self.status == NodeStatus::Open {
            self.occupancy.rooms.visit(&self.asked, |node| {
                if self.passes_the_rest(node) {
                    feasible.push(node);
                }
                feasible.len() == most
            });
        } else {
            let fits = |node: &u32| self.has_room(*node) && self.passes_the_rest(*node);
            feasible.extend(self.nodes().filter(fits).take(most));
        }
        debug_assert!(
            feasible.len() == most
                || self.nodes().all(|node| {
                    self.rejection(node).is_none() == feasible.binary_search(&node).is_ok()
                })
        );
    }

    /// KA-05: the first node in a ring, from `first` on, that is accepted and takes the Pod; cordoned ones are skipped.
    pub(super) fn next_feasible(&self, first: u32, accepts: impl Fn(u32) -> bool) -> Option<u32> {
        let ring = [(first, u32::MAX), (0, first)];
        ring.into_iter().find_map(|(from, end)| {
            if mutes_rules() {
                let open = |node: &u32| self.occupancy.status[*node as usize] == NodeStatus::Open;
                let mut nodes = self.nodes().filter(|node| (from..end).contains(node));
                return nodes.find(|node| open(node) && accepts(*node) && self.takes(*node));
            }
            let mut found = None;
            self.occupancy.rooms.visit_from(from as usize, &self.asked, |node| {
                if node < end && accepts(node) && self.takes(node) {
                    found = Some(node);
                }
                found.is_some() || node >= end
            });
            found
        })
    }

    /// Does no filter reject the node?
    fn takes(&self, node: u32) -> bool {
        if mutes_rules() {
            return self.rejection(node).is_none();
        }
        self.has_room(node) && self.passes_the_rest(node)
    }

    /// KS-18: the first feasible nodes after the cursor.
    pub(super) fn some_feasible(&self, enough: u32, cursor: &mut Cursor, feasible: &mut Vec<u32>) {
        feasible.clear();
        self.occupancy.node_tree.visit(cursor, |node| {
            if self.takes(node) {
                feasible.push(node);
            }
            feasible.len() == enough as usize
        });
    }

    #[inline]
    fn passes_the_rest(&self, node: u32) -> bool {
        let class = self.occupancy.class[node as usize];
        let verdict = self.occupancy.classes.fit(class, self.demand);
        if self.is_plain() && verdict.affinity != Affinity::ByName {
            return verdict.tolerated && verdict.affinity == Affinity::Match;
        }
        self.passes_each(node)
    }

    fn passes_each(&self, node: u32) -> bool {
        let rejected = meant_for_another(self, node)
            || tainted(self, node)
            || unselected(self, node)
            || (self.wants_more && short_of_more(self, node))
            || (self.held_by_volumes() && off_volumes(self, node))
            || (!self.hard.is_empty() && self.spread_violation(node).is_some())
            || (self.tied && rejected_by_ports_or_affinity(self, node))
            || self.closed(node).is_some();
        !rejected
    }

    /// The first filter that rejects the node.
    pub(super) fn rejection(&self, node: u32) -> Option<&'static Filter> {
        let closed = self.closed(node);
        closed.or_else(|| FILTERS.iter().find(|filter| filter.rejects(self, node)))
    }

    #[inline]
    fn closed(&self, node: u32) -> Option<&'static Filter> {
        if self.closed.is_empty() {
            return None;
        }
        let at = self.closed.binary_search_by_key(&node, |(node, _)| *node);
        let no = at.ok().map(|at| self.closed[at].1)?;
        FILTERS.iter().find(|filter| filter.no == no)
    }

    /// The filters that give the reasons for which the node is rejected, as bits of places in [`FILTERS`]: the first one
    /// that rejects it, and all other resources that it lacks (`NodeResourcesFit` reports every one).
    pub(super) fn reasons(&self, node: u32) -> u32 {
        let Some(first) = self.rejection(node) else {
            return 0;
        };
        let fits = first.plugin == RESOURCES && self.closed(node).is_none();
        let gives = |filter: &Filter| {
            filter == first || fits && filter.plugin == RESOURCES && filter.rejects(self, node)
        };
        let all = FILTERS.iter().enumerate();
        all.filter(|(_, filter)| gives(filter)).fold(0, |all, (at, _)| all | 1 << at)
    }

    /// How many nodes each filter gives a reason to reject.
    pub(super) fn rejections(&self) -> Vec<(u32, u32)> {
        let mut counts = [0; FILTERS.len()];
        for node in self.nodes() {
            let reasons = self.reasons(node);
            for (at, count) in counts.iter_mut().enumerate() {
                *count += reasons >> at & 1;
            }
        }
        let rows = FILTERS.iter().zip(counts);
        rows.filter(|(_, nodes)| *nodes > 0).map(|(filter, nodes)| (filter.no, nodes)).collect()
    }
}

/// KS-07. Source: Kubernetes `nodeunschedulable`.
fn cordoned(cx: &Cycle<'_>, node: u32) -> bool {
    cx.is_cordoned(node)
}

/// KC-15: a daemon Pod is meant for one node.
fn meant_for_another(cx: &Cycle<'_>, node: u32) -> bool {
    cx.pinned.is_some_and(|pinned| pinned != node)
}

/// KS-08. Source: Kubernetes `tainttoleration`.
fn tainted(cx: &Cycle<'_>, node: u32) -> bool {
    !cx.fit(node).tolerated
}

/// KS-09. Source: Kubernetes `nodeaffinity`.
fn unselected(cx: &Cycle<'_>, node: u32) -> bool {
    !cx.selects(node)
}

/// KS-12. Source: Kubernetes `noderesources/fit.go`.
fn no_slot(cx: &Cycle<'_>, node: u32) -> bool {
    cx.occupancy.free_slots[node as usize] < 1
}

fn short_of_cpu(cx: &Cycle<'_>, node: u32) -> bool {
    cx.occupancy.free_cpu_m[node as usize] < cx.asked.cpu_m
}

fn short_of_memory(cx: &Cycle<'_>, node: u32) -> bool {
    cx.occupancy.free_memory_bytes[node as usize] < cx.asked.memory_bytes
}

/// Ephemeral storage or extended resources, which few Pods request.
fn short_of_more(cx: &Cycle<'_>, node: u32) -> bool {
    short_of_storage(cx, node) || short_of_extended(cx, node)
}

fn short_of_storage(cx: &Cycle<'_>, node: u32) -> bool {
    let wanted = cx.wants.requests.ephemeral_bytes;
    let used = cx.occupancy.used[node as usize].ephemeral_bytes;
    let has = cx.allocatable(node).ephemeral_bytes;
    wanted > 0 && wanted > has - used
}

fn short_of_extended(cx: &Cycle<'_>, node: u32) -> bool {
    let wanted = &cx.wants.requests.extended;
    wanted.iter().any(|(name, wanted)| {
        let has = cx.allocatable(node).extended(*name);
        let used = cx.occupancy.used[node as usize].extended(*name);
        *wanted > 0 && *wanted > has - used
    })
}

/// KS-39: a bound volume is in another zone, or part of another node. Source: Kubernetes `volumebinding`.
fn volume_elsewhere(cx: &Cycle<'_>, node: u32) -> bool {
    !cx.is_in(node, cx.bound) || cx.local.is_some_and(|only| only != node)
}

/// KS-40: the class of an unbound claim doesn't allow the zone.
fn no_volume_allowed(cx: &Cycle<'_>, node: u32) -> bool {
    !cx.is_in(node, cx.allowed)
}

fn off_volumes(cx: &Cycle<'_>, node: u32) -> bool {
    volume_elsewhere(cx, node) || no_volume_allowed(cx, node)
}

/// KS-10. Source: Kubernetes `nodeports`.
fn port_taken(cx: &Cycle<'_>, node: u32) -> bool {
    cx.ask.port_taken(node, cx.class_of(node))
}

/// KS-15. Source: Kubernetes `interpodaffinity/filtering.go`.
fn lacks_affinity(cx: &Cycle<'_>, node: u32) -> bool {
    cx.ask.lacks_affinity(node, cx.class_of(node))
}

/// KS-16: a Pod there matches an anti-affinity term of this one.
fn breaks_anti_affinity(cx: &Cycle<'_>, node: u32) -> bool {
    cx.ask.breaks_anti_affinity(node, cx.class_of(node))
}

/// KS-16: this Pod matches an anti-affinity term of a Pod there.
fn breaks_anti_affinity_of_others(cx: &Cycle<'_>, node: u32) -> bool {
    cx.ask.breaks_anti_affinity_of_others(node, cx.class_of(node))
}

/// Host ports and affinity between Pods, which few Pods have.
fn rejected_by_ports_or_affinity(cx: &Cycle<'_>, node: u32) -> bool {
    port_taken(cx, node)
        || lacks_affinity(cx, node)
        || breaks_anti_affinity(cx, node)
        || breaks_anti_affinity_of_others(cx, node)
}

/// KS-13: the node lacks the key of the first constraint that it violates.
fn lacks_topology_key(cx: &Cycle<'_>, node: u32) -> bool {
    cx.spread_violation(node) == Some(SpreadViolation::NoKey)
}

fn too_skewed(cx: &Cycle<'_>, node: u32) -> bool {
    cx.spread_violation(node) == Some(SpreadViolation::Skew)
}

#[cfg(test)]
mod tests {
    use crate::scheduling::testing::verdicts;
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

    /// KA-82, KA-84: the autoscaler's taints close a node, or make it the last choice.
    #[test]
    fn marked_nodes_reject_pods_or_are_avoided() {
        check(
            "node a-1 to-be-deleted\n node a-2 candidate\n pod web",
            expect![[r#"
            a-1: node(s) had untolerated taint(s) (for good)
            a-2: TaintToleration 0, NodeResourcesFit 92, NodeResourcesBalancedAllocation 100 = 192
            -> a-2
        "#]],
        );
        check(
            "node a-1 to-be-deleted\n node a-2 candidate\n node a-3\n pod web\n pod old on=a-3 cpu=500",
            expect![[r#"
                a-1: node(s) had untolerated taint(s) (for good)
                a-2: TaintToleration 0, NodeResourcesFit 72, NodeResourcesBalancedAllocation 75 = 147
                a-3: TaintToleration 300, NodeResourcesFit 45, NodeResourcesBalancedAllocation 50 = 395
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
    fn terminating_pods_hold_resources_and_finished_ones_do_not() {
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
        // A cordoned node still makes its zone a domain without Pods.
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
