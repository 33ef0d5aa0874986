//! Properties that rank Pods for a scale-down besides their state (KC-04).

use base::{Map, PodId, WorkloadId};

/// The annotation with a Pod's deletion cost: cheaper Pods are deleted first.
pub const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

/// Properties of Pods that never change in a run; missing ones are 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScaleDown {
    /// Deletion cost of all Pods of a workload.
    pub of_workload: Map<WorkloadId, i32>,
    /// Pods of the start with a different cost, or with restarts.
    pub of_pod: Map<PodId, PodMarks>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PodMarks {
    /// The Pod's own annotation; `None`: that of its workload.
    pub deletion_cost: Option<i32>,
    /// The highest restart count of its containers.
    pub restarts: u32,
}

impl ScaleDown {
    /// Deletion cost and restarts of a Pod.
    pub fn of(&self, pod: PodId, workload: WorkloadId) -> (i32, u32) {
        let marks = self.of_pod.get(&pod).copied().unwrap_or_default();
        let common = || self.of_workload.get(&workload).copied().unwrap_or(0);
        (marks.deletion_cost.unwrap_or_else(common), marks.restarts)
    }
}

/// Reads the annotation as the controller does: 32 bits; text that isn't a number, or has a plus or leading zeros, counts
/// as 0 (KC-04).
pub fn deletion_cost(text: &str) -> i32 {
    let first = text.as_bytes().first();
    let good = text == "0" || matches!(first, Some(b'-' | b'1'..=b'9'));
    text.parse().ok().filter(|_| good).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KC-04.
    #[test]
    fn an_invalid_deletion_cost_counts_as_zero() {
        let costs =
            ["7", "-7", "0", "+7", "07", "7.5", "", "2147483648", "dear"].map(deletion_cost);
        assert_eq!(costs, [7, -7, 0, 0, 0, 0, 0, 0, 0]);
    }
}
