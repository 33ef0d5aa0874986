//! The Pods of each workload that exist as objects, in the order of their ids.

use base::{IdVec, PodId, WorkloadId};

/// No Pod comes before or after: two words a Pod, where options would be four.
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

/// Chains through one list: a Pod joins and leaves in the same time however many siblings it has.
#[derive(Clone, Debug, Default)]
pub struct WorkloadPods {
    rows: IdVec<PodId, Links>,
    ends: IdVec<WorkloadId, Ends>,
}

impl WorkloadPods {
    pub fn new(workloads: u32) -> Self {
        let mut members = Self::default();
        let nobody = Ends {
            first: NOBODY,
            last: NOBODY,
        };
        members.ends.resize(workloads, nobody);
        members
    }

    /// Room for so many more, and no more than that.
    pub fn reserve(&mut self, more: u32) {
        self.rows.reserve(more);
    }

    /// Adds a Pod that is younger than those of its workload.
    pub fn push(&mut self, workload: WorkloadId, pod: PodId) {
        let alone = Links {
            before: NOBODY,
            after: NOBODY,
        };
        self.rows.resize(self.rows.len().max(pod.0 + 1), alone);
        let ends = &mut self.ends[workload];
        self.rows[pod].before = ends.last;
        match ends.last {
            NOBODY => ends.first = pod,
            last => self.rows[last].after = pod,
        }
        ends.last = pod;
    }

    /// Takes a Pod out that is in.
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
    fn pods_come_in_order_whoever_left() {
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
