//! The calendar: records the edges of windows and exclusions while anything else happens or waits for them.
//!
//! Edges are kept outside of the queue, so that they don't keep a run alive.

use crate::cx::{Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use trace::{Change, Subject};

#[derive(Clone, Debug)]
pub(super) struct Calendar;

impl Process for Calendar {
    fn on_wake(&mut self, cx: &mut Cx<'_>, _: Wake) {
        cx.calendar_edge();
    }
}

impl Cx<'_> {
    /// Windows first, then exclusions in their order. What waits for the end of support leaves a row when it starts.
    fn calendar_edge(&mut self) {
        let now = self.now;
        let open = self.plan.maintenance.open_at(now);
        if open != self.world.cluster.open {
            let (rule, change) = if open {
                (Rule::WindowOpens, Change::WindowOpened)
            } else {
                (Rule::WindowCloses, Change::WindowClosed)
            };
            self.report_edge(rule, change);
        }
        let active = self.plan.maintenance.active_at(now);
        let others = active ^ self.world.cluster.excluded;
        for exclusion in (0..u32::BITS).filter(|no| others >> no & 1 == 1) {
            let (rule, change) = if active >> exclusion & 1 == 1 {
                (Rule::ExclusionBegins, Change::ExclusionBegan { exclusion })
            } else {
                (Rule::ExclusionEnds, Change::ExclusionEnded { exclusion })
            };
            self.report_edge(rule, change);
        }
        if self.plan.maintenance.end_of_support.is_some_and(|(end, _)| end == now) {
            self.wake_maintenance();
        }
    }

    fn report_edge(&mut self, rule: Rule, change: Change) {
        self.record_because(rule, Subject::Cluster, change, None);
    }
}
