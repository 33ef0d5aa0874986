//! Established connections that are cut (AM-98): by the end of a Pod, of a backend's draining time, or of its VM.

use super::Fraction;
use base::{Map, NodeId, PodId, RecordNo, SimSpan, SimTime, WorkloadId, muted};
use model::Plan;

/// Open connections that are cut at an instant, of all that are open then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    pub at: SimTime,
    /// The row that leads to it.
    pub no: RecordNo,
    pub part: Fraction,
}

/// Connections to one Service that get no new ones beside them. They are spread as new ones were before.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct OpenConnections {
    /// Flows of UDP aren't counted.
    has_tcp: bool,
    backends: Map<NodeId, OldBackend>,
    /// On which node a Pod is that takes no new ones, and one of how many with the same part it was.
    pods: Map<PodId, (NodeId, u32)>,
    pub(super) cuts: Vec<Cut>,
    last: CutNow,
}

/// What the last instant with a cut has cut: with `Cluster` parts of all connections, which go through any backend to any Pod;
/// with `Local` a part of those through each backend, which is one of so many.
#[derive(Clone, PartialEq, Debug, Default)]
struct CutNow {
    pods: Fraction,
    backends: Fraction,
    through: Map<NodeId, Fraction>,
    /// All of these together, of all connections.
    sum: Fraction,
}

/// What is cut.
enum CutPart {
    Pods(Fraction),
    Backends(Fraction),
    Through(NodeId, u32, Fraction),
}

impl CutNow {
    fn add(&mut self, part: CutPart) {
        match part {
            CutPart::Pods(part) => self.pods = self.pods.plus(part),
            CutPart::Backends(part) => self.backends = self.backends.plus(part),
            CutPart::Through(node, of, part) => {
                let all = self.through.entry(node).or_default();
                let before = std::mem::replace(all, all.plus(part));
                let more = all.minus(before);
                let of = more.of.saturating_mul(u64::from(of).max(1));
                self.sum = self.sum.plus(Fraction::new(more.n, of));
            }
        }
    }

    fn part(&self) -> Fraction {
        self.pods.or(self.backends).plus(self.sum)
    }
}

/// A backend that gets no new connections.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct OldBackend {
    /// One of how many it was.
    of: u32,
    /// So many of its Pods have ended since.
    ended: u32,
    /// The row with which it left the backends.
    left: Option<RecordNo>,
}

impl OpenConnections {
    pub(super) fn new(has_tcp: bool) -> Self {
        Self { has_tcp, ..Self::default() }
    }

    /// The backend, one of so many until now, gets no new connections.
    pub(super) fn old_backend(&mut self, node: NodeId, of: u32) {
        self.backends.insert(node, OldBackend { of, ..OldBackend::default() });
    }

    /// It gets new ones again, or has none any more.
    pub(super) fn fresh_backend(&mut self, node: NodeId) {
        self.backends.remove(&node);
    }

    /// It leaves the backends with that row, or is one again.
    pub(super) fn leaves(&mut self, node: NodeId, left: Option<RecordNo>) {
        if let Some(one) = self.backends.get_mut(&node) {
            one.left = left;
        }
    }

    /// Its draining time is over, if it left with that row and isn't back.
    pub(super) fn is_drained(&self, node: NodeId, no: RecordNo) -> bool {
        self.backends.get(&node).is_some_and(|one| one.left == Some(no))
    }

    /// A Pod, one of so many until now, takes no new connections.
    pub(super) fn old_pod(&mut self, pod: PodId, node: NodeId, of: u32) {
        self.pods.insert(pod, (node, of));
    }

    /// It takes new ones again.
    pub(super) fn fresh_pod(&mut self, pod: PodId) {
        self.pods.remove(&pod);
    }

    /// All connections through the backend are cut. `of`: one of how many it is, if it gets new ones. `alive`: with `Local`, how
    /// many of its Pods have connections.
    pub(super) fn cut_backend(
        &mut self,
        node: NodeId,
        of: Option<u32>,
        alive: Option<u32>,
        when: (SimTime, RecordNo),
    ) {
        let old = self.backends.remove(&node);
        let Some(one) = of.map(|of| OldBackend { of, ..OldBackend::default() }).or(old) else {
            return;
        };
        self.cut(
            when,
            match alive {
                Some(alive) => {
                    let all = u64::from((alive + one.ended).max(1));
                    CutPart::Through(node, one.of, Fraction::new(alive.into(), all))
                }
                None => CutPart::Backends(Fraction::new(1, one.of.max(1).into())),
            },
        );
    }

    /// The node of a Pod that takes no new connections.
    pub(super) fn node_of(&self, pod: PodId) -> Option<NodeId> {
        self.pods.get(&pod).map(|(node, _)| *node)
    }

    /// How many Pods on the node have connections and take no new ones.
    pub(super) fn pods_on(&self, node: NodeId) -> u32 {
        self.pods.values().filter(|(on, _)| *on == node).count() as u32
    }

    /// The Pod ends. `of`: with `Local`, one of how many backends its node is, if that gets new connections. `killed`: its
    /// connections are cut, not closed.
    pub(super) fn pod_ends(
        &mut self,
        pod: PodId,
        local: bool,
        of: Option<u32>,
        killed: bool,
        when: (SimTime, RecordNo),
    ) {
        let Some((node, pods)) = self.pods.remove(&pod) else { return };
        let through = match self.backends.get_mut(&node) {
            // Connections come through all backends.
            _ if !local => 1,
            Some(old) if of.is_none() => {
                old.ended += 1;
                old.of
            }
            _ => of.unwrap_or(0),
        };
        if killed && through > 0 {
            let part = Fraction::new(1, pods.max(1).into());
            let part =
                if local { CutPart::Through(node, through, part) } else { CutPart::Pods(part) };
            self.cut(when, part);
        }
    }

    /// With `Cluster`, the node's VM ends: so many of all ready Pods, and those that take no new connections.
    pub(super) fn cut_pods_on(
        &mut self,
        node: NodeId,
        ready: (u32, u32),
        when: (SimTime, RecordNo),
    ) {
        let old = self.pods.values().filter(|(on, _)| *on == node);
        let old: Vec<Fraction> =
            old.map(|(_, of)| Fraction::new(1, u64::from(*of).max(1))).collect();
        let ready = Fraction::new(ready.0.into(), u64::from(ready.1).max(1));
        for part in old.into_iter().chain([ready]) {
            self.cut(when, CutPart::Pods(part));
        }
    }

    fn cut(&mut self, (at, no): (SimTime, RecordNo), part: CutPart) {
        if !self.has_tcp || muted("AM-98") {
            return;
        }
        let is_new = self.cuts.last().is_none_or(|last| last.at < at);
        if is_new {
            self.last = CutNow::default();
        }
        self.last.add(part);
        let part = self.last.part();
        match self.cuts.last_mut() {
            Some(last) if !is_new => last.part = part,
            _ if part.n > 0 => self.cuts.push(Cut { at, no, part }),
            _ => {}
        }
    }
}

/// Does it last until it is killed? One that says how long it takes closes its connections if it has that long.
pub(super) fn uses_its_grace(plan: &Plan, workload: WorkloadId, gone: SimSpan) -> bool {
    const LONGEST: SimSpan = SimSpan::from_secs(3600);
    plan.workloads.get(workload).is_none_or(|own| match own.timings.shutdown {
        Some(needed) => gone < needed.p10 || gone == own.grace && gone < needed.p90,
        None => gone >= own.grace.min(LONGEST),
    })
}
