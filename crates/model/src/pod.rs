//! Pods and their phases: pending, starting, running, terminating, gone.

use core::fmt;

use base::{NodeId, SimTime, WorkloadId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PodPhase {
    /// Not bound to a node.
    Pending,
    /// Bound; images are being pulled and containers started. The API calls this Pending too.
    Starting {
        on: NodeId,
    },
    Running {
        on: NodeId,
        ready: bool,
    },
    /// It has a deletion timestamp; its containers end at `until`.
    Terminating {
        on: NodeId,
        until: SimTime,
    },
    /// Finished Pods remain as objects on their node until they are removed.
    Succeeded {
        on: Option<NodeId>,
    },
    Failed {
        on: Option<NodeId>,
    },
    Gone,
}

/// A Pod in 24 bytes: a run of 15,000 nodes has a million of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pod {
    pub workload: WorkloadId,
    /// Running number within the workload (AM-83); a StatefulSet's ordinal.
    pub number: u32,
    /// The node that it is pinned to, else the node of its phase.
    node: u32,
    /// The low halves of its creation time and of the end of its termination; `rest` has the high ones.
    created: u32,
    until: u32,
    /// The kind of phase, whether it is pinned, and 13 and 14 bits of the times.
    rest: u32,
}

const NO_NODE: u32 = u32::MAX;
const PINNED: u32 = 1 << 4;
const TAG_BITS: u32 = 5;
const CREATED_BITS: u32 = 13;
const UNTIL_BITS: u32 = 14;

/// A finished Pod without a node.
const NOWHERE: u32 = 1 << 3;

/// Splits a time into two parts. Times centuries away are clamped.
const fn pack(time: SimTime, high_bits: u32) -> (u32, u32) {
    let limit = (1_i64 << (31 + high_bits)) - 1;
    let ms = match time.ms() {
        ms if ms > limit => limit,
        ms if ms < -limit => -limit,
        ms => ms,
    };
    (ms as u32, (ms >> 32) as u32 & ((1 << high_bits) - 1))
}

const fn unpack(low: u32, high: u32, high_bits: u32) -> SimTime {
    let sign = 32 - high_bits;
    let high = ((high << sign) as i32 >> sign) as i64;
    SimTime::from_ms((high << 32) | low as i64)
}

/// A Pod of the start that finalizers keep though its grace period is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Separated by commas.
    pub finalizers: String,
    /// When its grace period ended.
    pub until: SimTime,
}

impl Pod {
    /// The end of the termination of a Pod that finalizers keep: none. Only their removal ends it.
    pub const HELD: SimTime = SimTime::from_ms((1 << (31 + UNTIL_BITS)) - 1);

    /// The number of words of an encoded Pod.
    pub const WORDS: usize = 6;

    /// `pinned`: the only node on which a daemon Pod runs (KC-15).
    pub fn new(
        workload: WorkloadId,
        number: u32,
        pinned: Option<NodeId>,
        created: SimTime,
        phase: PodPhase,
    ) -> Self {
        let (low, high) = pack(created, CREATED_BITS);
        let mut pod = Self {
            workload,
            number,
            node: pinned.map_or(NO_NODE, |node| node.0),
            created: low,
            until: 0,
            rest: (high << TAG_BITS) | if pinned.is_some() { PINNED } else { 0 },
        };
        pod.set_phase(phase);
        pod
    }

    pub fn words(&self) -> [u32; Self::WORDS] {
        let WorkloadId(workload) = self.workload;
        [workload, self.number, self.node, self.created, self.until, self.rest]
    }

    pub fn from_words(words: [u32; Self::WORDS]) -> Self {
        let [workload, number, node, created, until, rest] = words;
        Self { workload: WorkloadId(workload), number, node, created, until, rest }
    }

