//! How the Pods of a workload behave, if the script has changed it.

use crate::containers::container::Container;
use crate::work::task::Task;
use base::{Map, PodId, Set, WorkloadId};
use model::containers::FailureMode;
use model::settings::PodTimings;

/// The differences from the plan.
#[derive(Clone, Debug, Default)]
pub struct Behaviour {
    pub timings: Map<WorkloadId, PodTimings>,
    /// Workloads that are never ready on upgraded nodes.
    pub fails_upgraded: Set<WorkloadId>,
    /// Pods that are not ready until something changes that.
    pub bad: Set<PodId>,
    /// Workloads whose containers the script has let work again.
    pub works: Set<WorkloadId>,
    /// Containers that fail, or have failed.
    pub containers: Map<PodId, Container>,
    /// How Pods of the start failed that are gone, with their numbers: their replacements fail so (AM-102).
    pub heirs: Map<WorkloadId, Vec<(u32, FailureMode)>>,
    /// The work of Pods that have a length of it, and that of ended ones that others may go on with.
    pub tasks: Map<PodId, Task>,
    /// Pods of Jobs that end, or have ended, with unfinished work, the first first.
    pub unfinished: Map<WorkloadId, Vec<PodId>>,
    /// Rows about containers that fail.
    pub loop_rows: u32,
}
