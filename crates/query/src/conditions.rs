//! Conditions on a whole run, each with the first row that shows that it holds.

use crate::series::readiness;
use base::{IdVec, RecordNo, SimTime, WorkloadId};
use trace::{Change, Subject, Trace};

/// Fewer ready Pods of a workload than there should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFew {
    /// The first row after which there are too few; none if that is so from the start.
    pub no: Option<RecordNo>,
    pub workload: WorkloadId,
    pub ready: u32,
    pub least: u32,
}

/// The first workload with fewer ready Pods than that, be it from the start. `least`: the wanted number, for
/// the workload's replicas; `None`: any number will do. States without duration don't count.
pub fn first_below(
    trace: &Trace,
    least: impl Fn(WorkloadId, u32) -> Option<u32>,
) -> Option<TooFew> {
    #[derive(Clone, Copy, Default)]
    struct ReadyCount {
        ready: u32,
        replicas: u32,
        touched: Option<RecordNo>,
    }
    let start = trace.start();
    let mut is_ready = vec![false; trace.last().pod_count() as usize];
    let mut counts: IdVec<WorkloadId, ReadyCount> = (trace.plan().workloads.ids())
        .map(|id| ReadyCount {
            replicas: start.workloads.get(id).map_or(0, |state| state.replicas),
            ..ReadyCount::default()
        })
        .collect();
    for (pod, state) in start.each_pod() {
        let owner = trace.plan().first_revision(state.workload);
        if let (true, Some(count)) = (state.ready(), counts.get_mut(owner)) {
            count.ready += 1;
            is_ready[pod.0 as usize] = true;
        }
    }
    let look = |id: WorkloadId, count: &ReadyCount| {
        let least = least(id, count.replicas)?;
        let below = TooFew { no: count.touched, workload: id, ready: count.ready, least };
        (count.ready < least).then_some(below)
    };
    let mut touched: Vec<WorkloadId> = counts.ids().collect();
    let mut instant = SimTime::ZERO;
    for (no, record) in trace.records() {
        if record.at > instant {
            instant = record.at;
            for id in touched.drain(..) {
                if let Some(found) = counts.get(id).and_then(|count| look(id, count)) {
                    return Some(found);
                }
            }
        }
        let id = match (record.subject, record.change) {
            (Subject::Pod(pod), change) => {
                let (Some(now), Some(owner)) = (readiness(change), trace.owner(pod)) else {
                    continue;
                };
                let was = is_ready.get_mut(pod.0 as usize).map(|flag| std::mem::replace(flag, now));
                let Some(count) = counts.get_mut(owner).filter(|_| was != Some(now)) else {
                    continue;
                };
                count.ready = if now { count.ready + 1 } else { count.ready.saturating_sub(1) };
                owner
            }
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                counts[id].replicas = replicas;
                id
            }
            _ => continue,
        };
        if let Some(count) = counts.get_mut(id) {
            count.touched = Some(no);
            touched.push(id);
        }
    }
    touched.into_iter().find_map(|id| counts.get(id).and_then(|count| look(id, count)))
}
