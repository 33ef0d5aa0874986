//! How the Pods of a workload behave, if the script has changed it.

use base::{Map, PodId, Set, WorkloadId};
use model::settings::PodTimings;

/// The differences from the plan.
#[derive(Clone, Debug, Default)]
pub struct Behaviour {
    pub timings: Map<WorkloadId, PodTimings>,
    /// Workloads that are never ready on upgraded nodes.
    pub fails_upgraded: Set<WorkloadId>,
    /// Pods that a row has marked as never ready.
    pub bad: Set<PodId>,
}
