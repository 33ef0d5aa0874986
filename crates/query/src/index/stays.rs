//! Where each Pod is, and how: followed once, row by row, for all that read rows.

use super::replacements::{Replacements, leaves};
use crate::removal::shortens;
use crate::series::readiness;
use base::{Map, NodeId, PodId, SimTime, push_slowly};
use model::{Pod, PodPhase};
use trace::{Change, Record, Subject, Trace};

const NOWHERE: NodeId = NodeId(u32::MAX);
const NONE: PodId = PodId(u32::MAX);

/// It waits for a node.
const WAITS: u8 = 1;
const READY: u8 = 2;
/// It was being deleted at the start.
const WAS_TERMINATING: u8 = 4;
/// Its deletion has begun in the run.
const LEAVES: u8 = 8;
/// Its containers have ended by themselves.
const FINISHED: u8 = 16;
/// It was forced out, or is gone.
const ENDED: u8 = 32;
/// Its controller may create another instead.
const GONE: u8 = 64;

/// A Pod before a row about it. It is bound once, so it has one stay on one node. The default is that of a row about something
/// else, and of a Pod before it is created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stay {
    /// Also after its end.
    pub(crate) node: Option<NodeId>,
    /// Since when it has waited for a node.
    pub(crate) waits_since: Option<SimTime>,
    /// The Pod that it replaces, also before it is created.
    pub(crate) replaces: Option<PodId>,
    how: u8,
}

impl Stay {
    pub(crate) fn waits(self) -> bool {
        self.how & WAITS != 0
    }

    pub(crate) fn is_ready(self) -> bool {
        self.how & READY != 0
    }

    /// Was it being deleted at the start?
    pub(crate) fn was_terminating(self) -> bool {
        self.how & WAS_TERMINATING != 0
    }

    /// Has its deletion begun in the run, or has it ended?
    pub(crate) fn has_left(self) -> bool {
        self.how & (LEAVES | FINISHED | ENDED) != 0
    }

    /// Has it finished, or is it gone?
    pub(crate) fn is_over(self) -> bool {
        self.how & (FINISHED | ENDED) != 0
    }

    /// The node on which it takes room.
    pub(crate) fn runs_on(self) -> Option<NodeId> {
        self.node.filter(|_| !self.is_over())
    }
}

/// The stays of all Pods up to a row: five bytes each, and four more of one that the run creates.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PodStays {
    nodes: Vec<NodeId>,
    how: Vec<u8>,
    /// The number of Pods at the start.
    first: u32,
    /// The Pod that each of the others replaces.
    before: Vec<PodId>,
    replacements: Replacements,
    /// Since when those wait that have no node.
    waiting: Map<PodId, SimTime>,
}

impl PodStays {
    /// The Pods of the start.
    pub(crate) fn of(trace: &Trace) -> Self {
        let start = trace.start();
        let how = |(_, pod): (PodId, Pod)| {
            let over = match pod.phase() {
                PodPhase::Pending => WAITS,
                PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => FINISHED,
                PodPhase::Gone => ENDED,
                _ => 0,
            };
            let left = if pod.terminating() { WAS_TERMINATING } else { 0 };
            over | left | if pod.ready() { READY } else { 0 }
        };
        let waits = start.each_pod().filter(|(_, pod)| pod.pending());
        Self {
            first: start.pod_count(),
            before: Vec::new(),
            replacements: Replacements::of(trace),
            nodes: start.each_pod().map(|(_, pod)| pod.node().unwrap_or(NOWHERE)).collect(),
            how: start.each_pod().map(how).collect(),
            waiting: waits.map(|(id, pod)| (id, pod.created())).collect(),
        }
    }

    pub(crate) fn of_pod(&self, pod: PodId) -> Stay {
        let at = pod.0 as usize;
        let how = self.how.get(at).copied().unwrap_or_default();
        let waits = how & WAITS != 0;
        Stay {
            node: self.nodes.get(at).copied().filter(|node| *node != NOWHERE),
            waits_since: waits.then(|| self.waiting.get(&pod).copied()).flatten(),
            replaces: self.replaces(pod),
            how,
        }
    }

    fn replaces(&self, pod: PodId) -> Option<PodId> {
        let created = pod.0.checked_sub(self.first)?;
        self.before.get(created as usize).copied().filter(|old| *old != NONE)
    }

    /// The Pod that replaces it.
    pub(super) fn after(&self, pod: PodId) -> Option<PodId> {
        let created = self.before.iter().position(|old| *old == pod)?;
        Some(PodId(self.first + created as u32))
    }

    /// Those that wait for a node, and since when.
    pub(crate) fn waiting(&self) -> &Map<PodId, SimTime> {
        &self.waiting
    }

    /// Follows a row. Returns the Pod as it was before.
    pub(crate) fn row(&mut self, trace: &Trace, record: &Record) -> Stay {
        let Subject::Pod(pod) = record.subject else {
            return Stay::default();
        };
        let at = pod.0 as usize;
        if let Change::PodCreated { place, .. } = record.change {
            let replaces = self.replacements.next(trace, pod, place);
            push_slowly(&mut self.nodes, NOWHERE);
            push_slowly(&mut self.how, WAITS);
            push_slowly(&mut self.before, replaces.unwrap_or(NONE));
            self.waiting.insert(pod, record.at);
            return Stay { replaces, ..Stay::default() };
        }
        let before = self.of_pod(pod);
        let Some((how, own)) = self.how.get_mut(at).zip(self.nodes.get_mut(at)) else {
            return before;
        };
        if let Some(ready) = readiness(record.change) {
            *how = *how & !READY | if ready { READY } else { 0 };
        }
        match record.change {
            Change::PodBound { node, .. } => {
                *own = node;
                *how &= !WAITS;
            }
            // Of one that was being deleted before, the deletion only gets shorter.
            Change::PodTerminating { .. }
                if !before.was_terminating() || !shortens(trace, record) =>
            {
                *how |= LEAVES;
            }
            Change::PodFinished { .. } => *how |= FINISHED,
            Change::PodForced { .. } | Change::PodGone => *how = *how & !WAITS | ENDED,
            _ => {}
        }
        if *how & GONE == 0 && leaves(record.change) {
            *how |= GONE;
            self.replacements.leaves(trace, record, pod);
        }
        if before.waits() && *how & WAITS == 0 {
            self.waiting.remove(&pod);
        }
        before
    }
}
