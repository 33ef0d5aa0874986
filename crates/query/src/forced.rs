//! Pods that are forced out: ended against their budget, or before their grace period is over. Whatever counts them reads
//! [`Index::forced`](crate::Index::forced).

use crate::index::row::Row;
use crate::removal::{Removal, removal};
use base::{Map, NodeId, PodId, RecordNo, Set, SimSpan, SimTime};
use trace::{Change, Record, Subject, Trace};

/// What forces a Pod out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedBy {
    /// The limit of a drain. `refused`: its eviction failed until then.
    Limit { refused: bool },
    /// A deletion, as of green nodes or of what is left in a blue pool.
    Deletion,
    /// Its VM is taken away.
    Vm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedPod {
    /// The row that ends it.
    pub no: RecordNo,
    pub at: SimTime,
    pub pod: PodId,
    pub node: Option<NodeId>,
    pub by: ForcedBy,
    /// Did a budget allow no disruption? The end of a VM violates none.
    pub violates: bool,
}

/// The rules by which upgrades and drains delete Pods without asking budgets.
pub(crate) const DELETIONS: [&str; 2] = ["blue-green/delete-pod", "drain/delete"];

/// The rule by which a VM's shutdown ends a Pod.
pub(crate) const SHUT_DOWN: &str = "node/shuts-down-pod";

/// What the deletion of a blue pool leaves of a longer grace period (BG-33).
pub(crate) const DELETION_GRACE: SimSpan = SimSpan::from_secs(3600);

/// The scan's state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ForcedScan {
    /// A Pod is forced out once.
    seen: Set<PodId>,
    shut_down: Map<NodeId, SimTime>,
}

impl ForcedScan {
    pub(crate) fn node(&mut self, record: &Record, node: NodeId) {
        if let Change::NodeShutDown { .. } = record.change {
            self.shut_down.insert(node, record.at);
        }
    }

    /// `violates`: the row deletes the Pod, or ends it at a limit, while its budget allows no disruption.
    pub(crate) fn pod(&mut self, trace: &Trace, row: Row<'_>, violates: bool) -> Option<ForcedPod> {
        let (Row { no, record, .. }, node) = (row, row.stay.node);
        let Subject::Pod(pod) = record.subject else {
            return None;
        };
        let by = self.by(trace, record, (pod, node), violates)?;
        let at = record.at;
        self.seen.insert(pod).then_some(ForcedPod { no, at, pod, node, by, violates })
    }

    fn by(
        &self,
        trace: &Trace,
        record: &Record,
        (pod, node): (PodId, Option<NodeId>),
        violates: bool,
    ) -> Option<ForcedBy> {
        let plan = trace.plan();
        let grace = || Some(plan.workloads.get(trace.owner(pod)?)?.grace);
        match (removal(trace, record), record.change) {
            (Some(Removal::Evicted), _) => None,
            (Some(Removal::Forced { violates_budget: refused }), _) => {
                Some(ForcedBy::Limit { refused })
            }
            (None, Change::PodTerminating { gone_after_s, .. })
                if DELETIONS.contains(&trace.rule(record).slug) =>
            {
                let given = SimSpan::from_secs(i64::from(gone_after_s));
                let is_cut = given == DELETION_GRACE && given < grace()?;
                (violates || is_cut).then_some(ForcedBy::Deletion)
            }
            (None, Change::PodGone) if trace.rule(record).slug == SHUT_DOWN => {
                let ran = record.at - *self.shut_down.get(&node?)?;
                let is_cut = ran >= plan.spot_grace && plan.spot_grace < grace()?;
                is_cut.then_some(ForcedBy::Vm)
            }
            _ => None,
        }
    }
}
