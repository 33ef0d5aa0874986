//! What the scheduler caches from one placement to the next.

use super::cycle::{Closed, Cycle};
use super::filters::Filter;
use super::large_cluster::ScoreTables;
use super::node_tree::{Cursor, enough};
use super::queue::EquivalenceClass;
use super::reasons::Reasons;
use super::scores::Columns;
use super::{Occupancy, Placement, decide};
use base::{Map, NodeId, PodId, broken, mutes_rules};
use model::settings::NodeOrder;
use model::{Cluster, Plan};

/// By node with nominations: version of its load, and the filter that rejects the Pod.
pub(super) type Found = Vec<(NodeId, u32, Option<&'static Filter>)>;

/// Places Pods one after the other. Belongs to one [`Occupancy`].
///
/// It caches the shapes that found no room: until something other than a binding happens, Pods of these shapes fail without
/// a search. It keeps where the last search of a large cluster ended (KS-18), and what follows the loads of nodes: their
/// scores for a kind of Pod (`score_tables`, `columns`) and the filters that reject it (`reasons`).
#[derive(Clone, Debug, Default)]
pub struct SchedulerCache {
    full: Map<(u64, i32), Vec<(u32, u32)>>,
    /// Per shape, the filters that reject it beside nominated Pods.
    pub(super) beside: Map<(u64, i32), Found>,
    /// Count of the occupancy's changes when `full` was last valid.
    changes: u64,
    cursor: Cursor,
    /// Did the last search find enough feasible nodes?
    plenty: bool,
    feasible: Vec<u32>,
    last: Option<Last>,
    score_tables: ScoreTables,
    columns: Columns,
    reasons: Reasons,
}

impl SchedulerCache {
    /// Chooses the node of a pending Pod.
    ///
    /// Rulebook: KS-05, KS-18, KS-20, KS-30, AM-41. Source: Kubernetes `schedule_one.go`.
    /// Simplified: nodes are filtered one by one, not sixteen at once. With `nodeOrder: listed` every node is filtered, so that
    /// ties go to the first by name of all.
    pub fn place(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        pod: PodId,
    ) -> Placement {
        match self.known(plan, cluster, occupancy, pod) {
            Some(reasons) => Placement::Nowhere(reasons),
            None => self.place_with_nominated(plan, cluster, occupancy, pod, Closed::new()),
        }
    }

    /// What rejected Pods of the same shape, if nothing has changed since.
    pub(super) fn known(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        pod: PodId,
    ) -> Option<Vec<(u32, u32)>> {
        if self.changes != occupancy.changes {
            self.changes = occupancy.changes;
            if !broken("pass/full") {
                self.full.clear();
            }
        }
        let shape = shared_shape(plan, cluster, occupancy, pod)?;
        self.full.get(&shape).cloned()
    }

    /// Chooses among all nodes that aren't closed.
    pub(super) fn place_with_nominated(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        pod: PodId,
        closed: Closed,
    ) -> Placement {
        let mut cx = Cycle::new(plan, cluster, occupancy, pod);
        cx.closed = closed;
        let placement = match self.look_at_boards(&cx) {
            Some(placement) => placement,
            None => self.look_at_lists(&cx),
        };
        if let Placement::Nowhere(reasons) = &placement
            && let Some(shape) = shared_shape(plan, cluster, occupancy, pod)
        {
            self.full.insert(shape, reasons.clone());
        }
        placement
    }

    fn look_at_lists(&mut self, cx: &Cycle<'_>) -> Placement {
        let whole = self.find_feasible(cx);
        let placement = if self.feasible.is_empty() {
            Placement::Nowhere(self.reasons.of(cx))
        } else {
            decide(cx, &self.feasible, &mut self.columns)
        };
        self.last = match placement {
            Placement::On(node) if whole && cx.is_plain() => Some(Last {
                shape: cx.occupancy.classes.shape(cx.workload),
                changes: cx.occupancy.changes,
                bindings: cx.occupancy.bindings,
                node: node.0,
            }),
            Placement::On(_) | Placement::Nowhere(_) => None,
        };
        placement
    }
}

impl SchedulerCache {
    /// Places the Pod with score tables: in a large cluster most Pods need no list of feasible nodes.
    fn look_at_boards(&mut self, cx: &Cycle<'_>) -> Option<Placement> {
        let nodes = cx.occupancy.node_tree.nodes();
        let some = enough(nodes);
        if some == nodes || cx.plan.timings.node_order == NodeOrder::Listed {
            return None;
        }
        let before = self.cursor;
        let found = self.score_tables.choose(cx, some, &mut self.cursor)?;
        let placement = match found {
            Some(node) => Placement::On(node),
            None => Placement::Nowhere(self.reasons.of(cx)),
        };
        debug_assert_eq!(placement, {
            let (mut cursor, mut feasible) = (before, Vec::new());
            cx.some_feasible(some, &mut cursor, &mut feasible);
            assert!(cursor == self.cursor || feasible.len() < some as usize);
            decide(cx, &feasible, &mut Columns::default())
        });
        Some(placement)
    }

    /// Finds the nodes that are scored: all feasible ones, or in a large cluster enough of them (KS-18). True if all.
    fn find_feasible(&mut self, cx: &Cycle<'_>) -> bool {
        let nodes = cx.occupancy.node_tree.nodes();
        let some = enough(nodes);
        let listed = cx.plan.timings.node_order == NodeOrder::Listed;
        let found = &mut self.feasible;
        if let Some(last) = self.last.take().filter(|last| last.holds(cx)) {
            if !cx.has_room(last.node)
                && !broken("pass/before")
                && let Ok(at) = found.binary_search(&last.node)
            {
                found.remove(at);
            }
            return true;
        }
        if some == nodes || listed || cx.pinned.is_some() {
            cx.first_feasible(usize::MAX, found);
            return true;
        }
        // Blocks skip the nodes of a nearly full cluster quickly; in an emptier one a search rarely reaches the end.
        // The last result tells which is faster. Both find the same nodes.
        if !self.plenty {
            cx.first_feasible(some as usize, found);
            if found.len() < some as usize {
                return true;
            }
        }
        cx.some_feasible(some, &mut self.cursor, found);
        self.plenty = found.len() == some as usize;
        false
    }
}

/// The previous placement, with the counts of changes at that time.
#[derive(Clone, Copy, Debug)]
struct Last {
    shape: u32,
    changes: u64,
    bindings: u64,
    node: u32,
}

impl Last {
    /// Are the feasible nodes the same, except the chosen one? True if nothing but that binding has happened since.
    fn holds(&self, cx: &Cycle<'_>) -> bool {
        let all = cx.occupancy;
        !mutes_rules()
            && cx.is_plain()
            && self.shape == all.classes.shape(cx.workload)
            && self.changes == all.changes
            && self.bindings + 1 == all.bindings
    }
}

/// Shape and priority of a Pod, if all Pods of the shape get the same answer: it isn't meant for one node, and has no
/// hard spreading and no required Pod affinity, which a binding elsewhere could satisfy. A Pod's nominated node is tried
/// separately.
pub(super) fn shared_shape(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
) -> Option<(u64, i32)> {
    let pod = &cluster.pods[pod];
    let wants = &plan.workloads[pod.workload];
    let shared = pod.pinned().is_none() && !wants.spreads_hard() && wants.affinity.near.is_empty();
    shared.then(|| (occupancy.shape_of(plan, pod), wants.priority))
}

/// The equivalence class of a Pod that fits nowhere, if it has one; `reported` identifies the reported reasons (KS-03).
pub fn equivalence_class(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
    reported: u32,
) -> Option<EquivalenceClass> {
    let (shape, priority) = shared_shape(plan, cluster, occupancy, pod)?;
    Some(EquivalenceClass { shape, priority, reported })
}

/// Shape and priority of a Pod, if each node can be judged alone, apart from hard spreading: Pods on other nodes
/// don't matter.
pub(super) fn independent_shape(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
) -> Option<(u64, i32)> {
    let pod = &cluster.pods[pod];
    let priority = plan.workloads[pod.workload].priority;
    let anywhere = pod.pinned().is_none() && !occupancy.affinities.asks_others(pod.workload);
    anywhere.then(|| (occupancy.shape_of(plan, pod), priority))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::testing::{decision, read};
    use base::{NodeId, PodId};
    use expect_test::expect;
    use model::PodPhase;
    use std::fmt::Write as _;

    #[test]
    fn ties_go_to_the_first_by_name_or_by_draw() {
        let cluster = "node a-10\n node a-9\n node a-11\n pod web";
        let goes = |text: &str, seed: u64| {
            let (mut plan, cluster) = read(text);
            plan.seed = seed;
            let occupancy = Occupancy::new(&plan, &cluster);
            decision(&plan, &cluster, &occupancy, PodId(0))
        };
        expect!["-> a-9\n"].assert_eq(&goes(&format!("listed\n {cluster}"), 1));
        let drawn: String = (0..5).map(|seed| goes(cluster, seed)).collect();
        expect![[r#"
            -> a-11
            -> a-11
            -> a-11
            -> a-9
            -> a-11
        "#]]
        .assert_eq(&drawn);
    }

    #[test]
    fn pods_of_a_shape_fail_together_until_resources_are_free() {
        let (plan, cluster) =
            read("node a-1\n pod old on=a-1 cpu=900\n pod w-1 cpu=500\n pod w-2 cpu=500");
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let mut pass = SchedulerCache::default();
        let full = Placement::Nowhere(vec![(6, 1)]);
        assert_eq!(pass.place(&plan, &cluster, &occupancy, PodId(1)), full);
        assert_eq!(pass.place(&plan, &cluster, &occupancy, PodId(2)), full);
        occupancy.left(&plan, &cluster, PodId(0));
        let there = Placement::On(NodeId(0));
        assert_eq!(pass.place(&plan, &cluster, &occupancy, PodId(1)), there);
        occupancy.bound(&plan, &cluster, PodId(1), NodeId(0));
        assert_eq!(pass.place(&plan, &cluster, &occupancy, PodId(2)), there);
        occupancy.bound(&plan, &cluster, PodId(2), NodeId(0));
        assert_eq!(occupancy.pods_on(NodeId(0)), [PodId(1), PodId(2)]);
    }

    #[test]
    fn a_cordoned_or_gone_node_is_left_out_from_that_instant() {
        let (plan, mut cluster) = read("node a-1\n node a-2\n pod w-1");
        let mut occupancy = Occupancy::new(&plan, &cluster);
        cluster.nodes[NodeId(0)].cordoned_by = Some(base::RecordNo(0));
        occupancy.node_changed(&plan, &cluster, NodeId(0));
        expect!["-> a-2\n"].assert_eq(&decision(&plan, &cluster, &occupancy, PodId(0)));
        cluster.nodes[NodeId(1)].phase = model::NodePhase::Gone;
        occupancy.node_changed(&plan, &cluster, NodeId(1));
        let answer = decision(&plan, &cluster, &occupancy, PodId(0));
        expect!["-> nowhere [(0, 1)]\n"].assert_eq(&answer);
    }

    #[test]
    fn large_clusters_are_filled_evenly_although_each_pod_sees_a_part() {
        let mut text = String::new();
        for node in 0..300 {
            _ = writeln!(text, "node n-{node} zone={}", ["a", "b", "c"][node % 3]);
        }
        for pod in 0..600 {
            _ = writeln!(text, "pod w-{pod} cpu=100");
        }
        let (plan, mut cluster) = read(&text);
        let mut occupancy = Occupancy::new(&plan, &cluster);
        let mut pass = SchedulerCache::default();
        for pod in cluster.pods.ids() {
            let Placement::On(on) = pass.place(&plan, &cluster, &occupancy, pod) else {
                panic!("there is room");
            };
            cluster.pods[pod].set_phase(PodPhase::Running { on, ready: true });
            occupancy.bound(&plan, &cluster, pod, on);
        }
        let pods = || cluster.nodes.ids().map(|node| occupancy.pods_on(node).len());
        assert_eq!((pods().min(), pods().max()), (Some(1), Some(3)));
    }
}
