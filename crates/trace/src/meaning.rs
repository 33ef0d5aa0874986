//! Meanings of the fields of changes, independent of their names.

use super::blocker::Blocker;
use super::reason::{Ending, WhyNot};
use base::{GroupId, NodeId, TemplateId, WorkloadId, ZoneId};
use model::autoscale::{NoScaleUp, ScaleUpError, Stays};
use model::maintenance::Override;
use model::node::AtLimit;
use model::operations::Refusal;
use model::pool::Phase;
use model::script::{Failure, NodeChange};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Number(u32),
    /// Counted from 0; shown from 1.
    Ordinal(u32),
    Seconds(u32),
    /// Seconds; 0 means unlimited.
    Limit(u32),
    Flag(bool),
    /// A word by which messages choose.
    Word(&'static str),
    /// A number of VMs; `None`: unlimited.
    Spare(Option<u32>),
    /// Needed only by the engine.
    Hidden(u32),
    /// An entry of the script.
    Entry(u32),
    /// A script entry that works on the control plane.
    Work(u32),
    /// Its number in the calendar.
    Exclusion(u32),
    /// Its index among the volumes.
    Volume(u32),
    /// A filter of the scheduler, by its number.
    Filter(u32),
    /// Was it requested for Pods that wait?
    Scaled(bool),
    NoScaleUp(NoScaleUp),
    ScaleUpError(ScaleUpError),
    Stays(Stays),
    /// A Pod, counted from 1; 0: none.
    Blocking(u32),
    Node(NodeId),
    Zone(ZoneId),
    Group(GroupId),
    Template(TemplateId),
    Workload(WorkloadId),
    NodeChange(NodeChange),
    /// An upgrade's kind of change, and its template.
    Upgrade(NodeChange, TemplateId),
    AtLimit(AtLimit),
    Ending(Ending),
    Failure(Failure),
    Override(Override),
    Phase(Phase),
    Refusal(Refusal),
    WhyNot(WhyNot),
    Blocker(Blocker),
}

macro_rules! from {
    ($($kind:ident: $type:ty,)*) => { $(
        impl From<$type> for Meaning {
            fn from(value: $type) -> Self {
                Self::$kind(value)
            }
        }
    )* };
}

from! {
    Number: u32,
    Flag: bool,
    Word: &'static str,
    Spare: Option<u32>,
    Node: NodeId,
    Zone: ZoneId,
    Group: GroupId,
    Template: TemplateId,
    Workload: WorkloadId,
    NodeChange: NodeChange,
    AtLimit: AtLimit,
    Ending: Ending,
    Failure: Failure,
    NoScaleUp: NoScaleUp,
    ScaleUpError: ScaleUpError,
    Stays: Stays,
    Override: Override,
    Phase: Phase,
    Refusal: Refusal,
    WhyNot: WhyNot,
    Blocker: Blocker,
}
