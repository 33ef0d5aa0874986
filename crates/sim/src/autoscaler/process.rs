//! The autoscaler at work: in which order it looks at the cluster.

use super::backoff::Limits;
use super::growth::Growth;
use super::nodes::NodeCounts;
use super::state::{Autoscaler, Growing};
use crate::cx::{Core, Cx, Process};
use crate::wake::Wake;

impl Process for Autoscaler {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::ScaleDownBegins(node) => return self.begin_removal(cx, node),
            Wake::ScaleDownDrained(node) => return self.drained(cx, node),
            Wake::ScaleDownFailed(node) => return self.drain_failed(cx, node),
            _ => {}
        }
        // A look that the API doesn't answer falls out; the end of the upgrade asks for the next one.
        if cx.begin_look() && !cx.world.cluster.control_plane.is_down() {
            self.look(cx);
        }
    }

    fn still_acts(&self, core: &Core, wake: Wake) -> bool {
        wake != Wake::Autoscale || core.look.changed || self.is_timed
    }
}

impl Autoscaler {
    /// Rulebook: KA-02. Source: Kubernetes `core/static_autoscaler.go`, `RunOnce`.
    fn look(&mut self, cx: &mut Cx<'_>) {
        self.is_timed = false;
        let now = cx.now;
        let (rows, searched) = (cx.trace.len(), (self.rotation, self.hints.clone()));
        self.hints.begin();
        self.backoffs.retain(|_, one| !one.is_stale(now, &Limits::default()));
        self.note_unregistered(&cx.world, now);
        self.await_nodes(cx);
        let counts = NodeCounts::of(&cx.world, now);
        if counts.are_unhealthy() {
            return self.forget_unneeded(cx);
        }
        self.give_up_nodes(cx);
        self.end_deletions(cx);
        let growth = self.grow(cx, &counts);
        if growth == Growth::TooYoung {
            self.look_again(cx, now);
        }
        if growth != Growth::Decided {
            self.shrink(cx, growth != Growth::TooYoung);
        }
        if cx.trace.len() == rows {
            // A look without a row leaves everything as it was: the next one would be the same.
            (self.rotation, self.hints) = searched;
        }
        if let Some(at) = counts.unready_at {
            self.look_again_at(cx, at);
        }
        self.look_when_due(cx);
    }

    /// Requests looks for what ends by time alone.
    fn look_when_due(&mut self, cx: &mut Cx<'_>) {
        for (group, Growing { since, .. }) in self.growing.clone() {
            if let Some(settings) = cx.plan.pools[cx.plan.groups[group].pool].autoscaling {
                self.look_again(cx, since + settings.provisioning);
            }
        }
        let waits = !cx.world.unschedulable.is_empty();
        for node in self.unregistered.keys().filter(|node| waits || self.own.contains(node)) {
            let until = self.awaited_until(&cx.world, *node);
            if let Some(until) = until.filter(|until| *until >= cx.now) {
                self.is_timed = true;
                cx.look_after(until);
            }
        }
        if !waits {
            return;
        }
        for (group, backoff) in self.backoffs.clone() {
            let own = cx.plan.groups[group];
            // As long as the request would be refused again, the end of the backoff alone keeps no run alive.
            match cx.world.refusal(own.pool, own.zone, 1) {
                None => self.look_again(cx, backoff.until),
                Some(_) => cx.look_after(backoff.until),
            }
        }
    }
}
