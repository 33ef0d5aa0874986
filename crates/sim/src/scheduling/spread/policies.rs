//! Which nodes a constraint counts, and the matching Pods there.

use crate::scheduling::Occupancy;
use crate::scheduling::classes::{Affinity, Domains, NodeClass};
use crate::scheduling::cycle::Cycle;
use crate::scheduling::node_status::NodeStatus;
use base::{WorkloadId, muted};
use model::selector::SpreadConstraint;

/// KS-14: the node inclusion policies of a constraint.
#[derive(Clone, Copy)]
pub(super) struct Policies {
    pub(super) affinity: bool,
    pub(super) taints: bool,
}

impl Policies {
    pub(super) fn of(constraint: &SpreadConstraint) -> Self {
        let known = !muted("KS-14");
        Self {
            affinity: known && constraint.honor_affinity,
            taints: known && constraint.honor_taints,
        }
    }

    /// The default policies, which the system's constraints have.
    pub(super) const SYSTEM: Self = Self { affinity: true, taints: false };

    /// Are the nodes of the class counted? `None` if they differ.
    pub(super) fn count_class(self, cx: &Cycle<'_>, class: NodeClass) -> Option<bool> {
        match (self.taints, self.affinity) {
            // A cordon counts as a taint, and differs between nodes.
            (true, _) => None,
            (false, false) => Some(true),
            (false, true) => match cx.class_fit(class).affinity {
                Affinity::Match => Some(true),
                Affinity::Mismatch => Some(false),
                Affinity::ByName => None,
            },
        }
    }

    pub(super) fn count(self, cx: &Cycle<'_>, node: u32) -> bool {
        (!self.affinity || cx.selects(node)) && (!self.taints || cx.tolerates_node(node))
    }
}

/// Matching Pods that aren't terminating, by value of a topology key.
///
/// `counts_class` judges whole classes; if it returns `None`, `counts_node` judges each node.
pub(super) fn per_domain(
    occupancy: &Occupancy,
    audience: &[WorkloadId],
    domains: &Domains,
    counts_class: impl Fn(NodeClass) -> Option<bool>,
    counts_node: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut counts = vec![0; domains.len()];
    for workload in audience {
        let mut differ = false;
        for (class, pods) in occupancy.class_tally_of(*workload) {
            match (counts_class(*class), domains.get(*class)) {
                (None, _) => differ = true,
                (Some(true), Some(domain)) => counts[domain] += pods,
                (Some(_), _) => {}
            }
        }
        if !differ {
            continue;
        }
        occupancy.tally_of(*workload).each(|node, pods| {
            let class = occupancy.class[node as usize];
            let exists = occupancy.status[node as usize] != NodeStatus::Absent;
            if exists
                && counts_class(class).is_none()
                && counts_node(node)
                && let Some(domain) = domains.get(class)
            {
                counts[domain] += pods;
            }
        });
    }
    counts
}

/// Matching Pods that aren't terminating, on each of the nodes.
pub(super) fn per_node(occupancy: &Occupancy, audience: &[WorkloadId], nodes: &[u32]) -> Vec<u32> {
    let mut counts = vec![0; nodes.len()];
    for workload in audience {
        occupancy.tally_of(*workload).add_to(nodes, &mut counts);
    }
    counts
}
