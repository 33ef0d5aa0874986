//! The Pods of each workload that exist as objects, by id.

use base::{IdVec, PodId, WorkloadId};

/// End of a chain: a sentinel takes half the memory of an option.
const NOBODY: PodId = PodId(u32::MAX);

#[derive(Clone, Copy, Debug)]
struct Links {
    before: PodId,
    after: PodId,
}

#[derive(Clone, Copy, Debug)]
struct Ends {
    first: PodId,
    last: PodId,
}

/// Linked lists in one vector: a Pod is added and removed in constant time.
#[derive(Clone, Debug, Default)]
pub struct WorkloadPods {
    rows: IdVec<PodId, Links>,
    ends: IdVec<WorkloadId, Ends>,
}

impl WorkloadPods {
    pub fn new(workloads: u32) -> Self {
        let mut members = Self::default();
        let nobody = Ends { first: NOBODY, last: NOBODY };
        members.ends.resize(workloads, nobody);
        members
    }

    /// Reserves memory for exactly this many more Pods.
    pub fn reserve(&mut self, more: u32) {
        self.rows.reserve(more);
    }

    /// Adds a Pod, which is younger than all others of its workload.
    pub fn push(&mut self, workload: WorkloadId, pod: PodId) {
        let alone = Links { before: NOBODY, after: NOBODY };
        self.rows.resize(self.rows.len().max(pod.0 + 1), alone);
        let ends = &mut self.ends[workload];
        self.rows[pod].before = ends.last;
        match ends.last {
            NOBODY => ends.first = pod,
            last => self.rows[last].after = pod,
        }
        ends.last = pod;
    }

    /// Removes a Pod that is in the list.
    pub fn remove(&mut self, workload: WorkloadId, pod: PodId) {
        let Links { before, after } = self.rows[pod];
        match before {
            NOBODY => self.ends[workload].first = after,
            before => self.rows[before].after = after,
        }
        match after {
            NOBODY => self.ends[workload].last = before,
            after => self.rows[after].before = before,
        }
    }

    pub fn is_empty(&self, workload: WorkloadId) -> bool {
        self.ends[workload].first == NOBODY
    }

    pub fn of(&self, workload: WorkloadId) -> impl Iterator<Item = PodId> + '_ {
        let somebody = |pod: PodId| (pod != NOBODY).then_some(pod);
        let first = somebody(self.ends[workload].first);
        std::iter::successors(first, move |pod| somebody(self.rows[*pod].after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_stay_in_order_when_others_leave() {
        let mut members = WorkloadPods::new(2);
        let (web, etl) = (WorkloadId(0), WorkloadId(1));
        for pod in 0..6 {
            members.push(if pod % 3 == 0 { etl } else { web }, PodId(pod));
        }
        members.remove(web, PodId(1));
        members.remove(web, PodId(5));
        members.remove(etl, PodId(0));
        members.remove(etl, PodId(3));
        members.push(web, PodId(6));
        let of = |workload| members.of(workload).map(|pod| pod.0).collect::<Vec<_>>();
        assert_eq!((of(web), of(etl)), (vec![2, 4, 6], vec![]));
        assert!(members.is_empty(etl) && !members.is_empty(web));
    }
}