    /// Not inlined: copies at its many callers would be a large part of the download.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn phase(&self) -> PodPhase {
        let on = NodeId(self.node);
        match self.kind() {
            PhaseKind::Pending => PodPhase::Pending,
            PhaseKind::Starting => PodPhase::Starting { on },
            PhaseKind::Running => PodPhase::Running { on, ready: false },
            PhaseKind::Ready => PodPhase::Running { on, ready: true },
            PhaseKind::Terminating => PodPhase::Terminating {
                on,
                until: unpack(self.until, self.rest >> (TAG_BITS + CREATED_BITS), UNTIL_BITS),
            },
            PhaseKind::Succeeded => PodPhase::Succeeded { on: self.finished_on() },
            PhaseKind::Failed => PodPhase::Failed { on: self.finished_on() },
            PhaseKind::Gone => PodPhase::Gone,
        }
    }

    fn finished_on(&self) -> Option<NodeId> {
        (self.rest & NOWHERE == 0).then_some(NodeId(self.node))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn set_phase(&mut self, phase: PodPhase) {
        let (kind, on, until) = match phase {
            PodPhase::Pending => (PhaseKind::Pending, None, None),
            PodPhase::Starting { on } => (PhaseKind::Starting, Some(on), None),
            PodPhase::Running { on, ready: false } => (PhaseKind::Running, Some(on), None),
            PodPhase::Running { on, ready: true } => (PhaseKind::Ready, Some(on), None),
            PodPhase::Terminating { on, until } => (PhaseKind::Terminating, Some(on), Some(until)),
            PodPhase::Succeeded { on } => (PhaseKind::Succeeded, on, None),
            PodPhase::Failed { on } => (PhaseKind::Failed, on, None),
            PodPhase::Gone => (PhaseKind::Gone, None, None),
        };
        let nowhere = if kind.finished() && on.is_none() { NOWHERE } else { 0 };
        let pinned = self.rest & PINNED != 0;
        match on {
            Some(NodeId(node)) => {
                debug_assert!(!pinned || self.node == node, "it is pinned elsewhere");
                self.node = node;
            }
            None if !pinned => self.node = NO_NODE,
            None => {}
        }
        let (low, high) = until.map_or((0, 0), |until| pack(until, UNTIL_BITS));
        let kept = self.rest & ((((1 << CREATED_BITS) - 1) << TAG_BITS) | PINNED);
        self.until = low;
        self.rest = kept | kind as u32 | nowhere | (high << (TAG_BITS + CREATED_BITS));
    }

    pub fn created(&self) -> SimTime {
        unpack(self.created, self.rest >> TAG_BITS, CREATED_BITS)
    }

    /// The one node of a daemon Pod (KC-15).
    pub fn pinned(&self) -> Option<NodeId> {
        (self.rest & PINNED != 0).then_some(NodeId(self.node))
    }

    /// The node that it occupies; a finished Pod occupies none.
    pub fn node(&self) -> Option<NodeId> {
        self.kind().on_node().then_some(NodeId(self.node))
    }

    /// The kind of its phase.
    pub fn kind(&self) -> PhaseKind {
        PhaseKind::ALL[(self.rest & PhaseKind::MASK) as usize]
    }

    /// Does its API object exist?
    pub fn exists(&self) -> bool {
        self.kind().exists()
    }

    /// Is it bound to no node?
    pub fn pending(&self) -> bool {
        self.kind() == PhaseKind::Pending
    }

    pub fn ready(&self) -> bool {
        self.kind() == PhaseKind::Ready
    }

    /// Have its containers started, and is it not terminating?
    pub fn running(&self) -> bool {
        matches!(self.kind(), PhaseKind::Running | PhaseKind::Ready)
    }

    pub fn terminating(&self) -> bool {
        self.kind() == PhaseKind::Terminating
    }

    /// Its deletion timestamp, the end of its grace period, if it is terminating.
    pub fn deletion(&self) -> Option<SimTime> {
        match self.phase() {
            PodPhase::Terminating { until, .. } => Some(until),
            _ => None,
        }
    }

    /// Do finalizers keep it after its containers have ended?
    pub fn held(&self) -> bool {
        matches!(self.phase(), PodPhase::Terminating { until: Self::HELD, .. })
    }

    pub fn finished(&self) -> bool {
        self.kind().finished()
    }

    /// Neither finished nor terminating (KC-01).
    pub fn active(&self) -> bool {
        self.kind().active()
    }
}

/// The kind of a Pod's phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PhaseKind {
    Pending,
    Starting,
    Running,
    Ready,
    Terminating,
    Succeeded,
    Failed,
    Gone,
}

impl PhaseKind {
    const ALL: [Self; 8] = [
        Self::Pending,
        Self::Starting,
        Self::Running,
        Self::Ready,
        Self::Terminating,
        Self::Succeeded,
        Self::Failed,
        Self::Gone,
    ];
    /// Its bits.
    const MASK: u32 = Self::ALL.len() as u32 - 1;

    pub fn exists(self) -> bool {
        self != Self::Gone
    }

    pub fn finished(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }

    /// Neither finished nor terminating (KC-01).
    pub fn active(self) -> bool {
        matches!(self, Self::Pending | Self::Starting | Self::Running | Self::Ready)
    }

    /// Does it occupy a node?
    pub fn on_node(self) -> bool {
        matches!(self, Self::Starting | Self::Running | Self::Ready | Self::Terminating)
    }
}

impl fmt::Debug for Pod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pod")
            .field("workload", &self.workload)
            .field("number", &self.number)
            .field("pinned", &self.pinned())
            .field("created", &self.created())
            .field("phase", &self.phase())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_and_unpacking_a_pod_changes_nothing() {
        let on = NodeId(7);
        let phases = |until| {
            [
                PodPhase::Pending,
                PodPhase::Starting { on },
                PodPhase::Running { on, ready: false },
                PodPhase::Running { on, ready: true },
                PodPhase::Terminating { on, until },
                PodPhase::Succeeded { on: Some(on) },
                PodPhase::Succeeded { on: None },
                PodPhase::Failed { on: Some(on) },
                PodPhase::Failed { on: None },
                PodPhase::Gone,
            ]
        };
        assert_eq!(size_of::<Pod>(), 24);
        let times = [-4_000_000_000_000, -1, 0, 1, 1 << 31, 1 << 32, 9_000_000_000_000];
        for (pinned, ms) in
            [None, Some(on)].into_iter().flat_map(|pinned| times.map(|ms| (pinned, ms)))
        {
            let time = SimTime::from_ms(ms);
            let mut pod = Pod::new(WorkloadId(3), 9, pinned, time, PodPhase::Pending);
            for phase in phases(time) {
                pod.set_phase(phase);
                assert_eq!(pod.phase(), phase);
                assert_eq!((pod.pinned(), pod.created()), (pinned, time));
                assert_eq!(Pod::from_words(pod.words()), pod);
            }
        }
    }

    #[test]
    fn times_beyond_the_range_are_clamped() {
        for time in [SimTime::MAX, SimTime::from_ms(i64::MIN)] {
            let pod = Pod::new(WorkloadId(0), 0, None, time, PodPhase::Pending);
            assert_eq!(pod.created() > SimTime::ZERO, time > SimTime::ZERO);
            assert_eq!(pod.created().ms().abs(), (1 << 44) - 1);
        }
    }
}
