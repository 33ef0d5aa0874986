//! Frame 0: the engine's scheduler places its Pods once, and the page reads the result.

use model::Cluster;
use model::cluster::WorkloadState;
use scenario::Compiled;
use sim::rules::RULES;
use std::rc::Rc;
use trace::{PackedPods, Trace};

/// What the start of a run has in addition to its compiled scenario.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Start {
    pub(super) pods: Rc<PackedPods>,
    /// The number of the next Pod, by workload.
    pub(super) numbers: Vec<u32>,
}

impl Start {
    pub(super) fn of(start: &Cluster) -> Self {
        let numbers = start.workloads.values().map(|state| state.next_number);
        Self { pods: Rc::new(PackedPods::of(start)), numbers: numbers.collect() }
    }

    /// An empty trace of the scenario's run.
    pub fn trace(&self, compiled: &Compiled) -> Trace {
        let old = &compiled.cluster;
        let numbers = self.numbers.iter().zip(old.workloads.values());
        let start = Cluster {
            workloads: numbers
                .map(|(next_number, state)| WorkloadState { next_number: *next_number, ..*state })
                .collect(),
            ..self.pods.within(old)
        };
        Trace::new(Rc::clone(&compiled.plan), Rc::new(start), RULES)
    }
}

#[cfg(test)]
mod tests {
    use crate::Session;
    use scenario::{open, presets};

    #[test]
    fn the_page_begins_where_the_run_begins() {
        // Without optimization the fleet preset would take minutes.
        for preset in presets().iter().filter(|preset| preset.name != "fleet-15000") {
            let compiled = open(preset.text()).compiled.expect("a preset has no errors");
            let session = Session::of(compiled.clone(), None, None);
            let trace = session.start().trace(&compiled);
            assert_eq!(trace.start(), session.trace().start(), "{}", preset.name);
        }
    }
}
