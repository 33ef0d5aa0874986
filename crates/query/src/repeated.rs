//! Finds useless preemption: a workload's Pods make room for the same Pod again and again.

use base::{Map, PodId, SimTime, WorkloadId};
use trace::{Phrase, Record, Subject, Trace};

/// From this number of times on it isn't a coincidence.
const OFTEN: u32 = 10;

/// A workload whose Pods were preempted for one Pod, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repeated {
    pub workload: WorkloadId,
    pub by: PodId,
    pub times: u32,
    pub first: SimTime,
}

impl Repeated {
    pub fn phrase(&self) -> Phrase {
        Phrase::new("harm-repeated")
            .with("workload", Subject::Workload(self.workload))
            .with("times", self.times)
            .with("pod", Subject::Pod(self.by))
    }
}

/// By preempting Pod and preempted workload: how often, first and last.
#[derive(Clone, Debug, Default)]
pub(super) struct Preemptions(Map<(PodId, WorkloadId), (u32, SimTime, SimTime)>);

impl Preemptions {
    /// Reads a preemption (KS-37); its causing row is about the Pod that takes the room.
    pub(super) fn row(&mut self, trace: &Trace, record: &Record, pod: PodId) {
        let cause = record.cause.and_then(|no| trace.record(no));
        let (Some(Subject::Pod(by)), Some(workload)) =
            (cause.map(|cause| cause.subject), trace.owner(pod))
        else {
            return;
        };
        let never = (0, record.at, SimTime::from_ms(i64::MIN));
        let (times, _, last) = self.0.entry((by, workload)).or_insert(never);
        *times += u32::from(*last != record.at);
        *last = record.at;
    }

    pub(super) fn repeated(&self) -> Vec<Repeated> {
        let often = self.0.iter().filter(|(_, (times, ..))| *times >= OFTEN);
        often
            .map(|((by, workload), (times, first, _))| Repeated {
                workload: *workload,
                by: *by,
                times: *times,
                first: *first,
            })
            .collect()
    }
}
