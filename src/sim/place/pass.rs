//! What one round of placements already knows.

use std::collections::BTreeMap;

use super::{Occupancy, Placement, place};
use crate::base::PodId;
use crate::model::{Cluster, Plan};

/// Remembers which shapes of Pods found no room, so that their siblings fail without a look at the nodes.
///
/// Bindings only take room, so within one round of the queue the answer of a shape cannot get better. As soon as
/// a node or a Pod changes in any other way, tell it ([`Pass::changed`]) or start a new one.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    full: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl Pass {
    /// Something else than a binding happened.
    pub fn changed(&mut self) {
        self.full.clear();
    }

    /// [`place`], or the answer that a sibling got in this round.
    pub fn place(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &Occupancy,
        pod: PodId,
    ) -> Placement {
        let Some(shape) = shared_shape(plan, cluster, occupancy, pod) else {
            return place(plan, cluster, occupancy, pod);
        };
        if let Some(reasons) = self.full.get(&shape) {
            return Placement::Nowhere(reasons.clone());
        }
        let placement = place(plan, cluster, occupancy, pod);
        if let Placement::Nowhere(reasons) = &placement {
            self.full.insert(shape, reasons.clone());
        }
        placement
    }
}

/// The shape of a Pod whose siblings get the same answer: not meant for one node, and no hard spreading, which a
/// binding elsewhere can make possible.
fn shared_shape(plan: &Plan, cluster: &Cluster, occupancy: &Occupancy, pod: PodId) -> Option<u32> {
    let pod = &cluster.pods[pod];
    let spreads = plan.workloads[pod.workload]
        .spread
        .iter()
        .any(|one| one.hard);
    (pod.pinned.is_none() && !spreads).then(|| occupancy.classes.shape(pod.workload))
}
