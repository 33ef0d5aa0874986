//! What the Pods on each node request over time: the shares that the cluster autoscaler compares with its threshold.

use base::{NodeId, PodId, SimSpan, SimTime, TemplateId, WorkloadId, push_slowly};
use model::Plan;
use model::utilization::{Deciding, Share, Utilization, accelerator, ignored_after, larger};
use trace::{Change, Record, Subject, Trace};

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

/// The scan's state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct RequestScan {
    pods: Vec<Place>,
}

/// A Pod's revision, its node until it is gone, and from when on it no longer counts.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    revision: WorkloadId,
    node: Option<NodeId>,
    until: Option<SimTime>,
}

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
        self.pods.clear();
        all.of.clear();
        let begin = trace.plan().until.min(SimTime::ZERO);
        for (id, pod) in trace.start().each_pod() {
            let node = pod.node().filter(|_| !pod.finished());
            let mut place = Place { revision: pod.workload, node: None, until: None };
            if let Some(node) = node {
                place.counts(trace, node, begin, all);
            }
            if let Some(deletion) = trace.plan().deletion(id, &pod) {
                place.ends(trace, deletion, all);
            }
            self.pods.push(place);
        }
    }

    pub(crate) fn row(&mut self, trace: &Trace, record: &Record, all: &mut NodeRequests) {
        let Subject::Pod(PodId(id)) = record.subject else {
            return;
        };
        if !trace.plan().is_autoscaled() {
            return;
        }
        let at = record.at;
        if let Change::PodCreated { workload, .. } = record.change {
            push_slowly(&mut self.pods, Place { revision: workload, node: None, until: None });
        }
        let Some(place) = self.pods.get_mut(id as usize) else {
            return;
        };
        match record.change {
            Change::PodBound { node, .. } => {
                place.counts(trace, node, at, all);
            }
            Change::PodTerminating { gone_after_s, .. } => {
                place.ends(trace, at + SimSpan::from_secs(i64::from(gone_after_s)), all);
            }
            Change::PodFinished { .. } | Change::PodForced { .. } | Change::PodGone => {
                place.counts_until(trace, place.until.map_or(at, |until| until.min(at)), all);
                place.node = None;
            }
            _ => {}
        }
    }
}

impl Place {
    fn counts(&mut self, trace: &Trace, node: NodeId, from: SimTime, all: &mut NodeRequests) {
        self.node = Some(node);
        all.add(node, from, requests(trace, self.revision, 1));
    }

    /// One that doesn't end in time no longer counts (KA-62). `deletion`: when it should end.
    fn ends(&mut self, trace: &Trace, deletion: SimTime, all: &mut NodeRequests) {
        if let Some(own) = trace.plan().workloads.get(self.revision) {
            self.counts_until(trace, ignored_after(deletion, own.grace), all);
        }
    }

    fn counts_until(&mut self, trace: &Trace, until: SimTime, all: &mut NodeRequests) {
        let Some(node) = self.node else { return };
        if let Some(before) = self.until.replace(until) {
            all.add(node, before, requests(trace, self.revision, 1));
        }
        all.add(node, until, requests(trace, self.revision, -1));
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
