//! One scheduling cycle: a Pod and the nodes as they are.

use super::Occupancy;
use super::affinity::Ask;
use super::classes::{Affinity, Class, Verdict};
use super::face::tolerates;
use super::filters::{self, FILTERS, Filter};
use super::lanes::Cursor;
use super::rooms::Room;
use super::spread::{self, HardCount, Unspread};
use super::standing::Standing;
use base::id::Id;
use base::{NodeId, PodId, WorkloadId, mutes_rules};
use model::selector::{Effect, Taint};
use model::{Cluster, Plan, Workload};

/// One cycle: the Pod, what it asks for, and the nodes as they are.
pub(super) struct Cx<'a> {
    pub(super) plan: &'a Plan,
    pub(super) cluster: &'a Cluster,
    pub(super) occupancy: &'a Occupancy,
    pub(super) pod: PodId,
    pub(super) workload: WorkloadId,
    pub(super) wants: &'a Workload,
    pub(super) demand: u32,
    pub(super) pinned: Option<u32>,
    /// The worst standing that a node may have.
    pub(super) standing: Standing,
    /// Requests; what is not requested is never short.
    pub(super) asked: Room,
    /// Asks for storage or extended resources too.
    wants_more: bool,
    hard: Vec<HardCount<'a>>,
    /// Hard spreading and nominations apart, nothing but room, taints and affinity can reject a node.
    plain: bool,
    /// Affinity between Pods and ports.
    pub(super) ask: Ask<'a>,
    tied: bool,
    pub(super) closed: Closed,
}

/// Nodes on which room is being made for others, with what rejects the Pod beside them, by node (KS-19).
pub(super) type Closed = Vec<(u32, &'static Filter)>;

impl<'a> Cx<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        cluster: &'a Cluster,
        occupancy: &'a Occupancy,
        pod: PodId,
    ) -> Self {
        let mut cx = Self::uncounted(plan, cluster, occupancy, pod);
        if cx.wants.spreads_hard() {
            cx.hard = spread::hard_counts(&cx);
        }
        cx
    }

    /// Without the counts of its hard spreading.
    pub(super) fn uncounted(
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
        let ask = Ask::new(occupancy, id);
        let tied = !ask.is_empty();
        let more = requests.ephemeral_bytes > 0 || !requests.extended.is_empty();
        Self {
            plan,
            cluster,
            occupancy,
            pod,
            workload: id,
            wants,
            demand: occupancy.classes.demand(id),
            pinned: cluster.pods[pod].pinned().map(Id::index),
            standing: if tolerates(plan, wants, &cordon) {
                Standing::Cordoned
            } else {
                Standing::Open
            },
            asked: Room {
                cpu_m: asked(requests.cpu_m),
                memory_bytes: asked(requests.memory_bytes),
                slots: 1,
            },
            wants_more: more,
            hard: Vec::new(),
            tied,
            ask,
            closed: Closed::new(),
            plain: cluster.pods[pod].pinned().is_none() && !more && !tied,
        }
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
        let mut feasible = Vec::new();
        self.first_feasible(usize::MAX, &mut feasible);
        feasible
    }

    /// The same, but no more than so many.
    pub(super) fn first_feasible(&self, most: usize, feasible: &mut Vec<u32>) {
        feasible.clear();
        if mutes_rules() {
            let fits = |node: &u32| self.rejection(*node).is_none();
            feasible.extend(self.nodes().filter(fits).take(most));
            return;
        }
        if let Some(pinned) = self.pinned {
            let exists = self.occupancy.standing.get(pinned as usize).is_some();
            if exists && self.has_room(pinned) && self.passes_the_rest(pinned) {
                feasible.push(pinned);
            }
            return;
        }
        if self.standing == Standing::Open {
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

    /// KS-18: the first feasible nodes behind the cursor.
    pub(super) fn some_feasible(&self, enough: u32, cursor: &mut Cursor, feasible: &mut Vec<u32>) {
        feasible.clear();
        self.occupancy.lanes.visit(cursor, |node| {
            let fits = if mutes_rules() {
                self.rejection(node).is_none()
            } else {
                self.has_room(node) && self.passes_the_rest(node)
            };
            if fits {
                feasible.push(node);
            }
            feasible.len() == enough as usize
        });
    }

    /// Can nothing but room, taints and affinity to nodes reject a node?
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.plain && self.hard.is_empty() && self.closed.is_empty()
    }

    /// Does what rejects it on a node depend on nothing but that node?
    pub(super) fn asks_each_node_alone(&self) -> bool {
        self.pinned.is_none() && self.hard.is_empty() && self.closed.is_empty() && !self.tied
    }

    /// Has nothing but room, taints, affinity, spreading and the ports of nodes a say?
    pub(super) fn asks_room_alone(&self) -> bool {
        self.pinned.is_none() && !self.wants_more && self.closed.is_empty()
    }

    #[inline]
    pub(super) fn has_room(&self, node: u32) -> bool {
        let (all, at) = (self.occupancy, node as usize);
        all.free_cpu_m[at] >= self.asked.cpu_m
            && all.free_memory_bytes[at] >= self.asked.memory_bytes
            && all.free_slots[at] >= 1
            && all.standing[at] >= self.standing
    }

    #[inline]
    fn passes_the_rest(&self, node: u32) -> bool {
        let class = self.occupancy.class[node as usize];
        let verdict = self.occupancy.classes.verdict(class, self.demand);
        if self.is_plain() && verdict.affinity != Affinity::ByName {
            return verdict.tolerated && verdict.affinity == Affinity::Match;
        }
        self.passes_each(node)
    }

    fn passes_each(&self, node: u32) -> bool {
        let rejected = filters::meant_for_another(self, node)
            || filters::tainted(self, node)
            || filters::unselected(self, node)
            || (self.wants_more && filters::short_of_more(self, node))
            || (!self.hard.is_empty() && self.unspread(node).is_some())
            || (self.tied && filters::untied(self, node))
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
        at.ok().map(|at| self.closed[at].1)
    }

    /// How many nodes each filter rejected first.
    pub(super) fn rejections(&self) -> Vec<(u32, u32)> {
        let mut counts = [0; FILTERS.len()];
        for node in self.nodes() {
            let Some(first) = self.rejection(node) else {
                continue;
            };
            if let Some(at) = FILTERS.iter().position(|filter| filter == first) {
                counts[at] += 1;
            }
        }
        let rows = FILTERS.iter().zip(counts);
        rows.filter(|(_, nodes)| *nodes > 0)
            .map(|(filter, nodes)| (filter.no, nodes))
            .collect()
    }

    #[inline]
    pub(super) fn verdict(&self, node: u32) -> Verdict {
        self.class_verdict(self.occupancy.class[node as usize])
    }

    #[inline]
    pub(super) fn class_verdict(&self, class: Class) -> Verdict {
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
        self.verdict(node).tolerated && !filters::cordoned(self, node)
    }

    /// The first hard constraint that the node does not satisfy.
    pub(super) fn unspread(&self, node: u32) -> Option<Unspread> {
        self.hard
            .iter()
            .find_map(|count| count.unspread(self.occupancy, node))
    }
}
