//! Conditions on a whole run, each with the first row that shows that it holds.

use crate::index::row::{Row, each_row};
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
    let start = trace.start();
    let counts = trace.plan().workloads.ids().map(|id| ReadyCount {
        replicas: start.workloads.get(id).map_or(0, |state| state.replicas),
        ..ReadyCount::default()
    });
    let mut counts: IdVec<WorkloadId, ReadyCount> = counts.collect();
    for (_, state) in start.each_pod().filter(|(_, state)| state.ready()) {
        if let Some(count) = counts.get_mut(trace.plan().first_revision(state.workload)) {
            count.ready += 1;
        }
    }
    let look = |counts: &IdVec<WorkloadId, ReadyCount>, touched: &mut Vec<WorkloadId>| {
        touched.drain(..).find_map(|id| {
            let count = counts.get(id)?;
            let least = least(id, count.replicas)?;
            let below = TooFew { no: count.touched, workload: id, ready: count.ready, least };
            (count.ready < least).then_some(below)
        })
    };
    let mut touched: Vec<WorkloadId> = counts.ids().collect();
    let mut instant = SimTime::ZERO;
    let mut found = None;
    each_row(trace, &mut |Row { no, record, stay, .. }| {
        if found.is_some() {
            return;
        }
        if record.at > instant {
            instant = record.at;
            found = look(&counts, &mut touched);
        }
        let id = match (record.subject, record.change) {
            (Subject::Pod(pod), change) => match (readiness(change), trace.owner(pod)) {
                (Some(now), Some(owner)) if now != stay.is_ready() => {
                    let count = &mut counts[owner];
                    count.ready = count.ready + u32::from(now) - u32::from(!now);
                    owner
                }
                _ => return,
            },
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                counts[id].replicas = replicas;
                id
            }
            _ => return,
        };
        counts[id].touched = Some(no);
        touched.push(id);
    });
    found.or_else(|| look(&counts, &mut touched))
}

/// A workload's counts during the pass.
#[derive(Clone, Copy, Default)]
struct ReadyCount {
    ready: u32,
    replicas: u32,
    /// The last row that changed it.
    touched: Option<RecordNo>,
}
