//! One scheduling cycle: a Pod, its requests, and the nodes at this moment.

use super::Occupancy;
use super::affinity::Ask;
use super::classes::{Affinity, ClassFit, NodeClass};
use super::free_resources::FreeResources;
use super::node_labels::tolerates;
use super::node_status::NodeStatus;
use super::spread::count::{HardCount, SpreadViolation};
use base::id::Id;
use base::{NodeId, PodId, WorkloadId};
use model::selector::{Effect, Taint};
use model::volume::ZoneSet;
use model::{Cluster, Plan, Resources, Workload};

pub(super) struct Cycle<'a> {
    pub(super) plan: &'a Plan,
    pub(super) cluster: &'a Cluster,
    pub(super) occupancy: &'a Occupancy,
    pub(super) pod: PodId,
    pub(super) workload: WorkloadId,
    pub(super) wants: &'a Workload,
    pub(super) demand: u32,
    pub(super) pinned: Option<u32>,
    /// The least status that a node must have.
    pub(super) status: NodeStatus,
    /// Requests; a resource that isn't requested is never short.
    pub(super) asked: FreeResources,
    /// Does it request ephemeral storage or extended resources?
    pub(super) wants_more: bool,
    pub(super) hard: Vec<HardCount<'a>>,
    /// Apart from hard spreading and nominations, only room, taints and node affinity can reject a node.
    plain: bool,
    /// Affinity between Pods, and host ports.
    pub(super) ask: Ask<'a>,
    pub(super) tied: bool,
    pub(super) closed: Closed,
    /// The zones of its bound volumes, and those where the others may be.
    pub(super) bound: ZoneSet,
    pub(super) allowed: ZoneSet,
    /// The only node that its local disks allow.
    pub(super) local: Option<u32>,
}

/// Nodes whose room is reserved for nominated Pods, sorted, with the filter that rejects the Pod beside them (KS-19).
pub(super) type Closed = Vec<(u32, u32)>;

impl<'a> Cycle<'a> {
    /// Builds the cycle without the counts of hard spreading.
    #[inline]
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
        let ask = Ask::new(&occupancy.affinities, &occupancy.classes, id);
        let tied = !ask.is_empty();
        let more = requests.ephemeral_bytes > 0 || !requests.extended.is_empty();
        let (mut bound, mut allowed, mut local) = (ZoneSet::ALL, ZoneSet::ALL, None);
        if !plan.volumes.is_empty() {
            (bound, allowed) = occupancy.volumes.of_pod(plan, &cluster.pods[pod]);
            local = plan.disk_node(&cluster.pods[pod]).map(Id::index);
        }
        let anywhere = (bound, allowed, local) == (ZoneSet::ALL, ZoneSet::ALL, None);
        Self {
            plan,
            cluster,
            occupancy,
            pod,
            workload: id,
            wants,
            demand: occupancy.classes.demand(id),
            pinned: cluster.pods[pod].pinned().map(Id::index),
            status: if tolerates(plan, wants, &cordon) {
                NodeStatus::Cordoned
            } else {
                NodeStatus::Open
            },
            asked: FreeResources {
                cpu_m: asked(requests.cpu_m),
                memory_bytes: asked(requests.memory_bytes),
                slots: 1,
            },
            wants_more: more,
            hard: Vec::new(),
            tied,
            ask,
            closed: Closed::new(),
            plain: cluster.pods[pod].pinned().is_none() && !more && !tied && anywhere,
            bound,
            allowed,
            local,
        }
    }

    /// Nodes that the scheduler knows.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let status = self.occupancy.status.iter().enumerate();
        status.filter(|(_, status)| **status != NodeStatus::Absent).map(|(node, _)| node as u32)
    }

    #[inline]
    pub(super) fn class_of(&self, node: u32) -> NodeClass {
        self.occupancy.class[node as usize]
    }

    /// Can only room, taints and node affinity reject a node?
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.plain && self.hard.is_empty() && self.closed.is_empty()
    }

    /// Does each node's rejection depend on that node alone?
    pub(super) fn asks_each_node_alone(&self) -> bool {
        self.pinned.is_none() && self.hard.is_empty() && self.closed.is_empty() && !self.tied
    }

    /// Do only room, taints, affinity, spreading and host ports decide?
    pub(super) fn asks_room_alone(&self) -> bool {
        self.pinned.is_none()
            && !self.wants_more
            && self.closed.is_empty()
            && !self.held_by_volumes()
    }

    /// Do volumes rule out nodes?
    pub(super) fn held_by_volumes(&self) -> bool {
        (self.bound, self.allowed, self.local) != (ZoneSet::ALL, ZoneSet::ALL, None)
    }

    /// Is the node's zone among these?
    pub(super) fn is_in(&self, node: u32, zones: ZoneSet) -> bool {
        zones == ZoneSet::ALL || zones.contains(self.occupancy.spec[node as usize].zone)
    }

    pub(super) fn allocatable(&self, node: u32) -> &Resources {
        &self.plan.templates[self.occupancy.spec[node as usize].template].allocatable
    }

    #[inline]
    pub(super) fn has_room(&self, node: u32) -> bool {
        let (all, at) = (self.occupancy, node as usize);
        all.free_cpu_m[at] >= self.asked.cpu_m
            && all.free_memory_bytes[at] >= self.asked.memory_bytes
            && all.free_slots[at] >= 1
            && all.status[at] >= self.status
    }

    #[inline]
    pub(super) fn fit(&self, node: u32) -> ClassFit {
        self.class_fit(self.occupancy.class[node as usize])
    }

    #[inline]
    pub(super) fn class_fit(&self, class: NodeClass) -> ClassFit {
        self.occupancy.classes.fit(class, self.demand)
    }

    /// KS-09 for one node.
    #[inline]
    pub(super) fn selects(&self, node: u32) -> bool {
        match self.fit(node).affinity {
            Affinity::Match => true,
            Affinity::Mismatch => false,
            Affinity::ByName => self.selects_by_name(node),
        }
    }

    #[cold]
    fn selects_by_name(&self, node: u32) -> bool {
        let name = self.plan.node_name(self.cluster, NodeId::new(node));
        let class = self.occupancy.class[node as usize];
        let face = self.occupancy.classes.labels_of(self.plan, class, &name);
        face.matches(self.wants)
    }

    /// Does the Pod tolerate the node's taints and cordon, as the taints policy of topology spread asks (KS-14)?
    pub(super) fn tolerates_node(&self, node: u32) -> bool {
        self.fit(node).tolerated && !self.is_cordoned(node)
    }

    /// KS-07: does its cordon reject the Pod?
    pub(super) fn is_cordoned(&self, node: u32) -> bool {
        self.occupancy.status[node as usize] < self.status
    }

    /// How the node violates the first hard constraint that it violates.
    pub(super) fn spread_violation(&self, node: u32) -> Option<SpreadViolation> {
        self.hard.iter().find_map(|count| count.violation(self.occupancy, node))
    }
}
