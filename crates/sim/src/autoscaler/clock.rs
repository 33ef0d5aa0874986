//! When the autoscaler looks at the cluster.

use crate::cx::Cx;
use crate::wake::{Class, Wake};
use base::{Set, SimSpan, SimTime, muted};
use model::node::Mark;
use model::plan::Plan;
use trace::{Change, Record, Subject};

/// The pause between two looks (KA-01).
const INTERVAL: SimSpan = SimSpan::from_secs(10);

/// A grid of looks, of which those happen that may find something new.
///
/// Rulebook: AM-105.
#[derive(Clone, Debug)]
pub struct LookClock {
    /// Does it manage any pool?
    pub(crate) on: bool,
    requested: Set<SimTime>,
    last: Option<SimTime>,
    /// Does it look at every instant of the grid, whatever may be found?
    pub(crate) every_tick: bool,
    /// Has anything been recorded since the last look?
    pub(super) changed: bool,
    /// When the last change was recorded.
    pub(super) changed_at: Option<SimTime>,
}

impl LookClock {
    pub fn new(plan: &Plan) -> Self {
        let on = plan.is_autoscaled() && !muted("CA-01");
        Self {
            on,
            requested: Set::new(),
            last: None,
            every_tick: false,
            changed: false,
            changed_at: None,
        }
    }
}

impl Cx<'_> {
    /// False if there was a look at this instant already.
    pub(super) fn begin_look(&mut self) -> bool {
        let now = self.now;
        self.look.requested.retain(|at| *at > now);
        let is_first = self.look.last.replace(now) != Some(now);
        // What the first one has changed stays to be looked at.
        self.look.changed &= !is_first;
        if self.look.every_tick && is_first {
            self.wake(now + INTERVAL, Wake::Autoscale);
        }
        is_first
    }

    /// Requests the first look at or after the instant.
    pub(super) fn look_at(&mut self, at: SimTime) {
        let step = INTERVAL.ms();
        let first = SimTime::from_ms((at.ms() + step - 1).div_euclid(step) * step);
        // It has one turn at each instant, whether it looked or not.
        let is_late = first == self.now && self.queue.has_begun(Class::Autoscaler);
        let at = if is_late { first + INTERVAL } else { first };
        if self.look.requested.insert(at) {
            self.wake(at, Wake::Autoscale);
        }
    }

    /// Something has changed that the autoscaler sees.
    pub(crate) fn look_soon(&mut self) {
        if self.look.on {
            self.look.changed_at = Some(self.now);
            self.look.changed = true;
            self.look_at(self.now);
        }
    }

    /// Requests the first look after the instant.
    pub(super) fn look_after(&mut self, at: SimTime) {
        self.look_at(at.max(self.now) + SimSpan::from_ms(1));
    }
}

/// Whatever is recorded may change what the autoscaler decides, but for its own reasons. Called if it manages a pool.
pub(crate) fn on_record(cx: &mut Cx<'_>, record: &Record) {
    let says = matches!(
        record.change,
        Change::NoScaleUp { .. }
            | Change::ScaleUpPossible { .. }
            | Change::ScaleUpTriggered { .. }
            | Change::ScaleUpOption { .. }
    );
    let says = says || record.change.is_opinion_of_node();
    cx.look.changed_at = Some(cx.now);
    if !says {
        cx.look_soon();
    }
    let Subject::Node(node) = record.subject else {
        return;
    };
    if cx.world.cluster.nodes[node].mark == Some(Mark::ToBeDeleted) {
        match record.change {
            Change::DrainEnded { .. } => cx.wake(cx.now, Wake::ScaleDownDrained(node)),
            Change::DrainAborted => cx.wake(cx.now, Wake::ScaleDownFailed(node)),
            _ => {}
        }
    }
}
