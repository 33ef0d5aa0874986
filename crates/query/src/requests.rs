//! What the Pods on each node request over time: the shares that the cluster autoscaler compares with its threshold.

use crate::index::row::Row;
use base::{Map, NodeId, PodId, SimSpan, SimTime, TemplateId, WorkloadId};
use model::Plan;
use model::utilization::{Deciding, Share, Utilization, accelerator, ignored_after, larger};
use trace::{Change, Subject, Trace};

/// How much of a node is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeUse {
    /// In millicores.
    pub cpu: Share,
    /// In bytes.
    pub memory: Share,
    /// The one that decides, which may be that of accelerators.
    pub utilization: Utilization,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Requests {
    cpu_m: i64,
    memory_bytes: i64,
    accelerators: i64,
}

/// Of a cluster with an autoscaler; without one nobody asks, and it stays empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct NodeRequests {
    /// By node id: sums, each from its instant on.
    of: Vec<Vec<(SimTime, Requests)>>,
}

/// The scan's state: from when on Pods no longer count that don't end in time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct RequestScan {
    until: Map<PodId, SimTime>,
}

/// A Pod's revision, and the node on which it takes room.
type Placed = (PodId, WorkloadId, NodeId);

impl NodeRequests {
    /// Of a node with this configuration (KA-50 … KA-52). `None`: no autoscaler, or it has no CPU or memory.
    pub(crate) fn at(
        &self,
        plan: &Plan,
        node: NodeId,
        template: TemplateId,
        at: SimTime,
    ) -> Option<NodeUse> {
        if !plan.is_autoscaled() {
            return None;
        }
        let steps = self.of.get(node.0 as usize).map_or(&[][..], Vec::as_slice);
        let begun = steps.partition_point(|(from, _)| *from <= at);
        let now = begun.checked_sub(1).map_or(Requests::default(), |last| steps[last].1);
        let has = &plan.templates.get(template)?.allocatable;
        let share = |requested, available| Share { requested, available };
        let cpu = share(now.cpu_m, has.cpu_m);
        let memory = share(now.memory_bytes, has.memory_bytes);
        let utilization = match accelerator(&plan.symbols, has) {
            Some(name) => Utilization {
                share: share(now.accelerators, has.extended(name)),
                deciding: Deciding::Accelerator,
            },
            None => larger(cpu, memory),
        };
        (cpu.available > 0 && memory.available > 0).then_some(NodeUse { cpu, memory, utilization })
    }

    /// Adds to all sums from an instant on.
    fn add(&mut self, node: NodeId, at: SimTime, by: Requests) {
        let index = node.0 as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, Vec::new());
        }
        let steps = &mut self.of[index];
        let first = steps.partition_point(|(from, _)| *from < at);
        if steps.get(first).is_none_or(|(from, _)| *from != at) {
            let before = first.checked_sub(1).map_or(Requests::default(), |last| steps[last].1);
            steps.insert(first, (at, before));
        }
        for (_, sum) in &mut steps[first..] {
            sum.cpu_m += by.cpu_m;
            sum.memory_bytes += by.memory_bytes;
            sum.accelerators += by.accelerators;
        }
    }
}

impl RequestScan {
    /// The Pods of the start.
    pub(crate) fn begin(&mut self, trace: &Trace, all: &mut NodeRequests) {
        if !trace.plan().is_autoscaled() {
            return;
        }
        self.until.clear();
        all.of.clear();
        let begin = trace.plan().until.min(SimTime::ZERO);
        for (id, pod) in trace.start().each_pod().filter(|(_, pod)| !pod.finished()) {
            let Some(node) = pod.node() else { continue };
            all.add(node, begin, requests(trace, pod.workload, 1));
            if let Some(deletion) = trace.plan().deletion(id, &pod) {
                self.ends(trace, (id, pod.workload, node), deletion, all);
            }
        }
    }

    pub(crate) fn row(&mut self, trace: &Trace, row: Row<'_>, all: &mut NodeRequests) {
        let (Subject::Pod(pod), at) = (row.record.subject, row.record.at) else {
            return;
        };
        let Some(revision) = trace.revision(pod).filter(|_| trace.plan().is_autoscaled()) else {
            return;
        };
        let change = row.record.change;
        if let Change::PodBound { node, .. } = change {
            all.add(node, at, requests(trace, revision, 1));
        }
        let Some(placed) = row.stay.runs_on().map(|node| (pod, revision, node)) else {
            return;
        };
        match change {
            Change::PodTerminating { gone_after_s, .. } => {
                self.ends(trace, placed, at + SimSpan::from_secs(i64::from(gone_after_s)), all);
            }
            Change::PodFinished { .. } | Change::PodForced { .. } | Change::PodGone => {
                let until = self.until.get(&pod).map_or(at, |until| at.min(*until));
                self.counts_until(trace, placed, until, all);
                self.until.remove(&pod);
            }
            _ => {}
        }
    }

    /// One that doesn't end in time no longer counts (KA-62). `deletion`: when it should end.
    fn ends(&mut self, trace: &Trace, placed: Placed, deletion: SimTime, all: &mut NodeRequests) {
        if let Some(own) = trace.plan().workloads.get(placed.1) {
            self.counts_until(trace, placed, ignored_after(deletion, own.grace), all);
        }
    }

    fn counts_until(
        &mut self,
        trace: &Trace,
        (pod, revision, node): Placed,
        until: SimTime,
        all: &mut NodeRequests,
    ) {
        if let Some(before) = self.until.insert(pod, until) {
            all.add(node, before, requests(trace, revision, 1));
        }
        all.add(node, until, requests(trace, revision, -1));
    }
}

/// What a Pod of a revision requests, so many times. Expendable Pods don't count (KA-11).
fn requests(trace: &Trace, revision: WorkloadId, times: i64) -> Requests {
    let plan = trace.plan();
    let autopilot = trace.start().control_plane.autopilot;
    let own = plan.workloads.get(revision);
    let Some(own) = own.filter(|own| !own.is_expendable(autopilot)) else {
        return Requests::default();
    };
    let accelerators = accelerator(&plan.symbols, &own.requests);
    Requests {
        cpu_m: own.requests.cpu_m * times,
        memory_bytes: own.requests.memory_bytes * times,
        accelerators: accelerators.map_or(0, |name| own.requests.extended(name)) * times,
    }
}
