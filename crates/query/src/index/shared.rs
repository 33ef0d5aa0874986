//! What an index keeps between two chunks, and what else its pass over the rows has found.

use super::row::{RowReader, each_row};
use super::{Index, IndexScan};
use crate::forced::ForcedPod;
use crate::requests::NodeUse;
use crate::shortfall::{Readiness, ShortfallScan, scanned};
use base::{Map, NodeId, PodId, RecordNo, SimTime};
use std::cell::RefCell;
use std::rc::Rc;
use trace::{Frame, Trace};

/// The scan's state between two chunks with the number of rows read, shared by all clones of an index: only the one that
/// reads more rows needs it.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedScan(pub(super) Rc<RefCell<KeptScan>>);

#[derive(Clone, Debug, Default)]
pub(super) struct KeptScan {
    pub(super) rows: u32,
    pub(super) index: IndexScan,
    /// `None` before the first row, and so the readiness.
    pub(super) reader: Option<RowReader>,
    pub(super) readiness: Option<ShortfallScan>,
}

impl PartialEq for SharedScan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Index {
    /// How many Pods were ready. What is open at the last row lasts until `limit`.
    pub fn readiness(&self, trace: &Trace, limit: SimTime) -> Readiness {
        let kept = self.kept.0.borrow();
        match &kept.readiness {
            Some(readiness) if kept.rows == self.rows => readiness.clone().finish(limit),
            _ => scanned(trace).finish(limit),
        }
    }

    /// The Pods that wait for a node after the last row, and since when.
    pub(crate) fn waiting(&self, trace: &Trace) -> Map<PodId, SimTime> {
        let kept = self.kept.0.borrow();
        match &kept.reader {
            Some(reader) if kept.rows == self.rows => reader.stays.waiting().clone(),
            _ => each_row(trace, &mut |_| {}).waiting().clone(),
        }
    }

    /// The Pod that it replaces. This and the next two know also what another clone has read since.
    pub fn pod_before(&self, pod: PodId) -> Option<PodId> {
        self.kept.0.borrow().reader.as_ref()?.stays.of_pod(pod).replaces
    }

    /// The Pods before it, the latest first.
    pub fn pods_before(&self, pod: PodId) -> impl Iterator<Item = PodId> + '_ {
        std::iter::successors(self.pod_before(pod), |pod| self.pod_before(*pod))
    }

    /// The Pod that replaces it in the run.
    pub fn pod_after(&self, pod: PodId) -> Option<PodId> {
        self.kept.0.borrow().reader.as_ref()?.stays.after(pod)
    }

    /// The node that it was bound to in the run.
    pub fn bound_to(&self, pod: PodId) -> Option<NodeId> {
        self.kept.0.borrow().reader.as_ref()?.stays.of_pod(pod).node
    }

    /// How much of a node with an own object is requested. `None`: the cluster has no autoscaler.
    pub fn node_use(&self, trace: &Trace, frame: &Frame, id: NodeId) -> Option<NodeUse> {
        let node = frame.cluster.nodes.get(id).filter(|node| node.registered())?;
        self.requests.at(trace.plan(), id, node.template, frame.at)
    }

    /// The Pod that the row forces out.
    pub fn forced_by(&self, no: RecordNo) -> Option<&ForcedPod> {
        let at = self.forced.binary_search_by_key(&no, |one| one.no).ok()?;
        self.forced.get(at)
    }
}
